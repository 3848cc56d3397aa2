import { redirect, type Answer } from '#core/answer.ts'
import { consentPage } from '#pages/consent.ts'
import type { Service } from '#pages/layout.ts'
import type { DescribedScope } from '#pages/scopes.ts'
import { signInPage, type Choice, type SignInPage } from '#pages/sign-in.ts'
import { signedOutPage } from '#pages/signed-out.ts'
import { browserAnswer, pageAnswer, type ClientCall, type JsonBodies } from './answers.ts'
import type { Person } from '../authorization.ts'
import { promptsOf } from '../authorization/checks.ts'
import {
  approve,
  deny,
  findPendingRequest,
  findPerson,
  startAuthorization,
  type PendingRequest,
} from '../authorization/authorize.ts'
import type { Client } from '../clients/clients.ts'
import type { OAuthRequest } from '../collections.ts'
import type { BearerRequest, OAuthContext, Parameters } from '../context.ts'
import { logoutLocation } from '../sessions/logout.ts'
import { RequestRefused } from '../failure.ts'
import { withValues } from '../parameters.ts'
import type { Profile, Server } from '../profile.ts'
import { requireKnownAddress } from '../authorization/redirects.ts'
import { relayedOrigin } from '../authorization/relay.ts'
import { answerForPresented, answerWithoutPage } from '../authorization/prompt.ts'
import { beginSession, sessionCookie, sessionOf } from '../sessions/session.ts'

// The endpoints for browsers. Each function makes the handler of one endpoint; a provider's own routes give it a path.

/** A request to an authorization server. Every service's call is one. */
export interface OAuthCall extends ClientCall, BearerRequest {
  readonly origin: string
  mayRedirectTo(url: URL): boolean
}

/** A vendor's authorization server, with what its pages and endpoints show and accept. */
export interface Provider<X extends OAuthContext> {
  readonly service: Service
  readonly profile: Profile<X>
  /** Describes what a scope lets an application do, for the consent page. */
  words(scope: string): string
  /** Where people are seeded: `codehost.users`. */
  readonly seededAt: string
  /** The parameter that suggests a person. Default: `login_hint` */
  readonly hint?: string
  /** True when token requests may be JSON. Default: false */
  readonly takesJson?: JsonBodies
  /**
   * The choices that the sign-in page offers beside the person. Default: none. The consent page does not carry them on,
   * so they are only for vendors without one.
   */
  choices?(context: X, request: OAuthRequest): readonly Choice[]
  /** Applies the choices, before the answer is made. A choice that was not made is not in the form. */
  chosen?(context: X, choices: MadeChoices): void
}

/** The choices of a person who approves a request. */
interface MadeChoices {
  readonly request: OAuthRequest
  readonly client: Client
  readonly person: Person
  readonly form: URLSearchParams
}

/** The handler of one endpoint. */
export type Handler<X extends OAuthContext, T = unknown> = (call: X & OAuthCall) => Answer<T>

/** GET of the authorization endpoint: a page, or at once the answer to a request that needs or allows none. */
export function authorizationPage<X extends OAuthContext>(provider: Provider<X>): Handler<X, string | null> {
  return (call) => pageAnswer(provider.service, provider.profile, () => start(provider, call, call.query))
}

/**
 * POST of the authorization endpoint. The sign-in page posts `request`, and `user` (a handle) or `decision=deny`; the
 * consent page posts `decision=allow` as well. A client without a browser can post `user` alone to the authorization
 * URL as the application made it, query and all (with `prompt=consent`, also `decision=allow`): the answer is the
 * redirect. A form with none of these fields is an authorization request itself.
 * https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function authorizationAnswer<X extends OAuthContext>(provider: Provider<X>): Handler<X, string | null> {
  const { service, profile } = provider
  return (call) => pageAnswer(service, profile, () => answerForm(provider, call, call.form()))
}

function answerForm<X extends OAuthContext>(
  provider: Provider<X>,
  call: X & OAuthCall,
  form: URLSearchParams,
): Answer<string | null> {
  const { service, profile } = provider
  const server = { profile, context: call }
  const decision = decisionIn(form)
  const user = form.get('user')
  let id = form.get('request')
  if (id === null) {
    const query = new URLSearchParams([...call.query, ...form])
    for (const name of ['request', 'user', 'decision']) query.delete(name)
    if (user === null && decision === null) return start(provider, call, query)
    const started = startAuthorization(server, query)
    if (started.kind === 'failed') return browserAnswer(service, started.client, started.response)
    id = started.request.id
  }
  const pending = findPendingRequest(server, id)
  const { request, client } = pending
  if (decision === 'deny') return browserAnswer(service, client, deny(server, id))
  if (decision !== 'allow' && needsConsent(server, pending, user)) return askConsent(provider, call, pending, user)
  const person = findPerson(server, user ?? '')
  provider.chosen?.(call, { request, client, person, form })
  const response = approve(server, id, { handle: person.handle })
  return withSession(provider, call, person, browserAnswer(service, client, response))
}

/**
 * The end-session endpoint, for GET and POST: ends the browser's session, and redirects to the application or shows a
 * page.
 */
