import {
  anything,
  boolean,
  hash,
  integer,
  list,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  url,
  type Fields,
  type Param,
} from '#payments/protocol/params.ts'
import { defined } from '#core/objects.ts'
import { billieOptions, COMPANY_DETAILS } from '../payment-methods/billie.ts'
import { UPI_MANDATE, UPI_TERMS } from '../payment-methods/kind-params.ts'
import { METHOD_KIND_NAMES, METHOD_KINDS, type MethodKind, type MethodKindName } from '#payments/schema/method-kinds.ts'
import type { Wire } from '#payments/schema/payments.ts'

const IF_AVAILABLE = oneOf('if_available', 'never')
const MANUAL = unsettable(oneOf('manual'))
const THREE_D_SECURE = oneOf('any', 'automatic', 'challenge')
const VERIFICATION = oneOf('automatic', 'instant', 'microdeposits')

const NEVER_SAVED = ['none'] as const
const SAVED_FOR_LATER = ['none', 'off_session'] as const
const SAVED = ['none', 'off_session', 'on_session'] as const

/** The networks of cards that a payment can be sent over. */
const NETWORK = oneOf(
  'amex',
  'cartes_bancaires',
  'diners',
  'discover',
  'eftpos_au',
  'girocard',
  'interac',
  'jcb',
  'link',
  'mastercard',
  'unionpay',
  'unknown',
  'visa',
)

/** The parameters of a mandate for repeated payments by card in India. */
const CARD_MANDATE = {
  amount: required(integer()),
  amount_type: required(oneOf('fixed', 'maximum')),
  description: text({ max: 200 }),
  end_date: timestamp(),
  interval: required(oneOf('day', 'month', 'sporadic', 'week', 'year')),
  interval_count: integer(),
  reference: required(text({ max: 80 })),
  start_date: required(timestamp()),
  supported_types: list(oneOf('india')),
}

/** An authentication that another provider has made. */
const THREE_D_SECURE_RESULT = hash({
  ares_trans_status: oneOf('A', 'C', 'I', 'N', 'R', 'U', 'Y'),
  cryptogram: text(),
  electronic_commerce_indicator: oneOf('01', '02', '05', '06', '07'),
  exemption_indicator: oneOf('low_risk', 'none'),
  network_options: anything(),
  requestor_challenge_indicator: text({ max: 2 }),
  transaction_id: text(),
  version: oneOf('1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1'),
})

const INSTALLMENTS = {
  enabled: boolean(),
  plan: unsettable(
    hash({
      count: integer({ min: 2 }),
      interval: oneOf('month'),
      type: required(oneOf('bonus', 'fixed_count', 'revolving')),
    }),
  ),
}

const CARD = {
  capture_method: MANUAL,
  cvc_token: text(),
  installments: hash(INSTALLMENTS),
  mandate_options: hash(CARD_MANDATE),
  moto: boolean(),
  setup_credential_usage: text(),
  stored_credential_usage: text(),
  network: NETWORK,
  request_extended_authorization: IF_AVAILABLE,
  request_incremental_authorization: IF_AVAILABLE,
  request_multicapture: IF_AVAILABLE,
  request_overcapture: IF_AVAILABLE,
  request_three_d_secure: THREE_D_SECURE,
  require_cvc_recollection: boolean(),
  setup_future_usage: unsettable(oneOf(...SAVED)),
  statement_descriptor_suffix_kana: unsettable(text({ max: 22 })),
  statement_descriptor_suffix_kanji: unsettable(text({ max: 17 })),
  three_d_secure: THREE_D_SECURE_RESULT,
}

const CONNECTIONS = {
  filters: anything(),
  permissions: list(oneOf('balances', 'ownership', 'payment_method', 'transactions')),
  prefetch: list(oneOf('balances', 'ownership', 'transactions')),
}

const DATE = text()

