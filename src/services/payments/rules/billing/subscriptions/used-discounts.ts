import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import { remainingDiscounts } from '../discounts/discounts.ts'

/** Drops the discounts of a subscription that its latest invoice has used up. */
export function dropUsedDiscounts(context: PaymentsContext, id: string, invoiceId: string): void {
  const { rows } = context
  const subscription = rows.subscriptions.require(id)
  if (subscription.discounts.length === 0) return
  const used = new Set(rows.invoices.require(invoiceId).totalDiscountAmounts.map(({ discount }) => discount))
  const candidates = subscription.discounts.filter((each) => used.has(each))
  const remaining = new Set(remainingDiscounts(context, candidates, now(context)))
  const discounts = subscription.discounts.filter((each) => !used.has(each) || remaining.has(each))
  if (discounts.length < subscription.discounts.length) rows.subscriptions.update(id, { discounts })
}
