import { invalidParameter, invalidRequest, missingParameter, unknownParameters } from '#payments/errors.ts'
import {
  boolean,
  byCurrency,
  decimal,
  hash,
  integer,
  list,
  oneOf,
  required,
  text,
  type Param,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import type {
  AggregateUsage,
  CustomUnitAmount,
  PriceAmounts,
  PriceTier,
  Recurring,
} from '#payments/schema/billing/catalog.ts'
import { decimalText, exact, parseDecimal } from '../decimals.ts'

const TAX_BEHAVIOR = oneOf('exclusive', 'inclusive', 'unspecified')

const CUSTOM_UNIT_AMOUNT = hash({
  enabled: required(boolean()),
  maximum: integer({ min: 0 }),
  minimum: integer({ min: 0 }),
  preset: integer({ min: 0 }),
})

const TIERS = list(
  hash({
    flat_amount: integer({ min: 0 }),
    flat_amount_decimal: decimal(),
    unit_amount: integer({ min: 0 }),
    unit_amount_decimal: decimal(),
    up_to: required(upTo()),
  }),
)

/** The last unit of a tier; null for `inf`. */
function upTo(): Param<number | null> {
  const whole = integer({ min: 1 })
  return { read: (raw, path) => (raw === 'inf' ? null : whole.read(raw, path)) }
}

/** The parameters of the amounts of a price in one currency. */
export const AMOUNTS = {
  custom_unit_amount: CUSTOM_UNIT_AMOUNT,
  tax_behavior: TAX_BEHAVIOR,
  tiers: TIERS,
  unit_amount: integer({ min: 0 }),
  unit_amount_decimal: decimal(),
}

/** The parameter `currency_options`: the amounts of a price by currency. */
export const CURRENCY_OPTIONS = byCurrency(hash(AMOUNTS))

/** How usage records add up, until 2025-03-31. */
export const AGGREGATE_USAGE = oneOf('last_during_period', 'last_ever', 'max', 'sum')

const RECURRING_FIELDS = {
  aggregate_usage: AGGREGATE_USAGE,
  interval: required(oneOf('day', 'month', 'week', 'year')),
  interval_count: integer({ min: 1 }),
  meter: text(),
  trial_period_days: integer({ min: 1 }),
  usage_type: oneOf('licensed', 'metered'),
}

/** The parameter `recurring` of a price. */
export const RECURRING = hash(RECURRING_FIELDS)

type AmountsInput = ValuesOf<typeof AMOUNTS>

/**
 * The largest number of intervals: three years.
 * https://docs.stripe.com/api/prices/create#create_price-recurring-interval_count
 */
const LONGEST = { day: 1095, week: 156, month: 36, year: 3 } as const

/**
 * Returns the amounts of a price from its parameters. `path` is that of the hash that has them.
 *
 * @throws 400 when there is none, or more than one way to price.
 */
export function amountsOfInput(input: AmountsInput, path = ''): PriceAmounts {
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`)
  const { unit_amount: whole, unit_amount_decimal: fraction, custom_unit_amount: custom, tiers } = input
  if (whole !== undefined && fraction !== undefined) throw exclusive(at('unit_amount'), at('unit_amount_decimal'))
  const customUnitAmount = custom?.enabled === true ? customOf(custom) : null
  if (customUnitAmount === null && tiers === undefined && whole === undefined && fraction === undefined) {
    throw invalidRequest('Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.')
  }
  const unit =
    tiers === undefined && customUnitAmount === null ? unitOf(whole, fraction, at('unit_amount_decimal')) : NONE
  return {
    customUnitAmount,
    taxBehavior: input.tax_behavior ?? 'unspecified',
    tiers: tiers === undefined ? null : tiersOf(tiers, at('tiers')),
    unitAmount: unit.whole,
    unitAmountDecimal: unit.decimal,
  }
}

/** Returns the amounts of a price by currency. */
export function currencyOptionsOf(
  options: Readonly<Record<string, AmountsInput>> | undefined,
): Readonly<Record<string, PriceAmounts>> {
  return Object.fromEntries(
    Object.entries(options ?? {}).map(([currency, amounts]) => [
      currency,
      amountsOfInput(amounts, `currency_options[${currency}]`),
    ]),
  )
}

/**
 * Returns the member `recurring` from its parameters. `path` is that of the hash that has them. `withoutMeter`: usage
 * may be reported by usage records, as in versions before 2025-03-31.
 *
 * @throws 400 for a period of more than three years, and for metered usage without a meter.
 */
export function recurringOf(
  input: ValuesOf<typeof RECURRING_FIELDS>,
  path = 'recurring',
  withoutMeter = false,
): Recurring {
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`)
  const { interval, interval_count: count = 1, usage_type: usage = 'licensed' } = input
  if (count > LONGEST[interval]) {
    throw invalidParameter(
      at('interval_count'),
      `The maximum billing interval is 3 years (${LONGEST[interval]} ${interval}s).`,
    )
  }
  if (usage === 'metered' && input.meter === undefined && !withoutMeter) {
    throw invalidRequest('Starting with Stripe version `2025-03-31.basil`, metered prices must be backed by meters.')
  }
  if (input.aggregate_usage !== undefined && !withoutMeter) throw unknownParameters([at('aggregate_usage')])
  if (usage === 'licensed' && input.meter !== undefined) {
    throw invalidParameter(at('meter'), `A meter can only be set when \`${at('usage_type')}\` is \`metered\`.`)
  }
  return {
    interval,
    interval_count: count,
    meter: input.meter ?? null,
    trial_period_days: input.trial_period_days ?? null,
    usage_type: usage,
  }
}

