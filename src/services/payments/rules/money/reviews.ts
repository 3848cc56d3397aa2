import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { Review, ReviewEnd } from '#payments/schema/radar.ts'
import { newRecord } from '../records.ts'

/** Returns the id of the review of a charge; null where there is none. */
export function reviewOf({ rows }: Pick<PaymentsContext, 'rows'>, charge: string | null): string | null {
  if (charge === null || rows.reviews.size === 0) return null
  return rows.reviews.find('charge', charge)?.id ?? null
}

/**
 * Opens the review of a new charge where a rule has put the charge up for one. Emits `review.opened`.
 * https://docs.stripe.com/radar/reviews
 */
export function openReview(context: PaymentsContext, charge: Charge): void {
  if (charge.outcome?.['type'] !== 'manual_review') return
  const review = context.rows.reviews.insert({
    billingZip: charge.billingDetails.address.postal_code,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    status: 'open',
    closedReason: null,
    ...newRecord(context, charge.account, 'prv_'),
  })
  context.emit({ type: 'review.opened', kind: 'review', row: review })
}

/** Closes the open review of a charge, if it has one. Emits `review.closed`. */
export function closeReview(context: PaymentsContext, charge: string, closedReason: ReviewEnd): void {
  const { reviews } = context.rows
  if (reviews.size === 0) return
  const review = reviews.find('charge', charge)
  if (review?.status !== 'open') return
  const closed = reviews.update(review.id, { status: 'closed', closedReason })
  context.emit({ type: 'review.closed', kind: 'review', row: closed })
}

/**
 * Approves the payment of a review, which closes it.
 *
 * @throws 400 for a review that is closed.
 */
export function approveReview(context: PaymentsContext, review: Review): Review {
  if (review.status === 'closed') throw invalidRequest(`The review ${review.id} has already been closed.`)
  closeReview(context, review.charge, 'approved')
  return context.rows.reviews.require(review.id)
}
