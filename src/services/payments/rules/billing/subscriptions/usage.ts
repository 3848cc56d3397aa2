import type { Rows } from '#payments/call.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Meter, MeterEvent } from '#payments/schema/billing/subscriptions.ts'
import type { Period } from '#payments/schema/billing/periods.ts'

/** Returns the usage that a customer's meter events report for a metered price in a period. */
export function usageOf(
  rows: Pick<Rows, 'meters' | 'meterEvents'>,
  { recurring }: Price,
  customer: string,
  period: Period,
): number {
  const meter = rows.meters.get(recurring?.meter)
  // Invoices count whole units.
  return meter === undefined ? 0 : Math.max(0, Math.floor(aggregate(rows, meter, customer, period)))
}

/**
 * Returns the aggregated value of a customer's meter events in a period: their sum, number or last value, as the meter
 * says.
 */
export function aggregate(
  { meterEvents }: Pick<Rows, 'meterEvents'>,
  { account, eventName, formula }: Meter,
  customer: string,
  { start, end }: Period,
): number {
  const first = meterEvents.countBefore('usage', [account, eventName, customer], start)
  const limit = meterEvents.countBefore('usage', [account, eventName, customer], end) - first
  if (limit <= 0) return 0
  const { rows } = meterEvents.page('usage', [account, eventName, customer], { offset: first, limit })
  if (formula === 'count') return rows.length
  if (formula === 'last') return lastOf(rows)?.value ?? 0
  return rows.reduce((sum, { value }) => sum + value, 0)
}

/** Returns the latest event; of several with one timestamp the one that came last. */
function lastOf(events: readonly MeterEvent[]): MeterEvent | undefined {
  return [...events].sort((one, other) => one.timestamp - other.timestamp || one.seq - other.seq).at(-1)
}
