import { boolean, hash, integer, list, oneOf, text, unsettable, unsupported } from '#payments/protocol/params.ts'
import { BANK_TRANSFER, completed, PAYTO_PURPOSE, shownOptions } from '../../payment-intents/method-options.ts'
import { billieOptions, COMPANY_DETAILS } from '../../payment-methods/billie.ts'
import { UPI_MANDATE, UPI_TERMS } from '../../payment-methods/kind-params.ts'
import type { PaymentOptions } from '#payments/schema/billing/invoices.ts'
import type { Wire } from '#payments/schema/payments.ts'

const THREE_D_SECURE = oneOf('any', 'automatic', 'challenge')

/**
 * The options that invoices and subscriptions share. Those of payment methods that backlot does not have are refused.
 */
const SHARED = {
  acss_debit: unsettable(
    hash({
      mandate_options: hash({ transaction_type: oneOf('business', 'personal') }),
      verification_method: oneOf('automatic', 'instant', 'microdeposits'),
    }),
  ),
  bancontact: unsettable(hash({ preferred_language: oneOf('de', 'en', 'fr', 'nl') })),
  customer_balance: unsettable(hash({ bank_transfer: BANK_TRANSFER, funding_type: text() })),
  konbini: unsettable(hash({})),
  payto: unsettable(hash({ mandate_options: hash({ amount: integer({ min: 0 }), purpose: PAYTO_PURPOSE }) })),
  sepa_debit: unsettable(hash({})),
  upi: unsettable(hash({ mandate_options: UPI_MANDATE })),
  us_bank_account: unsettable(
    hash({
      financial_connections: hash({
        filters: hash({ account_subcategories: list(oneOf('checking', 'savings')) }),
        permissions: list(oneOf('balances', 'ownership', 'payment_method', 'transactions')),
        prefetch: list(oneOf('balances', 'ownership', 'transactions')),
      }),
      verification_method: oneOf('automatic', 'instant', 'microdeposits'),
    }),
  ),
}

const EXPIRES_AFTER_SECONDS = integer({ min: 10, max: 1_209_600 })

/**
 * The parameter `payment_method_options` of invoices.
 * https://docs.stripe.com/api/invoices/create#create_invoice-payment_settings-payment_method_options
 */
export const INVOICE_METHOD_OPTIONS = unsettable(
  hash({
    ...SHARED,
    billie: unsettable(hash({ company_details: COMPANY_DETAILS, reference: text() })),
    blik: unsettable(hash({})),
    card: unsettable(
      hash({
        installments: hash({ enabled: boolean(), plan: unsupported() }),
        request_three_d_secure: THREE_D_SECURE,
      }),
    ),
    pix: unsettable(
      hash({ amount_includes_iof: oneOf('always', 'never'), expires_after_seconds: EXPIRES_AFTER_SECONDS }),
    ),
  }),
)

/**
 * The parameter `payment_method_options` of subscriptions.
 * https://docs.stripe.com/api/subscriptions/create#create_subscription-payment_settings-payment_method_options
 */
export const SUBSCRIPTION_METHOD_OPTIONS = unsettable(
  hash({
    ...SHARED,
    billie: unsettable(hash({ company_details: COMPANY_DETAILS })),
    blik: unsettable(hash({ mandate_options: unsupported() })),
    card: unsettable(
      hash({
        mandate_options: hash({
          amount: integer({ min: 0 }),
          amount_type: oneOf('fixed', 'maximum'),
          description: text({ max: 200 }),
        }),
        network: text(),
        request_three_d_secure: THREE_D_SECURE,
      }),
    ),
    pix: unsettable(hash({ expires_after_seconds: EXPIRES_AFTER_SECONDS, mandate_options: unsupported() })),
  }),
)

/** Returns the options of an invoice that its payment intent takes over, as the intent has them. */
export function intentOptionsOf(options: PaymentOptions | null): PaymentOptions {
  return Object.fromEntries(
    Object.entries(options ?? {}).map(([type, own]) => {
      // The mandate of a subscription is written with the dates of its period, which an invoice does not know.
      const { mandate_options: mandate, ...others } = own ?? {}
      const kept = type === 'card' || mandate === undefined ? others : { ...others, mandate_options: mandate }
      return [type, shownOptions(type, kept)]
    }),
  )
}

/** The types of payment methods whose options are null where none are set, in the vendor's order. */
const TYPES = [
  'acss_debit',
  'bancontact',
  'card',
  'customer_balance',
  'konbini',
  'payto',
  'pix',
  'sepa_debit',
  'upi',
  'us_bank_account',
] as const

/** Returns the member `payment_method_options` of an invoice or a subscription. */
export function paymentOptionsJson(
  options: PaymentOptions | null | undefined,
  owner: 'invoice' | 'subscription',
): object | null {
  if (options === null || options === undefined) return null
  const { billie = null } = options
  return {
    ...(billie === null ? {} : { billie: billieOptions(billie) }),
    ...Object.fromEntries(
      TYPES.map((type) => {
        const own = options[type] ?? null
        return [type, own === null ? null : (WRITERS[type]?.(own, owner) ?? own)]
      }),
    ),
  }
}

type Writer = (options: Wire, owner: 'invoice' | 'subscription') => Wire

/** How the options are written that have members which are null where they are not set. */
const WRITERS: Readonly<Record<string, Writer>> = {
  acss_debit: (options) => withDefaults(options, {}, { mandate_options: { transaction_type: null } }),
  card: ({ installments, mandate_options, network, request_three_d_secure }, owner) =>
    owner === 'invoice'
      ? {
          ...(installments === undefined ? {} : { installments: { enabled: null, ...(installments as Wire) } }),
          request_three_d_secure: request_three_d_secure ?? null,
        }
      : withDefaults(
          mandate_options === undefined ? {} : { mandate_options },
          { network: network ?? null, request_three_d_secure: request_three_d_secure ?? null },
          { mandate_options: { amount: null, amount_type: null, description: null } },
        ),
  customer_balance: (options) => withDefaults(options, { funding_type: null }, { bank_transfer: { type: null } }),
  payto: (options) =>
    withDefaults(options, {}, { mandate_options: { amount: null, amount_type: null, purpose: null } }),
  pix: (options, owner) => (owner === 'invoice' ? { amount_includes_iof: null, ...options } : options),
  upi: (options) =>
    withDefaults(
      options,
      {},
      {
        mandate_options: UPI_TERMS,
      },
    ),
  us_bank_account: (options) => withDefaults(options, {}, { financial_connections: { prefetch: null } }),
}

const withDefaults = (options: Wire, members: Wire, inner: Readonly<Record<string, Wire>>): Wire => ({
  ...members,
  ...options,
  ...completed(options, inner),
})
