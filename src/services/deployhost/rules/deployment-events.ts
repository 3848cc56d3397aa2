import { accountOfProject } from './access.ts'
import { PLAN, REGION } from '#deployhost/json/deployment.ts'
import type { Deployment, Project, User } from '#deployhost/schema.ts'
import { emit, type Emitter } from '#deployhost/webhooks.ts'
import { dashboardUrl, inspectorUrl } from './dashboard-urls.ts'

/** The webhook events of deployments. */
export type DeploymentEvent =
  | 'deployment.created'
  | 'deployment.succeeded'
  | 'deployment.ready'
  | 'deployment.error'
  | 'deployment.canceled'
  | 'deployment.promoted'
  | 'deployment.cleanup'

/**
 * Emits an event of a deployment; `alias` lists the hosts that it will get.
 * https://vercel.com/docs/webhooks/webhooks-api#supported-event-types
 */
export function emitDeployment(
  emitter: Emitter,
  type: DeploymentEvent,
  deployment: Deployment,
  { user, alias }: { readonly user?: User; readonly alias?: readonly string[] } = {},
): void {
  const { rows } = emitter
  const project = rows.projects.require(deployment.projectId)
  emit(emitter, {
    type,
    account: accountOfProject(rows, project),
    user: user ?? rows.users.require(deployment.creatorId),
    projectId: project.id,
    payload: () => ({
      ...(alias === undefined ? {} : { alias }),
      deployment: {
        id: deployment.id,
        meta: deployment.meta,
        url: deployment.url,
        name: deployment.name,
        inspectorUrl: inspectorUrl(rows, project, deployment),
      },
      links: { deployment: inspectorUrl(rows, project, deployment), project: dashboardUrl(rows, project) },
      target: deployment.target,
      project: { id: project.id, name: project.name },
      plan: PLAN,
      regions: [REGION],
    }),
  })
}

/** Emits that production was rolled back. */
export function emitRollback(
  emitter: Emitter,
  project: Project,
  user: User,
  { fromDeploymentId, toDeploymentId }: { fromDeploymentId: string | null; toDeploymentId: string },
): void {
  emit(emitter, {
    type: 'deployment.rollback',
    account: accountOfProject(emitter.rows, project),
    user,
    projectId: project.id,
    payload: () => ({ project: { id: project.id, name: project.name }, fromDeploymentId, toDeploymentId }),
  })
}
