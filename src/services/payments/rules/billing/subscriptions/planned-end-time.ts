import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { itemsOf, periodOfItem } from './items.ts'

/**
 * The time at which a subscription ends: epoch seconds, or the end of the shortest or the longest period of its items.
 */
export type CancellationTime = number | 'min_period_end' | 'max_period_end' | 'max_billed_until'

/**
 * Returns the moment at which a subscription ends, in epoch seconds.
 *
 * @throws 400 for one that is not in the future.
 */
export function cancellationMoment(
  context: Pick<PaymentsContext, 'rows' | 'clock'>,
  subscription: Subscription,
  time: CancellationTime,
): number {
  if (typeof time === 'number') {
    if (time <= now(context)) throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
    return time
  }
  const items = itemsOf(context.rows, subscription.id)
  const ends = items.map((item) => periodOfItem(context.rows, subscription, item, items).end)
  return time === 'min_period_end' ? Math.min(...ends) : Math.max(...ends)
}
