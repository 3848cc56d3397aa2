import { HOUR } from '#core/duration.ts'
import type { Authorization, Person } from '../authorization.ts'
import { checkRequest, responseModeFor } from './checks.ts'
import { clientWithId, unknownClient, type Client } from '../clients/clients.ts'
import type { OAuthRequest } from '../collections.ts'
import type { Members, OAuthContext } from '../context.ts'
import { OAuthFailure, RequestRefused } from '../failure.ts'
import { idToken, wantsIdToken } from '../tokens/id-token.ts'
import { recordGrant } from '../tokens/issue.ts'
import { withValues } from '../parameters.ts'
import type { Server } from '../profile.ts'
import { resolveRequest } from './pushed.ts'
import { redirectUriFor } from './redirects.ts'
import { RELAYED, relayedOrigin } from './relay.ts'
import { responseTo, type AuthorizationResponse } from './response.ts'
import { serverIdOf } from '../server-id.ts'

/** How long an authorization request waits for a person. Milliseconds. */
const REQUEST_LIFETIME = HOUR

/** An authorization request that waits for a person's answer, and its client. */
export interface PendingRequest {
  readonly request: OAuthRequest
  readonly client: Client
}

/** The outcome of an authorization request: it waits for a person, or it has failed and the client has its answer. */
export type StartedAuthorization =
  | ({ readonly kind: 'pending' } & PendingRequest)
  | { readonly kind: 'failed'; readonly response: AuthorizationResponse; readonly client: Client }

/**
 * Checks an authorization request (RFC 6749 section 4.1.1) and stores it. A fault that is found once the client and the
 * address of the answer are certain goes back to the client.
 *
 * @throws RequestRefused for an unknown client, and for a redirect_uri that is not the client's.
 */
export function startAuthorization<X extends OAuthContext>(
  server: Server<X>,
  sent: URLSearchParams,
): StartedAuthorization {
  const { profile, context } = server
  const query = resolveRequest(server, withValues(sent))
  const parameters = Object.fromEntries(query)
  const client = findClient(server, query)
  if (query.getAll('redirect_uri').length > 1) {
    throw refused('redirect_uri came more than once', ['Send it once.'], 'redirect_uri')
  }
  const redirectUri = redirectUriFor(profile, client, parameters['redirect_uri'])
  const state = parameters['state'] ?? null
  try {
    const { scopes, responseTypes, responseMode, challenge } = checkRequest(server, client, query)
    const now = context.clock.now()
    deleteExpiredRequests(context, now)
    const request = context.rows.oauthRequests.insert({
      id: context.ids.secret.base62(24),
      clientId: client.id,
      redirectUri,
      redirectUriSent: (parameters['redirect_uri'] ?? '') !== '',
      scopes,
      state,
      challenge,
      parameters,
      responseTypes,
      responseMode,
      server: serverIdOf(server),
      createdAt: now,
      expiresAt: now + REQUEST_LIFETIME,
    })
    return { kind: 'pending', request, client }
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    const target = { redirectUri, state, mode: responseModeFor(profile, parameters) }
    return { kind: 'failed', response: responseTo(target, profile.errorMembers(error, context)), client }
  }
}

/** The sign-in of the person who approves a request. */
export interface ApprovingSignIn {
  readonly handle: string
  /** When the person signed in, epoch milliseconds. Absent: they sign in now. */
  readonly authTime?: number
}

/**
 * Approves a request for a person and removes it; returns the answer for the client.
 *
 * @throws RequestRefused when there is no such request or no such person.
 */
export function approve<X extends OAuthContext>(
  server: Server<X>,
  id: string,
  { handle, authTime }: ApprovingSignIn,
): AuthorizationResponse {
  const { profile, context } = server
  const { request, client } = findPendingRequest(server, id)
  const person = findPerson(server, handle)
  context.rows.oauthRequests.delete(id)
  const { parameters } = request
  try {
    profile.checkPerson?.(context, client, person, parameters)
    const { grant, scopes, first } = recordGrant(server, person, { client, requested: request.scopes, parameters })
    if (authTime === undefined) profile.signedIn?.(context, person)
    const authorization: Authorization = {
      client,
      grant,
      scopes,
      parameters,
      by: 'authorization',
      request: {},
      origin: null,
      authTime: authTime ?? context.clock.now(),
    }
    const members = codeAndTokens(server, request, authorization)
    const more = profile.responseMembers?.(context, { request, client, person, scopes, first, authorization }) ?? {}
    return responseTo(targetOf(request), { ...members, ...more })
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    return responseTo(targetOf(request), profile.errorMembers(error, context))
  }
}

/**
 * Denies a request, as a person does with Cancel, and removes it; returns the answer for the client.
 *
 * @throws RequestRefused when there is no such request.
 */
export function deny<X extends OAuthContext>(server: Server<X>, id: string): AuthorizationResponse {
  const problem = { reason: 'cancelled' } as const
  return fail(server, id, new OAuthFailure('access_denied', 'Cancel was chosen on the page', { problem }))
}

/**
 * Ends a request with a failure; returns the answer for the client.
 *
 * @throws RequestRefused when there is no such request.
 */
