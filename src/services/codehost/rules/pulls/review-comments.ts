import { refuseInteraction } from '../accounts/interactions.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound, unprocessableEntity, validationFailed, type FieldError } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import { moveComments } from './outdated-comments.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { changesUpTo } from './changes.ts'
import { placeComment, type CommentTarget, type Misplaced, type Place } from './place-comment.ts'
import { emitReview, emitReviewComment } from './events.ts'
import { forgetReactions } from '../issues/reactions.ts'

const RESOURCE = 'PullRequestReviewComment'

/** The request body of a single comment on the diff. */
export interface ReviewCommentInput extends CommentTarget {
  readonly body: string
  readonly commit_id: string
}

/**
 * Comments on the diff in a review of its own. Emits the review and the comment.
 *
 * @throws 422 when the diff does not show the line.
 */
export function commentOnDiff(
  call: CodehostCall,
  pull: Pull,
  author: Account,
  input: ReviewCommentInput,
): ReviewComment {
  const { rows } = call
  refuseOutsider(call, pull, author)
  refuseCommit(call, pull, input.commit_id)
  const place = placeComment(rows, pull, input.commit_id, input)
  if (typeof place === 'string') throw misplaced(place)
  const review = reviewAround(call, pull, author, input.commit_id)
  const comment = insertComment(call, review, place, input.body)
  emitReview(call, review, 'submitted', author)
  emitReviewComment(call, comment, 'created', author)
  return comment
}

/**
 * Adds a comment on the diff to a pending review, with which it is shown. Emits nothing.
 *
 * @throws 422 when the diff does not show the line.
 */
export function addToPending(call: CodehostCall, pending: Review, author: Account, input: ReviewCommentInput) {
  const pull = call.rows.pulls.require(pending.pullId)
  refuseOutsider(call, pull, author)
  refuseCommit(call, pull, input.commit_id)
  const place = placeComment(call.rows, pull, input.commit_id, input)
  if (typeof place === 'string') throw misplaced(place)
  return insertComment(call, pending, place, input.body)
}

/**
 * Replies to a comment in a review of its own. Emits the review and the comment.
 *
 * @throws 404 for an unknown comment.
 */
export function replyTo(call: CodehostCall, pull: Pull, author: Account, id: number, body: string): ReviewComment {
  const { rows } = call
  const answered = rows.reviewComments.get(id)
  if (answered?.pullId !== pull.id || answered.pending) throw notFound()
  refuseOutsider(call, pull, author)
  const review = reviewAround(call, pull, author, answered.commitId)
  const comment = insertComment(call, review, answered, body, answered)
  emitReview(call, review, 'submitted', author)
  emitReviewComment(call, comment, 'created', author)
  return comment
}

/** Adds a comment to a review, as a reply to `thread` if there is one. Emits nothing. */
export function insertComment(
  { rows, clock }: CodehostCall,
  review: Review,
  place: Place,
  body: string,
  thread: ReviewComment | null = null,
): ReviewComment {
  const at = clock.now()
  const pull = rows.pulls.require(review.pullId)
  const comment = rows.reviewComments.insert({
    repoId: review.repoId,
    pullId: review.pullId,
    reviewId: review.id,
    userId: review.userId,
    body,
    path: place.path,
    diffHunk: place.diffHunk,
    commitId: thread?.commitId ?? review.commitId,
    originalCommitId: thread?.originalCommitId ?? review.commitId,
    side: place.side,
    startSide: place.startSide,
    line: place.line,
    originalLine: place.originalLine,
    startLine: place.startLine,
    originalStartLine: place.originalStartLine,
    position: place.position,
    originalPosition: place.originalPosition,
    subjectType: place.subjectType,
    inReplyToId: thread === null ? null : (thread.inReplyToId ?? thread.id),
    pending: review.state === 'PENDING',
    createdAt: at,
    updatedAt: at,
  })
  rows.issues.update(pull.issueId, { updatedAt: at })
  // A comment on an older commit moves to the present place of its line.
  if (review.commitId !== pull.headSha && thread === null) {
    moveComments(rows, { ...pull, headSha: review.commitId }, pull, [comment])
  }
  return rows.reviewComments.require(comment.id)
}

