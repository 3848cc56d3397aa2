import type { CodehostCall } from '../../call.ts'
import { notFound } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Issue } from '../../schema/issues.ts'
import type { Pull, Review, ReviewComment } from '../../schema/pulls.ts'
import type { Repo } from '../../schema/repos.ts'
import { wholeNumber } from '../issues/paths.ts'

type CallInRepo<N extends string> = Pick<CodehostCall, 'rows' | 'principal'> & {
  readonly repo: Repo
  readonly params: { readonly [K in N]: string }
}

/** A step, after one that found the repository: the pull request of the path. 404. */
export function loadPull({ rows, repo, params }: CallInRepo<'pull_number'>): {
  readonly pull: Pull
  readonly issue: Issue
} {
  const issue = rows.issues.find('number', repo.id, wholeNumber(params.pull_number))
  const pull = issue?.isPull === true ? rows.pulls.find('issue', issue.id) : undefined
  if (issue === undefined || pull === undefined) throw notFound()
  return { pull, issue }
}

/** A step: the pull request of the path and the review of it. 404, also for what somebody else has not submitted yet. */
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

/** A step, after one that found the repository: the review comment of the path. 404, also for those not submitted. */
export function loadReviewComment({ rows, repo, params, principal }: CallInRepo<'comment_id'>): {
  readonly comment: ReviewComment
} {
  const comment = rows.reviewComments.get(wholeNumber(params.comment_id))
  if (comment?.repoId !== repo.id || !isPublished(comment, principal?.user ?? null)) throw notFound()
  return { comment }
}

/** Whether somebody may know of a review: until it is submitted, only who writes it. */
function isShown({ state, userId }: Review, viewer: Account | null): boolean {
  return state !== 'PENDING' || userId === viewer?.id
}

/** Whether somebody may know of a comment: while its review is pending, only who writes it. */
function isPublished({ pending, userId }: ReviewComment, viewer: Account | null): boolean {
  return !pending || userId === viewer?.id
}