/** The transfers by which a customer funds a balance with the account. */
export const BANK_TRANSFER = hash({
  eu_bank_transfer: hash({ country: required(oneOf('BE', 'DE', 'ES', 'FR', 'IE', 'NL')) }),
  requested_address_types: list(oneOf('aba', 'iban', 'sepa', 'sort_code', 'spei', 'swift', 'zengin')),
  type: required(
    oneOf('eu_bank_transfer', 'gb_bank_transfer', 'jp_bank_transfer', 'mx_bank_transfer', 'us_bank_transfer'),
  ),
})

const CUSTOMER_BALANCE = {
  bank_transfer: BANK_TRANSFER,
  funding_type: oneOf('bank_transfer'),
  setup_future_usage: oneOf('none'),
}

const REFERENCE_PREFIX = hash({ reference_prefix: unsettable(text({ max: 12 })) })

/** The parameters of a mandate for debits in Canada. */
const ACSS_MANDATE = {
  custom_mandate_url: unsettable(url()),
  interval_description: text({ max: 500 }),
  payment_schedule: oneOf('combined', 'interval', 'sporadic'),
  transaction_type: oneOf('business', 'personal'),
}

/** A mandate for debits in Canada that later invoices use too. */
const ACSS_LATER_MANDATE = { ...ACSS_MANDATE, default_for: list(oneOf('invoice', 'subscription')) }

/** The uses that a customer may agree to pay for by PayTo. */
export const PAYTO_PURPOSE = oneOf(
  'dependant_support',
  'government',
  'loan',
  'mortgage',
  'other',
  'pension',
  'personal',
  'retail',
  'salary',
  'tax',
  'utility',
)

/** The parameters of an agreement by PayTo. */
const PAYTO_MANDATE = {
  amount: unsettable(integer({ min: 0 })),
  amount_type: unsettable(oneOf('fixed', 'maximum')),
  end_date: unsettable(DATE),
  payment_schedule: unsettable(
    oneOf('adhoc', 'annual', 'daily', 'fortnightly', 'monthly', 'quarterly', 'semi_annual', 'weekly'),
  ),
  payments_per_period: unsettable(integer({ min: 1 })),
  purpose: unsettable(PAYTO_PURPOSE),
}

/** An agreement by PayTo that begins with no payment. */
const PAYTO_LATER_MANDATE = hash({ ...PAYTO_MANDATE, start_date: unsettable(DATE) })

/** The options of kinds that have others than a manual capture and the later use. */
const OWN: Readonly<Record<string, Fields>> = {
  affirm: { preferred_locale: text({ max: 30 }) },
  afterpay_clearpay: { reference: text({ max: 128 }) },
  bancontact: { preferred_language: oneOf('de', 'en', 'fr', 'nl') },
  billie: { company_details: COMPANY_DETAILS, reference: text() },
  blik: { code: text() },
  boleto: { expires_after_days: integer({ min: 0, max: 60 }) },
  klarna: {
    on_demand: anything(),
    preferred_locale: text(),
    subscriptions: unsettable(anything()),
    supplementary_purchase_data: unsettable(anything()),
  },
  konbini: {
    confirmation_number: unsettable(text({ max: 11 })),
    expires_after_days: unsettable(integer({ min: 0, max: 60 })),
    expires_at: unsettable(timestamp()),
    product_description: unsettable(text({ max: 22 })),
  },
  oxxo: { expires_after_days: integer({ min: 0, max: 7 }) },
  p24: { tos_shown_and_accepted: boolean() },
  paypal: {
    preferred_locale: text(),
    reference: text({ max: 127 }),
    reference_id: text(),
    risk_correlation_id: text({ max: 32 }),
    subsellers: anything(),
  },
  payto: { mandate_options: hash(PAYTO_MANDATE) },
  pix: {
    amount_includes_iof: oneOf('always', 'never'),
    expires_after_seconds: integer({ min: 10, max: 1_209_600 }),
    expires_at: timestamp(),
  },
  swish: { reference: unsettable(text({ max: 35 })) },
  upi: { mandate_options: UPI_MANDATE },
  wechat_pay: { app_id: text(), client: oneOf('android', 'ios', 'web') },
}

