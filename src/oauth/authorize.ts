import { checkRequest, responseModeFor } from './authorization-checks.ts'
import { findClient, unknownClient, type Client } from './clients.ts'
import type { OAuthRequest } from './collections.ts'
import { OAuthFailure, RequestRefused } from './failure.ts'
import { idToken, wantsIdToken } from './id-token.ts'
import { grantFor } from './issue.ts'
import type { Granted, Members, OAuthContext, Person, Profile } from './profile.ts'
import { broughtRequest } from './pushed.ts'
import { redirectUriFor } from './redirects.ts'
import { withValues } from './parameters.ts'
import { responseTo, type AuthorizationResponse } from './response.ts'

/** What becomes of an authorization request: a person is to be asked, or the client has its answer already. */
export type Started =
  | { readonly asks: true; readonly request: OAuthRequest; readonly client: Client }
  | { readonly asks: false; readonly response: AuthorizationResponse; readonly client: Client }

/**
 * Takes an authorization request (RFC 6749 section 4.1.1) in and keeps it. What is wrong with it, once the client and the
 * address of the answer are certain, goes back to the client.
 *
 * @throws RequestRefused for an unknown client, and for a redirect_uri that is not the client's.
 */
export function startAuthorization<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  brought: URLSearchParams,
): Started {
  const query = broughtRequest(profile, context, withValues(brought))
  const parameters = Object.fromEntries(query)
  const client = clientOf(profile, context, query)
  if (query.getAll('redirect_uri').length > 1) {
    throw new RequestRefused(
      400,
      'This sign-in cannot go on',
      'redirect_uri came more than once',
      ['Send it once.'],
      'redirect_uri',
    )
  }
  const redirectUri = redirectUriFor(client, parameters['redirect_uri'], profile)
  const state = parameters['state'] ?? null
  try {
    const { scopes, responseTypes, responseMode, challenge } = checkRequest(profile, context, client, query)
    const request = context.rows.oauthRequests.insert({
      id: context.ids.base62(24),
      clientId: client.id,
      redirectUri,
      redirectUriSent: (parameters['redirect_uri'] ?? '') !== '',
      scopes,
      state,
      challenge,
      parameters,
      responseTypes,
      responseMode,
      server: profile.server?.(context) ?? '',
      createdAt: context.clock.now(),
    })
    return { asks: true, request, client }
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    const place = { redirectUri, state, mode: responseModeFor(profile, parameters) }
    return { asks: false, response: responseTo(place, profile.errorMembers(error, context)), client }
  }
}

/**
 * A person agrees: what the client gets, by way of their browser. The request is used up. `before` is when they
 * signed in, epoch milliseconds; now, when absent.
 *
 * @throws RequestRefused when there is no such request or no such person.
 */
export function approve<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  id: string,
  handle: string,
  before?: number,
): AuthorizationResponse {
  const { request, client } = waitingRequest(profile, context, id)
  const person = findPerson(profile, context, handle)
  context.rows.oauthRequests.delete(id)
  const { parameters } = request
  const place = placeOf(request)
  try {
    profile.checkPerson?.(context, client, person, parameters)
    const { grant, scopes, first } = grantFor(profile, context, client, person, request.scopes, parameters)
    if (before === undefined) profile.signedIn?.(context, person)
    const granted: Granted = {
      client,
      grant,
      scopes,
      parameters,
      by: 'authorization',
      request: {},
      origin: null,
      authTime: before ?? context.clock.now(),
    }
    const members = codeAndTokens(profile, context, request, granted)
    const more = profile.responseMembers?.(context, { request, client, person, scopes, first }) ?? {}
    return responseTo(place, { ...members, ...more })
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    return responseTo(place, profile.errorMembers(error, context))
  }
}

/**
 * A person refuses: what the client gets. The request is used up.
 *
 * @throws RequestRefused when there is no such request.
 */
export function deny<X extends OAuthContext>(profile: Profile<X>, context: X, id: string): AuthorizationResponse {
  const cancelled = new OAuthFailure(
    'access_denied',
    'Cancel was chosen on the page',
    null,
    {},
    { reason: 'cancelled' },
  )
  return fail(profile, context, id, cancelled)
}

