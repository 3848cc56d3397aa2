import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentIntent, PaymentMethod } from '#payments/schema/payments.ts'
import { followIntent } from '../billing/invoices/collection.ts'
import { previewing } from '../billing/invoices/preview.ts'
import { confirmIntent } from '../payment-intents/confirm.ts'
import { addPaymentIntent } from '../payment-intents/new-intent.ts'
import { amountsOf } from './amounts.ts'
import { attemptForNothing, attemptOf, setUpMethod, type Attempt } from './attempt.ts'
import { addCheckoutSubscription, firstInvoice } from './checkout-subscription.ts'
import { finishSession, statusForNothing } from './finish.ts'

/**
 * Begins the subscription of a session. Where nothing is due at first, as in a trial, the payment method is set up for
 * later; else what the first invoice will ask for is paid, and the subscription begins with the payment. A session of
 * an older version begins it with the first attempt: it stays incomplete until a payment succeeds.
 * https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade
 */
export function subscribe(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  returnUrl: string | null,
): Attempt {
  const { total } = amountsOf(context, { ...session, currency: session.currency ?? 'usd' }).totals
  if (session.subscription === null && total === 0) return subscribeForNothing(context, session, method, returnUrl)
  if (method === null) throw invalidRequest('This Checkout Session needs a payment method.')
  const isBegun = session.subscription !== null || session.subscribesAtAttempt
  return isBegun ? payFirstInvoice(context, session, method, returnUrl) : payAhead(context, session, method, returnUrl)
}

/** Pays what the first invoice of a session's subscription will ask for; both are made when the payment is. */
function payAhead(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod,
  returnUrl: string | null,
): Attempt {
  const { rows } = context
  const asked = askedAtFirst(context, session, method)
  if (asked === null) return payFirstInvoice(context, session, method, returnUrl)
  const intent =
    session.paymentIntent === null
      ? addPaymentIntent(context, session.account, asked)
      : rows.paymentIntents.update(session.paymentIntent, { amount: asked.amount, paymentMethod: method.id })
  const opened = rows.checkoutSessions.update(session.id, { paymentIntent: intent.id })
  return attemptOf(context, opened, confirmIntent(context, intent, { returnUrl }))
}

/** Returns the payment that the first invoice of a session would ask for; null where it asks for none. */
function askedAtFirst(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod,
): Omit<PaymentIntent, 'id' | 'account' | 'seq' | 'created'> | null {
  return previewing(context, (silent) => {
    addCheckoutSubscription(silent, session, method.id)
    const invoice = firstInvoice(silent, silent.rows.checkoutSessions.require(session.id))
    const intent = silent.rows.paymentIntents.get(invoice.paymentIntent)
    if (intent === undefined) return null
    const { id: _id, account: _account, seq: _seq, created: _created, ...asked } = intent
    return { ...asked, invoice: null, paymentMethod: method.id, status: 'requires_confirmation' }
  })
}

/** Pays the first invoice of a session's subscription, which begins with the first attempt. */
function payFirstInvoice(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod,
  returnUrl: string | null,
): Attempt {
  const { rows } = context
  const subscription =
    rows.subscriptions.get(session.subscription) ?? addCheckoutSubscription(context, session, method.id)
  rows.subscriptions.update(subscription.id, { defaultPaymentMethod: method.id })
  const invoice = firstInvoice(context, rows.checkoutSessions.require(session.id))
  if (invoice.paymentIntent === null) {
    const subscribed = rows.checkoutSessions.require(session.id)
    return attemptForNothing(finishSession(context, subscribed, 'no_payment_required'))
  }
  const intent = rows.paymentIntents.update(invoice.paymentIntent, { paymentMethod: method.id })
  const confirmed = confirmIntent(context, intent, { returnUrl })
  followIntent(context, confirmed.intent.id)
  return attemptOf(context, session, confirmed)
}

function subscribeForNothing(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  returnUrl: string | null,
): Attempt {
  if (method !== null) return setUpMethod(context, session, method, returnUrl)
  addCheckoutSubscription(context, session, null)
  const subscribed = context.rows.checkoutSessions.require(session.id)
  return attemptForNothing(finishSession(context, subscribed, statusForNothing(context, session)))
}
