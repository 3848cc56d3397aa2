import { defined } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { IssueSubject, PullSubject } from '#codehost/schema/events.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import { recordActivity } from '../activities/record.ts'
import { addNotifications } from '../notifications/notifications.ts'
import { commitAt } from '../git/objects.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { runOnPull } from '../actions/workflow-triggers.ts'

/**
 * Emits `pull_request` when the issue is a pull request, for changes of the fields that pull requests share with
 * issues.
 */
export function emitPullOfIssue(
  call: CodehostCall,
  issue: Issue,
  action: string,
  sender: Account,
  subject: IssueSubject,
): void {
  const pull = call.rows.pulls.find('issue', issue.id)
  if (pull !== undefined) emitPull(call, pull, action, sender, subject)
}

/** Emits `pull_request` with `action` and starts the workflows that run on it. */
export function emitPull(
  call: CodehostCall,
  { id, repoId }: Pull,
  action: string,
  sender: Account,
  subject: PullSubject = {},
): void {
  const { rows } = call
  const repo = rows.repos.require(repoId)
  const event = { event: 'pull_request', action, repo, sender, pull: rows.pulls.require(id), ...subject } as const
  call.emit(event)
  recordActivity(call, event)
  addNotifications(call, event)
  runOnPull(call, rows.pulls.require(id), action, sender)
}

/** Emits `pull_request_review` with `action`, and starts the workflows that run on it. */
export function emitReview(
  call: CodehostCall,
  review: Review,
  action: 'submitted' | 'edited' | 'dismissed',
  sender: Account,
  before?: Review,
): void {
  const repo = call.rows.repos.require(review.repoId)
  const event = { event: 'pull_request_review', action, repo, sender, review, ...defined({ before }) } as const
  emitAndRun(call, event, subjectOf(call.rows, review.pullId))
}

/** Emits `pull_request_review_comment` with `action`, and starts the workflows that run on it. */
export function emitReviewComment(
  call: CodehostCall,
  comment: ReviewComment,
  action: 'created' | 'edited' | 'deleted',
  sender: Account,
  before?: ReviewComment,
): void {
  const repo = call.rows.repos.require(comment.repoId)
  const event = { event: 'pull_request_review_comment', action, repo, sender, comment, ...defined({ before }) } as const
  emitAndRun(call, event, subjectOf(call.rows, comment.pullId))
}

/** Returns the subject of the runs that a review starts: the head of the pull request. */
function subjectOf(rows: Rows, pullId: number) {
  const pull = rows.pulls.require(pullId)
  const { title } = rows.issues.require(pull.issueId)
  const head = commitAt(rows, rows.repos.require(pull.repoId), pull.headSha)
  return head === null ? { title } : { title, head, ref: pull.headRef }
}
