import type { OidcCall, Principal } from '#oidc-d/call.ts'
import { accessDenied, invalidSession } from '#oidc-d/errors.ts'

/**
 * A step that requires a scope such as `okta.users.read`. A `manage` scope includes reading; a scope that ends in
 * `.self` covers the user's own record only.
 *
 * @throws 403.
 */
export function requireScope(scope: string): (call: OidcCall) => void {
  const [area, verb] = [scope.slice(0, scope.lastIndexOf('.')), scope.slice(scope.lastIndexOf('.') + 1)]
  const accepted = verb === 'read' ? [scope, `${area}.manage`] : [scope]
  return (call) => {
    const { principal } = call
    if (principal === null) throw invalidSession()
    const { scopes, by } = principal
    if (scopes === 'all') return
    const own = isOwn(call, principal)
    if (accepted.some((each) => scopes.includes(each) || (own && scopes.includes(`${each}.self`)))) return
    throw accessDenied(by === 'Bearer' || by === 'DPoP' ? { 'www-authenticate': challenge(call, scope) } : {})
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
