import type { Answer } from '#core/answer.ts'
import type { MailCall } from '#mail/call.ts'
import { emailsCounted } from '#mail/rules/sending/quota.ts'
import { isOutsideApi } from '#mail/rules/api-paths.ts'

/** Requests per second. https://resend.com/docs/api-reference/rate-limit */
const RATE_LIMIT = 5

/**
 * Adds the headers that every answer of the API has: the rate limit, which requests never use up, and the counts of
 * emails for the quotas.
 */
export function finish(call: MailCall, answer: Answer): Answer {
  if (isOutsideApi(call.path)) return answer
  const { daily, monthly } = emailsCounted(call)
  return {
    ...answer,
    headers: {
      'ratelimit-limit': String(RATE_LIMIT),
      'ratelimit-remaining': String(RATE_LIMIT - 1),
      'ratelimit-reset': '1',
      'ratelimit-policy': `${RATE_LIMIT};w=1`,
      'x-resend-daily-quota': String(daily),
      'x-resend-monthly-quota': String(monthly),
      // After the defaults, so that a rate-limit failure can set its own remaining count.
      ...answer.headers,
    },
  }
}
