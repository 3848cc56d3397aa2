import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Comment, Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { refuseInteraction } from '../accounts/interactions.ts'
import { recordReferences } from './cross-references.ts'
import { sinceOf } from './orders.ts'
import { performedVia } from '../apps/performed-via.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { forgetReactions } from './reactions.ts'
import { emitAndRun } from '../actions/run-transitions.ts'

/**
 * Returns the comments on a repository's issues, ordered by creation unless the query names another order.
 */
export function commentsOfRepo({ rows, query }: CodehostCall, repo: Repo): ListView<Comment> {
  const sort = query.get('sort')
  const since = sinceOf(query)
  const descending = sort !== null && query.get('direction') === 'desc'
  const index = sort === 'updated' ? 'updated' : 'created'
  if (since === undefined) return viewOfIndex(rows.comments, index, [repo.id], { descending })
  const recent = [...rows.comments.scan(index, [repo.id], { descending })].filter(({ updatedAt }) => updatedAt >= since)
  return viewOfRows(recent)
}

/**
 * Adds a comment to an issue or pull request. Emits `issue_comment` created.
 *
 * @throws 403 when the conversation is locked for the author or a limit keeps them out, 422 for a blocked author.
 */
export function addComment(call: CodehostCall, issue: Issue, author: Account, body: string): Comment {
  const { rows, clock } = call
  if (issue.locked && !canPush(rows, issue.repoId, author)) {
    throw forbidden('Unable to create comment because issue is locked.')
  }
  refuseInteraction(call, rows.repos.require(issue.repoId), author, 'IssueComment', issue.userId)
  const at = clock.now()
  const comment = rows.comments.insert({
    repoId: issue.repoId,
    issueId: issue.id,
    userId: author.id,
    body,
    createdAt: at,
    updatedAt: at,
    ...performedVia(call),
  })
  rows.issues.update(issue.id, { comments: issue.comments + 1, updatedAt: at })
  recordReferences(call, issue, body, author)
  emitComment(call, comment, 'created', author)
  return comment
}

/** Changes the text of a comment. Emits `issue_comment` edited, unless the text is the same. */
export function editComment(call: CodehostCall, comment: Comment, body: string, sender: Account): Comment {
  if (body === comment.body) return comment
  const at = call.clock.now()
  const edited = call.rows.comments.update(comment.id, { body, updatedAt: at })
  call.rows.issues.update(comment.issueId, { updatedAt: at })
  emitComment(call, edited, 'edited', sender, comment)
  return edited
}

/**
 * Pins a comment above the others of its issue, in place of another one. Emits `issue_comment` pinned, unless it is
 * pinned.
 *
 * @throws 422 for a comment on a pull request.
 */
export function pinComment(call: CodehostCall, comment: Comment, sender: Account): Comment {
  const { rows, clock } = call
  if (rows.issues.require(comment.issueId).isPull) throw unprocessable('Comments of pull requests cannot be pinned.')
  if (comment.pin != null) return comment
  for (const other of rows.comments.list('byIssue', comment.issueId)) {
    if (other.pin != null) unpinComment(call, other, sender)
  }
  const pinned = rows.comments.update(comment.id, { pin: { at: clock.now(), byId: sender.id } })
  emitComment(call, pinned, 'pinned', sender)
  return pinned
}

/** Takes the pin of a comment away. Emits `issue_comment` unpinned, unless it has none. */
export function unpinComment(call: CodehostCall, comment: Comment, sender: Account): void {
  if (comment.pin == null) return
  emitComment(call, call.rows.comments.update(comment.id, { pin: null }), 'unpinned', sender)
}

/** Deletes a comment with its reactions. Emits `issue_comment` deleted. */
export function deleteComment(call: CodehostCall, comment: Comment, sender: Account): void {
  const { rows, clock } = call
  const issue = rows.issues.require(comment.issueId)
  rows.issues.update(issue.id, { comments: issue.comments - 1, updatedAt: clock.now() })
  // Emitted while the comment still has its reactions.
  emitComment(call, comment, 'deleted', sender)
  rows.comments.delete(comment.id)
  forgetReactions(rows, comment.repoId, `comment ${comment.id}`)
}

/** Returns whether a user may change or delete a comment. Its author may, and users with push permission. */
export function canEdit(rows: Rows, { userId, repoId }: Pick<Comment, 'userId' | 'repoId'>, user: Account): boolean {
  return userId === user.id || canPush(rows, repoId, user)
}

function canPush(rows: Rows, repoId: Repo['id'], user: Account): boolean {
  return permissionIncludes(permissionOf(rows, rows.repos.require(repoId), user), 'push')
}

function emitComment(
  call: CodehostCall,
  comment: Comment,
  action: 'created' | 'edited' | 'deleted' | 'pinned' | 'unpinned',
  sender: Account,
  before?: Comment,
): void {
  const { rows } = call
  const { title } = rows.issues.require(comment.issueId)
  const repo = rows.repos.require(comment.repoId)
  emitAndRun(call, { event: 'issue_comment', action, repo, sender, comment, ...defined({ before }) }, { title })
}
