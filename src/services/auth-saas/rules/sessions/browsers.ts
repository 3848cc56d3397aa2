import type { AuthCall } from '#auth-saas/call.ts'
import { browserToken, isNative, newClientToken, renewNativeToken } from './clients.ts'
import { addClient } from './sessions.ts'
import type { Client } from '#auth-saas/schema/sessions.ts'

/** The client of the browser that sends a request. */
export interface Browser {
  readonly client: Client
  /** The token by which the browser is known. */
  readonly token: string
}

/** Returns the client of the browser that sends a request, with a new client for one that has none yet. */
export function browserOf(call: AuthCall): Browser {
  const { rows } = call
  const known = browserToken(call)
  const row = known === null ? undefined : rows.clientTokens.get(known)
  const client = rows.clients.get(row?.clientId)
  if (row !== undefined && client !== undefined) return { client, token: row.id }
  return newClient(call)
}

/** Gives the browser that sends a request a new client, in place of the one that it has. */
export function newClient(call: AuthCall): Browser {
  const { rows } = call
  const known = browserToken(call)
  const row = known === null ? undefined : rows.clientTokens.get(known)
  const added = addClient(call, isNative(call))
  if (added.isNative) return { client: added, token: renewNativeToken(call, added.id) }
  if (row === undefined) return { client: added, token: newClientToken(call, added.id) }
  rows.clientTokens.update(row.id, { clientId: added.id })
  return { client: added, token: row.id }
}

/**
 * Sends a client its own token with the answer: one without cookies in `Authorization`, and one of a page at another
 * origin in `Clerk-Db-Jwt`, as long as the token is known.
 */
export function sendToken(call: AuthCall): void {
  const token = browserToken(call)
  if (token === null || call.rows.clientTokens.get(token) === undefined) return
  if (isNative(call)) call.responseHeaders['authorization'] = token
  else if (call.query.has('__clerk_db_jwt')) call.responseHeaders['clerk-db-jwt'] = token
}

/** Returns a browser after its client has signed in: a client without cookies gets another token. */
export function afterSignIn(call: AuthCall, browser: Browser): Browser {
  if (!browser.client.isNative) return browser
  return { ...browser, token: renewNativeToken(call, browser.client.id) }
}
