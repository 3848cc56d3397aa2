import { oauthDialect, oauthFailure } from '#oauth/endpoints/dialect.ts'
import { json, type Answer } from '#core/answer.ts'
import type { Dialect, Failure } from '#core/errors.ts'
import { bearerChallenge, type BearerFailure } from '#oauth/endpoints/bearer.ts'
import type { OidcCall } from './call.ts'

/** The tokeninfo endpoint's failure for a token that is unknown, expired or another server's. */
export function invalidValue(message: string): Failure {
  return oauthFailure(400, 'invalid_token', `Invalid Value: ${message}`)
}

/** The userinfo endpoint's answer to a request without a valid token. */
export function invalidCredentials(failure: BearerFailure): Answer {
  const { status, code, message } = failure
  const body =
    code === 'insufficient_scope'
      ? { error: code, error_description: `Request had insufficient authentication scopes: ${message}` }
      : { error: 'invalid_request', error_description: `Invalid Credentials: ${message}` }
  return json(body, status, {
    'www-authenticate': bearerChallenge(failure, 'https://accounts.google.com/'),
    'cache-control': 'no-store',
  })
}

/** The error answers of Google's sign-in. */
export const dialect: Dialect<OidcCall> = oauthDialect({
  rate_limited: () => oauthFailure(429, 'rate_limit_exceeded', 'Rate Limit Exceeded', { 'retry-after': '60' }),
  unavailable: () => oauthFailure(503, 'temporarily_unavailable', 'The service is currently unavailable.'),
  server_error: () => oauthFailure(500, 'internal_failure', 'Backend Error'),
})
