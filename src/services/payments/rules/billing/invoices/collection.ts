import type { PaymentsContext } from '#payments/call.ts'
import type { Failure } from '#core/errors.ts'
import { now } from '../../new-id.ts'
import type { BillingReason, Invoice } from '#payments/schema/billing/invoices.ts'
import { reusableMethod } from '../../payment-methods/keep-method.ts'
import { nextAttempt } from './dunning.ts'
import { changeInvoice } from './draft.ts'
import { confirmInvoiceIntent, stateOfIntent } from './payment-intent.ts'
import { subscriptionFailed } from '../subscriptions/status.ts'
import { onTestClock } from '../test-clocks/test-clock.ts'
import { noPaymentMethod, paymentMethodOf } from './default-payment-method.ts'
import { payInvoice } from './pay.ts'
import { followAttached } from './attached-payments.ts'

/** The reasons of the invoices whose failed payments are retried: those that nobody waits for. */
const RETRIED: ReadonlySet<BillingReason> = new Set(['subscription_cycle', 'subscription_threshold'])

/** How an invoice is to be paid. */
export interface Collection {
  /** The payment method; without one the default of the invoice, the subscription or the customer. */
  readonly paymentMethod?: string | undefined
  /** False when the customer is there to confirm the payment. Default: true */
  readonly offSession?: boolean
  /** True: a payment that a customer who is not there must authenticate waits for that. Default: it is declined */
  readonly asksLater?: boolean
}

/** The state of an invoice after an attempt, and the failure of the payment if there was one. */
export interface Attempt {
  readonly invoice: Invoice
  readonly failure: Failure | null
}

/**
 * Attempts the payment of an open invoice by a payment method, and lets its subscription follow.
 *
 * @throws nothing for a declined payment.
 */
export function collectInvoice(
  context: PaymentsContext,
  id: string,
  { paymentMethod, offSession = true, asksLater = false }: Collection = {},
): Attempt {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  const method = paymentMethod ?? paymentMethodOf(context, invoice)
  if (method === null) {
    return { invoice: attemptFailed(context, id, 'declined'), failure: noPaymentMethod() }
  }
  const failure = confirmInvoiceIntent(context, invoice, method, { offSession, asksLater })
  return { invoice: follow(context, id), failure }
}

/** Lets invoices follow a payment intent that has changed. Does nothing for a state that they have followed already. */
export function followIntent(context: PaymentsContext, intent: string): void {
  for (const { invoice } of context.rows.invoicePayments.list('paymentIntent', intent)) {
    const onClock = onTestClock(context, context.rows.invoices.require(invoice).testClock)
    if (context.rows.invoices.require(invoice).paymentIntent === intent) follow(onClock, invoice)
    else followAttached(onClock, invoice, intent)
  }
}

function follow(context: PaymentsContext, id: string): Invoice {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  const payment = rows.invoicePayments.list('invoice', id).find((each) => each.paymentIntent === invoice.paymentIntent)
  if (payment === undefined || payment.paymentIntent === null) return invoice
  const intent = rows.paymentIntents.require(payment.paymentIntent)
  const state = stateOfIntent(context, intent.id)
  if (state === payment.followed) return invoice
  rows.invoicePayments.update(payment.id, { followed: state })
  if (intent.status === 'canceled') {
    rows.invoicePayments.update(payment.id, { status: 'canceled', canceledAt: now(context) })
    return invoice
  }
  const isUnpaid = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isUnpaid) return invoice
  if (intent.status === 'succeeded') {
    rows.invoices.update(id, { attemptCount: invoice.attemptCount + 1 })
    return payInvoice(context, id, {
      amount: invoice.amountPaid + intent.amountReceived,
      paymentMethod: reusableMethod(context, intent.paymentMethod),
    })
  }
  if (intent.status === 'requires_action') {
    // A customer who is there is asked by the page: that is no failure yet.
    if (intent.offSession) return attemptFailed(context, id, 'unauthenticated')
    return invoice.billingReason === 'manual' ? invoice : attemptFailed(context, id, 'asked')
  }
  const failed = intent.status === 'requires_payment_method' && intent.lastPaymentError !== null
  if (!failed) return invoice
  const isUnauthenticated = intent.lastPaymentError?.code === 'authentication_required'
  return attemptFailed(context, id, isUnauthenticated ? 'unauthenticated' : 'declined')
}

/**
 * Why a payment is not made: it was declined, or not authenticated, or a customer who is there is asked to authenticate
 * it, which is no attempt yet.
 */
type Reason = 'declined' | 'unauthenticated' | 'asked'

/**
 * Emits that a payment failed or that the customer has to confirm, and sets the timer of the next attempt; changes the
 * subscription accordingly.
 */
function attemptFailed(context: PaymentsContext, id: string, reason: Reason): Invoice {
  const { rows } = context
  const before = rows.invoices.require(id)
  const attempts = before.attemptCount + 1
  const isRetried = before.autoAdvance && RETRIED.has(before.billingReason)
  const next = isRetried ? nextAttempt(rows.retrySettings.get(), attempts, now(context)) : null
  const invoice = changeInvoice(context, id, {
    attempted: true,
    attemptCount: reason === 'asked' ? before.attemptCount : attempts,
    nextPaymentAttempt: next,
    ...(isRetried && next === null ? { autoAdvance: false } : {}),
  })
  if (next !== null) context.schedule(next * 1000 - context.clock.now(), 'collectInvoice', { id, at: next })
  context.emit({ type: 'invoice.payment_failed', kind: 'invoice', row: invoice })
  if (reason !== 'declined') context.emit({ type: 'invoice.payment_action_required', kind: 'invoice', row: invoice })
  subscriptionFailed(context, invoice, next === null && isRetried)
  return rows.invoices.require(id)
}
