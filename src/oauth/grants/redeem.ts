import { identifySender } from '../clients/authentication.ts'
import type { Members, OAuthContext } from '../context.ts'
import { OAuthFailure } from '../failure.ts'
import type { Profile, Server } from '../profile.ts'
import type { TokenRequest } from '../clients/token-request.ts'

/**
 * Answers the token endpoint (RFC 6749 section 3.2): checks the grant type and the client, then applies the rules of
 * that grant type.
 *
 * @throws OAuthFailure, to be answered in the vendor's words. Changes made before it, such as recording a poll or
 * ending the tokens of a reused code, are to stay.
 */
export function redeem<X extends OAuthContext>(server: Server<X>, request: TokenRequest): Members {
  const { profile } = server
  const { parameters } = request
  const type = parameters['grant_type'] ?? profile.defaultGrantType
  if (type === null) {
    const problem = { reason: 'missing', parameter: 'grant_type' } as const
    throw new OAuthFailure('invalid_request', `grant_type is missing; ${expected(profile)}`, { problem })
  }
  const { assertionGrants = {} } = profile
  const assertionGrant = Object.hasOwn(assertionGrants, type) ? assertionGrants[type] : undefined
  if (assertionGrant !== undefined) return assertionGrant(server, parameters)
  const grant = Object.hasOwn(profile.grantTypes, type) ? profile.grantTypes[type] : undefined
  if (grant === undefined) {
    const problem = { reason: 'unknown', parameter: 'grant_type' } as const
    throw new OAuthFailure('unsupported_grant_type', `grant_type is ${type}; ${expected(profile)}`, { problem })
  }
  const identified = identifySender(server, request)
  const { id, grantTypes } = identified.client
  if (grantTypes !== undefined && !grantTypes.includes(type)) {
    const configured = grantTypes.join(' or ') || 'none'
    const problem = { reason: 'mismatched', parameter: 'grant_type' } as const
    const message = `grant_type is ${type}; ${id} is registered for ${configured}`
    throw new OAuthFailure('unauthorized_client', message, { problem })
  }
  const checked = profile.tokenRequest?.(server.context, identified, parameters) ?? parameters
  return grant(server, identified, checked)
}

function expected<X extends OAuthContext>({ grantTypes, assertionGrants = {} }: Profile<X>): string {
  return `expected ${[...Object.keys(grantTypes), ...Object.keys(assertionGrants)].join(' or ')}`
}
