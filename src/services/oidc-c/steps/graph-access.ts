import type { OAuthAccessToken } from '#oauth/collections.ts'
import { bearerOf } from '#oidc-c/auth.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { invalidToken } from '#oidc-c/errors.ts'
import { directoryOf } from '#oidc-c/rules/tenants.ts'
import { GRAPH_ID } from '#oidc-c/schema/identifiers.ts'
import type { User } from '#oidc-c/schema.ts'

/** The token of a request to Graph, with its user and tenant. */
export interface GraphAccess {
  readonly token: OAuthAccessToken
  /** Null for an application that acts for itself. */
  readonly user: User | null
  /** The tenant whose users Graph has: that of the token, or the open one. */
  readonly tenantId: string
}

/**
 * A step that refuses a request without a valid access token for Graph.
 *
 * @throws Failure InvalidAuthenticationToken.
 */
export function requireGraphAccess(call: OidcCall): GraphAccess {
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
