import { credentials } from '../../core/auth.ts'
import type { DeployhostCall, Principal } from './call.ts'
import { invalidToken, missingToken } from './errors.ts'

/** What a token may do that is not restricted: change projects, teams and the user. */
export const ALL_SCOPES: readonly string[] = ['repo', 'admin:org', 'user']

/** Paths at which people sign in and clients authenticate themselves: what they carry is no token of the API. */
const SIGN_IN = ['/oauth/', '/login/', '/v2/oauth/', '/sign-in']

/**
 * Who a request acts for: `Authorization: Bearer`. Without the header the first user of the seed, unless the seed says
 * `strict_auth`. https://vercel.com/docs/rest-api#authentication
 */
export function authenticate(call: DeployhostCall): Principal | null {
  if (SIGN_IN.some((prefix) => call.path.startsWith(prefix))) return null
  const header = call.header('authorization')
  if (header === undefined) return withoutToken(call)
  const given = credentials(header)
  const principal = given?.scheme === 'token' && given.name === 'bearer' ? principalOf(call, given.value) : null
  if (principal === null) throw invalidToken()
  return principal
}

/** The principal of an access token; null when it is unknown or has expired. */
export function principalOf({ rows, clock }: Pick<DeployhostCall, 'rows' | 'clock'>, value: string): Principal | null {
  const token = rows.tokens.find('value', value)
  if (token === undefined || (token.expiresAt !== null && token.expiresAt <= clock.now())) return null
  const user = rows.users.require(token.userId)
  return { name: user.username, user, scopes: token.scopes, token }
}

function withoutToken({ rows, store }: DeployhostCall): Principal {
  const first = rows.users.page('byStamp', [], { offset: 0, limit: 1 }).rows[0]
  if (first === undefined || store.value<boolean>('strict auth') === true) throw missingToken()
  return { name: first.username, user: first, scopes: ALL_SCOPES, token: null }
}
