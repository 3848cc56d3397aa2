import { findClient, unknownClient, type Client } from './clients.ts'
import type { OAuthRequest } from './collections.ts'
import { OAuthFailure, RequestRefused } from './failure.ts'
import { grantFor } from './issue.ts'
import { challengeOf } from './pkce.ts'
import type { OAuthContext, Person, Profile } from './profile.ts'
import { redirectUriFor, withParameters } from './redirects.ts'

/** What becomes of an authorization request: a person is to be asked, or the client has its answer already. */
export type Started =
  | { readonly asks: true; readonly request: OAuthRequest; readonly client: Client }
  | { readonly asks: false; readonly location: string }

/**
 * Takes an authorization request (RFC 6749 section 4.1.1) in and keeps it. What is wrong with it, once the client and the
 * address of the answer are certain, goes back to the client.
 *
 * @throws RequestRefused for an unknown client, and for a redirect_uri that is not the client's.
 */
export function startAuthorization<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  query: URLSearchParams,
): Started {
  const parameters = Object.fromEntries(query)
  const client = clientOf(profile, context, query)
  if (query.getAll('redirect_uri').length > 1) throw refused('redirect_uri came more than once', ['Send it once.'])
  const redirectUri = redirectUriFor(client, parameters['redirect_uri'], profile)
  const state = parameters['state'] ?? null
  try {
    const request = context.rows.oauthRequests.insert({
      id: context.ids.base62(24),
      clientId: client.id,
      redirectUri,
      redirectUriSent: (parameters['redirect_uri'] ?? '') !== '',
      scopes: checked(profile, context, client, query),
      state,
      challenge: challengeOf(parameters, profile.challengeMethods),
      parameters,
      createdAt: context.clock.now(),
    })
    return { asks: true, request, client }
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    return { asks: false, location: answerTo({ redirectUri, state }, profile.errorMembers(error)) }
  }
}

/**
 * A person agrees: where their browser goes next, with a code for the client. The request is used up.
 *
 * @throws RequestRefused when there is no such request or no such person.
 */
export function approve<X extends OAuthContext>(profile: Profile<X>, context: X, id: string, handle: string): string {
  const { request, client } = waitingRequest(profile, context, id)
  const person = findPerson(profile, context, handle)
  context.rows.oauthRequests.delete(id)
  const { grant, scopes } = grantFor(profile, context, client, person, request.scopes)
  const code = context.rows.oauthCodes.insert({
    id: profile.createCode(context),
    grantId: grant.id,
    redirectUri: request.redirectUri,
    redirectUriSent: request.redirectUriSent,
    scopes,
    challenge: request.challenge,
    parameters: request.parameters,
    expiresAt: context.clock.now() + profile.codeLifetime,
    redeemedAt: null,
  })
  return answerTo(request, { code: code.id })
}

/**
 * A person refuses: where their browser goes next. The request is used up.
 *
 * @throws RequestRefused when there is no such request.
 */
export function deny<X extends OAuthContext>(profile: Profile<X>, context: X, id: string): string {
  const { request } = waitingRequest(profile, context, id)
  context.rows.oauthRequests.delete(id)
  return answerTo(request, profile.errorMembers(new OAuthFailure('access_denied', 'Cancel was chosen on the page')))
}

/** The person whom a form names. Throws RequestRefused when they are not there. */
export function findPerson<X extends OAuthContext>(profile: Profile<X>, context: X, handle: string): Person {
  const person = profile.person(context, handle)
  if (person !== undefined) return person
  const known = profile.people(context).map((each) => each.handle)
  const list = known.length > 10 ? `${known.slice(0, 10).join(', ')} and ${known.length - 10} more` : known.join(', ')
  throw refused(`user ${handle} cannot sign in; those who can are: ${list || 'nobody'}`, [
    'Choose one of the people on the page.',
  ])
}

function clientOf<X extends OAuthContext>(profile: Profile<X>, context: X, query: URLSearchParams): Client {
  const [id, ...more] = query.getAll('client_id')
  if (id === undefined || id === '') {
    throw refused('client_id is missing', ['Send client_id with the authorization request.'])
  }
  if (more.length > 0) throw refused('client_id came more than once', ['Send it once.'])
  const clients = profile.clients(context)
  const client = findClient(clients, id)
  if (client !== undefined) return client
  throw new RequestRefused(404, 'No such application', unknownClient(clients, id), [
    'Send the client_id of a registered application.',
    `Or register ${id}, under ${profile.registry}.`,
  ])
}

/** Checks what goes back to the client when it is wrong; gives the scopes asked for. */
function checked<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  client: Client,
  query: URLSearchParams,
): readonly string[] | null {
  const twice = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1)
  if (twice !== undefined) throw new OAuthFailure('invalid_request', `${twice} came more than once`)
  const type = query.get('response_type')
  if (type === null && profile.responseTypeRequired) {
    throw new OAuthFailure('invalid_request', 'response_type is missing; expected code')
  }
  if (type !== null && type !== 'code') {
    throw new OAuthFailure('unsupported_response_type', `response_type is ${type}; expected code`)
  }
  const scope = query.get('scope')
  const asked = scope === null ? null : profile.scopesIn(scope)
  profile.checkScopes(context, client, asked)
  return asked
}

function waitingRequest<X extends OAuthContext>(profile: Profile<X>, context: X, id: string) {
  const request = context.rows.oauthRequests.get(id)
  const client = request === undefined ? undefined : findClient(profile.clients(context), request.clientId)
  if (request === undefined || client === undefined) {
    throw refused('This sign-in was answered already, or the state was reset since the page was opened.', [
      'Go back to the application and sign in again.',
    ])
  }
  return { request, client }
}

function answerTo(
  { redirectUri, state }: Pick<OAuthRequest, 'redirectUri' | 'state'>,
  members: Readonly<Record<string, string | number>>,
): string {
  return withParameters(redirectUri, { ...members, ...(state === null ? {} : { state }) })
}

function refused(message: string, remedies: readonly string[]): RequestRefused {
  return new RequestRefused(400, 'This sign-in cannot go on', message, remedies)
}
