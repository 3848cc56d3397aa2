import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { recordIssueEvent } from './events.ts'

/**
 * The largest number of issues that block one, or that one blocks.
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-issue-dependencies
 */
const MOST_DEPENDENCIES = 50

/** Returns the issues that block an issue. */
export function blockersOf(rows: Rows, { id }: Pick<Issue, 'id'>): Issue[] {
  return rows.issueDependencies.referring('blockedId', id).map(({ blockingId }) => rows.issues.require(blockingId))
}

/** Returns the issues that an issue blocks. */
export function blockedBy(rows: Rows, { id }: Pick<Issue, 'id'>): Issue[] {
  return rows.issueDependencies.referring('blockingId', id).map(({ blockedId }) => rows.issues.require(blockedId))
}

/**
 * Records that an issue blocks another one. Emits `issue_dependencies`.
 *
 * @throws 422 for the issue itself, one that blocks it already, and where there are too many.
 */
export function addBlocker(call: CodehostCall, blocked: Issue, blocking: Issue, sender: Account): void {
  const { rows } = call
  if (blocked.id === blocking.id) throw unprocessable('An issue cannot be blocked by itself')
  if (rows.issueDependencies.find('pair', blocked.id, blocking.id) !== undefined) {
    throw unprocessable('Target issue has already been taken')
  }
  if (
    rows.issueDependencies.countReferring('blockedId', blocked.id) >= MOST_DEPENDENCIES ||
    rows.issueDependencies.countReferring('blockingId', blocking.id) >= MOST_DEPENDENCIES
  ) {
    throw unprocessable(`An issue cannot have more than ${MOST_DEPENDENCIES} dependencies`)
  }
  rows.issueDependencies.insert({ blockedId: blocked.id, blockingId: blocking.id })
  recordChange(call, blocked, blocking, 'added', sender)
}

/**
 * Takes the record back that an issue blocks another one. Emits `issue_dependencies`.
 *
 * @throws 404 for an issue that does not block it.
 */
export function removeBlocker(call: CodehostCall, blocked: Issue, blocking: Issue, sender: Account): void {
  const found = call.rows.issueDependencies.find('pair', blocked.id, blocking.id)
  if (found === undefined) throw notFound()
  call.rows.issueDependencies.delete(found.id)
  recordChange(call, blocked, blocking, 'removed', sender)
}

function recordChange(call: CodehostCall, blocked: Issue, blocking: Issue, done: 'added' | 'removed', sender: Account) {
  const { rows, emit } = call
  recordIssueEvent(call, blocked, sender, `blocked_by_${done}`, { $issue: blocking.id })
  recordIssueEvent(call, blocking, sender, `blocking_${done}`, { $issue: blocked.id })
  const subject = { event: 'issue_dependencies', sender, blocked, blocking } as const // an event's name is a literal
  emit({ ...subject, action: `blocked_by_${done}`, repo: rows.repos.require(blocked.repoId) })
  emit({ ...subject, action: `blocking_${done}`, repo: rows.repos.require(blocking.repoId) })
}
