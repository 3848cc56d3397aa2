import type { DeployhostContext, Rows, ChangeContext } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import type { ArmedBuildError, BuildError, Deployment, Project, User } from '#deployhost/schema.ts'
import { assignAliases } from './aliases.ts'
import { checksSummary, isBlocked } from './checks.ts'
import { emitDeployment } from './deployment-events.ts'
import { drainLog } from './drains.ts'
import { automaticHosts, productionHosts } from './hosts.ts'
import { isReleasedInStages, releaseInStages } from './rolling-releases.ts'

/** The part of a call or a timer's context that builds work with. */
export type BuildContext = ChangeContext & Pick<DeployhostContext, 'schedule'>

/** The fraction of a build's duration for which it is queued. */
const QUEUED_PART = 0.2

/** The default error of a failed build. */
export const BUILD_FAILED: BuildError = {
  code: 'BUILD_FAILED',
  message: 'Command "npm run build" exited with 1',
  step: 'buildStep',
}

/** Queues the build of a new deployment. It proceeds by the clock, and ends at once when builds take no time. */
export function queueBuild(context: BuildContext, deployment: Deployment): Deployment {
  const total = context.rows.buildTime.get()
  if (total === 0) return endBuild(context, startBuild(context, deployment))
  context.schedule(total * QUEUED_PART, 'startBuild', { deploymentId: deployment.id })
  context.schedule(total, 'endBuild', { deploymentId: deployment.id })
  return deployment
}

/** The timers of builds. They ignore a deployment that was deleted or canceled meanwhile. */
export const buildTimers = {
  startBuild: (context: DeployhostContext, { deploymentId }: { readonly deploymentId: string }): void => {
    const deployment = context.rows.deployments.get(deploymentId)
    if (deployment?.state === 'QUEUED') startBuild(context, deployment)
  },
  endBuild: (context: DeployhostContext, { deploymentId }: { readonly deploymentId: string }): void => {
    const deployment = context.rows.deployments.get(deploymentId)
    if (deployment?.state === 'BUILDING') endBuild(context, deployment)
  },
}

/**
 * Cancels a build on request of a user.
 *
 * @throws 400 when it is over.
 */
export function cancelBuild(context: BuildContext, deployment: Deployment, user: User): Deployment {
  if (isOver(deployment)) {
    throw badRequest(`The deployment can not be canceled: it is ${deployment.state} already.`)
  }
  const now = context.clock.now()
  const canceled = context.rows.deployments.update(deployment.id, { state: 'CANCELED', endedAt: now })
  drainLog(context, deployment, canceled)
  emitDeployment(context, 'deployment.canceled', canceled, { user })
  return canceled
}

/** True when the deployment's build has ended. */
export function isOver({ state }: Deployment): boolean {
  return state !== 'QUEUED' && state !== 'BUILDING'
}

/** Makes builds fail, of one project or of all; null ends this. */
export function armBuildError(rows: Rows, project: Pick<Project, 'id'> | null, error: ArmedBuildError | null): void {
  const id = project?.id ?? ''
  if (error === null) rows.buildErrors.delete(id)
  else rows.buildErrors.set(error, id)
}

/** Returns the build error that a seed sets: `true` for the default one, or a message. */
export function seededBuildError(seeded: boolean | string): ArmedBuildError | null {
  if (seeded === false || seeded === '') return null
  return { ...BUILD_FAILED, ...(seeded === true ? {} : { message: seeded }), times: null }
}

/**
 * True when a production deployment gets the project's domains automatically. After a rollback it does not, until one
 * is promoted.
 */
function autoAssigns(rows: Rows, project: Project): boolean {
  const { autoAssignCustomDomains } = project.settings
  return autoAssignCustomDomains !== false && rows.aliasRequests.get(project.id)?.type !== 'rollback'
}

function startBuild(context: BuildContext, deployment: Deployment): Deployment {
  const { rows, clock } = context
  const started = rows.deployments.update(deployment.id, { state: 'BUILDING', buildingAt: clock.now() })
  drainLog(context, deployment, started)
  return started
}

