import type { PlanPeriod } from '#auth-saas/schema/billing.ts'

/** Returns when a period ends that begins at a moment, both in epoch milliseconds. */
export function endOfPeriod(start: number, period: PlanPeriod): number {
  const date = new Date(start)
  return date.setUTCMonth(date.getUTCMonth() + (period === 'month' ? 1 : 12))
}
