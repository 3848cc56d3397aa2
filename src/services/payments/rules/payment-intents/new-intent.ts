import type { PaymentsContext } from '../../call.ts'
import { emit } from '../../events.ts'
import { paymentIntentJson } from '../../json/intents.ts'
import { newRecord } from '../../records.ts'
import type { PaymentIntent } from '../../schema/payments.ts'

type IntentFields = Pick<PaymentIntent, 'amount' | 'currency'> & Partial<Omit<PaymentIntent, 'account' | 'seq'>>

/**
 * Adds a payment intent that waits for its payment method or its confirmation, and emits `payment_intent.created`. Invoices and Checkout
 * sessions set `followed`, so that they hear of its changes.
 */
export function addPaymentIntent(context: PaymentsContext, account: string, input: IntentFields): PaymentIntent {
  const { id, created, ...fields } = input
  const head = newRecord(context, account, 'pi_', { id, created })
  const types = fields.paymentMethodTypes ?? ['card']
  const intent = context.rows.paymentIntents.insert({
    ...head,
    allowedPaymentMethodTypes: null,
    amountCapturable: 0,
    amountReceived: 0,
    amountDetails: null,
    applicationFeeAmount: null,
    automaticPaymentMethods: null,
    canceledAt: null,
    cancellationReason: null,
    captureMethod: 'automatic_async',
    clientSecret: `${head.id}_secret_${context.ids.secret.base62(25)}`,
    confirmationMethod: 'automatic',
    customer: null,
    description: null,
    excludedPaymentMethodTypes: null,
    lastPaymentError: null,
    latestCharge: null,
    metadata: {},
    nextAction: null,
    onBehalfOf: null,
    paymentMethod: null,
    paymentMethodOptions: optionsOf(types),
    paymentMethodTypes: types,
    receiptEmail: null,
    returnUrl: null,
    setupFutureUsage: null,
    shipping: null,
    statementDescriptor: null,
    statementDescriptorSuffix: null,
    status:
      fields.paymentMethod === undefined || fields.paymentMethod === null
        ? 'requires_payment_method'
        : 'requires_confirmation',
    transferData: null,
    transferGroup: null,
    offSession: false,
    followed: false,
    invoice: null,
    attempt: 0,
    ...fields,
  })
  emit(context, account, 'payment_intent.created', paymentIntentJson(intent))
  return intent
}

/** Returns the options that an intent has for its types of payment methods, unless the request sets them. */
export function optionsOf(
  types: readonly string[],
  input: Readonly<Record<string, object | null | undefined>> = {},
): PaymentIntent['paymentMethodOptions'] {
  return Object.fromEntries(types.map((type) => [type, { ...(DEFAULT_OPTIONS[type] ?? {}), ...(input[type] ?? {}) }]))
}

const DEFAULT_OPTIONS: Readonly<Record<string, object>> = {
  card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  link: { persistent_token: null },
  sepa_debit: {},
  us_bank_account: { verification_method: 'automatic' },
}
