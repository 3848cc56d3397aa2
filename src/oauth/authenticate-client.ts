import { identifyClient, type AuthenticationMethod, type IdentifiedClient } from './clients.ts'
import { checkAssertion } from './client-assertion.ts'
import { OAuthFailure } from './failure.ts'
import type { OAuthContext, Profile } from './profile.ts'
import type { TokenRequest } from './token.ts'

/**
 * Who sends a request to one of the endpoints that clients call themselves, by whichever of the vendor's ways.
 *
 * @throws OAuthFailure invalid_client when it is unknown, does not prove who it is, or does so in a way the vendor has not.
 */
export function authenticateClient<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  { parameters, credentials }: TokenRequest,
): IdentifiedClient {
  const clients = profile.clients(context)
  const rules = profile.clientAuthentication
  if (rules === undefined) return identifyClient(clients, parameters, credentials)
  const identified =
    parameters['client_assertion'] === undefined
      ? identifyClient(
          clients,
          parameters,
          credentials,
          rules.checkSecret && ((client, secret) => rules.checkSecret?.(context, client, secret)),
        )
      : checkAssertion(clients, context, parameters, {
          audiences: rules.audiences?.(context) ?? [],
          longest: rules.longestAssertion ?? Number.POSITIVE_INFINITY,
        })
  requireMethod(identified.method, identified.client.authenticationMethods ?? rules.methods)
  return identified
}

function requireMethod(method: AuthenticationMethod, methods: readonly AuthenticationMethod[]): void {
  // Whether a client may do without is for each kind of grant to say.
  if (method === 'none' || methods.includes(method)) return
  throw new OAuthFailure('invalid_client', `the client authenticated with ${method}; expected ${methods.join(' or ')}`)
}
