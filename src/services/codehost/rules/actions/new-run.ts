import { defined } from '#core/objects.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { JobPlan, Workflow, WorkflowJob, WorkflowPlan, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { withGroups } from './concurrency.ts'
import { withCalledJobs } from './called-workflows.ts'
import { keepJob } from './job-progress.ts'
import type { RunContext, RunProgress } from './run-events.ts'
import { completeRun, enterGroup, jobsOf, setRunStatus } from './run-progress.ts'

/** The input of a new run. */
export interface NewRun {
  readonly workflow: Workflow
  readonly plan: WorkflowPlan
  readonly event: string
  /** A branch or tag, without `refs/heads/`. */
  readonly headBranch: string
  readonly head: Commit
  readonly headRepo: Repo
  /** The title of the event; used unless the workflow has a `run-name`. */
  readonly title: string
  readonly actor: Account
  readonly inputs?: Readonly<Record<string, string>>
  /** The number of runs before this one in a chain of `workflow_run` triggers. */
  readonly depth?: number
  /** True for a run that starts no job until someone approves it. */
  readonly awaitsApproval?: boolean
}

/** Starts a run and schedules its progress. Emits `workflow_run`, `workflow_job` and `check_run`. */
export function* startRun(context: RunContext, repo: Repo, input: NewRun): RunProgress<WorkflowRun> {
  const run = insertRun(context, repo, input)
  yield { run, action: 'requested' }
  if (input.awaitsApproval === true) return yield* completeRun(context, run, 'action_required')
  return yield* queueRun(context, run)
}

/** Goes on with a run that waited for an approval. Emits the events of its start. */
export function* startApproved(context: RunContext, before: WorkflowRun): RunProgress<WorkflowRun> {
  return yield* queueRun(context, setRunStatus(context, before, 'queued', null).run)
}

function* queueRun(context: RunContext, run: WorkflowRun): RunProgress<WorkflowRun> {
  // No attempt can start a workflow that has too large a matrix.
  if (run.jobs.length === 0) return yield* completeRun(context, run, 'failure')
  return yield* enterGroup(context, run)
}

/** Adds a queued run without jobs and without a scheduled timer. */
export function insertRun({ rows, clock }: RunContext, repo: Repo, input: NewRun): WorkflowRun {
  const { workflow, plan, head, actor, inputs } = input
  const called = withCalledJobs(rows, { repo, commit: head }, plan.jobs)
  const isBroken = plan.hasLargeMatrix === true || called === null
  const at = clock.now()
  const suite = rows.checkSuites.insert({
    repoId: repo.id,
    appId: null,
    ofWorkflow: true,
    headSha: head.sha,
    headBranch: input.headBranch,
    status: 'queued',
    conclusion: null,
    createdAt: at,
    updatedAt: at,
  })
  const run = rows.workflowRuns.insert({
    repoId: repo.id,
    workflowId: workflow.id,
    suiteId: suite.id,
    name: plan.name ?? workflow.name,
    displayTitle: plan.runName === null ? input.title : filledIn(plan.runName, input),
    event: input.event,
    headBranch: input.headBranch,
    headSha: head.sha,
    headRepoId: input.headRepo.id,
    number: rows.runNumbers.next(workflow.id),
    attempt: 1,
    status: 'queued',
    conclusion: null,
    outcome: isBroken ? 'failure' : workflow.conclusion,
    jobOutcomes: workflow.jobConclusions,
    jobs:
      plan.jobs.length > 0 || isBroken
        ? (called ?? []).map((job) => planFor(job, input))
        : [onlyJob(plan.name ?? workflow.name)],
    inputs: inputs ?? null,
    ...defined({ depth: input.depth }),
    actorId: actor.id,
    triggeringActorId: actor.id,
    logsDeleted: false,
    createdAt: at,
    startedAt: at,
    updatedAt: at,
  })
  // The names of groups may have the id of the run in them.
  return rows.workflowRuns.update(run.id, withGroups(rows, run, plan.concurrency))
}

