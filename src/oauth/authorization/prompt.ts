import type { Person } from '../authorization.ts'
import { promptsOf } from './checks.ts'
import { approve, fail, findPerson, type PendingRequest } from './authorize.ts'
import type { Client } from '../clients/clients.ts'
import type { OAuthSession } from '../collections.ts'
import type { OAuthContext } from '../context.ts'
import { OAuthFailure } from '../failure.ts'
import { verifyIdToken } from '../tokens/id-token.ts'
import { JwtFlaw } from '../jwt/jwt.ts'
import type { Server } from '../profile.ts'
import type { AuthorizationResponse } from './response.ts'

/** The answer to a request that signs a person in by itself, and that person; null when it failed. */
export interface PresentedAnswer {
  readonly response: AuthorizationResponse
  readonly person: Person | null
}

/** Answers a request that signs its person in by itself; returns null for every other request. */
export function answerForPresented<X extends OAuthContext>(
  server: Server<X>,
  { request }: PendingRequest,
): PresentedAnswer | null {
  try {
    const presented = server.profile.presentedSignIn?.(server.context, request.parameters)
    if (presented === undefined) return null
    const person = findPerson(server, presented.handle)
    const signIn = { handle: person.handle, authTime: presented.authTime }
    return { response: approve(server, request.id, signIn), person }
  } catch (error) {
    if (error instanceof OAuthFailure) return { response: fail(server, request.id, error), person: null }
    throw error
  }
}

/**
 * Answers a request that may show no page (`prompt=none`): approves it for the person of the session if they have
 * agreed before, and else returns the error that names what is missing. Returns null for every other request.
 * https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function answerWithoutPage<X extends OAuthContext>(
  server: Server<X>,
  pending: PendingRequest,
  session: OAuthSession | undefined,
): AuthorizationResponse | null {
  const { id, parameters } = pending.request
  if (server.profile.prompts === undefined || !promptsOf(parameters).includes('none')) return null
  if (session === undefined) {
    return fail(
      server,
      id,
      new OAuthFailure('login_required', 'prompt is none, but nobody is signed in with this browser'),
    )
  }
  const failure =
    expiredSession(server, pending, session) ??
    otherPerson(server, pending, session) ??
    missingConsent(server, pending, session)
  if (failure !== null) return fail(server, id, failure)
  return approve(server, id, { handle: session.handle, authTime: session.authTime })
}

function expiredSession<X extends OAuthContext>(
  { context }: Server<X>,
  { request }: PendingRequest,
  { authTime }: OAuthSession,
): OAuthFailure | null {
  const age = Math.floor((context.clock.now() - authTime) / 1000)
  const limit = request.parameters['max_age']
  // A max_age of 0 demands a new sign-in, however recent the last one is. OpenID Connect Core section 3.1.2.1
  if (limit === undefined || (age <= Number(limit) && Number(limit) !== 0)) return null
  return new OAuthFailure('login_required', `prompt is none and max_age ${limit}, but the sign-in was ${age} s ago`)
}

/** The failure of a request whose `login_hint` or `id_token_hint` names another person than that of the session. */
function otherPerson<X extends OAuthContext>(
  server: Server<X>,
  { request, client }: PendingRequest,
  session: OAuthSession,
): OAuthFailure | null {
  const { profile, context } = server
  const { login_hint: hint, id_token_hint: idTokenHint } = request.parameters
  const person = profile.person(context, session.handle)
  const names = [session.handle, person?.email, String(session.userId)].map((name) => name?.toLowerCase())
  // The profile may know the person by further names, such as a user principal name.
  const isNamedBy = (name: string): boolean =>
    names.includes(name.toLowerCase()) || profile.person(context, name)?.id === session.userId
  if (hint !== undefined && !isNamedBy(hint)) {
    return new OAuthFailure(
      'login_required',
      `prompt is none and login_hint ${hint}, but ${session.handle} is signed in`,
    )
  }
  if (idTokenHint === undefined || isIdTokenOf(server, idTokenHint, client, session)) return null
  return new OAuthFailure(
    'login_required',
    `prompt is none, but id_token_hint is no ID token of this server that ${client.id} got for ${session.handle}, who is signed in`,
  )
}

/**
 * Returns whether an `id_token_hint` is about the person of the session; it may have expired. True at a vendor that
 * ignores it.
 */
function isIdTokenOf<X extends OAuthContext>(
  server: Server<X>,
  hint: string,
  client: Client,
  { userId }: OAuthSession,
): boolean {
  const { openId } = server.profile
  if (openId?.isSubject === undefined) return true
  try {
    const claims = verifyIdToken(server, hint, client)
    return claims['aud'] === client.id && openId.isSubject(claims, userId)
  } catch (error) {
    if (error instanceof JwtFlaw) return false
    throw error
  }
}

function missingConsent<X extends OAuthContext>(
  { profile, context }: Server<X>,
  { request: { parameters, scopes }, client }: PendingRequest,
  { userId, handle }: OAuthSession,
): OAuthFailure | null {
  const before = context.rows.oauthGrants.find('client', client.id, userId)?.scopes ?? []
  const request = { client, requested: scopes, parameters, before }
  const missing =
    profile.scopesToConsent?.(context, request) ??
    profile.scopesGranted(context, request).filter((scope) => !before.includes(scope))
  const neverAsked = profile.scopesToConsent === undefined && before.length === 0
  if (missing.length === 0 && !neverAsked) return null
  return new OAuthFailure(
    'consent_required',
    `prompt is none, but ${handle} has not allowed ${client.id} ${missing.join(' ') || 'anything'} yet`,
  )
}
