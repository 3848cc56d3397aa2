import { badRequest, conflict, failure } from '#deployhost/errors.ts'
import type { AliasRequest, Deployment, Project, User } from '#deployhost/schema.ts'
import type { Emitter } from '#deployhost/webhooks.ts'
import { assignAliases } from './aliases.ts'
import { currentProduction } from './current-production.ts'
import { emitDeployment, emitRollback } from './deployment-events.ts'
import { productionHosts } from './hosts.ts'

/**
 * Points all production domains of a project at a deployment without a new build.
 * https://vercel.com/docs/deployments/promoting-a-deployment
 *
 * @throws 409 when they already point at it, 422 when it is not ready.
 */
export function promote(emitter: Emitter, project: Project, deployment: Deployment, user: User): AliasRequest {
  const { rows } = emitter
  requireReady(deployment)
  const current = currentProduction(rows, project)
  if (current?.id === deployment.id) throw conflict('The deployment is already the current production deployment.')
  const request = move(emitter, project, 'promote', current, deployment)
  emitDeployment(emitter, 'deployment.promoted', rows.deployments.require(deployment.id), { user })
  return request
}

/**
 * Points all production domains of a project at an earlier production deployment. New production deployments do not get
 * the domains until one is promoted. https://vercel.com/docs/instant-rollback
 *
 * @throws 400 when there is no current or no earlier production deployment, 409 when the domains already point at it,
 * 422 when it is not ready.
 */
export function rollBack(emitter: Emitter, project: Project, deployment: Deployment, user: User): AliasRequest {
  const { rows } = emitter
  requireReady(deployment)
  const current = currentProduction(rows, project)
  if (current === undefined) throw badRequest('The project has no production deployment to roll back from.')
  if (current.id === deployment.id) throw conflict('The deployment is already the current production deployment.')
  if (deployment.substate !== 'PROMOTED') {
    throw badRequest('The deployment was never in production, so production can not be rolled back to it.')
  }
  const request = move(emitter, project, 'rollback', current, deployment)
  emitRollback(emitter, project, user, request)
  return request
}

function move(
  emitter: Emitter,
  project: Project,
  type: AliasRequest['type'],
  from: Deployment | undefined,
  to: Deployment,
): AliasRequest {
  const { rows, clock } = emitter
  const now = clock.now()
  const deployment = rows.deployments.update(to.id, { substate: 'PROMOTED', aliasAssignedAt: now })
  const aliases = assignAliases(emitter, deployment, productionHosts(rows, project, deployment))
  rows.aliasRequests.delete(project.id)
  return rows.aliasRequests.insert({
    id: project.id,
    projectId: project.id,
    type,
    fromDeploymentId: from?.id ?? null,
    toDeploymentId: to.id,
    aliases: aliases.map(({ id, alias, stamp }) => ({ id, alias, stamp })),
    requestedAt: now,
  })
}

function requireReady({ state }: Deployment): void {
  if (state !== 'READY') {
    throw failure(422, 'unprocessable_entity', `The deployment is not ready to serve production: it is ${state}.`)
  }
}
