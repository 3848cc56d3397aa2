import { json, type Answer } from '../../core/answer.ts'
import { Failure, type Dialect } from '../../core/errors.ts'
import { bearerChallenge, type BearerFailure } from '../../oauth/bearer.ts'
import type { OidcCall } from './call.ts'

/** A failure in the form of OAuth: `error` and `error_description`. */
function refusal(status: number, error: string, description: string, headers: Record<string, string> = {}): Failure {
  return new Failure(status, description, { error }, headers)
}

/** The tokeninfo endpoint's failure for a token that is unknown, expired or another server's. */
export function invalidValue(message: string): Failure {
  return refusal(400, 'invalid_token', `Invalid Value: ${message}`)
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

/** The refusals of Google's sign-in. */
export const dialect: Dialect<OidcCall> = {
  failure: ({ status, message, details, headers }) =>
    json({ error: details['error'] ?? 'server_error', error_description: message }, status, { ...headers }),
  unknownRoute: (hint) => refusal(501, 'not_implemented', hint),
  internal: () => refusal(500, 'server_error', 'Internal error; the request record has its cause'),
  malformed: (reason) => refusal(400, 'invalid_request', `The body is not JSON: ${reason}`),
  invalid: (problems) =>
    refusal(400, 'invalid_request', problems.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ')),
  named: {
    rate_limited: () => refusal(429, 'rate_limit_exceeded', 'Rate Limit Exceeded', { 'retry-after': '60' }),
    unavailable: () => refusal(503, 'temporarily_unavailable', 'The service is currently unavailable.'),
    server_error: () => refusal(500, 'internal_failure', 'Backend Error'),
  },
}
