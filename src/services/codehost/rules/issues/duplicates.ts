import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { recordIssueEvent } from './events.ts'

/** Returns the issue that an issue was closed as a duplicate of; undefined for none. */
export function canonicalOf(rows: Rows, { id, stateReason }: Pick<Issue, 'id' | 'stateReason'>): Issue | undefined {
  if (stateReason !== 'duplicate') return undefined
  return rows.issues.get(rows.duplicateIssues.find('duplicate', id)?.canonicalId)
}

/**
 * Records that an issue is a duplicate of another one, in place of what was recorded before.
 *
 * @throws 422 for the issue itself.
 */
export function markAsDuplicate(call: CodehostCall, duplicate: Issue, canonical: Issue, sender: Account): void {
  const { rows } = call
  if (duplicate.id === canonical.id) throw unprocessable('An issue cannot be a duplicate of itself')
  const before = rows.duplicateIssues.find('duplicate', duplicate.id)
  if (before?.canonicalId === canonical.id) return
  if (before !== undefined) rows.duplicateIssues.delete(before.id)
  rows.duplicateIssues.insert({ duplicateId: duplicate.id, canonicalId: canonical.id })
  recordIssueEvent(call, duplicate, sender, 'marked_as_duplicate', { $issue: canonical.id })
}

/**
 * Takes the record back that an issue is a duplicate of another one. The issue stays closed.
 *
 * @throws 404 for an issue that is no duplicate of it.
 */
export function unmarkAsDuplicate(call: CodehostCall, duplicate: Issue, canonical: Issue, sender: Account): void {
  const found = call.rows.duplicateIssues.find('duplicate', duplicate.id)
  if (found?.canonicalId !== canonical.id) throw notFound()
  call.rows.duplicateIssues.delete(found.id)
  recordIssueEvent(call, duplicate, sender, 'unmarked_as_duplicate', { $issue: canonical.id })
}
