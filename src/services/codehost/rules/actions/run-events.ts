import type { CodehostContext } from '../../call.ts'
import { workflowJobJson } from '../../json/workflow-job.ts'
import { workflowRunJson } from '../../json/workflow-run.ts'
import { eventWorkflow } from '../../json/workflow.ts'
import type { WorkflowJob, WorkflowRun } from '../../schema/actions.ts'
import { emit, eventSite, type Emitter } from '../../webhooks.ts'
import { runOnRun } from './workflow-events.ts'

/** What moving a run takes: a call, or the context of a timer, a command or a seed. */
export type RunContext = Emitter &
  Pick<CodehostContext, 'store' | 'schedule'> & { readonly clock: Pick<CodehostContext['clock'], 'now'> }

/** Emits `workflow_run` with `action`, on behalf of who started the attempt, and starts the workflows that run on it. */
export function emitWorkflowRun(
  context: RunContext,
  run: WorkflowRun,
  action: 'requested' | 'in_progress' | 'completed',
): void {
  const { rows } = context
  const repo = rows.repos.require(run.repoId)
  const site = eventSite(context)
  const payload = () => ({
    workflow_run: workflowRunJson(site, repo, run),
    workflow: eventWorkflow(site, repo, rows.workflows.require(run.workflowId)),
  })
  emit(context, { event: 'workflow_run', action, repo, sender: rows.accounts.require(run.triggeringActorId), payload })
  runOnRun(context, run, action)
}

/** Emits `workflow_job` with `action`, on behalf of who started the attempt. */
export function emitWorkflowJob(
  context: Emitter,
  run: WorkflowRun,
  job: WorkflowJob,
  action: 'queued' | 'in_progress' | 'completed',
): void {
  const { rows } = context
  const repo = rows.repos.require(run.repoId)
  const payload = () => ({ workflow_job: workflowJobJson(eventSite(context), repo, job) })
  emit(context, { event: 'workflow_job', action, repo, sender: rows.accounts.require(run.triggeringActorId), payload })
}