/** Kinds that the vendor saves by themselves, for customers who are not there when they pay again. */
const WITH_PRESENCE: readonly string[] = ['boleto', 'cashapp', 'naver_pay', 'upi']

function usesOf(name: string, { saves }: MethodKind): readonly string[] {
  if (WITH_PRESENCE.includes(name)) return SAVED
  // Alipay's agreements exist at the vendor; here they have no effect.
  return saves !== undefined || name === 'alipay' ? SAVED_FOR_LATER : NEVER_SAVED
}

/**
 * The options of an intent's payment methods. Those of kinds that payments does not hold are accepted and have no
 * effect. https://docs.stripe.com/api/payment_intents/create#create_payment_intent-payment_method_options
 */
export const PAYMENT_METHOD_OPTIONS = hash({
  ...kindOptions((name, kind) => ({
    ...OWN[name],
    ...(kind.manualCapture === true ? { capture_method: MANUAL } : {}),
    setup_future_usage: unsettable(oneOf(...usesOf(name, kind))),
  })),
  acss_debit: unsettable(
    hash({
      mandate_options: hash(ACSS_MANDATE),
      setup_future_usage: unsettable(oneOf(...SAVED)),
      target_date: DATE,
      verification_method: VERIFICATION,
    }),
  ),
  au_becs_debit: unsettable(hash({ setup_future_usage: unsettable(oneOf(...SAVED)), target_date: DATE })),
  bacs_debit: unsettable(
    hash({
      mandate_options: REFERENCE_PREFIX,
      setup_future_usage: unsettable(oneOf(...SAVED)),
      target_date: DATE,
    }),
  ),
  card: unsettable(hash(CARD)),
  card_present: unsettable(
    hash({
      capture_method: oneOf('manual', 'manual_preferred'),
      request_extended_authorization: boolean(),
      request_incremental_authorization_support: boolean(),
      routing: hash({ requested_priority: oneOf('domestic', 'international') }),
    }),
  ),
  customer_balance: unsettable(hash(CUSTOMER_BALANCE)),
  giropay: unsettable(hash({ setup_future_usage: oneOf('none') })),
  interac_present: unsettable(hash({})),
  link: unsettable(
    hash({
      capture_method: MANUAL,
      persistent_token: text(),
      setup_future_usage: unsettable(oneOf(...SAVED_FOR_LATER)),
    }),
  ),
  nz_bank_account: unsettable(hash({ setup_future_usage: unsettable(oneOf(...SAVED)), target_date: DATE })),
  sepa_debit: unsettable(
    hash({
      mandate_options: REFERENCE_PREFIX,
      setup_future_usage: unsettable(oneOf(...SAVED)),
      target_date: DATE,
    }),
  ),
  sofort: unsettable(
    hash({ preferred_language: unsettable(text()), setup_future_usage: unsettable(oneOf(...SAVED_FOR_LATER)) }),
  ),
  us_bank_account: unsettable(
    hash({
      financial_connections: hash({ ...CONNECTIONS, return_url: url() }),
      mandate_options: hash({ collection_method: unsettable(oneOf('paper')) }),
      networks: hash({ requested: list(oneOf('ach', 'us_domestic_wire')) }),
      preferred_settlement_speed: unsettable(oneOf('fastest', 'standard')),
      setup_future_usage: unsettable(oneOf(...SAVED)),
      target_date: DATE,
      transaction_purpose: unsettable(oneOf('goods', 'other', 'services', 'unspecified')),
      verification_method: VERIFICATION,
    }),
  ),
})

