import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { addInvoice } from '../invoices/draft.ts'
import { advanceLines, usageLines } from '../invoices/lines.ts'
import { isMetered } from '../prices/pricing.ts'
import { onTestClock } from '../test-clocks/test-clock.ts'
import { invoiceMembers } from './invoice-members.ts'
import { noteInvoicedUsage } from './invoiced-usage.ts'
import { itemsOf, periodOfItem, periodOfItems } from './items.ts'
import { pendingLines } from './one-time-items.ts'
import { addProration } from './proration-items.ts'
import { emitSubscriptionChange } from './status.ts'
import { schedulePeriod } from './timers.ts'
import { usageOf } from './usage.ts'

/** Invoices the subscriptions of a customer whose usage has reached a threshold. Runs after each report of usage. */
export function invoiceThresholds(context: PaymentsContext, customer: string): void {
  for (const subscription of context.rows.subscriptions.list('customer', customer)) {
    if (subscription.status !== 'active' && subscription.status !== 'past_due') continue
    invoiceThreshold(onTestClock(context, subscription.testClock), subscription)
  }
}

/** The usage of an item that has not been invoiced, and the lines that charge for it. */
interface OpenUsage {
  readonly item: SubscriptionItem
  readonly quantity: number
  readonly lines: readonly InvoiceLine[]
}

/**
 * Invoices the usage of a subscription where it has reached a threshold: a draft, which is finalized an hour later.
 * With `reset_billing_cycle_anchor` a new period begins.
 * https://docs.stripe.com/billing/subscriptions/usage-based/thresholds
 */
function invoiceThreshold(context: PaymentsContext, before: Subscription): void {
  const usage = openUsage(context, before)
  const amount = usage.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount, 0)
  const { amount_gte: limit = null, reset_billing_cycle_anchor: resets = false } = before.billingThresholds ?? {}
  const reachesAmount = limit !== null && amount >= limit
  const itemReasons = usage.flatMap(({ item, quantity, lines }) =>
    item.billingThresholds !== null && quantity >= item.billingThresholds.usage_gte
      ? [{ line_item_ids: lines.map(({ id }) => id), usage_gte: item.billingThresholds.usage_gte }]
      : [],
  )
  if (!reachesAmount && itemReasons.length === 0) return
  const { rows } = context
  const at = now(context)
  const subscription = emitSubscriptionChange(context, before.id, () => {
    const advance = resets === true ? beginPeriod(context, before) : []
    const invoice = addInvoice(context, rows.customers.require(before.customer), {
      ...invoiceMembers(before),
      billingReason: 'subscription_threshold',
      autoAdvance: true,
      periodStart: before.periodStart,
      periodEnd: at,
      thresholdReason: { amount_gte: reachesAmount ? limit : null, item_reasons: itemReasons },
      lines: [...pendingLines(context, before), ...usage.flatMap(({ lines }) => lines), ...advance],
    })
    // The usage of the present second has been invoiced too.
    noteInvoicedUsage(rows, rows.subscriptions.require(before.id), at + 1)
    rows.subscriptions.update(before.id, { latestInvoice: invoice.id })
  })
  if (subscription.periodEnd !== before.periodEnd) schedulePeriod(context, subscription)
}

/** Returns the usage of each metered item that has not been invoiced, up to the present second. */
function openUsage(context: PaymentsContext, subscription: Subscription): OpenUsage[] {
  const { rows } = context
  const at = now(context)
  const items = itemsOf(rows, subscription.id)
  return items.flatMap((item) => {
    const price = rows.prices.require(item.price)
    if (!isMetered(price)) return []
    const { start } = periodOfItem(rows, subscription, item, items)
    const used = usageOf(rows, price, subscription.customer, { start, end: at + 1 })
    const lines = usageLines(context, subscription, item, { start, end: at }, at + 1)
    return [{ item, quantity: used - item.invoicedUsage, lines }]
  })
}

/** Begins a new period now. Credits what is left of the present one, and returns the lines of the new one. */
function beginPeriod(context: PaymentsContext, before: Subscription): InvoiceLine[] {
  const { rows } = context
  const at = now(context)
  const items = itemsOf(rows, before.id)
  for (const item of items) addProration(context, before, item, 'Unused', { at, items })
  const { end } = periodOfItems(rows, items, at, at)
  const after = rows.subscriptions.update(before.id, {
    billingCycleAnchor: at,
    billingCycleAnchorConfig: null,
    periodStart: at,
    periodEnd: end,
  })
  return items.flatMap((item) => advanceLines(context, after, item, periodOfItem(rows, after, item, items)))
}
