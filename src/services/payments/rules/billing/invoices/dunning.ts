const DAY = 86_400

/** The status of a subscription after the last retry of a renewal has failed. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past_due'

/** The account's settings for renewals that fail. */
export interface RetrySettings {
  /** Days between an attempt and the next, in order. The first attempt is that of the finalized invoice. */
  readonly retryDays: readonly number[]
  readonly afterRetries: AfterRetries
}

/**
 * Retries after 3, 5 and 7 days, then cancels the subscription: the vendor's fixed schedule. Its smart retries choose
 * times that no test could know. https://docs.stripe.com/billing/revenue-recovery/smart-retries#custom-schedule
 */
export const RETRIES: RetrySettings = { retryDays: [3, 5, 7], afterRetries: 'cancel' }

/**
 * Returns the time of the next attempt after `attempts` attempts have failed, in epoch seconds; null when there is
 * none.
 */
export function nextAttempt({ retryDays }: RetrySettings, attempts: number, at: number): number | null {
  const days = retryDays[attempts - 1]
  return days === undefined ? null : at + days * DAY
}
