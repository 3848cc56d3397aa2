import type { CodehostCall, Rows } from '#codehost/call.ts'
import { isLongerThan } from '../characters.ts'
import { mustHaveAdminRights, notFound, unprocessableEntity } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull, Review } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { dismissReview } from './dismissals.ts'
import { LONGEST_BODY } from '../issues/input.ts'
import { permissionIncludes, isInTeam, permissionOf } from '../repos/permissions.ts'
import { placeComment, type CommentTarget } from './place-comment.ts'
import { isListed, protectionOf } from '../protection/protection.ts'
import { changesUpTo } from './changes.ts'
import { emitReview, emitReviewComment } from './events.ts'
import { insertComment, refuseOutsider, unresolved } from './review-comments.ts'

/** The action that submits a review. */
export type ReviewAction = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT'

/** The request body of a review. Without `event` the review is pending. */
export interface ReviewInput {
  readonly commit_id?: string | null | undefined
  readonly body?: string | null | undefined
  readonly event?: ReviewAction | null | undefined
  readonly comments: readonly (CommentTarget & { readonly body: string })[]
}

const STATES = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const

/**
 * Adds a review to a pull request and submits it unless it is pending.
 *
 * @throws 422.
 */
export function createReview(call: CodehostCall, pull: Pull, author: Account, input: ReviewInput): Review {
  const { rows, clock } = call
  const body = input.body ?? ''
  refuseOutsider(call, pull, author)
  for (const each of [body, ...input.comments.map((comment) => comment.body)]) refuseLong(each)
  if (pendingReview(rows, pull, author) !== undefined) {
    throw unprocessableEntity('User can only have one pending review per pull request')
  }
  const commitId = input.commit_id ?? pull.headSha
  if (!changesUpTo(rows, pull, pull.headSha).commits.some(({ sha }) => sha === commitId)) {
    throw unprocessableEntity('The commit_id is not part of the pull request')
  }
  if (input.event != null) refuseAction(rows, pull, author, input.event, body, input.comments.length)
  const at = clock.now()
  const review = rows.reviews.insert({
    repoId: pull.repoId,
    pullId: pull.id,
    userId: author.id,
    body,
    state: 'PENDING',
    commitId,
    submittedAt: null,
    createdAt: at,
    updatedAt: at,
  })
  for (const each of input.comments) {
    const place = placeComment(rows, pull, commitId, each)
    if (typeof place === 'string') throw unresolved(place)
    insertComment(call, review, place, each.body)
  }
  return input.event == null ? review : publish(call, review, input.event)
}

/**
 * Submits a pending review. Emits `pull_request_review` submitted and the review's comments.
 *
 * @throws 422.
 */
export function submitReview(call: CodehostCall, review: Review, action: ReviewAction, body: string | null): Review {
  const { rows } = call
  if (review.state !== 'PENDING') throw unprocessableEntity('Can not submit a review that is not pending')
  const text = body ?? review.body
  refuseLong(text)
  const comments = rows.reviewComments.countReferring('reviewId', review.id)
  const pull = rows.pulls.require(review.pullId)
  refuseAction(rows, pull, rows.accounts.require(review.userId), action, text, comments)
  return publish(call, rows.reviews.update(review.id, { body: text }), action)
}

/**
 * Changes the text of a review. Emits `edited`, unless the text is the same or the review is pending.
 *
 * @throws 422.
 */
export function editReview(call: CodehostCall, review: Review, body: string, sender: Account): Review {
  if (body === review.body) return review
  refuseLong(body)
  const edited = call.rows.reviews.update(review.id, { body, updatedAt: call.clock.now() })
  if (review.state !== 'PENDING') emitReview(call, edited, 'edited', sender, review)
  return edited
}

/**
 * Dismisses a review.
 *
 * @throws 403 for users who may not dismiss it, 422 for a review that cannot be dismissed.
 */
