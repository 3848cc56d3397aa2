import { oauthDialect, oauthFailure } from '#oauth/endpoints/dialect.ts'
import { json, type Answer } from '#core/answer.ts'
import { Failure, type Dialect } from '#core/errors.ts'
import { bearerChallenge, type BearerFailure } from '#oauth/endpoints/bearer.ts'
import type { OidcCall } from './call.ts'

/**
 * A failure in the form of Google's APIs. https://cloud.google.com/apis/design/errors#http_mapping
 *
 * @param code The vendor's name of the status: `PERMISSION_DENIED`.
 */
export function apiFailure(status: number, code: string, message: string): Failure {
  return new Failure(status, message, { api: code })
}

/** The failure of an API for a request without a valid token. */
export function apiRefusal(failure: BearerFailure): Failure {
  const [status, sentence] = wordedForApi(failure)
  return apiFailure(failure.status, status, `${sentence} ${failure.message}`)
}

/** The tokeninfo endpoint's failure for a token that is unknown, expired or another server's. */
export function invalidValue(message: string): Failure {
  return oauthFailure(400, 'invalid_token', `Invalid Value: ${message}`)
}

/** The answer of the newer userinfo endpoints to a request without a valid token. */
export function invalidCredentials(failure: BearerFailure): Answer {
  const { code, message } = failure
  const body =
    code === 'insufficient_scope'
      ? { error: code, error_description: `Request had insufficient authentication scopes: ${message}` }
      : { error: 'invalid_request', error_description: `Invalid Credentials: ${message}` }
  return refusal(failure, body)
}

const EXPECTED =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. ' +
  'See https://developers.google.com/identity/sign-in/web/devconsole-project.'

/**
 * The answer of the older userinfo endpoints, which have the errors of Google's APIs.
 * https://cloud.google.com/apis/design/errors#http_mapping
 */
export function unauthenticated(failure: BearerFailure): Answer {
  const { status: code, message: reason } = failure
  const [status, sentence] = wordedForApi(failure)
  return refusal(failure, { error: { code, message: `${sentence} ${reason}`, status } })
}

/** Returns the vendor's status and sentence. */
function wordedForApi({ code }: BearerFailure): readonly [status: string, sentence: string] {
  switch (code) {
    case null:
      return ['UNAUTHENTICATED', `Request is missing required authentication credential. ${EXPECTED}`]
    case 'invalid_token':
      return ['UNAUTHENTICATED', `Request had invalid authentication credentials. ${EXPECTED}`]
    case 'insufficient_scope':
      return ['PERMISSION_DENIED', 'Request had insufficient authentication scopes.']
    case 'invalid_request':
    case 'invalid_dpop_proof':
      return ['INVALID_ARGUMENT', 'Request contains an invalid argument.']
  }
}

function refusal(failure: BearerFailure, body: object): Answer {
  return json(body, failure.status, {
    'www-authenticate': bearerChallenge(failure, 'https://accounts.google.com/'),
    'cache-control': 'no-store',
  })
}

const oauth: Dialect<OidcCall> = oauthDialect({
  rate_limited: () => oauthFailure(429, 'rate_limit_exceeded', 'Rate Limit Exceeded', { 'retry-after': '60' }),
  unavailable: () => oauthFailure(503, 'temporarily_unavailable', 'The service is currently unavailable.'),
  server_error: () => oauthFailure(500, 'internal_failure', 'Backend Error'),
})

/** The error answers of Google's sign-in, and of the API of service accounts. */
export const dialect: Dialect<OidcCall> = {
  ...oauth,
  failure(failure, call) {
    const { status: code, message, details, headers } = failure
    if (typeof details['api'] !== 'string') return oauth.failure(failure, call)
    return json({ error: { code, message, status: details['api'] } }, code, { ...headers })
  },
}
