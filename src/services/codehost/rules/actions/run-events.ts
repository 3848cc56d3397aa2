import type { CodehostContext } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { RepositoryEvent } from '#codehost/schema/events.ts'

/** The context of a run's progress: a call, or the context of a timer, a command or a seed. */
export type RunContext = Pick<CodehostContext, 'rows' | 'store' | 'schedule' | 'emit'> & {
  readonly clock: Pick<CodehostContext['clock'], 'now'>
}

/** A change of a run's status that `workflow_run` reports and that may start other workflows. */
export interface RunTransition {
  readonly run: WorkflowRun
  readonly action: 'requested' | 'in_progress' | 'completed'
}

/** The subject of an event that starts runs. */
export interface RunSubject {
  /** The title of the runs; absent: the name of the workflow. */
  readonly title?: string
  /** The commit whose workflow files are read; absent: the tip of the default branch. */
  readonly head?: Commit
  /** The branch or tag of `head`. */
  readonly ref?: string
}

/** An event that a run brings about beside its own, which may start other workflows too. */
export interface EventTransition {
  readonly event: RepositoryEvent
  readonly subject: RunSubject
}

/**
 * The progress of a run as a generator that pauses at each transition and returns a result. The generator does nothing
 * until `carryOut` (run-transitions.ts) runs it.
 */
export type RunProgress<T> = Generator<RunTransition | EventTransition, T, void>

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
  action: 'queued' | 'in_progress' | 'completed' | 'waiting',
): void {
  const repo = rows.repos.require(run.repoId)
  emit({ event: 'workflow_job', action, repo, sender: rows.accounts.require(run.triggeringActorId), job })
}