export function dismiss(call: CodehostCall, repo: Repo, review: Review, user: Account, message: string): Review {
  const { rows } = call
  if (!canDismiss(rows, repo, rows.pulls.require(review.pullId), user)) throw mustHaveAdminRights()
  if (message.trim() === '') throw unprocessableEntity('Message cannot be blank')
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
    throw unprocessableEntity(`Can not dismiss a ${review.state.toLowerCase()} pull request review`)
  }
  return dismissReview(call, review, user, message)
}

/**
 * Deletes a pending review.
 *
 * @throws 422 for a submitted review, 404 for a review of another user.
 */
export function deletePending({ rows }: CodehostCall, review: Review, user: Account): void {
  if (review.state !== 'PENDING') throw unprocessableEntity('Can not delete a non-pending pull request review')
  if (review.userId !== user.id) throw notFound()
  rows.reviews.delete(review.id)
}

/** Returns the reviews of a pull request that a user may see, in the order of their submission, pending ones last. */
export function reviewsOf(rows: Rows, pull: Pull, viewer: Account | null): Review[] {
  return rows.reviews
    .referring('pullId', pull.id)
    .filter(({ state, userId }) => state !== 'PENDING' || userId === viewer?.id)
    .sort((a, b) => (a.submittedAt ?? Infinity) - (b.submittedAt ?? Infinity) || a.id - b.id)
}

function pendingReview(rows: Rows, pull: Pull, author: Account): Review | undefined {
  return rows.reviews
    .referring('pullId', pull.id)
    .find(({ state, userId }) => state === 'PENDING' && userId === author.id)
}

/** Refuses approving or rejecting one's own pull request, and an empty review. */
function refuseAction(
  rows: Rows,
  pull: Pull,
  author: Account,
  verb: ReviewAction,
  body: string,
  comments: number,
): void {
  const own = rows.issues.require(pull.issueId).userId === author.id
  if (own && verb === 'APPROVE') throw unprocessableEntity('Can not approve your own pull request')
  if (own && verb === 'REQUEST_CHANGES') throw unprocessableEntity('Can not request changes on your own pull request')
  if (verb !== 'APPROVE' && body.trim() === '' && comments === 0) throw unprocessableEntity("Body can't be blank")
}

function refuseLong(body: string): void {
  if (!isLongerThan(body, LONGEST_BODY)) return
  throw unprocessableEntity(`Body is too long (maximum is ${LONGEST_BODY} characters)`)
}

/**
 * Publishes a review and its comments. Removes the review requests that the review answers: the author's own, and those
 * of the author's teams.
 */
function publish(call: CodehostCall, pending: Review, action: ReviewAction): Review {
  const { rows, clock } = call
  const at = clock.now()
  const author = rows.accounts.require(pending.userId)
  const review = rows.reviews.update(pending.id, { state: STATES[action], submittedAt: at, updatedAt: at })
  rows.issues.update(rows.pulls.require(review.pullId).issueId, { updatedAt: at })
  for (const { id, userId, teamId } of rows.requestedReviewers.referring('pullId', review.pullId)) {
    const asks = teamId === null ? userId === author.id : isInTeam(rows, rows.teams.require(teamId), author)
    if (asks) rows.requestedReviewers.delete(id)
  }
  emitReview(call, review, 'submitted', author)
  for (const { id } of rows.reviewComments.referring('reviewId', review.id)) {
    emitReviewComment(call, rows.reviewComments.update(id, { pending: false }), 'created', author)
  }
  return review
}

/**
 * Returns whether a user may dismiss a review: users with push permission, or, where the protection names actors, only
 * these and administrators.
 */
function canDismiss(rows: Rows, repo: Repo, pull: Pull, user: Account): boolean {
  const permission = permissionOf(rows, repo, user)
  const named = protectionOf(rows, repo, pull.baseRef)?.requiredReviews?.dismissalRestrictions ?? null
  if (named === null || permissionIncludes(permission, 'admin')) return permissionIncludes(permission, 'push')
  return isListed(rows, repo, named, user)
}
