import { credentials } from '#core/auth.ts'
import type { OidcCall, Principal } from './call.ts'

/**
 * Returns the user or application of the request's access token, for the request log. A missing or invalid token does
 * not fail here: most endpoints need none, and the others refuse it in their own words.
 */
export function authenticate(call: OidcCall): Principal | null {
  const token = call.rows.oauthAccessTokens.get(bearerOf(call))
  if (token === undefined || token.expiresAt <= call.clock.now()) return null
  if (token.userId === null) return { name: token.clientId }
  const user = call.rows.users.get(token.userId)
  return user === undefined ? null : { name: user.userPrincipalName }
}

/** Returns the bearer token of the Authorization header; null when there is none. */
export function bearerOf(call: OidcCall): string | null {
  const header = call.header('authorization')
  const sent = header === undefined ? null : credentials(header)
  return sent?.scheme === 'token' && sent.name === 'bearer' ? sent.value : null
}
