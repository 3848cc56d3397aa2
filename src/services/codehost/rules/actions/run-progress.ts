import type { JobConclusion, JobPlan, RunTimer, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { CheckConclusion, CheckSuite } from '#codehost/schema/checks.ts'
import { emitCheckSuite } from '../checks/events.ts'
import { othersInGroup } from './concurrency.ts'
import { beginJob, endJob, endWait, queuePlanned } from './job-environments.ts'
import { isConditionMet } from './job-conditions.ts'
import { skipJob } from './job-progress.ts'
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
  yield* advance(context, run)
}

/** Moves a run once, and schedules its next move unless it is completed or waits. */
export function* advance(context: RunContext, run: WorkflowRun): RunProgress<void> {
  const moved = yield* step(context, run)
  if (moved.status !== 'completed' && moved.status !== 'waiting') scheduleMove(context, moved)
}

/**
 * Takes a run to its end at once and returns it. Jobs that the rules of an environment hold are let through. Emits the
 * events of each move.
 */
export function* endRun(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  let run = before
  while (run.status !== 'completed') {
    for (const wait of context.rows.jobWaits.referring('runId', run.id)) yield* endWait(context, run, wait)
    run = yield* step(context, run)
  }
  return run
}

/**
 * Cancels a run together with its unfinished jobs and returns it. Emits `workflow_job`, `check_run`, `workflow_run` and
 * `check_suite`.
 */
export function* cancelRun(context: RunContext, run: WorkflowRun): RunProgress<WorkflowRun> {
  for (const job of jobsOf(context, run)) {
    if (job.status !== 'completed') yield* endJob(context, run, job, 'cancelled')
  }
  return yield* completeRun(context, run, 'cancelled')
}

/**
 * Queues the first jobs of a queued run, unless another run of its concurrency group goes on: then the run is pending,
 * in place of one that was, or the others are cancelled. Returns the run.
 */
export function* enterGroup(context: RunContext, run: WorkflowRun): RunProgress<WorkflowRun> {
  const cancelsAll = run.concurrency?.cancelInProgress === true
  for (const other of othersInGroup(context.rows, run)) {
    if (cancelsAll || other.status === 'pending') yield* cancelRun(context, other)
  }
  if (othersInGroup(context.rows, run).length > 0) return setRunStatus(context, run, 'pending', null).run
  return yield* begin(context, run)
}

function* begin(context: RunContext, run: WorkflowRun): RunProgress<WorkflowRun> {
  yield* queueReadyJobs(context, run)
  scheduleMove(context, run)
  return run
}

/** Lets the run begin that waits for the group of a completed one. */
function* leaveGroup(context: RunContext, run: WorkflowRun): RunProgress<void> {
  const others = othersInGroup(context.rows, run)
  const [next] = others
  if (next === undefined || others.some(({ status }) => status !== 'pending')) return
  yield* begin(context, setRunStatus(context, next, 'queued', null).run)
}

/** Returns the jobs of the latest attempt of a run, oldest first. */
export function jobsOf({ rows }: Pick<RunContext, 'rows'>, run: WorkflowRun): WorkflowJob[] {
  return rows.workflowJobs.list('byAttempt', run.id, run.attempt)
}

/**
 * Queues the jobs whose conditions are met, or holds them for their environment, and skips the other jobs whose needs
 * have ended.
 */
