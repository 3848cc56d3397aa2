import { json } from '../../core/answer.ts'
import { Failure, type Dialect } from '../../core/errors.ts'
import type { OidcCall } from './call.ts'

/** A failure in the form of OAuth: `error` and `error_description`. */
function refusal(status: number, error: string, description: string, headers: Record<string, string> = {}): Failure {
  return new Failure(status, description, { error }, headers)
}

/** 400 for a body that is not a form. */
export function notAForm(contentType: string): Failure {
  return refusal(400, 'invalid_request', `content-type is ${contentType}; expected application/x-www-form-urlencoded`)
}

/** The refusals of Apple's sign-in. */
export const dialect: Dialect<OidcCall> = {
  failure: ({ status, message, details, headers }) =>
    json({ error: details['error'] ?? 'server_error', error_description: message }, status, { ...headers }),
  unknownRoute: (hint) => refusal(501, 'not_implemented', hint),
  internal: () => refusal(500, 'server_error', 'Internal error; the request record has its cause'),
  malformed: (reason) => refusal(400, 'invalid_request', `The body is not JSON: ${reason}`),
  invalid: (problems) =>
    refusal(400, 'invalid_request', problems.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ')),
  named: {
    rate_limited: () => refusal(429, 'too_many_requests', 'Too many requests', { 'retry-after': '60' }),
    unavailable: () => refusal(503, 'temporarily_unavailable', 'The service is temporarily unavailable'),
    server_error: () => refusal(500, 'server_error', 'Internal error'),
  },
}
