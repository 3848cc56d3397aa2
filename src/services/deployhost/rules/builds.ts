import type { DeployhostContext, Rows } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { BuildError, Deployment, Project, User } from '../schema.ts'
import type { Emitter } from '../webhooks.ts'
import { assignAll } from './aliases.ts'
import { tell } from './deployment-events.ts'
import { automaticHosts, productionHosts } from './hosts.ts'

/** What builds work with: a call, or the context of a timer. */
export type Building = Emitter & Pick<DeployhostContext, 'store' | 'schedule'>

/** How long a deployment builds when the seed does not say, in milliseconds. */
const DEFAULT_BUILD_MS = 500

/** The part of a build for which it waits in the queue. */
const QUEUED_PART = 0.2

/** What a build ends with, for as many builds as `times` says; null: all of them. */
export interface ArmedBuildError extends BuildError {
  readonly times: number | null
}

/** The error of a build of which nothing more is known. */
export const BUILD_FAILED: BuildError = {
  code: 'BUILD_FAILED',
  message: 'Command "npm run build" exited with 1',
  step: 'buildStep',
}

/** Queues the build of a new deployment: it goes on by the clock, and is over at once where builds take no time. */
export function queueBuild(context: Building, deployment: Deployment): Deployment {
  const total = buildTime(context)
  if (total === 0) return endBuild(context, startBuild(context, deployment))
  context.schedule(total * QUEUED_PART, 'start build', { deploymentId: deployment.id })
  context.schedule(total, 'end build', { deploymentId: deployment.id })
  return deployment
}

/** What the timers of builds do. A deployment that was deleted or canceled meanwhile is left alone. */
export const buildTimers = {
  'start build': (context: DeployhostContext, { deploymentId }: { readonly deploymentId: string }): void => {
    const deployment = context.rows.deployments.get(deploymentId)
    if (deployment?.state === 'QUEUED') startBuild(context, deployment)
  },
  'end build': (context: DeployhostContext, { deploymentId }: { readonly deploymentId: string }): void => {
    const deployment = context.rows.deployments.get(deploymentId)
    if (deployment?.state === 'BUILDING') endBuild(context, deployment)
  },
}

/** Ends a build that is not over, as someone asked for. Throws 400 when it is. */
export function cancelBuild(context: Building, deployment: Deployment, user: User): Deployment {
  if (isOver(deployment)) {
    throw badRequest(`The deployment can not be canceled: it is ${deployment.state} already.`)
  }
  const now = context.clock.now()
  const canceled = context.rows.deployments.update(deployment.id, { state: 'CANCELED', endedAt: now })
  tell(context, 'deployment.canceled', canceled, { user })
  return canceled
}

/** Whether nothing more will become of a deployment by itself. */
export function isOver({ state }: Deployment): boolean {
  return state !== 'QUEUED' && state !== 'BUILDING'
}

/** Has builds fail: of one project, or of all. Null: no more. */
export function armBuildError(
  store: Building['store'],
  project: Pick<Project, 'id'> | null,
  error: ArmedBuildError | null,
): void {
  store.setValue(errorName(project), error)
}

/** What a seed says of builds: whether they fail, or with which message. */
export function seededBuildError(seeded: boolean | string): ArmedBuildError | null {
  if (seeded === false || seeded === '') return null
  return { ...BUILD_FAILED, ...(seeded === true ? {} : { message: seeded }), times: null }
}

/** Whether a production deployment gets the project's domains by itself: not after a rollback, until one is promoted. */
function autoAssigns(rows: Rows, project: Project): boolean {
  const { autoAssignCustomDomains } = project.settings
  return autoAssignCustomDomains !== false && rows.aliasRequests.get(project.id)?.type !== 'rollback'
}

function startBuild({ rows, clock }: Building, { id }: Deployment): Deployment {
  return rows.deployments.update(id, { state: 'BUILDING', buildingAt: clock.now() })
}

function endBuild(context: Building, deployment: Deployment): Deployment {
  const { rows, clock } = context
  const project = rows.projects.require(deployment.projectId)
  const error = takeBuildError(context.store, project)
  const endedAt = clock.now()
  if (error !== null) {
    const failed = rows.deployments.update(deployment.id, { state: 'ERROR', error, endedAt })
    tell(context, 'deployment.error', failed)
    return failed
  }
  const promoted = deployment.target === 'production' && deployment.autoAssigns && autoAssigns(rows, project)
  const substate = deployment.target !== 'production' ? null : promoted ? 'PROMOTED' : 'STAGED'
  const ready = rows.deployments.update(deployment.id, { state: 'READY', substate, endedAt, aliasAssignedAt: endedAt })
  assignAll(context, ready, hostsAtReady(rows, project, ready))
  tell(context, 'deployment.succeeded', ready)
  tell(context, 'deployment.ready', ready)
  if (promoted) tell(context, 'deployment.promoted', ready)
  return ready
}

/** A staged deployment gets what is its own, and leaves the project's domains where they are. */
function hostsAtReady(rows: Rows, project: Project, deployment: Deployment): string[] {
  const hosts = automaticHosts(rows, project, deployment)
  if (deployment.substate !== 'STAGED') return hosts
  const production = new Set(productionHosts(rows, project, deployment))
  return hosts.filter((host) => !production.has(host))
}

function buildTime({ store }: Pick<Building, 'store'>): number {
  return store.value<number>('build ms') ?? DEFAULT_BUILD_MS
}

/** The error that a build of a project ends with now: the project's, else that of all. Counted; null: it succeeds. */
function takeBuildError(store: Building['store'], project: Project): BuildError | null {
  for (const of of [project, null]) {
    const armed = store.value<ArmedBuildError | null>(errorName(of))
    if (armed === undefined || armed === null) continue
    const { times, ...error } = armed
    if (times !== null) armBuildError(store, of, times > 1 ? { ...armed, times: times - 1 } : null)
    return error
  }
  return null
}

function errorName(project: Pick<Project, 'id'> | null): string {
  return project === null ? 'build error' : `build error of ${project.id}`
}
