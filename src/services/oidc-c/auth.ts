import { credentials } from '../../core/auth.ts'
import type { OAuthAccessToken } from '../../oauth/collections.ts'
import type { OidcCall, Principal } from './call.ts'
import { invalidToken } from './errors.ts'
import { GRAPH_ID } from './identifiers.ts'
import type { User } from './schema.ts'
import { directoryOf } from './tenants.ts'

/**
 * Whose access token a request carries, for the log. Nobody's is no failure yet: most endpoints want none, and those that do
 * say what was wrong with it.
 */
export function authenticate(call: OidcCall): Principal | null {
  const token = call.rows.oauthAccessTokens.get(bearerOf(call))
  if (token === undefined || token.expiresAt <= call.clock.now()) return null
  if (token.userId === null) return { name: token.clientId }
  const user = call.rows.users.get(token.userId)
  return user === undefined ? null : { name: user.userPrincipalName }
}

/** Who asks Graph, and of which directory. */
export interface GraphAccess {
  readonly token: OAuthAccessToken
  /** Null: an application for itself. */
  readonly user: User | null
  /** The tenant whose users Graph has: that of the token, or the open one. */
  readonly tenantId: string
}

/** A step: the access token is good, and for Graph. Throws Failure InvalidAuthenticationToken. */
export function graphAccess(call: OidcCall): GraphAccess {
  const value = bearerOf(call)
  if (value === null) throw invalidToken('Access token is empty.')
  const token = call.rows.oauthAccessTokens.get(value)
  if (token === undefined) {
    const flaw = value.split('.').length === 3 ? 'Signature validation failed.' : 'JWT is not well formed.'
    throw invalidToken(`${flaw} The access token was not issued here, was revoked, or the state was reset since`)
  }
  if (token.expiresAt <= call.clock.now()) {
    const at = new Date(token.expiresAt).toISOString()
    throw invalidToken(`Lifetime validation failed, the token is expired. The access token expired at ${at}`)
  }
  const { appId, audience, tenantId } = token.details
  if (appId !== GRAPH_ID) {
    throw invalidToken(
      `Access token validation failure. Invalid audience. aud is ${String(audience)}; expected ${GRAPH_ID}: ask for a scope of Graph, such as User.Read`,
    )
  }
  const user = token.userId === null ? null : (call.rows.users.get(token.userId) ?? null)
  if (token.userId !== null && user?.accountEnabled !== true) {
    throw invalidToken('The user of the access token was deleted or can no longer sign in')
  }
  return { token, user, tenantId: directoryOf(call.rows, String(tenantId))?.id ?? String(tenantId) }
}

function bearerOf(call: OidcCall): string | null {
  const header = call.header('authorization')
  const given = header === undefined ? null : credentials(header)
  return given?.scheme === 'token' && given.name === 'bearer' ? given.value : null
}
