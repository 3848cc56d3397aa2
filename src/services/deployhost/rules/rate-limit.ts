import type { DeployhostCall } from '#deployhost/call.ts'

/** Requests per minute. The vendor has limits per operation and plan. https://vercel.com/docs/limits#rate-limits */
export const RATE_LIMIT = 100

/** Returns the end of the current minute, in epoch seconds. */
export function rateLimitReset({ clock }: Pick<DeployhostCall, 'clock'>): number {
  return Math.floor(clock.now() / 1000) + 60
}
