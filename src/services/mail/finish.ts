import type { Answer } from '../../core/answer.ts'
import type { MailCall } from './call.ts'
import { emailsCounted } from './rules/quota.ts'

/** Requests a second. https://resend.com/docs/api-reference/rate-limit */
const RATE_LIMIT = 5

/** What every answer of the API has: the rate limit, of which nothing is ever used up, and how many emails there were. */
export function finish(call: MailCall, answer: Answer): Answer {
  if (isPage(call.path)) return answer
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
      // Last, so that a failure that is about the rate limit says itself what is left.
      ...answer.headers,
    },
  }
}

/** Whether the path is none of the vendor's API: the inbox, and what its answers and mails link to. No key is asked for there. */
export function isPage(path: string): boolean {
  return /^\/(?:inbox|files|unsubscribe)(?:\/|$)/.test(path)
}
