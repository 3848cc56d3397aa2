import { MINUTE, SECOND } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import { rateLimited } from '#chat/errors/failures.ts'

/**
 * Counts a call of a method by a token, where the seed limits the method.
 * https://docs.slack.dev/apis/web-api/rate-limits
 *
 * @throws `ratelimited` when the calls of this minute of the clock are used up.
 */
export function countCall({ rows, clock }: Pick<ChatContext, 'rows' | 'clock'>, token: string, method: string): void {
  const limit = rows.rateLimits.get()[method]
  if (limit === undefined) return
  const minute = Math.floor(clock.now() / MINUTE)
  const before = rows.callCounts.get(token, method)
  const count = before?.minute === minute ? before.count : 0
  if (count >= limit) throw rateLimited(Math.ceil(((minute + 1) * MINUTE - clock.now()) / SECOND))
  rows.callCounts.set({ minute, count: count + 1 }, token, method)
}
