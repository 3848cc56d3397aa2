import type { Authorization, ClientAuthorization } from '../authorization.ts'
import type { OAuthAccessToken } from '../collections.ts'
import type { OAuthContext } from '../context.ts'
import type { Server } from '../profile.ts'
import { serverIdOf, type IdentifiedServer } from '../server-id.ts'

/** The properties of an access token that a profile decides. */
export interface NewAccessToken {
  /** The token as clients send it. */
  readonly id: string
  /** Milliseconds. */
  readonly lifetime: number
  /** The vendor's further fields of the token. JSON. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Stores an access token among those of the engine, for a profile's `createAccessToken`; returns the token. */
export function storeAccessToken<X extends OAuthContext>(
  server: IdentifiedServer<X>,
  authorization: Authorization | ClientAuthorization,
  { id, lifetime, details = {} }: NewAccessToken,
): string {
  const { rows, clock } = server.context
  const now = clock.now()
  const byPerson = 'grant' in authorization ? authorization : null
  rows.oauthAccessTokens.insert({
    id,
    clientId: authorization.client.id,
    grantId: byPerson?.grant.id ?? null,
    userId: byPerson?.grant.userId ?? null,
    scopes: authorization.scopes,
    parameters: byPerson?.parameters ?? {},
    server: serverIdOf(server),
    origin: byPerson?.origin ?? null,
    details,
    authTime: byPerson?.authTime ?? null,
    createdAt: now,
    expiresAt: now + lifetime,
  })
  return id
}

/** Ends an access token of the engine, for a profile's `endAccessToken`; does nothing when it has ended already. */
export function deleteAccessToken({ rows }: OAuthContext, token: string): void {
  rows.oauthAccessTokens.delete(token)
}

/**
 * Returns the access token if it is valid now: known, not expired, of this server, and not of a person who is inactive.
 */
export function validAccessToken<X extends OAuthContext>(
  server: Server<X>,
  value: string,
): OAuthAccessToken | undefined {
  const { profile, context } = server
  const token = context.rows.oauthAccessTokens.get(value)
  if (token === undefined || token.expiresAt <= context.clock.now()) return undefined
  if (token.server !== serverIdOf(server)) return undefined
  if (token.userId !== null && profile.active?.(context, token.userId) === false) return undefined
  return token
}
