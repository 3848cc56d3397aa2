import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { SubscriptionSchedule } from '#payments/schema/billing/schedules.ts'
import type { CancellationDetails } from '#payments/schema/billing/subscriptions.ts'

/** Replaces fields of a schedule and emits the change. */
export function changeSchedule(
  context: PaymentsContext,
  id: string,
  changes: Partial<Omit<SubscriptionSchedule, 'id'>>,
): SubscriptionSchedule {
  const { subscriptionSchedules } = context.rows
  const before = subscriptionSchedules.require(id)
  const after = subscriptionSchedules.update(id, changes)
  context.emit({ type: 'subscription_schedule.updated', kind: 'subscription_schedule', row: after, before })
  return after
}

/** Returns whether a schedule is over. */
export function hasScheduleEnded({ status }: SubscriptionSchedule): boolean {
  return status !== 'active' && status !== 'not_started'
}

/**
 * Ends the schedule of a subscription that has ended: it is completed after its last phase, aborted where the payments
 * failed, and canceled otherwise.
 */
export function endScheduleOf(
  context: PaymentsContext,
  scheduleId: string | null,
  reason: CancellationDetails['reason'] | undefined,
): void {
  const schedule = context.rows.subscriptionSchedules.get(scheduleId)
  if (schedule === undefined || hasScheduleEnded(schedule)) return
  const at = now(context)
  const isComplete = schedule.endBehavior === 'cancel' && at >= (schedule.phases.at(-1)?.end ?? Infinity)
  const ended = changeSchedule(context, schedule.id, {
    currentPhase: null,
    ...(isComplete ? { status: 'completed', completedAt: at } : { status: 'canceled', canceledAt: at }),
  })
  const outcome = isComplete ? 'completed' : reason === 'payment_failed' ? 'aborted' : 'canceled'
  context.emit({ type: `subscription_schedule.${outcome}`, kind: 'subscription_schedule', row: ended })
}
