import { json, type Answer } from '../core/answer.ts'
import { credentials } from '../core/auth.ts'
import { goodAccessToken } from './access-tokens.ts'
import { challenge } from './challenge.ts'
import type { OAuthAccessToken } from './collections.ts'
import type { OAuthContext, Profile } from './profile.ts'

/** What reading a bearer token needs of a call. */
export interface WithBearer {
  readonly method: string
  readonly query: URLSearchParams
  header(name: string): string | undefined
  form(): URLSearchParams
}

/** A request that needs an access token has none that is good. https://datatracker.ietf.org/doc/html/rfc6750#section-3.1 */
export class BearerFailure extends Error {
  override name = 'BearerFailure'
  readonly status: 400 | 401 | 403
  /** Null when there was no token at all. */
  readonly code: 'invalid_request' | 'invalid_token' | 'insufficient_scope' | null

  /** @param message What was expected and what came. */
  constructor(status: BearerFailure['status'], code: BearerFailure['code'], message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * The access token of a request: of its Authorization header, its form, or its query (RFC 6750 section 2).
 *
 * @throws BearerFailure when there is none, or more than one.
 */
export function bearerToken(call: WithBearer): string {
  const header = call.header('authorization')
  const given = header === undefined ? null : credentials(header)
  if (header !== undefined && (given?.scheme !== 'token' || given.name !== 'bearer')) {
    throw new BearerFailure(401, null, `the Authorization header is ${header.split(' ')[0] ?? ''}; expected Bearer`)
  }
  const isForm = call.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true
  const places = [
    given?.scheme === 'token' ? given.value : null,
    call.method === 'POST' && isForm ? call.form().get('access_token') : null,
    call.query.get('access_token'),
  ].filter((value): value is string => value !== null && value !== '')
  const [token, ...more] = places
  if (token === undefined) {
    throw new BearerFailure(401, null, 'there is no access token: expected Authorization: Bearer, or access_token')
  }
  if (more.length > 0) throw new BearerFailure(400, 'invalid_request', 'the access token came in more than one place')
  return token
}

/**
 * The access token of a request, if it is good.
 *
 * @throws BearerFailure
 */
export function accessTokenOf<X extends OAuthContext>(profile: Profile<X>, call: X & WithBearer): OAuthAccessToken {
  const value = bearerToken(call)
  const token = goodAccessToken(profile, call, value)
  if (token !== undefined) return token
  const expired = call.rows.oauthAccessTokens.get(value)?.expiresAt
  throw new BearerFailure(
    401,
    'invalid_token',
    expired === undefined || expired > call.clock.now()
      ? 'the access token was not issued here, was revoked, or the state was reset since'
      : `the access token expired at ${new Date(expired).toISOString()}`,
  )
}

/** Refuses a token that has none of these scopes. Throws BearerFailure insufficient_scope. */
export function requireScope({ scopes }: OAuthAccessToken, ...accepted: readonly string[]): void {
  if (accepted.some((scope) => scopes.includes(scope))) return
  throw new BearerFailure(
    403,
    'insufficient_scope',
    `the access token has the scopes ${scopes.join(' ') || '(none)'}; expected ${accepted.join(' or ')}`,
  )
}

/** The `WWW-Authenticate` header for a failure. */
export function bearerChallenge({ code, message }: BearerFailure, realm: string): string {
  return challenge('Bearer', { realm, ...(code === null ? {} : { error: code, error_description: message }) })
}

/** The answer to a failure where the vendor has no form of its own: the members of RFC 6750 as JSON and in the header. */
export function bearerAnswer(failure: BearerFailure, realm: string): Answer {
  const { status, code, message } = failure
  const body = { error: code ?? 'invalid_request', error_description: message }
  return json(body, status, { 'www-authenticate': bearerChallenge(failure, realm), 'cache-control': 'no-store' })
}
