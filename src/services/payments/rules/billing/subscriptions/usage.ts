import { priceIdOf } from '#payments/schema/billing/retired-price.ts'
import type { Rows } from '#payments/call.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Meter, MeterEvent } from '#payments/schema/billing/subscriptions.ts'
import type { Period } from '#payments/schema/billing/periods.ts'

/** Returns the name under which the usage records of a price without a meter are kept among the meter events. */
export function recordsOf({ id }: Pick<Price, 'id'>): string {
  return `usage records of ${priceIdOf(id)}`
}

/** Returns the usage that a customer's meter events or usage records report for a metered price in a period. */
export function usageOf(
  rows: Pick<Rows, 'meters' | 'meterEvents'>,
  price: Price,
  customer: string,
  period: Period,
): number {
  const meter = rows.meters.get(price.recurring?.meter)
  // Invoices count whole units.
  if (meter === undefined) return recordedUsage(rows, price, customer, period)
  return Math.max(0, Math.floor(aggregate(rows, meter, customer, period)))
}

/** Forgets a customer's usage records of a price; the events of a meter stay. */
export function clearUsage({ meterEvents }: Pick<Rows, 'meterEvents'>, price: Price, customer: string): void {
  const records = [...meterEvents.scan('usage', [price.account, recordsOf(price), customer])]
  for (const { id } of records) meterEvents.delete(id)
}

function recordedUsage(
  rows: Pick<Rows, 'meterEvents'>,
  price: Price,
  customer: string,
  { start, end }: Period,
): number {
  const { account, aggregateUsage } = price
  const formula = aggregateUsage === 'sum' ? 'sum' : aggregateUsage === 'max' ? 'max' : 'last'
  const period = { start: aggregateUsage === 'last_ever' ? 0 : start, end }
  return Math.max(0, aggregate(rows, { account, eventName: recordsOf(price), formula }, customer, period))
}

/** The events that are added up, and how. */
type Aggregation = Pick<Meter, 'account' | 'eventName'> & { readonly formula: Meter['formula'] | 'max' }

/**
 * Returns the aggregated value of a customer's meter events in a period: their sum, number, largest or last value.
 */
export function aggregate(
  { meterEvents }: Pick<Rows, 'meterEvents'>,
  { account, eventName, formula }: Aggregation,
  customer: string,
  { start, end }: Period,
): number {
  const first = meterEvents.countBefore('usage', [account, eventName, customer], start)
  const limit = meterEvents.countBefore('usage', [account, eventName, customer], end) - first
  if (limit <= 0) return 0
  const { rows } = meterEvents.page('usage', [account, eventName, customer], { offset: first, limit })
  if (formula === 'count') return rows.length
  if (formula === 'last') return lastOf(rows)?.value ?? 0
  if (formula === 'max') return rows.reduce((largest, { value }) => Math.max(largest, value), 0)
  return rows.reduce((sum, { value }) => sum + value, 0)
}

/** Returns the latest event; of several with one timestamp the one that came last. */
function lastOf(events: readonly MeterEvent[]): MeterEvent | undefined {
  return [...events].sort((one, other) => one.timestamp - other.timestamp || one.seq - other.seq).at(-1)
}
