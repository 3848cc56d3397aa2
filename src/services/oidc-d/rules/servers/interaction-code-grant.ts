import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import type { GrantTypeOf } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-d/call.ts'

/**
 * The response type of the authorization request behind an interaction. No client can ask for it: the authorization
 * endpoint does not know it.
 */
export const INTERACTION_RESPONSE = 'code interaction_code'

/** Returns whether an authorization request is that of an interaction. */
export function isInteraction({ response_type: responseType }: Readonly<Record<string, string>>): boolean {
  return responseType === INTERACTION_RESPONSE
}

/**
 * The grant of the Identity Engine: an interaction code with the verifier of its interaction.
 * https://developer.okta.com/docs/concepts/interaction-code/
 */
export const interactionCodeGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { interaction_code: value, ...others } = parameters
  const code = value === undefined ? undefined : server.context.rows.oauthCodes.get(value)
  if (value === undefined || value === '') throw invalid('interaction_code is missing', 'missing')
  if (code === undefined || !isInteraction(code.parameters)) {
    throw invalid(`interaction_code ${value} was not issued, or the state was reset since`, 'unknown')
  }
  try {
    // The interaction has named the redirect_uri, which the vendor does not ask for again.
    return authorizationCode(server, identified, { ...others, code: value, redirect_uri: code.redirectUri })
  } catch (error) {
    if (!(error instanceof OAuthFailure) || error.culprit !== 'code') throw error
    throw invalid(error.message, 'unknown')
  }
}

/** The grant of an authorization code, for which no interaction code counts. */
export const authorizationCodeGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const code = server.context.rows.oauthCodes.get(parameters['code'] ?? '')
  if (code === undefined || !isInteraction(code.parameters)) return authorizationCode(server, identified, parameters)
  const problem = { reason: 'unknown', parameter: 'code' } as const
  const message = `${code.id} is an interaction code; expected the grant_type interaction_code`
  throw new OAuthFailure('invalid_grant', message, { culprit: 'code', problem })
}

function invalid(message: string, reason: 'missing' | 'unknown'): OAuthFailure {
  const problem = { reason, parameter: 'interaction_code' }
  return new OAuthFailure('invalid_grant', message, { culprit: 'code', problem })
}
