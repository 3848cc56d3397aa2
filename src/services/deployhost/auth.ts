import { credentials, isJsonOrRead } from '#core/auth.ts'
import type { DeployhostCall, Principal } from './call.ts'
import { badRequest, invalidToken, missingToken } from './errors.ts'

/** The scopes of an unrestricted token. */
export const ALL_SCOPES: readonly string[] = ['repo', 'admin:org', 'user']

/** Paths of sign-in and of everything else whose credentials, if any, are no API tokens. */
const OTHER_CREDENTIALS = [
  '/oauth/',
  '/login/',
  '/v2/oauth/',
  '/sign-in',
  '/ecfg_',
  '/v1/integrations/deploy/',
  '/oidc/',
  '/api/blob',
  '/blob/',
]

/**
 * Returns the principal of a request by its `Authorization: Bearer` header. A request without the header acts for the
 * first user of the seed, unless the seed sets `strict_auth`. https://vercel.com/docs/rest-api#authentication
 *
 * @throws 403 for an unknown token.
 */
export function authenticate(call: DeployhostCall): Principal | null {
  if (OTHER_CREDENTIALS.some((prefix) => call.path.startsWith(prefix))) return null
  const header = call.header('authorization')
  if (header === undefined) {
    requireJson(call)
    return withoutToken(call)
  }
  const credential = credentials(header)
  const principal =
    credential?.scheme === 'token' && credential.name === 'bearer' ? principalOf(call, credential.value) : null
  if (principal === null) throw invalidToken()
  return principal
}

/** Returns the principal of an access token; null when the token is unknown or has expired. */
export function principalOf({ rows, clock }: Pick<DeployhostCall, 'rows' | 'clock'>, value: string): Principal | null {
  const token = rows.tokens.find('value', value)
  if (token === undefined || (token.expiresAt !== null && token.expiresAt <= clock.now())) return null
  const user = rows.users.require(token.userId)
  return { name: user.username, user, scopes: token.scopes, token }
}

function withoutToken({ rows }: DeployhostCall): Principal {
  const first = rows.users.page('bySortKey', [], { offset: 0, limit: 1 }).rows[0]
  if (first === undefined || rows.strictAuth.get()) throw missingToken()
  return { name: first.username, user: first, scopes: ALL_SCOPES, token: null }
}

/** The operations whose body is a file, not JSON. */
const TAKES_FILES = new Set(['uploadFile', 'importRecords'])

/**
 * With a token any type is accepted, because the vendor's command line sends some bodies as text.
 *
 * @throws 400 for a change that comes without a token and not as JSON: a page of another site can send such a request
 * without a preflight, and it acts for a user here.
 */
function requireJson(call: DeployhostCall): void {
  if (TAKES_FILES.has(call.operation ?? '') || isJsonOrRead(call)) return
  throw badRequest('Invalid request: the content type should be "application/json".')
}
