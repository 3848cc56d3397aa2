import {
  anything,
  boolean,
  currency,
  email,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  unsupported,
  url,
  type Param,
} from '#payments/protocol/params.ts'
import { ADDRESS } from '#payments/protocol/shared-params.ts'
import { CONFIGURATIONS } from '#payments/schema/connect.ts'
import { DATE, DECLARATION, ID_NUMBER, INDIVIDUAL, PLACE } from './person-params.ts'

/** The capabilities of merchants. */
const MERCHANT_CAPABILITIES =
  'ach_debit acss_debit affirm afterpay_clearpay alma amazon_pay au_becs_debit bacs_debit bancontact blik blik_recurring boleto card cartes_bancaires cashapp eps fpx gb_bank_transfer grabpay ideal jcb jp_bank_transfer kakao_pay klarna konbini kr_card link mobilepay multibanco mx_bank_transfer naver_pay oxxo p24 pay_by_bank payco paynow promptpay revolut_pay samsung_pay satispay sepa_bank_transfer sepa_debit sequra sunbit swish twint us_bank_transfer zip'
    .split(' ')
    .map((name) => `${name}_payments`)

const BANK_ACCOUNTS = ['ach', 'fedwire', 'fps', 'local', 'rtp', 'sepa', 'swift']

const REQUESTED = hash({ requested: required(boolean()) })

/** Whether a capability is asked for; undefined for one that a request does not name. */
export type Requested = ReturnType<(typeof REQUESTED)['read']> | undefined

const named = (names: readonly string[]): Readonly<Record<string, Param<Requested>>> =>
  Object.fromEntries(names.map((name) => [name, REQUESTED]))

const AMOUNT = hash({ value: integer(), currency: text() })

const CUSTOMER = {
  applied: boolean(),
  automatic_indirect_tax: hash({
    exempt: oneOf('exempt', 'none', 'reverse'),
    ip_address: text(),
    location_source: oneOf('identity_address', 'ip_address', 'payment_method', 'shipping_address'),
    validate_location: text(),
  }),
  billing: hash({
    default_payment_method: unsupported(),
    invoice: hash({
      custom_fields: list(hash({ name: required(text()), value: required(text()) })),
      footer: text(),
      next_sequence: integer({ min: 1 }),
      prefix: text({ max: 12 }),
      rendering: hash({
        amount_tax_display: oneOf('exclude_tax', 'include_inclusive_tax'),
        template: unsupported(),
      }),
    }),
  }),
  capabilities: hash({ automatic_indirect_tax: REQUESTED }),
  shipping: hash({ address: hash(ADDRESS), name: text(), phone: text() }),
  test_clock: unsupported(),
}

const MERCHANT = {
  applied: boolean(),
  bacs_debit_payments: hash({ display_name: text() }),
  branding: hash({ icon: text(), logo: text(), primary_color: text(), secondary_color: text() }),
  capabilities: hash({ ...named(MERCHANT_CAPABILITIES), stripe_balance: hash({ payouts: REQUESTED }) }),
  card_payments: hash({ decline_on: hash({ avs_failure: boolean(), cvc_failure: boolean() }) }),
  konbini_payments: hash({ support: anything() }),
  mcc: text({ max: 4 }),
  script_statement_descriptor: anything(),
  sepa_debit_payments: hash({ creditor_id: text() }),
  statement_descriptor: hash({ descriptor: text({ max: 22 }), prefix: text({ max: 10 }) }),
  support: hash({ address: hash(PLACE), email: email(), phone: text(), url: url() }),
}

const RECIPIENT = {
  applied: boolean(),
  capabilities: hash({
    bank_accounts: hash(named(BANK_ACCOUNTS)),
    cards: REQUESTED,
    stripe_balance: hash({ payouts: REQUESTED, stripe_transfers: REQUESTED }),
  }),
}

/** The parameters of an identity, with those of a declaration and of the acceptance of the vendor's terms. */
const identityWith = <D extends Param<unknown>, T extends Param<unknown>>(declaration: D, terms: T) => ({
  attestations: hash({
    directorship_declaration: declaration,
    ownership_declaration: declaration,
    persons_provided: hash({
      directors: boolean(),
      executives: boolean(),
      owners: boolean(),
      ownership_exemption_reason: text(),
    }),
    representative_declaration: declaration,
    terms_of_service: hash({ account: terms }),
  }),
  business_details: hash({
    additional_addresses: list(hash({ ...PLACE, purpose: required(text()) })),
    address: hash(PLACE),
    annual_revenue: hash({ amount: AMOUNT, fiscal_year_end: text() }),
    documents: anything(),
    estimated_worker_count: integer({ min: 0 }),
    id_numbers: list(hash({ registrar: text(), ...ID_NUMBER })),
    monthly_estimated_revenue: hash({ amount: AMOUNT }),
    phone: text(),
    registered_name: text(),
    registration_date: DATE,
    script_addresses: anything(),
    script_names: anything(),
    structure: text(),
  }),
  entity_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  individual: hash(INDIVIDUAL),
})

/** The parameters of a new account, and of an update of one. */
export const ACCOUNT_V2 = {
  account_token: text(),
  configuration: hash({ customer: hash(CUSTOMER), merchant: hash(MERCHANT), recipient: hash(RECIPIENT) }),
  contact_email: email(),
  contact_phone: text(),
  dashboard: oneOf('express', 'full', 'none'),
  defaults: hash({
    currency: currency(),
    locales: list(text()),
    payout_methods: unsupported(),
    profile: hash({ business_url: url(), doing_business_as: text(), product_description: text() }),
    responsibilities: hash({
      fees_collector: oneOf('application', 'application_custom', 'application_express', 'stripe'),
      losses_collector: oneOf('application', 'stripe'),
    }),
  }),
  display_name: text(),
  identity: hash({ ...identityWith(DECLARATION, DECLARATION), country: text({ max: 2 }) }),
  metadata: metadata(),
}

/** The parameters of a token of an account: a declaration has no moment and no client yet. */
export const ACCOUNT_TOKEN = {
  contact_email: email(),
  contact_phone: text(),
  display_name: text(),
  identity: hash(identityWith(hash({ attested: boolean() }), hash({ shown_and_accepted: boolean() }))),
}

/** The parameter `include`: the members that an answer has beside the usual ones. */
export const INCLUDE_V2 = {
  include: list(
    oneOf(
      'configuration.customer',
      'configuration.merchant',
      'configuration.recipient',
      'defaults',
      'future_requirements',
      'identity',
      'requirements',
    ),
  ),
}

/** The parameter of the configurations of an account. */
export const APPLIED = { applied_configurations: list(oneOf(...CONFIGURATIONS)) }
