import { MINUTE } from '#core/duration.ts'
import type { Environment } from '#codehost/schema/deployments.ts'
import type { JobConclusion, JobPlan, JobWait, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { deactivateEarlier, insertDeployment, insertDeploymentStatus } from '../deployments/deployment-rows.ts'
import { ensureEnvironment } from '../deployments/environments.ts'
import { canDeployRef } from '../deployments/ref-policies.ts'
import { commitAt } from '../git/objects.ts'
import { completeJob, holdJob, queueJob, releaseJob, startJob } from './job-progress.ts'
import type { RunContext, RunProgress } from './run-events.ts'

/**
 * Queues a job. A job with an environment makes a deployment, and is held while the rules of the environment are not
 * met; it fails at once when its ref may not be deployed there.
 * https://docs.github.com/actions/reference/workflows-and-actions/deployments-and-environments
 */
export function* queuePlanned(context: RunContext, run: WorkflowRun, plan: JobPlan): RunProgress<WorkflowJob> {
  if (plan.environment === undefined) return queueJob(context, run, plan)
  const { rows } = context
  const repo = rows.repos.require(run.repoId)
  const environment = ensureEnvironment(context, repo, plan.environment.name)
  const type = rows.refs.find('name', repo.id, `refs/heads/${run.headBranch}`) === undefined ? 'tag' : 'branch'
  if (!canDeployRef(rows, repo, environment, type, run.headBranch)) {
    return refusedJob(context, run, plan, environment, type)
  }
  const gates = rows.deploymentGates.referring('environmentId', environment.id)
  const isOpen = environment.waitTimer === 0 && environment.reviewers.length === 0 && gates.length === 0
  const job = isOpen ? queueJob(context, run, plan) : holdJob(context, run, plan)
  const commit = commitAt(rows, repo, run.headSha)
  if (commit === null) return job
  const { deployment, transition } = insertDeployment(context, repo, {
    commit,
    ref: run.headBranch,
    task: 'deploy',
    payload: {},
    environment: environment.name,
    description: null,
    isTransient: false,
    isProduction: environment.name === 'production',
    creator: rows.accounts.require(run.triggeringActorId),
    jobId: job.id,
  })
  yield transition
  yield* addJobStatus(context, run, job, isOpen ? 'queued' : 'waiting')
  if (isOpen) return job
  const wait = { jobId: job.id, deploymentId: deployment.id, gateAppIds: gates.map(({ appId }) => appId) }
  yield* beginWait(context, run, environment, wait)
  return rows.workflowJobs.require(job.id)
}

/** Adds a job that fails, because its branch or tag may not be deployed to its environment. */
function refusedJob(
  context: RunContext,
  run: WorkflowRun,
  plan: JobPlan,
  { name }: Environment,
  type: 'branch' | 'tag',
): WorkflowJob {
  const job = queueJob(context, run, plan)
  const word = type === 'branch' ? 'Branch' : 'Tag'
  const reason = `${word} "${run.headBranch}" is not allowed to deploy to ${name} due to environment protection rules.`
  context.rows.workflowJobs.update(job.id, { log: reason })
  return completeJob(context, run, job, 'failure')
}

function* beginWait(
  context: RunContext,
  run: WorkflowRun,
  environment: Environment,
  wait: Pick<JobWait, 'jobId' | 'deploymentId' | 'gateAppIds'>,
): RunProgress<void> {
  const { rows, clock, schedule } = context
  const now = clock.now()
  const duration = environment.waitTimer * MINUTE
  const inserted = rows.jobWaits.insert({
    ...wait,
    repoId: run.repoId,
    runId: run.id,
    environmentId: environment.id,
    waitsUntil: duration === 0 ? null : now + duration,
    isApproved: environment.reviewers.length === 0,
    createdAt: now,
  })
  if (duration > 0) schedule(duration, 'endWait', { waitId: inserted.id })
  const repo = rows.repos.require(run.repoId)
  const sender = rows.accounts.require(run.triggeringActorId)
  const subject = { repo, sender, run, wait: inserted, environment } as const
  if (environment.reviewers.length > 0) {
    yield { event: { event: 'deployment_review', action: 'requested', ...subject }, subject: {} }
  }
  for (const appId of wait.gateAppIds) {
    const event = { event: 'deployment_protection_rule', action: 'requested', ...subject, askedApp: appId } as const
    yield { event, subject: {} }
  }
}

/** Returns whether nothing holds a job any more. */
export function isOver({ isApproved, gateAppIds, waitsUntil }: JobWait, now: number): boolean {
  return isApproved && gateAppIds.length === 0 && (waitsUntil === null || waitsUntil <= now)
}

/** Lets a job through that was held. */
export function* endWait(context: RunContext, run: WorkflowRun, wait: JobWait): RunProgress<void> {
  const { rows } = context
  rows.jobWaits.delete(wait.id)
  const job = releaseJob(context, run, rows.workflowJobs.require(wait.jobId))
  yield* addJobStatus(context, run, job, 'queued')
}

/** Starts a queued job. Emits `workflow_job`, and the status of its deployment. */
export function* beginJob(context: RunContext, run: WorkflowRun, before: WorkflowJob): RunProgress<void> {
  yield* addJobStatus(context, run, startJob(context, run, before), 'in_progress')
}

const STATES = { success: 'success', failure: 'failure', cancelled: 'error', skipped: 'error' } as const

/** Completes a job. Emits `workflow_job` and `check_run`, and the status of its deployment. */
export function* endJob(
  context: RunContext,
  run: WorkflowRun,
  before: WorkflowJob,
  conclusion: JobConclusion,
): RunProgress<void> {
  const { rows } = context
  const wait = rows.jobWaits.find('job', before.id)
  if (wait !== undefined) rows.jobWaits.delete(wait.id)
  yield* addJobStatus(context, run, completeJob(context, run, before, conclusion), STATES[conclusion])
}

/** Adds a status to the deployment of a job, if it has one. */
function* addJobStatus(
  context: RunContext,
  run: WorkflowRun,
  job: WorkflowJob,
  state: 'waiting' | 'queued' | 'in_progress' | 'success' | 'failure' | 'error',
): RunProgress<void> {
  const { rows } = context
  const [deployment] = rows.deployments.referring('jobId', job.id)
  if (deployment === undefined) return
  const repo: Repo = rows.repos.require(run.repoId)
  const creator = rows.accounts.require(run.triggeringActorId)
  const plan = run.jobs.find(({ key, name }) => key === job.key && name === job.name)
  const { transition } = insertDeploymentStatus(context, repo, deployment, {
    state,
    description: '',
    environment: deployment.environment,
    environmentUrl: state === 'success' ? (plan?.environment?.url ?? '') : '',
    logUrl: '',
    creator,
  })
  if (state === 'success') deactivateEarlier(context, repo, deployment, creator)
  if (transition !== null) yield transition
}
