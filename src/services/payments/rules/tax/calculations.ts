import type { PaymentsContext } from '#payments/call.ts'
import { requireTaxIdValue } from '../customers/tax-id-values.ts'
import { invalidParameter, missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { hash, integer, list, metadata, oneOf, required, text, type ValuesOf } from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { CalculatedShipping, CalculationLine, TaxCalculation, TaxedCustomer } from '#payments/schema/tax.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import { newId } from '../new-id.ts'
import { findRecord, newRecord } from '../records.ts'
import { DAY_SECONDS } from '../seconds.ts'
import { taxOf, type TaxedSale } from './calculate.ts'
import { settingsOf } from './settings.ts'

/** How long a calculation can become a transaction, in seconds. */
const LIFETIME = 90 * DAY_SECONDS

/** The vendor's code of shipping. */
const SHIPPING_CODE = 'txcd_92010001'

const BEHAVIOR = oneOf('exclusive', 'inclusive')
const LOCATED = { ...ADDRESS, country: required(text({ max: 2 })) }

/** The parameters of a calculation. https://docs.stripe.com/api/tax/calculations/create */
export const CALCULATION_INPUT = {
  customer: text(),
  customer_details: hash({
    address: hash(LOCATED),
    address_source: oneOf('billing', 'shipping'),
    ip_address: text(),
    tax_ids: list(hash({ type: required(text()), value: required(text()) })),
    taxability_override: oneOf('customer_exempt', 'none', 'reverse_charge'),
  }),
  line_items: required(
    list(
      hash({
        amount: required(integer()),
        metadata: metadata(),
        product: text(),
        quantity: integer({ min: 1 }),
        reference: text({ max: 500 }),
        tax_behavior: BEHAVIOR,
        tax_code: text(),
      }),
    ),
  ),
  ship_from_details: hash({ address: required(hash(LOCATED)) }),
  shipping_cost: hash({
    amount: integer({ min: 0 }),
    shipping_rate: text(),
    tax_behavior: BEHAVIOR,
    tax_code: text(),
  }),
  tax_date: integer({ min: 0 }),
}

/** The values of {@link CALCULATION_INPUT}, with the currency. */
type CalculationInput = ValuesOf<typeof CALCULATION_INPUT> & { readonly currency: string }
type LineInput = CalculationInput['line_items'][number]

/**
 * Adds the calculation of the tax of a sale.
 *
 * @throws 400 without lines, for two lines with one reference, and where the customer's location is not known.
 */
export function addCalculation(context: PaymentsContext, account: string, input: CalculationInput): TaxCalculation {
  const head = newRecord(context, account, 'taxcalc_')
  const customerDetails = customerOf(context, account, input)
  const taxDate = input.tax_date ?? head.created
  const sale: TaxedSale = { account, address: customerDetails.address, customer: customerDetails, at: taxDate }
  if (input.line_items.length === 0) throw missingParameter('line_items')
  const lines = input.line_items.map((line, index) => lineOf(context, sale, line, index))
  requireOwnReferences(lines)
  return context.rows.taxCalculations.insert({
    currency: input.currency,
    customer: input.customer ?? null,
    customerDetails,
    expiresAt: head.created + LIFETIME,
    lines,
    shipFrom: input.ship_from_details === undefined ? null : addressOf(input.ship_from_details.address),
    shipping: shippingOf(context, sale, input),
    taxDate,
    ...head,
  })
}

/** @throws 400 where nothing tells where the customer is. */
function customerOf(context: PaymentsContext, account: string, input: CalculationInput): TaxedCustomer {
  const { customer: id, customer_details: details } = input
  if (id !== undefined && details !== undefined) {
    throw invalidParameter(
      'customer',
      'You may only specify one of these parameters: customer, customer_details.',
      'parameter_invalid_empty',
    )
  }
  if (id !== undefined) return savedCustomer(context, findLiveCustomer(context, account, id, { param: 'customer' }))
  if (details === undefined) throw missingParameter('customer_details')
  if (details.address === undefined && details.ip_address === undefined) {
    throw missingParameter('customer_details[address]')
  }
  const address = details.address === undefined ? null : addressOf(details.address)
  if (address !== null && details.address_source === undefined) {
    throw missingParameter('customer_details[address_source]')
  }
  for (const [index, taxId] of (details.tax_ids ?? []).entries()) {
    requireTaxIdValue(taxId, `customer_details[tax_ids][${index}][value]`)
  }
  if (address?.country === 'US' && address.postal_code === null) throw locationInvalid('customer_details[address]')
  return {
    address,
    addressSource: details.address_source ?? null,
    ipAddress: details.ip_address ?? null,
    taxIds: details.tax_ids ?? [],
    override: details.taxability_override ?? 'none',
  }
}

function locationInvalid(param: string): Error {
  return invalidParameter(
    param,
    "We could not determine the customer's tax location based on the provided customer address.",
    'customer_tax_location_invalid',
  )
}

const OVERRIDES = { none: 'none', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const

function savedCustomer({ rows }: PaymentsContext, { id, shipping, address, taxExempt }: Customer): TaxedCustomer {
  const used = shipping?.address ?? address
  if (used?.country == null) throw locationInvalid('customer')
  return {
    address: used,
    addressSource: shipping === null ? 'billing' : 'shipping',
    ipAddress: null,
    taxIds: rows.taxIds.list('customer', id).map(({ type, value }) => ({ type, value })),
    override: OVERRIDES[taxExempt],
  }
}

function lineOf(context: PaymentsContext, sale: TaxedSale, input: LineInput, index: number): CalculationLine {
  const { rows } = context
  const { amount, product: productId } = input
  const path = `line_items[${index}]`
  const product =
    productId === undefined
      ? null
      : findRecord(rows.products, sale.account, 'product', productId, { param: `${path}[product]` })
  const taxCode = input.tax_code ?? product?.taxCode ?? settingsOf(context, sale.account).taxCode ?? 'txcd_10000000'
  const behavior = input.tax_behavior ?? 'exclusive'
  return {
    id: newId(context, 'tax_li_', 14),
    amount,
    metadata: input.metadata === undefined ? null : mergeMetadata({}, input.metadata),
    product: product?.id ?? null,
    quantity: input.quantity ?? 1,
    reference: input.reference ?? `L${index + 1}`,
    tax: taxOf(context, sale, { amount, behavior, taxCode }),
    taxBehavior: behavior,
    taxCode,
  }
}

function requireOwnReferences(lines: readonly CalculationLine[]): void {
  const twice = lines.findIndex(({ reference }, at) => lines.findIndex((each) => each.reference === reference) < at)
  if (twice < 0) return
  throw invalidParameter(`line_items[${twice}][reference]`, 'The `reference` of each line item must be unique.')
}

function shippingOf(
  context: PaymentsContext,
  sale: TaxedSale,
  { shipping_cost: input, currency }: CalculationInput,
): CalculatedShipping | null {
  if (input === undefined) return null
  const param = 'shipping_cost[shipping_rate]'
  const rate =
    input.shipping_rate === undefined
      ? null
      : findRecord(context.rows.shippingRates, sale.account, 'shipping rate', input.shipping_rate, { param })
  const amount = input.amount ?? rate?.currencyOptions[currency]?.amount ?? rate?.amount
  if (amount === undefined) throw missingParameter('shipping_cost[amount]')
  const taxCode = input.tax_code ?? SHIPPING_CODE
  const behavior = input.tax_behavior ?? 'exclusive'
  return {
    amount,
    shippingRate: rate?.id ?? null,
    tax: taxOf(context, sale, { amount, behavior, taxCode }),
    taxBehavior: behavior,
    taxCode,
  }
}
