import type { Answer } from '../../core/answer.ts'
import type { DeployhostCall } from './call.ts'

/** Requests a minute. The vendor has a number for each operation and plan. https://vercel.com/docs/limits#rate-limits */
export const RATE_LIMIT = 100

/** When the minute is over, in epoch seconds. */
export function rateLimitReset({ clock }: Pick<DeployhostCall, 'clock'>): number {
  return Math.floor(clock.now() / 1000) + 60
}

/** What every answer of the API has: the rate limit, of which nothing is ever used up. */
export function finish(call: DeployhostCall, answer: Answer): Answer {
  if (!/^\/v\d+\//.test(call.path)) return answer
  return {
    ...answer,
    headers: {
      'x-ratelimit-limit': String(RATE_LIMIT),
      'x-ratelimit-remaining': String(RATE_LIMIT - 1),
      'x-ratelimit-reset': String(rateLimitReset(call)),
      // Last, so that a failure that is about the rate limit says itself what is left.
      ...answer.headers,
    },
  }
}
