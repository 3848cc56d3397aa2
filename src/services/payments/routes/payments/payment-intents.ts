import { requireClientSecret } from '#payments/rules/payment-intents/client-secret.ts'
import type { Answer } from '#core/answer.ts'
import type { SignedCall } from '#payments/call.ts'
import { failure, invalidParameter, invalidRequest } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { paymentIntentJson } from '#payments/json/intents.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  oneOf,
  range,
  required,
  statementDescriptor,
  text,
} from '#payments/protocol/params.ts'
import {
  PAYMENT_INTENT_CONFIRMATION,
  PAYMENT_INTENT_INPUT,
  PAYMENT_INTENT_CHANGES,
} from '#payments/rules/payment-intents/params.ts'
import { newId } from '#payments/rules/new-id.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { declined } from '#payments/rules/cards/declines.ts'
import { consentOf } from '#payments/rules/payment-methods/mandates.ts'
import { proofOf } from '#payments/rules/cards/proof.ts'
import {
  cancelIntent,
  captureIntent,
  incrementAuthorization,
  unexpectedState,
} from '#payments/rules/payment-intents/capture.ts'
import { applyToIntent } from '#payments/rules/payment-intents/bank-transfer.ts'
import { chargeCash, confirmIntent } from '#payments/rules/payment-intents/confirm.ts'
import { checkAmount, withConfirmationToken, type IntentInput } from '#payments/rules/payment-intents/intent-fields.ts'
import { verifyMicrodeposits } from '#payments/rules/payment-intents/microdeposits.ts'
import { addPaymentIntent } from '#payments/rules/payment-intents/new-intent.ts'
import { newIntentFields } from '#payments/rules/payment-intents/new-intent-fields.ts'
import { requireActionInput } from '#payments/rules/payment-intents/action-input.ts'
import { checkConfirmable, updateIntent } from '#payments/rules/payment-intents/update-intent.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'

const one = '/v1/payment_intents/:intent'
const SECRET = { client_secret: text() }

/** Payment intents. https://docs.stripe.com/api/payment_intents */
export const paymentIntentsRoutes = [
  post('PostPaymentIntents', '/v1/payment_intents', PAYMENT_INTENT_INPUT, (call) => {
    const { account } = call
    const id = call.input.confirmation_token === undefined ? undefined : newId(call, 'pi_')
    const input = id === undefined ? call.input : withConfirmationToken(call, account, call.input, id)
    const intent = addPaymentIntent(call, account, newIntentFields(call, account, input, id))
    if (input.confirm !== true) return answer(call, paymentIntentJson(call, intent))
    return confirm(call, intent, input)
  }),
  get('GetPaymentIntents', '/v1/payment_intents', { ...LIST_PARAMS, created: range(), customer: text() }, (call) => {
    const { created, customer } = call.input
    const { paymentIntents } = call.rows
    const where = created === undefined ? undefined : (each: PaymentIntent) => isInRange(each.created, created)
    if (customer === undefined) {
      return answerPage(call, newestFirst(paymentIntents, 'all', [call.account], where), 'payment_intent', (each) =>
        paymentIntentJson(call, each),
      )
    }
    findLiveCustomer(call, call.account, customer, { param: 'customer' })
    return answerPage(call, newestFirst(paymentIntents, 'customer', [customer], where), 'payment_intent', (each) =>
      paymentIntentJson(call, each),
    )
  }),
  get('GetPaymentIntentsSearch', '/v1/payment_intents/search', SEARCH_PARAMS, (call) => {
    const rows = call.rows.paymentIntents.walk('all', [call.account], { descending: true })
    return answer(
      call,
      search(rows, (each) => paymentIntentJson(call, each), SEARCHED, call.input, call.path),
    )
  }),
  get(
    'GetPaymentIntentsIntent',
    one,
    SECRET,
    (call) => answer(call, paymentIntentJson(call, findIntent(call, call.params.intent, call.input.client_secret))),
    { publishable: true },
  ),
  post('PostPaymentIntentsIntent', one, PAYMENT_INTENT_CHANGES, (call) => {
    const before = findIntent(call, call.params.intent, call.input.client_secret)
    return answer(call, paymentIntentJson(call, updateIntent(call, before, call.input)))
  }),
  post(
    'PostPaymentIntentsIntentConfirm',
    `${one}/confirm`,
    PAYMENT_INTENT_CONFIRMATION,
    (call) => {
      const before = findIntent(call, call.params.intent, call.input.client_secret)
      checkConfirmable(call, before)
      const input = withConfirmationToken(call, call.account, call.input, before.id)
      return confirm(call, updateIntent(call, before, input), input)
    },
    { publishable: true },
  ),
  post(
    'PostPaymentIntentsIntentCapture',
    `${one}/capture`,
    {
      amount_details: hashOfAnything(),
      amount_to_capture: integer(),
      application_fee_amount: integer({ min: 0 }),
      final_capture: boolean(),
      hooks: hashOfAnything(),
      metadata: metadata(),
      payment_details: hashOfAnything(),
      statement_descriptor: statementDescriptor(),
      statement_descriptor_suffix: statementDescriptor(),
      transfer_data: hash({ amount: integer({ min: 1 }) }),
    },
    (call) => {
      const before = findIntent(call, call.params.intent)
      if (call.input.final_capture === false) {
        // https://docs.stripe.com/payments/multicapture: only accounts with the feature may capture more than once.
        throw invalidParameter(
          'final_capture',
          'You cannot set `final_capture` to false: this PaymentIntent does not support multicapture.',
        )
      }
      const { amount_to_capture, application_fee_amount, metadata, statement_descriptor, statement_descriptor_suffix } =
        call.input
      const changes = {
        metadata: mergeMetadata(before.metadata, metadata),
        ...(application_fee_amount === undefined ? {} : { applicationFeeAmount: application_fee_amount }),
        ...(statement_descriptor === undefined ? {} : { statementDescriptor: statement_descriptor }),
        ...(statement_descriptor_suffix === undefined
          ? {}
          : { statementDescriptorSuffix: statement_descriptor_suffix }),
      }
      return answer(
        call,
        paymentIntentJson(call, captureIntent(call, before, { amountToCapture: amount_to_capture, changes })),
      )
    },
  ),
  post(
    'PostPaymentIntentsIntentCancel',
    `${one}/cancel`,
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer') },
    (call) => {
      const before = findIntent(call, call.params.intent)
      return answer(call, paymentIntentJson(call, cancelIntent(call, before, call.input.cancellation_reason ?? null)))
    },
  ),
  post(
    'PostPaymentIntentsIntentIncrementAuthorization',
    `${one}/increment_authorization`,
    {
      amount: required(integer({ min: 1 })),
      amount_details: hashOfAnything(),
      application_fee_amount: integer({ min: 0 }),
      description: text(),
      hooks: hashOfAnything(),
      metadata: metadata(),
      payment_details: hashOfAnything(),
      statement_descriptor: statementDescriptor(),
      transfer_data: hash({ amount: integer({ min: 1 }) }),
    },
    (call) => {
      const before = findIntent(call, call.params.intent)
      const { amount, application_fee_amount, description, metadata, statement_descriptor } = call.input
      checkAmount(amount, before.currency)
      const after = incrementAuthorization(call, before, amount, {
        metadata: mergeMetadata(before.metadata, metadata),
        ...(application_fee_amount === undefined ? {} : { applicationFeeAmount: application_fee_amount }),
        ...(description === undefined ? {} : { description }),
        ...(statement_descriptor === undefined ? {} : { statementDescriptor: statement_descriptor }),
      })
      return answer(call, paymentIntentJson(call, after))
    },
  ),
  post(
    'PostPaymentIntentsIntentApplyCustomerBalance',
    `${one}/apply_customer_balance`,
    { amount: integer({ min: 1 }), currency: currency() },
    (call) => {
      const before = findIntent(call, call.params.intent)
      return answer(call, paymentIntentJson(call, applyToIntent(call, before, call.input.amount, chargeCash)))
    },
  ),
  post(
    'PostPaymentIntentsIntentVerifyMicrodeposits',
    `${one}/verify_microdeposits`,
    { amounts: list(integer()), client_secret: text(), descriptor_code: text() },
    (call) => {
      const before = findIntent(call, call.params.intent, call.input.client_secret)
      const { amounts, descriptor_code: code } = call.input
      const verified = verifyMicrodeposits(call, before, { amounts, code })
      return verified.failure === null
        ? answer(call, paymentIntentJson(call, verified.intent))
        : answerFailure(verified.failure, call)
    },
    { publishable: true },
  ),
]

