import { formatAmount } from '#payments/schema/currencies.ts'
import { itemsOf } from '#payments/rules/billing/subscriptions/items.ts'
import { lineAmount } from '#payments/rules/checkout/amounts.ts'
import { intervalInWords } from './checkout-view.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { Rows } from '#payments/call.ts'

/** Returns a price in words: `$10.00 per month`. */
export function priceInWords(price: Price, quantity: number, currency: string): string {
  return `${formatAmount(lineAmount(price, { quantity, chosenAmount: null }, currency), currency)} ${intervalInWords(price)}`
}

/** Returns the names of the products of a subscription. */
export function productNames(rows: Rows, { id }: Subscription): string {
  return itemsOf(rows, id)
    .map(({ price }) => rows.products.require(rows.prices.require(price).product).name)
    .join(', ')
}
