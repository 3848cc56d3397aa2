import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { metadata, oneOf, unsupported, type ValuesOf } from '#payments/protocol/params.ts'
import type { SchedulePhase, SubscriptionSchedule } from '#payments/schema/billing/schedules.ts'
import { now } from '../../new-id.ts'
import { PRORATION_BEHAVIOR } from '../subscriptions/field-params.ts'
import { requireRunning } from './cancel.ts'
import { DEFAULT_SETTINGS, momentOf, PHASES, phasesOf, settingsOf } from './params.ts'
import { enterPhase, planPhases } from './schedules.ts'
import { changeSchedule } from './status.ts'

/** The parameter `end_behavior` of a schedule. */
export const END_BEHAVIOR = oneOf('cancel', 'release')

/** The parameters of an update of a schedule. */
export const SCHEDULE_CHANGES = {
  default_settings: DEFAULT_SETTINGS,
  end_behavior: END_BEHAVIOR,
  metadata: metadata(),
  pause_schedules: unsupported(),
  phases: PHASES,
  proration_behavior: PRORATION_BEHAVIOR,
}

type Changes = ValuesOf<typeof SCHEDULE_CHANGES>

/**
 * Changes the phases and settings of a schedule, and its subscription where the present phase is another then. Returns
 * the schedule. https://docs.stripe.com/api/subscription_schedules/update
 *
 * @throws 400 for a schedule that is over, and for phases of which none is now.
 */
export function updateSchedule(
  context: PaymentsContext,
  before: SubscriptionSchedule,
  input: Changes,
): SubscriptionSchedule {
  const { rows } = context
  requireRunning(before, 'update')
  const customer = rows.customers.require(before.customer)
  const phases = input.phases === undefined ? before.phases : changedPhases(context, before, input.phases)
  const at = now(context)
  const current = before.currentPhase === null ? null : phases.findIndex(({ start, end }) => start <= at && at < end)
  if (current === -1) {
    throw invalidRequest('The phases must have one that contains the present moment.', { param: 'phases' })
  }
  changeSchedule(context, before.id, {
    ...(input.default_settings === undefined
      ? {}
      : { defaultSettings: settingsOf(context, customer, input.default_settings) }),
    ...(input.end_behavior === undefined ? {} : { endBehavior: input.end_behavior }),
    metadata: mergeMetadata(before.metadata, input.metadata),
    phases,
    currentPhase: current,
  })
  const phase = current === null ? undefined : phases[current]
  if (phase !== undefined && (input.phases !== undefined || input.default_settings !== undefined)) {
    enterPhase(context, before.id, phase, input.proration_behavior ?? 'create_prorations')
  }
  planPhases(context, before.id)
  return rows.subscriptionSchedules.require(before.id)
}

/**
 * Returns the phases of a schedule after an update: those that the update describes replace the schedule's own from the
 * start of the first of them.
 *
 * @throws 400 where no start is given that the schedule has.
 */
function changedPhases(
  context: PaymentsContext,
  schedule: SubscriptionSchedule,
  input: NonNullable<Changes['phases']>,
): SchedulePhase[] {
  const customer = context.rows.customers.require(schedule.customer)
  const start =
    momentOf(context, input[0]?.start_date) ?? (schedule.currentPhase === null ? schedule.phases[0]?.start : undefined)
  if (start === undefined) {
    throw invalidRequest(
      'The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.',
      { param: 'phases' },
    )
  }
  const current = schedule.phases[schedule.currentPhase ?? -1]
  const earlier = schedule.phases.flatMap((phase) => {
    if (phase.start >= start) return []
    // A phase that begins now ends the present one.
    return [{ ...phase, end: Math.min(phase.end, start) }]
  })
  if (current !== undefined && start !== current.start && start < now(context)) {
    throw invalidRequest('You can not modify the start date of the current phase.', { param: 'phases[0][start_date]' })
  }
  return [...earlier, ...phasesOf(context, { customer, billingMode: schedule.billingMode, start }, input)]
}