/** Changes the text of a comment. Emits `edited`, unless the text is the same. */
export function editReviewComment(
  call: CodehostCall,
  comment: ReviewComment,
  body: string,
  sender: Account,
): ReviewComment {
  if (body === comment.body) return comment
  const edited = call.rows.reviewComments.update(comment.id, { body, updatedAt: call.clock.now() })
  if (!edited.pending) emitReviewComment(call, edited, 'edited', sender, comment)
  return edited
}

/** Deletes a comment with its reactions. Emits `deleted`. A review without text and other comments is deleted too. */
export function deleteReviewComment(call: CodehostCall, comment: ReviewComment, sender: Account): void {
  const { rows } = call
  if (!comment.pending) emitReviewComment(call, comment, 'deleted', sender)
  rows.reviewComments.delete(comment.id)
  forgetReactions(rows, comment.repoId, `review comment ${comment.id}`)
  const review = rows.reviews.get(comment.reviewId)
  if (review?.state !== 'COMMENTED' || review.body !== '') return
  if (rows.reviewComments.countReferring('reviewId', review.id) === 0) rows.reviews.delete(review.id)
}

/** Adds the review that contains a single comment. */
function reviewAround({ rows, clock }: CodehostCall, pull: Pull, author: Account, commitId: string): Review {
  const at = clock.now()
  return rows.reviews.insert({
    repoId: pull.repoId,
    pullId: pull.id,
    userId: author.id,
    body: '',
    state: 'COMMENTED',
    commitId,
    submittedAt: at,
    createdAt: at,
    updatedAt: at,
  })
}

/**
 * @throws 403 when the conversation is locked and the author cannot push, or a limit keeps them out; 422 for a blocked
 * author.
 */
export function refuseOutsider(call: Pick<CodehostCall, 'rows' | 'clock'>, pull: Pull, author: Account): void {
  const { rows } = call
  const repo = rows.repos.require(pull.repoId)
  const { locked, userId } = rows.issues.require(pull.issueId)
  refuseInteraction(call, repo, author, 'PullRequestReview', userId)
  if (!locked || permissionIncludes(permissionOf(rows, repo, author), 'push')) return
  throw forbidden('Unable to create comment because issue is locked.')
}

/** @throws 422 for a commit that is not part of the pull request. */
function refuseCommit({ rows }: CodehostCall, pull: Pull, sha: string): void {
  const { commits } = changesUpTo(rows, pull, pull.headSha)
  if (commits.some((commit) => commit.sha === sha)) return
  const message = 'commit_id is not part of the pull request'
  throw validationFailed({ resource: RESOURCE, code: 'custom', field: 'pull_request_review_thread.commit_id', message })
}

function misplaced(member: Misplaced) {
  const field = `pull_request_review_thread.${member}`
  const outside: FieldError = {
    resource: RESOURCE,
    code: 'custom',
    field,
    message: `${field} must be part of the diff`,
  }
  if (member === 'path') return validationFailed({ resource: RESOURCE, code: 'invalid', field })
  if (member === 'position') return validationFailed({ resource: RESOURCE, code: 'invalid', field: 'position' })
  if (member === 'start_line') {
    return validationFailed({ ...outside, message: `${field} must be part of the same hunk as the line.` })
  }
  const hunk: FieldError = {
    resource: RESOURCE,
    code: 'missing_field',
    field: 'pull_request_review_thread.diff_hunk',
  }
  return validationFailed(outside, hunk)
}

/** Returns the 422 for a comment of a review. The vendor words it differently for a single comment. */
export function unresolved(member: Misplaced) {
  const name = { path: 'Path', position: 'Position', line: 'Line', start_line: 'Start line' }[member]
  return unprocessableEntity(`${name} could not be resolved`)
}
