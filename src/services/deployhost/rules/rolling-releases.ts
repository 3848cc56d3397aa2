import { MINUTE } from '#core/duration.ts'
import type { ChangeContext, DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, conflict, failure, notFound } from '#deployhost/errors.ts'
import type { Deployment, Project, ReleaseSettings, ReleaseStage, RollingRelease, User } from '#deployhost/schema.ts'
import { accountOfProject } from './access.ts'
import { currentProduction } from './current-production.ts'
import { promote } from './production.ts'
import { nextSortKey } from './sort-keys.ts'

/** The part of a call or a timer's context that rolling releases work with. */
export type ReleaseContext = ChangeContext & Pick<DeployhostContext, 'schedule'>

/** The events of a rolling release. */
type ReleaseChange = 'started' | 'approved' | 'completed' | 'aborted'

/** The percentage of the last stage. */
const ALL = 100

/** The timers of rolling releases. They ignore a release that has gone on or ended meanwhile. */
export const releaseTimers = {
  endReleaseStage: (
    context: DeployhostContext,
    { releaseId, stageIndex }: { readonly releaseId: number; readonly stageIndex: number },
  ): void => {
    const release = context.rows.rollingReleases.get(releaseId)
    if (release?.state !== 'ACTIVE' || release.stageIndex !== stageIndex) return
    enterStage(context, release, stageIndex + 1, creatorOf(context.rows, release))
  },
}

/** @throws 400 for stages that the vendor refuses. https://vercel.com/docs/rolling-releases */
export function requireStages({ advancementType, stages }: Pick<ReleaseSettings, 'advancementType' | 'stages'>): void {
  if (stages.length < 2 || stages.length > 10) throw badRequest('`stages` should have 2 to 10 items')
  for (const [at, { targetPercentage, duration }] of stages.entries()) {
    const isLast = at === stages.length - 1
    if (targetPercentage <= (stages[at - 1]?.targetPercentage ?? -1)) {
      throw badRequest('The target percentages of `stages` should increase')
    }
    if (isLast && targetPercentage !== ALL)
      throw badRequest('The last of `stages` should have the target percentage 100')
    if (!isLast && advancementType === 'automatic' && duration === null) {
      throw badRequest('Every one of `stages` but the last should have a `duration` when they advance automatically')
    }
  }
}

/** Returns the project's release that is under way, or undefined. */
export function activeRelease(rows: Rows, project: Pick<Project, 'id'>): RollingRelease | undefined {
  return rows.rollingReleases.find('active', project.id)
}

/** Returns the project's last release, of those with this state if one is given; undefined for none. */
export function lastRelease(rows: Rows, project: Project, state: string | null): RollingRelease | undefined {
  return rows.rollingReleases
    .list('byProject', project.id)
    .findLast((release) => state === null || release.state === state)
}

/**
 * Returns the release under way of a deployment.
 *
 * @throws 404 when the project has none, 409 when it is of another deployment.
 */
export function findActiveRelease(rows: Rows, project: Project, canaryDeploymentId: string): RollingRelease {
  const release = activeRelease(rows, project)
  if (release === undefined) throw notFound('Rolling release')
  if (release.canaryDeploymentId !== canaryDeploymentId) {
    throw conflict('The active rolling release is of another deployment.')
  }
  return release
}

/**
 * Begins to give a deployment the traffic of production, in stages.
 *
 * @throws 400 when the project's releases are not rolling or it has no production deployment, 409 when a release is
 * under way or the deployment has the traffic, 422 when it is not ready.
 */
export function startRelease(
  context: ReleaseContext,
  project: Project,
  canary: Deployment,
  user: User,
): RollingRelease {
  const { rows, clock } = context
  const settings = rows.releaseSettings.get(project.id)
  if (settings === undefined) throw badRequest('Rolling releases are not enabled for this project.')
  if (canary.state !== 'READY')
    throw failure(422, 'unprocessable_entity', `The deployment is not ready: it is ${canary.state}.`)
  if (activeRelease(rows, project) !== undefined) throw conflict('A rolling release is already in progress.')
  const current = currentProduction(rows, project)
  if (current === undefined) throw badRequest('The project has no production deployment to release from.')
  if (current.id === canary.id) throw conflict('The deployment is already the current production deployment.')
  rows.deployments.update(canary.id, { substate: 'ROLLING' })
  const now = Math.floor(clock.now())
  const release = rows.rollingReleases.insert({
    sortKey: nextSortKey(rows.rollingReleases, now),
    projectId: project.id,
    state: 'ACTIVE',
    advancementType: settings.advancementType,
    stages: settings.stages,
    stageIndex: 0,
    canaryDeploymentId: canary.id,
    currentDeploymentId: current.id,
    queuedDeploymentId: null,
    startedAt: now,
    updatedAt: now,
  })
  emitRelease(context, 'started', release, user)
  scheduleEnd(context, release)
  return release
}

