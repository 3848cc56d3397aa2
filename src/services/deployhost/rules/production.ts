import { badRequest, conflict, failure } from '#deployhost/errors.ts'
import type { AliasRequest, Deployment, Project, User } from '#deployhost/schema.ts'
import type { ChangeContext } from '#deployhost/call.ts'
import { assignAliases } from './aliases.ts'
import { currentProduction } from './current-production.ts'
import { emitDeployment } from './deployment-events.ts'
import { productionHosts } from './hosts.ts'
import { accountOfProject } from './access.ts'

/**
 * Points all production domains of a project at a deployment without a new build.
 * https://vercel.com/docs/deployments/promoting-a-deployment
 *
 * @throws 409 when they already point at it, 422 when it is not ready.
 */
export function promote(context: ChangeContext, project: Project, deployment: Deployment, user: User): AliasRequest {
  const { rows } = context
  requireReady(deployment)
  const current = currentProduction(rows, project)
  if (current?.id === deployment.id) throw conflict('The deployment is already the current production deployment.')
  const request = move(context, project, 'promote', current, deployment)
  emitDeployment(context, 'deployment.promoted', rows.deployments.require(deployment.id), { user })
  return request
}

/**
 * Points all production domains of a project at an earlier production deployment. New production deployments do not get
 * the domains until one is promoted. https://vercel.com/docs/instant-rollback
 *
 * @throws 400 when there is no current or no earlier production deployment, 409 when the domains already point at it,
 * 422 when it is not ready.
 */
export function rollBack(context: ChangeContext, project: Project, deployment: Deployment, user: User): AliasRequest {
  const { rows } = context
  requireReady(deployment)
  const current = currentProduction(rows, project)
  if (current === undefined) throw badRequest('The project has no production deployment to roll back from.')
  if (current.id === deployment.id) throw conflict('The deployment is already the current production deployment.')
  if (deployment.substate !== 'PROMOTED') {
    throw badRequest('The deployment was never in production, so production can not be rolled back to it.')
  }
  const request = move(context, project, 'rollback', current, deployment)
  const { fromDeploymentId, toDeploymentId } = request
  context.emit({
    event: 'deployment.rollback',
    account: accountOfProject(rows, project),
    user,
    project,
    fromDeploymentId,
    toDeploymentId,
  })
  return request
}

function move(
  context: ChangeContext,
  project: Project,
  type: AliasRequest['type'],
  from: Deployment | undefined,
  to: Deployment,
): AliasRequest {
  const { rows, clock } = context
  const now = clock.now()
  const deployment = rows.deployments.update(to.id, { substate: 'PROMOTED', aliasAssignedAt: now })
  const aliases = assignAliases(context, deployment, productionHosts(rows, project, deployment))
  rows.aliasRequests.delete(project.id)
  return rows.aliasRequests.insert({
    id: project.id,
    projectId: project.id,
    type,
    fromDeploymentId: from?.id ?? null,
    toDeploymentId: to.id,
    aliases: aliases.map(({ id, alias, sortKey }) => ({ id, alias, sortKey })),
    requestedAt: now,
  })
}

function requireReady({ state }: Deployment): void {
  if (state !== 'READY') {
    throw failure(422, 'unprocessable_entity', `The deployment is not ready to serve production: it is ${state}.`)
  }
}
