import { discountOf, taxOf, totalOf, type PricedLine } from '#payments/rules/checkout/amounts.ts'
import { priceJson } from '../billing/catalog.ts'

/** Writes a line of a session or a payment link. https://docs.stripe.com/api/checkout/sessions/line_items */
export function lineItemJson(priced: PricedLine, currency: string) {
  const { line, price, product, amount } = priced
  return {
    id: line.id,
    object: 'item',
    adjustable_quantity: line.adjustable === null ? null : { enabled: true, ...line.adjustable },
    amount_discount: discountOf(priced),
    amount_subtotal: amount,
    amount_tax: taxOf(priced),
    amount_total: totalOf(priced),
    currency,
    description: product.name,
    metadata: line.metadata,
    price: priceJson(price),
    quantity: line.quantity,
  }
}
