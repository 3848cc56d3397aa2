import { approve, findPerson, startAuthorization } from '../authorization/authorize.ts'
import type { IssuedTokens, Person } from '../authorization.ts'
import { clientWithId, unknownClient, type Client } from '../clients/clients.ts'
import type { OAuthContext, Parameters } from '../context.ts'
import { withIdToken } from '../tokens/id-token.ts'
import { issue, recordGrant } from '../tokens/issue.ts'
import type { Server } from '../profile.ts'
import type { SignedInTokens } from './options.ts'

// The parts of the services' `signIn` and `authorize` commands, which sign people in without a page.

/** The answer that an application would have got from the sign-in page. */
export interface AuthorizationResult {
  /** Empty when the request asked for no code. */
  readonly code: string
  readonly state: string | null
  /**
   * The address to which the browser would go: the redirect_uri with the parameters; with `form_post`, without them.
   */
  readonly location: string
  /** Every parameter of the answer, `code` and `state` included; with `form_post`, the fields of the form. */
  readonly parameters: Parameters
}

/**
 * Does what the sign-in page does when a person is chosen: takes the authorization URL as the application made it, and
 * returns the parameters with which the application's redirect_uri would be called.
 *
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorizeWithoutPage<X extends OAuthContext>(
  server: Server<X, { readonly origin: string }>,
  url: string,
  handle: string,
): AuthorizationResult {
  const started = startAuthorization(server, new URL(url, server.context.origin).searchParams)
  if (started.kind === 'failed') {
    const { location, members } = started.response
    throw new Error(
      `authorize: the application is sent back to ${location} with ${members['error']}: ${members['error_description']}`,
    )
  }
  const { location, members } = approve(server, started.request.id, { handle })
  return { code: members['code'] ?? '', state: started.request.state, location, parameters: members }
}

/** A sign-in without a page: the person, and the application that gets the tokens. */
export interface SignInWithoutPage {
  readonly handle: string
  /** Default: the first registered; when none is, one named `backlot`. */
  readonly clientId?: string | undefined
  readonly scopes: readonly string[]
  /** Parameters as an authorization request would have them: `nonce`, `access_type`. */
  readonly parameters?: Parameters
}

/**
 * Issues a person's tokens to an application without a page or a request.
 *
 * @throws Error for an unknown user, application or scope.
 */
export function signInWithoutPage<X extends OAuthContext>(
  server: Server<X>,
  { handle, clientId, scopes: requested, parameters = {} }: SignInWithoutPage,
): IssuedTokens {
  const { profile, context } = server
  const person = findPerson(server, handle)
  const client = clientFor(server, clientId)
  const request = { client, requested, parameters }
  profile.checkScopes(context, request)
  const { grant, scopes } = recordGrant(server, person, request)
  const authorization = {
    client,
    grant,
    scopes,
    parameters,
    by: 'command',
    request: {},
    origin: null,
    authTime: context.clock.now(),
  } as const
  return issue(server, authorization, { withoutSecret: client.public === true })
}

/**
 * Issues a person's tokens to an application without a page or a request, with the ID token and the expiry: the result
 * of `signIn` at an OpenID provider.
 *
 * @throws Error for an unknown user, application or scope.
 */
export function tokensWithoutPage<X extends OAuthContext>(
  server: Server<X>,
  { nonce, parameters, ...request }: SignInWithoutPage & { readonly nonce?: string | undefined },
): SignedInTokens {
  const sent = { ...parameters, ...(nonce === undefined ? {} : { nonce }) }
  const issued = signInWithoutPage(server, { ...request, parameters: sent })
  const { expiresAt } = server.context.rows.oauthAccessTokens.require(issued.accessToken)
  return { ...withIdToken(server, issued), expiresAt }
}

/** A token of a service whose people also have tokens of their own. */
export interface SignedInToken {
  readonly token: string
  readonly refreshToken: string | null
}

/**
 * Issues a person's token without a page or a request: to the application of `clientId`, or without one the token of
 * their own that `createOwnToken` makes.
 *
 * @throws Error for an unknown user, application or scope.
 */
export function tokenWithoutPage<X extends OAuthContext>(
  server: Server<X>,
  request: SignInWithoutPage,
  createOwnToken: (person: Person) => string,
): SignedInToken {
  if (request.clientId === undefined) {
    return { token: createOwnToken(findPerson(server, request.handle)), refreshToken: null }
  }
  const { accessToken, refreshToken } = signInWithoutPage(server, request)
  return { token: accessToken, refreshToken }
}

/**
 * Returns the application with this id; without an id the first registered one, or one named `backlot` when none is
 * registered.
 *
 * @throws Error for one that is not registered.
 */
export function clientFor<X extends OAuthContext>({ profile, context }: Server<X>, id: string | undefined): Client {
  const clients = profile.clients(context)
  const clientId = id ?? clients.list()[0]?.id ?? 'backlot'
  const client = clientWithId(clients, clientId)
  if (client === undefined) throw new Error(`signIn: ${unknownClient(clients, clientId)}`)
  return client
}
