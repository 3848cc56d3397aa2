import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Due, Subscription } from '#payments/schema/billing/subscriptions.ts'
import { addPeriods } from '../periods.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../seconds.ts'

/** The time before a renewal at which `invoice.upcoming` is sent, in seconds. */
const UPCOMING = 7 * DAY_SECONDS
/** The time before the end of a trial at which `trial_will_end` is sent, in seconds. */
export const TRIAL_NOTICE: number = 3 * DAY_SECONDS
/** The time that a first invoice may stay unpaid, in seconds. */
const INCOMPLETE_TIME = 23 * HOUR_SECONDS

type TimerName =
  | 'renewSubscription'
  | 'emitUpcomingInvoice'
  | 'emitTrialEnding'
  | 'cancelSubscription'
  | 'expireSubscription'
  | 'resumeCollection'
  | 'expirePendingUpdate'
  | 'invoicePendingItems'
  | 'advanceSchedule'
  | 'resumeSubscription'
  | 'emitScheduleEnding'

/**
 * Sets a timer of a subscription for a moment in epoch seconds. Its function checks that the moment is still the right
 * one.
 */
export function scheduleAt(context: PaymentsContext, name: TimerName, due: Due): void {
  context.schedule(Math.max(0, due.at * 1000 - context.clock.now()), name, due)
}

/** Sets the timers of a period: for its end, and for the notice before it. */
export function schedulePeriod(context: PaymentsContext, { id, periodEnd }: Subscription): void {
  scheduleAt(context, 'renewSubscription', { id, at: periodEnd })
  if (periodEnd - UPCOMING > now(context)) scheduleAt(context, 'emitUpcomingInvoice', { id, at: periodEnd - UPCOMING })
}

/** Plans the next invoice for items that wait, where a subscription has an interval for them. */
export function schedulePendingItems(context: PaymentsContext, { id, pendingInvoiceItemInterval }: Subscription): void {
  const { subscriptions } = context.rows
  if (pendingInvoiceItemInterval === null) {
    if (subscriptions.require(id).nextPendingInvoice !== null) subscriptions.update(id, { nextPendingInvoice: null })
    return
  }
  const { interval, interval_count: count } = pendingInvoiceItemInterval
  const at = addPeriods(now(context), { interval, count }, 1)
  subscriptions.update(id, { nextPendingInvoice: at })
  scheduleAt(context, 'invoicePendingItems', { id, at })
}

/**
 * Sets the timer for the notice before the end of a trial; a trial that is shorter than that emits the event at once.
 */
export function scheduleTrialNotice(context: PaymentsContext, subscription: Subscription): void {
  const { id, trialEnd } = subscription
  if (trialEnd === null) return
  const at = trialEnd - TRIAL_NOTICE
  if (at > now(context)) scheduleAt(context, 'emitTrialEnding', { id, at })
  else context.emit({ type: 'customer.subscription.trial_will_end', kind: 'subscription', row: subscription })
}

/** Sets the timer that ends a subscription whose first invoice stays unpaid. */
export function scheduleExpiry(context: PaymentsContext, { id }: Subscription): void {
  scheduleAt(context, 'expireSubscription', { id, at: now(context) + INCOMPLETE_TIME })
}

/**
 * Ends an incomplete subscription whose payment has failed after its time was over: the timer of {@link scheduleExpiry}
 * left it alone while a bank processed the payment.
 */
export function scheduleLateExpiry(context: PaymentsContext, { id, created }: Subscription): void {
  const at = now(context)
  if (created + INCOMPLETE_TIME <= at) scheduleAt(context, 'expireSubscription', { id, at })
}

/** Returns whether a notice of the next invoice is still right: the period ends when it did. */
export function isUpcoming({ periodEnd }: Subscription, at: number): boolean {
  return periodEnd - UPCOMING === at
}
