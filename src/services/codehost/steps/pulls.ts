import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { notFound } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CallInRepo } from './access.ts'

/**
 * A step: loads the pull request that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadPull({ rows, repo, params }: CallInRepo<'pull_number'>): {
  readonly pull: Pull
  readonly issue: Issue
} {
  const issue = rows.issues.find('number', repo.id, wholeNumber(params.pull_number))
  const pull = issue?.isPull === true ? rows.pulls.find('issue', issue.id) : undefined
  if (issue === undefined || pull === undefined) throw notFound()
  return { pull, issue }
}

/**
 * A step: loads the pull request and the review that the path names.
 *
 * @throws 404, also for a pending review of another user.
 */
export function loadReview(call: CallInRepo<'pull_number' | 'review_id'>): {
  readonly pull: Pull
  readonly issue: Issue
  readonly review: Review
} {
  const { pull, issue } = loadPull(call)
  const review = call.rows.reviews.get(wholeNumber(call.params.review_id))
  if (review?.pullId !== pull.id || !isShown(review, call.principal?.user ?? null)) throw notFound()
  return { pull, issue, review }
}

/**
 * A step: loads the review comment that the path names. Runs after the step that loads the repository.
 *
 * @throws 404, also for a comment of another user's pending review.
 */
export function loadReviewComment({ rows, repo, params, principal }: CallInRepo<'comment_id'>): {
  readonly comment: ReviewComment
} {
  const comment = findInRepo(rows.reviewComments, repo, params.comment_id)
  if (!isPublished(comment, principal?.user ?? null)) throw notFound()
  return { comment }
}

/** Returns whether a user may see a review. Pending reviews are visible only to their author. */
function isShown({ state, userId }: Review, viewer: Account | null): boolean {
  return state !== 'PENDING' || userId === viewer?.id
}

/** Returns whether a user may see a review comment. Comments of pending reviews are visible only to their author. */
function isPublished({ pending, userId }: ReviewComment, viewer: Account | null): boolean {
  return !pending || userId === viewer?.id
}
