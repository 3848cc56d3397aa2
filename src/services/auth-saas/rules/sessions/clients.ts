import type { AuthCall, AuthContext } from '#auth-saas/call.ts'
import type { Client } from '#auth-saas/schema/sessions.ts'

/** Makes a token that names a client, for the cookie `__client` and for a development browser. */
export function newClientToken({ rows, ids }: Pick<AuthContext, 'rows' | 'ids'>, clientId: string | null): string {
  const token = `dvb_${ids.secret.base62(27)}`
  rows.clientTokens.insert({ id: token, clientId })
  return token
}

/** Returns the token of the browser that sends a request: its parameter, its header, or its cookie; null for none. */
export function browserToken(call: Pick<AuthCall, 'query' | 'header'>): string | null {
  const parameter = call.query.get('__clerk_db_jwt')
  if (parameter !== null && parameter !== '') return parameter
  const header = call.header('authorization')?.replace(/^Bearer\s+/i, '')
  if (header !== undefined && header.startsWith('dvb_')) return header
  return cookie(call, '__client')
}

/** Returns the client of the browser that sends a request; undefined for a browser without one. */
export function browserClient(call: Pick<AuthCall, 'query' | 'header' | 'rows'>): Client | undefined {
  const token = browserToken(call)
  return token === null ? undefined : call.rows.clients.get(call.rows.clientTokens.get(token)?.clientId)
}

/** Returns a cookie of a request; null when it has none of this name. */
function cookie(call: Pick<AuthCall, 'header'>, name: string): string | null {
  for (const pair of (call.header('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
