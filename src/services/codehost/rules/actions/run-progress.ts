import type { JobConclusion, JobPlan, RunTimer, WorkflowJob, WorkflowRun } from '../../schema/actions.ts'
import type { CheckConclusion, CheckSuite } from '../../schema/checks.ts'
import { emitCheckSuite } from '../checks/changes.ts'
import { completeJob, queueJob, skipJob, startJob } from './job-progress.ts'
import type { RunContext, RunProgress } from './run-events.ts'

/** Schedules the next move of a run. Each move schedules the one after it until the run is completed. */
export function scheduleMove({ rows, schedule }: RunContext, run: WorkflowRun): void {
  const whole = rows.runDuration.get()
  // The run waits as long in the queue as each rank of jobs takes.
  const delay = Math.floor(whole / (countRanks(run.jobs) + 1))
  const timer: RunTimer = { runId: run.id, attempt: run.attempt }
  schedule(delay, 'moveRun', timer)
}

/**
 * Handles a run's timer: starts a queued run, or completes the running jobs and starts the jobs that needed them, or
 * completes the run.
 */
export function* moveRun(context: RunContext, { runId, attempt }: RunTimer): RunProgress<void> {
  const run = context.rows.workflowRuns.get(runId)
  if (run === undefined || run.attempt !== attempt || run.status === 'completed') return
  const moved = yield* step(context, run)
  if (moved.status !== 'completed') scheduleMove(context, moved)
}

/** Takes a run to its end at once and returns it. Emits the events of each move. */
export function* endRun(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  let run = before
  while (run.status !== 'completed') run = yield* step(context, run)
  return run
}

/**
 * Cancels a run together with its unfinished jobs and returns it. Emits `workflow_job`, `check_run`, `workflow_run` and
 * `check_suite`.
 */
export function* cancelRun(context: RunContext, run: WorkflowRun): RunProgress<WorkflowRun> {
  for (const job of jobsOf(context, run)) {
    if (job.status !== 'completed') completeJob(context, run, job, 'cancelled')
  }
  return yield* complete(context, run, 'cancelled')
}

/** Returns the jobs of the latest attempt of a run, oldest first. */
export function jobsOf({ rows }: Pick<RunContext, 'rows'>, run: WorkflowRun): WorkflowJob[] {
  return rows.workflowJobs.list('byAttempt', run.id, run.attempt)
}

/** Queues the jobs whose needs have succeeded and skips the jobs whose needs have not. Returns the queued jobs. */
export function queueReadyJobs(context: RunContext, run: WorkflowRun): WorkflowJob[] {
  const queued: WorkflowJob[] = []
  for (let plan = nextPlan(context, run); plan !== undefined; plan = nextPlan(context, run)) {
    const { needs } = plan
    const failed = jobsOf(context, run).some(({ key, conclusion }) => needs.includes(key) && conclusion !== 'success')
    if (failed) skipJob(context, run, plan)
    else queued.push(queueJob(context, run, plan))
  }
  return queued
}

/** Sets the status and conclusion of a run and of its check suite. */
export function setRunStatus(
  { rows, clock }: RunContext,
  run: WorkflowRun,
  status: WorkflowRun['status'],
  conclusion: CheckConclusion | null,
): { readonly run: WorkflowRun; readonly suite: CheckSuite } {
  const progress = { status, conclusion, updatedAt: clock.now() }
  return { run: rows.workflowRuns.update(run.id, progress), suite: rows.checkSuites.update(run.suiteId, progress) }
}

/** Starts a queued run and its queued jobs. Emits `workflow_run` and `workflow_job`. Returns the run. */
export function* startQueuedRun(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  const { run } = setRunStatus(context, before, 'in_progress', null)
  yield { run, action: 'in_progress' }
  for (const job of jobsOf(context, run)) if (job.status === 'queued') startJob(context, run, job)
  return run
}

function* step(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  if (before.status === 'queued') return yield* startQueuedRun(context, before)
  for (const job of jobsOf(context, before)) {
    if (job.status !== 'completed') completeJob(context, before, job, jobOutcome(before, job))
  }
  const next = queueReadyJobs(context, before)
  for (const job of next) startJob(context, before, job)
  return next.length > 0 ? before : yield* complete(context, before, conclusionOf(context, before))
}

function* complete(context: RunContext, before: WorkflowRun, conclusion: CheckConclusion): RunProgress<WorkflowRun> {
  const { rows } = context
  const { run, suite } = setRunStatus(context, before, 'completed', conclusion)
  yield { run, action: 'completed' }
  emitCheckSuite(
    context,
    rows.repos.require(run.repoId),
    'completed',
    suite,
    rows.accounts.require(run.triggeringActorId),
  )
  return run
}

/** The conclusion of the jobs of a run whose own conclusion is planned. */
const JOB_OUTCOMES: Readonly<Record<CheckConclusion, JobConclusion>> = {
  success: 'success',
  failure: 'failure',
  neutral: 'success',
  cancelled: 'cancelled',
  skipped: 'skipped',
  timed_out: 'cancelled',
  action_required: 'skipped',
}

function jobOutcome(run: WorkflowRun, { name, key }: WorkflowJob): JobConclusion {
  const own = run.jobOutcomes[name] ?? run.jobOutcomes[key]
  if (own !== undefined) return own
  return Object.keys(run.jobOutcomes).length > 0 ? 'success' : JOB_OUTCOMES[run.outcome ?? 'success']
}

function conclusionOf(context: RunContext, run: WorkflowRun): CheckConclusion {
  if (run.outcome !== null) return run.outcome
  const ended = jobsOf(context, run).map(({ conclusion }) => conclusion)
  if (ended.includes('failure')) return 'failure'
  if (ended.includes('cancelled')) return 'cancelled'
  return ended.length > 0 && ended.every((each) => each === 'skipped') ? 'skipped' : 'success'
}

/** Returns the first job that is not yet part of the attempt and whose needs are all completed. */
function nextPlan(context: RunContext, run: WorkflowRun): JobPlan | undefined {
  const there = jobsOf(context, run)
  return run.jobs.find((plan) => {
    if (there.some(({ key, name }) => key === plan.key && name === plan.name)) return false
    return plan.needs.every((need) => {
      // A need that names no job of the workflow is ignored.
      const needed = run.jobs.filter(({ key }) => key === need)
      return needed.every(({ name }) =>
        there.some((job) => job.key === need && job.name === name && job.status === 'completed'),
      )
    })
  })
}

/** Returns the length of the longest chain of jobs that need one another. */
function countRanks(jobs: readonly JobPlan[]): number {
  const known = new Map<string, number>()
  const rank = (key: string): number => {
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, 1) // a circle of needs is not followed further
    const needs = jobs.filter((job) => job.key === key).flatMap((job) => job.needs)
    const found = 1 + Math.max(0, ...needs.map(rank))
    known.set(key, found)
    return found
  }
  return Math.max(1, ...jobs.map(({ key }) => rank(key)))
}
