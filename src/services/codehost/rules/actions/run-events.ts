import type { CodehostContext } from '#codehost/call.ts'
import type { WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'

/** The context of a run's progress: a call, or the context of a timer, a command or a seed. */
export type RunContext = Pick<CodehostContext, 'rows' | 'store' | 'schedule' | 'emit'> & {
  readonly clock: Pick<CodehostContext['clock'], 'now'>
}

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

type EventContext = Pick<CodehostContext, 'rows' | 'emit'>

/** Emits `workflow_run` on behalf of the account that started the attempt. */
export function emitWorkflowRun({ rows, emit }: EventContext, { run, action }: RunTransition): void {
  const repo = rows.repos.require(run.repoId)
  emit({ event: 'workflow_run', action, repo, sender: rows.accounts.require(run.triggeringActorId), run })
}

/** Emits `workflow_job` with `action`, on behalf of the account that started the attempt. */
export function emitWorkflowJob(
  { rows, emit }: EventContext,
  run: WorkflowRun,
  job: WorkflowJob,
  action: 'queued' | 'in_progress' | 'completed',
): void {
  const repo = rows.repos.require(run.repoId)
  emit({ event: 'workflow_job', action, repo, sender: rows.accounts.require(run.triggeringActorId), job })
}
