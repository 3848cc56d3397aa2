import { credentials } from '../../core/auth.ts'
import type { OidcCall, Principal } from './call.ts'
import { accessDenied, invalidSession, invalidToken } from './errors.ts'

/** Set in the store by a seed whose requests need a token. */

/** Operations at which people sign in: what such a request carries beside the password is nobody's token. */
const PUBLIC = ['/api/v1/authn', '/oauth2/', '/.well-known/', '/sign-in', '/login', '/signin', '/welcome', '/activate']

/**
 * Who a request acts for: `Authorization: SSWS` with an API token, or `Bearer` with an access token of the organization's
 * server. Without the header the first user, unless the seed says `strict_auth`.
 * https://developer.okta.com/docs/api/openapi/okta-management/guides/overview/
 */
export function authenticate(call: OidcCall): Principal | null {
  if (PUBLIC.some((prefix) => call.path.startsWith(prefix))) return null
  const header = call.header('authorization')
  if (header === undefined) return withoutToken(call)
  const given = credentials(header)
  if (given?.scheme !== 'token') throw invalidToken()
  const ssws = given.name === 'ssws'
  if (!ssws && given.name !== 'bearer') throw invalidToken()
  const principal = ofApiToken(call, given.value, ssws) ?? (ssws ? null : ofAccessToken(call, given.value))
  if (principal === null) throw invalidToken()
  return principal
}

/** The owner of an API token; null when there is none, or the owner may no longer sign in. */
function ofApiToken({ rows }: OidcCall, value: string, ssws: boolean): Principal | null {
  const token = rows.apiTokens.get(value)
  if (token === undefined) return null
  const user = rows.users.require(token.userId)
  if (user.status === 'DEPROVISIONED' || user.status === 'SUSPENDED') return null
  return { name: user.profile.login, user, scopes: token.scopes, by: ssws ? 'SSWS' : 'Bearer' }
}

/**
 * Who an access token of the organization's authorization server acts for, with its `okta.*` scopes; null when there is no
 * good one of that value.
 */
function ofAccessToken({ rows, clock }: OidcCall, value: string): Principal | null {
  const token = rows.oauthAccessTokens.get(value)
  // Tokens of custom servers are for other audiences.
  if (token === undefined || token.expiresAt <= clock.now() || token.server !== '') return null
  const user = token.userId === null ? null : (rows.users.get(token.userId) ?? null)
  if (user?.status === 'DEPROVISIONED' || user?.status === 'SUSPENDED') return null
  return { name: user?.profile.login ?? token.clientId, user, scopes: token.scopes, by: 'Bearer' }
}

function withoutToken({ rows }: OidcCall): Principal {
  const first = rows.users.page('byLife', ['live'], { offset: 0, limit: 1 }).rows[0]
  if (first === undefined || rows.strictAuth.get()) throw invalidSession()
  return { name: first.profile.login, user: first, scopes: 'all', by: 'nothing' }
}

/**
 * A step that asks for a scope: `okta.users.read`. One that manages may read too; one that ends in `.self` is good for
 * the user's own record. Throws 403.
 */
export function needs(scope: string): (call: OidcCall) => void {
  const [area, verb] = [scope.slice(0, scope.lastIndexOf('.')), scope.slice(scope.lastIndexOf('.') + 1)]
  const accepted = verb === 'read' ? [scope, `${area}.manage`] : [scope]
  return (call) => {
    const { principal } = call
    if (principal === null) throw invalidSession()
    const { scopes, by } = principal
    if (scopes === 'all') return
    const own = isOwn(call, principal)
    if (accepted.some((each) => scopes.includes(each) || (own && scopes.includes(`${each}.self`)))) return
    throw accessDenied(by === 'Bearer' ? { 'www-authenticate': challenge(call, scope) } : {})
  }
}

function isOwn({ params }: OidcCall, { user }: Principal): boolean {
  const named = params['userId']
  if (user === null || named === undefined) return false
  return named === 'me' || named === user.id || named.toLowerCase() === user.profile.login.toLowerCase()
}

function challenge({ origin }: OidcCall, scope: string): string {
  const members = [
    `authorization_uri="${origin}/oauth2/v1/authorize"`,
    `realm="${origin}"`,
    `scope="${scope}"`,
    'error="insufficient_scope"',
    'error_description="The access token provided does not contain the required scopes."',
  ]
  return `Bearer ${members.join(', ')}`
}
