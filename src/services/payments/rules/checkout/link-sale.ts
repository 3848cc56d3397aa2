import type { PaymentsContext } from '#payments/call.ts'
import { type Sale } from './amounts.ts'
import type { PaymentLink } from '#payments/schema/checkout.ts'

/** Returns whether a link sells a subscription. */
export function isRecurring({ rows }: Pick<PaymentsContext, 'rows'>, { lines }: Pick<PaymentLink, 'lines'>): boolean {
  return lines.some(({ price }) => rows.prices.require(price).recurring !== null)
}

/** Returns what a link sells. */
export function saleOfLink(link: PaymentLink): Sale {
  return { ...link, discounts: [], shippingRate: null }
}
