import type { JobConclusion, JobPlan, JobStep, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { CheckRun } from '#codehost/schema/checks.ts'
import { emitCheckRun } from '../checks/events.ts'
import { emitWorkflowJob, type RunContext } from './run-events.ts'

/**
 * Adds a queued job to the latest attempt of a run, with the check run that shows it. Emits `workflow_job` and
 * `check_run`.
 */
export function queueJob(context: RunContext, run: WorkflowRun, plan: JobPlan): WorkflowJob {
  const { rows, clock } = context
  const at = clock.now()
  const job = insertJob(context, run, plan, { status: 'queued', conclusion: null, startedAt: at, completedAt: null })
  emitWorkflowJob(context, run, job, 'queued')
  emitCheck(context, run, job, 'created')
  return rows.workflowJobs.require(job.id)
}

/** Adds a job that the rules of its environment hold. Emits `workflow_job` and `check_run`. */
export function holdJob(context: RunContext, run: WorkflowRun, plan: JobPlan): WorkflowJob {
  const at = context.clock.now()
  const job = insertJob(context, run, plan, { status: 'waiting', conclusion: null, startedAt: at, completedAt: null })
  emitWorkflowJob(context, run, job, 'waiting')
  emitCheck(context, run, job, 'created')
  return job
}

/** Queues a job that was held. Emits `workflow_job`. */
export function releaseJob(context: RunContext, run: WorkflowRun, { id }: WorkflowJob): WorkflowJob {
  const { rows } = context
  rows.checkRuns.update(id, { status: 'queued' })
  const job = rows.workflowJobs.update(id, { status: 'queued' })
  emitWorkflowJob(context, run, job, 'queued')
  return job
}

/** Adds a skipped job, because a job that it needs did not succeed. Emits `workflow_job` and `check_run`. */
export function skipJob(context: RunContext, run: WorkflowRun, plan: JobPlan): WorkflowJob {
  const at = context.clock.now()
  const done = { status: 'completed', conclusion: 'skipped', startedAt: at, completedAt: at } as const
  const job = insertJob(context, run, plan, done)
  emitCheck(context, run, job, 'created')
  emitCheck(context, run, job, 'completed')
  emitWorkflowJob(context, run, job, 'completed')
  return job
}

/** Copies a job of the previous attempt, with its conclusion, to the latest attempt. The job does not run again. */
export function keepJob(context: RunContext, run: WorkflowRun, before: WorkflowJob): WorkflowJob {
  const { key, name, labels, status, conclusion, startedAt, completedAt, steps, runnerId, log } = before
  const plan: JobPlan = { key, name, needs: [], labels, steps: [] }
  const { id } = insertJob(context, run, plan, { status, conclusion, startedAt, completedAt })
  return context.rows.workflowJobs.update(id, { steps, runnerId, log, createdAt: before.createdAt })
}

/** Assigns a queued job to a runner. Emits `workflow_job`. */
export function startJob(context: RunContext, run: WorkflowRun, before: WorkflowJob): WorkflowJob {
  const { rows, clock } = context
  const at = clock.now()
  const names = ['Set up job', ...plannedSteps(run, before), 'Complete job']
  const steps = names.map((name, index): JobStep => {
    const first = index === 0
    const status = first ? 'in_progress' : 'queued'
    return { number: index + 1, name, status, conclusion: null, startedAt: first ? at : null, completedAt: null }
  })
  const runnerId = rows.runnerIds.next()
  const job = rows.workflowJobs.update(before.id, { status: 'in_progress', startedAt: at, runnerId, steps })
  rows.checkRuns.update(job.id, { status: 'in_progress', startedAt: at })
  emitWorkflowJob(context, run, job, 'in_progress')
  return job
}

/** Completes a job that is not completed yet. Emits `workflow_job` and `check_run`. */
export function completeJob(
  context: RunContext,
  run: WorkflowRun,
  before: WorkflowJob,
  conclusion: JobConclusion,
): WorkflowJob {
  const { rows, clock } = context
  const at = clock.now()
  const steps = endedSteps(before.steps, conclusion, before.startedAt, at)
  const ended = { status: 'completed', conclusion, completedAt: at } as const
  const job = rows.workflowJobs.update(before.id, { ...ended, steps })
  rows.checkRuns.update(job.id, ended)
  emitCheck(context, run, job, 'completed')
  emitWorkflowJob(context, run, job, 'completed')
  return job
}

type Progress = Pick<WorkflowJob, 'status' | 'conclusion' | 'startedAt' | 'completedAt'>

function insertJob({ rows, clock }: RunContext, run: WorkflowRun, plan: JobPlan, progress: Progress): WorkflowJob {
  const check = rows.checkRuns.insert({
    repoId: run.repoId,
    suiteId: run.suiteId,
    headSha: run.headSha,
    name: plan.name,
    externalId: '',
    detailsUrl: null,
    ...progress,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  })
  // The vendor uses the same id for a job and its check run.
  return rows.workflowJobs.insert({
    id: check.id,
    repoId: run.repoId,
    runId: run.id,
    attempt: run.attempt,
    key: plan.key,
    name: plan.name,
    labels: plan.labels,
    ...progress,
    steps: [],
    runnerId: null,
    log: null,
    createdAt: clock.now(),
  })
}

function emitCheck(context: RunContext, run: WorkflowRun, { id }: WorkflowJob, action: 'created' | 'completed'): void {
  const { rows } = context
  const check: CheckRun = rows.checkRuns.require(id)
  emitCheckRun(context, rows.repos.require(run.repoId), action, check, rows.accounts.require(run.triggeringActorId))
}

function plannedSteps(run: WorkflowRun, { key, name }: WorkflowJob): readonly string[] {
  return run.jobs.find((plan) => plan.key === key && plan.name === name)?.steps ?? []
}

/**
 * Returns the steps of a completed job. In a failed job the last of the workflow's own steps failed; in a cancelled job
 * all of its own steps were cancelled.
 */
function endedSteps(
  steps: readonly JobStep[],
  conclusion: JobConclusion,
  startedAt: number,
  completedAt: number,
): JobStep[] {
  const lastOwn = Math.max(1, steps.length - 1)
  return steps.map((step): JobStep => {
    const isOwn = step.number > 1 && step.number < steps.length
    const failed = conclusion === 'failure' && step.number === lastOwn
    const cancelled = conclusion === 'cancelled' && isOwn
    const ended = failed ? 'failure' : cancelled ? 'cancelled' : 'success'
    return { ...step, status: 'completed', conclusion: ended, startedAt, completedAt }
  })
}
