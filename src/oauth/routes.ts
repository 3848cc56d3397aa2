import { redirect, type Answer } from '../core/answer.ts'
import { consentPage } from '../pages/consent.ts'
import type { Service } from '../pages/layout.ts'
import type { ScopeInWords } from '../pages/scopes.ts'
import { signInPage, type Choice, type SignIn } from '../pages/sign-in.ts'
import { signedOutPage } from '../pages/signed-out.ts'
import { browserAnswer, clientAnswer, noStore, paged, tokenRequestOf, type ClientCall } from './answers.ts'
import { promptsOf } from './authorization-checks.ts'
import { approve, deny, findPerson, startAuthorization, waitingRequest } from './authorize.ts'
import { BearerFailure, accessTokenOf, bearerAnswer, type WithBearer } from './bearer.ts'
import type { Client } from './clients.ts'
import type { OAuthAccessToken, OAuthRequest } from './collections.ts'
import { logoutLocation } from './end-session.ts'
import { introspect } from './introspect.ts'
import type { Claims } from './jwt.ts'
import type { OAuthContext, Parameters, Person, Profile } from './profile.ts'
import { answerForPresented, answerWithoutAsking } from './prompt.ts'
import { pushAuthorization } from './pushed.ts'
import { revoke } from './revoke.ts'
import { beginSession, sessionCookie, sessionOf } from './session.ts'
import { redeem } from './token.ts'

// What a provider's routes are made of: each function here makes one handler. Which of them there are, and where, is written
// in the provider's own routes.

/** What the handlers need of a call. Every service's call is one. */
export interface OAuthCall extends ClientCall, WithBearer {
  readonly origin: string
}

/** A provider, to its pages and endpoints. */
export interface Provider<X extends OAuthContext> {
  readonly service: Service
  readonly profile: Profile<X>
  /** What a scope lets an application do, for a person to read. */
  words(scope: string): string
  /** Where to seed people: `codehost.users`. */
  readonly seededAt: string
  /** The parameter that suggests a person. Default: `login_hint` */
  readonly hint?: string
  /** Whether token requests may be JSON. Default: false */
  readonly takesJson?: boolean
  /**
   * What people can choose on the sign-in page beside who they are. Default: nothing. A page for consent does not carry it on:
   * only for vendors that have none.
   */
  choices?(context: X, request: OAuthRequest): readonly Choice[]
  /** Takes in what was chosen, before the answer is made. A choice that was not made is not in the form. */
  chosen?(context: X, chosen: Chosen): void
}

/** What someone who agreed has chosen. */
export interface Chosen {
  readonly request: OAuthRequest
  readonly client: Client
  readonly person: Person
  readonly form: URLSearchParams
}

/** Makes the handler of one route. */
export type Handler<X extends OAuthContext> = (call: X & OAuthCall) => Answer

/** GET of the authorization endpoint: the page, or at once the answer to a request that needs or allows none. */
export function authorizationPage<X extends OAuthContext>(provider: Provider<X>): Handler<X> {
  return (call) => paged(provider.service, provider.profile, () => ask(provider, call, call.query))
}

