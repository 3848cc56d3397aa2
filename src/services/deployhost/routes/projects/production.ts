import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { findDeployment } from '#deployhost/rules/deployments.ts'
import { promote, rollBack } from '#deployhost/rules/production.ts'
import type { Deployment, Project } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requireProjectWrite, loadProject } from '#deployhost/steps/projects.ts'
import { sortedRows, bySortKey } from '#deployhost/rules/sort-keys.ts'
import { answerPage } from '#deployhost/json/page.ts'

const { get, post } = routesFor<DeployhostCall>()

/** Promotion and rollback of production. https://vercel.com/docs/deployments/promoting-a-deployment */
export const productionRoutes = [
  post('requestPromote', '/v10/projects/:idOrName/promote/:deploymentId', requireProjectWrite, (call) => {
    promote(call, call.project, deploymentOf(call, call.params.deploymentId), call.user)
    return empty(201)
  }),
  ...atPaths(
    [
      '/v1/projects/:idOrName/rollback/:deploymentId',
      // The path that the vendor's command line calls.
      '/v9/projects/:idOrName/rollback/:deploymentId',
    ],
    (path) =>
      post('requestRollback', path, requireProjectWrite, (call) => {
        rollBack(call, call.project, deploymentOf(call, call.params.deploymentId), call.user)
        return empty(201)
      }),
  ),
  // Rolling releases are never configured.
  ...atPaths(['/v1/projects/:idOrName/rolling-release', '/v1/projects/:idOrName/rolling-release/config'], (path) =>
    get('getRollingRelease', path, loadProject, () => json({ rollingRelease: null })),
  ),
  ...atPaths(
    [
      '/v1/projects/:idOrName/promote/aliases',
      '/v9/projects/:idOrName/promote/aliases',
      '/v9/projects/:idOrName/rollback/aliases',
    ],
    (path) =>
      get('listPromoteAliases', path, loadProject, (call) => {
        const moved = call.rows.aliasRequests.get(call.project.id)?.aliases ?? []
        // All aliases of a request move at once, so none is in progress and none has failed.
        const failedOnly = call.query.get('failedOnly') === 'true'
        return answerPage(
          'aliases',
          pageOf(pageQuery(call), sortedRows(failedOnly ? [] : moved.toSorted(bySortKey))),
          ({ id, alias }) => ({ alias, id, status: 'completed' }),
        )
      }),
  ),
]

/**
 * Returns the project's deployment.
 *
 * @throws 404, also for a deployment of another project.
 */
function deploymentOf(
  { rows, account, project }: DeployhostCall & AccountAccess & { readonly project: Project },
  id: string,
): Deployment {
  const deployment = findDeployment(rows, account, id)
  if (deployment.projectId !== project.id) throw notFound('Deployment')
  return deployment
}
