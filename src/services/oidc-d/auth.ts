import { credentials, isJsonOrRead } from '#core/auth.ts'
import type { OidcCall, Principal } from './call.ts'
import { invalidProof, invalidSession, invalidToken, unsupportedMediaType } from './errors.ts'
import { possessionFlaw } from './oauth/proofs.ts'
import { tokenTypeOf } from './rules/tokens/bound-keys.ts'

/** Operations with which people sign in. Their requests have no token of the management API. */
const PUBLIC = [
  '/api/v1/authn',
  '/api/v1/sessions/me',
  '/oauth2/',
  '/idp/idx/',
  '/email/verify/',
  '/.well-known/',
  '/sign-in',
  '/login',
  '/signin',
  '/welcome',
  '/activate',
]

/** The path of an operation whose body is a certificate. */
const CERTIFICATE = /\/credentials\/csrs\/[^/]+\/lifecycle\/publish$/

/**
 * Returns the principal of a request: of `Authorization: SSWS` with an API token, or of `Bearer` with an access token
 * of the organization's server. Without the header it is the first user, unless the seed sets `strict_auth`.
 * https://developer.okta.com/docs/api/openapi/okta-management/guides/overview/
 *
 * @throws 400 for a change of the API that is not JSON.
 */
export function authenticate(call: OidcCall): Principal | null {
  if (call.path.startsWith('/api/') && !isJsonOrRead(call) && !CERTIFICATE.test(call.path)) throw unsupportedMediaType()
  const header = call.header('authorization')
  if (PUBLIC.some((prefix) => call.path.startsWith(prefix))) {
    // An application that is trusted gets the recovery token itself.
    if (header === undefined || !/^\/api\/v1\/authn\/recovery\/(password|unlock)$/.test(call.path)) return null
  }
  if (header === undefined) return withoutToken(call)
  const sent = credentials(header)
  if (sent?.scheme !== 'token') throw invalidToken()
  const ssws = sent.name === 'ssws'
  if (!ssws && sent.name !== 'bearer' && sent.name !== 'dpop') throw invalidToken()
  const apiToken = sent.name === 'dpop' ? null : ofApiToken(call, sent.value, ssws)
  const principal = apiToken ?? (ssws ? null : ofAccessToken(call, sent.value))
  if (principal === null) throw invalidToken()
  return principal
}

/** Returns the owner of an API token; null when the token is unknown or its owner may no longer sign in. */
function ofApiToken({ rows }: OidcCall, value: string, ssws: boolean): Principal | null {
  const token = rows.apiTokens.get(value)
  if (token === undefined) return null
  const user = rows.users.require(token.userId)
  if (user.status === 'DEPROVISIONED' || user.status === 'SUSPENDED') return null
  return { name: user.profile.login, user, scopes: token.scopes, by: ssws ? 'SSWS' : 'Bearer' }
}

/**
 * Returns the principal of an access token of the organization's authorization server, with its `okta.*` scopes; null
 * when the token is unknown or no longer valid.
 *
 * @throws 400 when it is bound to a key that the request does not prove.
 */
function ofAccessToken(call: OidcCall, value: string): Principal | null {
  const { rows, clock } = call
  const token = rows.oauthAccessTokens.get(value)
  // Tokens of custom servers have other audiences.
  if (token === undefined || token.expiresAt <= clock.now() || token.server !== '') return null
  const user = token.userId === null ? null : (rows.users.get(token.userId) ?? null)
  if (user?.status === 'DEPROVISIONED' || user?.status === 'SUSPENDED') return null
  const flaw = possessionFlaw(call, token)
  if (flaw !== null) throw invalidProof(call, flaw)
  return { name: user?.profile.login ?? token.clientId, user, scopes: token.scopes, by: tokenTypeOf(token) }
}

function withoutToken({ rows }: OidcCall): Principal {
  const first = rows.users.page('byLife', ['live'], { offset: 0, limit: 1 }).rows[0]
  if (first === undefined || rows.strictAuth.get()) throw invalidSession()
  return { name: first.profile.login, user: first, scopes: 'all', by: 'nothing' }
}