/**
 * POST of the authorization endpoint. The page posts `request`, and `user` (a handle) or `decision=deny`; the consent page posts
 * `decision=allow` too. Without a browser the same form does: post `user` alone to the authorization URL as the application made
 * it, query and all, and the answer is the redirect (with `prompt=consent`, post `decision=allow` beside it). A form without
 * any of these is an authorization request itself. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function authorizationAnswer<X extends OAuthContext>(provider: Provider<X>): Handler<X> {
  const { service, profile } = provider
  return (call) =>
    paged(service, profile, () => {
      const form = call.form()
      const decision = form.get('decision')
      const user = form.get('user')
      let id = form.get('request')
      const query = new URLSearchParams([...call.query, ...form])
      for (const name of ['request', 'user', 'decision']) query.delete(name)
      if (id === null) {
        if (user === null && decision === null) return ask(provider, call, query)
        const started = startAuthorization(profile, call, query)
        if (!started.asks) return browserAnswer(service, started.client, started.response)
        id = started.request.id
      }
      const { request, client } = waitingRequest(profile, call, id)
      if (decision === 'deny') return browserAnswer(service, client, deny(profile, call, id))
      if (decision !== 'allow' && needsConsent(profile, call, request, client, user)) {
        return consent(provider, call, request, client, user)
      }
      const person = findPerson(profile, call, user ?? '')
      provider.chosen?.(call, { request, client, person, form })
      const response = approve(profile, call, id, person.handle)
      return signedIn(provider, call, person, browserAnswer(service, client, response))
    })
}

/** The token endpoint. */
export function tokenEndpoint<X extends OAuthContext>({ profile, takesJson = false }: Provider<X>): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => noStore(redeem(profile, call, tokenRequestOf(call, { json: takesJson }))))
}

/** The revocation endpoint; `done` is what the vendor answers. Default: 200 without a body, as RFC 7009 has it. */
export function revocationEndpoint<X extends OAuthContext>(
  { profile, takesJson = false }: Provider<X>,
  done: () => Answer = () => ({ status: 200, headers: { 'cache-control': 'no-store' }, body: null }),
): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => {
      const request = tokenRequestOf(call, { json: takesJson })
      // A token in the query is not in the RFC; clients of the vendor that has it there send it so.
      const token = call.query.get('token')
      const parameters = token === null ? request.parameters : { token, ...request.parameters }
      revoke(profile, call, { ...request, parameters })
      return done()
    })
}

/** The endpoint that takes authorization requests ahead of the browser. RFC 9126 */
export function pushedAuthorizationEndpoint<X extends OAuthContext>({ profile }: Provider<X>): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => noStore(pushAuthorization(profile, call, tokenRequestOf(call)), 201))
}

/** The introspection endpoint. */
export function introspectionEndpoint<X extends OAuthContext>({ profile }: Provider<X>): Handler<X> {
  return (call) => clientAnswer(profile, call, () => noStore(introspect(profile, call, tokenRequestOf(call))))
}

/** What the userinfo endpoint says of the person whose access token came, and how the vendor refuses. */
export interface Userinfo<X extends OAuthContext> {
  /** Throws BearerFailure where the token may not ask. */
  claims(call: X & OAuthCall, token: OAuthAccessToken): Claims
  /** Default: as RFC 6750 has it. */
  refuse?(failure: BearerFailure, call: X & OAuthCall): Answer
}

/** The userinfo endpoint, for GET and POST: the token in the header, in a form, or in the query. */
export function userinfoEndpoint<X extends OAuthContext>(
  { profile }: Provider<X>,
  { claims, refuse = (failure, call) => bearerAnswer(failure, call.origin) }: Userinfo<X>,
): Handler<X> {
  return (call) => {
    try {
      return noStore(claims(call, accessTokenOf(profile, call)))
    } catch (error) {
      if (error instanceof BearerFailure) return refuse(error, call)
      throw error
    }
  }
}

/** The end-session endpoint, for GET and POST: ends the session of the browser and sends it on, or says that it is done. */
export function endSessionEndpoint<X extends OAuthContext>({ service, profile }: Provider<X>): Handler<X> {
  return (call) =>
    paged(service, profile, () => {
      const parameters: Parameters = Object.fromEntries([...call.query, ...call.form()])
      const location = logoutLocation(profile, call, parameters)
      const session = sessionOf(profile, call, service.id)
      if (session !== undefined) call.rows.oauthSessions.delete(session.id)
      const answer = location === null ? signedOutPage(service) : redirect(location)
      return withCookie(answer, sessionCookie(call, service.id, null))
    })
}

