import type { PaymentsContext } from '#payments/call.ts'
import type { Failure } from '#core/errors.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { ProrationBehavior, Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { cadenceOfItem, cycleAnchor, itemsOf, periodOfItems } from './items.ts'

/** The part of the changes of a subscription that can begin a new billing cycle. */
export interface CycleChanges {
  readonly billingCycleAnchor?: 'now' | 'unchanged' | undefined
  /** Epoch seconds. */
  readonly trialEnd?: number | 'now' | undefined
  readonly prorationBehavior?: ProrationBehavior
}

/** The members of a subscription whose billing cycle begins anew. */
type Cycle = Partial<
  Pick<
    Subscription,
    | 'billingCycleAnchor'
    | 'billingCycleAnchorConfig'
    | 'periodStart'
    | 'periodEnd'
    | 'trialEnd'
    | 'trialStart'
    | 'status'
  >
>

/** 400: a trial would end in the past, at a moment in epoch seconds. */
export function pastTrialEnd(at: number): Failure {
  return invalidRequest(
    `The parameter \`trial_end\` expects a unix timestamp representing a date and time in the future. You specified the value \`${at}\` which is in the past.`,
    { param: 'trial_end' },
  )
}

/** Returns the billing cycle that an update begins; null when the present period goes on. */
export function newCycle(
  context: PaymentsContext,
  before: Subscription,
  oldItems: readonly SubscriptionItem[],
  { trialEnd, billingCycleAnchor, prorationBehavior }: CycleChanges,
): Cycle | null {
  const { rows } = context
  const at = now(context)
  if (typeof trialEnd === 'number') {
    if (trialEnd <= at) throw pastTrialEnd(trialEnd)
    if (before.status === 'paused') {
      throw invalidRequest(
        'You cannot set `trial_end` while a subscription is `paused`. Resume the subscription first before setting `trial_end`.',
      )
    }
    return {
      trialEnd,
      trialStart: before.trialStart ?? at,
      billingCycleAnchor: trialEnd,
      billingCycleAnchorConfig: null,
      periodStart: before.status === 'trialing' ? before.periodStart : at,
      periodEnd: trialEnd,
      status: 'trialing',
    }
  }
  const items = itemsOf(rows, before.id)
  // Billed flexibly, a change of the interval keeps the anchor, and is prorated.
  const keepsAnchor = before.billingMode === 'flexible' && prorationBehavior !== 'none'
  const changesInterval = !keepsAnchor && changesAllIntervals(context, oldItems, items)
  const endsTrial = trialEnd === 'now' && before.status === 'trialing'
  const restarts = endsTrial || billingCycleAnchor === 'now' || (changesInterval && before.status !== 'trialing')
  if (!restarts) return null
  return {
    billingCycleAnchor: at,
    billingCycleAnchorConfig: null,
    periodStart: at,
    periodEnd: periodOfItems(rows, items, at, at).end,
    ...(endsTrial || before.status === 'trialing' ? { trialEnd: at, status: 'active' } : {}),
  }
}

/** Returns whether no item has the interval of an item before. */
export function changesAllIntervals(
  { rows }: PaymentsContext,
  oldItems: readonly SubscriptionItem[],
  newItems: readonly SubscriptionItem[],
): boolean {
  const cadences = (items: readonly SubscriptionItem[]): string[] =>
    items.map((item) => cadenceOfItem(rows, item)).map(({ interval, count }) => `${count} ${interval}`)
  const before = cadences(oldItems)
  return !cadences(newItems).some((each) => before.includes(each))
}

/** Sets the time of the next renewal of a subscription whose items have other intervals than before. */
export function alignPeriod(context: PaymentsContext, id: string): void {
  const { rows } = context
  const subscription = rows.subscriptions.require(id)
  const { periodStart, periodEnd, startDate, status } = subscription
  if (status === 'trialing') return
  // At the very end of a period, its renewal is still to come.
  const at = Math.min(now(context), periodEnd - 1)
  const { start, end } = periodOfItems(rows, itemsOf(rows, id), cycleAnchor(subscription), at)
  if (end !== periodEnd) rows.subscriptions.update(id, { periodStart: Math.max(start, startDate), periodEnd: end })
  else if (start > periodStart) rows.subscriptions.update(id, { periodStart: start })
}
