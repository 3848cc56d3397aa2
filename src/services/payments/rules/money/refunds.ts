import type { PaymentsContext } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { debitNamed } from '#payments/schema/debit-kinds.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import { failure, invalidParameter, invalidRequest } from '#payments/errors.ts'
import { moveCash } from '../customers/cash-balance.ts'
import { now } from '../new-id.ts'
import { newRecord } from '../records.ts'
import type { BalanceTransaction, Charge, Refund } from '#payments/schema/money.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { addBalanceTransaction, availableAfter } from './balance-transactions.ts'
import { closeReview } from './reviews.ts'
import { refundApplicationFee, reverseTransfer } from './reversals.ts'
import { MINUTE } from '#core/duration.ts'

/** The time after which a pending refund succeeds, and after which one that will fail fails. In milliseconds. */
const DECIDED_AFTER = 10 * MINUTE

/** The fields of a new refund. */
export interface RefundInput {
  /** Default: all that is left. */
  readonly amount?: number | undefined
  readonly reason?:
    | 'duplicate'
    | 'fraudulent'
    | 'requested_by_customer'
    | 'expired_uncaptured_charge'
    | null
    | undefined
  readonly metadata?: Refund['metadata']
  readonly reverseTransfer?: boolean | undefined
  readonly refundApplicationFee?: boolean | undefined
  /** The address to which the vendor writes where it needs a bank account. Default: that of the payment */
  readonly instructionsEmail?: string | undefined
}

/**
 * Refunds a charge, whole or in part. Emits `refund.created` and `charge.refunded`.
 *
 * @throws 400 for a charge without money to return, and for more than is left of it.
 */
