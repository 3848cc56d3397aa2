import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { PaymentIntent, PaymentMethod } from '#payments/schema/payments.ts'
import { debitFailureMessage, sepaDebitResult, usDebitResult, type DebitResult } from '../cards/bank-accounts.ts'
import { decide } from '../cards/decide.ts'
import { declined, declineMessage } from '../cards/declines.ts'
import { cardByNumber, type Decline } from '../cards/test-cards.ts'
import { scheduleConsequences } from '../money/consequences.ts'
import { addCharge, AUTHORIZATION_SPAN } from '../money/new-charge.ts'
import { addPaidCharge, settleCharge } from '../money/settle-charge.ts'
import { attachUnchecked } from '../payment-methods/attach.ts'
import { addMandate } from '../payment-methods/mandates.ts'
import { authenticationAction, microdepositAction } from './next-action.ts'
import { outcomeOf } from './outcome.ts'
import { DAY } from '#core/duration.ts'

/** The result of a confirmation: the intent as it is now, and the 402 when the payment was declined. */
export interface Confirmed {
  readonly intent: PaymentIntent
  readonly failure: Failure | null
}

/**
 * Tries to pay an intent with its payment method: the card is charged, asked for authentication or declined, a bank
 * debit begins. The intent must have a payment method. A declined payment changes the state and is reported; nothing is
 * thrown.
 */
export function confirmIntent(
  context: PaymentsContext,
  before: PaymentIntent,
  { offSession = false, returnUrl = before.returnUrl }: { offSession?: boolean; returnUrl?: string | null } = {},
): Confirmed {
  const intent = beginAttempt(context, before, { offSession, returnUrl })
  const method = methodOf(context, intent)
  if (method.card === null) return startDebit(context, intent, method)
  const decision = decide(method.card, {
    offSession,
    threeDSecure: threeDSecureOf(intent),
    authenticated: false,
  })
  if (decision.kind === 'authenticate') {
    const waiting = moveTo(context, intent, {
      status: 'requires_action',
      nextAction: authenticationAction(context, intent),
    })
    context.emit({ type: 'payment_intent.requires_action', kind: 'payment_intent', row: waiting })
    return { intent: waiting, failure: null }
  }
  if (decision.kind === 'decline') return decline(context, intent, method, decision.decline)
  const authenticated = decision.frictionless === true ? 'frictionless' : false
  return { intent: chargeCard(context, intent, method, authenticated), failure: null }
}

/**
 * Ends the authentication that an intent waits for, as the customer does on the bank's page. Returns the intent as it
 * was where it waits for none.
 */
export function authenticateIntent(
  context: PaymentsContext,
  before: PaymentIntent,
  result: 'succeed' | 'fail',
): PaymentIntent {
  if (before.status !== 'requires_action') return before
  const intent = context.rows.paymentIntents.update(before.id, { nextAction: null })
  const method = methodOf(context, intent)
  if (result === 'fail' || method.card === null) {
    const code = 'payment_intent_authentication_failure'
    return fail(context, intent, method, { code, declineCode: code }, null).intent
  }
  const decision = decide(method.card, { offSession: false, threeDSecure: 'automatic', authenticated: true })
  if (decision.kind === 'decline') return decline(context, intent, method, decision.decline).intent
  return chargeCard(context, intent, method, true)
}

/** Ends the processing of a bank debit, unless another attempt or a cancellation came between. */
export function endProcessing(context: PaymentsContext, id: string, attempt: number): void {
  const { rows } = context
  const intent = rows.paymentIntents.get(id)
  if (intent === undefined || intent.status !== 'processing' || intent.attempt !== attempt) return
  const method = methodOf(context, intent)
  const charge = rows.charges.require(intent.latestCharge ?? '')
  const { failure, disputed } = debitResult(method)
  if (failure !== null) {
    const message = debitFailureMessage(failure)
    const failed = rows.charges.update(charge.id, {
      status: 'failed',
      failureCode: failure,
      failureMessage: message,
      outcome: { ...charge.outcome, network_status: 'declined_by_network', reason: failure, type: 'issuer_declined' },
    })
    context.emit({ type: 'charge.failed', kind: 'charge', row: failed })
    fail(context, intent, method, { code: failure, declineCode: failure }, failed, message)
    return
  }
  const paid = rows.charges.update(charge.id, {
    status: 'succeeded',
    paid: true,
    captured: true,
    amountCaptured: charge.amount,
    outcome: { ...charge.outcome, seller_message: 'Payment complete.' },
  })
  const settled = settleCharge(context, paid, method)
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: settled })
  succeed(context, intent, settled, settled.amount)
  if (disputed === true) scheduleConsequences(context, settled, { dispute: { reason: 'debit_not_authorized' } })
}

