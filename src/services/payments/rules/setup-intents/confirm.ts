import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { NextAction, PaymentMethod, SetupIntent } from '#payments/schema/payments.ts'
import { decide } from '../cards/decide.ts'
import { isPresent } from '../cards/present.ts'
import { NO_PROOF, type CardProof } from '../cards/proof.ts'
import { declined, declineMessage } from '../cards/declines.ts'
import type { Decline } from '../cards/test-cards.ts'
import { authenticationAction, microdepositAction } from '../payment-intents/next-action.ts'
import { isUnverified, verifyAccount } from '../payment-methods/verified-account.ts'
import { outcomeOf } from '../payment-intents/outcome.ts'
import { shownSetupOptions } from '../payment-intents/method-options.ts'
import { actionOf, refusalOf } from '../payment-intents/authorize.ts'
import { attachGenerated, generateDebit, keepMethod } from '../payment-methods/keep-method.ts'
import { withPayer } from '../payment-methods/payer.ts'
import { addMandate, type Consent } from '../payment-methods/mandates.ts'

type SetupFields = Partial<Omit<SetupIntent, 'account' | 'seq'>>

/** Adds a setup intent that waits for its payment method or its confirmation, and emits `setup_intent.created`. */
export function addSetupIntent(
  context: PaymentsContext,
  account: string,
  { id, created, ...fields }: SetupFields,
): SetupIntent {
  const head = newRecord(context, account, 'seti_', { id, created })
  const types = fields.paymentMethodTypes ?? ['card']
  const intent = context.rows.setupIntents.insert({
    ...head,
    allowedPaymentMethodTypes: null,
    automaticPaymentMethods: null,
    cancellationReason: null,
    clientSecret: `${head.id}_secret_${context.ids.secret.base62(31)}`,
    customer: null,
    description: null,
    lastSetupError: null,
    latestAttempt: null,
    mandate: null,
    metadata: {},
    nextAction: null,
    onBehalfOf: null,
    paymentMethod: null,
    paymentMethodOptions: optionsFor(types),
    paymentMethodTypes: types,
    singleUseMandate: null,
    returnUrl: null,
    status:
      fields.paymentMethod === undefined || fields.paymentMethod === null
        ? 'requires_payment_method'
        : 'requires_confirmation',
    usage: 'off_session',
    followed: false,
    ...fields,
  })
  context.emit({ type: 'setup_intent.created', kind: 'setup_intent', row: intent })
  return intent
}

function optionsFor(types: readonly string[]): SetupIntent['paymentMethodOptions'] {
  const shown = Object.entries(SETUP_OPTIONS).filter(([type]) => types.includes(type))
  return Object.fromEntries(shown)
}

/** Returns the options of a setup's types of payment methods, with those of a request over those from before. */
export function setupOptionsOf(
  { paymentMethodTypes: types, paymentMethodOptions: before }: SetupIntent,
  input: Readonly<Record<string, object | null | undefined>>,
): SetupIntent['paymentMethodOptions'] {
  const changed = types.flatMap((type) => {
    const options = input[type]
    return options === undefined ? [] : [[type, { ...before[type], ...shownSetupOptions(type, options) }] as const]
  })
  return { ...before, ...Object.fromEntries(changed) }
}

/** The options that a setup intent shows for its types of payment methods. */
const SETUP_OPTIONS: SetupIntent['paymentMethodOptions'] = {
  card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  klarna: { currency: null, preferred_locale: null },
  paypal: { billing_agreement_id: null },
}

/** The result of a confirmation: the intent as it is now, and the 402 when the card was declined. */
export interface SetupConfirmed {
  readonly intent: SetupIntent
  readonly failure: Failure | null
}

/** How a setup is confirmed. */
interface SetupConfirmation {
  readonly returnUrl?: string | null
  readonly proof?: CardProof
  readonly consent?: Consent
}

/** Tries to set an intent's payment method up for later payments. The intent must have a payment method. */
export function confirmSetup(
  context: PaymentsContext,
  before: SetupIntent,
  { returnUrl = before.returnUrl, proof = NO_PROOF, consent = {} }: SetupConfirmation = {},
): SetupConfirmed {
  const { rows } = context
  const intent = rows.setupIntents.update(before.id, { returnUrl, nextAction: null, lastSetupError: null })
  const method = rows.paymentMethods.require(intent.paymentMethod ?? '')
  if (isUnverified(method)) return wait(context, intent, method, microdepositAction(context))
  if (method.own !== null && method.customer === null) {
    return wait(context, intent, method, actionOf(context, intent, method))
  }
  if (method.card === null) return { intent: finish(context, intent, method, false, consent), failure: null }
  const wish = intent.paymentMethodOptions['card']?.['request_three_d_secure']
  const threeDSecure = wish === 'any' || wish === 'challenge' ? wish : 'automatic'
  const decision = decide(method.card, {
    offSession: false,
    threeDSecure,
    authenticated: proof.threeDSecure !== null || isPresent(method),
    moto: proof.moto,
    setup: true,
  })
  if (decision.kind === 'authenticate') return wait(context, intent, method, authenticationAction(context, intent))
  if (decision.kind === 'decline') return fail(context, intent, method, decision.decline)
  return { intent: finish(context, intent, method, false), failure: null }
}

