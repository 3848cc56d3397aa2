import type { CodehostCall, Rows, Site } from '#codehost/call.ts'
import { eventPull, simpleEventPull } from '#codehost/json/pulls/pull.ts'
import { eventReview } from '#codehost/json/pulls/review.ts'
import { reviewCommentJson } from '#codehost/json/pulls/review-comment.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import { emit } from '#codehost/webhooks.ts'
import { commitAt } from '../git/objects.ts'
import { emitAndRun } from '../actions/workflow-events.ts'
import { runOnPull } from '../actions/workflow-triggers.ts'

type PayloadMembers = Readonly<Record<string, unknown>>

/**
 * Emits `pull_request` when the issue is a pull request, for changes of the fields that pull requests share with
 * issues. `extra` makes the additional members of the payload: `{ label }`, `{ changes }`.
 */
export function emitPullOfIssue(
  call: CodehostCall,
  issue: Issue,
  action: string,
  sender: Account,
  extra: (site: Site) => PayloadMembers,
): void {
  const pull = call.rows.pulls.find('issue', issue.id)
  if (pull !== undefined) emitPull(call, pull, action, sender, extra)
}

/**
 * Emits `pull_request` with `action` and starts the workflows that run on it. `extra` makes the additional members of
 * the payload.
 */
export function emitPull(
  call: CodehostCall,
  pull: Pull,
  action: string,
  sender: Account,
  extra: (site: Site) => PayloadMembers = () => ({}),
): void {
  const { rows } = call
  const { number } = rows.issues.require(pull.issueId)
  emit(call, {
    event: 'pull_request',
    action,
    repo: rows.repos.require(pull.repoId),
    sender,
    payload: (site) => ({ number, pull_request: eventPull(site, rows.pulls.require(pull.id)), ...extra(site) }),
  })
  runOnPull(call, rows.pulls.require(pull.id), action, sender)
}

/** Emits `pull_request_review` with `action`. */
export function emitReview(
  call: CodehostCall,
  review: Review,
  action: 'submitted' | 'edited' | 'dismissed',
  sender: Account,
  extra: PayloadMembers = {},
): void {
  const members = (site: Site) => ({ ...extra, review: eventReview(site, review) })
  emitAboutReview(call, 'pull_request_review', review, action, sender, members)
}

/** Emits `pull_request_review_comment` with `action`. */
export function emitReviewComment(
  call: CodehostCall,
  comment: ReviewComment,
  action: 'created' | 'edited' | 'deleted',
  sender: Account,
  extra: PayloadMembers = {},
): void {
  const members = (site: Site) => ({ ...extra, comment: reviewCommentJson(site, comment) })
  emitAboutReview(call, 'pull_request_review_comment', comment, action, sender, members)
}

/** Emits an event about a review, with its pull request, and starts the workflows that run on it. */
function emitAboutReview(
  call: CodehostCall,
  event: 'pull_request_review' | 'pull_request_review_comment',
  { repoId, pullId }: Pick<Review, 'repoId' | 'pullId'>,
  action: string,
  sender: Account,
  members: (site: Site) => PayloadMembers,
): void {
  const { rows } = call
  const payload = (site: Site) => ({
    ...members(site),
    pull_request: simpleEventPull(site, rows.pulls.require(pullId)),
  })
  emitAndRun(call, { event, action, repo: rows.repos.require(repoId), sender, payload }, subjectOf(rows, pullId))
}

/** Returns the subject of the runs that a review starts: the head of the pull request. */
function subjectOf(rows: Rows, pullId: number) {
  const pull = rows.pulls.require(pullId)
  const { title } = rows.issues.require(pull.issueId)
  const head = commitAt(rows, rows.repos.require(pull.repoId), pull.headSha)
  return head === null ? { title } : { title, head, ref: pull.headRef }
}
