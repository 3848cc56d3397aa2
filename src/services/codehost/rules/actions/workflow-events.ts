import type { TriggerFilter } from '#codehost/schema/actions.ts'
import type { RepositoryEvent } from '#codehost/schema/events.ts'
import type { RunContext } from './run-events.ts'
import { startRuns, type RunSubject } from './run-transitions.ts'

/**
 * Emits an event of a repository and starts the workflows that it triggers. Not for `push`, `pull_request` and
 * `workflow_run`, which have their own rules.
 * https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export function emitAndRun(context: RunContext, event: RepositoryEvent, subject: RunSubject = {}): void {
  const { event: name, action, repo, sender } = event
  context.emit(event)
  const matches = ({ types }: TriggerFilter) => types === null || action === undefined || types.includes(action)
  startRuns(context, repo, name, sender, matches, subject)
}
