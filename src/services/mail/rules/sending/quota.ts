import type { MailContext } from '#mail/call.ts'

/**
 * Adds an email to the counts of today and of this month, in UTC, once per recipient, as the vendor does. The counts
 * are state: a reset clears them. https://resend.com/docs/knowledge-base/account-quotas-and-limits
 */
export function countEmail({ rows, clock }: Pick<MailContext, 'rows' | 'clock'>, recipients: readonly string[]): void {
  for (const period of periods(clock.now())) {
    rows.emailCounts.set(rows.emailCounts.get(period) + recipients.length, period)
  }
}

/** Returns how many emails were sent and received today and this month. */
export function emailsCounted({ rows, clock }: Pick<MailContext, 'rows' | 'clock'>): {
  readonly daily: number
  readonly monthly: number
} {
  const [daily = 0, monthly = 0] = periods(clock.now()).map((period) => rows.emailCounts.get(period))
  return { daily, monthly }
}

function periods(at: number): string[] {
  const day = new Date(at).toISOString().slice(0, 10)
  return [day, day.slice(0, 7)]
}
