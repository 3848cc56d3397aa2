import type { OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import type { Members } from '#oauth/context.ts'

/**
 * Words a failure as Apple does: its own error and, if it has one, its sentence, followed by what was expected and what
 * came. A cancelled sign-in has an error without a description.
 * https://developer.apple.com/documentation/technotes/tn3107-resolving-sign-in-with-apple-response-errors
 */
export function errorMembers(failure: OAuthFailure): Members {
  const { code, culprit, problem, message } = failure
  if (code === 'access_denied') return { error: 'user_cancelled_authorize' }
  // Apple treats a missing code or refresh token as an incomplete request.
  const incomplete = code === 'invalid_grant' && problem?.reason === 'missing' && culprit !== 'verifier'
  const error = incomplete && culprit !== 'redirect_uri' ? 'invalid_request' : code
  const sentence = error === 'invalid_grant' ? grantSentence(failure) : null
  return { error, error_description: sentence === null ? message : `${sentence} ${message}` }
}

/** Returns the status of a failure. */
export function errorStatus(): number {
  return 400
}

/** Returns the title and status of Apple's error page. */
export function errorPage({ about }: RequestRefused): { readonly title: string; readonly status: number } {
  if (about === 'client') return { title: 'invalid_client', status: 400 }
  const isRedirect = about === 'redirect_uri' || about === 'missing redirect_uri'
  const title = isRedirect ? 'invalid_request: Invalid web redirect url.' : 'invalid_request'
  return { title, status: 400 }
}

/** Returns the vendor's sentence for an invalid grant; null when it is not known to have one. */
function grantSentence({ culprit, problem }: OAuthFailure): string | null {
  switch (culprit) {
    case 'code':
      if (problem?.reason === 'used') return 'The code has already been used.'
      if (problem?.reason === 'other client') return 'client_id mismatch.'
      return 'The code has expired or has been revoked.'
    case 'redirect_uri':
      return 'redirect_uri mismatch.'
    case 'refresh_token':
      return 'The token has expired or has been revoked.'
    case 'device_code':
    case 'user':
    case 'verifier':
    case null:
      return null
  }
}
