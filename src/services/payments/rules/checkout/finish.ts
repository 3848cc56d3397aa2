import type { PaymentsContext } from '#payments/call.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentIntent, SetupIntent } from '#payments/schema/payments.ts'
import { addDiscount } from '../billing/discounts/discounts.ts'
import { isMetered } from '../billing/prices/pricing.ts'
import { reusableMethod } from '../payment-methods/keep-method.ts'
import { hasTrial } from './amounts.ts'
import { addCheckoutSubscription } from './checkout-subscription.ts'
import { addPaymentInvoice } from './payment-invoice.ts'

/** Completes an open session, and emits `checkout.session.completed`. */
export function finishSession(
  context: PaymentsContext,
  session: CheckoutSession,
  paymentStatus: CheckoutSession['paymentStatus'],
): CheckoutSession {
  const { rows } = context
  if (session.mode === 'payment' && session.invoice === null) {
    // A subscription and an invoice redeem their discounts themselves.
    for (const { coupon, promotionCode } of session.discounts) {
      addDiscount(context, rows.coupons.require(coupon), { customer: null, checkoutSession: session.id }, promotionCode)
    }
  }
  const link = rows.paymentLinks.get(session.paymentLink)
  if (link !== undefined) rows.paymentLinks.update(link.id, { completed: link.completed + 1 })
  const after = rows.checkoutSessions.update(session.id, { status: 'complete', paymentStatus })
  context.emit({ type: 'checkout.session.completed', kind: 'checkout.session', row: after })
  return after
}

/**
 * Lets sessions follow a payment or a setup whose state has changed: a session is complete when its payment succeeds,
 * is authorized or begins to be processed; a payment that was processed for days is reported when it ends.
 */
export function followCheckout(context: PaymentsContext, id: string): void {
  const { rows } = context
  const payment = rows.paymentIntents.get(id)
  const setup = rows.setupIntents.get(id)
  if (payment !== undefined)
    for (const session of sessionsOfPayment(context, payment)) followPayment(context, session, payment)
  if (setup !== undefined)
    for (const session of rows.checkoutSessions.list('setupIntent', id)) followSetup(context, session, setup)
}

function sessionsOfPayment({ rows }: PaymentsContext, { id, invoice }: PaymentIntent): readonly CheckoutSession[] {
  const subscription = rows.invoices.get(invoice)?.subscription ?? null
  return subscription === null
    ? rows.checkoutSessions.list('paymentIntent', id)
    : rows.checkoutSessions.list('subscription', subscription)
}

function followPayment(context: PaymentsContext, session: CheckoutSession, payment: PaymentIntent): void {
  const { rows } = context
  const { status, latestCharge } = payment
  if (session.status === 'open') {
    if (status === 'succeeded') finishSession(context, withOrder(context, session, payment), 'paid')
    else if (status === 'processing' || status === 'requires_capture' || waitsForVoucher(payment)) {
      finishSession(context, withSubscription(context, session, payment), 'unpaid')
    }
    return
  }
  if (session.status !== 'complete' || session.paymentStatus !== 'unpaid') return
  const wasCaptured = rows.charges.get(latestCharge)?.paymentMethodDetails['type'] === 'card'
  if (status === 'succeeded') {
    const invoiced = addPaymentInvoice(context, session, payment)
    const paid = rows.checkoutSessions.update(invoiced.id, { paymentStatus: 'paid' })
    if (!wasCaptured) emitOutcome(context, paid, 'checkout.session.async_payment_succeeded')
  } else if (status === 'requires_payment_method')
    emitOutcome(context, session, 'checkout.session.async_payment_failed')
}

/** Adds what a payment that has succeeded is for, and returns the session with it. */
function withOrder(context: PaymentsContext, session: CheckoutSession, payment: PaymentIntent): CheckoutSession {
  return addPaymentInvoice(context, withSubscription(context, session, payment), payment)
}

/** Adds the subscription of a session that has none yet, paid by the session's payment. Returns the session with it. */
function withSubscription(context: PaymentsContext, session: CheckoutSession, payment: PaymentIntent): CheckoutSession {
  if (session.mode !== 'subscription' || session.subscription !== null) return session
  addCheckoutSubscription(context, session, reusableMethod(context, payment.paymentMethod), payment.id)
  return context.rows.checkoutSessions.require(session.id)
}

/** Returns whether a payment waits for a voucher or a bank transfer, which the customer pays after Checkout. */
function waitsForVoucher({ status, nextAction }: PaymentIntent): boolean {
  if (status !== 'requires_action') return false
  const isVoucher = nextAction?.type === 'authorize' && nextAction.reference !== ''
  return isVoucher || nextAction?.type === 'display_bank_transfer_instructions'
}

function followSetup(context: PaymentsContext, session: CheckoutSession, intent: SetupIntent): void {
  if (session.status !== 'open' || intent.status !== 'succeeded') return
  // A subscription that begins with a trial waits for its payment method.
  if (session.mode === 'subscription' && session.subscription === null) {
    addCheckoutSubscription(context, session, reusableMethod(context, intent.paymentMethod))
  }
  const prepared = context.rows.checkoutSessions.require(session.id)
  finishSession(context, prepared, statusForNothing(context, prepared))
}

/**
 * Returns the payment status of a session that asked for no money. A subscription to metered prices counts as paid,
 * because its first invoice is; a trial delays the payment.
 */
export function statusForNothing(
  { rows }: Pick<PaymentsContext, 'rows'>,
  session: CheckoutSession,
): 'no_payment_required' | 'paid' {
  const isMeteredSale = session.lines.some(({ price }) => isMetered(rows.prices.require(price)))
  return session.mode === 'subscription' && isMeteredSale && !hasTrial(session) ? 'paid' : 'no_payment_required'
}

function emitOutcome(
  context: PaymentsContext,
  session: CheckoutSession,
  type: 'checkout.session.async_payment_succeeded' | 'checkout.session.async_payment_failed',
): void {
  context.emit({ type, kind: 'checkout.session', row: session })
}
