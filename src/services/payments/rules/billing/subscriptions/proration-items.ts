import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Period } from '#payments/schema/billing/periods.ts'
import type { Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { discountLines } from '../discounts/discounting.ts'
import { appliedDiscounts } from '../discounts/discounts.ts'
import { addInvoiceItem } from '../invoices/draft.ts'
import { prorationText } from '../invoices/line-text.ts'
import { productName } from '../invoices/lines.ts'
import { share } from '../decimals.ts'
import { amountOf } from '../prices/amounts.ts'
import { isMetered, pricingOf } from '../prices/pricing.ts'
import { remainingPart } from './prorated-amount.ts'
import { periodOfItem } from './items.ts'

/** Returns whether the present period of a subscription is paid, or to be paid. */
export function isBilled({ status }: Subscription): boolean {
  return status === 'active' || status === 'past_due'
}

/** The moment of a proration, in epoch seconds, and the items that the subscription has then. */
interface ProrationContext {
  readonly at: number
  readonly items: readonly SubscriptionItem[]
}

/** Adds the item for the unused or the remaining time of a period. Usage is paid in arrears, and has no proration. */
export function addProration(
  context: PaymentsContext,
  subscription: Subscription,
  item: SubscriptionItem,
  kind: 'Unused' | 'Remaining',
  { at, items }: ProrationContext,
): void {
  const { rows } = context
  const { currency } = subscription
  const { start, end } = periodOfItem(rows, subscription, item, items, Math.min(at, subscription.periodEnd - 1))
  const price = rows.prices.require(item.price)
  if (isMetered(price)) return
  const quantity = item.quantity ?? 1
  const amount = amountOf(pricingOf(price, currency), quantity)
  const base = amount - discountOf(context, subscription, item, amount)
  const part = remainingPart(kind === 'Unused' ? -base : base, { start, end }, at)
  addInvoiceItem(context, rows.customers.require(subscription.customer), {
    amount: part,
    currency,
    price: price.id,
    product: price.product,
    unitAmountDecimal: null,
    quantity,
    description: prorationText(kind, productName(rows, price), quantity, at),
    // Its amount has the discount already.
    discountable: false,
    period: { start: at, end },
    proration: true,
    creditedLines: kind === 'Unused' ? creditedLines(context, subscription, item) : null,
    subscription: subscription.id,
    subscriptionItem: item.id,
    taxRates: item.taxRates.length === 0 ? null : item.taxRates,
  })
}

/** Adds the item for the part of a period that a subscription begins with, before its billing cycle anchor. */
export function addFirstPart(
  context: PaymentsContext,
  subscription: Subscription,
  item: SubscriptionItem,
  { period, whole }: { readonly period: Period; readonly whole: Period },
): void {
  const { rows } = context
  const { currency } = subscription
  const price = rows.prices.require(item.price)
  if (isMetered(price)) return
  const quantity = item.quantity ?? 1
  const amount = amountOf(pricingOf(price, currency), quantity)
  addInvoiceItem(context, rows.customers.require(subscription.customer), {
    amount: share(amount, period.end - period.start, whole.end - whole.start),
    currency,
    price: price.id,
    product: price.product,
    unitAmountDecimal: null,
    quantity,
    description: prorationText('Remaining', productName(rows, price), quantity, period.start),
    discounts: item.discounts,
    metadata: item.metadata,
    period,
    proration: true,
    subscription: subscription.id,
    subscriptionItem: item.id,
    taxRates: item.taxRates.length === 0 ? null : item.taxRates,
  })
}

/**
 * Returns the discount on what an item costs in a period: the one of its charge, or where it is not invoiced yet, that
 * of today.
 */
function discountOf(
  context: PaymentsContext,
  { discounts, currency, latestInvoice }: Subscription,
  item: SubscriptionItem,
  amount: number,
): number {
  const { rows } = context
  const sum = (list: readonly { readonly amount: number }[]): number =>
    list.reduce((total, each) => total + each.amount, 0)
  const charged =
    rows.invoices
      .get(latestInvoice)
      ?.lines.filter((line) => line.subscriptionItem === item.id && line.price === item.price && !line.proration) ?? []
  if (charged.length > 0 && sum(charged) === amount) return sum(charged.flatMap((line) => line.discountAmounts))
  const at = now(context)
  const line = {
    amount,
    discountable: true,
    product: rows.prices.require(item.price).product,
    discounts: appliedDiscounts(rows, item.discounts, currency, at),
  }
  return sum(discountLines([line], appliedDiscounts(rows, discounts, currency, at)).flat())
}

/** Returns whether a line charges for a period, or for a part of one. */
function isDebit({ amount, proration }: InvoiceLine): boolean {
  return !proration || amount > 0
}

/** Returns the lines of the latest invoice that charged for the item. */
function creditedLines({ rows }: PaymentsContext, { latestInvoice }: Subscription, { id }: SubscriptionItem) {
  const invoice = rows.invoices.get(latestInvoice)
  const lines =
    invoice?.lines.filter((line) => line.subscriptionItem === id && isDebit(line)).map((line) => line.id) ?? []
  return invoice === undefined || lines.length === 0 ? null : { invoice: invoice.id, lines }
}
