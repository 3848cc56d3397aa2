import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { meterEventJson } from '#payments/json/billing/subscriptions.ts'
import { now } from '#payments/rules/new-id.ts'
import { hashOf, required, text, timestamp } from '#payments/protocol/params.ts'
import { newRecord } from '#payments/rules/records.ts'
import { answer, post } from '../route.ts'
import { invoiceThresholds } from '#payments/rules/billing/subscriptions/thresholds.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { Meter } from '#payments/schema/billing/subscriptions.ts'
import { DAY_SECONDS } from '#payments/rules/seconds.ts'

/** How old a meter event may be: 35 days, in seconds. */
const OLDEST = 35 * DAY_SECONDS

/** How far in the future a meter event may be, in seconds. */
const NEWEST = 300

/** The events of meters. https://docs.stripe.com/api/billing/meter-event */
export const meterEventsRoutes = [
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
]

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
