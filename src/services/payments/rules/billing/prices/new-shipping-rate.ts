import type { PaymentsContext } from '#payments/call.ts'
import { missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  byCurrency,
  currency,
  hash,
  integer,
  metadata,
  oneOf,
  required,
  text,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { newRecord } from '../../records.ts'
import type { ShippingRate } from '#payments/schema/billing/catalog.ts'

/** The parameter `tax_behavior` of a shipping rate. */
export const TAX_BEHAVIOR = oneOf('exclusive', 'inclusive', 'unspecified')
const BOUND = hash({
  unit: required(oneOf('business_day', 'day', 'hour', 'month', 'week')),
  value: required(integer({ min: 1 })),
})

/** The parameter `currency_options` of a shipping rate: its amounts by currency. */
export const CURRENCY_OPTIONS = byCurrency(hash({ amount: required(integer({ min: 0 })), tax_behavior: TAX_BEHAVIOR }))

/** The parameters of a shipping rate, also where a Checkout session describes one. */
export const SHIPPING_RATE_INPUT = {
  delivery_estimate: hash({ maximum: BOUND, minimum: BOUND }),
  display_name: required(text({ max: 100 })),
  fixed_amount: hash({
    amount: required(integer({ min: 0 })),
    currency: required(currency()),
    currency_options: CURRENCY_OPTIONS,
  }),
  metadata: metadata(),
  tax_behavior: TAX_BEHAVIOR,
  tax_code: text(),
  type: oneOf('fixed_amount'),
}

/**
 * Adds a shipping rate. `path` is that of the hash that describes it.
 *
 * @throws 400 without an amount.
 */
export function addShippingRate(
  context: Pick<PaymentsContext, 'rows' | 'ids' | 'clock'>,
  account: string,
  input: ValuesOf<typeof SHIPPING_RATE_INPUT>,
  path?: string,
): ShippingRate {
  const { fixed_amount: fixed, delivery_estimate: estimate } = input
  if (fixed === undefined) throw missingParameter(path === undefined ? 'fixed_amount' : `${path}[fixed_amount]`)
  return context.rows.shippingRates.insert({
    active: true,
    deliveryEstimate:
      estimate === undefined ? null : { maximum: estimate.maximum ?? null, minimum: estimate.minimum ?? null },
    displayName: input.display_name,
    amount: fixed.amount,
    currency: fixed.currency,
    currencyOptions: optionsOf(fixed.currency_options),
    metadata: mergeMetadata({}, input.metadata),
    taxBehavior: input.tax_behavior ?? 'unspecified',
    taxCode: input.tax_code ?? null,
    ...newRecord(context, account, 'shr_'),
  })
}

type Options = Readonly<
  Record<string, { readonly amount: number; readonly tax_behavior?: ShippingRate['taxBehavior'] | undefined }>
>

/** Returns the amounts of a shipping rate by currency. */
export function optionsOf(options: Options = {}): ShippingRate['currencyOptions'] {
  return Object.fromEntries(
    Object.entries(options).map(([code, { amount, tax_behavior = 'unspecified' }]) => [code, { amount, tax_behavior }]),
  )
}
