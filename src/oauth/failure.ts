/** The errors of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 8628 (section 3.5) and OpenID Connect that the engine finds. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'account_selection_required'
  | 'authorization_pending'
  | 'consent_required'
  | 'expired_token'
  | 'interaction_required'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'slow_down'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** Which part of a request was wrong, where one error code covers several and vendors tell them apart. */
export type Culprit = 'code' | 'device_code' | 'redirect_uri' | 'refresh_token' | 'user' | 'verifier'

/** What was wrong with it, where vendors tell that apart too: `AADSTS70008` is an expired code, `AADSTS54005` a used one. */
export interface Fault {
  readonly reason:
    | 'cancelled'
    | 'expired'
    | 'malformed'
    | 'mismatched'
    | 'missing'
    | 'other client'
    | 'unknown'
    | 'used'
  /** The parameter that was missing or malformed. */
  readonly parameter?: string
}

/**
 * An error for the client: at the token endpoint it is the answer, at the authorization endpoint it goes back with the
 * redirect. The service's profile words it as its vendor does.
 */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure'
  readonly code: OAuthErrorCode
  readonly culprit: Culprit | null
  /** What the vendor's answer carries beside: `{ interval: 10 }`. */
  readonly details: Readonly<Record<string, string | number>>
  readonly fault: Fault | null

  /** @param message What was expected and what came. */
  constructor(
    code: OAuthErrorCode,
    message: string,
    culprit: Culprit | null = null,
    details: Readonly<Record<string, string | number>> = {},
    fault: Fault | null = null,
  ) {
    super(message)
    this.fault = fault
    this.code = code
    this.culprit = culprit
    this.details = details
  }
}

/**
 * An authorization request that must not be answered with a redirect: who sent it, or where the answer should go, is not
 * known for certain (RFC 6749 section 4.1.2.1). It is a page for the person, who is the developer.
 */
export class RequestRefused extends Error {
  override name = 'RequestRefused'
  /** 400, or 404 for a client that does not exist. */
  readonly status: number
  readonly title: string
  /** What would make it right, a sentence each. */
  readonly remedies: readonly string[]
  /** What is wrong, for profiles whose vendor has a code for it. */
  readonly about: 'client' | 'redirect_uri' | 'post_logout_redirect_uri' | 'request'

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

/** A parameter that must be there. Throws OAuthFailure invalid_request when it is not. */
export function requireParameter(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name]
  if (value !== undefined && value !== '') return value
  throw new OAuthFailure('invalid_request', `${name} is missing`, null, {}, { reason: 'missing', parameter: name })
}
