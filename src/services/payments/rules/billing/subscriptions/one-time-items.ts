import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { discountsOf, type DiscountsInput } from '../discounts/discounts.ts'
import { addInvoiceItem, pendingItems } from '../invoices/draft.ts'
import { lineOfItem, productName, unitOfPrice } from '../invoices/lines.ts'
import { amountOf } from '../prices/amounts.ts'
import { pricingOf } from '../prices/pricing.ts'
import { purchaseOf } from './items.ts'

/** A price that is charged once, with the next invoice of a subscription. */
export interface ExtraItem {
  readonly price: Price
  readonly quantity: number
  /** Default: true */
  readonly discountable?: boolean
  readonly discounts: DiscountsInput
  readonly metadata?: Metadata
  /** Epoch seconds, or the vendor's word for an end of the subscription's period; null for now. */
  readonly period?: { readonly start: number | string | null; readonly end: number | string | null }
  readonly taxRates: readonly string[] | null
}

/** Adds the items that are charged once, with the next invoice of a subscription. */
export function addExtraItems(
  context: PaymentsContext,
  customer: Customer,
  subscription: Subscription,
  extras: readonly ExtraItem[],
): void {
  const { id, account, currency, periodStart, periodEnd } = subscription
  for (const { price, quantity, discountable, discounts, metadata, period, taxRates } of extras) {
    const at = now(context)
    const start = period?.start === 'max_item_period_start' ? periodStart : period?.start
    const end = period?.end === 'min_item_period_end' || period?.end === 'phase_end' ? periodEnd : period?.end
    addInvoiceItem(context, customer, {
      amount: amountOf(pricingOf(price, currency), quantity),
      currency,
      price: price.id,
      product: price.product,
      unitAmountDecimal: unitOfPrice(price, currency),
      quantity,
      description: productName(context.rows, price),
      discountable: discountable ?? true,
      metadata: metadata ?? {},
      period: { start: typeof start === 'number' ? start : at, end: typeof end === 'number' ? end : at },
      discounts: discountsOf(
        context,
        account,
        discounts,
        { customer: customer.id, invoiceItem: 'new' },
        { ...purchaseOf([{ price, quantity }], currency), param: 'add_invoice_items[discounts]' },
      ),
      subscription: id,
      taxRates,
    })
  }
}

/** Returns the lines of the items that wait for the next invoice of a subscription. */
export function pendingLines(context: PaymentsContext, { id, currency, customer }: Subscription): InvoiceLine[] {
  return pendingItems(context, customer, { currency, subscription: id }).map((item) => lineOfItem(context, item))
}
