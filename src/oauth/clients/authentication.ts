import { checkAssertion } from './assertion.ts'
import { identifyClient, requireAuthenticated } from './clients.ts'
import type { AuthenticationMethod, Client, IdentifiedClient } from './clients.ts'
import type { OAuthContext } from '../context.ts'
import { OAuthFailure } from '../failure.ts'
import type { Server } from '../profile.ts'
import type { TokenRequest } from './token-request.ts'

/**
 * Returns the client that sends a request to one of the endpoints for clients, authenticated by one of the vendor's
 * methods or only identified by its id.
 *
 * @throws OAuthFailure invalid_client when it is unknown, its credentials are wrong, or it uses a method that the
 * vendor lacks.
 */
export function identifySender<X extends OAuthContext>(
  { profile, context }: Server<X>,
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
  checkMethod(identified.method, identified.client.authenticationMethods ?? rules.methods)
  return identified
}

/**
 * Returns the client of a request that must authenticate; public clients are only identified.
 *
 * @throws OAuthFailure.
 */
export function requireClient<X extends OAuthContext>(server: Server<X>, request: TokenRequest): Client {
  const identified = identifySender(server, request)
  requireAuthenticated(identified)
  return identified.client
}

function checkMethod(method: AuthenticationMethod, methods: readonly AuthenticationMethod[]): void {
  // Each grant type decides itself whether a client may go without authentication.
  if (method === 'none' || methods.includes(method)) return
  throw new OAuthFailure('invalid_client', `the client authenticated with ${method}; expected ${methods.join(' or ')}`)
}
