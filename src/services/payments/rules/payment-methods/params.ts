import {
  anything,
  country,
  email,
  hash,
  integer,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { DEBIT_KIND_NAMES } from '#payments/schema/debit-kinds.ts'
import { METHOD_KIND_NAMES } from '#payments/schema/method-kinds.ts'
import type { BillingDetails } from '#payments/schema/payments.ts'
import { DEBIT_PARAMS } from './bank-debits.ts'
import { KIND_PARAMS } from './kind-params.ts'

/** The parameters of the person who pays. */
export const BILLING_DETAILS = {
  // The vendor checks the country of who pays, and not that of a customer's address.
  address: unsettable(hash({ ...ADDRESS, country: unsettable(country()) })),
  email: unsettable(email()),
  name: unsettable(text()),
  phone: unsettable(text()),
  tax_id: unsettable(text()),
}

const CARD = {
  number: text(),
  exp_month: integer(),
  exp_year: integer(),
  cvc: text({ max: 4 }),
  token: text(),
  networks: anything(),
}

const US_BANK_ACCOUNT = {
  account_holder_type: oneOf('individual', 'company'),
  account_number: text(),
  account_type: oneOf('checking', 'savings'),
  financial_connections_account: text(),
  routing_number: text(),
}

/** The kinds of payment methods that payments holds. */
export const METHOD_TYPES = [
  'card',
  'us_bank_account',
  'sepa_debit',
  'link',
  'customer_balance',
  ...DEBIT_KIND_NAMES,
  ...METHOD_KIND_NAMES,
] as const

/**
 * The parameters of a new payment method, alone (`POST /v1/payment_methods`) or within an intent
 * (`payment_method_data`).
 */
export const PAYMENT_METHOD_DATA = {
  ...KIND_PARAMS,
  ...DEBIT_PARAMS,
  type: oneOf(...METHOD_TYPES),
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: hash(BILLING_DETAILS),
  card: hash(CARD),
  customer_balance: hash({}),
  link: hash({}),
  metadata: metadata(),
  radar_options: anything(),
  sepa_debit: hash({ iban: required(text()) }),
  us_bank_account: hash(US_BANK_ACCOUNT),
}

/** The values of {@link PAYMENT_METHOD_DATA}. */
export type PaymentMethodInput = ValuesOf<typeof PAYMENT_METHOD_DATA>

const NO_DETAILS: BillingDetails = Object.freeze({
  address: Object.freeze(addressOf({})),
  email: null,
  name: null,
  phone: null,
  tax_id: null,
})

const NOBODY = { address: null, email: null, name: null, phone: null, tax_id: null }

/** Returns the person who pays, with the changes of a request over what was known before. */
export function billingDetailsOf(
  input?: ValuesOf<typeof BILLING_DETAILS>,
  before: Omit<BillingDetails, 'address'> & { readonly address: BillingDetails['address'] | null } = NOBODY,
): BillingDetails {
  if (input === undefined)
    return before === NOBODY ? NO_DETAILS : { ...before, address: addressOf(before.address ?? {}) }
  const address = input.address === undefined ? before.address : input.address
  return {
    address: addressOf(address ?? {}),
    email: input.email === undefined ? before.email : input.email,
    name: input.name === undefined ? before.name : input.name,
    phone: input.phone === undefined ? before.phone : input.phone,
    tax_id: input.tax_id === undefined ? before.tax_id : input.tax_id,
  }
}
