import { MINUTE } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import type { ResponseUrl } from '#chat/schema/app.ts'

/** The lifetime of a response URL, in milliseconds, and the number of times that it can be used. */
const [LIFETIME, USES] = [30 * MINUTE, 5]

/**
 * Makes a URL to which an app can post an answer without a token, and returns it.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export function createResponseUrl(
  { rows, clock, ids, urls }: ChatContext,
  path: 'actions' | 'commands',
  fields: Pick<ResponseUrl, 'appId' | 'userId' | 'channelId' | 'messageId' | 'threadTs'>,
): string {
  const id = `${rows.team.get().id}/${ids.from('123456789', 13)}/${ids.secret.base62(24)}`
  rows.responseUrls.insert({ ...fields, id, uses: 0, expiresAt: clock.now() + LIFETIME })
  return urls.of(`/${path}/${id}`)
}

/**
 * Counts a use of a response URL and returns its row; null for an unknown URL, or the reason why it no longer works.
 */
export function useResponseUrl({ rows, clock }: ChatContext, id: string): ResponseUrl | 'expired' | 'used' | null {
  const found = rows.responseUrls.get(id)
  if (found === undefined) return null
  if (clock.now() > found.expiresAt) return 'expired'
  if (found.uses >= USES) return 'used'
  return rows.responseUrls.update(id, { uses: found.uses + 1 })
}