function endBuild(context: BuildContext, deployment: Deployment): Deployment {
  const { rows, clock } = context
  const project = rows.projects.require(deployment.projectId)
  const error = takeBuildError(rows, project)
  const endedAt = clock.now()
  if (error !== null) {
    const failed = rows.deployments.update(deployment.id, { state: 'ERROR', error, endedAt })
    drainLog(context, deployment, failed)
    emitDeployment(context, 'deployment.error', failed)
    return failed
  }
  const built = rows.deployments.update(deployment.id, { state: 'READY', endedAt })
  drainLog(context, deployment, built)
  if (isBlocked(rows, built)) {
    const substate = deployment.target === 'production' ? 'STAGED' : null
    const waiting = rows.deployments.update(deployment.id, { substate })
    // Integrations begin their checks when they hear of it.
    emitDeployment(context, 'deployment.ready', waiting)
    return waiting
  }
  const ready = serve(context, built)
  emitDeployment(context, 'deployment.succeeded', ready)
  emitDeployment(context, 'deployment.ready', ready)
  if (ready.substate === 'PROMOTED') emitDeployment(context, 'deployment.promoted', ready)
  return ready
}

/**
 * Gives a deployment that waited for blocking checks its hosts once they have succeeded, and emits how its checks
 * ended. Does nothing before all of them are completed.
 */
export function serveAfterChecks(context: BuildContext, { id }: Deployment): void {
  const { rows } = context
  const deployment = rows.deployments.require(id)
  const conclusion = checksSummary(rows, deployment)?.conclusion ?? null
  if (conclusion !== null) {
    const hasFailed = conclusion === 'failed' || conclusion === 'canceled'
    emitDeployment(context, hasFailed ? 'deployment.checks.failed' : 'deployment.checks.succeeded', deployment)
  }
  if (deployment.state !== 'READY' || deployment.aliasAssignedAt !== null || isBlocked(rows, deployment)) return
  const served = serve(context, deployment)
  emitDeployment(context, 'deployment.succeeded', served)
  if (served.substate === 'PROMOTED') emitDeployment(context, 'deployment.promoted', served)
}

/** Gives a deployment that is ready its hosts, those of production only when they are assigned automatically. */
function serve(context: BuildContext, deployment: Deployment): Deployment {
  const { rows, clock } = context
  const project = rows.projects.require(deployment.projectId)
  const promoted = deployment.target === 'production' && deployment.autoAssigns && autoAssigns(rows, project)
  const inStages = promoted && isReleasedInStages(rows, project)
  const substate = deployment.target !== 'production' ? null : promoted && !inStages ? 'PROMOTED' : 'STAGED'
  const served = rows.deployments.update(deployment.id, { substate, aliasAssignedAt: clock.now() })
  assignAliases(context, served, hostsAtReady(rows, project, served))
  if (inStages) releaseInStages(context, project, served)
  return rows.deployments.require(served.id)
}

/** A staged deployment gets its own hosts, and leaves the production hosts where they are. */
function hostsAtReady(rows: Rows, project: Project, deployment: Deployment): string[] {
  const hosts = automaticHosts(rows, project, deployment)
  if (deployment.substate !== 'STAGED') return hosts
  const production = new Set(productionHosts(rows, project, deployment))
  return hosts.filter((host) => !production.has(host))
}

/**
 * Returns the error for a build of the project, and counts it: the project's own error, else the one for all projects;
 * null when the build succeeds.
 */
function takeBuildError(rows: Rows, project: Project): BuildError | null {
  for (const of of [project, null]) {
    const armed = rows.buildErrors.get(of?.id ?? '')
    if (armed === undefined) continue
    const { times, ...error } = armed
    if (times !== null) armBuildError(rows, of, times > 1 ? { ...armed, times: times - 1 } : null)
    return error
  }
  return null
}
