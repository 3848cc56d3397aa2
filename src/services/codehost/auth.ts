import { credentials } from '#core/auth.ts'
import { authenticateApp, installationPrincipal, looksLikeJwt, userPrincipal } from './rules/apps/credentials.ts'
import type { CodehostCall, Principal } from './call.ts'
import { badCredentials, rateLimited, requiresAuthentication, tokenNotDecoded, unsupportedVersion } from './errors.ts'
import { countRequest, rateLimitOf } from './rules/rate-limits.ts'
import { admitApp, admitToken } from './rules/apps/gate.ts'
import { ALL_SCOPES } from './oauth/scopes.ts'
import { canUseJwt } from './rules/apps/permissions.ts'
import { isForJobs } from './rules/actions/job-tokens.ts'
import { asksForCredentials, isGitTransport } from './rules/git/transport.ts'
import { refuseMediaType } from './rules/media-type.ts'
import { API_VERSIONS } from './rules/api-versions.ts'

/**
 * Returns the principal of a request: `Authorization: Bearer`, `token`, or Basic with the token as the password or the
 * user name. Null without the header. A promise for a JWT of a GitHub App.
 * https://docs.github.com/rest/authentication/authenticating-to-the-rest-api
 */
export function authenticate(call: CodehostCall): Principal | null | Promise<Principal | null> {
  // These paths take the credentials of a client, which are not a token.
  if (call.path.startsWith('/login/') || call.path.startsWith('/applications/')) return null
  // These paths take the token of a job.
  if (isForJobs(call)) return null
  const version = call.header('x-github-api-version')
  if (version !== undefined && !API_VERSIONS.includes(version)) throw unsupportedVersion(version)
  const header = call.header('authorization')
  if (!isGitTransport(call)) refuseMediaType(call)
  // The vendor's limits are for its API.
  if (isGitTransport(call)) return gitPrincipal(call, header)
  if (header === undefined) {
    if (call.rows.strictAuth.get()) throw requiresAuthentication()
    return admitted(call, null)
  }
  const candidates = tokenCandidates(header)
  for (const value of candidates) {
    const principal = principalOf(call, value)
    if (principal !== null) return admitted(call, principal)
  }
  if (!canUseJwt(call.operation)) throw badCredentials()
  const jwt = candidates.find(looksLikeJwt)
  if (jwt === undefined) throw tokenNotDecoded()
  return admitted(call, authenticateApp(call, jwt))
}

/** Returns the principal of a request of git's own protocol. Its steps check the permissions of GitHub Apps. */
function gitPrincipal(call: CodehostCall, header: string | undefined): Principal | null {
  if (header === undefined) {
    if (call.rows.strictAuth.get()) throw asksForCredentials('Authentication required.')
    return null
  }
  for (const value of tokenCandidates(header)) {
    const principal = principalOf(call, value)
    if (principal !== null) return principal
  }
  throw asksForCredentials('Invalid username or token. Password authentication is not supported for Git operations.')
}

/** Counts the request, and checks the permissions of a GitHub App or a fine-grained token. */
function admitted(call: CodehostCall, principal: Principal | null): Principal | null {
  // The vendor does not count requests to read the rate limit.
  if (call.operation !== 'rate-limit/get') count(call, principal)
  if (principal?.fineGrained !== undefined) return admitToken(call, principal, principal.fineGrained)
  return principal === null || principal.app === null ? principal : admitApp(call, principal, principal.app)
}

/** Counts the request. Refuses it where the seed sets a rate limit that is used up. */
function count(call: CodehostCall, principal: Principal | null): void {
  call.principal = principal
  if (call.rows.rateLimit.get() !== undefined && rateLimitOf(call).remaining === 0) throw rateLimited(call)
  countRequest(call)
}

/**
 * Returns the principal of a token; null when the token is unknown or has expired.
 *
 * @throws 403 for a suspended installation.
 */
function principalOf({ rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>, value: string): Principal | null {
  const token = rows.tokens.get(value)
  if (token === undefined) {
    const issued = value.startsWith('ghs_') ? rows.installationTokens.get(value) : undefined
    return issued === undefined ? null : installationPrincipal(rows, issued, clock.now())
  }
  if (token.expiresAt !== null && token.expiresAt <= clock.now()) return null
  if (token.clientId !== null) {
    const app = rows.apps.find('clientId', token.clientId)
    if (app !== undefined) return userPrincipal(rows, token, app) // null: its installation is gone
  }
  const user = rows.accounts.require(token.userId)
  const { fineGrained } = token
  if (fineGrained === undefined) return { name: user.login, user, scopes: token.scopes, token, app: null }
  // The token is limited by its permissions, so its principal has all scopes.
  const limits = { ...fineGrained, publicOnly: false }
  return { name: user.login, user, scopes: ALL_SCOPES, token, app: null, fineGrained: limits }
}

/** Returns the values of a header that may be a token, the likeliest first. */
function tokenCandidates(header: string): string[] {
  const parsed = credentials(header)
  if (parsed === null) return []
  if (parsed.scheme === 'basic') return [parsed.password, parsed.username]
  return parsed.name === 'bearer' || parsed.name === 'token' ? [parsed.value] : []
}
