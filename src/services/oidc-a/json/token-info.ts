import type { OAuthAccessToken } from '#oauth/collections.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { User } from '#oidc-a/schema.ts'
import { EMAIL_SCOPE } from '#oidc-a/oauth/scopes.ts'

/**
 * The members of the tokeninfo endpoint for an access token; every value is text.
 * https://developers.google.com/identity/protocols/oauth2/javascript-implicit-flow#validatetoken
 */
export function accessTokenInfoJson(token: OAuthAccessToken, user: User, now: number): Record<string, string> {
  const { clientId, scopes, expiresAt, details } = token
  return {
    azp: clientId,
    aud: clientId,
    sub: user.id,
    scope: scopes.join(' '),
    exp: String(Math.floor(expiresAt / 1000)),
    expires_in: String(Math.floor((expiresAt - now) / 1000)),
    ...(scopes.includes(EMAIL_SCOPE) ? { email: user.email, email_verified: String(user.emailVerified) } : {}),
    access_type: details['access_type'] === 'offline' ? 'offline' : 'online',
  }
}

/** The members of the tokeninfo endpoint for an ID token: its claims and its header, every value as text. */
export function idTokenInfoJson(claims: Claims, header: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...claims, ...header }).map(([name, value]) => [name, String(value)]))
}
