import { json, type Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { validAccessToken } from '../tokens/access-tokens.ts'
import { challenge } from './challenge.ts'
import type { OAuthAccessToken } from '../collections.ts'
import type { BearerRequest, OAuthContext } from '../context.ts'
import type { Server } from '../profile.ts'

/** The refusal of a request without a valid access token. https://datatracker.ietf.org/doc/html/rfc6750#section-3.1 */
export class BearerFailure extends Error {
  override name = 'BearerFailure'
  readonly status: 400 | 401 | 403
  /** Null when there was no token. */
  readonly code: 'invalid_request' | 'invalid_token' | 'insufficient_scope' | 'invalid_dpop_proof' | null

  /** @param message What was expected and what came. */
  constructor(status: BearerFailure['status'], code: BearerFailure['code'], message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Returns the access token in a request's Authorization header, form or query (RFC 6750 section 2).
 *
 * @param schemes The accepted schemes of the header, in lower case.
 * @throws BearerFailure when there is none, or more than one.
 */
export function bearerToken(call: BearerRequest, schemes: readonly string[] = ['bearer']): string {
  const header = call.header('authorization')
  const fromHeader = header === undefined ? null : credentials(header)
  if (header !== undefined && (fromHeader?.scheme !== 'token' || !schemes.includes(fromHeader.name))) {
    throw new BearerFailure(401, null, `the Authorization header is ${header.split(' ')[0] ?? ''}; expected Bearer`)
  }
  const isForm = call.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true
  const places = [
    fromHeader?.scheme === 'token' ? fromHeader.value : null,
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
 * Returns the access token of a request.
 *
 * @throws BearerFailure when there is none, or it is not valid.
 */
export function requireAccessToken<X extends OAuthContext>(server: Server<X, BearerRequest>): OAuthAccessToken {
  const { profile, context } = server
  const value = bearerToken(context, profile.checkPossession === undefined ? ['bearer'] : ['bearer', 'dpop'])
  const token = validAccessToken(server, value)
  if (token !== undefined) {
    profile.checkPossession?.(context, token)
    return token
  }
  const expired = context.rows.oauthAccessTokens.get(value)?.expiresAt
  throw new BearerFailure(
    401,
    'invalid_token',
    expired === undefined || expired > context.clock.now()
      ? 'the access token was not issued here, was revoked, or the state was reset since'
      : `the access token expired at ${new Date(expired).toISOString()}`,
  )
}

/**
 * Refuses a token that has none of the accepted scopes.
 *
 * @throws BearerFailure insufficient_scope.
 */
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

/**
 * The answer to a failure at a vendor without a format of its own: the members of RFC 6750 as JSON and in the header.
 */
export function bearerAnswer(failure: BearerFailure, realm: string): Answer {
  const { status, code, message } = failure
  const body = { error: code ?? 'invalid_request', error_description: message }
  return json(body, status, { 'www-authenticate': bearerChallenge(failure, realm), 'cache-control': 'no-store' })
}
