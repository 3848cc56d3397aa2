import { credentials } from '#core/auth.ts'
import { validAccessToken } from '#oauth/tokens/access-tokens.ts'
import type { OidcCall, Principal } from './call.ts'
import { accountOf } from './rules/service-accounts.ts'
import { profile } from './oauth/profile.ts'

/**
 * Returns the user or service account of the request's access token, for the request log. A missing or invalid token
 * does not fail here: most endpoints need none, and the others refuse it in their own words.
 */
export function authenticate(call: OidcCall): Principal | null {
  const header = call.header('authorization')
  const bearer = header === undefined ? null : credentials(header)
  const value = bearer?.scheme === 'token' ? bearer.value : call.query.get('access_token')
  const token = value === null ? undefined : validAccessToken({ profile, context: call }, value)
  return token === undefined ? null : { name: accountOf(call, token).email }
}
