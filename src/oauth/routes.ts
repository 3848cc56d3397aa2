import { redirect, type Answer } from '../core/answer.ts'
import { consentPage } from '../pages/consent.ts'
import type { Service } from '../pages/layout.ts'
import type { ScopeInWords } from '../pages/scopes.ts'
import { signInPage, type Choice, type SignIn } from '../pages/sign-in.ts'
import { signedOutPage } from '../pages/signed-out.ts'
import { browserAnswer, paged, type ClientCall } from './answers.ts'
import { promptsOf } from './authorization-checks.ts'
import { approve, deny, findPerson, startAuthorization, waitingRequest } from './authorize.ts'
import type { WithBearer } from './bearer.ts'
import type { Client } from './clients.ts'
import type { OAuthRequest } from './collections.ts'
import { logoutLocation } from './end-session.ts'
import { RequestRefused } from './failure.ts'
import { withValues } from './parameters.ts'
import type { OAuthContext, Parameters, Person, Profile } from './profile.ts'
import { answerForPresented, answerWithoutAsking } from './prompt.ts'
import { beginSession, sessionCookie, sessionOf } from './session.ts'

// What a provider's routes are made of, for browsers: each function here makes one handler. Which of them there are, and where,
// is written in the provider's own routes.

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
      const decision = decisionIn(form)
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

/** The end-session endpoint, for GET and POST: ends the session of the browser and sends it on, or says that it is done. */
export function endSessionEndpoint<X extends OAuthContext>({ service, profile }: Provider<X>): Handler<X> {
  return (call) =>
    paged(service, profile, () => {
      const parameters: Parameters = Object.fromEntries(
        withValues(new URLSearchParams([...call.query, ...call.form()])),
      )
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

/** What was decided. Throws RequestRefused for a word that the page does not post: it must not stand for consent. */
export function decisionIn(form: URLSearchParams): 'allow' | 'deny' | null {
  const decision = form.get('decision')
  if (decision === null || decision === 'allow' || decision === 'deny') return decision
  throw new RequestRefused(400, 'This sign-in cannot go on', `decision is ${decision}; expected allow or deny`, [
    'Post one of these, or none to agree as whoever user names.',
  ])
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
