import type { Answer } from '#core/answer.ts'
import type { DeployhostCall } from '#deployhost/call.ts'

/** Requests per minute. The vendor has limits per operation and plan. https://vercel.com/docs/limits#rate-limits */
export const RATE_LIMIT = 100

/** Returns the end of the current minute, in epoch seconds. */
export function rateLimitReset({ clock }: Pick<DeployhostCall, 'clock'>): number {
  return Math.floor(clock.now() / 1000) + 60
}

/** Adds the headers that every answer of the API has: the rate limit, which requests never use up. */
export function finish(call: DeployhostCall, answer: Answer): Answer {
  if (!/^\/v\d+\//.test(call.path)) return answer
  return {
    ...answer,
    headers: {
      'x-ratelimit-limit': String(RATE_LIMIT),
      'x-ratelimit-remaining': String(RATE_LIMIT - 1),
      'x-ratelimit-reset': String(rateLimitReset(call)),
      // After the defaults, so that a rate-limit failure can set its own remaining count.
      ...answer.headers,
    },
  }
}
