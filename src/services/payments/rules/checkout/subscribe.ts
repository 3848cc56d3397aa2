import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { followIntent } from '../billing/invoices/collection.ts'
import { confirmIntent } from '../payment-intents/confirm.ts'
import { addSetupIntent, confirmSetup } from '../setup-intents/confirm.ts'
import { amountsOf } from './amounts.ts'
import type { Attempt } from './attempt.ts'
import { addCheckoutSubscription, firstInvoice } from './checkout-subscription.ts'
import { finishSession, followCheckout, statusForNothing } from './finish.ts'

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
    const paid = finishSession(context, rows.checkoutSessions.require(session.id), 'no_payment_required')
    return { session: paid, failure: null, waiting: null }
  }
  const intent = rows.paymentIntents.update(invoice.paymentIntent, { paymentMethod: method.id })
  const { intent: confirmed, failure } = confirmIntent(context, intent, { returnUrl })
  followIntent(context, confirmed.id)
  followCheckout(context, confirmed.id)
  return {
    session: rows.checkoutSessions.require(session.id),
    failure,
    waiting: confirmed.status === 'requires_action' ? confirmed : null,
  }
}

function subscribeForNothing(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  returnUrl: string | null,
): Attempt {
  const { rows } = context
  if (method === null) {
    addCheckoutSubscription(context, session, null)
    const finished = finishSession(
      context,
      rows.checkoutSessions.require(session.id),
      statusForNothing(context, session),
    )
    return { session: finished, failure: null, waiting: null }
  }
  const intent =
    session.setupIntent === null
      ? addSetupIntent(context, session.account, {
          customer: session.customer,
          paymentMethod: method.id,
          paymentMethodTypes: session.paymentMethodTypes,
          followed: true,
        })
      : rows.setupIntents.update(session.setupIntent, { paymentMethod: method.id })
  rows.checkoutSessions.update(session.id, { setupIntent: intent.id })
  const { intent: confirmed, failure } = confirmSetup(context, intent, returnUrl)
  followCheckout(context, confirmed.id)
  return {
    session: rows.checkoutSessions.require(session.id),
    failure,
    waiting: confirmed.status === 'requires_action' ? confirmed : null,
  }
}
