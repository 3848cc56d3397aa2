import type { PaymentsContext } from '#payments/call.ts'
import type { PaymentIntent, PaymentMethod } from '#payments/schema/payments.ts'
import { debitFailureMessage, sepaDebitResult, usDebitResult, type DebitResult } from '../cards/bank-accounts.ts'
import { decide } from '../cards/decide.ts'
import { isPresent } from '../cards/present.ts'
import { NO_PROOF, type CardProof } from '../cards/proof.ts'
import { bankDebitResult, testDebitAccount } from '../cards/debit-accounts.ts'
import type { DebitKindName } from '#payments/schema/debit-kinds.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import { declineMessage } from '../cards/declines.ts'
import { cardByNumber, type Decline } from '../cards/test-cards.ts'
import { scheduleConsequences } from '../money/consequences.ts'
import { addCharge, AUTHORIZATION_SPAN, type ChargeInput } from '../money/new-charge.ts'
import { endDebitCharge } from '../money/legacy-charge.ts'
import { openReview } from '../money/reviews.ts'
import { addPaidCharge } from '../money/settle-charge.ts'
import { attachGenerated, generateDebit, keepMethod, useUp } from '../payment-methods/keep-method.ts'
import { isUnverified } from '../payment-methods/verified-account.ts'
import { endMandates, mandateOf, type Consent } from '../payment-methods/mandates.ts'
import { withPayer } from '../payment-methods/payer.ts'
import { actionOf, answerWithoutPage, refusalOf } from './authorize.ts'
import { payFromCash } from './bank-transfer.ts'
import { authenticationAction, microdepositAction } from './next-action.ts'
import { fail, moveTo, succeed, waitForCustomer, type Confirmed } from './transitions.ts'
import { DAY } from '#core/duration.ts'

/** How an intent is confirmed. */
interface Confirmation {
  /** True when the customer is not there. */
  readonly offSession?: boolean
  readonly returnUrl?: string | null
  readonly proof?: CardProof
  readonly consent?: Consent
  /** True: the payment fails where the card asks the customer for more. */
  readonly refusesActions?: boolean
  /** True: where a customer who is not there must authenticate the payment, it waits for that and does not fail. */
  readonly asksLater?: boolean
}

/**
 * Tries to pay an intent with its payment method: the card is charged, asked for authentication or declined, a bank
 * debit begins. The intent must have a payment method. A declined payment changes the state and is reported; nothing is
 * thrown.
 */
export function confirmIntent(
  context: PaymentsContext,
  before: PaymentIntent,
  {
    offSession = false,
    returnUrl = before.returnUrl,
    proof = NO_PROOF,
    consent = {},
    refusesActions = false,
    asksLater = false,
  }: Confirmation = {},
): Confirmed {
  const intent = beginAttempt(context, before, { offSession, returnUrl })
  const method = methodOf(context, intent)
  if (method.own !== null) return startAuthorization(context, intent, method)
  if (method.type === 'customer_balance') return payFromCash(context, intent, chargeCash)
  if (method.type === 'link') return { intent: charge(context, intent, method, false), failure: null }
  if (method.card === null) return startDebit(context, intent, method, consent)
  const decision = decide(method.card, {
    offSession,
    threeDSecure: threeDSecureOf(intent),
    authenticated: proof.threeDSecure !== null || isPresent(method), // by the chip, at the reader
    moto: proof.moto,
  })
  if (decision.kind === 'authenticate') {
    if (refusesActions) return fail(context, intent, method, NOT_HANDLED, null)
    return waitForCustomer(context, intent, authenticationAction(context, intent))
  }
  if (decision.kind === 'decline') {
    if (asksLater && decision.decline.code === 'authentication_required')
      return waitForCustomer(context, intent, authenticationAction(context, intent))
    return decline(context, intent, method, decision.decline)
  }
  const authenticated = proof.threeDSecure ?? (decision.frictionless === true ? 'frictionless' : false)
  return { intent: charge(context, intent, method, authenticated), failure: null }
}

/** https://docs.stripe.com/payments/without-card-authentication */
const NOT_HANDLED: Decline = { code: 'authentication_required', declineCode: 'authentication_not_handled' }

/** Charges an intent whose amount the customer's cash balance has paid. */
export function chargeCash(context: PaymentsContext, intent: PaymentIntent): PaymentIntent {
  return charge(context, intent, methodOf(context, intent), false)
}

/**
 * Lets the customer authorize the payment on a page of the service, in an application or with a voucher. A wallet that
 * the customer has saved pays at once.
 */
