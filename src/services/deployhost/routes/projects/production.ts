import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { findDeployment } from '#deployhost/rules/deployments.ts'
import { promote, rollBack } from '#deployhost/rules/production.ts'
import { abortRelease, activeRelease, completeRelease } from '#deployhost/rules/rolling-releases.ts'
import type { Deployment, Project } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requireProjectWrite, loadProject } from '#deployhost/steps/projects.ts'
import { sortedRows, bySortKey } from '#deployhost/rules/sort-keys.ts'
import { answerPage } from '#deployhost/json/page.ts'

const { get, post } = routesFor<DeployhostCall>()

/** Promotion and rollback of production. https://vercel.com/docs/deployments/promoting-a-deployment */
export const productionRoutes = [
  post('requestPromote', '/v10/projects/:idOrName/promote/:deploymentId', requireProjectWrite, (call) => {
    const { rows, project, user } = call
    const deployment = deploymentOf(call, call.params.deploymentId)
    const release = activeRelease(rows, project)
    if (release?.canaryDeploymentId === deployment.id) completeRelease(call, release, user)
    else {
      promote(call, project, deployment, user)
      if (release !== undefined) abortRelease(call, release, user)
    }
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
        const { rows, project, user } = call
        const deployment = deploymentOf(call, call.params.deploymentId)
        const release = activeRelease(rows, project)
        // A release under way is aborted by a rollback to the deployment before it, which has the domains still.
        if (release?.currentDeploymentId !== deployment.id) rollBack(call, project, deployment, user)
        if (release !== undefined) abortRelease(call, release, user)
        return empty(201)
      }),
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