/**
 * Ends the authentication or the verification that a setup waits for. Returns the intent as it was where it waits for
 * none.
 */
export function authenticateSetup(
  context: PaymentsContext,
  before: SetupIntent,
  result: 'succeed' | 'fail',
): SetupIntent {
  if (before.status !== 'requires_action') return before
  const method = context.rows.paymentMethods.require(before.paymentMethod ?? '')
  if (result === 'succeed') return finish(context, before, method, true)
  if (method.own !== null) {
    const refusal = refusalOf(method.type, 'setup_intent')
    return fail(context, before, method, refusal, refusal.message).intent
  }
  const code = 'setup_intent_authentication_failure'
  return fail(context, before, method, { code, declineCode: code }).intent
}

function wait(
  context: PaymentsContext,
  intent: SetupIntent,
  method: PaymentMethod,
  nextAction: NextAction,
): SetupConfirmed {
  const attempt = addAttempt(context, intent, method, 'requires_action', null)
  const waiting = moveSetup(context, intent, {
    status: 'requires_action',
    nextAction,
    latestAttempt: attempt,
  })
  context.emit({ type: 'setup_intent.requires_action', kind: 'setup_intent', row: waiting })
  return { intent: waiting, failure: null }
}

function finish(
  context: PaymentsContext,
  intent: SetupIntent,
  before: PaymentMethod,
  authenticated: boolean,
  consent: Consent = {},
): SetupIntent {
  const { rows } = context
  let method = before
  if (method.card !== null && intent.usage === 'off_session') {
    method = rows.paymentMethods.update(method.id, { card: { ...method.card, setUp: true } })
  }
  if (authenticated) method = verifyAccount(context, method)
  const setup = { account: intent.account, customer: intent.customer, saves: true }
  const generated = generateDebit(context, setup, method)
  method = keepMethod(
    context,
    { customer: intent.customer, setupFutureUsage: intent.usage },
    withPayer(context, method),
    false,
  )
  const mandate = generated?.mandate ?? mandateOf(context, method, intent, consent)
  const attempt = addAttempt(context, intent, method, 'succeeded', null)
  attachGenerated(context, generated, { charge: null, setup_attempt: attempt })
  const done = moveSetup(context, intent, {
    status: 'succeeded',
    nextAction: null,
    latestAttempt: attempt,
    ...(consent.singleUse === undefined ? { mandate } : { singleUseMandate: mandate }),
  })
  context.emit({ type: 'setup_intent.succeeded', kind: 'setup_intent', row: done })
  return done
}

/** Adds the permission to use a payment method later; null for a card and Link, which need none. */
function mandateOf(
  context: PaymentsContext,
  method: PaymentMethod,
  { paymentMethodOptions }: SetupIntent,
  consent: Consent,
): string | null {
  if (method.card !== null || method.type === 'link') return null
  return addMandate(context, method, paymentMethodOptions, consent).id
}

function fail(
  context: PaymentsContext,
  intent: SetupIntent,
  method: PaymentMethod,
  reason: Decline,
  message = declineMessage(reason),
): SetupConfirmed {
  const error = outcomeOf(reason, message, null, method)
  const attempt = addAttempt(context, intent, method, 'failed', error)
  const failed = moveSetup(context, intent, {
    status: 'requires_payment_method',
    paymentMethod: null,
    nextAction: null,
    lastSetupError: error,
    latestAttempt: attempt,
  })
  context.emit({ type: 'setup_intent.setup_failed', kind: 'setup_intent', row: failed })
  return {
    intent: failed,
    failure: declined(reason, { setup_intent: failed, payment_method: method }),
  }
}

function addAttempt(
  context: PaymentsContext,
  intent: SetupIntent,
  method: PaymentMethod,
  status: 'requires_action' | 'succeeded' | 'failed',
  setupError: SetupIntent['lastSetupError'],
): string {
  return context.rows.setupAttempts.insert({
    setupIntent: intent.id,
    customer: intent.customer,
    paymentMethod: method.id,
    paymentMethodType: method.type,
    generatedSepaDebit: context.rows.paymentMethods.get(method.id)?.generatedSepaDebit ?? null,
    setupError,
    status,
    usage: intent.usage,
    ...newRecord(context, intent.account, 'setatt_'),
  }).id
}

/** Changes a setup intent, and lets the Checkout session that follows it hear of the change. */
export function moveSetup(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { id }: SetupIntent,
  changes: Partial<Omit<SetupIntent, 'id'>>,
): SetupIntent {
  const intent = rows.setupIntents.update(id, changes)
  if (intent.followed) rows.outcomes.insert({ intent: id })
  return intent
}