/** The options of a setup's payment methods. */
export const SETUP_METHOD_OPTIONS = hash({
  acss_debit: hash({
    currency: oneOf('cad', 'usd'),
    mandate_options: hash(ACSS_LATER_MANDATE),
    verification_method: VERIFICATION,
  }),
  amazon_pay: hash({}),
  bacs_debit: hash({ mandate_options: REFERENCE_PREFIX }),
  card: hash({
    mandate_options: hash({ ...CARD_MANDATE, currency: required(text()) }),
    moto: boolean(),
    network: NETWORK,
    request_three_d_secure: THREE_D_SECURE,
    three_d_secure: THREE_D_SECURE_RESULT,
  }),
  card_present: hash({}),
  klarna: hash({
    currency: text(),
    on_demand: anything(),
    preferred_locale: text(),
    subscriptions: unsettable(anything()),
  }),
  link: hash({ persistent_token: text() }),
  paypal: hash({ billing_agreement_id: text(), currency: text(), subsellers: anything() }),
  bizum: hash({}),
  payto: hash({ mandate_options: PAYTO_LATER_MANDATE }),
  sepa_debit: hash({ mandate_options: REFERENCE_PREFIX }),
  upi: hash({ mandate_options: UPI_MANDATE, setup_future_usage: unsettable(oneOf(...SAVED)) }),
  us_bank_account: hash({
    financial_connections: hash({ ...CONNECTIONS, return_url: url() }),
    mandate_options: hash({ collection_method: unsettable(oneOf('paper')) }),
    networks: hash({ requested: list(oneOf('ach', 'us_domestic_wire')) }),
    verification_method: VERIFICATION,
  }),
})

/**
 * The options of a Checkout session's payment methods.
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-payment_method_options
 */
export const SESSION_METHOD_OPTIONS = hash({
  ...kindOptions((name, kind) => {
    const { code: _code, company_details: _company, ...own } = OWN[name] ?? {}
    return {
      ...own,
      ...(name === 'payto' ? { mandate_options: PAYTO_LATER_MANDATE } : {}),
      ...(kind.manualCapture === true ? { capture_method: oneOf('manual') } : {}),
      setup_future_usage: oneOf(...usesOf(name, kind)),
    }
  }),
  acss_debit: hash({
    currency: oneOf('cad', 'usd'),
    mandate_options: hash(ACSS_LATER_MANDATE),
    setup_future_usage: oneOf(...SAVED),
    target_date: DATE,
    verification_method: VERIFICATION,
  }),
  au_becs_debit: hash({ setup_future_usage: oneOf('none'), target_date: DATE }),
  bacs_debit: hash({
    mandate_options: REFERENCE_PREFIX,
    setup_future_usage: oneOf(...SAVED),
    target_date: DATE,
  }),
  card: hash({
    capture_method: oneOf('manual'),
    installments: hash({ enabled: boolean() }),
    request_extended_authorization: IF_AVAILABLE,
    request_incremental_authorization: IF_AVAILABLE,
    request_multicapture: IF_AVAILABLE,
    request_overcapture: IF_AVAILABLE,
    request_three_d_secure: THREE_D_SECURE,
    restrictions: hash({
      brands_blocked: list(oneOf('american_express', 'discover_global_network', 'mastercard', 'visa')),
    }),
    setup_future_usage: oneOf('off_session', 'on_session'),
    statement_descriptor_suffix_kana: text({ max: 22 }),
    statement_descriptor_suffix_kanji: text({ max: 17 }),
  }),
  customer_balance: hash(CUSTOMER_BALANCE),
  demo_pay: hash({ setup_future_usage: oneOf(...SAVED_FOR_LATER) }),
  giropay: hash({ setup_future_usage: oneOf('none') }),
  link: hash({ capture_method: oneOf('manual'), setup_future_usage: oneOf(...SAVED_FOR_LATER) }),
  sepa_debit: hash({
    mandate_options: REFERENCE_PREFIX,
    setup_future_usage: oneOf(...SAVED),
    target_date: DATE,
  }),
  sofort: hash({ setup_future_usage: oneOf('none') }),
  us_bank_account: hash({
    financial_connections: hash(CONNECTIONS),
    setup_future_usage: oneOf(...SAVED),
    target_date: DATE,
    verification_method: oneOf('automatic', 'instant'),
  }),
})

