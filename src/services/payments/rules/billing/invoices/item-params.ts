import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  decimal,
  hash,
  integer,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { parseDecimal, roundExact } from '../decimals.ts'
import { DISCOUNTS, discountsOf } from '../discounts/discounts.ts'
import type { InvoiceItemInput } from './draft.ts'
import { LINE_PRICE_DATA, PRICE_DATA, priceOf, TAX_RATES, taxRatesOf } from '../subscriptions/item-params.ts'
import { productName, unitOfPrice } from './lines.ts'
import { amountOf } from '../prices/amounts.ts'
import { priceOfAmount } from '../prices/item-price.ts'
import { pricingOf } from '../prices/pricing.ts'

/** The parameters of an invoice item, also of a line that is added to an invoice. */
export const INVOICE_ITEM_INPUT = {
  amount: integer(),
  currency: currency(),
  description: text(),
  discountable: boolean(),
  discounts: DISCOUNTS,
  metadata: metadata(),
  period: hash({ end: required(timestamp()), start: required(timestamp()) }),
  // Until 2025-03-31 the price was a parameter of its own.
  price: text(),
  price_data: PRICE_DATA,
  pricing: hash({ price: text() }),
  quantity: integer({ min: 0 }),
  quantity_decimal: decimal(),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  tax_code: unsettable(text()),
  tax_rates: TAX_RATES,
  unit_amount: integer(),
  unit_amount_decimal: decimal(),
}

/** The parameters of a line of an invoice. */
export const INVOICE_LINE = { ...INVOICE_ITEM_INPUT, price_data: LINE_PRICE_DATA, tax_amounts: unsupported() }

/** The values of {@link INVOICE_ITEM_INPUT} and {@link INVOICE_LINE}. */
export type InvoiceItemParams = ValuesOf<Omit<typeof INVOICE_LINE, 'tax_amounts'>>

/**
 * Returns the members of an invoice item from its parameters: of an amount, of an amount for each unit, or of a price.
 * `invoiceCurrency` is that of the invoice or the subscription that the item belongs to.
 *
 * @throws 400 where the amount is missing or given twice.
 */
export function invoiceItemOf(
  context: PaymentsContext,
  customer: Customer,
  input: InvoiceItemParams,
  invoiceCurrency: string | null,
  path = '',
): InvoiceItemInput {
  const { account } = customer
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`)
  const price = priceOf(
    context,
    account,
    { price: input.pricing?.price ?? input.price, price_data: input.price_data },
    path,
  )
  if (price !== undefined && price.recurring !== null) {
    throw invalidRequest(
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
      { param: at('price') },
    )
  }
  const code =
    price === undefined ? (input.currency ?? invoiceCurrency ?? customer.currency) : (invoiceCurrency ?? price.currency)
  if (code === null)
    throw invalidRequest(`Missing required param: ${at('currency')}.`, {
      code: 'parameter_missing',
      param: at('currency'),
    })
  const amounts = amountsOf(context, account, input, price, code, at)
  const discounts = discountsOf(
    context,
    account,
    input.discounts ?? [],
    { customer: customer.id, invoiceItem: path === '' ? 'new' : path },
    { currency: code, amount: amounts.amount, param: at('discounts') },
  )
  const rates = taxRatesOf(context, account, input.tax_rates, at('tax_rates'))
  return {
    ...amounts,
    currency: code,
    description: input.description ?? (price === undefined ? null : productName(context.rows, price)),
    discountable: input.discountable ?? true,
    discounts,
    metadata: mergeMetadata({}, input.metadata),
    ...(input.period === undefined ? {} : { period: { start: input.period.start, end: input.period.end } }),
    taxRates: rates.length === 0 ? null : rates,
  }
}

function amountsOf(
  context: PaymentsContext,
  account: string,
  input: InvoiceItemParams,
  price: Price | undefined,
  code: string,
  at: (name: string) => string,
) {
  const quantity = input.quantity ?? (input.quantity_decimal === undefined ? 1 : Number(input.quantity_decimal))
  if (price !== undefined) {
    const unit = unitOfPrice(price, code)
    return {
      amount: amountOf(pricingOf(price, code), quantity),
      price: price.id,
      product: price.product,
      unitAmountDecimal: unit,
      quantity,
    }
  }
  const priced = (unit: string) => {
    const { id, product } = priceOfAmount(context, account, { currency: code, description: input.description, unit })
    return { price: id, product, unitAmountDecimal: unit }
  }
  const unit = input.unit_amount_decimal ?? (input.unit_amount === undefined ? undefined : String(input.unit_amount))
  if (unit !== undefined && input.amount !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: amount, unit_amount_decimal.', {
      param: at('amount'),
    })
  }
  if (unit !== undefined) {
    const exactUnit = parseDecimal(unit)
    if (exactUnit === undefined) {
      throw invalidRequest(`Invalid decimal: ${unit}; must contain at maximum twelve decimal places.`, {
        param: at('unit_amount_decimal'),
      })
    }
    const amount = Number.isInteger(quantity)
      ? roundExact(exactUnit * BigInt(quantity))
      : Math.round((Number(exactUnit) / 1e12) * quantity)
    return { amount, ...priced(unit), quantity }
  }
  if (input.amount === undefined) {
    throw invalidRequest(`Missing required param: ${at('amount')}.`, { code: 'parameter_missing', param: at('amount') })
  }
  return { amount: input.amount, ...priced(String(input.amount)), quantity }
}
