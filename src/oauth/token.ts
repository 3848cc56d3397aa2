import type { Credentials } from '../core/auth.ts'
import { authenticateClient } from './authenticate-client.ts'
import { OAuthFailure } from './failure.ts'
import type { Members, OAuthContext, Parameters, Profile } from './profile.ts'

/** A request to the token endpoint, from whatever encoding it came in. */
export interface TokenRequest {
  readonly parameters: Parameters
  /** Of the Authorization header; null when there is none. */
  readonly credentials: Credentials | null
}

/**
 * Answers the token endpoint (RFC 6749 section 3.2): who asks, for what kind of grant, and then that grant's own rules.
 *
 * @throws OAuthFailure to be answered in the vendor's words. What was noted on the way to it (a poll, a reuse) is to stay.
 */
export function redeem<X extends OAuthContext>(profile: Profile<X>, context: X, request: TokenRequest): Members {
  const { parameters } = request
  const type = parameters['grant_type'] ?? profile.defaultGrantType
  if (type === null) {
    const fault = { reason: 'missing', parameter: 'grant_type' } as const
    throw new OAuthFailure('invalid_request', `grant_type is missing; ${expected(profile)}`, null, {}, fault)
  }
  const grant = Object.hasOwn(profile.grantTypes, type) ? profile.grantTypes[type] : undefined
  if (grant === undefined) {
    const fault = { reason: 'unknown', parameter: 'grant_type' } as const
    throw new OAuthFailure('unsupported_grant_type', `grant_type is ${type}; ${expected(profile)}`, null, {}, fault)
  }
  const identified = authenticateClient(profile, context, request)
  const { id, grantTypes } = identified.client
  if (grantTypes !== undefined && !grantTypes.includes(type)) {
    const configured = grantTypes.join(' or ') || 'none'
    const message = `grant_type is ${type}; ${id} is registered for ${configured}`
    const fault = { reason: 'mismatched', parameter: 'grant_type' } as const
    throw new OAuthFailure('unauthorized_client', message, null, {}, fault)
  }
  return grant(profile, context, identified, parameters)
}

function expected({ grantTypes }: { readonly grantTypes: object }): string {
  return `expected ${Object.keys(grantTypes).join(' or ')}`
}