/** Returns the parameter of each kind of payment method, by its name. */
function kindOptions(
  fieldsOf: (name: MethodKindName, kind: MethodKind) => Fields,
): Readonly<Record<MethodKindName, Param<Wire | null>>> {
  return Object.fromEntries(
    METHOD_KIND_NAMES.map((name) => [name, unsettable(hash(fieldsOf(name, METHOD_KINDS[name])))]),
  ) as Readonly<Record<MethodKindName, Param<Wire | null>>> // one entry for each name
}

/** The options that the vendor reads and does not show. */
const HIDDEN = [
  'amount_includes_iof',
  'code',
  'cvc_token',
  'moto',
  'networks',
  'persistent_token',
  'preferred_settlement_speed',
  'reference_id',
  'risk_correlation_id',
  'setup_credential_usage',
  'stored_credential_usage',
  'subsellers',
  'three_d_secure',
  'tos_shown_and_accepted',
]

/** Returns the options of a type of payment method that answers show, without those that an empty value unsets. */
export function shownOptions(type: string, options: object | null | undefined): Wire {
  const shown = Object.entries(options ?? {}).filter(([name, value]) => !HIDDEN.includes(name) && value !== null)
  const members: Wire = Object.fromEntries(shown)
  if (type === 'card') return cardOptionsOf(members)
  if (type === 'billie') return billieOptions(members)
  // A payment by UPI does not show the terms of its mandate.
  if (type === 'upi') return defined({ setup_future_usage: members['setup_future_usage'] })
  return { ...members, ...completed(members, INNER[type] ?? {}) }
}

/** Returns {@link shownOptions} as a setup shows them, which tells the terms of more mandates. */
export function shownSetupOptions(type: string, options: object | null | undefined): Wire {
  const { mandate_options: mandate } = (options ?? {}) as { readonly mandate_options?: Wire } // its parameter is a hash
  const shown = shownOptions(type, options)
  if (mandate === undefined || (type !== 'payto' && type !== 'upi')) return shown
  return { ...shown, mandate_options: { ...SETUP_MANDATES[type], ...mandate } }
}

const PAYTO_TERMS: Wire = {
  amount: null,
  amount_type: null,
  end_date: null,
  payment_schedule: null,
  payments_per_period: null,
  purpose: null,
}

const SETUP_MANDATES = {
  payto: { ...PAYTO_TERMS, start_date: null },
  upi: UPI_TERMS,
}

/** The members that objects in the options of a type have, null where they are not set. */
const INNER: Readonly<Record<string, Readonly<Record<string, Wire>>>> = {
  acss_debit: { mandate_options: { interval_description: null, payment_schedule: null, transaction_type: null } },
  payto: { mandate_options: PAYTO_TERMS },
  us_bank_account: { financial_connections: { prefetch: null } },
}

/** Returns the objects in options with the members that they lack. */
export function completed(options: Wire, inner: Readonly<Record<string, Wire>>): Wire {
  const objects = Object.entries(inner).flatMap(([name, defaults]) => {
    const given = options[name] as Wire | null | undefined // its parameter is a hash
    return given === undefined || given === null ? [] : [[name, { ...defaults, ...given }] as const]
  })
  return Object.fromEntries(objects)
}

/** Writes the installments and the mandate of a card's options with all of their members. */
function cardOptionsOf(options: Wire): Wire {
  const { installments, mandate_options: mandate, ...others } = options as CardOptions // checked by its parameters
  return {
    ...others,
    ...(installments === undefined ? {} : { installments: installmentsOf(installments) }),
    ...(mandate === undefined
      ? {}
      : {
          mandate_options: {
            description: null,
            end_date: null,
            interval_count: null,
            supported_types: null,
            ...mandate,
          },
        }),
  }
}

interface CardOptions {
  readonly installments?: { readonly enabled?: boolean; readonly plan?: Wire | null }
  readonly mandate_options?: Wire
}

function installmentsOf({ enabled = false, plan = null }: NonNullable<CardOptions['installments']>): Wire {
  return {
    ...(enabled ? { available_plans: [] } : {}),
    enabled,
    plan: plan === null ? null : { count: null, interval: null, ...plan },
  }
}
