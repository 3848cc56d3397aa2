import { credentials } from '../../core/auth.ts'
import { authenticateApp, installationPrincipal, looksLikeJwt, userPrincipal } from './auth-app.ts'
import type { CodehostCall, Principal } from './call.ts'
import { badCredentials, rateLimited, requiresAuthentication, tokenNotDecoded, unsupportedVersion } from './errors.ts'
import { countRequest, rateLimitOf } from './rate-limits.ts'
import { admitApp } from './rules/apps/gate.ts'
import { acceptsJwt } from './rules/apps/permissions.ts'
import { API_VERSIONS } from './versions.ts'

/**
 * Who a request acts for: `Authorization: Bearer`, `token`, or Basic with the token as the password or the user name.
 * No header: a stranger. A promise for a JWT of a GitHub App.
 * https://docs.github.com/rest/authentication/authenticating-to-the-rest-api
 */
export function authenticate(call: CodehostCall): Principal | null | Promise<Principal | null> {
  // Signing in is what a request without a token is for, and the credentials of its client are no token.
  if (call.path.startsWith('/login/') || call.path.startsWith('/applications/')) return null
  const version = call.header('x-github-api-version')
  if (version !== undefined && !API_VERSIONS.includes(version)) throw unsupportedVersion(version)
  const header = call.header('authorization')
  if (header === undefined) {
    if (call.store.value<boolean>('strict auth') === true) throw requiresAuthentication()
    return admitted(call, null)
  }
  const candidates = tokenCandidates(header)
  for (const value of candidates) {
    const principal = principalOf(call, value)
    if (principal !== null) return admitted(call, principal)
  }
  if (!acceptsJwt(call.operation)) throw badCredentials()
  const jwt = candidates.find(looksLikeJwt)
  if (jwt === undefined) throw tokenNotDecoded()
  return admitted(call, authenticateApp(call, jwt))
}

/** Counts the request, and asks whether the credentials of a GitHub App are good for it. */
function admitted(call: CodehostCall, principal: Principal | null): Principal | null {
  // The vendor does not count the request that asks how many are left.
  if (call.operation !== 'rate-limit/get') count(call, principal)
  return principal === null || principal.app === null ? principal : admitApp(call, principal, principal.app)
}

/** Counts the request; refuses it where the seed sets a rate limit and it is used up. */
function count(call: CodehostCall, principal: Principal | null): void {
  call.principal = principal
  if (call.store.value<number>('rate limit') !== undefined && rateLimitOf(call).remaining === 0) throw rateLimited(call)
  countRequest(call)
}

/** The principal of a token; null when it is unknown or has expired. Throws 403 for a suspended installation. */
function principalOf({ rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>, value: string): Principal | null {
  const token = rows.tokens.get(value)
  if (token === undefined) {
    const issued = value.startsWith('ghs_') ? rows.installationTokens.get(value) : undefined
    return issued === undefined ? null : installationPrincipal(rows, issued, clock.now())
  }
  if (token.expiresAt !== null && token.expiresAt <= clock.now()) return null
  if (token.clientId !== null) {
    const app = rows.apps.find('clientId', token.clientId)
    if (app !== undefined) return userPrincipal(rows, token, app)
  }
  const user = rows.accounts.require(token.userId)
  return { name: user.login, user, scopes: token.scopes, token, app: null }
}

/** The values of a header that may be a token, likeliest first. */
function tokenCandidates(header: string): string[] {
  const given = credentials(header)
  if (given === null) return []
  if (given.scheme === 'basic') return [given.password, given.username]
  return given.name === 'bearer' || given.name === 'token' ? [given.value] : []
}
