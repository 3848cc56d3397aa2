import type { CodehostContext, Site } from '#codehost/call.ts'
import { workflowJobJson } from '#codehost/json/actions/workflow-job.ts'
import { workflowRunJson } from '#codehost/json/actions/workflow-run.ts'
import { eventWorkflow } from '#codehost/json/actions/workflow.ts'
import type { WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import { emit, type Emitter } from '#codehost/webhooks.ts'

/** The context of a run's progress: a call, or the context of a timer, a command or a seed. */
export type RunContext = Emitter &
  Pick<CodehostContext, 'store' | 'schedule'> & { readonly clock: Pick<CodehostContext['clock'], 'now'> }

/** A change of a run's status that `workflow_run` reports and that may start other workflows. */
export interface RunTransition {
  readonly run: WorkflowRun
  readonly action: 'requested' | 'in_progress' | 'completed'
}

/**
 * The progress of a run as a generator that pauses at each transition and returns a result. The generator does nothing
 * until `carryOut` (run-transitions.ts) runs it.
 */
export type RunProgress<T> = Generator<RunTransition, T, void>

/** Emits `workflow_run` on behalf of the account that started the attempt. */
export function emitWorkflowRun(context: Emitter, { run, action }: RunTransition): void {
  const { rows } = context
  const repo = rows.repos.require(run.repoId)
  const payload = (site: Site) => ({
    workflow_run: workflowRunJson(site, repo, run),
    workflow: eventWorkflow(site, repo, rows.workflows.require(run.workflowId)),
  })
  emit(context, { event: 'workflow_run', action, repo, sender: rows.accounts.require(run.triggeringActorId), payload })
}

/** Emits `workflow_job` with `action`, on behalf of the account that started the attempt. */
export function emitWorkflowJob(
  context: Emitter,
  run: WorkflowRun,
  job: WorkflowJob,
  action: 'queued' | 'in_progress' | 'completed',
): void {
  const { rows } = context
  const repo = rows.repos.require(run.repoId)
  const payload = (site: Site) => ({ workflow_job: workflowJobJson(site, repo, job) })
  emit(context, { event: 'workflow_job', action, repo, sender: rows.accounts.require(run.triggeringActorId), payload })
}
