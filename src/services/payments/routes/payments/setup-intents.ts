import { PAYMENT_METHOD_TYPES } from '#payments/protocol/method-types.ts'
import { requireClientSecret } from '#payments/rules/payment-intents/client-secret.ts'
import type { Answer } from '#core/answer.ts'
import type { SignedCall } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { setupIntentJson } from '#payments/json/intents.ts'
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
  text,
  unsettable,
  unsupported,
  url,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { requireActionInput } from '#payments/rules/payment-intents/action-input.ts'
import { SETUP_METHOD_OPTIONS } from '#payments/rules/payment-intents/method-options.ts'
import { consentOf, MANDATE_DATA } from '#payments/rules/payment-methods/mandates.ts'
import { PAYMENT_METHOD_DATA } from '#payments/rules/payment-methods/params.ts'
import { newId } from '#payments/rules/new-id.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { proofOf } from '#payments/rules/cards/proof.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import {
  automaticTypes,
  checkMethod,
  checkTypes,
  methodOf,
  typesOf,
  withConfirmationToken,
} from '#payments/rules/payment-intents/intent-fields.ts'
import { addSetupIntent, confirmSetup, moveSetup, setupOptionsOf } from '#payments/rules/setup-intents/confirm.ts'
import { noMethod, notVerifiable, requireCancelable, requireOpen } from '#payments/rules/setup-intents/states.ts'
import { verifySetup } from '#payments/rules/setup-intents/verify.ts'
import type { SetupIntent } from '#payments/schema/payments.ts'

const SHARED = {
  allowed_payment_method_types: list(text()),
  attach_to_self: boolean(),
  customer: text(),
  customer_account: unsupported(),
  description: unsettable(text()),
  excluded_payment_method_types: unsettable(list(text())),
  flow_directions: list(text()),
  metadata: metadata(),
  payment_method: unsettable(text()),
  payment_method_configuration: text(),
  payment_method_data: hash(PAYMENT_METHOD_DATA),
  payment_method_options: SETUP_METHOD_OPTIONS,
  payment_method_types: PAYMENT_METHOD_TYPES,
}

const SETUP_INTENT_INPUT = {
  ...SHARED,
  automatic_payment_methods: hash({ allow_redirects: oneOf('always', 'never'), enabled: required(boolean()) }),
  confirm: boolean(),
  confirmation_token: text(),
  mandate_data: MANDATE_DATA,
  on_behalf_of: text(),
  return_url: url(),
  single_use: hash({ amount: required(integer({ min: 1 })), currency: required(currency()) }),
  usage: oneOf('off_session', 'on_session'),
  use_stripe_sdk: boolean(),
}

const CONFIRMATION = {
  allowed_payment_method_types: list(text()),
  client_secret: text(),
  confirmation_token: text(),
  mandate_data: MANDATE_DATA,
  payment_method: text(),
  payment_method_data: hash(PAYMENT_METHOD_DATA),
  payment_method_options: SETUP_METHOD_OPTIONS,
  return_url: url(),
  use_stripe_sdk: boolean(),
}

const one = '/v1/setup_intents/:intent'

/** The parameters by which a request names a payment method. */
const METHOD_PARAMS: readonly string[] = ['payment_method', 'payment_method_data', 'confirmation_token']

/** A setup, as the kinds of payment methods see it. */
const SETUP = { currency: null, amount: null, manualCapture: false, saves: true }

