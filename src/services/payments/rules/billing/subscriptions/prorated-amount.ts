import { share, shareDown } from '../decimals.ts'
import { addPeriods } from '../periods.ts'
import type { Cadence, Period } from '#payments/schema/billing/periods.ts'

/**
 * Returns the part of an amount for the time of a period from `at` to its end, to the second, rounded half down, as the
 * vendor does: a credit is negative, so that it is the larger. The whole amount before the period, nothing after it.
 * https://docs.stripe.com/billing/subscriptions/prorations
 */
export function remainingPart(amount: number, { start, end }: Period, at: number): number {
  const from = Math.min(Math.max(at, start), end)
  return shareDown(amount, end - from, end - start)
}

/**
 * Returns the amount for a part of a period that is not whole: a first period that ends at a later billing cycle
 * anchor.
 *
 * @param whole the period of the cadence that contains the part
 */
export function partialPeriod(amount: number, part: Period, whole: Period): number {
  return share(amount, part.end - part.start, whole.end - whole.start)
}

/**
 * Returns the amount for a span that may be longer than a period: whole periods counted from its start, and the share
 * of the last one. https://docs.stripe.com/billing/subscriptions/backdating
 */
export function spanAmount(amount: number, cadence: Cadence, { start, end }: Period): number {
  let periods = 0
  while (addPeriods(start, cadence, periods + 1) <= end) periods++
  const whole = addPeriods(start, cadence, periods)
  return amount * periods + share(amount, end - whole, addPeriods(start, cadence, periods + 1) - whole)
}