export function fail<X extends OAuthContext>(
  server: Server<X>,
  id: string,
  failure: OAuthFailure,
): AuthorizationResponse {
  const { profile, context } = server
  const { request } = findPendingRequest(server, id)
  context.rows.oauthRequests.delete(id)
  return responseTo(targetOf(request), profile.errorMembers(failure, context))
}

/**
 * Finds the person with this handle.
 *
 * @throws RequestRefused when there is none who may sign in.
 */
export function findPerson<X extends OAuthContext>({ profile, context }: Server<X>, handle: string): Person {
  const person = profile.person(context, handle)
  if (person !== undefined) return person
  const known = profile.people(context).map((each) => each.handle)
  const list = known.length > 10 ? `${known.slice(0, 10).join(', ')} and ${known.length - 10} more` : known.join(', ')
  throw refused(`user ${handle} cannot sign in; those who can are: ${list || 'nobody'}`, [
    'Choose one of the people on the page.',
  ])
}

/**
 * Finds a request that waits for a person, and its client.
 *
 * @throws RequestRefused for one that is unknown or has expired.
 */
export function findPendingRequest<X extends OAuthContext>(server: Server<X>, id: string): PendingRequest {
  const { profile, context } = server
  const request = context.rows.oauthRequests.get(id)
  const client = request === undefined ? undefined : clientWithId(profile.clients(context), request.clientId)
  if (request === undefined || client === undefined) {
    throw refused(
      'This sign-in was answered already or has expired, or the state was reset since the page was opened.',
      ['Go back to the application and sign in again.'],
    )
  }
  if (request.expiresAt <= context.clock.now()) {
    throw refused(`This sign-in expired at ${new Date(request.expiresAt).toISOString()}.`, [
      'Go back to the application and sign in again.',
    ])
  }
  const here = serverIdOf(server)
  if (request.server !== here) {
    throw refused(
      `This sign-in was begun at ${request.server || 'another authorization server'}, not at ${here || 'this one'}.`,
      ['Post the form of a page to the address that it names.'],
    )
  }
  return { request, client }
}

/** Deletes the requests that nobody answered in time. */
function deleteExpiredRequests({ rows }: OAuthContext, now: number): void {
  // A few at a time, so that no request waits for the deletion of many.
  const { rows: oldest } = rows.oauthRequests.page('byExpiry', [], { offset: 0, limit: 10 })
  for (const { id, expiresAt } of oldest) if (expiresAt <= now) rows.oauthRequests.delete(id)
}

/** Makes what `response_type` asks for. https://openid.net/specs/openid-connect-core-1_0.html#HybridAuthResponse */
function codeAndTokens<X extends OAuthContext>(
  server: Server<X>,
  request: OAuthRequest,
  authorization: Authorization,
): Members {
  const { profile, context } = server
  const { responseTypes } = request
  const members: Record<string, string | number> = {}
  const code = responseTypes.includes('code') ? createCode(server, request, authorization) : undefined
  const withOrigin = { ...authorization, origin: code ?? null }
  let accessToken: string | undefined
  if (responseTypes.includes('token')) {
    accessToken = profile.createAccessToken(context, withOrigin)
    const {
      access_token,
      token_type = 'Bearer',
      expires_in,
      scope,
    } = profile.tokenMembers({ ...withOrigin, accessToken, refreshToken: null }, context)
    const tokenMembers = { access_token, token_type, expires_in, scope }
    for (const [name, value] of Object.entries(tokenMembers)) if (value !== undefined) members[name] = value
  }
  if (code !== undefined) members['code'] = code
  if (responseTypes.includes('id_token') && wantsIdToken(profile, authorization)) {
    members['id_token'] = idToken(server, withOrigin, {
      ...(code === undefined ? {} : { code }),
      ...(accessToken === undefined ? {} : { accessToken }),
    })
  }
  return members
}

function createCode<X extends OAuthContext>(
  { profile, context }: Server<X>,
  { redirectUri, redirectUriSent, challenge, parameters, server }: OAuthRequest,
  { grant, scopes, authTime }: Authorization,
): string {
  const now = context.clock.now()
  return context.rows.oauthCodes.insert({
    id: profile.createCode(context),
    grantId: grant.id,
    redirectUri: relayedOrigin(redirectUri) === null ? redirectUri : RELAYED,
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

function findClient<X extends OAuthContext>({ profile, context }: Server<X>, query: URLSearchParams): Client {
  const [id, ...more] = query.getAll('client_id')
  if (id === undefined || id === '') {
    throw refused('client_id is missing', ['Send client_id with the authorization request.'], 'client')
  }
  if (more.length > 0) throw refused('client_id came more than once', ['Send it once.'], 'client')
  const clients = profile.clients(context)
  const client = clientWithId(clients, id)
  if (client !== undefined) return client
  throw new RequestRefused(
    404,
    'No such application',
    unknownClient(clients, id),
    ['Send the client_id of a registered application.', `Or register ${id}, under ${profile.registry}.`],
    'client',
  )
}

function targetOf({ redirectUri, state, responseMode }: OAuthRequest) {
  return { redirectUri, state, mode: responseMode }
}

function refused(
  message: string,
  remedies: readonly string[],
  about: RequestRefused['about'] = 'request',
): RequestRefused {
  return new RequestRefused(400, 'This sign-in cannot go on', message, remedies, about)
}
