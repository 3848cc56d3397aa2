/**
 * The error codes of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 8628 (section 3.5) and OpenID Connect that the engine
 * uses.
 */
export type OAuthErrorCode =
  | 'access_denied'
  | 'account_selection_required'
  | 'authorization_pending'
  | 'consent_required'
  | 'expired_token'
  | 'interaction_required'
  | 'invalid_client'
  | 'invalid_dpop_proof'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'login_required'
  | 'mfa_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'slow_down'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'use_dpop_nonce'

/** The part of a request that was wrong, when one error code covers several and vendors word them differently. */
export type Culprit = 'code' | 'device_code' | 'redirect_uri' | 'refresh_token' | 'user' | 'verifier'

/**
 * The kind of fault of a request, when vendors word that differently: `AADSTS70008` is an expired code, `AADSTS54005` a
 * used one.
 */
export interface RequestProblem {
  readonly reason:
    | 'cancelled'
    | 'expired'
    | 'malformed'
    | 'mismatched'
    | 'missing'
    | 'other client'
    | 'unknown'
    | 'used'
  /** The parameter that was missing or wrong. */
  readonly parameter?: string
}

/** The parts of a failure that its vendor's words may depend on. */
export interface OAuthFailureOptions {
  readonly culprit?: Culprit
  /** Further members of the vendor's answer: `{ interval: 10 }`. */
  readonly details?: Readonly<Record<string, string | number>>
  readonly problem?: RequestProblem
}

/**
 * An error for the client: the token endpoint answers with it, the authorization endpoint redirects with it. The
 * service's profile words it as its vendor does.
 */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure'
  readonly code: OAuthErrorCode
  readonly culprit: Culprit | null
  readonly details: Readonly<Record<string, string | number>>
  readonly problem: RequestProblem | null

  /** @param message What was expected and what came. */
  constructor(code: OAuthErrorCode, message: string, { culprit, details = {}, problem }: OAuthFailureOptions = {}) {
    super(message)
    this.code = code
    this.culprit = culprit ?? null
    this.details = details
    this.problem = problem ?? null
  }
}

/**
 * An authorization request that must not be answered with a redirect, because the client or the address of the answer
 * is not certain (RFC 6749 section 4.1.2.1). The error page is for the developer in front of the browser.
 */
export class RequestRefused extends Error {
  override name = 'RequestRefused'
  /** 400, or 404 for a client that does not exist. */
  readonly status: number
  readonly title: string
  /** Ways to correct the request, a sentence each. */
  readonly remedies: readonly string[]
  /** The part of the request that is wrong, for profiles whose vendor has an error code for it. */
  readonly about: 'client' | 'redirect_uri' | 'missing redirect_uri' | 'post_logout_redirect_uri' | 'request'

  /** @param message What was expected and what came. */
  constructor(
    status: number,
    title: string,
    message: string,
    remedies: readonly string[],
    about: RequestRefused['about'] = 'request',
  ) {
    super(message)
    this.about = about
    this.status = status
    this.title = title
    this.remedies = remedies
  }
}

/**
 * Returns a parameter that the request must have.
 *
 * @throws OAuthFailure invalid_request when it is missing or empty.
 */
export function requireParameter(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name]
  if (value !== undefined && value !== '') return value
  throw new OAuthFailure('invalid_request', `${name} is missing`, { problem: { reason: 'missing', parameter: name } })
}
