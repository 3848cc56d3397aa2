import type { Answer } from '#core/answer.ts'
import type { Failure } from '#core/errors.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { dialect } from '#auth-saas/errors.ts'
import { json } from '../answer.ts'
import { frontendClientJson } from './client.ts'
import type { Client } from '#auth-saas/schema/sessions.ts'
import { clientCookie } from '#auth-saas/rules/sessions/cookies.ts'

/**
 * Answers `{response, client}`, as every change does, and gives the browser its client as a cookie; a client without
 * cookies gets its token as a header.
 */
export function answerChange<T>(call: AuthCall, response: T, clientId: string, token?: string) {
  const client = call.rows.clients.get(clientId)
  const answer = json({ response, client: client === undefined ? null : frontendClientJson(call, client) })
  if (token === undefined) return answer
  if (client?.isNative !== true) {
    call.responseHeaders['clerk-db-jwt'] = token
    // An extension of a browser keeps the token from the first answer on, and sends it as a client without cookies.
    if (!/^https?:/.test(call.header('origin') ?? '')) call.responseHeaders['authorization'] = token
    return { ...answer, cookies: [clientCookie(call, token)] }
  }
  call.responseHeaders['authorization'] = token
  return answer
}

/** Answers a read of the client or of one of its sessions: `{response, client: null}`. */
export function answerRead<T>(response: T) {
  return json({ response, client: null })
}

/** A request of a browser whose client is known. */
type OwnCall = AuthCall & { readonly client: Client }

/** Answers a read of something that a signed-in user may see: `{response, client}`. */
export function answerOwnRead<T>(call: OwnCall, response: T) {
  return json({ response, client: frontendClientJson(call, call.client) })
}

/** Answers one page of a list that is read already: `{response: {data, total_count}, client}`. */
export function answerPage<R, T>(call: OwnCall, rows: readonly R[], write: (row: R) => T) {
  const { query } = call
  const limit = Math.min(500, Math.max(1, Number(query.get('limit') ?? 10) || 10))
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0)
  return answerOwnRead(call, { data: rows.slice(offset, offset + limit).map(write), total_count: rows.length })
}

/** Answers a refusal without undoing what the request has changed, such as the count of failed attempts. */
export function answerRefusal(call: AuthCall, failure: Failure): Answer<never> {
  return dialect.failure(failure, call) as Answer<never> // an error is not what the operation answers with
}
