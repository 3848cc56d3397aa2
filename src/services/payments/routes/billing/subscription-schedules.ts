import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { scheduleJson } from '#payments/json/billing/schedules.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '#payments/rules/new-id.ts'
import {
  boolean,
  hash,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  text,
  unsupported,
  type Range,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { cancelSchedule, requireRunning } from '#payments/rules/billing/schedules/cancel.ts'
import { DEFAULT_SETTINGS, momentOf, PHASES, phasesOf, settingsOf } from '#payments/rules/billing/schedules/params.ts'
import { changeSchedule } from '#payments/rules/billing/schedules/status.ts'
import {
  addSchedule,
  adoptSubscription,
  enterPhase,
  planPhases,
  releaseSchedule,
} from '#payments/rules/billing/schedules/schedules.ts'
import { MOMENT_OR_NOW, PRORATION_BEHAVIOR } from '#payments/rules/billing/subscriptions/field-params.ts'
import { hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { SchedulePhase, SubscriptionSchedule } from '#payments/schema/billing/schedules.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'

const END_BEHAVIOR = oneOf('cancel', 'release')

const SCHEDULE_INPUT = {
  billing_mode: hash({
    flexible: hash({ proration_discounts: oneOf('included', 'itemized') }),
    type: required(oneOf('classic', 'flexible')),
  }),
  customer: text(),
  customer_account: unsupported(),
  default_settings: DEFAULT_SETTINGS,
  end_behavior: END_BEHAVIOR,
  from_subscription: text(),
  metadata: metadata(),
  pause_schedules: unsupported(),
  phases: PHASES,
  start_date: MOMENT_OR_NOW,
}

const SCHEDULE_CHANGES = {
  default_settings: DEFAULT_SETTINGS,
  end_behavior: END_BEHAVIOR,
  metadata: metadata(),
  pause_schedules: unsupported(),
  phases: PHASES,
  proration_behavior: PRORATION_BEHAVIOR,
}

const LIST = {
  ...LIST_PARAMS,
  canceled_at: range(),
  completed_at: range(),
  created: range(),
  customer: text(),
  customer_account: unsupported(),
  released_at: range(),
  scheduled: boolean(),
}

const all = '/v1/subscription_schedules'
const one = `${all}/:schedule` as const

/** Subscription schedules. https://docs.stripe.com/api/subscription_schedules */
export const subscriptionSchedulesRoutes = [
  post('PostSubscriptionSchedules', all, SCHEDULE_INPUT, (call) => {
    const { rows, account, input } = call
    if (input.from_subscription !== undefined) {
      const subscription = findRecord(rows.subscriptions, account, 'subscription', input.from_subscription, {
        param: 'from_subscription',
      })
      const context = onTestClock(call, subscription.testClock)
      return answer(call, scheduleJson(call, addScheduleOf(context, subscription, input)))
    }
    const customer = findLiveCustomer(call, account, requiredParam(input.customer, 'customer'), { param: 'customer' })
    const context = onTestClock(call, customer.testClock)
    const billingMode = input.billing_mode?.type ?? 'flexible'
    const start = momentOf(context, requiredParam(input.start_date, 'start_date')) ?? now(context)
    const phases = phasesOf(context, { customer, billingMode, start }, requiredParam(input.phases, 'phases'))
    const [first] = phases
    if (first === undefined) throw invalidRequest('A schedule must have at least one phase.', { param: 'phases' })
    if (first.end <= now(context)) {
      throw invalidRequest('The end date of the first phase must be in the future.', { param: 'phases[0][end_date]' })
    }
    const schedule = addSchedule(context, customer, {
      billingMode,
      defaultSettings: settingsOf(context, customer, input.default_settings ?? {}),
      endBehavior: input.end_behavior ?? 'release',
      metadata: mergeMetadata({}, input.metadata),
      phases,
      subscription: null,
    })
    return answer(call, scheduleJson(call, schedule))
  }),
  get('GetSubscriptionSchedules', all, LIST, (call) => {
    const { rows, account, input } = call
    const found = newestFirst(rows.subscriptionSchedules, 'all', [account], (schedule) => isListed(schedule, input))
    return answerPage(call, found, 'subscription_schedule', (schedule) => scheduleJson(call, schedule))
  }),
  get('GetSubscriptionSchedulesSchedule', one, {}, (call) =>
    answer(call, scheduleJson(call, find(call, call.account, call.params.schedule))),
  ),
  post('PostSubscriptionSchedulesSchedule', one, SCHEDULE_CHANGES, (call) => {
    const { rows, input } = call
    const before = find(call, call.account, call.params.schedule)
    const context = onTestClock(call, before.testClock)
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
    return answer(call, scheduleJson(call, rows.subscriptionSchedules.require(before.id)))
  }),
  post(
    'PostSubscriptionSchedulesScheduleCancel',
    `${one}/cancel`,
    { invoice_now: boolean(), prorate: boolean() },
    (call) => {
      const before = find(call, call.account, call.params.schedule)
      const { invoice_now: invoiceNow = true, prorate = true } = call.input
      const schedule = cancelSchedule(onTestClock(call, before.testClock), before, { invoiceNow, prorate })
      return answer(call, scheduleJson(call, schedule))
    },
  ),
  post('PostSubscriptionSchedulesScheduleRelease', `${one}/release`, { preserve_cancel_date: boolean() }, (call) => {
    const before = find(call, call.account, call.params.schedule)
    const context = onTestClock(call, before.testClock)
    requireRunning(before, 'release')
    return answer(
      call,
      scheduleJson(call, releaseSchedule(context, before.id, call.input.preserve_cancel_date ?? false)),
    )
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): SubscriptionSchedule {
  return findRecord(rows.subscriptionSchedules, account, 'subscription_schedule', id, {
    param: 'schedule',
    inPath: true,
  })
}

function requiredParam<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value
  throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

/**
 * Adds the schedule of a subscription.
 *
 * @throws 400 for other parameters, and for a subscription that has one already.
 */
function addScheduleOf(
  context: PaymentsContext,
  subscription: Subscription,
  input: ValuesOf<typeof SCHEDULE_INPUT>,
): SubscriptionSchedule {
  const other = (['customer', 'phases', 'start_date', 'end_behavior', 'default_settings'] as const).find(
    (name) => input[name] !== undefined,
  )
  if (other !== undefined) {
    throw invalidRequest(`You cannot set \`${other}\` if \`from_subscription\` is set.`, { param: other })
  }
  if (hasEnded(subscription)) {
    throw invalidRequest('You cannot migrate a subscription that is canceled.', { param: 'from_subscription' })
  }
  if (subscription.schedule !== null) {
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param: 'from_subscription' },
    )
  }
  return adoptSubscription(context, subscription, mergeMetadata({}, input.metadata))
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
  input: NonNullable<ValuesOf<typeof SCHEDULE_CHANGES>['phases']>,
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

function isListed(schedule: SubscriptionSchedule, input: ValuesOf<typeof LIST>): boolean {
  const within = (moment: number | null, bounds: Range | undefined): boolean =>
    bounds === undefined || (moment !== null && isInRange(moment, bounds))
  return (
    within(schedule.canceledAt, input.canceled_at) &&
    within(schedule.completedAt, input.completed_at) &&
    within(schedule.created, input.created) &&
    within(schedule.releasedAt, input.released_at) &&
    (input.customer === undefined || schedule.customer === input.customer) &&
    (input.scheduled === undefined || (schedule.status === 'not_started') === input.scheduled)
  )
}
