import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { Meter, MeterEvent } from '#payments/schema/billing/subscriptions.ts'
import { now } from '../new-id.ts'
import { newRecord } from '../records.ts'
import { DAY_SECONDS } from '../seconds.ts'
import { invoiceThresholds } from './subscriptions/thresholds.ts'
import { onTestClock } from './test-clocks/test-clock.ts'

/** How old a meter event may be: 35 days, in seconds. */
const OLDEST = 35 * DAY_SECONDS

/** How far in the future a meter event may be, in seconds. */
const NEWEST = 300

/** A use of a product, as an application reports it. */
interface MeterEventInput {
  readonly eventName: string
  /** Default: a new one */
  readonly identifier: string | undefined
  readonly payload: Readonly<Record<string, string>>
  /** Epoch seconds. Default: now */
  readonly timestamp: number | undefined
}

/**
 * Adds a use of a product to its meter, and invoices what reaches a threshold by it.
 *
 * @throws 400 for an event that no meter takes, names no customer, is too old, or was reported before.
 */
export function addMeterEvent(context: PaymentsContext, account: string, input: MeterEventInput): MeterEvent {
  const { rows } = context
  const { eventName, payload } = input
  const meter = rows.meters.list('eventName', account, eventName).find(({ active }) => active)
  if (meter === undefined) {
    throw invalidRequest(`No active meter found for event name ${eventName}.`, {
      code: 'billing_no_active_meter_for_event_name',
      param: 'event_name',
    })
  }
  const customer = customerOf(context, meter, payload)
  const onClock = onTestClock(context, customer.testClock)
  const at = input.timestamp ?? now(onClock)
  if (at < now(onClock) - OLDEST || at > now(onClock) + NEWEST) {
    throw invalidParameter(
      'timestamp',
      'The timestamp must be within the past 35 calendar days or up to 5 minutes in the future.',
      'timestamp_too_far_in_past',
    )
  }
  const identifier = input.identifier ?? context.ids.uuid()
  const id = `${account} ${eventName} ${identifier}`
  if (rows.meterEvents.get(id) !== undefined) {
    throw invalidRequest(`An event already exists with identifier ${identifier}.`, {
      code: 'duplicate_meter_event',
      param: 'identifier',
    })
  }
  const event = rows.meterEvents.insert({
    identifier,
    eventName,
    payload,
    customer: customer.id,
    value: valueOf(meter, payload),
    timestamp: at,
    ...newRecord(context, account, '', { id }),
  })
  invoiceThresholds(onClock, customer.id)
  return event
}

/**
 * Takes back a meter event of the last day.
 *
 * @throws 400 for an event that does not exist or is older.
 */
export function cancelMeterEvent(
  context: PaymentsContext,
  account: string,
  { eventName, identifier }: { readonly eventName: string; readonly identifier: string },
): void {
  const { rows } = context
  const event = rows.meterEvents.get(`${account} ${eventName} ${identifier}`)
  if (event === undefined) {
    throw invalidRequest(`No meter event has the identifier ${identifier}.`, {
      code: 'resource_missing',
      param: 'cancel[identifier]',
    })
  }
  if (event.created < now(context) - DAY_SECONDS) {
    throw invalidRequest('Only meter events of the last 24 hours can be canceled.', { param: 'cancel[identifier]' })
  }
  rows.meterEvents.delete(event.id)
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