/** The request ends with a failure: what the client gets. Throws RequestRefused when there is no such request. */
export function fail<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  id: string,
  failure: OAuthFailure,
): AuthorizationResponse {
  const { request } = waitingRequest(profile, context, id)
  context.rows.oauthRequests.delete(id)
  return responseTo(placeOf(request), profile.errorMembers(failure, context))
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

/** A request that waits for a person, and its client. Throws RequestRefused when there is none. */
export function waitingRequest<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  id: string,
): { readonly request: OAuthRequest; readonly client: Client } {
  const request = context.rows.oauthRequests.get(id)
  const client = request === undefined ? undefined : findClient(profile.clients(context), request.clientId)
  if (request === undefined || client === undefined) {
    throw refused('This sign-in was answered already, or the state was reset since the page was opened.', [
      'Go back to the application and sign in again.',
    ])
  }
  const server = profile.server?.(context) ?? ''
  if (request.server !== server) {
    throw refused(
      `This sign-in was begun at ${request.server || 'another authorization server'}, not at ${server || 'this one'}.`,
      ['Post the form of a page to the address that it names.'],
    )
  }
  return { request, client }
}

/** What `response_type` asks for. https://openid.net/specs/openid-connect-core-1_0.html#HybridAuthResponse */
function codeAndTokens<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  request: OAuthRequest,
  granted: Granted,
): Members {
  const { responseTypes } = request
  const members: Record<string, string | number> = {}
  const code = responseTypes.includes('code') ? createCode(profile, context, request, granted) : undefined
  const issued = { ...granted, origin: code ?? null }
  let accessToken: string | undefined
  if (responseTypes.includes('token')) {
    accessToken = profile.createAccessToken(context, issued)
    const {
      access_token,
      token_type = 'Bearer',
      expires_in,
      scope,
    } = profile.tokenMembers({ ...issued, accessToken, refreshToken: null }, context)
    const told = { access_token, token_type, expires_in, scope }
    for (const [name, value] of Object.entries(told)) if (value !== undefined) members[name] = value
  }
  if (code !== undefined) members['code'] = code
  if (responseTypes.includes('id_token') && wantsIdToken(profile, granted)) {
    members['id_token'] = idToken(profile, context, issued, {
      ...(code === undefined ? {} : { code }),
      ...(accessToken === undefined ? {} : { accessToken }),
    })
  }
  return members
}

function createCode<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  { redirectUri, redirectUriSent, challenge, parameters, server }: OAuthRequest,
  { grant, scopes, authTime }: Granted,
): string {
  const now = context.clock.now()
  return context.rows.oauthCodes.insert({
    id: profile.createCode(context),
    grantId: grant.id,
    redirectUri,
    redirectUriSent,
    scopes,
    challenge,
    parameters,
    server,
    authTime: authTime ?? now,
    expiresAt: now + profile.codeLifetime,
    redeemedAt: null,
  }).id
}

function clientOf<X extends OAuthContext>(profile: Profile<X>, context: X, query: URLSearchParams): Client {
  const [id, ...more] = query.getAll('client_id')
  if (id === undefined || id === '') {
    throw refused('client_id is missing', ['Send client_id with the authorization request.'], 'client')
  }
  if (more.length > 0) throw refused('client_id came more than once', ['Send it once.'], 'client')
  const clients = profile.clients(context)
  const client = findClient(clients, id)
  if (client !== undefined) return client
  throw new RequestRefused(
    404,
    'No such application',
    unknownClient(clients, id),
    ['Send the client_id of a registered application.', `Or register ${id}, under ${profile.registry}.`],
    'client',
  )
}

function placeOf({ redirectUri, state, responseMode }: OAuthRequest) {
  return { redirectUri, state, mode: responseMode }
}

function refused(
  message: string,
  remedies: readonly string[],
  about: RequestRefused['about'] = 'request',
): RequestRefused {
  return new RequestRefused(400, 'This sign-in cannot go on', message, remedies, about)
}
