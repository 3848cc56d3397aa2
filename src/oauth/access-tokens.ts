import type { OAuthAccessToken } from './collections.ts'
import type { ClientGranted, Granted, OAuthContext, Profile } from './profile.ts'

/** What a profile decides of an access token. */
export interface NewAccessToken {
  /** The token as clients send it. */
  readonly id: string
  /** Milliseconds. */
  readonly lifetime: number
  /** What else the vendor keeps with it. JSON. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Keeps an access token among those of the engine, for a profile's `createAccessToken`; gives the token. */
export function keepAccessToken<X extends OAuthContext>(
  profile: Pick<Profile<X>, 'server'>,
  context: X,
  granted: Granted | ClientGranted,
  { id, lifetime, details = {} }: NewAccessToken,
): string {
  const now = context.clock.now()
  const person = 'grant' in granted ? granted : null
  context.rows.oauthAccessTokens.insert({
    id,
    clientId: granted.client.id,
    grantId: person?.grant.id ?? null,
    userId: person?.grant.userId ?? null,
    scopes: granted.scopes,
    parameters: person?.parameters ?? {},
    server: profile.server?.(context) ?? '',
    origin: person?.origin ?? null,
    details,
    authTime: person?.authTime ?? null,
    createdAt: now,
    expiresAt: now + lifetime,
  })
  return id
}

/** Ends an access token of the engine, if it is there still; for a profile's `endAccessToken`. */
export function dropAccessToken({ rows }: OAuthContext, token: string): void {
  rows.oauthAccessTokens.delete(token)
}

/** The access token that is good now: known, not expired, of this server, and of a person who is active. */
export function goodAccessToken<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  value: string,
): OAuthAccessToken | undefined {
  const token = context.rows.oauthAccessTokens.get(value)
  if (token === undefined || token.expiresAt <= context.clock.now()) return undefined
  if (token.server !== (profile.server?.(context) ?? '')) return undefined
  if (token.userId !== null && profile.active?.(context, token.userId) === false) return undefined
  return token
}