/** Returns how the usage of a price adds up that has no meter; null for other prices. */
export function aggregationOf(recurring: Recurring | null, named: AggregateUsage | undefined): AggregateUsage | null {
  return recurring?.usage_type === 'metered' && recurring.meter === null ? (named ?? 'sum') : null
}

/** The parameters that say whether a price has tiers. */
interface TierInput {
  readonly billing_scheme?: 'per_unit' | 'tiered' | undefined
  readonly tiers?: AmountsInput['tiers'] | undefined
  readonly tiers_mode?: 'graduated' | 'volume' | undefined
}

/**
 * `transform` is the parameter that divides the quantity.
 *
 * @throws 400 where the scheme, the mode and the tiers of a price do not belong together.
 */
export function requireConsistentTiers(
  { billing_scheme: scheme, tiers, tiers_mode: mode }: TierInput,
  transform: 'transform_quantity' | 'transform_usage' | null,
): void {
  if (scheme !== 'tiered') {
    if (tiers === undefined && mode === undefined) return
    throw invalidRequest('`tiers` and `tiers_mode` can only be set when `billing_scheme=tiered`.', {
      param: 'billing_scheme',
    })
  }
  const missing = tiers === undefined ? 'tiers' : mode === undefined ? 'tiers_mode' : undefined
  if (missing !== undefined) {
    throw invalidRequest(`\`${missing}\` must be set when \`billing_scheme=tiered\`.`, {
      code: 'parameter_missing',
      param: missing,
    })
  }
  if (transform !== null)
    throw invalidRequest(`\`${transform}\` cannot be combined with \`tiers\`.`, { param: transform })
}

/** The two forms of an amount. */
interface Unit {
  readonly whole: number | null
  readonly decimal: string | null
}

const NONE: Unit = { whole: null, decimal: null }

/** Returns both forms of an amount: the whole one is null for an amount with parts of a minor unit. */
export function unitOf(whole: number | undefined, fraction: string | undefined, path: string): Unit {
  if (whole !== undefined) return { whole, decimal: String(whole) }
  if (fraction === undefined) return NONE
  const amount = parseDecimal(fraction)
  if (amount === undefined || amount < 0n) {
    throw invalidParameter(path, `Invalid decimal: ${fraction}; must contain at maximum twelve decimal places.`)
  }
  const text = decimalText(amount)
  return { whole: text.includes('.') ? null : Number(amount / exact(1)), decimal: text }
}

function customOf({ maximum, minimum, preset }: NonNullable<AmountsInput['custom_unit_amount']>): CustomUnitAmount {
  return { maximum: maximum ?? null, minimum: minimum ?? null, preset: preset ?? null }
}

function tiersOf(tiers: NonNullable<AmountsInput['tiers']>, path: string): readonly PriceTier[] {
  if (tiers.at(-1)?.up_to !== null) {
    throw invalidParameter(path, 'The last tier of a price must have `up_to` set to `inf`.')
  }
  return tiers.map((tier, index) => {
    const before = tiers[index - 1]?.up_to ?? 0
    if (tier.up_to !== null && tier.up_to <= before) {
      throw invalidParameter(
        `${path}[${index}][up_to]`,
        'The `up_to` of each tier must be greater than that of the tier before it.',
      )
    }
    const unit = unitOf(tier.unit_amount, tier.unit_amount_decimal, `${path}[${index}][unit_amount_decimal]`)
    const flat = unitOf(tier.flat_amount, tier.flat_amount_decimal, `${path}[${index}][flat_amount_decimal]`)
    if (unit.decimal === null && flat.decimal === null) throw missingParameter(`${path}[${index}][unit_amount]`)
    return {
      flat_amount: flat.whole,
      flat_amount_decimal: flat.decimal,
      unit_amount: unit.whole,
      unit_amount_decimal: unit.decimal,
      up_to: tier.up_to,
    }
  })
}

/** 400: two parameters of which a request may have one. */
export function exclusive(one: string, other: string): Error {
  return invalidParameter(
    one,
    `You may only specify one of these parameters: ${one}, ${other}.`,
    'parameters_exclusive',
  )
}
