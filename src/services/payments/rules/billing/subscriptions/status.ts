import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { CancellationDetails, Subscription } from '#payments/schema/billing/subscriptions.ts'
import { reusableMethod } from '../../payment-methods/keep-method.ts'
import { endScheduleOf } from '../schedules/status.ts'
import { onTestClock } from '../test-clocks/test-clock.ts'
import { scheduleLateExpiry } from './timers.ts'

/** Runs `change`, which changes a subscription or its items, and emits the change. */
export function emitSubscriptionChange(context: PaymentsContext, id: string, change: () => void): Subscription {
  const { rows } = context
  const before = rows.subscriptions.require(id)
  const itemsBefore = rows.subscriptionItems.list('subscription', id)
  change()
  const after = rows.subscriptions.require(id)
  context.emit({ type: 'customer.subscription.updated', kind: 'subscription', row: after, before, itemsBefore })
  return after
}

/** Replaces fields of a subscription and emits the change. */
export function changeSubscription(
  context: PaymentsContext,
  id: string,
  changes: Partial<Omit<Subscription, 'id'>>,
): Subscription {
  return emitSubscriptionChange(context, id, () => context.rows.subscriptions.update(id, changes))
}

/** Returns whether a subscription is over. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Ends a subscription: its open invoices are no longer collected. Emits `customer.subscription.deleted`. */
export function endSubscription(
  context: PaymentsContext,
  id: string,
  details: Partial<CancellationDetails> & { readonly status?: 'canceled' | 'incomplete_expired' } = {},
): Subscription {
  const { rows } = context
  const { status = 'canceled', ...cancellation } = details
  const at = now(context)
  const before = rows.subscriptions.require(id)
  const subscription = rows.subscriptions.update(id, {
    status,
    endedAt: at,
    canceledAt: before.canceledAt ?? at,
    cancellationDetails: { ...before.cancellationDetails, ...cancellation },
    pendingUpdate: null,
  })
  for (const invoice of rows.invoices.list('subscription', id)) {
    if (invoice.status === 'draft' || invoice.status === 'open') {
      rows.invoices.update(invoice.id, { autoAdvance: false, nextPaymentAttempt: null, finalizesAt: null })
    }
  }
  endScheduleOf(context, before.schedule, cancellation.reason)
  // An incomplete subscription never began: the vendor emits its end as a change.
  if (status === 'canceled') {
    context.emit({ type: 'customer.subscription.deleted', kind: 'subscription', row: subscription })
  } else context.emit({ type: 'customer.subscription.updated', kind: 'subscription', row: subscription, before })
  return subscription
}

/**
 * Changes a subscription one of whose invoices has been paid: its status, its default payment method, and a pending
 * update.
 */
export function subscriptionPaid(context: PaymentsContext, invoice: Invoice, paymentMethod: string | null): void {
  const { rows } = context
  setDelinquent(context, invoice.customer, false)
  const subscription = rows.subscriptions.get(invoice.subscription)
  if (subscription === undefined || hasEnded(subscription)) return
  const saves = subscription.paymentSettings.save_default_payment_method === 'on_subscription'
  if (!saves && !becomesActive(subscription, invoice) && subscription.pendingUpdate === null) return
  emitSubscriptionChange(context, subscription.id, () => {
    rows.subscriptions.update(subscription.id, {
      defaultPaymentMethod:
        saves && paymentMethod !== null ? paymentMethod : reusableMethod(context, subscription.defaultPaymentMethod),
      ...(becomesActive(subscription, invoice) ? { status: activeStatus(context, subscription), pause: null } : {}),
    })
    applyPendingUpdate(context, subscription, invoice)
  })
  if (subscription.pause?.resumedBy === invoice.id) emitResumption(context, subscription.id)
}

/** Emits that a subscription is no longer paused. */
export function emitResumption(context: PaymentsContext, id: string): void {
  const subscription = context.rows.subscriptions.require(id)
  context.emit({ type: 'customer.subscription.resumed', kind: 'subscription', row: subscription })
}

/**
 * Returns whether the payment of an invoice makes a subscription active: the first one, or the latest one of those that
 * failed.
 */
function becomesActive({ status, latestInvoice, pause }: Subscription, { id }: Invoice): boolean {
  if (status === 'paused') return pause?.resumedBy === id
  return status === 'incomplete' || ((status === 'past_due' || status === 'unpaid') && latestInvoice === id)
}

/** Returns the status of a subscription whose invoices are paid. */
function activeStatus(context: PaymentsContext, { trialEnd }: Subscription): 'active' | 'trialing' {
  return trialEnd !== null && trialEnd > now(context) ? 'trialing' : 'active'
}

/** Lets a subscription whose setup intent has succeeded be paid with its payment method. */
export function followSetup(context: PaymentsContext, intent: string): void {
  const { rows } = context
  const subscription = rows.subscriptions.find('pendingSetupIntent', intent)
  const setup = rows.setupIntents.get(intent)
  if (subscription === undefined || setup?.status !== 'succeeded') return
  changeSubscription(onTestClock(context, subscription.testClock), subscription.id, {
    pendingSetupIntent: null,
    defaultPaymentMethod: reusableMethod(context, setup.paymentMethod),
  })
}

/** Changes the status of a subscription after a payment of one of its invoices failed. `isLast`: no retry follows. */
export function subscriptionFailed(context: PaymentsContext, invoice: Invoice, isLast: boolean): void {
  const { rows } = context
  const subscription = rows.subscriptions.get(invoice.subscription)
  if (subscription === undefined || hasEnded(subscription)) return
  if (subscription.status === 'incomplete') {
    scheduleLateExpiry(context, subscription)
    return
  }
  // An update that waits for its payment leaves the subscription as it is.
  if (subscription.pendingUpdate?.invoice === invoice.id) return
  if (subscription.status === 'paused') return
  setDelinquent(context, invoice.customer, true)
  const { afterRetries } = rows.retrySettings.get()
  if (!isLast || afterRetries === 'past_due') {
    if (subscription.status !== 'unpaid') changeSubscription(context, subscription.id, { status: 'past_due' })
  } else if (afterRetries === 'unpaid') changeSubscription(context, subscription.id, { status: 'unpaid' })
  else endSubscription(context, subscription.id, { reason: 'payment_failed' })
}

function setDelinquent(context: PaymentsContext, id: string, delinquent: boolean): void {
  const { rows } = context
  const before = rows.customers.require(id)
  if (before.delinquent === delinquent) return
  const after = rows.customers.update(id, { delinquent })
  context.emit({ type: 'customer.updated', kind: 'customer', row: after, before })
}

/** Applies the update that waited for the payment of an invoice. */
function applyPendingUpdate(
  context: PaymentsContext,
  { id, pendingUpdate: update }: Subscription,
  invoice: Invoice,
): void {
  const { rows } = context
  if (update?.invoice !== invoice.id) return
  for (const { id: item, price, quantity } of update.items ?? [])
    rows.subscriptionItems.update(item, { price, quantity })
  const after = rows.subscriptions.update(id, {
    pendingUpdate: null,
    ...(update.billingCycleAnchor === null
      ? {}
      : { billingCycleAnchor: update.billingCycleAnchor, billingCycleAnchorConfig: null }),
    ...(update.trialEnd === null ? {} : { trialEnd: update.trialEnd }),
  })
  context.emit({ type: 'customer.subscription.pending_update_applied', kind: 'subscription', row: after })
}