/** What an application asks for, in words. */
export function inWords<X extends OAuthContext>(provider: Provider<X>, scopes: readonly string[]): ScopeInWords[] {
  return scopes.map((scope) => ({ scope, words: provider.words(scope) }))
}

/** What all pages that list people have in common. */
export function peopleOf<X extends OAuthContext>(
  { service, profile, seededAt }: Provider<X>,
  call: X,
  client: Client,
  parameters: Parameters,
): Pick<SignIn, 'service' | 'application' | 'people' | 'seededAt'> {
  return { service, application: client.name, people: profile.people(call, parameters), seededAt }
}

function ask<X extends OAuthContext>(provider: Provider<X>, call: X & OAuthCall, query: URLSearchParams): Answer {
  const { service, profile } = provider
  const started = startAuthorization(profile, call, query)
  if (!started.asks) return browserAnswer(service, started.client, started.response)
  const { request, client } = started
  const { parameters } = request
  const session = profile.prompts === undefined ? undefined : sessionOf(profile, call, service.id)
  const presented = answerForPresented(profile, call, request)
  if (presented !== null) {
    return signedIn(provider, call, presented.person, browserAnswer(service, client, presented.response))
  }
  const answered = answerWithoutAsking(profile, call, request, client, session)
  if (answered !== null) return browserAnswer(service, client, answered)
  const scopes = profile.scopesGranted(call, client, request.scopes, [], parameters)
  return signInPage({
    ...peopleOf(provider, call, client, parameters),
    suggested: suggestedBy(provider, call, parameters) ?? session?.handle ?? null,
    scopes: needsConsent(profile, call, request, client, null) ? null : inWords(provider, scopes),
    destination: request.redirectUri,
    choices: provider.choices?.(call, request) ?? [],
    fields: { request: request.id },
  })
}

/** Whom the application suggests: by what forms post for them, or by whatever else the profile knows a person by. */
function suggestedBy<X extends OAuthContext>(
  { profile, hint = 'login_hint' }: Provider<X>,
  call: X,
  parameters: Parameters,
): string | null {
  const given = parameters[hint]
  return given === undefined ? null : (profile.person(call, given)?.handle ?? given)
}

/** Whether the page for consent comes, for this person; for anyone who has allowed nothing yet, where nobody is named. */
function needsConsent<X extends OAuthContext>(
  profile: Profile<X>,
  call: X,
  { parameters, scopes }: OAuthRequest,
  client: Client,
  user: string | null,
): boolean {
  if (profile.prompts !== undefined && promptsOf(parameters).includes('consent')) return true
  if (profile.scopesToConsent === undefined) return false
  const person = user === null ? undefined : profile.person(call, user)
  const before = person && call.rows.oauthGrants.find('client', client.id, person.id)?.scopes
  return profile.scopesToConsent(call, client, scopes, before ?? [], parameters).length > 0
}

/** An answer that has the browser keep the session of whoever has just signed in. */
function signedIn<X extends OAuthContext>(
  { service, profile }: Provider<X>,
  call: X & OAuthCall,
  person: Person | null,
  answer: Answer,
): Answer {
  if (profile.prompts === undefined || person === null) return answer
  return withCookie(answer, sessionCookie(call, service.id, beginSession(call, person)))
}

function consent<X extends OAuthContext>(
  provider: Provider<X>,
  call: X,
  request: OAuthRequest,
  client: Client,
  user: string | null,
): Answer {
  const { service, profile } = provider
  const person = findPerson(profile, call, user ?? '')
  const before = call.rows.oauthGrants.find('client', client.id, person.id)?.scopes ?? []
  const scopes = profile.scopesGranted(call, client, request.scopes, before, request.parameters)
  return consentPage({
    service,
    application: client.name,
    scopes: inWords(provider, scopes),
    person,
    destination: request.redirectUri,
    fields: { request: request.id, user: person.handle },
  })
}

function withCookie(answer: Answer, cookie: string): Answer {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
}
