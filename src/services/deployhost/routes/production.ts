import { empty, json } from '../../../core/answer.ts'
import { routesFor } from '../../../core/routes.ts'
import { changesProject, readableProject, type Scope } from '../access.ts'
import type { DeployhostCall } from '../call.ts'
import { notFound } from '../errors.ts'
import { atHand, pageOf, pageQuery } from '../pagination.ts'
import { requireDeployment } from '../rules/deployments.ts'
import { promote, rollBack } from '../rules/production.ts'
import type { Deployment, Project } from '../schema.ts'
import { under } from '../versions.ts'

const { get, post } = routesFor<DeployhostCall>()

/** Which deployment has a project's production domains. https://vercel.com/docs/deployments/promoting-a-deployment */
export const productionRoutes = [
  post('requestPromote', '/v10/projects/:idOrName/promote/:deploymentId', changesProject, (call) => {
    promote(call, call.project, deploymentOf(call, call.params.deploymentId), call.user)
    return empty(201)
  }),
  ...under(
    [
      '/v1/projects/:idOrName/rollback/:deploymentId',
      // What the vendor's command line calls.
      '/v9/projects/:idOrName/rollback/:deploymentId',
    ],
    (path) =>
      post('requestRollback', path, changesProject, (call) => {
        rollBack(call, call.project, deploymentOf(call, call.params.deploymentId), call.user)
        return empty(201)
      }),
  ),
  ...under(['/v1/projects/:idOrName/promote/aliases', '/v9/projects/:idOrName/promote/aliases'], (path) =>
    get('listPromoteAliases', path, readableProject, (call) => {
      const moved = call.rows.aliasRequests.get(call.project.id)?.aliases ?? []
      // All of a request are moved at once here: none is under way, none has failed.
      const failedOnly = call.query.get('failedOnly') === 'true'
      const { rows, pagination } = pageOf(pageQuery(call), atHand(failedOnly ? [] : moved.toSorted(byStamp)))
      return json({ aliases: rows.map(({ id, alias }) => ({ alias, id, status: 'completed' })), pagination })
    }),
  ),
]

/** The deployment of the project. Throws 404 for those of others too. */
function deploymentOf(
  { rows, account, project }: DeployhostCall & Scope & { readonly project: Project },
  id: string,
): Deployment {
  const deployment = requireDeployment(rows, account, id)
  if (deployment.projectId !== project.id) throw notFound('Deployment')
  return deployment
}

function byStamp(one: { readonly stamp: number }, other: { readonly stamp: number }): number {
  return one.stamp - other.stamp
}
