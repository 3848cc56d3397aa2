import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { followIntent } from '../billing/invoices/collection.ts'
import { confirmIntent } from '../payment-intents/confirm.ts'
import { amountsOf } from './amounts.ts'
import { attemptForNothing, attemptOf, setUpMethod, type Attempt } from './attempt.ts'
import { addCheckoutSubscription, firstInvoice } from './checkout-subscription.ts'
import { finishSession, statusForNothing } from './finish.ts'

/**
 * Begins the subscription of a session. Where nothing is due at first, as in a trial, the payment method is set up for
 * later; else the first invoice is paid, and the subscription stays incomplete until the payment succeeds.
 */
export function subscribe(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  returnUrl: string | null,
): Attempt {
  const { rows } = context
  const { total } = amountsOf(context, { ...session, currency: session.currency ?? 'usd' }).totals
  if (session.subscription === null && total === 0) return subscribeForNothing(context, session, method, returnUrl)
  if (method === null) throw invalidRequest('This Checkout Session needs a payment method.')
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