const SEARCHED = {
  amount: 'numeric',
  created: 'numeric',
  currency: 'token',
  customer: 'token',
  metadata: 'token',
  status: 'token',
} as const

function hashOfAnything() {
  return { read: (raw: unknown): unknown => raw }
}

type IntentCall = SignedCall & { readonly input: IntentInput; readonly account: string }

/** Returns the account's intent of the path. With a publishable key the client secret must be the intent's. */
function findIntent(call: SignedCall & { readonly account: string }, id: string, secret?: string): PaymentIntent {
  const intent = findRecord(call.rows.paymentIntents, call.account, 'payment_intent', id, {
    param: 'intent',
    inPath: true,
  })
  requireClientSecret(call.principal.kind === 'publishable', secret, intent, 'PaymentIntent')
  return intent
}

/** Confirms an intent and answers it, or the decline. */
function confirm(call: IntentCall, intent: PaymentIntent, input: IntentInput): Answer {
  const { principal } = call
  if (intent.paymentMethod === null) {
    throw unexpectedState(
      call,
      intent,
      intent.customer === null
        ? "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."
        : `You cannot confirm this PaymentIntent because it's missing a payment method. To confirm the PaymentIntent with ${intent.customer}, specify a payment method attached to this customer along with the customer ID.`,
    )
  }
  const returnUrl = input.return_url ?? intent.returnUrl
  const offSession = input.off_session === true
  const mayRedirect =
    intent.automaticPaymentMethods?.enabled === true && intent.automaticPaymentMethods.allow_redirects !== 'never'
  if (
    mayRedirect &&
    returnUrl === null &&
    !offSession &&
    principal.kind !== 'publishable' &&
    input.use_stripe_sdk !== true
  ) {
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { param: 'return_url' },
    )
  }
  if (offSession && input.setup_future_usage !== undefined && input.setup_future_usage !== null) {
    throw failure(400, 'You cannot set `setup_future_usage` together with `off_session`.', {
      param: 'setup_future_usage',
    })
  }
  requireActionInput(call, intent, { returnUrl, options: input.payment_method_options })
  const refusesActions = input.error_on_requires_action === true
  const confirmed = confirmIntent(call, intent, {
    offSession,
    returnUrl,
    proof: proofOf(input.payment_method_options),
    consent: consentOf(call, input),
    refusesActions,
  })
  if (refusesActions && confirmed.intent.status === 'requires_action') {
    throw declined({ code: 'authentication_required', declineCode: 'authentication_not_handled' })
  }
  return confirmed.failure === null
    ? answer(call, paymentIntentJson(call, confirmed.intent))
    : answerFailure(confirmed.failure, call)
}
