import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest, missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { newId } from '../new-id.ts'
import { findRecord } from '../records.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { CheckoutMode, CheckoutSession, SessionLine } from '#payments/schema/checkout.ts'
import { findPrice } from '../billing/prices/find-price.ts'
import { addPrice } from '../billing/prices/new-price.ts'
import { addProduct } from '../billing/prices/new-product.ts'
import { amountsOfInput, recurringOf } from '../billing/prices/params.ts'
import { amountsIn } from '../billing/prices/pricing.ts'
import type { LineInput, SessionLineInput } from './params.ts'

/**
 * Returns the lines of a session or a payment link; adds the prices and products that it describes.
 *
 * @throws 400 for lines without one.
 */
export function linesOf(
  context: PaymentsContext,
  account: string,
  input: readonly SessionLineInput[],
): readonly SessionLine[] {
  return input.map((line, index) => {
    const path = `line_items[${index}]`
    const price = priceOf(context, account, line, path)
    const { adjustable_quantity: adjustable, quantity } = line
    const metered = price.recurring?.usage_type === 'metered'
    if (quantity === undefined && !metered && price.customUnitAmount === null)
      throw missingParameter(`${path}[quantity]`)
    return {
      id: newId(context, 'li_'),
      price: price.id,
      quantity: quantity ?? 1,
      adjustable:
        adjustable?.enabled === true ? { maximum: adjustable.maximum ?? 99, minimum: adjustable.minimum ?? 0 } : null,
      chosenAmount: null,
      taxRates: ratesNamed(context, account, line.tax_rates ?? [], `${path}[tax_rates]`),
      ...dynamicRatesOf(context, account, line, path),
      metadata: mergeMetadata({}, line.metadata),
    }
  })
}

/** Returns the ids of the tax rates that a parameter names. */
function ratesNamed(
  { rows }: PaymentsContext,
  account: string,
  ids: readonly string[],
  param: string,
): readonly string[] {
  return ids.map((id, at) => findRecord(rows.taxRates, account, 'tax rate', id, { param: `${param}[${at}]` }).id)
}

/**
 * Returns the rates of which those of the buyer's country apply.
 * https://docs.stripe.com/payments/checkout/use-manual-tax-rates#dynamic-tax-rates
 */
function dynamicRatesOf(
  context: PaymentsContext,
  account: string,
  { dynamic_tax_rates: dynamic, tax_rates: fixed }: SessionLineInput,
  path: string,
): Pick<SessionLine, 'dynamicTaxRates'> {
  if (dynamic === undefined) return {}
  if (fixed !== undefined) {
    throw invalidParameter(
      `${path}[dynamic_tax_rates]`,
      'You may only specify one of these parameters: tax_rates, dynamic_tax_rates.',
    )
  }
  return { dynamicTaxRates: ratesNamed(context, account, dynamic, `${path}[dynamic_tax_rates]`) }
}

/** Returns the lines of a session with the tax rates of the buyer's country, by the address that is known. */
export function withDynamicRates(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { lines, shippingDetails, customerDetails }: Pick<CheckoutSession, 'lines' | 'shippingDetails' | 'customerDetails'>,
): readonly SessionLine[] {
  const { country = null, state = null } = shippingDetails?.address ?? customerDetails?.address ?? {}
  const applies = (id: string): boolean => {
    const rate = rows.taxRates.require(id)
    return rate.country !== null && rate.country === country && (rate.state === null || rate.state === state)
  }
  return lines.map((line) =>
    line.dynamicTaxRates === undefined ? line : { ...line, taxRates: line.dynamicTaxRates.filter(applies) },
  )
}

function priceOf(context: PaymentsContext, account: string, line: LineInput, path: string): Price {
  const { price: id, price_data: data } = line
  if (id !== undefined && data !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: price, price_data.', { param: path })
  }
  if (id !== undefined) {
    const price = findPrice(context, account, id, { param: `${path}[price]` })
    if (!price.active) {
      throw invalidParameter(
        `${path}[price]`,
        'The price specified is inactive. This field only accepts active prices.',
      )
    }
    if (context.rows.products.get(price.product)?.active !== false) return price
    throw invalidParameter(
      `${path}[price]`,
      `Price \`${price.id}\` is not available to be purchased because its product is not active.`,
    )
  }
  if (data === undefined) throw missingParameter(`${path}[price]`)
  return addPrice(context, account, {
    ...amountsOfInput(data, `${path}[price_data]`),
    // The vendor's inline prices cannot be used again.
    active: false,
    currency: data.currency,
    product: productOf(context, account, data, `${path}[price_data]`),
    recurring: data.recurring === undefined ? null : recurringOf(data.recurring),
  })
}

function productOf(
  context: PaymentsContext,
  account: string,
  { product: id, product_data: data }: NonNullable<LineInput['price_data']>,
  path: string,
): string {
  if (id !== undefined)
    return findRecord(context.rows.products, account, 'product', id, { param: `${path}[product]` }).id
  if (data === undefined) throw missingParameter(`${path}[product_data]`)
  const product = addProduct(context, account, {
    active: false,
    name: data.name,
    description: data.description ?? null,
    images: data.images ?? [],
    metadata: mergeMetadata({}, data.metadata),
    taxCode: data.tax_code ?? null,
    unitLabel: data.unit_label ?? null,
  })
  return product.id
}

/**
 * Checks that lines go together with a mode, and returns their currency: `wanted`, or that of the prices.
 *
 * @throws 400 in the vendor's words.
 */
export function requireLinesFor(
  { rows }: Pick<PaymentsContext, 'rows'>,
  mode: CheckoutMode,
  lines: readonly SessionLine[],
  wanted: string | undefined,
): string {
  const prices = lines.map(({ price }) => rows.prices.require(price))
  const recurring = prices.filter((price) => price.recurring !== null)
  if (mode === 'payment' && recurring.length > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'mode' },
    )
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'mode',
    })
  }
  requireOneInterval(recurring)
  const currency = wanted ?? prices[0]?.currency ?? 'usd'
  const other = prices.find((price) => amountsIn(price, currency) === undefined)
  if (other !== undefined) {
    throw invalidRequest(
      `The price specified only supports \`${other.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param: 'line_items' },
    )
  }
  return currency
}

function requireOneInterval(prices: readonly Price[]): void {
  const intervals = new Set(prices.map(({ recurring }) => `${recurring?.interval_count} ${recurring?.interval}`))
  if (intervals.size > 1) {
    throw invalidRequest('Checkout does not support multiple prices with different billing intervals.', {
      param: 'line_items',
    })
  }
}
