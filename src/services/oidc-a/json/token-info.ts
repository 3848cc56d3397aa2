import type { OAuthAccessToken } from '#oauth/collections.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { Account } from '#oidc-a/schema.ts'
import { EMAIL_SCOPE } from '#oidc-a/oauth/scopes.ts'

/**
 * The members of the tokeninfo endpoint for an access token; every value is text.
 * https://developers.google.com/identity/protocols/oauth2/javascript-implicit-flow#validatetoken
 */
export function accessTokenInfoJson(token: OAuthAccessToken, user: Account, now: number): Record<string, string> {
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

/**
 * The members of the older tokeninfo endpoints for an access token.
 * https://developers.google.com/resources/api-libraries/documentation/oauth2/v2/python/latest/oauth2_v2.html
 */
export function olderAccessTokenInfoJson(token: OAuthAccessToken, user: Account, now: number): Claims {
  const { clientId, scopes, expiresAt, details } = token
  return {
    issued_to: clientId,
    audience: clientId,
    user_id: user.id,
    scope: scopes.join(' '),
    expires_in: Math.floor((expiresAt - now) / 1000),
    ...(scopes.includes(EMAIL_SCOPE) ? { email: user.email, verified_email: user.emailVerified } : {}),
    access_type: details['access_type'] === 'offline' ? 'offline' : 'online',
  }
}

/** The members of the older tokeninfo endpoints for an ID token. */
export function olderIdTokenInfoJson(claims: Claims, _header: Claims, now: number): Claims {
  const { iss, aud, sub, iat, exp, email, email_verified: isVerified, nonce } = claims
  return {
    issuer: iss,
    issued_to: aud,
    audience: aud,
    user_id: sub,
    expires_in: Number(exp) - Math.floor(now / 1000),
    issued_at: iat,
    ...(email === undefined ? {} : { email, verified_email: isVerified }),
    ...(nonce === undefined ? {} : { nonce }),
  }
}