/** Setup intents. https://docs.stripe.com/api/setup_intents */
export const setupIntentsRoutes = [
  post('PostSetupIntents', '/v1/setup_intents', SETUP_INTENT_INPUT, (call) => {
    const { account } = call
    const id = newId(call, 'seti_')
    const input = withConfirmationToken(call, account, call.input, id)
    if (input.customer !== undefined) findLiveCustomer(call, account, input.customer, { param: 'customer' })
    checkTypes(typesOf(input) ?? [], SETUP)
    const automatic = input.automatic_payment_methods
    const chosen = typesOf(input) === undefined && automatic?.enabled !== false
    const intent = addSetupIntent(call, account, {
      id,
      allowedPaymentMethodTypes: input.allowed_payment_method_types ?? null,
      automaticPaymentMethods: chosen
        ? { allow_redirects: automatic?.allow_redirects ?? 'always', enabled: true }
        : null,
      customer: input.customer ?? null,
      description: input.description ?? null,
      metadata: mergeMetadata({}, input.metadata),
      onBehalfOf: input.on_behalf_of ?? null,
      paymentMethodTypes:
        typesOf(input) ?? automaticTypes(call, account, { ...SETUP, currency: 'usd' }, automatic?.allow_redirects),
      returnUrl: input.return_url ?? null,
      usage: input.usage ?? 'off_session',
    })
    const ready = withMethod(call, intent, input)
    return input.confirm === true ? confirm(call, ready, input) : answer(call, setupIntentJson(call, ready))
  }),
  get(
    'GetSetupIntents',
    '/v1/setup_intents',
    { ...LIST_PARAMS, attach_to_self: boolean(), created: range(), customer: text(), payment_method: text() },
    (call) => {
      const { created, customer, payment_method: method } = call.input
      const where = (each: SetupIntent): boolean =>
        isInRange(each.created, created) && (method === undefined || each.paymentMethod === method)
      const { setupIntents } = call.rows
      const found =
        customer === undefined
          ? newestFirst(setupIntents, 'all', [call.account], where)
          : newestFirst(setupIntents, 'customer', [customer], where)
      return answerPage(call, found, 'setup_intent', (each) => setupIntentJson(call, each))
    },
  ),
  get(
    'GetSetupIntentsIntent',
    one,
    { client_secret: text() },
    (call) => answer(call, setupIntentJson(call, findSetup(call, call.params.intent, call.input.client_secret))),
    { publishable: true },
  ),
  post('PostSetupIntentsIntent', one, SHARED, (call) => {
    const before = findSetup(call, call.params.intent)
    const { input, account, rows } = call
    const names = Object.keys(input)
    if (names.some((name) => METHOD_PARAMS.includes(name))) requireOpen(before, 'update')
    if (input.customer !== undefined) findLiveCustomer(call, account, input.customer, { param: 'customer' })
    checkTypes(typesOf(input) ?? [], SETUP)
    const changed = rows.setupIntents.update(before.id, {
      customer: input.customer ?? before.customer,
      description: input.description === undefined ? before.description : input.description,
      metadata: mergeMetadata(before.metadata, input.metadata),
      paymentMethodTypes: typesOf(input) ?? before.paymentMethodTypes,
    })
    return answer(call, setupIntentJson(call, withMethod(call, changed, input)))
  }),
  post(
    'PostSetupIntentsIntentConfirm',
    `${one}/confirm`,
    CONFIRMATION,
    (call) => {
      const before = findSetup(call, call.params.intent, call.input.client_secret)
      // The vendor looks for a payment method before it looks at the status.
      const names = Object.keys(call.input)
      if (before.paymentMethod === null && !names.some((name) => METHOD_PARAMS.includes(name))) throw noMethod(before)
      requireOpen(before, 'confirm')
      const input = withConfirmationToken(call, call.account, call.input, before.id)
      return confirm(call, withMethod(call, before, input), input)
    },
    { publishable: true },
  ),
  post(
    'PostSetupIntentsIntentCancel',
    `${one}/cancel`,
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    (call) => {
      const before = findSetup(call, call.params.intent)
      requireCancelable(before)
      const canceled = moveSetup(call, before, {
        status: 'canceled',
        cancellationReason: call.input.cancellation_reason ?? null,
        nextAction: null,
      })
      call.emit({ type: 'setup_intent.canceled', kind: 'setup_intent', row: canceled })
      return answer(call, setupIntentJson(call, canceled))
    },
  ),
  post(
    'PostSetupIntentsIntentVerifyMicrodeposits',
    `${one}/verify_microdeposits`,
    { amounts: list(integer()), client_secret: text(), descriptor_code: text() },
    (call) => {
      const before = findSetup(call, call.params.intent, call.input.client_secret)
      if (before.nextAction?.type !== 'verify_with_microdeposits') throw notVerifiable(before)
      const { amounts, descriptor_code: code } = call.input
      return answer(call, setupIntentJson(call, verifySetup(call, before, { amounts, code })))
    },
    { publishable: true },
  ),
]

type SetupInput = Partial<ValuesOf<typeof SETUP_INTENT_INPUT> & Omit<ValuesOf<typeof CONFIRMATION>, 'payment_method'>>

type SetupCall = SignedCall & { readonly account: string; readonly input: object }

function findSetup(call: SignedCall & { readonly account: string }, id: string, secret?: string): SetupIntent {
  const intent = findRecord(call.rows.setupIntents, call.account, 'setupintent', id, { param: 'intent', inPath: true })
  requireClientSecret(call.principal.kind === 'publishable', secret, intent, 'SetupIntent')
  return intent
}

/** Gives an intent the payment method and the options of a request. */
function withMethod(call: SetupCall, intent: SetupIntent, input: SetupInput): SetupIntent {
  const { rows, account } = call
  const method = methodOf(call, account, input)
  if (method !== undefined) checkMethod(method, intent, 'SetupIntent')
  return rows.setupIntents.update(intent.id, {
    ...(method === undefined ? {} : { paymentMethod: method.id, status: 'requires_confirmation', nextAction: null }),
    ...(input.payment_method_options === undefined
      ? {}
      : { paymentMethodOptions: setupOptionsOf(intent, input.payment_method_options) }),
  })
}

function confirm(call: SetupCall, intent: SetupIntent, input: SetupInput): Answer {
  const { principal } = call
  if (intent.paymentMethod === null) throw noMethod(intent)
  const returnUrl = input.return_url ?? intent.returnUrl
  const automatic = intent.automaticPaymentMethods
  const mayRedirect = automatic?.enabled === true && automatic.allow_redirects !== 'never'
  if (mayRedirect && returnUrl === null && principal.kind !== 'publishable' && input.use_stripe_sdk !== true) {
    throw invalidRequest(
      "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { param: 'return_url' },
    )
  }
  requireActionInput(call, intent, { returnUrl, options: input.payment_method_options })
  const confirmed = confirmSetup(call, intent, {
    returnUrl,
    proof: proofOf(input.payment_method_options),
    consent: { ...consentOf(call, input), singleUse: input.single_use },
  })
  return confirmed.failure === null
    ? answer(call, setupIntentJson(call, confirmed.intent))
    : answerFailure(confirmed.failure, call)
}
