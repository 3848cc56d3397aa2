import { promptsOf } from './authorization-checks.ts'
import { approve, fail, findPerson } from './authorize.ts'
import type { Client } from './clients.ts'
import type { OAuthRequest, OAuthSession } from './collections.ts'
import { OAuthFailure } from './failure.ts'
import { verifyIdToken } from './id-token.ts'
import { JwtFlaw } from './jwt.ts'
import type { OAuthContext, Person, Profile } from './profile.ts'
import type { AuthorizationResponse } from './response.ts'

/** The answer to a request, and who is signed in by it; nobody where it failed. */
export interface AnsweredForPresented {
  readonly response: AuthorizationResponse
  readonly person: Person | null
}

/** The answer to a request that signs its person in by itself; null for one that does not. */
export function answerForPresented<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  request: OAuthRequest,
): AnsweredForPresented | null {
  try {
    const presented = profile.presented?.(context, request.parameters)
    if (presented === undefined) return null
    const person = findPerson(profile, context, presented.handle)
    return { response: approve(profile, context, request.id, person.handle, presented.authTime), person }
  } catch (error) {
    if (error instanceof OAuthFailure) return { response: fail(profile, context, request.id, error), person: null }
    throw error
  }
}

/**
 * The answer to a request that may show nothing (`prompt=none`): for the person of the session, if they have agreed before;
 * else what it would take. Null for a request that may show a page. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function answerWithoutAsking<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  request: OAuthRequest,
  client: Client,
  session: OAuthSession | undefined,
): AuthorizationResponse | null {
  if (profile.prompts === undefined || !promptsOf(request.parameters).includes('none')) return null
  const obstacle = obstacleFor(profile, context, request, client, session)
  if (obstacle !== null || session === undefined) {
    return fail(profile, context, request.id, obstacle ?? new OAuthFailure('login_required', 'nobody is signed in'))
  }
  return approve(profile, context, request.id, session.handle, session.authTime)
}

function obstacleFor<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  { parameters, scopes }: OAuthRequest,
  client: Client,
  session: OAuthSession | undefined,
): OAuthFailure | null {
  if (session === undefined) {
    return new OAuthFailure('login_required', 'prompt is none, but nobody is signed in with this browser')
  }
  const age = Math.floor((context.clock.now() - session.authTime) / 1000)
  const limit = parameters['max_age']
  // Zero asks for a new sign-in, however soon it comes. OpenID Connect Core section 3.1.2.1
  if (limit !== undefined && (age > Number(limit) || Number(limit) === 0)) {
    return new OAuthFailure('login_required', `prompt is none and max_age ${limit}, but the sign-in was ${age} s ago`)
  }
  const person = profile.person(context, session.handle)
  const hint = parameters['login_hint']
  const names = [session.handle, person?.email, String(session.userId)].map((name) => name?.toLowerCase())
  // Or whatever else the profile knows them by, such as a user principal name.
  const isMeant = (name: string): boolean =>
    names.includes(name.toLowerCase()) || profile.person(context, name)?.id === session.userId
  if (hint !== undefined && !isMeant(hint)) {
    return new OAuthFailure(
      'login_required',
      `prompt is none and login_hint ${hint}, but ${session.handle} is signed in`,
    )
  }
  if (!isHinted(profile, context, parameters['id_token_hint'], client, session)) {
    return new OAuthFailure(
      'login_required',
      `prompt is none, but id_token_hint is no ID token of this server that ${client.id} got for ${session.handle}, who is signed in`,
    )
  }
  const before = context.rows.oauthGrants.find('client', client.id, session.userId)?.scopes ?? []
  if (profile.scopesToConsent !== undefined) {
    const missing = profile.scopesToConsent(context, client, scopes, before, parameters)
    return missing.length === 0 ? null : notAllowed(session, client, missing)
  }
  const missing = profile
    .scopesGranted(context, client, scopes, before, parameters)
    .filter((scope) => !before.includes(scope))
  if (missing.length === 0 && before.length > 0) return null
  return notAllowed(session, client, missing)
}

/** Whether an `id_token_hint` is of the person of the session; it may have expired. True where none came. */
function isHinted<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  hint: string | undefined,
  client: Client,
  { userId }: OAuthSession,
): boolean {
  const { openId } = profile
  if (hint === undefined || openId?.isSubject === undefined) return true
  try {
    const claims = verifyIdToken(profile, context, hint, client)
    return claims['aud'] === client.id && openId.isSubject(claims, userId)
  } catch (error) {
    if (error instanceof JwtFlaw) return false
    throw error
  }
}

function notAllowed({ handle }: OAuthSession, { id }: Client, missing: readonly string[]): OAuthFailure {
  return new OAuthFailure(
    'consent_required',
    `prompt is none, but ${handle} has not allowed ${id} ${missing.join(' ') || 'anything'} yet`,
  )
}
