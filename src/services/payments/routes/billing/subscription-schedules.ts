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
import { END_BEHAVIOR, SCHEDULE_CHANGES, updateSchedule } from '#payments/rules/billing/schedules/update-schedule.ts'
import { addSchedule, adoptSubscription, releaseSchedule } from '#payments/rules/billing/schedules/schedules.ts'
import { MOMENT_OR_NOW } from '#payments/rules/billing/subscriptions/field-params.ts'
import { hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { SubscriptionSchedule } from '#payments/schema/billing/schedules.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'

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
    const before = find(call, call.account, call.params.schedule)
    return answer(call, scheduleJson(call, updateSchedule(onTestClock(call, before.testClock), before, call.input)))
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
