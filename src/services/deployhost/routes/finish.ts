import type { Answer } from '#core/answer.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { RATE_LIMIT, rateLimitReset } from '#deployhost/rules/rate-limit.ts'

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