/**
 * Starts the next attempt of a completed run. `again` selects the jobs of the latest attempt that run again, together
 * with the jobs that need them; the other jobs keep their conclusions. Emits the same events as {@link startRun}.
 */
export function* startAttempt(
  context: RunContext,
  before: WorkflowRun,
  actor: Account,
  again: (job: WorkflowJob) => boolean,
): RunProgress<WorkflowRun> {
  const { rows, clock } = context
  const { id: runId, attempt, conclusion, triggeringActorId, startedAt, updatedAt } = before
  const keptFromLast = keptJobs(before.jobs, jobsOf(context, before), again)
  rows.runAttempts.insert({ runId, attempt, conclusion, triggeringActorId, startedAt, updatedAt })
  const workflow = rows.workflows.require(before.workflowId)
  rows.workflowRuns.update(runId, {
    attempt: attempt + 1,
    // A run without jobs has a workflow that no attempt can start.
    outcome: before.jobs.length === 0 ? 'failure' : workflow.conclusion,
    jobOutcomes: workflow.jobConclusions,
    triggeringActorId: actor.id,
    logsDeleted: false,
    startedAt: clock.now(),
  })
  const { run } = setRunStatus(context, rows.workflowRuns.require(runId), 'queued', null)
  yield { run, action: 'requested' }
  for (const job of keptFromLast) keepJob(context, run, job)
  return yield* enterGroup(context, run)
}

/**
 * Runs a check suite or a check run again: all jobs of the run, or `only` one and the jobs that need it.
 *
 * @throws 422 while the run is not completed.
 */
export function* rerequestRun(
  context: RunContext,
  run: WorkflowRun,
  actor: Account,
  only?: WorkflowJob,
): RunProgress<void> {
  if (run.status !== 'completed') throw unprocessable('This check suite is not rerequestable')
  yield* startAttempt(
    context,
    run,
    actor,
    ({ key, name }) => only === undefined || (key === only.key && name === only.name),
  )
}

/** Returns the single job of a workflow that defines no jobs. */
export function onlyJob(name: string): JobPlan {
  return { key: name, name, needs: [], labels: ['ubuntu-latest'], steps: [] }
}

function keptJobs(
  plans: readonly JobPlan[],
  jobs: readonly WorkflowJob[],
  again: (job: WorkflowJob) => boolean,
): WorkflowJob[] {
  const anew = new Set(jobs.filter(again).map(({ key }) => key))
  for (let size = -1; size !== anew.size;) {
    size = anew.size
    for (const { key, needs } of plans) if (needs.some((need) => anew.has(need))) anew.add(key)
  }
  // Only the selected jobs of a matrix run again.
  const needing = (key: string): boolean =>
    plans.some((plan) => plan.key === key && plan.needs.some((n) => anew.has(n)))
  return jobs.filter((job) => !again(job) && !needing(job.key))
}

/** Returns the plan of a job with the expressions in its environment filled in. */
function planFor(job: JobPlan, input: NewRun): JobPlan {
  const { environment } = job
  if (environment === undefined) return job
  return { ...job, environment: { name: filledIn(environment.name, input), url: filledIn(environment.url, input) } }
}

/** Fills in the expressions that are common in names of runs and environments. Other expressions stay as they are. */
function filledIn(template: string, { actor, event, headBranch, head, inputs = {} }: NewRun): string {
  const values: Readonly<Record<string, string>> = {
    'github.actor': actor.login,
    'github.event_name': event,
    'github.ref_name': headBranch,
    'github.sha': head.sha,
    ...Object.fromEntries(
      Object.entries(inputs).flatMap(([name, value]) => [
        [`inputs.${name}`, value],
        [`github.event.inputs.${name}`, value],
      ]),
    ),
  }
  return template.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole)
}
