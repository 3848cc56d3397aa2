import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { noPaymentMethod, paymentMethodOf } from '../invoices/default-payment-method.ts'
import { changeSubscription, endSubscription } from './status.ts'

/**
 * Ends a trial without a payment method as the subscription says, with changes that the end of the trial makes. Returns
 * false where the end of the trial is invoiced.
 */
export function endsWithoutPayment(
  context: PaymentsContext,
  subscription: Subscription,
  changes: Partial<Omit<Subscription, 'id'>> = {},
): boolean {
  const { id, collectionMethod, trialMissingPaymentMethod: behavior } = subscription
  if (behavior === 'create_invoice' || collectionMethod === 'send_invoice') return false
  if (hasMethod(context, subscription)) return false
  if (behavior === 'cancel') {
    endSubscription(context, id, { reason: 'cancellation_requested' })
    return true
  }
  const paused = changeSubscription(context, id, { ...changes, status: 'paused' })
  context.emit({ type: 'customer.subscription.paused', kind: 'subscription', row: paused })
  return true
}

/**
 * Ends a trial at once that has no payment method, as an update asks for by `trial_end: 'now'`. Returns false where the
 * end of the trial is invoiced.
 *
 * @throws 400 where the invoice could not be paid.
 */
export function endsTrialNow(
  context: PaymentsContext,
  subscription: Subscription,
  { leavesIncomplete }: { readonly leavesIncomplete: boolean },
): boolean {
  const at = now(context)
  const cycle = { trialEnd: at, billingCycleAnchor: at, billingCycleAnchorConfig: null, periodEnd: at }
  if (endsWithoutPayment(context, subscription, cycle)) return true
  const collects = subscription.collectionMethod === 'charge_automatically'
  if (collects && !leavesIncomplete && !hasMethod(context, subscription)) throw noPaymentMethod()
  return false
}

function hasMethod(context: PaymentsContext, { id, customer }: Subscription): boolean {
  const invoice = { defaultPaymentMethod: null, defaultSource: null, subscription: id, customer }
  return paymentMethodOf(context, invoice) !== null
}
