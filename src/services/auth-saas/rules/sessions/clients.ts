import { signJwt } from '#oauth/jwt/jwt.ts'
import type { AuthCall, AuthContext } from '#auth-saas/call.ts'
import type { Client } from '#auth-saas/schema/sessions.ts'
import { signingKey } from '../instance-keys.ts'

/** The class of JWTs that name a client, in the header `cat`. */
const CLIENT_CATEGORY = 'cl_B7d4PD444AAA'

/** The part of a call that says which client sends it. */
export type Sent = Pick<AuthCall, 'query' | 'header' | 'rows'>

/** Makes a token that names a client, for the cookie `__client` and for a development browser. */
export function newClientToken({ rows, ids }: Pick<AuthContext, 'rows' | 'ids'>, clientId: string | null): string {
  const token = `dvb_${ids.secret.base62(27)}`
  rows.clientTokens.insert({ id: token, clientId, nonce: null })
  return token
}

/**
 * Gives a client without cookies another token; the ones before are refused from then on. `nonce` lets the client fetch
 * the token when a browser has signed it in.
 */
export function renewNativeToken(
  { rows, ids }: Pick<AuthContext, 'rows' | 'ids'>,
  clientId: string,
  nonce: string | null = null,
): string {
  for (const { id } of rows.clientTokens.referring('clientId', clientId)) rows.clientTokens.delete(id)
  const claims = { id: clientId, rotating_token: ids.secret.base62(24) }
  const token = signJwt(claims, signingKey, { cat: CLIENT_CATEGORY })
  rows.clientTokens.insert({ id: token, clientId, nonce })
  return token
}

/**
 * Returns whether the client that sends a request keeps its token by itself, as applications on devices do: it sends
 * the token in `Authorization` and takes the next one from there.
 */
export function isNative({ query }: Pick<AuthCall, 'query'>): boolean {
  return ['1', 'true'].includes(query.get('_is_native') ?? '')
}

/**
 * Returns the token of the client that sends a request: its parameter, its header, or its cookie; null for none. A
 * nonce stands for the token that a sign-in in a browser has made.
 */
export function browserToken(call: Sent): string | null {
  const parameter = call.query.get('__clerk_db_jwt')
  if (parameter !== null && parameter !== '') return parameter
  const header = call.header('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  if (isNative(call)) {
    const nonce = call.query.get('rotating_token_nonce')
    const renewed = nonce === null ? undefined : call.rows.clientTokens.find('nonce', nonce)
    return renewed?.id ?? (header === '' ? null : header)
  }
  if (header.startsWith('dvb_')) return header
  return cookie(call, '__client')
}

/** Returns the client of the browser that sends a request; undefined for a browser without one. */
export function browserClient(call: Sent): Client | undefined {
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