/**
 * Lets a release go on to its next stage, the last of which completes it.
 *
 * @throws 409 for another stage than the next one.
 */
export function approveStage(
  context: ReleaseContext,
  release: RollingRelease,
  nextIndex: number,
  user: User,
): RollingRelease {
  if (nextIndex !== release.stageIndex + 1) {
    throw conflict(`The next stage of the rolling release is ${release.stageIndex + 1}, not ${nextIndex}.`)
  }
  const entered = enterStage(context, release, nextIndex, user)
  if (entered.state === 'ACTIVE') emitRelease(context, 'approved', entered, user)
  return entered
}

/** Gives the deployment of a release all of the traffic, and begins the release that waits. */
export function completeRelease(context: ReleaseContext, release: RollingRelease, user: User): RollingRelease {
  const { rows, clock } = context
  const project = rows.projects.require(release.projectId)
  const completed = rows.rollingReleases.update(release.id, {
    state: 'COMPLETE',
    stageIndex: release.stages.length - 1,
    updatedAt: Math.floor(clock.now()),
  })
  promote(context, project, rows.deployments.require(release.canaryDeploymentId), user)
  emitRelease(context, 'completed', completed, user)
  const queued = rows.deployments.get(release.queuedDeploymentId)
  if (queued !== undefined && rows.releaseSettings.get(project.id) !== undefined)
    startRelease(context, project, queued, user)
  return completed
}

/** Ends a release: the deployment before it keeps the traffic. */
export function abortRelease(context: ReleaseContext, release: RollingRelease, user: User): RollingRelease {
  const { rows, clock } = context
  if (rows.deployments.get(release.canaryDeploymentId)?.substate === 'ROLLING') {
    rows.deployments.update(release.canaryDeploymentId, { substate: 'STAGED' })
  }
  const aborted = rows.rollingReleases.update(release.id, { state: 'ABORTED', updatedAt: Math.floor(clock.now()) })
  emitRelease(context, 'aborted', aborted, user)
  return aborted
}

/** Aborts the release of a deployment that is about to be deleted, if it has one under way. */
export function abortReleaseOf(context: ReleaseContext, deployment: Deployment, user: User): void {
  const release = activeRelease(context.rows, { id: deployment.projectId })
  if (release?.canaryDeploymentId === deployment.id) abortRelease(context, release, user)
}

/**
 * Returns whether a new production deployment gets the traffic in stages. One that comes while a release is under way
 * waits for its end, in place of an earlier one.
 */
export function isReleasedInStages(rows: Rows, project: Project): boolean {
  return rows.releaseSettings.get(project.id) !== undefined && currentProduction(rows, project) !== undefined
}

/** Begins the release of a new production deployment, or lets it wait for the one under way. */
export function releaseInStages(context: ReleaseContext, project: Project, deployment: Deployment): void {
  const { rows } = context
  const active = activeRelease(rows, project)
  if (active === undefined) startRelease(context, project, deployment, rows.users.require(deployment.creatorId))
  else rows.rollingReleases.update(active.id, { queuedDeploymentId: deployment.id })
}

/** Returns the stage that a release is in, with its position; null for an aborted one. */
export function activeStage({ state, stages, stageIndex }: RollingRelease): ReleaseStage | null {
  return state === 'ABORTED' ? null : (stages[stageIndex] ?? null)
}

function enterStage(context: ReleaseContext, release: RollingRelease, stageIndex: number, user: User): RollingRelease {
  if (stageIndex >= release.stages.length - 1) return completeRelease(context, release, user)
  const updatedAt = Math.floor(context.clock.now())
  const entered = context.rows.rollingReleases.update(release.id, { stageIndex, updatedAt })
  scheduleEnd(context, entered)
  return entered
}

/** Schedules the end of the present stage, if it ends by the clock. */
function scheduleEnd({ schedule }: ReleaseContext, { id, advancementType, stages, stageIndex }: RollingRelease): void {
  const stage = stages[stageIndex]
  if (advancementType !== 'automatic' || stage === undefined || stage.duration === null || stage.requireApproval) return
  schedule(stage.duration * MINUTE, 'endReleaseStage', { releaseId: id, stageIndex })
}

function creatorOf(rows: Rows, { canaryDeploymentId }: RollingRelease): User {
  return rows.users.require(rows.deployments.require(canaryDeploymentId).creatorId)
}

/** https://vercel.com/docs/webhooks/webhooks-api#supported-event-types */
function emitRelease({ rows, emit }: ReleaseContext, change: ReleaseChange, release: RollingRelease, user: User): void {
  const project = rows.projects.require(release.projectId)
  emit({ event: `project.rolling-release.${change}`, account: accountOfProject(rows, project), user, project, release })
}
