import type { RetrySettings } from '#payments/schema/billing/subscriptions.ts'
import { DAY_SECONDS } from '../../seconds.ts'

/**
 * Returns the time of the next attempt after `attempts` attempts have failed, in epoch seconds; null when there is
 * none.
 */
export function nextAttempt({ retryDays }: RetrySettings, attempts: number, at: number): number | null {
  const days = retryDays[attempts - 1]
  return days === undefined ? null : at + days * DAY_SECONDS
}