function startAuthorization(context: PaymentsContext, intent: PaymentIntent, method: PaymentMethod): Confirmed {
  if (method.customer !== null) return { intent: chargeAuthorized(context, intent, method, false), failure: null }
  const action = actionOf(context, intent, method)
  const attempt = intent.attempt + 1
  const waiting = waitForCustomer(context, context.rows.paymentIntents.update(intent.id, { attempt }), action)
  const answer = answerWithoutPage(context, action, method)
  if (answer !== undefined) {
    const { after, result } = answer
    context.schedule(after, 'answerAction', { intent: intent.id, attempt, result })
  }
  return waiting
}

/** Ends an authorization that no page ends, unless another attempt or a cancellation came between. */
export function answerAction(context: PaymentsContext, id: string, attempt: number, result: 'succeed' | 'fail'): void {
  const intent = context.rows.paymentIntents.get(id)
  if (intent?.attempt === attempt) authenticateIntent(context, intent, result)
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
  if (method.own !== null) {
    return result === 'succeed'
      ? chargeAuthorized(context, intent, method, true)
      : refuse(context, intent, method).intent
  }
  if (result === 'fail' || method.card === null) {
    const code = 'payment_intent_authentication_failure'
    return fail(context, intent, method, { code, declineCode: code }, null).intent
  }
  const decision = decide(method.card, { offSession: false, threeDSecure: 'automatic', authenticated: true })
  if (decision.kind === 'decline') return decline(context, intent, method, decision.decline).intent
  return charge(context, intent, method, true)
}

/** Charges a payment method of a kind: at once, or by a debit that its bank has still to make. */
function chargeAuthorized(
  context: PaymentsContext,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): PaymentIntent {
  return kindNamed(method.type)?.settlesAfter === undefined
    ? charge(context, intent, method, authenticated)
    : beginDebit(context, intent, method)
}

/** Ends the processing of a bank debit, unless another attempt or a cancellation came between. */
export function endProcessing(context: PaymentsContext, id: string, attempt: number): void {
  const { rows } = context
  const intent = rows.paymentIntents.get(id)
  if (intent === undefined || intent.status !== 'processing' || intent.attempt !== attempt) return
  const method = methodOf(context, intent)
  const pending = rows.charges.require(intent.latestCharge ?? '')
  const { failure, disputed } = debitResult(method)
  const ended = endDebitCharge(context, pending, method, failure)
  if (failure !== null) {
    if (losesMandate(method)) endMandates(context, method)
    fail(context, intent, method, { code: failure, declineCode: failure }, ended, debitFailureMessage(failure))
    return
  }
  succeed(context, intent, ended, ended.amount)
  if (disputed === true) scheduleConsequences(context, ended, { dispute: { reason: 'debit_not_authorized' } })
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

/**
 * Charges a payment method that was approved: the amount is held where capture is manual, else captured, and its money
 * moves at once or, for an asynchronous capture, once the request has been answered.
 */
function charge(
  context: PaymentsContext,
  begun: PaymentIntent,
  before: PaymentMethod,
  authenticated: NonNullable<ChargeInput['authenticated']>,
): PaymentIntent {
  const intent = withTransferGroup(context, begun)
  const method = keepMethod(context, intent, withPayer(context, before), authenticated !== false)
  const { account, customer, setupFutureUsage } = intent
  const generated = generateDebit(context, { account, customer, saves: setupFutureUsage !== null }, method)
  const input = { authenticated, generated, cardOptions: intent.paymentMethodOptions['card'] }
  const capture = captureMethodOf(intent, method)
  if (capture === 'manual') return hold(context, intent, method, input)
  const isAsync = capture === 'automatic_async'
  const paid = isAsync
    ? addCharge(context, intent, method, { ...input, status: 'succeeded', captured: true })
    : addPaidCharge(context, intent, method, input)
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: paid })
  openReview(context, paid)
  attachGenerated(context, generated, { charge: paid.id, setup_attempt: null })
  const test = method.card === null ? undefined : cardByNumber(method.card.number)
  if (test !== undefined) scheduleConsequences(context, paid, test)
  if (isAsync) context.rows.backgroundTasks.insert({ kind: 'capture', subject: paid.id })
  return succeed(context, intent, paid, paid.amount)
}

/** Gives an intent whose money goes on to another account the group that its transfer will be in. */
function withTransferGroup({ rows }: PaymentsContext, intent: PaymentIntent): PaymentIntent {
  if (intent.transferData === null || intent.transferGroup !== null) return intent
  return rows.paymentIntents.update(intent.id, { transferGroup: `group_${intent.id}` })
}

