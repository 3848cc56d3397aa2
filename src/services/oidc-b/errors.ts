import { oauthDialect, oauthFailure } from '#oauth/endpoints/dialect.ts'
import type { Dialect, Failure } from '#core/errors.ts'
import type { OidcCall } from './call.ts'

/** 400 for a body that is not a form. */
export function notAForm(contentType: string): Failure {
  return oauthFailure(
    400,
    'invalid_request',
    `content-type is ${contentType}; expected application/x-www-form-urlencoded`,
  )
}

/** The error answers of Apple's sign-in. */
export const dialect: Dialect<OidcCall> = oauthDialect({
  rate_limited: () => oauthFailure(429, 'too_many_requests', 'Too many requests', { 'retry-after': '60' }),
  unavailable: () => oauthFailure(503, 'temporarily_unavailable', 'The service is temporarily unavailable'),
  server_error: () => oauthFailure(500, 'server_error', 'Internal error'),
})
