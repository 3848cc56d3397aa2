import { viewWithCursors } from '#core/list-view.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { emit, emitChange } from '#payments/rules/events.ts'
import { meterEventJson, meterJson } from '#payments/json/billing/subscriptions.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { now } from '#payments/rules/new-id.ts'
import { hash, hashOf, oneOf, required, text, timestamp } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerList, get, post } from '../route.ts'
import { aggregate } from '#payments/rules/billing/subscriptions/usage.ts'
import { invoiceThresholds } from '#payments/rules/billing/subscriptions/thresholds.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { Meter } from '#payments/schema/billing/subscriptions.ts'

const one = '/v1/billing/meters/:id'
const byPath = { param: 'id', inPath: true }
/** How old a meter event may be: 35 days, in seconds. */
const OLDEST = 35 * 86_400
/** How far in the future a meter event may be, in seconds. */
const NEWEST = 300

const SPANS = { day: 86_400, hour: 3600 } as const

/** Meters and their events. https://docs.stripe.com/api/billing/meter */
export const metersRoutes = [
  post(
    'PostBillingMeters',
    '/v1/billing/meters',
    {
      customer_mapping: hash({ event_payload_key: required(text({ max: 100 })), type: required(oneOf('by_id')) }),
      default_aggregation: required(hash({ formula: required(oneOf('count', 'last', 'sum')) })),
      display_name: required(text({ max: 250 })),
      event_name: required(text({ max: 100 })),
      event_time_window: oneOf('day', 'hour'),
      value_settings: hash({ event_payload_key: required(text({ max: 100 })) }),
    },
    (call) => {
      const { rows, account, input } = call
      const taken = rows.meters.list('eventName', account, input.event_name).some(({ active }) => active)
      if (taken) {
        throw invalidParameter(
          'event_name',
          `There is already an active meter with the event name '${input.event_name}'.`,
        )
      }
      const head = newRecord(call, account, 'mtr_')
      const meter = rows.meters.insert({
        ...head,
        customerKey: input.customer_mapping?.event_payload_key ?? 'stripe_customer_id',
        formula: input.default_aggregation.formula,
        displayName: input.display_name,
        eventName: input.event_name,
        eventTimeWindow: input.event_time_window ?? null,
        active: true,
        deactivatedAt: null,
        updated: head.created,
        valueKey: input.value_settings?.event_payload_key ?? 'value',
      })
      emit(call, account, 'billing.meter.created', meterJson(meter))
      return answer(call, meterJson(meter))
    },
  ),
  get('GetBillingMeters', '/v1/billing/meters', { ...LIST_PARAMS, status: oneOf('active', 'inactive') }, (call) => {
    const { status } = call.input
    const found = newestFirst(
      call.rows.meters,
      'all',
      [call.account],
      ({ active }) => status === undefined || active === (status === 'active'),
    )
    return answerList(call, found, 'meter', meterJson)
  }),
  get('GetBillingMetersId', one, {}, (call) => answer(call, meterJson(find(call, call.account, call.params.id)))),
  post('PostBillingMetersId', one, { display_name: text({ max: 250 }) }, (call) => {
    const before = find(call, call.account, call.params.id)
    const after = change(call, before, { displayName: call.input.display_name ?? before.displayName })
    emitChange(call, call.account, 'billing.meter.updated', meterJson(before), meterJson(after))
    return answer(call, meterJson(after))
  }),
  post('PostBillingMetersIdDeactivate', `${one}/deactivate`, {}, (call) => {
    const before = find(call, call.account, call.params.id)
    if (!before.active) throw invalidRequest('This meter is already inactive.')
    const meter = change(call, before, { active: false, deactivatedAt: now(call) })
    emit(call, call.account, 'billing.meter.deactivated', meterJson(meter))
    return answer(call, meterJson(meter))
  }),
  post('PostBillingMetersIdReactivate', `${one}/reactivate`, {}, (call) => {
    const before = find(call, call.account, call.params.id)
    if (before.active) throw invalidRequest('This meter is already active.')
    const meter = change(call, before, { active: true, deactivatedAt: null })
    emit(call, call.account, 'billing.meter.reactivated', meterJson(meter))
    return answer(call, meterJson(meter))
  }),
  get(
    'GetBillingMetersIdEventSummaries',
    `${one}/event_summaries`,
    {
      ...LIST_PARAMS,
      customer: required(text()),
      end_time: required(timestamp()),
      start_time: required(timestamp()),
      value_grouping_window: oneOf('day', 'hour'),
    },
    (call) => {
      const { customer, start_time: start, end_time: end, value_grouping_window: grouping } = call.input
      const meter = find(call, call.account, call.params.id)
      if (start % 60 !== 0 || end % 60 !== 0) {
        throw invalidParameter('start_time', 'The start and end time must align with minute boundaries.')
      }
      if (end <= start) throw invalidParameter('end_time', 'The end time must be after the start time.')
      const span = grouping === undefined ? end - start : SPANS[grouping]
      const windows = Array.from({ length: Math.ceil((end - start) / span) }, (_, at) => ({
        start: start + at * span,
        end: Math.min(end, start + (at + 1) * span),
      }))
      const summaries = windows
        .map((window) => ({
          id: `mtrusg_test_${meter.id.slice(4, 12)}${customer.slice(4, 12)}${window.start}`,
          object: 'billing.meter_event_summary',
          aggregated_value: aggregate(call.rows, meter, customer, window),
          end_time: window.end,
          livemode: false,
          meter: meter.id,
          start_time: window.start,
        }))
        .toReversed()
      return answerList(
        call,
        viewWithCursors(summaries, ({ id }) => id),
        'meter_event_summary',
        (summary) => summary,
      )
    },
  ),
  post(
    'PostBillingMeterEvents',
    '/v1/billing/meter_events',
    {
      event_name: required(text({ max: 100 })),
      identifier: text({ max: 100 }),
      payload: required(hashOf(text())),
      timestamp: timestamp(),
    },
    (call) => {
      const { rows, account, input } = call
      const meter = rows.meters.list('eventName', account, input.event_name).find(({ active }) => active)
      if (meter === undefined) {
        throw invalidRequest(`No active meter found for event name ${input.event_name}.`, {
          code: 'billing_no_active_meter_for_event_name',
          param: 'event_name',
        })
      }
      const customer = customerOf(call, meter, input.payload)
      const context = onTestClock(call, customer.testClock)
      const at = input.timestamp ?? now(context)
      if (at < now(context) - OLDEST || at > now(context) + NEWEST) {
        throw invalidParameter(
          'timestamp',
          'The timestamp must be within the past 35 calendar days or up to 5 minutes in the future.',
          'timestamp_too_far_in_past',
        )
      }
      const identifier = input.identifier ?? call.ids.uuid()
      const id = `${account} ${input.event_name} ${identifier}`
      if (rows.meterEvents.get(id) !== undefined) {
        throw invalidRequest(`An event already exists with identifier ${identifier}.`, {
          code: 'duplicate_meter_event',
          param: 'identifier',
        })
      }
      const event = rows.meterEvents.insert({
        ...newRecord(call, account, '', { id }),
        identifier,
        eventName: input.event_name,
        payload: input.payload,
        customer: customer.id,
        value: valueOf(meter, input.payload),
        timestamp: at,
      })
      invoiceThresholds(context, customer.id)
      return answer(call, meterEventJson(event))
    },
  ),
  post(
    'PostBillingMeterEventAdjustments',
    '/v1/billing/meter_event_adjustments',
    { cancel: hash({ identifier: text({ max: 100 }) }), event_name: required(text()), type: required(oneOf('cancel')) },
    (call) => {
      const { rows, account, input } = call
      const identifier = input.cancel?.identifier
      if (identifier === undefined) {
        throw invalidRequest('Missing required param: cancel[identifier].', {
          code: 'parameter_missing',
          param: 'cancel[identifier]',
        })
      }
      const event = rows.meterEvents.get(`${account} ${input.event_name} ${identifier}`)
      if (event === undefined) {
        throw invalidRequest(`No meter event has the identifier ${identifier}.`, {
          code: 'resource_missing',
          param: 'cancel[identifier]',
        })
      }
      if (event.created < now(call) - 86_400) {
        throw invalidRequest('Only meter events of the last 24 hours can be canceled.', { param: 'cancel[identifier]' })
      }
      rows.meterEvents.delete(event.id)
      return answer(call, {
        object: 'billing.meter_event_adjustment',
        cancel: { identifier },
        event_name: input.event_name,
        livemode: false,
        status: 'complete',
        type: 'cancel',
      })
    },
  ),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Meter {
  return findRecord(rows.meters, account, 'meter', id, byPath)
}

type Payload = Readonly<Record<string, string>>

/**
 * Returns the customer that the payload of an event names.
 *
 * @throws 400 where it names none.
 */
function customerOf({ rows }: PaymentsContext, { account, customerKey }: Meter, payload: Payload): Customer {
  const customer = rows.customers.get(payload[customerKey])
  if (customer === undefined || customer.account !== account) {
    throw invalidParameter('payload', `The payload must name a customer by '${customerKey}'.`)
  }
  return customer
}

/**
 * Returns the value of an event: 1 where a meter that counts events gets none.
 *
 * @throws 400 for one that is no number.
 */
function valueOf({ formula, valueKey }: Meter, payload: Payload): number {
  const value = Number(payload[valueKey] ?? (formula === 'count' ? 1 : Number.NaN))
  if (!Number.isFinite(value)) throw invalidParameter('payload', `The payload must have a number as '${valueKey}'.`)
  return value
}

/** Changes a meter, and notes when. */
function change(context: PaymentsContext, { id }: Meter, changes: Partial<Omit<Meter, 'id'>>): Meter {
  return context.rows.meters.update(id, { ...changes, updated: now(context) })
}
