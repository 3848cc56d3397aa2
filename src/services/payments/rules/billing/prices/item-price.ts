import { createHash } from 'node:crypto'
import type { PaymentsContext } from '#payments/call.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import { addPrice } from './new-price.ts'
import { addProduct } from './new-product.ts'
import { derived } from '../test-clocks/test-clock.ts'

/** The cost of an invoice item without a price, and its purpose. */
interface ItemAmount {
  readonly currency: string
  readonly description: string | undefined
  /** The amount of one unit, as a decimal text. */
  readonly unit: string
}

/**
 * Returns the price of an invoice item that has only an amount: the vendor makes one that is not active, for a product
 * with the item's description, and takes the same for every item that is like it.
 */
export function priceOfAmount(
  context: PaymentsContext,
  account: string,
  { currency, description = 'Invoice item', unit }: ItemAmount,
): Price {
  const silent = derived(context, { emit: () => undefined })
  const digest = (...parts: readonly string[]): string =>
    createHash('sha256')
      .update(JSON.stringify([account, ...parts]))
      .digest('hex')
  const id = `price_${digest(description, currency, unit).slice(0, 24)}`
  const existing = context.rows.prices.get(id)
  if (existing !== undefined) return existing
  const productId = `prod_${digest(description).slice(0, 14)}`
  const product =
    context.rows.products.get(productId) ??
    addProduct(silent, account, { id: productId, name: description, active: false })
  return addPrice(silent, account, {
    id,
    active: false,
    currency,
    customUnitAmount: null,
    product: product.id,
    taxBehavior: 'unspecified',
    tiers: null,
    unitAmount: Number.isInteger(Number(unit)) ? Number(unit) : null,
    unitAmountDecimal: unit,
  })
}
