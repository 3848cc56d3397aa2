import { OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import type { AuthorizationRequest } from '#oauth/authorization.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import type { OidcClient } from '#oidc-d/schema.ts'

/**
 * Checks Okta's own requirements for an authorization request: it must have a `state`, and the app must be registered
 * for the response type.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS/#tag/OrgAS/operation/authorize
 *
 * @throws RequestRefused for errors that the vendor shows on a page.
 * @throws OAuthFailure
 */
export function checkAuthorizationRequest(
  { rows }: SignInContext,
  { client, parameters, responseTypes }: AuthorizationRequest,
): void {
  const { id } = client
  if (parameters['state'] === undefined || parameters['state'] === '') throw missingState(id)
  const registered = rows.apps.find('clientId', id)?.client
  if (registered === undefined || registered === null) return
  checkResponseTypes(registered, responseTypes)
  if (parameters['code_challenge'] === undefined && responseTypes.includes('code')) checkChallenge(registered)
}

function missingState(clientId: string): RequestRefused {
  return new RequestRefused(
    400,
    "The authentication request has an invalid 'state' parameter.",
    `state is missing; ${clientId} must send it with every authorization request`,
    ['Send state. Libraries do so by themselves, where they are not told otherwise.'],
  )
}

function checkResponseTypes({ clientId, responseTypes, grantTypes }: OidcClient, requested: readonly string[]): void {
  const missing = requested.filter((type) => !responseTypes.some((each) => each === type))
  if (missing.length > 0) {
    throw new OAuthFailure(
      'unsupported_response_type',
      `Configured response types: [${responseTypes.join(', ')}]. response_type is ${requested.join(' ')}; ` +
        `expected ${responseTypes.join(' or ')}, which ${clientId} is registered for`,
    )
  }
  const needed = requested.map((type) => (type === 'code' ? 'authorization_code' : 'implicit'))
  const lacking = needed.find((grant) => !grantTypes.some((each) => each === grant))
  if (lacking === undefined) return
  const message =
    `Configured grant types: [${grantTypes.join(', ')}]. ` +
    `response_type ${requested.join(' ')} needs ${lacking}, which ${clientId} is not registered for`
  const problem = { reason: 'mismatched', parameter: 'grant_type' } as const
  throw new OAuthFailure('unauthorized_client', message, { problem })
}

function checkChallenge({ clientId, pkceRequired, tokenEndpointAuthMethod: method }: OidcClient): void {
  if (!pkceRequired && method !== 'none') return
  const when = method === 'none' ? "when the token endpoint authentication method is 'NONE'." : 'by the application.'
  throw new OAuthFailure(
    'invalid_request',
    `PKCE code challenge is required ${when} ${clientId} sent none; expected code_challenge with code_challenge_method S256`,
  )
}
