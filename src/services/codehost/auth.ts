import { credentials } from '../../core/auth.ts'
import type { CodehostCall, Principal } from './call.ts'
import { badCredentials, rateLimited, requiresAuthentication, unsupportedVersion } from './errors.ts'
import { countRequest, rateLimitOf } from './finish.ts'
import { API_VERSIONS } from './versions.ts'

/**
 * Who a request acts for: `Authorization: Bearer`, `token`, or Basic with the token as the password or the user name.
 * No header: a stranger. https://docs.github.com/rest/authentication/authenticating-to-the-rest-api
 */
export function authenticate(call: CodehostCall): Principal | null {
  // Signing in is what a request without a token is for, and the credentials of its client are no token.
  if (call.path.startsWith('/login/') || call.path.startsWith('/applications/')) return null
  const version = call.header('x-github-api-version')
  if (version !== undefined && !API_VERSIONS.includes(version)) throw unsupportedVersion(version)
  const header = call.header('authorization')
  const principal = header === undefined ? null : fromHeader(call, header)
  if (principal === null && call.store.value<boolean>('strict auth') === true) throw requiresAuthentication()
  // The vendor does not count the request that asks how many are left.
  if (call.operation !== 'rate-limit/get') admit(call, principal)
  return principal
}

function fromHeader(call: CodehostCall, header: string): Principal {
  const principal = tokenCandidates(header)
    .map((value) => principalOf(call, value))
    .find((each) => each !== null)
  if (principal === undefined || principal === null) throw badCredentials()
  return principal
}

/** Counts the request; refuses it where the seed sets a rate limit and it is used up. */
function admit(call: CodehostCall, principal: Principal | null): void {
  call.principal = principal
  if (call.store.value<number>('rate limit') !== undefined && rateLimitOf(call).remaining === 0) throw rateLimited(call)
  countRequest(call)
}

/** The principal of a token; null when it is unknown or has expired. */
function principalOf({ rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>, value: string): Principal | null {
  const token = rows.tokens.get(value)
  if (token === undefined || (token.expiresAt !== null && token.expiresAt <= clock.now())) return null
  const user = rows.accounts.require(token.userId)
  return { name: user.login, user, scopes: token.scopes, token }
}

/** The values of a header that may be a token, likeliest first. */
function tokenCandidates(header: string): string[] {
  const given = credentials(header)
  if (given === null) return []
  if (given.scheme === 'basic') return [given.password, given.username]
  return given.name === 'bearer' || given.name === 'token' ? [given.value] : []
}