export function addRefund(context: PaymentsContext, charge: Charge, input: RefundInput): Refund {
  const { rows } = context
  if (isChargedBack(context, charge)) {
    throw failure(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  if (!charge.captured && charge.paid) requireRelease(charge, input.amount)
  const amount = refundedAmount(charge, input.amount)
  const head = newRecord(context, charge.account, charge.id.startsWith('py_') ? 'pyr_' : 're_')
  const behaviour = charge.captured ? behaviourOf(context, charge) : 'succeeds'
  // An authorization that is released has moved no money.
  const transaction = charge.captured ? withdrawRefund(context, charge, amount, head.id).id : null
  const reversal = input.reverseTransfer === true ? reverseTransfer(context, charge, amount, head.id) : null
  if (input.refundApplicationFee === true) refundApplicationFee(context, charge, amount)
  const refund = rows.refunds.insert({
    amount,
    balanceTransaction: transaction,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    destinationDetails: destinationOf(charge),
    failureBalanceTransaction: null,
    failureReason: null,
    instructionsEmail: behaviour === 'asks' ? (input.instructionsEmail ?? charge.billingDetails.email) : null,
    metadata: input.metadata ?? {},
    paymentIntent: charge.paymentIntent,
    paymentMethod: charge.paymentMethod,
    pendingReason: behaviour === 'pending' ? 'processing' : null,
    reason: input.reason ?? null,
    receiptNumber: null,
    sourceTransferReversal: null,
    transferReversal: reversal,
    status: STATUSES[behaviour],
    ...head,
  })
  if (behaviour === 'pending' || behaviour === 'asks')
    context.schedule(DECIDED_AFTER, 'endRefund', { refund: refund.id })
  if (behaviour === 'fails') context.schedule(DECIDED_AFTER, 'failRefund', { refund: refund.id })
  const refunded = rows.charges.update(charge.id, {
    amountRefunded: charge.amountRefunded + amount,
    refunded: charge.amountRefunded + amount === (charge.captured ? charge.amountCaptured : charge.amount),
    ...(input.reason === 'fraudulent' ? { fraudDetails: { user_report: 'fraudulent' } } : {}),
  })
  returnCash(context, charge, refund)
  context.emit({ type: 'refund.created', kind: 'refund', row: refund })
  context.emit({ type: 'charge.refunded', kind: 'charge', row: refunded, before: charge })
  settleWarnings(context, refunded)
  if (refunded.refunded)
    closeReview(context, charge.id, input.reason === 'fraudulent' ? 'refunded_as_fraud' : 'refunded')
  return refund
}

/** Gives what a cash balance had paid back to it. */
function returnCash(context: PaymentsContext, charge: Charge, { id, amount, currency }: Refund): void {
  if (charge.customer === null || charge.paymentMethodDetails['type'] !== 'customer_balance') return
  const owner = context.rows.customers.require(charge.customer)
  moveCash(context, owner, { amount, currency }, { type: 'refunded_from_payment', refund: id })
}

const STATUSES: Readonly<Record<Behaviour, Refund['status']>> = {
  asks: 'requires_action',
  fails: 'succeeded',
  pending: 'pending',
  succeeds: 'succeeded',
}

/** Takes the amount of a refund from the balance that the charge was paid to. */
function withdrawRefund(context: PaymentsContext, charge: Charge, amount: number, refund: string): BalanceTransaction {
  const isCard = !charge.id.startsWith('py_')
  const paid = context.rows.balanceTransactions.get(charge.balanceTransaction)
  const wasPending = paid !== undefined && paid.availableOn > paid.created
  const name = `REFUND FOR ${isCard ? 'CHARGE' : 'PAYMENT'}`
  return addBalanceTransaction(context, charge.account, {
    amount: -amount,
    currency: charge.currency,
    type: isCard ? 'refund' : 'payment_refund',
    reportingCategory: 'refund',
    source: refund,
    description: charge.description === null ? name : `${name} (${charge.description})`,
    sourceType: isCard ? 'card' : 'bank_account',
    // Like the money of the payment, unless that was available at once.
    ...(wasPending ? { availableOn: availableAfter(context, charge.account, now(context)) } : {}),
  })
}

/**
 * A bank's warning asks for nothing any more once the charge is refunded. Emits `radar.early_fraud_warning.updated`.
 */
function settleWarnings(context: PaymentsContext, charge: Charge): void {
  const { earlyFraudWarnings } = context.rows
  if (!charge.refunded || earlyFraudWarnings.size === 0) return
  for (const before of earlyFraudWarnings.list('charge', charge.id)) {
    if (!before.actionable) continue
    const after = earlyFraudWarnings.update(before.id, { actionable: false })
    context.emit({ type: 'radar.early_fraud_warning.updated', kind: 'radar.early_fraud_warning', row: after, before })
  }
}

/**
 * True for a charge whose money a dispute has withdrawn. An inquiry withdraws none, and the money of a dispute that was
 * won is back.
 */
function isChargedBack({ rows }: PaymentsContext, { id, disputed }: Charge): boolean {
  if (!disputed) return false
  return rows.disputes.list('charge', id).some(({ status }) => status !== 'won' && !status.startsWith('warning_'))
}

/**
 * https://docs.stripe.com/charges/placing-a-hold
 *
 * @throws 400 for a part of what a charge holds, and for a charge of an intent, which is canceled instead.
 */
function requireRelease({ id, amount, paymentIntent }: Charge, requested: number | undefined): void {
  if (paymentIntent !== null) {
    throw invalidRequest(
      `This uncaptured Charge was created by a PaymentIntent (${paymentIntent}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    )
  }
  if (requested === undefined || requested === amount) return
  throw invalidParameter('amount', `Charge ${id} has not been captured: it can only be released as a whole.`)
}

function refundedAmount(charge: Charge, requested: number | undefined): number {
  const { id, currency } = charge
  if (charge.refunded) {
    throw failure(400, `Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (!charge.paid && charge.paymentIntent !== null) {
    throw invalidRequest(`This PaymentIntent (${charge.paymentIntent}) does not have a successful charge to refund.`)
  }
  if (!charge.paid) throw invalidRequest(`This charge (${id}) cannot be refunded: its status is ${charge.status}.`)
  const refundable = (charge.captured ? charge.amountCaptured : charge.amount) - charge.amountRefunded
  const amount = requested ?? refundable
  if (amount < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amount <= refundable) return amount
  const [requestedText, limitText] = [formatAmount(amount, currency), formatAmount(refundable, currency)]
  throw invalidParameter(
    'amount',
    charge.amountRefunded === 0
      ? `Refund amount (${requestedText}) is greater than charge amount (${limitText})`
      : `Refund amount (${requestedText}) is greater than unrefunded amount on charge (${limitText})`,
  )
}

/** The end of a refund. `asks`: the customer is asked for a bank account first. */
type Behaviour = 'pending' | 'asks' | 'fails' | 'succeeds'

function behaviourOf({ rows }: PaymentsContext, { id, paymentMethod }: Charge): Behaviour {
  const method = rows.paymentMethods.get(paymentMethod)
  if (method === undefined) return 'succeeds'
  switch (kindNamed(method.type)?.refunds) {
    case 'never':
      throw invalidRequest(`Charge ${id} cannot be refunded: payments by ${method.type} are not refundable.`, {
        param: 'charge',
      })
    case 'requires_action':
      return 'asks'
    case 'pending':
      return 'pending'
    case undefined:
  }
  const isDebit = method.type === 'us_bank_account' || method.type === 'sepa_debit'
  if (isDebit || debitNamed(method.type) !== undefined) return 'pending'
  const test = method.card === null ? undefined : cardByNumber(method.card.number)
  return test?.refund ?? 'succeeds'
}

function destinationOf({ paymentMethodDetails }: Charge): Refund['destinationDetails'] {
  switch (paymentMethodDetails['type']) {
    case 'card':
      return {
        card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
        type: 'card',
      }
    case 'customer_balance':
      return { customer_cash_balance: {}, type: 'customer_cash_balance' }
    case 'us_bank_account':
      return { type: 'us_bank_transfer', us_bank_transfer: { reference: null, reference_status: 'pending' } }
    default: {
      const name = String(paymentMethodDetails['type'])
      return kindNamed(name) === undefined ? { type: name } : destinationOfKind(name)
    }
  }
}

/** The kinds whose refunds have a reference at the bank or the wallet. */
const WITH_REFERENCE = ['afterpay_clearpay', 'klarna', 'mb_way', 'multibanco', 'p24']

/** Those of which a refund tells nothing. */
const UNTOLD = [
  'billie',
  'bizum',
  'fpx',
  'kakao_pay',
  'kr_card',
  'mobilepay',
  'naver_pay',
  'pay_by_bank',
  'payco',
  'paypay',
  'payto',
  'samsung_pay',
  'satispay',
  'sequra',
  'sunbit',
  'upi',
]

/** Those whose refunds the network may decline too. */
const WITH_DECLINE = ['blik', 'paypal', 'swish']

function destinationOfKind(name: string): Refund['destinationDetails'] {
  if (name === 'ideal' || name === 'bancontact') {
    return { eu_bank_transfer: { reference: null, reference_status: 'pending' }, type: 'eu_bank_transfer' }
  }
  if (name === 'konbini') {
    return { jp_bank_transfer: { reference: null, reference_status: 'pending' }, type: 'jp_bank_transfer' }
  }
  if (name === 'promptpay') {
    return { th_bank_transfer: { reference: null, reference_status: 'pending' }, type: 'th_bank_transfer' }
  }
  if (UNTOLD.includes(name)) return { type: name }
  if (WITH_DECLINE.includes(name)) {
    return { [name]: { network_decline_code: null, reference: null, reference_status: 'pending' }, type: name }
  }
  if (name === 'crypto') return { crypto: { reference: null }, type: name }
  const type = name === 'revolut_pay' ? 'revolut' : name
  return { [type]: WITH_REFERENCE.includes(name) ? { reference: null, reference_status: 'pending' } : {}, type }
}

/** Lets a pending refund succeed. */
export function endRefund(context: PaymentsContext, id: string): void {
  const before = context.rows.refunds.get(id)
  if (before?.status !== 'pending' && before?.status !== 'requires_action') return
  const after = context.rows.refunds.update(id, { status: 'succeeded', pendingReason: null })
  emitUpdated(context, before, after)
}

/** Lets a refund that had succeeded fail: its money comes back. */
export function failRefund(context: PaymentsContext, id: string): void {
  const before = context.rows.refunds.get(id)
  if (before?.status !== 'succeeded') return
  const after = returnMoney(context, before, { status: 'failed', failureReason: 'expired_or_canceled_card' })
  context.emit({ type: 'refund.failed', kind: 'refund', row: after })
  emitUpdated(context, before, after)
}

/**
 * Cancels a refund that is pending.
 *
 * @throws 400 for another.
 */
export function cancelRefund(context: PaymentsContext, before: Refund): Refund {
  if (before.status !== 'pending' && before.status !== 'requires_action') {
    throw invalidRequest('Canceling this refund is unsupported.')
  }
  const after = returnMoney(context, before, { status: 'canceled', failureReason: 'merchant_request' })
  emitUpdated(context, before, after)
  return after
}

/**
 * Ends a refund whose customer has not told a bank account in time.
 *
 * @throws 400 for a refund that asks for nothing.
 */
export function expireRefund(context: PaymentsContext, before: Refund): Refund {
  if (before.status !== 'requires_action') {
    throw invalidRequest(
      `You cannot expire this refund because it has a status of ${before.status}. Only a refund with the status requires_action may be expired.`,
    )
  }
  const after = returnMoney(context, before, { status: 'failed', failureReason: 'unknown' })
  context.emit({ type: 'refund.failed', kind: 'refund', row: after })
  emitUpdated(context, before, after)
  return after
}

function emitUpdated(context: PaymentsContext, before: Refund, after: Refund): void {
  context.emit({ type: 'refund.updated', kind: 'refund', row: after, before })
  context.emit({ type: 'charge.refund.updated', kind: 'refund', row: after, before })
}

/** Ends a refund without success: its money is in the balance and on the charge again. */
function returnMoney(context: PaymentsContext, refund: Refund, end: Pick<Refund, 'status' | 'failureReason'>): Refund {
  const { rows } = context
  const transaction = addBalanceTransaction(context, refund.account, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    source: refund.id,
    description: 'REFUND FAILURE',
    availableOn: Math.floor(context.clock.now() / 1000),
  })
  const charge = rows.charges.require(refund.charge)
  const amountRefunded = charge.amountRefunded - refund.amount
  rows.charges.update(charge.id, { amountRefunded, refunded: false })
  return rows.refunds.update(refund.id, { ...end, pendingReason: null, failureBalanceTransaction: transaction.id })
}
