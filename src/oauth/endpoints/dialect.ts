import { json } from '#core/answer.ts'
import { Failure, type Dialect } from '#core/errors.ts'

/**
 * A failure in the form of OAuth: `error` and `error_description`.
 * https://datatracker.ietf.org/doc/html/rfc6749#section-5.2
 */
export function oauthFailure(
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Failure {
  return new Failure(status, description, { error }, headers)
}

/**
 * Returns the dialect of a vendor whose errors all have the form of OAuth. `named` are the failures that faults can
 * name.
 */
export function oauthDialect<C>(named: NonNullable<Dialect<C>['named']>): Dialect<C> {
  return {
    failure: ({ status, message, details, headers }) =>
      json({ error: details['error'] ?? 'server_error', error_description: message }, status, { ...headers }),
    unknownRoute: (hint) => oauthFailure(501, 'not_implemented', hint),
    internal: () => oauthFailure(500, 'server_error', 'Internal error; the request record has its cause'),
    malformed: (reason) => oauthFailure(400, 'invalid_request', `The body is not JSON: ${reason}`),
    invalid: (problems) =>
      oauthFailure(400, 'invalid_request', problems.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ')),
    named,
  }
}
