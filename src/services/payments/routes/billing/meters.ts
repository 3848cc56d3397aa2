import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { meterJson } from '#payments/json/billing/subscriptions.ts'
import { LIST_PARAMS, listOfRows, newestFirst } from '#payments/protocol/list.ts'
import { now } from '#payments/rules/new-id.ts'
import { hash, oneOf, required, text, timestamp } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { aggregate } from '#payments/rules/billing/subscriptions/usage.ts'
import type { Meter } from '#payments/schema/billing/subscriptions.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#payments/rules/seconds.ts'

const one = '/v1/billing/meters/:id'

const byPath = { param: 'id', inPath: true }

const SPANS = { day: DAY_SECONDS, hour: HOUR_SECONDS } as const

/** Meters and summaries of their events. https://docs.stripe.com/api/billing/meter */
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
        customerKey: input.customer_mapping?.event_payload_key ?? 'stripe_customer_id',
        formula: input.default_aggregation.formula,
        displayName: input.display_name,
        eventName: input.event_name,
        eventTimeWindow: input.event_time_window ?? null,
        active: true,
        deactivatedAt: null,
        updated: head.created,
        valueKey: input.value_settings?.event_payload_key ?? 'value',
        ...head,
      })
      call.emit({ type: 'billing.meter.created', kind: 'billing.meter', row: meter })
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
    return answerPage(call, found, 'meter', meterJson)
  }),
  get('GetBillingMetersId', one, {}, (call) => answer(call, meterJson(find(call, call.account, call.params.id)))),
  post('PostBillingMetersId', one, { display_name: text({ max: 250 }) }, (call) => {
    const before = find(call, call.account, call.params.id)
    const after = change(call, before, { displayName: call.input.display_name ?? before.displayName })
    call.emit({ type: 'billing.meter.updated', kind: 'billing.meter', row: after, before })
    return answer(call, meterJson(after))
  }),
  post('PostBillingMetersIdDeactivate', `${one}/deactivate`, {}, (call) => {
    const before = find(call, call.account, call.params.id)
    if (!before.active) throw invalidRequest('This meter is already inactive.')
    const meter = change(call, before, { active: false, deactivatedAt: now(call) })
    call.emit({ type: 'billing.meter.deactivated', kind: 'billing.meter', row: meter })
    return answer(call, meterJson(meter))
  }),
  post('PostBillingMetersIdReactivate', `${one}/reactivate`, {}, (call) => {
    const before = find(call, call.account, call.params.id)
    if (before.active) throw invalidRequest('This meter is already active.')
    const meter = change(call, before, { active: true, deactivatedAt: null })
    call.emit({ type: 'billing.meter.reactivated', kind: 'billing.meter', row: meter })
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
      return answerPage(call, listOfRows(summaries), 'meter_event_summary', (summary) => summary)
    },
  ),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Meter {
  return findRecord(rows.meters, account, 'meter', id, byPath)
}

/** Changes a meter, and notes when. */
function change(context: PaymentsContext, { id }: Meter, changes: Partial<Omit<Meter, 'id'>>): Meter {
  return context.rows.meters.update(id, { ...changes, updated: now(context) })
}
