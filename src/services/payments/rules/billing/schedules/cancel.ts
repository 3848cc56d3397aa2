import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { SubscriptionSchedule } from '#payments/schema/billing/schedules.ts'
import { cancelSubscription } from '../subscriptions/cancel-now.ts'
import { changeSchedule, hasScheduleEnded } from './status.ts'

/**
 * `verb` is what was asked for: `cancel`, `release`, `update`.
 *
 * @throws 400 for a schedule that is over.
 */
export function requireRunning(schedule: SubscriptionSchedule, verb: string): void {
  if (!hasScheduleEnded(schedule)) return
  throw invalidRequest(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in \`not_started\` or \`active\`.`,
  )
}

/**
 * Cancels a schedule and its subscription at once. https://docs.stripe.com/api/subscription_schedules/cancel
 *
 * @throws 400 for one that is over.
 */
export function cancelSchedule(
  context: PaymentsContext,
  schedule: SubscriptionSchedule,
  settlement: { readonly prorate: boolean; readonly invoiceNow: boolean },
): SubscriptionSchedule {
  requireRunning(schedule, 'cancel')
  if (schedule.subscription !== null) cancelSubscription(context, schedule.subscription, settlement)
  else {
    const canceled = changeSchedule(context, schedule.id, { status: 'canceled', canceledAt: now(context) })
    context.emit({ type: 'subscription_schedule.canceled', kind: 'subscription_schedule', row: canceled })
  }
  return context.rows.subscriptionSchedules.require(schedule.id)
}