/** Holds the amount of an intent, to be captured later. */
function hold(
  context: PaymentsContext,
  intent: PaymentIntent,
  method: PaymentMethod,
  input: Pick<ChargeInput, 'authenticated' | 'cardOptions'>,
): PaymentIntent {
  const held = addCharge(context, intent, method, { ...input, status: 'succeeded', captured: false })
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: held })
  openReview(context, held)
  context.schedule(AUTHORIZATION_SPAN * 1000, 'endAuthorization', { charge: held.id })
  const waiting = moveTo(context, intent, {
    status: 'requires_capture',
    amountCapturable: intent.amount,
    latestCharge: held.id,
    paymentMethod: method.id,
    nextAction: null,
  })
  context.emit({ type: 'payment_intent.amount_capturable_updated', kind: 'payment_intent', row: waiting })
  return waiting
}

/** Returns how a payment method is captured: as its options say, else as the intent does. */
function captureMethodOf(
  { captureMethod, paymentMethodOptions }: PaymentIntent,
  { type }: PaymentMethod,
): PaymentIntent['captureMethod'] {
  return paymentMethodOptions[type]?.['capture_method'] === 'manual' ? 'manual' : captureMethod
}

/**
 * Records a declined card: a failed charge, and the intent back at the choice of a payment method. A card that belongs
 * to no customer is used up.
 */
function decline(context: PaymentsContext, intent: PaymentIntent, before: PaymentMethod, reason: Decline): Confirmed {
  const method = useUp(context, before)
  const message = declineMessage(reason)
  const failed = addCharge(context, intent, method, {
    status: 'failed',
    captured: false,
    decline: { ...reason, message },
  })
  context.emit({ type: 'charge.failed', kind: 'charge', row: failed })
  return fail(context, intent, method, reason, failed, message)
}

/** Records an authorization that the customer has refused, as {@link decline} records a declined card. */
function refuse(context: PaymentsContext, intent: PaymentIntent, method: PaymentMethod): Confirmed {
  const reason = refusalOf(method.type, 'payment_intent')
  const failed = addCharge(context, intent, method, { status: 'failed', captured: false, decline: reason })
  context.emit({ type: 'charge.failed', kind: 'charge', row: failed })
  return fail(context, intent, method, reason, failed, reason.message)
}

function debitResult({ type, usBankAccount, sepaDebit, bankDebit }: PaymentMethod): DebitResult {
  if (usBankAccount !== null) return usDebitResult(usBankAccount.accountNumber)
  if (sepaDebit !== null) return sepaDebitResult(sepaDebit.iban)
  // A payment method with such an account is of one of the kinds.
  if (bankDebit !== undefined) return bankDebitResult(type as DebitKindName, bankDebit.accountNumber)
  return { days: (kindNamed(type)?.settlesAfter ?? 0) / DAY, failure: null }
}

/** Returns whether the bank ends the customer's permission with a failed debit. */
function losesMandate({ type, bankDebit }: PaymentMethod): boolean {
  // A payment method with such an account is of one of the kinds.
  return (
    bankDebit !== undefined && testDebitAccount(type as DebitKindName, bankDebit.accountNumber).endsMandate === true
  )
}

/** Begins a payment that takes days: the charge is pending, the intent processing. */
function startDebit(
  context: PaymentsContext,
  intent: PaymentIntent,
  before: PaymentMethod,
  consent: Consent,
): Confirmed {
  if (isUnverified(before)) return waitForCustomer(context, intent, microdepositAction(context))
  return { intent: beginDebit(context, intent, before, consent), failure: null }
}

function beginDebit(
  context: PaymentsContext,
  intent: PaymentIntent,
  before: PaymentMethod,
  consent: Consent = {},
): PaymentIntent {
  const method = keepMethod(context, intent, before, false)
  const mandate = mandateOf(context, method, intent, consent)
  const pending = addCharge(context, intent, method, { status: 'pending', captured: true, mandate: mandate.id })
  const attempt = intent.attempt + 1
  const processing = moveTo(context, intent, {
    status: 'processing',
    latestCharge: pending.id,
    attempt,
    nextAction: null,
  })
  context.emit({ type: 'payment_intent.processing', kind: 'payment_intent', row: processing })
  context.emit({ type: 'charge.pending', kind: 'charge', row: pending })
  const { days } = debitResult(method)
  if (days !== null) context.schedule(days * DAY, 'endProcessing', { intent: intent.id, attempt })
  return processing
}
