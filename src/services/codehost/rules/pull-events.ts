import type { CodehostCall } from '../call.ts'
import type { Account, Issue } from '../schema.ts'

/**
 * A pull request changed through what it shares with issues (state, labels, assignees, milestone, lock, text): emits
 * `pull_request` with `action`. `extra` are the members that only this action has: `{ label }`, `{ changes }`.
 */
export function pullChanged(
  _call: CodehostCall,
  _issue: Issue,
  _action: string,
  _sender: Account,
  _extra: Readonly<Record<string, unknown>>,
): void {}