/**
 * Counts an attempt to pay, and clears what an earlier one left. Writes nothing for the first attempt of an intent that
 * no invoice follows.
 */
function beginAttempt(
  { rows }: PaymentsContext,
  before: PaymentIntent,
  { offSession, returnUrl }: Pick<PaymentIntent, 'offSession' | 'returnUrl'>,
): PaymentIntent {
  const { nextAction, lastPaymentError } = before
  const isClear = nextAction === null && lastPaymentError === null && !before.followed
  if (isClear && before.offSession === offSession && before.returnUrl === returnUrl) return before
  return rows.paymentIntents.update(before.id, {
    offSession,
    returnUrl,
    nextAction: null,
    lastPaymentError: null,
    attempt: before.attempt + 1,
  })
}

function methodOf({ rows }: PaymentsContext, { paymentMethod }: PaymentIntent): PaymentMethod {
  return rows.paymentMethods.require(paymentMethod ?? '')
}

function threeDSecureOf({ paymentMethodOptions }: PaymentIntent): 'automatic' | 'any' | 'challenge' {
  const wish = paymentMethodOptions['card']?.['request_three_d_secure']
  return wish === 'any' || wish === 'challenge' ? wish : 'automatic'
}

/** Charges a card that the bank approves: the amount is captured, or held where capture is manual. */
function chargeCard(
  context: PaymentsContext,
  intent: PaymentIntent,
  before: PaymentMethod,
  authenticated: boolean | 'frictionless',
): PaymentIntent {
  const method = keepMethod(context, intent, before, authenticated !== false)
  const cardOptions = intent.paymentMethodOptions['card']
  if (captureMethodOf(intent) === 'manual') {
    const charge = addCharge(context, intent, method, {
      status: 'succeeded',
      captured: false,
      authenticated,
      cardOptions,
    })
    context.emit({ type: 'charge.succeeded', kind: 'charge', row: charge })
    context.schedule(AUTHORIZATION_SPAN * 1000, 'endAuthorization', { charge: charge.id })
    const waiting = moveTo(context, intent, {
      status: 'requires_capture',
      amountCapturable: intent.amount,
      latestCharge: charge.id,
      paymentMethod: method.id,
    })
    context.emit({ type: 'payment_intent.amount_capturable_updated', kind: 'payment_intent', row: waiting })
    return waiting
  }
  const settled = addPaidCharge(context, intent, method, { authenticated, cardOptions })
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: settled })
  const paid = succeed(context, intent, settled, settled.amount)
  const test = method.card === null ? undefined : cardByNumber(method.card.number)
  if (test !== undefined) scheduleConsequences(context, settled, test)
  return paid
}

/** Returns how an intent's card is captured: as its options say, else as the intent does. */
function captureMethodOf({ captureMethod, paymentMethodOptions }: PaymentIntent): PaymentIntent['captureMethod'] {
  return paymentMethodOptions['card']?.['capture_method'] === 'manual' ? 'manual' : captureMethod
}

/** Moves an intent to `succeeded` and emits its event. */
export function succeed(
  context: PaymentsContext,
  intent: PaymentIntent,
  charge: Charge,
  received: number,
): PaymentIntent {
  const paid = moveTo(context, intent, {
    status: 'succeeded',
    amountReceived: received,
    amountCapturable: 0,
    latestCharge: charge.id,
    nextAction: null,
  })
  context.emit({ type: 'payment_intent.succeeded', kind: 'payment_intent', row: paid })
  return paid
}

