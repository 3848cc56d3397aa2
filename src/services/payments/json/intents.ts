import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { nextActionJson } from './next-action.ts'
import { paymentMethodJson } from './payment-methods.ts'
import type {
  AttemptError,
  PaymentIntent,
  PaymentMethod,
  SetupAttempt,
  SetupIntent,
} from '#payments/schema/payments.ts'
import { adviceOf, paramOf } from '#payments/rules/cards/declines.ts'
import { isPresent } from '#payments/rules/cards/present.ts'
import { shipmentJson } from './shipments.ts'
import { applicationOf } from '#payments/rules/connect/application.ts'
import { reviewOf } from '#payments/rules/money/reviews.ts'
import { readOwn } from './read-own.ts'

/** Writes a payment intent. https://docs.stripe.com/api/payment_intents/object */
export function paymentIntentJson(context: Pick<PaymentsContext, 'rows' | 'urls'>, intent: PaymentIntent) {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.allowedPaymentMethodTypes,
    amount: intent.amount,
    amount_capturable: intent.amountCapturable,
    amount_details: intent.amountDetails ?? { tip: {} },
    amount_received: intent.amountReceived,
    application: applicationOf(context, intent.account),
    application_fee_amount: intent.applicationFeeAmount,
    automatic_payment_methods: intent.automaticPaymentMethods,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.clientSecret,
    confirmation_method: intent.confirmationMethod,
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: intent.excludedPaymentMethodTypes,
    last_payment_error: intent.lastPaymentError === null ? null : attemptErrorJson(intent.lastPaymentError),
    latest_charge: intent.latestCharge,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: intent.metadata,
    next_action: nextActionJson(context, intent),
    on_behalf_of: intent.onBehalfOf,
    ...paymentDetailsOf(context, intent),
    payment_method: intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: intent.paymentMethodOptions,
    payment_method_types: intent.paymentMethodTypes,
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: reviewOf(context, intent.latestCharge),
    setup_future_usage: intent.setupFutureUsage,
    shared_payment_granted_token: null,
    shipping: shipmentJson(intent.shipping),
    source: null,
    statement_descriptor: intent.statementDescriptor,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: intent.transferData,
    transfer_group: intent.transferGroup,
  }
}

/** Returns the details that the vendor gives the payments of a subscription: their order is the invoice. */
function paymentDetailsOf(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { invoice }: Pick<PaymentIntent, 'invoice'>,
): { readonly payment_details?: { readonly customer_reference: null; readonly order_reference: string } } {
  if (invoice === null || rows.invoices.get(invoice)?.subscription === null) return {}
  return { payment_details: { customer_reference: null, order_reference: invoice } }
}

/** Writes a setup intent. https://docs.stripe.com/api/setup_intents/object */
export function setupIntentJson(context: Pick<PaymentsContext, 'rows' | 'urls'>, intent: SetupIntent) {
  return {
    id: intent.id,
    object: 'setup_intent',
    allowed_payment_method_types: intent.allowedPaymentMethodTypes,
    application: applicationOf(context, intent.account),
    automatic_payment_methods: intent.automaticPaymentMethods,
    cancellation_reason: intent.cancellationReason,
    client_secret: intent.clientSecret,
    created: intent.created,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: intent.lastSetupError === null ? null : attemptErrorJson(intent.lastSetupError),
    latest_attempt: intent.latestAttempt,
    livemode: false,
    managed_payments: null,
    mandate: intent.mandate,
    metadata: intent.metadata,
    next_action: nextActionJson(context, intent),
    on_behalf_of: intent.onBehalfOf,
    payment_method: intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: intent.paymentMethodOptions,
    payment_method_types: intent.paymentMethodTypes,
    single_use_mandate: intent.singleUseMandate,
    status: intent.status,
    usage: intent.usage,
  }
}

