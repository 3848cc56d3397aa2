import type { MailContext } from '../call.ts'

/**
 * Adds an email to the counts of today and of this month, in UTC, once per recipient, as the vendor does. The counts
 * are state: a reset clears them. https://resend.com/docs/knowledge-base/account-quotas-and-limits
 */
export function countEmail(
  { store, clock }: Pick<MailContext, 'store' | 'clock'>,
  recipients: readonly string[],
): void {
  for (const name of counters(clock.now())) store.setValue(name, (store.value<number>(name) ?? 0) + recipients.length)
}

/** Returns how many emails were sent and received today and this month. */
export function emailsCounted({ store, clock }: Pick<MailContext, 'store' | 'clock'>): {
  readonly daily: number
  readonly monthly: number
} {
  const [daily = 0, monthly = 0] = counters(clock.now()).map((name) => store.value<number>(name) ?? 0)
  return { daily, monthly }
}

function counters(at: number): string[] {
  const day = new Date(at).toISOString().slice(0, 10)
  return [`emails of ${day}`, `emails of ${day.slice(0, 7)}`]
}