export function endSessionEndpoint<X extends OAuthContext>({
  service,
  profile,
}: Provider<X>): Handler<X, string | null> {
  return (call) =>
    pageAnswer(service, profile, () => {
      const parameters: Parameters = Object.fromEntries(
        withValues(new URLSearchParams([...call.query, ...call.form()])),
      )
      const server = { profile, context: call }
      const location = logoutLocation(server, parameters, call)
      const session = sessionOf(server, service.id)
      if (session !== undefined) call.rows.oauthSessions.delete(session.id)
      const answer = location === null ? signedOutPage(service) : redirect(location)
      return withCookie(answer, sessionCookie(call, service.id, null))
    })
}

/** Describes scopes for a page. */
export function describeScopes<X extends OAuthContext>(
  provider: Provider<X>,
  scopes: readonly string[],
): DescribedScope[] {
  return scopes.map((scope) => ({ scope, words: provider.words(scope) }))
}

/** The properties that all pages with a list of people have in common. */
export function peopleFor<X extends OAuthContext>(
  { service, profile, seededAt }: Provider<X>,
  call: X,
  parameters: Parameters,
): Pick<SignInPage, 'service' | 'people' | 'seededAt'> {
  return { service, people: profile.people(call, parameters), seededAt }
}

/**
 * Returns the decision in a form.
 *
 * @throws RequestRefused for an unknown one, so that it does not count as consent.
 */
export function decisionIn(form: URLSearchParams): 'allow' | 'deny' | null {
  const decision = form.get('decision')
  if (decision === null || decision === 'allow' || decision === 'deny') return decision
  throw new RequestRefused(400, 'This sign-in cannot go on', `decision is ${decision}; expected allow or deny`, [
    'Post one of these, or none to agree as whoever user names.',
  ])
}

/** Takes an authorization request and shows the sign-in page, or answers at once. */
function start<X extends OAuthContext>(
  provider: Provider<X>,
  call: X & OAuthCall,
  query: URLSearchParams,
): Answer<string | null> {
  const { service, profile } = provider
  const server = { profile, context: call }
  const started = startAuthorization(server, query)
  if (started.kind === 'failed') return browserAnswer(service, started.client, started.response)
  const { request, client } = started
  const session = profile.prompts === undefined ? undefined : sessionOf(server, service.id)
  const presented = answerForPresented(server, started)
  if (presented !== null) {
    return withSession(provider, call, presented.person, browserAnswer(service, client, presented.response))
  }
  if (profile.prompts !== undefined && promptsOf(request.parameters).includes('none')) {
    const registered = client.redirectUris !== null
    const uri = relayedOrigin(request.redirectUri) ?? request.redirectUri
    requireKnownAddress(call, { name: 'redirect_uri', uri, registered })
  }
  const response = answerWithoutPage(server, started, session)
  if (response !== null) return browserAnswer(service, client, response)
  const { parameters } = request
  const scopes = profile.scopesGranted(call, { client, requested: request.scopes, before: [], parameters })
  return signInPage({
    ...peopleFor(provider, call, parameters),
    application: client.name,
    suggested: suggestedPerson(provider, call, parameters) ?? session?.handle ?? null,
    scopes: needsConsent(server, started, null) ? null : describeScopes(provider, scopes),
    destination: request.redirectUri,
    choices: provider.choices?.(call, request) ?? [],
    fields: { request: request.id },
  })
}

/** The handle of the person whom the request suggests; the hint itself when it names nobody. */
function suggestedPerson<X extends OAuthContext>(
  { profile, hint = 'login_hint' }: Provider<X>,
  call: X,
  parameters: Parameters,
): string | null {
  const name = parameters[hint]
  return name === undefined ? null : (profile.person(call, name)?.handle ?? name)
}

/**
 * Returns whether this person must see the consent page; without a person, whether someone who has granted nothing yet
 * must.
 */
function needsConsent<X extends OAuthContext>(
  { profile, context }: Server<X>,
  { request: { parameters, scopes }, client }: PendingRequest,
  handle: string | null,
): boolean {
  if (profile.prompts !== undefined && promptsOf(parameters).includes('consent')) return true
  if (profile.scopesToConsent === undefined) return false
  const person = handle === null ? undefined : profile.person(context, handle)
  const grant = person && context.rows.oauthGrants.find('client', client.id, person.id)
  const request = { client, requested: scopes, before: grant?.scopes ?? [], parameters }
  return profile.scopesToConsent(context, request).length > 0
}

/** Adds the cookie of a new session to the answer for a person who has just signed in. */
function withSession<X extends OAuthContext, T>(
  { service, profile }: Provider<X>,
  call: X & OAuthCall,
  person: Person | null,
  answer: Answer<T>,
): Answer<T> {
  if (profile.prompts === undefined || person === null) return answer
  return withCookie(answer, sessionCookie(call, service.id, beginSession(call, person)))
}

function askConsent<X extends OAuthContext>(
  provider: Provider<X>,
  call: X,
  { request, client }: PendingRequest,
  handle: string | null,
): Answer<string | null> {
  const { service, profile } = provider
  const person = findPerson({ profile, context: call }, handle ?? '')
  const before = call.rows.oauthGrants.find('client', client.id, person.id)?.scopes ?? []
  const { scopes: requested, parameters } = request
  return consentPage({
    service,
    application: client.name,
    scopes: describeScopes(provider, profile.scopesGranted(call, { client, requested, before, parameters })),
    person,
    destination: request.redirectUri,
    fields: { request: request.id, user: person.handle },
  })
}

function withCookie<T>(answer: Answer<T>, cookie: string): Answer<T> {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
}