/** Attaches the payment method to the customer where the intent sets it up for later payments; else uses it up. */
function keepMethod(
  context: PaymentsContext,
  { customer, setupFutureUsage }: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): PaymentMethod {
  const { paymentMethods } = context.rows
  if (setupFutureUsage === null || customer === null) {
    return method.customer === null ? paymentMethods.update(method.id, { consumed: true }) : method
  }
  const setUp = authenticated && setupFutureUsage === 'off_session' && method.card !== null
  const updated =
    setUp && method.card !== null ? paymentMethods.update(method.id, { card: { ...method.card, setUp } }) : method
  return updated.customer === null ? attachUnchecked(context, updated, customer) : updated
}

/** Records a declined card: a failed charge, and the intent back at the choice of a payment method. */
function decline(context: PaymentsContext, intent: PaymentIntent, method: PaymentMethod, reason: Decline): Confirmed {
  const message = declineMessage(reason)
  const charge = addCharge(context, intent, method, {
    status: 'failed',
    captured: false,
    decline: { ...reason, message },
  })
  context.emit({ type: 'charge.failed', kind: 'charge', row: charge })
  return fail(context, intent, method, reason, charge, message)
}

/**
 * Moves an intent back to the choice of a payment method, with the reason, and emits `payment_intent.payment_failed`.
 */
function fail(
  context: PaymentsContext,
  intent: PaymentIntent,
  method: PaymentMethod,
  reason: Decline,
  charge: Charge | null,
  message = declineMessage(reason),
): Confirmed {
  const details = outcomeOf(reason, message, charge?.id ?? null, method)
  const failed = moveTo(context, intent, {
    status: 'requires_payment_method',
    paymentMethod: null,
    nextAction: null,
    lastPaymentError: details,
    ...(charge === null ? {} : { latestCharge: charge.id }),
  })
  context.emit({ type: 'payment_intent.payment_failed', kind: 'payment_intent', row: failed })
  const failure = declined(reason, {
    ...(charge === null ? {} : { charge: charge.id }),
    payment_intent: failed,
    payment_method: method,
  })
  return { intent: failed, failure }
}

function debitResult({ usBankAccount, sepaDebit }: PaymentMethod): DebitResult {
  if (usBankAccount !== null) return usDebitResult(usBankAccount.accountNumber)
  if (sepaDebit !== null) return sepaDebitResult(sepaDebit.iban)
  return { days: 0, failure: null }
}

/** Begins a payment that takes days: the charge is pending, the intent processing. Link pays at once. */
function startDebit(context: PaymentsContext, intent: PaymentIntent, before: PaymentMethod): Confirmed {
  if (before.usBankAccount?.verified === false) {
    const waiting = moveTo(context, intent, {
      status: 'requires_action',
      nextAction: microdepositAction(context),
    })
    context.emit({ type: 'payment_intent.requires_action', kind: 'payment_intent', row: waiting })
    return { intent: waiting, failure: null }
  }
  const method = keepMethod(context, intent, before, false)
  if (method.type === 'link') {
    const charge = addPaidCharge(context, intent, method, { authenticated: false })
    context.emit({ type: 'charge.succeeded', kind: 'charge', row: charge })
    return { intent: succeed(context, intent, charge, charge.amount), failure: null }
  }
  const mandate = addMandate(context, method)
  const charge = addCharge(context, intent, method, { status: 'pending', captured: false, mandate: mandate.id })
  const attempt = intent.attempt + 1
  const processing = moveTo(context, intent, { status: 'processing', latestCharge: charge.id, attempt })
  context.emit({ type: 'payment_intent.processing', kind: 'payment_intent', row: processing })
  context.emit({ type: 'charge.pending', kind: 'charge', row: charge })
  const { days } = debitResult(method)
  if (days !== null) context.schedule(days * DAY, 'endProcessing', { intent: intent.id, attempt })
  return { intent: processing, failure: null }
}

/** Changes an intent, and lets the invoice or Checkout session that follows it hear of the change. */
export function moveTo(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { id }: PaymentIntent,
  changes: Partial<Omit<PaymentIntent, 'id'>>,
): PaymentIntent {
  const intent = rows.paymentIntents.update(id, changes)
  if (intent.followed) rows.outcomes.insert({ intent: id })
  return intent
}
