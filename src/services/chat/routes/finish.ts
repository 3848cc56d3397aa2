import { createHash } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import type { ChatCall } from '#chat/call.ts'

/** Adds the headers that every answer of the API has. */
export function finish(call: ChatCall, answer: Answer): Answer {
  if (!call.path.startsWith('/api/')) return answer
  return {
    ...answer,
    headers: {
      'cache-control': 'private, no-cache, no-store, must-revalidate',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-slack-req-id': requestId(call),
      ...(call.principal === null ? {} : { 'x-oauth-scopes': call.principal.scopes.join(',') }),
      ...answer.headers,
    },
  }
}

/**
 * Returns the id of a request. It does not come from `ids`, because the number of requests must not change the ids of
 * records.
 */
function requestId({ rows }: ChatCall): string {
  return createHash('sha256').update(`request ${rows.requestNumbers.next()}`).digest('hex').slice(0, 32)
}
