import type { OAuthFailure, RequestRefused } from '../../oauth/failure.ts'
import type { Members } from '../../oauth/context.ts'

/**
 * What Apple says of a failed sign-in: its own error and, where it has one, its sentence; after it what was expected and what
 * came. Someone who cancels is an error and nothing else.
 * https://developer.apple.com/documentation/technotes/tn3107-resolving-sign-in-with-apple-response-errors
 */
export function errorMembers(failure: OAuthFailure): Members {
  const { code, culprit, problem, message } = failure
  if (code === 'access_denied') return { error: 'user_cancelled_authorize' }
  // A grant without its code or token is a request that is not whole.
  const incomplete = code === 'invalid_grant' && problem?.reason === 'missing' && culprit !== 'verifier'
  const error = incomplete && culprit !== 'redirect_uri' ? 'invalid_request' : code
  const sentence = error === 'invalid_grant' ? grantSentence(failure) : null
  return { error, error_description: sentence === null ? message : `${sentence} ${message}` }
}

/** The status that goes with it. */
export function errorStatus(): number {
  return 400
}

/** What Apple heads its error page with. */
export function refusal({ about }: RequestRefused): { readonly title: string; readonly status: number } {
  if (about === 'client') return { title: 'invalid_client', status: 400 }
  const title = about === 'redirect_uri' ? 'invalid_request: Invalid web redirect url.' : 'invalid_request'
  return { title, status: 400 }
}

/** The vendor's sentence for a grant that is not good; null where it is not known to have one. */
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
