import {
  boolean,
  hash,
  integer,
  list,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import type { SpendingControls } from '#payments/schema/issuing.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { categoryCode } from './categories.ts'

const PRESENCES = list(oneOf('not_present', 'present'))

/** The parameters of the rules for payments; the currency of the limits is one of cardholders only. */
export const SPENDING_CONTROLS = {
  allowed_card_presences: PRESENCES,
  allowed_categories: list(text()),
  allowed_merchant_countries: list(text()),
  blocked_card_presences: PRESENCES,
  blocked_categories: list(text()),
  blocked_merchant_countries: list(text()),
  spending_limits: list(
    hash({
      amount: required(integer({ min: 0 })),
      categories: list(text()),
      interval: required(oneOf('all_time', 'daily', 'monthly', 'per_authorization', 'weekly', 'yearly')),
    }),
  ),
  spending_limits_currency: text(),
}

/** Returns the rules for payments after a change. */
export function controlsOf(
  input: ValuesOf<typeof SPENDING_CONTROLS> | undefined,
  before: SpendingControls | null,
  currency: string | null,
): SpendingControls {
  const {
    allowed_card_presences = before?.allowed_card_presences ?? null,
    allowed_categories = before?.allowed_categories ?? null,
    allowed_merchant_countries = before?.allowed_merchant_countries ?? null,
    blocked_card_presences = before?.blocked_card_presences ?? null,
    blocked_categories = before?.blocked_categories ?? null,
    blocked_merchant_countries = before?.blocked_merchant_countries ?? null,
    spending_limits: limits,
    spending_limits_currency = before?.spending_limits_currency ?? currency,
  } = input ?? {}
  const given = limits?.map(({ amount, categories = null, interval }) => ({ amount, categories, interval }))
  return {
    allowed_card_presences,
    allowed_categories,
    allowed_merchant_countries,
    blocked_card_presences,
    blocked_categories,
    blocked_merchant_countries,
    spending_limits: given ?? before?.spending_limits ?? [],
    spending_limits_currency,
  }
}

/** The parameters of a merchant in a test. */
export const MERCHANT = {
  category: text(),
  city: text(),
  country: text(),
  name: text(),
  network_id: text(),
  postal_code: text(),
  state: text(),
  terminal_id: text(),
  url: text(),
}

/** Returns a merchant: that of the vendor's examples, but for what is given. */
export function merchantOf(input: ValuesOf<typeof MERCHANT> = {}): Wire {
  const { category = 'taxicabs_limousines' } = input
  return {
    category,
    category_code: categoryCode(category),
    city: input.city ?? 'San Francisco',
    country: input.country ?? 'US',
    name: input.name ?? 'Rocket Rides',
    network_id: input.network_id ?? '1234567890',
    postal_code: input.postal_code ?? '94107',
    state: input.state ?? 'CA',
    tax_id: null,
    terminal_id: input.terminal_id ?? null,
    url: input.url ?? null,
  }
}

const FILE = unsettable(text())
const WORDS = unsettable(text())
const MOMENT = unsettable(timestamp())
const KIND = unsettable(oneOf('merchandise', 'service'))
const RETURN = unsettable(oneOf('merchant_rejected', 'successful'))

const REASONS = {
  canceled: {
    additional_documentation: FILE,
    canceled_at: MOMENT,
    cancellation_policy_provided: unsettable(boolean()),
    cancellation_reason: WORDS,
    expected_at: MOMENT,
    explanation: WORDS,
    product_description: WORDS,
    product_type: KIND,
    return_status: RETURN,
    returned_at: MOMENT,
  },
  duplicate: {
    additional_documentation: FILE,
    card_statement: FILE,
    cash_receipt: FILE,
    check_image: FILE,
    explanation: WORDS,
    original_transaction: WORDS,
  },
  fraudulent: { additional_documentation: FILE, explanation: WORDS },
  merchandise_not_as_described: {
    additional_documentation: FILE,
    explanation: WORDS,
    received_at: MOMENT,
    return_description: WORDS,
    return_status: RETURN,
    returned_at: MOMENT,
  },
  no_valid_authorization: { additional_documentation: FILE, explanation: WORDS },
  not_received: {
    additional_documentation: FILE,
    expected_at: MOMENT,
    explanation: WORDS,
    product_description: WORDS,
    product_type: KIND,
  },
  other: { additional_documentation: FILE, explanation: WORDS, product_description: WORDS, product_type: KIND },
  service_not_as_described: {
    additional_documentation: FILE,
    canceled_at: MOMENT,
    cancellation_reason: WORDS,
    explanation: WORDS,
    received_at: MOMENT,
  },
}

/** The reasons of a dispute. */
type Reason = keyof typeof REASONS

const REASON_NAMES = Object.keys(REASONS) as Reason[] // its own names

/** The parameter with the evidence of a dispute. */
export const EVIDENCE = hash({
  canceled: unsettable(hash(REASONS.canceled)),
  duplicate: unsettable(hash(REASONS.duplicate)),
  fraudulent: unsettable(hash(REASONS.fraudulent)),
  merchandise_not_as_described: unsettable(hash(REASONS.merchandise_not_as_described)),
  no_valid_authorization: unsettable(hash(REASONS.no_valid_authorization)),
  not_received: unsettable(hash(REASONS.not_received)),
  other: unsettable(hash(REASONS.other)),
  reason: oneOf(...REASON_NAMES),
  service_not_as_described: unsettable(hash(REASONS.service_not_as_described)),
})

/** Returns the evidence of a dispute after a change: every member of each reason that it has something of. */
export function evidenceOf(input: Readonly<Record<string, unknown>> = {}, before: Wire = { reason: 'other' }): Wire {
  const merged: Record<string, unknown> = { ...before, ...input }
  for (const name of REASON_NAMES) {
    const given = merged[name]
    if (given === null) delete merged[name]
    else if (given !== undefined) {
      const empty = Object.fromEntries(Object.keys(REASONS[name]).map((member) => [member, null]))
      merged[name] = { ...empty, ...(before[name] as Wire | undefined), ...(given as Wire) } // hashes of this reason
    }
  }
  return merged
}