/** Writes an attempt to set up a payment method. https://docs.stripe.com/api/setup_attempts/object */
export function setupAttemptJson({ rows }: PaymentsContext, attempt: SetupAttempt) {
  const type = attempt.paymentMethodType
  const method = rows.paymentMethods.get(attempt.paymentMethod)
  const card = method?.card ?? null
  const details =
    method !== undefined && isPresent(method)
      ? { generated_card: method.generatedCard ?? null, offline: null }
      : card === null
        ? bankDetailsOf(method, attempt)
        : {
            brand: card.brand,
            checks: {
              address_line1_check: card.line1Check,
              address_postal_code_check: card.postalCodeCheck,
              cvc_check: card.cvcCheck,
            },
            country: card.country,
            exp_month: card.expMonth,
            exp_year: card.expYear,
            fingerprint: card.fingerprint,
            funding: card.funding,
            last4: card.number.slice(-4),
            network: card.brand,
            three_d_secure: null,
            wallet: null,
          }
  return {
    id: attempt.id,
    object: 'setup_attempt',
    application: null,
    created: attempt.created,
    customer: attempt.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: attempt.paymentMethod,
    payment_method_details: { [type]: details, type },
    setup_error: attempt.setupError === null ? null : attemptErrorJson(attempt.setupError),
    setup_intent: attempt.setupIntent,
    status: attempt.status,
    usage: attempt.usage,
  }
}

/** Writes what an attempt to set up a bank redirect tells of the bank and of the SEPA debit. */
function bankDetailsOf(method: PaymentMethod | undefined, { generatedSepaDebit, status }: SetupAttempt) {
  if (method?.type !== 'ideal' && method?.type !== 'bancontact') return {}
  const known = status === 'succeeded'
  const debit = {
    generated_sepa_debit: generatedSepaDebit,
    generated_sepa_debit_mandate: null,
    iban_last4: known ? '3000' : null,
    verified_name: known ? (method.billingDetails.name ?? 'Jenny Rosen') : null,
  }
  return method.type === 'ideal'
    ? { ...method.own, ...debit }
    : { bank_code: null, bank_name: null, bic: null, ...debit, preferred_language: 'en' }
}

/** Writes the error of an attempt, as `last_payment_error`, `last_setup_error` and `setup_error` show it. */
export function attemptErrorJson({ code, declineCode, message, charge, paymentMethod }: AttemptError) {
  const isCard = paymentMethod.card !== null
  const authentication = code.endsWith('authentication_failure')
  return {
    ...(charge === null ? {} : { charge }),
    code,
    ...(isCard && !authentication ? { decline_code: declineCode, ...adviceOf(declineCode) } : {}),
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message,
    ...(isCard ? paramOf(code) : {}),
    payment_method: paymentMethodJson(paymentMethod),
    type: authentication || !isCard ? 'invalid_request_error' : 'card_error',
  }
}

/** The kinds of objects about intents. */
export const intentResources: readonly Resource[] = [
  {
    object: 'payment_intent',
    read: readOwn(({ paymentIntents }) => paymentIntents, paymentIntentJson),
    expandable: {
      application: ['application'],
      customer: ['customer'],
      latest_charge: ['charge'],
      on_behalf_of: ['account'],
      payment_method: ['payment_method'],
      review: ['review'],
      source: ['card'],
      'transfer_data.destination': ['account'],
      'last_payment_error.payment_method': ['payment_method'],
    },
  },
  {
    object: 'setup_intent',
    read: readOwn(({ setupIntents }) => setupIntents, setupIntentJson),
    expandable: {
      application: ['application'],
      customer: ['customer'],
      latest_attempt: ['setup_attempt'],
      mandate: ['mandate'],
      on_behalf_of: ['account'],
      payment_method: ['payment_method'],
      single_use_mandate: ['mandate'],
    },
  },
  {
    object: 'setup_attempt',
    read: readOwn(({ setupAttempts }) => setupAttempts, setupAttemptJson),
    expandable: {
      application: ['application'],
      customer: ['customer'],
      on_behalf_of: ['account'],
      payment_method: ['payment_method'],
      'payment_method_details.bancontact.generated_sepa_debit': ['payment_method'],
      'payment_method_details.ideal.generated_sepa_debit': ['payment_method'],
      setup_intent: ['setup_intent'],
    },
  },
]
