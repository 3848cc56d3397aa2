import type { WaitTimer, JobWait, RunReview, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Environment } from '#codehost/schema/deployments.ts'
import { isInTeam } from '../repos/permissions.ts'
import { endJob, endWait, isOver } from './job-environments.ts'
import type { RunContext, RunProgress } from './run-events.ts'
import { advance, scheduleMove, setRunStatus } from './run-progress.ts'

/** Returns what holds the jobs of a run, by environment. */
export function waitsOf(rows: Rows, run: WorkflowRun): ReadonlyMap<number, readonly JobWait[]> {
  const waits = new Map<number, JobWait[]>()
  for (const wait of rows.jobWaits.referring('runId', run.id)) {
    const others = waits.get(wait.environmentId)
    if (others === undefined) waits.set(wait.environmentId, [wait])
    else others.push(wait)
  }
  return waits
}

/** Returns whether a user is one of those who may approve the deployments of a run to an environment. */
export function canApprove(rows: Rows, run: WorkflowRun, environment: Environment, user: Account | null): boolean {
  if (user === null || (environment.preventSelfReview && run.triggeringActorId === user.id)) return false
  return environment.reviewers.some(({ type, id }) => {
    if (type === 'User') return id === user.id
    const team = rows.teams.get(id)
    return team !== undefined && isInTeam(rows, team, user)
  })
}

/** Stores a decision about deployments of a run, and carries it out. Emits `deployment_review`. */
export function* reviewWaits(
  context: RunContext,
  run: WorkflowRun,
  review: Omit<RunReview, 'id' | 'runId'>,
  waits: readonly JobWait[],
): RunProgress<void> {
  const { rows } = context
  const stored = rows.runReviews.insert({ ...review, runId: run.id })
  const [wait] = waits
  const environment = rows.environments.get(wait?.environmentId)
  if (wait !== undefined && environment !== undefined) {
    const repo = rows.repos.require(run.repoId)
    const sender = rows.accounts.require(review.userId)
    const subject = { repo, sender, run, wait, environment, review: stored }
    yield { event: { event: 'deployment_review', action: review.state, ...subject }, subject: {} }
  }
  if (review.state === 'rejected') return yield* rejectWaits(context, run, waits)
  for (const { id } of waits) rows.jobWaits.update(id, { isApproved: true })
  yield* releaseWaits(context, run)
}

/** Carries out the decision of a GitHub App about jobs that it holds. */
export function* reviewGate(
  context: RunContext,
  run: WorkflowRun,
  appId: number,
  state: 'approved' | 'rejected',
  waits: readonly JobWait[],
): RunProgress<void> {
  if (state === 'rejected') return yield* rejectWaits(context, run, waits)
  for (const { id, gateAppIds } of waits) {
    context.rows.jobWaits.update(id, { gateAppIds: gateAppIds.filter((each) => each !== appId) })
  }
  yield* releaseWaits(context, run)
}

/** Handles the timer of a held job. */
export function* endWaitTimer(context: RunContext, { waitId }: WaitTimer): RunProgress<void> {
  const { rows } = context
  const wait = rows.jobWaits.get(waitId)
  if (wait !== undefined) yield* releaseWaits(context, rows.workflowRuns.require(wait.runId))
}

/** Fails the jobs that are held. */
export function* rejectWaits(context: RunContext, run: WorkflowRun, waits: readonly JobWait[]): RunProgress<void> {
  const { rows } = context
  const isWaiting = run.status === 'waiting'
  const active = isWaiting ? setRunStatus(context, run, 'in_progress', null).run : run
  for (const { jobId } of waits) yield* endJob(context, active, rows.workflowJobs.require(jobId), 'failure')
  if (isWaiting) yield* advance(context, active)
}

function* releaseWaits(context: RunContext, run: WorkflowRun): RunProgress<void> {
  const { rows, clock } = context
  const over = rows.jobWaits.referring('runId', run.id).filter((wait) => isOver(wait, clock.now()))
  const isWaiting = over.length > 0 && run.status === 'waiting'
  const active = isWaiting ? setRunStatus(context, run, 'queued', null).run : run
  for (const wait of over) yield* endWait(context, active, wait)
  if (isWaiting) scheduleMove(context, active)
}
