import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { invoiceUsage } from './renewal.ts'
import { itemsOf, periodOfItem } from './items.ts'
import { changeSubscription } from './status.ts'
import { addProration } from './proration-items.ts'

/** How the present period of a subscription is settled when it is paused. */
export interface Pause {
  /** The moment from which paid time is credited. */
  readonly unusedTimeFrom: 'item_current_period_start' | 'none' | 'now'
  /** Charges for the usage until now. */
  readonly billsUsage: boolean
  /** Invoices credit and usage at once; otherwise the credit waits for the next invoice. */
  readonly invoices: boolean
}

/**
 * Pauses a subscription: it renews no more until it is resumed. https://docs.stripe.com/billing/subscriptions/pause
 *
 * @throws 400 for a subscription that is not active, and for one of a schedule.
 */
export function pauseSubscription(
  context: PaymentsContext,
  id: string,
  { unusedTimeFrom, billsUsage, invoices }: Pause,
): Subscription {
  const { rows } = context
  const subscription = rows.subscriptions.require(id)
  if (subscription.status !== 'active' && subscription.status !== 'trialing' && subscription.status !== 'past_due') {
    throw invalidRequest(`This subscription cannot be paused: its status is ${subscription.status}.`)
  }
  if (subscription.schedule !== null) {
    throw invalidRequest(
      `This subscription cannot be paused, because it is attached to the subscription schedule \`${subscription.schedule}\`.`,
    )
  }
  const items = itemsOf(rows, id)
  const credits = unusedTimeFrom !== 'none' && subscription.status !== 'trialing'
  for (const item of credits ? items : []) {
    const { start } = periodOfItem(rows, subscription, item, items)
    addProration(context, subscription, item, 'Unused', { at: unusedTimeFrom === 'now' ? now(context) : start, items })
  }
  if (billsUsage && (invoices || items.some(({ quantity }) => quantity === null))) invoiceUsage(context, subscription)
  const paused = changeSubscription(context, id, { status: 'paused', pause: { credited: credits, resumedBy: null } })
  context.emit({ type: 'customer.subscription.paused', kind: 'subscription', row: paused })
  return paused
}
