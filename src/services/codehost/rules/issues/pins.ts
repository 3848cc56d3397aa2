import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { recordIssueEvent } from './events.ts'
import { emitIssue } from './issues.ts'

/** The most pinned issues of a repository. */
const MOST_PINS = 3

/**
 * Pins an issue to its repository's list. Emits `pinned`, unless it is pinned already.
 *
 * @throws 422 for a fourth one.
 */
export function pinIssue(call: CodehostCall, issue: Issue, sender: Account): void {
  const { rows } = call
  if (rows.pinnedIssues.find('issue', issue.id) !== undefined) return
  if (rows.pinnedIssues.countReferring('repoId', issue.repoId) >= MOST_PINS) {
    throw unprocessable('Maximum 3 pinned issues per repository')
  }
  rows.pinnedIssues.insert({ repoId: issue.repoId, issueId: issue.id, pinnedById: sender.id })
  recordIssueEvent(call, issue, sender, 'pinned')
  emitIssue(call, issue, 'pinned', sender)
}

/** Unpins an issue. Emits `unpinned`, unless it is not pinned. */
export function unpinIssue(call: CodehostCall, issue: Issue, sender: Account): void {
  const { rows } = call
  const pin = rows.pinnedIssues.find('issue', issue.id)
  if (pin === undefined) return
  rows.pinnedIssues.delete(pin.id)
  recordIssueEvent(call, issue, sender, 'unpinned')
  emitIssue(call, issue, 'unpinned', sender)
}
