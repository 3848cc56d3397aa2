import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { ProrationBehavior, Subscription } from '#payments/schema/billing/subscriptions.ts'
import { cancellationMoment, type CancellationTime } from './planned-end-time.ts'
import { addProration, isBilled } from './proration-items.ts'
import { itemsOf, periodOfItem } from './items.ts'
import { scheduleAt } from './timers.ts'

/** The part of the changes of a subscription that sets its end. */
interface CancellationChanges {
  readonly cancelAt?: CancellationTime | null | undefined
  readonly cancelAtPeriodEnd?: boolean | undefined
  readonly prorationBehavior?: ProrationBehavior
}

/**
 * Sets or takes back the end of a subscription. The paid time after an end within the period is credited, unless
 * prorations are off.
 */
export function setCancellation(
  context: PaymentsContext,
  id: string,
  { cancelAt, cancelAtPeriodEnd, prorationBehavior }: CancellationChanges,
): void {
  const { rows } = context
  const before = rows.subscriptions.require(id)
  const { cancellationDetails } = before
  const at = now(context)
  const requested = {
    canceledAt: at,
    cancellationDetails: { ...cancellationDetails, reason: 'cancellation_requested' as const },
  }
  const none = {
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    cancellationDetails: { comment: null, feedback: null, reason: null },
  }
  if (cancelAtPeriodEnd === true) {
    takeBackCredit(context, before)
    rows.subscriptions.update(id, { ...requested, cancelAt: before.periodEnd, cancelAtPeriodEnd: true })
  } else if (cancelAt !== undefined && cancelAt !== null) {
    const end = cancellationMoment(context, before, cancelAt)
    if (end === before.cancelAt) return
    takeBackCredit(context, before)
    rows.subscriptions.update(id, { ...requested, cancelAt: end, cancelAtPeriodEnd: false })
    scheduleAt(context, 'cancelSubscription', { id, at: end })
    if (prorationBehavior !== 'none' && isBilled(before)) creditFrom(context, before, end)
  } else if (cancelAtPeriodEnd === false || cancelAt === null) {
    takeBackCredit(context, before)
    rows.subscriptions.update(id, none)
  }
}

/** Credits the paid time after the end of a subscription. */
function creditFrom(context: PaymentsContext, subscription: Subscription, at: number): void {
  const items = itemsOf(context.rows, subscription.id)
  for (const item of items) {
    const { end } = periodOfItem(context.rows, subscription, item, items)
    if (at < end) addProration(context, subscription, item, 'Unused', { at, items })
  }
}

/** Deletes the credit for the time after an end that is taken back, unless it has been invoiced. */
function takeBackCredit(context: PaymentsContext, { id, cancelAt, customer }: Subscription): void {
  const { invoiceItems } = context.rows
  if (cancelAt === null) return
  for (const item of invoiceItems.list('pending', customer)) {
    const isCredit = item.subscription === id && item.proration && item.amount <= 0 && item.period.start === cancelAt
    if (!isCredit) continue
    invoiceItems.delete(item.id)
    context.emit({ type: 'invoiceitem.deleted', kind: 'invoiceitem', row: item })
  }
}
