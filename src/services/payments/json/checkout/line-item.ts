import type { PaymentsContext } from '../../call.ts'
import type { Json } from '../../resource.ts'
import { discountOf, taxOf, totalOf, type PricedLine } from '../../rules/checkout/amounts.ts'
import { priceJson, taxRateJson } from '../billing/catalog.ts'

/** Writes a line of a session or a payment link. https://docs.stripe.com/api/checkout/sessions/line_items */
export function lineItemJson(priced: PricedLine, currency: string): Json {
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

/** Writes the member `taxes` of a line, which is there when it is expanded. */
export function lineTaxesJson({ rows }: Pick<PaymentsContext, 'rows'>, { totals }: PricedLine): readonly object[] {
  return totals.taxes.map(({ rate, amount, taxable }) => ({
    amount,
    rate: taxRateJson(rows.taxRates.require(rate)),
    taxability_reason: null,
    taxable_amount: taxable,
  }))
}
