import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { CancellationDetails, Subscription } from '#payments/schema/billing/subscriptions.ts'
import { invoiceUsage } from './renewal.ts'
import { itemsOf } from './items.ts'
import { endSubscription, hasEnded } from './status.ts'
import { addProration } from './proration-items.ts'
import { onTestClock } from '../test-clocks/test-clock.ts'

/** How a subscription is canceled at once. */
export interface Cancellation {
  /** Adds credit for the unused time. */
  readonly prorate?: boolean
  /** Invoices usage and prorations at once. */
  readonly invoiceNow?: boolean
  readonly details?: Partial<CancellationDetails>
}

/** Cancels a subscription at once. https://docs.stripe.com/api/subscriptions/cancel */
export function cancelSubscription(
  context: PaymentsContext,
  id: string,
  { prorate = false, invoiceNow = false, details = {} }: Cancellation = {},
): Subscription {
  const { rows } = context
  const subscription = rows.subscriptions.require(id)
  const isBilled = subscription.status === 'active' || subscription.status === 'past_due'
  if (prorate && isBilled) {
    const items = itemsOf(rows, id)
    for (const item of items) addProration(context, subscription, item, 'Unused', { at: now(context), items })
  }
  if (invoiceNow) invoiceUsage(context, subscription)
  const status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
  // An end that was planned is void.
  rows.subscriptions.update(id, { cancelAt: null, cancelAtPeriodEnd: false })
  return endSubscription(context, id, { reason: 'cancellation_requested', ...details, status })
}

/** Cancels the subscriptions of a customer who is deleted. */
export function cancelSubscriptionsOf(context: PaymentsContext, { id, testClock }: Customer): void {
  const onClock = onTestClock(context, testClock)
  for (const subscription of context.rows.subscriptions.list('customer', id)) {
    if (!hasEnded(subscription)) cancelSubscription(onClock, subscription.id)
  }
}
