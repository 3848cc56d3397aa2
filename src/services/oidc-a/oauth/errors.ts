import type { OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import type { Members } from '#oauth/context.ts'
import { AssertionFailure } from '#oidc-a/errors/assertions.ts'

/**
 * Words a failure as Google does: its own error and sentence, followed by what was expected and what came.
 * https://developers.google.com/identity/protocols/oauth2/web-server#exchange-errors
 */
export function errorMembers(failure: OAuthFailure): Members {
  const [error, sentence] = worded(failure)
  const description = sentence === failure.message ? sentence : `${sentence} ${failure.message}`
  return { error, error_description: description }
}

/**
 * Returns the status of a failure.
 * https://developers.google.com/identity/protocols/oauth2/limited-input-device#allowed-response-codes
 */
export function errorStatus({ code, problem }: OAuthFailure): number {
  switch (code) {
    case 'invalid_client':
      return problem?.reason === 'missing' ? 400 : 401
    case 'authorization_pending':
      return 428
    case 'slow_down':
    case 'access_denied':
      return 403
    default:
      return 400
  }
}

/** Returns the title and status of Google's error page. */
export function errorPage({ about, status }: RequestRefused): { readonly title: string; readonly status: number } {
  if (about === 'client' && status === 404) return { title: 'Error 401: invalid_client', status: 401 }
  const error = about === 'redirect_uri' ? 'redirect_uri_mismatch' : 'invalid_request'
  return { title: `Error 400: ${error}`, status: 400 }
}

/** Returns the vendor's error and sentence for a failure. */
function worded(failure: OAuthFailure): readonly [error: string, sentence: string] {
  const { code, culprit, problem, message } = failure
  if (failure instanceof AssertionFailure) return [code, failure.sentence]
  const parameter = problem?.parameter ?? ''
  switch (code) {
    case 'invalid_client':
      if (problem?.reason === 'unknown') return [code, 'The OAuth client was not found.']
      if (problem?.reason === 'missing' && problem.parameter === 'client_secret') {
        return ['invalid_request', 'client_secret is missing.']
      }
      if (problem?.reason === 'missing') return ['invalid_request', 'Could not determine client ID from request.']
      return [code, 'The provided client secret is invalid.']
    case 'invalid_grant':
      return wordedGrant(culprit, problem?.reason)
    case 'invalid_request':
      return [code, problem?.reason === 'missing' ? `Missing required parameter: ${parameter}.` : message]
    case 'unsupported_grant_type':
      return [code, 'Invalid grant_type:']
    case 'invalid_token':
      return [code, 'Token expired or revoked']
    case 'authorization_pending':
      return [code, 'Precondition Required']
    case 'slow_down':
      return [code, 'Forbidden']
    default:
      return [code, message]
  }
}

function wordedGrant(
  culprit: OAuthFailure['culprit'],
  reason: NonNullable<OAuthFailure['problem']>['reason'] | undefined,
): readonly [error: string, sentence: string] {
  switch (culprit) {
    case 'redirect_uri':
      return ['redirect_uri_mismatch', 'Bad Request']
    case 'verifier':
      return ['invalid_grant', reason === 'missing' ? 'Missing code verifier.' : 'Invalid code verifier.']
    case 'code':
      if (reason === 'missing') return ['invalid_request', 'Missing required parameter: code']
      return ['invalid_grant', reason === 'unknown' ? 'Malformed auth code.' : 'Bad Request']
    case 'refresh_token':
      if (reason === 'missing') return ['invalid_request', 'Missing required parameter: refresh_token']
      return ['invalid_grant', 'Token has been expired or revoked.']
    case 'device_code':
      if (reason === 'missing') return ['invalid_request', 'Missing required parameter: device_code']
      return ['invalid_grant', 'Malformed device code.']
    case 'user':
    case null:
      return ['invalid_grant', 'Bad Request']
  }
}
