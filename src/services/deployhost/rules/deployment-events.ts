import type { ChangeContext } from '#deployhost/call.ts'
import type { Deployment, User } from '#deployhost/schema.ts'
import type { DeploymentEvent } from '#deployhost/schema/events.ts'
import { accountOfProject } from './access.ts'

/**
 * Emits an event of a deployment, caused by its creator unless another user is given; `hosts` lists those that it will
 * get. https://vercel.com/docs/webhooks/webhooks-api#supported-event-types
 */
export function emitDeployment(
  { rows, emit }: ChangeContext,
  event: DeploymentEvent,
  deployment: Deployment,
  {
    user = rows.users.require(deployment.creatorId),
    ...hosts
  }: { readonly user?: User; readonly hosts?: readonly string[] } = {},
): void {
  const project = rows.projects.require(deployment.projectId)
  emit({ event, account: accountOfProject(rows, project), user, project, deployment, ...hosts })
}