export function* queueReadyJobs(context: RunContext, run: WorkflowRun): RunProgress<void> {
  const attempt = new Map(jobsOf(context, run).map((job) => [idOf(job), job]))
  const plans = groupByKey(run.jobs)
  for (let index = 0; index < run.jobs.length; index += 1) {
    const plan = run.jobs[index]
    if (plan === undefined || attempt.has(idOf(plan))) continue
    // A need that names no job of the workflow is ignored.
    const needed = plan.needs.flatMap((need) => plans.get(need) ?? []).map((each) => attempt.get(idOf(each)))
    if (needed.some((job) => job?.status !== 'completed')) continue
    if (isConditionMet(context.rows, run, plan, [...attempt.values()])) {
      attempt.set(idOf(plan), yield* queuePlanned(context, run, plan))
    } else {
      attempt.set(idOf(plan), skipJob(context, run, plan))
      // A job that stands before the skipped one may have waited for it.
      const dependent = run.jobs.findIndex(({ needs }) => needs.includes(plan.key))
      if (dependent >= 0) index = Math.min(index, dependent - 1)
    }
  }
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

/**
 * Starts a queued run and its queued jobs, unless all of them are held. Emits `workflow_run` and `workflow_job`.
 * Returns the run.
 */
export function* startQueuedRun(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  const jobs = jobsOf(context, before)
  if (isHeld(jobs)) return setRunStatus(context, before, 'waiting', null).run
  const { run } = setRunStatus(context, before, 'in_progress', null)
  if (jobs.every(({ runnerId }) => runnerId === null)) yield { run, action: 'in_progress' }
  for (const job of jobs) if (job.status === 'queued') yield* beginJob(context, run, job)
  return run
}

function* step(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  if (before.status === 'pending') return yield* begin(context, setRunStatus(context, before, 'queued', null).run)
  if (before.status === 'queued') return yield* startQueuedRun(context, before)
  for (const job of jobsOf(context, before)) {
    if (job.status === 'in_progress') yield* endJob(context, before, job, jobOutcome(before, job))
  }
  yield* queueReadyJobs(context, before)
  const jobs = jobsOf(context, before)
  for (const job of jobs) if (job.status === 'queued') yield* beginJob(context, before, job)
  if (isHeld(jobs)) return setRunStatus(context, before, 'waiting', null).run
  if (jobs.some(({ status }) => status !== 'completed')) return before
  return yield* completeRun(context, before, conclusionOf(context, before))
}

/** Returns whether jobs wait and no other job is left. */
function isHeld(jobs: readonly WorkflowJob[]): boolean {
  return (
    jobs.some(({ status }) => status === 'waiting') &&
    jobs.every(({ status }) => status === 'waiting' || status === 'completed')
  )
}

/** Completes a run with a conclusion and returns it. Emits `workflow_run` and `check_suite`. */
export function* completeRun(
  context: RunContext,
  before: WorkflowRun,
  conclusion: CheckConclusion,
): RunProgress<WorkflowRun> {
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
  yield* leaveGroup(context, run)
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

/** Identifies a job within an attempt: the jobs of a matrix share their key. */
function idOf({ key, name }: Pick<JobPlan, 'key' | 'name'>): string {
  return `${key}\n${name}`
}

function groupByKey(jobs: readonly JobPlan[]): ReadonlyMap<string, readonly JobPlan[]> {
  const groups = new Map<string, JobPlan[]>()
  for (const job of jobs) {
    const group = groups.get(job.key)
    if (group === undefined) groups.set(job.key, [job])
    else group.push(job)
  }
  return groups
}

/** Returns the length of the longest chain of jobs that need one another. Jobs in a circle of needs count as one. */
function countRanks(jobs: readonly JobPlan[]): number {
  const needs = new Map([...groupByKey(jobs)].map(([key, group]) => [key, new Set(group.flatMap((job) => job.needs))]))
  const waiting = new Map([...needs].map(([key, keys]) => [key, [...keys].filter((each) => needs.has(each)).length]))
  const dependents = new Map([...needs.keys()].map((key) => [key, [] as string[]])) // filled below
  for (const [key, keys] of needs) for (const each of keys) dependents.get(each)?.push(key)
  let rank = 0
  let ready = [...waiting].filter(([, count]) => count === 0).map(([key]) => key)
  for (; ready.length > 0; rank += 1) {
    const next: string[] = []
    for (const dependent of ready.flatMap((key) => dependents.get(key) ?? [])) {
      const count = (waiting.get(dependent) ?? 0) - 1
      waiting.set(dependent, count)
      if (count === 0) next.push(dependent)
    }
    ready = next
  }
  return Math.max(1, rank)
}
