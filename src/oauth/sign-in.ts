import { approve, findPerson, startAuthorization } from './authorize.ts'
import { findClient, unknownClient, type Client } from './clients.ts'
import { grantFor, issue } from './issue.ts'
import type { Issued, OAuthContext, Parameters, Profile } from './profile.ts'

// What the commands of providers are made of: signing in without any page.

/** What an application would have got back from the sign-in page. */
export interface Authorized {
  /** Empty where the request asked for no code. */
  readonly code: string
  readonly state: string | null
  /** Where the browser would go: the application's redirect_uri with what it gets; bare where that is posted. */
  readonly location: string
  /** Everything that the application gets, `code` and `state` too: with `form_post`, the fields of the form. */
  readonly parameters: Parameters
}

/**
 * Does what the sign-in page does when someone is chosen: takes the authorization URL as the application made it, and gives
 * what the application's redirect_uri would be called with.
 *
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorizeWithoutPage<X extends OAuthContext>(
  profile: Profile<X>,
  context: X & { readonly origin: string },
  url: string,
  handle: string,
): Authorized {
  const started = startAuthorization(profile, context, new URL(url, context.origin).searchParams)
  if (!started.asks) {
    const { location, members } = started.response
    throw new Error(
      `authorize: the application is sent back to ${location} with ${members['error']}: ${members['error_description']}`,
    )
  }
  const { location, members } = approve(profile, context, started.request.id, handle)
  return { code: members['code'] ?? '', state: started.request.state, location, parameters: members }
}

/** Who is signed in without a page, and for whom. */
export interface SignInWithoutPage {
  readonly handle: string
  /** Default: the first registered; where none is, one named `backlot`. */
  readonly clientId?: string | undefined
  readonly scopes: readonly string[]
  /** As an authorization request would have them: `nonce`, `access_type`. */
  readonly parameters?: Parameters
}

/**
 * Gives a person's tokens to an application without any page or request.
 *
 * @throws Error for an unknown user, application or scope.
 */
export function signInWithoutPage<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  { handle, clientId, scopes, parameters = {} }: SignInWithoutPage,
): Issued {
  const person = findPerson(profile, context, handle)
  const client = clientFor(profile, context, clientId)
  profile.checkScopes(context, client, scopes, parameters)
  const written = grantFor(profile, context, client, person, scopes, parameters)
  const granted = {
    client,
    grant: written.grant,
    scopes: written.scopes,
    parameters,
    by: 'command',
    request: {},
    origin: null,
    authTime: context.clock.now(),
  } as const
  return issue(profile, context, granted, { withoutSecret: client.public === true })
}

/**
 * The application with this id; without one the first that is registered, where none is one named `backlot`.
 *
 * @throws Error for one that is not registered.
 */
export function clientFor<X extends OAuthContext>(profile: Profile<X>, context: X, id: string | undefined): Client {
  const clients = profile.clients(context)
  const wanted = id ?? clients.list()[0]?.id ?? 'backlot'
  const client = findClient(clients, wanted)
  if (client === undefined) throw new Error(`signIn: ${unknownClient(clients, wanted)}`)
  return client
}
