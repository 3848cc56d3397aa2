import { credentials } from '#core/auth.ts'
import { credentialedCrossOrigin } from '#core/http/cross-origin.ts'
import type { CrossOrigin } from '#core/service.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { trusts } from '#oidc-d/rules/trusted-origins.ts'

/**
 * The vendor's rules for pages of other origins: once an organization has trusted origins, only their pages may send
 * requests and read the answers, but for public documents and requests with an access token.
 * https://developer.okta.com/docs/guides/enable-cors/
 */
export const crossOrigin: CrossOrigin<OidcCall> = {
  preflight: (call) =>
    mayRead(call) ? credentialedCrossOrigin.preflight(call) : { status: 200, headers: { vary: 'Origin' }, body: null },
  headers: (call, answer) => (mayRead(call) ? credentialedCrossOrigin.headers(call, answer) : { vary: 'Origin' }),
  admits: (call, origin) => trusts(call, origin, 'CORS') === true,
}

/** Keys and metadata, which pages of every origin may read. */
const PUBLIC = /\/(?:\.well-known\/[a-z-]+|v1\/keys)$/

function mayRead(call: OidcCall): boolean {
  const origin = call.header('origin') ?? ''
  if (trusts(call, origin, 'CORS') !== false || new URL(call.origin).origin === origin) return true
  return PUBLIC.test(call.path) || hasAccessToken(call)
}

/** Returns whether a request has an access token, or a preflight asks for one. Such requests do not rest on cookies. */
function hasAccessToken(call: OidcCall): boolean {
  if (call.method === 'OPTIONS') {
    return (call.header('access-control-request-headers') ?? '').toLowerCase().split(/,\s*/).includes('authorization')
  }
  const sent = credentials(call.header('authorization') ?? '')
  return sent?.scheme === 'token' && (sent.name === 'bearer' || sent.name === 'dpop')
}
