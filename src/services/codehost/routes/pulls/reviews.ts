import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { commentOfReviewJson } from '#codehost/json/pulls/review-comment.ts'
import { reviewJson } from '#codehost/json/pulls/review.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  createReview,
  deletePending,
  dismiss,
  editReview,
  reviewsOf,
  submitReview,
} from '#codehost/rules/pulls/reviews.ts'
import { loadPull, loadReview } from '#codehost/steps/pulls.ts'
import { SideInput } from '#codehost/rules/pulls/place-comment.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const verb = v.picklist(['APPROVE', 'REQUEST_CHANGES', 'COMMENT'])
const side = v.nullish(SideInput)
const lineNumber = v.nullish(v.pipe(v.number(), v.integer()))

const ReviewInput = v.object({
  commit_id: v.nullish(v.string()),
  body: v.nullish(v.string()),
  // Like the vendor, treats an empty event as absent.
  event: v.nullish(
    v.pipe(
      v.union([verb, v.literal(''), v.literal('PENDING')]),
      v.transform((each) => (each === '' || each === 'PENDING' ? null : each)),
    ),
  ),
  comments: v.nullish(
    v.array(
      v.object({
        path: v.string(),
        body: v.string(),
        position: lineNumber,
        line: lineNumber,
        side,
        start_line: lineNumber,
        start_side: side,
      }),
    ),
    [],
  ),
})

const ReviewChanges = v.object({ body: v.string() })
const SubmissionInput = v.object({ body: v.nullish(v.string(), null), event: verb })
const DismissalInput = v.object({ message: v.string(), event: v.nullish(v.literal('DISMISS')) })

const REVIEWS = '/repos/:owner/:repo/pulls/:pull_number/reviews'
const REVIEW = '/repos/:owner/:repo/pulls/:pull_number/reviews/:review_id'

/** Reviews of pull requests. https://docs.github.com/rest/pulls/reviews */
export const reviewsRoutes = [
  get('pulls/list-reviews', REVIEWS, loadRepo, loadPull, (call) => {
    const reviews = reviewsOf(call.rows, call.pull, call.principal?.user ?? null)
    return answerPage(call, reviews, (review) => reviewJson(call, review))
  }),
  post('pulls/create-review', REVIEWS, requireWrite('pull'), loadPull, body(ReviewInput), (call) =>
    json(reviewJson(call, createReview(call, call.pull, call.user, call.body))),
  ),
  get('pulls/get-review', REVIEW, loadRepo, loadReview, (call) => json(reviewJson(call, call.review))),
  put('pulls/update-review', REVIEW, requireWrite('pull'), loadReview, body(ReviewChanges), (call) => {
    const { user, review, body } = call
    if (review.userId !== user.id) throw mustHaveAdminRights()
    return json(reviewJson(call, editReview(call, review, body.body, user)))
  }),
  del('pulls/delete-pending-review', REVIEW, requireWrite('pull'), loadReview, (call) => {
    const wire = reviewJson(call, call.review)
    deletePending(call, call.review, call.user)
    return json(wire)
  }),
  post('pulls/submit-review', `${REVIEW}/events`, requireWrite('pull'), loadReview, body(SubmissionInput), (call) => {
    const { review, body } = call
    return json(reviewJson(call, submitReview(call, review, body.event, body.body)))
  }),
  put(
    'pulls/dismiss-review',
    `${REVIEW}/dismissals`,
    requireWrite('pull'),
    loadReview,
    body(DismissalInput),
    (call) => {
      const { repo, user, review, body } = call
      return json(reviewJson(call, dismiss(call, repo, review, user, body.message)))
    },
  ),
  get('pulls/list-comments-for-review', `${REVIEW}/comments`, loadRepo, loadReview, (call) => {
    const comments = call.rows.reviewComments.referring('reviewId', call.review.id)
    return answerPage(call, comments, (comment) => commentOfReviewJson(call, comment))
  }),
]
