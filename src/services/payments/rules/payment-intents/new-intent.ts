import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { PaymentIntent, Wire } from '#payments/schema/payments.ts'

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

type IntentFields = Pick<PaymentIntent, 'amount' | 'currency'> & Optional<Omit<PaymentIntent, 'account' | 'seq'>>

/**
 * Adds a payment intent that waits for its payment method or its confirmation, and emits `payment_intent.created`.
 * Invoices and Checkout sessions set `followed`, so that they hear of its changes.
 */
// oxlint-disable-next-line max-lines-per-function -- one literal: built from parts it is several times as slow
export function addPaymentIntent(context: PaymentsContext, account: string, input: IntentFields): PaymentIntent {
  const { id, created } = input
  const head = newRecord(context, account, 'pi_', { id, created })
  const paymentMethodTypes = input.paymentMethodTypes ?? ['card']
  const paymentMethod = input.paymentMethod ?? null
  // One literal with every member: an object that is put together from parts costs several times as much.
  const intent = context.rows.paymentIntents.insert({
    id: head.id,
    account: head.account,
    seq: head.seq,
    created: head.created,
    amount: input.amount,
    currency: input.currency,
    allowedPaymentMethodTypes: input.allowedPaymentMethodTypes ?? null,
    amountCapturable: 0,
    amountReceived: 0,
    amountDetails: input.amountDetails ?? null,
    applicationFeeAmount: input.applicationFeeAmount ?? null,
    automaticPaymentMethods: input.automaticPaymentMethods ?? null,
    canceledAt: null,
    cancellationReason: null,
    captureMethod: input.captureMethod ?? 'automatic_async',
    clientSecret: `${head.id}_secret_${context.ids.secret.base62(25)}`,
    confirmationMethod: input.confirmationMethod ?? 'automatic',
    customer: input.customer ?? null,
    description: input.description ?? null,
    excludedPaymentMethodTypes: input.excludedPaymentMethodTypes ?? null,
    lastPaymentError: null,
    latestCharge: null,
    metadata: input.metadata ?? {},
    nextAction: null,
    onBehalfOf: input.onBehalfOf ?? null,
    paymentMethod,
    paymentMethodOptions: input.paymentMethodOptions ?? optionsOf(paymentMethodTypes),
    paymentMethodTypes,
    receiptEmail: input.receiptEmail ?? null,
    returnUrl: input.returnUrl ?? null,
    setupFutureUsage: input.setupFutureUsage ?? null,
    shipping: input.shipping ?? null,
    statementDescriptor: input.statementDescriptor ?? null,
    statementDescriptorSuffix: input.statementDescriptorSuffix ?? null,
    status: input.status ?? (paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation'),
    transferData: input.transferData ?? null,
    transferGroup: input.transferGroup ?? null,
    offSession: input.offSession ?? false,
    followed: input.followed ?? false,
    invoice: input.invoice ?? null,
    attempt: 0,
  })
  context.emit({ type: 'payment_intent.created', kind: 'payment_intent', row: intent })
  return intent
}

/** Returns the options that an intent has for its types of payment methods, unless the request sets them. */
export function optionsOf(
  types: readonly string[],
  input?: Readonly<Record<string, object | null | undefined>>,
): PaymentIntent['paymentMethodOptions'] {
  const options: Record<string, Wire> = {}
  for (const type of types) {
    const defaults = DEFAULT_OPTIONS[type] ?? NO_OPTIONS
    options[type] = input === undefined ? defaults : { ...defaults, ...input[type] }
  }
  return options
}

const NO_OPTIONS: Wire = Object.freeze({})

const DEFAULT_OPTIONS: Readonly<Record<string, Wire>> = {
  card: Object.freeze({
    installments: null,
    mandate_options: null,
    network: null,
    request_three_d_secure: 'automatic',
  }),
  card_present: Object.freeze({
    request_extended_authorization: false,
    request_incremental_authorization_support: false,
  }),
  afterpay_clearpay: Object.freeze({ reference: null }),
  bancontact: Object.freeze({ preferred_language: 'en' }),
  boleto: Object.freeze({ expires_after_days: 3 }),
  klarna: Object.freeze({ preferred_locale: null }),
  konbini: Object.freeze({
    confirmation_number: null,
    expires_after_days: null,
    expires_at: null,
    product_description: null,
  }),
  link: Object.freeze({ persistent_token: null }),
  oxxo: Object.freeze({ expires_after_days: 3 }),
  pix: Object.freeze({ expires_after_seconds: null, expires_at: null }),
  paypal: Object.freeze({ preferred_locale: null, reference: null }),
  swish: Object.freeze({ reference: null }),
  wechat_pay: Object.freeze({ app_id: null, client: null }),
  acss_debit: Object.freeze({ verification_method: 'automatic' }),
  us_bank_account: Object.freeze({ verification_method: 'automatic' }),
}
