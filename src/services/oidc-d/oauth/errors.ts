import type { OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { Members } from '#oauth/context.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { errorIdOf } from '#oidc-d/errors/ids.ts'

/**
 * Returns the error members of a failed sign-in: Okta's error and sentence, followed by the expected and the actual
 * value. https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
 */
export function errorMembers(failure: OAuthFailure): Members {
  const { message } = failure
  const [error, sentence] = wordingOf(failure)
  const members = { error, error_description: sentence === null ? message : `${sentence} ${message}` }
  return failure.code === 'mfa_required' ? { ...members, ...failure.details } : members
}

/**
 * Returns the body of an error answer to a client. For an unknown `client_id` the vendor's answer has the form of the
 * management API; this one has the members of both forms.
 */
export function errorBody(failure: OAuthFailure, context: SignInContext): Claims {
  const members = errorMembers(failure)
  if (failure.code !== 'invalid_client' || failure.problem?.reason !== 'unknown') return members
  return {
    errorCode: 'invalid_client',
    errorSummary: UNKNOWN_CLIENT,
    errorLink: 'invalid_client',
    errorId: errorIdOf(context),
    errorCauses: [],
    ...members,
  }
}

/** Returns the title and the status of Okta's error page. */
export function errorPage({ about, title }: RequestRefused): { readonly title: string; readonly status: number } {
  switch (about) {
    case 'client':
      return { title: UNKNOWN_CLIENT, status: 400 }
    case 'missing redirect_uri':
      return { title: "The authentication request has an invalid 'redirect_uri' parameter.", status: 400 }
    case 'redirect_uri':
      return { title: mustBe('redirect_uri', 'Login'), status: 400 }
    case 'post_logout_redirect_uri':
      return { title: mustBe('post_logout_redirect_uri', 'Logout'), status: 400 }
    case 'request':
      return { title, status: 400 }
  }
}

const UNKNOWN_CLIENT = "Invalid value for 'client_id' parameter."

function mustBe(parameter: string, kind: 'Login' | 'Logout'): string {
  return `The '${parameter}' parameter must be a ${kind} redirect URI in the client app settings`
}

type Worded = readonly [error: string, sentence: string | null]

/** Returns the vendor's error, and its sentence where it is known. */
function wordingOf(failure: OAuthFailure): Worded {
  const { code, culprit, problem } = failure
  switch (code) {
    case 'invalid_client':
      return [code, wordedClient(problem)]
    case 'invalid_grant':
      return wordedGrant(culprit, problem)
    case 'invalid_request':
      return wordedRequest(problem)
    case 'invalid_scope':
      return [code, wordedScope(failure)]
    case 'access_denied':
      return [code, wordedDenial(failure)]
    case 'unsupported_grant_type':
      return [code, 'The authorization grant type is not supported by the authorization server.']
    case 'unauthorized_client':
      if (problem?.parameter !== 'grant_type') return [code, null]
      return [code, 'The client is not authorized to use the provided grant type.']
    case 'unsupported_response_type':
      return [code, 'The response type is not supported by the authorization server.']
    case 'login_required':
      return [code, 'The client specified not to prompt, but the user is not logged in.']
    case 'authorization_pending':
      if (problem?.parameter === 'oob_code') return [code, null]
      return [code, 'The device authorization is pending. Please try again later.']
    default:
      return [code, null]
  }
}

function wordedClient(problem: OAuthFailure['problem']): string {
  if (problem?.parameter === 'client_assertion' && problem.reason === 'mismatched') {
    return 'Client Credentials requests to the Org Authorization Server must use the private_key_jwt token_endpoint_auth_method.'
  }
  if (problem?.reason === 'unknown') return UNKNOWN_CLIENT
  if (problem?.reason === 'mismatched') return 'The client secret supplied for a confidential client is invalid.'
  return 'Client authentication failed. Either the client or the client credentials are invalid.'
}

function wordedGrant(culprit: OAuthFailure['culprit'], problem: OAuthFailure['problem']): Worded {
  if (problem?.reason === 'missing' && culprit !== 'verifier' && culprit !== 'redirect_uri')
    return ['invalid_request', null]
  switch (culprit) {
    case 'code':
      return ['invalid_grant', `The ${codeOf(problem)} code is invalid or has expired.`]
    case 'redirect_uri':
      return [
        'invalid_grant',
        "The 'redirect_uri' does not match the redirection URI used in the authorization request.",
      ]
    case 'verifier':
      return ['invalid_grant', 'PKCE verification failed.']
    case 'refresh_token':
      return ['invalid_grant', 'The refresh token is invalid or expired.']
    case 'device_code':
      return ['invalid_grant', 'The device code is invalid or has expired.']
    case 'user':
      return ['invalid_grant', 'The credentials provided were invalid.']
    default:
      return ['invalid_grant', null]
  }
}

function codeOf(problem: OAuthFailure['problem']): string {
  return problem?.parameter === 'interaction_code' ? 'interaction' : 'authorization'
}

function wordedRequest(problem: OAuthFailure['problem']): Worded {
  if (problem?.parameter === 'response_mode') {
    return ['unsupported_response_mode', 'The response mode is not supported by the authorization server.']
  }
  if (problem?.parameter === 'credentials') {
    return ['invalid_request', 'Cannot supply multiple client credentials.']
  }
  return ['invalid_request', null]
}

function wordedScope({ problem }: OAuthFailure): string {
  return problem?.reason === 'missing'
    ? "The authorization server resource does not have any configured default scopes, 'scope' must be provided."
    : 'One or more scopes are not configured for the authorization server resource.'
}

function wordedDenial({ culprit, problem }: OAuthFailure): string {
  if (culprit === 'user') return 'User is not assigned to the client application.'
  return problem?.reason === 'cancelled' || culprit === 'device_code'
    ? 'The resource owner or authorization server denied the request.'
    : 'Policy evaluation failed for this request, please check the policy configurations.'
}
