import { ownMember } from '#core/objects.ts'
import type { Culprit, RequestProblem, OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { Members } from '#oauth/context.ts'
import { StsFailure, stsErrorJson, type StsErrorContext, type Words } from '#oidc-c/errors/sts.ts'

/**
 * The members of a failure in a redirect.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#error-response
 */
export function errorMembers(failure: OAuthFailure, context: StsErrorContext): Members {
  const words = worded(failure, 'redirect')
  const { error, error_description, error_uri } = stsErrorJson(words, failure.message, context)
  return { error, error_description, error_uri }
}

/**
 * The body of a failure at an endpoint for clients.
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes#handling-error-codes-in-your-application
 */
export function errorBody(failure: OAuthFailure, context: StsErrorContext): Claims {
  return { ...stsErrorJson(worded(failure, 'body'), failure.message, context) }
}

/** Returns the status of a failure. */
export function errorStatus(failure: OAuthFailure): number {
  return worded(failure, 'body').error === 'invalid_client' ? 401 : 400
}

/** Returns the title and status of the vendor's error page. */
export function errorPage({ about, status }: RequestRefused): {
  readonly title: string
  readonly status: number
} {
  return { title: titleOf(about, status), status: 400 }
}

function titleOf(about: RequestRefused['about'], status: number): string {
  if (about === 'client') {
    return status === 404 ? 'AADSTS700016: Application not found' : 'AADSTS900144: client_id is not right'
  }
  if (about === 'missing redirect_uri') return 'AADSTS900971: No reply address provided'
  if (about === 'redirect_uri') return 'AADSTS50011: The redirect URI is not one of the application’s'
  return 'Sorry, but we’re having trouble signing you in'
}

/** Returns the vendor's error, number and sentence for a failure. */
function worded(failure: OAuthFailure, where: 'redirect' | 'body'): Words {
  const { code, culprit, problem } = failure
  if (failure instanceof StsFailure) {
    // A redirect for prompt=none names the missing step; the token endpoint answers invalid_grant.
    return where === 'redirect' && code === 'consent_required' ? { ...failure.words, error: code } : failure.words
  }
  switch (code) {
    case 'invalid_client':
      return wordedClient(problem)
    case 'invalid_grant':
      return wordedGrant(culprit, problem)
    case 'invalid_request':
      return wordedRequest(problem)
    case 'access_denied':
      return culprit === 'device_code'
        ? { error: 'authorization_declined', number: 65004, sentence: 'User declined to consent to access the app.' }
        : { error: code, number: 65004, sentence: 'User declined to consent to access the app.' }
    default: {
      const [number, sentence] = ownMember(OTHERS, code) ?? [
        9002313,
        'Invalid request. Request is malformed or invalid.',
      ]
      return { error: code, number, sentence }
    }
  }
}

const OTHERS: Readonly<Record<string, readonly [number: number, sentence: string]>> = {
  account_selection_required: [16000, 'User account selection is required.'],
  authorization_pending: [70016, 'OAuth 2.0 device flow error. Authorization is pending. Continue polling.'],
  consent_required: [65001, 'The user or administrator has not consented to use the application.'],
  expired_token: [
    70020,
    "The provided value for the input parameter 'device_code' is not valid. This device code has expired.",
  ],
  interaction_required: [50058, 'Session information is not sufficient for single-sign-on.'],
  invalid_scope: [70011, "The provided value for the input parameter 'scope' is not valid."],
  login_required: [50058, 'A silent sign-in request was sent but no user is signed in.'],
  request_not_supported: [901002, "The 'request' request parameter is not supported."],
  request_uri_not_supported: [901003, "The 'request_uri' request parameter is not supported."],
  slow_down: [70016, 'OAuth 2.0 device flow error. Authorization is pending. Continue polling.'],
  unauthorized_client: [70001, 'The application is not allowed to make this request.'],
  unsupported_grant_type: [70003, 'The app requested an unsupported grant type.'],
  unsupported_response_type: [70005, 'The app requested an unsupported response type.'],
}

function wordedClient(problem: RequestProblem | null): Words {
  const error = 'invalid_client'
  if (problem?.reason === 'unknown') {
    const sentence =
      'Application was not found in the directory. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant.'
    return { error: 'unauthorized_client', number: 700016, sentence }
  }
  if (problem?.reason === 'mismatched' && problem.parameter === 'client_secret') {
    const sentence = "Client is public so neither 'client_assertion' nor 'client_secret' should be presented."
    return { error, number: 700025, sentence }
  }
  if (problem?.parameter === 'client_secret' || problem?.parameter === 'client_assertion') {
    const sentence = "The request body must contain the following parameter: 'client_assertion' or 'client_secret'."
    return { error, number: 7000218, sentence }
  }
  if (problem?.reason === 'missing') {
    const sentence = "The request body must contain the following parameter: 'client_id'."
    return { error: 'invalid_request', number: 900144, sentence }
  }
  if (problem === null) return { error, number: 700027, sentence: 'Client assertion failed.' }
  return { error, number: 7000215, sentence: 'Invalid client secret provided.' }
}

function wordedGrant(culprit: Culprit | null, problem: RequestProblem | null): Words {
  const error = 'invalid_grant'
  const reason = problem?.reason
  switch (culprit) {
    case 'redirect_uri':
      return {
        error: 'invalid_client',
        number: 500112,
        sentence: 'The reply address does not match the reply address provided when requesting Authorization code.',
      }
    case 'verifier':
      return {
        error,
        number: 501481,
        sentence: 'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
      }
    case 'device_code':
      return reason === 'missing'
        ? wordedRequest(problem)
        : { error: 'bad_verification_code', number: 70018, sentence: 'The device code was not recognized.' }
    case 'code':
    case 'refresh_token':
      return wordedValue(culprit, problem)
    case 'user':
    case null:
      return { error, number: 70000, sentence: 'Provided grant is invalid or malformed.' }
  }
}

/** Words the refusal of an authorization code or a refresh token. */
function wordedValue(parameter: 'code' | 'refresh_token', problem: RequestProblem | null): Words {
  const error = 'invalid_grant'
  switch (problem?.reason) {
    case 'missing':
      return wordedRequest(problem)
    case 'used':
      return {
        error,
        number: 54005,
        sentence:
          'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
      }
    case 'expired':
      return parameter === 'code'
        ? {
            error,
            number: 70008,
            sentence:
              'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
          }
        : { error, number: 700082, sentence: 'The refresh token has expired due to inactivity.', suberror: 'bad_token' }
    case 'other client':
      return { error, number: 70000, sentence: 'Provided grant is invalid or malformed.' }
    default:
      return { error, number: 9002313, sentence: 'Invalid request. Request is malformed or invalid.' }
  }
}

function wordedRequest(problem: RequestProblem | null): Words {
  const error = 'invalid_request'
  const { reason, parameter = '' } = problem ?? {}
  if (reason === 'missing') {
    if (parameter === 'code_challenge') {
      const sentence = 'Proof Key for Code Exchange is required for cross-origin authorization code redemption.'
      return { error, number: 9002325, sentence }
    }
    const sentence = `The request body must contain the following parameter: '${parameter}'.`
    return { error, number: 900144, sentence }
  }
  if (parameter === 'prompt') return { error, number: 90023, sentence: "Unsupported 'prompt' value." }
  if (parameter === 'response_mode') {
    return { error, number: 70007, sentence: 'The app requested an unsupported response mode.' }
  }
  return { error, number: 9002313, sentence: 'Invalid request. Request is malformed or invalid.' }
}
