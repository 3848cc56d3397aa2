import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { canRead } from '../repos/visibility.ts'
import { recordIssueEvent } from './events.ts'

/**
 * The largest number of sub-issues of an issue, and of levels below one.
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/adding-sub-issues
 */
const MOST_SUB_ISSUES = 100
const MOST_LEVELS = 8

/** Returns the sub-issues of an issue, in their order. */
export function subIssuesOf(rows: Rows, parent: Issue): Issue[] {
  return rows.subIssues.list('byParent', parent.id).map(({ issueId }) => rows.issues.require(issueId))
}

/** Returns the issue that an issue is a part of; undefined for none. */
export function parentOf(rows: Rows, issue: Pick<Issue, 'id'>): Issue | undefined {
  return rows.issues.get(rows.subIssues.find('issue', issue.id)?.parentId)
}

/**
 * Returns the issue with an id of a request, if the principal may read it.
 *
 * @throws 404, also for a pull request.
 */
export function findRelated(call: CodehostCall, id: number): Issue {
  const issue = call.rows.issues.get(id)
  if (issue === undefined || issue.isPull || !canRead(call, call.rows.repos.require(issue.repoId))) throw notFound()
  return issue
}

/**
 * Makes an issue a part of another one, after its present parts. Emits `sub_issues`.
 *
 * @throws 422 for an issue of another owner, one with a parent unless `replace` is true, and for a circle.
 */
export function addSubIssue(call: CodehostCall, parent: Issue, issue: Issue, replace: boolean, sender: Account): void {
  const { rows } = call
  const refuse = (reason: string): Error =>
    unprocessable(`An error occurred while adding the sub-issue to the parent issue. ${reason}`)
  const ownerOf = ({ repoId }: Issue): number => rows.repos.require(repoId).ownerId
  if (ownerOf(parent) !== ownerOf(issue)) {
    throw refuse('Sub-issues must belong to the same repository owner as the parent')
  }
  const before = rows.subIssues.find('issue', issue.id)
  if (before !== undefined && (!replace || before.parentId === parent.id)) {
    throw refuse('Issue may not contain duplicate sub-issues and Sub issue may only have one parent')
  }
  const above = ancestorsOf(rows, parent)
  if (above.some(({ id }) => id === issue.id)) throw refuse('Sub issue may not create a circular dependency')
  if (rows.subIssues.count('byParent', parent.id) >= MOST_SUB_ISSUES) {
    throw refuse(`Parent cannot have more than ${MOST_SUB_ISSUES} sub-issues`)
  }
  if (above.length + levelsBelow(rows, issue) > MOST_LEVELS) {
    throw refuse(`Parent cannot have more than ${MOST_LEVELS} layers of sub-issues`)
  }
  if (before !== undefined) removeSubIssue(call, rows.issues.require(before.parentId), issue, sender)
  const position = (rows.subIssues.list('byParent', parent.id).at(-1)?.position ?? -1) + 1
  rows.subIssues.insert({ parentId: parent.id, issueId: issue.id, position })
  recordChange(call, parent, issue, 'added', sender)
}

/**
 * Takes a part of an issue away. Emits `sub_issues`.
 *
 * @throws 404 for an issue that is no part of it.
 */
export function removeSubIssue(call: CodehostCall, parent: Issue, issue: Issue, sender: Account): void {
  const { rows } = call
  const found = rows.subIssues.find('issue', issue.id)
  if (found?.parentId !== parent.id) throw notFound()
  rows.subIssues.delete(found.id)
  recordChange(call, parent, issue, 'removed', sender)
}

/** Moves a part of an issue beside another part of it. `other` is null for the first place. */
export function moveSubIssue(rows: Rows, parent: Issue, issue: Issue, other: Issue | null, after: boolean): void {
  const all = rows.subIssues.list('byParent', parent.id)
  const moved = all.find(({ issueId }) => issueId === issue.id)
  if (moved === undefined) throw notFound()
  const rest = all.filter(({ id }) => id !== moved.id)
  const at = other === null ? 0 : rest.findIndex(({ issueId }) => issueId === other.id)
  if (at < 0) throw notFound()
  rest.splice(after ? at + 1 : at, 0, moved)
  for (const [position, { id }] of rest.entries()) rows.subIssues.update(id, { position })
}

/** Returns an issue and those that it is below, from the nearest up. */
function ancestorsOf(rows: Rows, issue: Issue): Issue[] {
  const found: Issue[] = []
  for (let each: Issue | undefined = issue; each !== undefined; each = parentOf(rows, each)) found.push(each)
  return found
}

/** Returns the number of levels from an issue down, itself included. */
function levelsBelow(rows: Rows, issue: Issue): number {
  return 1 + Math.max(0, ...subIssuesOf(rows, issue).map((each) => levelsBelow(rows, each)))
}

function recordChange(call: CodehostCall, parent: Issue, issue: Issue, done: 'added' | 'removed', sender: Account) {
  const { rows, emit } = call
  recordIssueEvent(call, parent, sender, `sub_issue_${done}`, { $issue: issue.id })
  recordIssueEvent(call, issue, sender, `parent_issue_${done}`, { $issue: parent.id })
  const subject = { event: 'sub_issues', sender, parent, subIssue: issue } as const // an event's name is a literal
  emit({ ...subject, action: `sub_issue_${done}`, repo: rows.repos.require(parent.repoId) })
  emit({ ...subject, action: `parent_issue_${done}`, repo: rows.repos.require(issue.repoId) })
}
