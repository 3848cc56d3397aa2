import { reviewJson } from '#payments/json/radar.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { isInRange, range } from '#payments/protocol/params.ts'
import { approveReview } from '#payments/rules/money/reviews.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { SignedCall } from '#payments/call.ts'
import type { Review } from '#payments/schema/radar.ts'

const one = '/v1/reviews/:review'

/** Payments that a person is to look at. https://docs.stripe.com/api/radar/reviews */
export const reviewsRoutes = [
  get('GetReviews', '/v1/reviews', { ...LIST_PARAMS, created: range() }, (call) => {
    const { created } = call.input
    const where = created === undefined ? undefined : (each: Review): boolean => isInRange(each.created, created)
    const open = newestFirst(call.rows.reviews, 'status', [call.account, 'open'], where)
    return answerPage(call, open, 'review', reviewJson)
  }),
  get('GetReviewsReview', one, {}, (call) => answer(call, reviewJson(findReview(call, call.params.review)))),
  post('PostReviewsReviewApprove', `${one}/approve`, {}, (call) =>
    answer(call, reviewJson(approveReview(call, findReview(call, call.params.review)))),
  ),
]

function findReview({ rows, account }: SignedCall & { readonly account: string }, id: string): Review {
  return findRecord(rows.reviews, account, 'review', id, { param: 'review', inPath: true })
}
