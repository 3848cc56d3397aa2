import { credentials } from '../../core/auth.ts'
import { validAccessToken } from '../../oauth/access-tokens.ts'
import type { OidcCall, Principal } from './call.ts'
import { profile } from './oauth.ts'

/**
 * Whose access token a request carries, for the log. Nobody's is no failure yet: most endpoints want none, and those that do
 * say what was wrong with it.
 */
export function authenticate(call: OidcCall): Principal | null {
  const header = call.header('authorization')
  const given = header === undefined ? null : credentials(header)
  const value = given?.scheme === 'token' ? given.value : call.query.get('access_token')
  const token = value === null ? undefined : validAccessToken({ profile, context: call }, value)
  const user = token === undefined ? undefined : call.rows.users.get(token.userId)
  return user === undefined ? null : { name: user.email }
}
