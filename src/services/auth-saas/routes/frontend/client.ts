import { isOfUser } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import type { Organization } from '#auth-saas/schema/organizations.ts'
import { organizationNamed } from '#auth-saas/rules/organizations/organizations.ts'
import { redirect, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { JwtFlaw, signJwt, verifyOwnJwt } from '#oauth/jwt/jwt.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, notFound, paramMissing, clerkFailure, signedOut } from '#auth-saas/errors.ts'
import { claimsVersion } from '#auth-saas/rules/api-version.ts'
import { cookieSuffix, INSTANCE_ID, signingKey } from '#auth-saas/rules/instance-keys.ts'
import { json } from '#auth-saas/json/answer.ts'
import { browserClient, browserToken, newClientToken } from '#auth-saas/rules/sessions/clients.ts'
import { sessionCookies } from '#auth-saas/rules/sessions/cookies.ts'
import { addEntry } from '../waitlist.ts'
import { waitlistEntryJson } from '#auth-saas/json/instance.ts'
import { current, endSession, touchSession } from '#auth-saas/rules/sessions/sessions.ts'
import { sessionToken, templateToken } from '#auth-saas/rules/sessions/tokens.ts'
import { followLink } from '#auth-saas/rules/attempts/email-links.ts'
import { findTicket } from '#auth-saas/rules/attempts/tickets.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { isEmailAddress } from '../body-parts.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { touched } from '#auth-saas/rules/common-fields.ts'
import { answered, browserOf, fields, read } from './browser.ts'
import { environmentJson } from '#auth-saas/json/frontend/environment.ts'
import { frontendClientJson, frontendSessionJson, originOf } from '#auth-saas/json/frontend/client.ts'

/** A session of the browser's client. */
export interface OwnSession {
  readonly client: Client
  readonly session: Session
}

/**
 * Adds the session that the path names, one of the browser's client.
 *
 * @throws 401 for another.
 */
export const loadOwnSession = (call: AuthCall): OwnSession => {
  const client = browserClient(call)
  const session = call.rows.sessions.get(call.params['session_id'])
  if (client === undefined) throw signedOut()
  if (session === undefined || session.clientId !== client.id) throw noSuch('session', call.params['session_id'] ?? '')
  return { client, session: current(call, session) }
}

/** @throws 401 for a session that has ended. */
export function requireActive({ session }: { readonly session: Session }): void {
  if (session.status !== 'active') throw signedOut()
}

/**
 * Changes the active organization of a session; an empty name is the personal account.
 *
 * @throws 404 without membership.
 */
function activate(call: AuthCall, session: Session, idOrSlug: string): Session {
  const { rows } = call
  if (idOrSlug === '' || idOrSlug === 'null') return rows.sessions.update(session.id, { activeOrganizationId: null })
  const organization = ownOrganization(call, session, idOrSlug)
  if (organization === undefined) {
    throw clerkFailure(404, 'organization_not_found_or_unauthorized', 'not found', 'Given organization not found.')
  }
  return rows.sessions.update(session.id, { activeOrganizationId: organization.id, ...touched(call) })
}

/** Returns the organization with an id or a slug, if the user of a session is a member; undefined otherwise. */
function ownOrganization(call: AuthCall, { userId }: Session, idOrSlug: string): Organization | undefined {
  const organization = organizationNamed(call, idOrSlug)
  const isMember = organization && call.rows.memberships.find('member', organization.id, userId) !== undefined
  return isMember === true ? organization : undefined
}

/** Records the use of a session, and activates the organization that the request names. */
function touch(call: AuthCall, session: Session): Session {
  const idOrSlug = fields(call).get('active_organization_id')
  const changed = idOrSlug === null ? session : activate(call, session, idOrSlug)
  call.rows.clients.update(session.clientId, { lastActiveSessionId: session.id, ...touched(call) })
  return touchSession(call, changed)
}

/** Answers a new token of a session, for the organization that the request names, or else for the active one. */
function token(call: AuthCall, session: Session): Answer {
  const idOrEmpty = fields(call).get('organization_id') ?? call.query.get('organization_id')
  const organizationId = idOrEmpty === null ? undefined : idOrEmpty === '' ? null : idOrEmpty
  const options = {
    version: claimsVersion(call),
    origin: originOf(call),
    ...(organizationId === undefined ? {} : { organizationId }),
  }
  return json({ object: 'token', jwt: sessionToken(call, session, options) })
}

/** Returns the URL of an application that a request names; undefined for one that no browser opens. */
export function applicationUrl(text: string | null): URL | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

/** Returns the Set-Cookie directives that bring the application's host to the state of a client. */
function directivesOf(call: AuthCall, client: Client | undefined, devBrowser: string): string[] {
  const { rows, query, origin } = call
  const suffixed = query.get('suffixed_cookies') !== 'false'
  const last = rows.sessions.get(client?.lastActiveSessionId)
  const session = last !== undefined && current(call, last).status === 'active' ? last : null
  const idOrSlug = query.get('organization_id')
  const active = session === null || idOrSlug === null ? session : activeOrSame(call, session, idOrSlug)
  const redirectTo = applicationUrl(query.get('redirect_url'))
  const jwt =
    active === null
      ? ''
      : sessionToken(call, active, { version: claimsVersion(call), origin: redirectTo?.origin ?? null })
  const names = suffixed ? [`__clerk_db_jwt_${cookieSuffix(origin)}`, '__clerk_db_jwt'] : ['__clerk_db_jwt']
  return [
    ...sessionCookies(call, active, jwt, suffixed),
    ...names.map((name) => `${name}=${devBrowser}; Path=/; Max-Age=31536000; SameSite=Lax`),
  ]
}

/**
 * Returns the client of a handshake: that of the browser's token, else that of the session token which the
 * application's back end sends along. Browsers that keep the cookies of this instance for each site are known by the
 * latter only.
 */
function handshakeClient(call: AuthCall, client: Client | undefined, devBrowser: string): Client | undefined {
  const { rows, query } = call
  const last = rows.sessions.get(client?.lastActiveSessionId)
  if (last !== undefined && current(call, last).status === 'active') return client
  const applicationSession = rows.sessions.get(sessionOf(query.get('__session')))
  if (applicationSession === undefined || current(call, applicationSession).status !== 'active') return client
  rows.clientTokens.update(devBrowser, { clientId: applicationSession.clientId })
  return rows.clients.get(applicationSession.clientId)
}

/**
 * Returns the id of the session of a token that this instance has signed, even an expired one; undefined for any other
 * text.
 */
function sessionOf(token: string | null): string | undefined {
  if (token === null || token === '') return undefined
  try {
    const { sid } = verifyOwnJwt(token, signingKey)
    return typeof sid === 'string' ? sid : undefined
  } catch (error) {
    if (error instanceof JwtFlaw) return undefined
    throw error
  }
}

/** Activates an organization in a session; leaves the session as it is where the user is no member. */
function activeOrSame(call: AuthCall, session: Session, idOrSlug: string): Session {
  const isKnown = idOrSlug === '' || ownOrganization(call, session, idOrSlug) !== undefined
  return isKnown ? activate(call, session, idOrSlug) : session
}

/** The routes of the browser's client, its sessions and its handshake, and of the environment. */
export const clientRoutes: readonly Route[] = [
  get('frontend/getEnvironment', '/v1/environment', (call) => json(environmentJson(call))),
  // The browser's library asks with PATCH, so that the vendor can set cookies.
  patch('frontend/updateEnvironment', '/v1/environment', (call) => json(environmentJson(call))),

  post('frontend/createDevBrowser', '/v1/dev_browser', (call) =>
    json({ object: 'dev_browser', id: newClientToken(call, null), instance_id: INSTANCE_ID }),
  ),

  get('frontend/getClient', '/v1/client', (call) => {
    const client = browserClient(call)
    return read(client === undefined ? null : frontendClientJson(call, client))
  }),

  post('frontend/createClient', '/v1/client', (call) => {
    const { client, token: browser } = browserOf(call)
    return answered(call, frontendClientJson(call, client), client.id, browser)
  }),

  del('frontend/deleteClient', '/v1/client', (call) => {
    const { client } = browserOf(call)
    endAll(call, client)
    return answered(call, frontendClientJson(call, client), client.id)
  }),

  post('frontend/touchClient', '/v1/client/touch', (call) => {
    const { client } = browserOf(call)
    return answered(call, frontendClientJson(call, client), client.id)
  }),

  del('frontend/removeSessions', '/v1/client/sessions', (call) => {
    const { client } = browserOf(call)
    endAll(call, client)
    return answered(call, frontendClientJson(call, call.rows.clients.require(client.id)), client.id)
  }),

  get('frontend/getSession', '/v1/client/sessions/:session_id', loadOwnSession, (call) =>
    read(frontendSessionJson(call, call.session)),
  ),

  post('frontend/touchSession', '/v1/client/sessions/:session_id/touch', loadOwnSession, requireActive, (call) => {
    const session = touch(call, call.session)
    return answered(call, frontendSessionJson(call, session), session.clientId)
  }),

  post('frontend/endSession', '/v1/client/sessions/:session_id/end', loadOwnSession, requireActive, (call) => {
    const session = endSession(call, call.session, 'ended')
    return answered(call, frontendSessionJson(call, session), session.clientId)
  }),

  post('frontend/removeSession', '/v1/client/sessions/:session_id/remove', loadOwnSession, requireActive, (call) => {
    const session = endSession(call, call.session, 'removed')
    return answered(call, frontendSessionJson(call, session), session.clientId)
  }),

  post('frontend/createSessionToken', '/v1/client/sessions/:session_id/tokens', loadOwnSession, requireActive, (call) =>
    token(call, call.session),
  ),

  post(
    'frontend/createSessionTokenFromTemplate',
    '/v1/client/sessions/:session_id/tokens/:template_name',
    loadOwnSession,
    requireActive,
    (call) => {
      const template = call.rows.jwtTemplates.find('name', call.params.template_name)
      if (template === undefined) throw notFound(`No JWT template exists with name: ${call.params.template_name}`)
      return json({ object: 'token', jwt: templateToken(call, call.session, template, { origin: originOf(call) }) })
    },
  ),

  get('frontend/handshake', '/v1/client/handshake', (call) => {
    const { rows, query, ids } = call
    const target = applicationUrl(query.get('redirect_url'))
    if (target === undefined)
      throw clerkFailure(400, 'missing_query_parameter', 'missing parameter', 'redirect_url must be a URL.')
    const known = browserToken(call)
    const row = known === null ? undefined : rows.clientTokens.get(known)
    const devBrowser = row?.id ?? newClientToken(call, null)
    const client = handshakeClient(call, rows.clients.get(row?.clientId), devBrowser)
    const directives = directivesOf(call, client, devBrowser)
    if (query.get('format') === 'nonce') {
      const nonce = ids.secret.base62(32)
      rows.handshakePayloads.insert({ id: nonce, directives })
      target.searchParams.set('__clerk_handshake_nonce', nonce)
    } else {
      target.searchParams.set('__clerk_handshake', signJwt({ handshake: directives }, signingKey))
    }
    return redirect(target.href, 307, { 'cache-control': 'no-store' })
  }),

  get('frontend/acceptTicket', '/v1/tickets/accept', (call) => {
    const { query, origin, rows } = call
    const ticket = query.get('ticket')
    if (ticket === null) throw paramMissing('ticket')
    const found = findTicket(call, ticket)
    const settings = settingsOf(rows)
    const isKnown = isOfUser(call, found)
    const own = found.kind === 'sign-in token' ? null : found.row.redirectUrl
    const page = isKnown ? (settings.signInUrl ?? `${origin}/sign-in`) : (settings.signUpUrl ?? `${origin}/sign-up`)
    const target = new URL(query.get('redirect_url') ?? own ?? page, origin)
    target.searchParams.set('__clerk_ticket', ticket)
    target.searchParams.set('__clerk_status', isKnown ? 'sign_in' : 'sign_up')
    return redirect(target.href, 303)
  }),

  get('frontend/followLink', '/v1/verify', (call) => {
    const link = call.rows.emailLinks.get(call.query.get('token'))
    if (link === undefined)
      throw notFound('The link is unknown: the instance was reset, or the address is not complete.')
    const { status, createdSessionId } = followLink(call, link)
    const target = applicationUrl(link.redirectUrl) ?? new URL(`${call.origin}/sign-in`)
    target.searchParams.set('__clerk_status', status)
    if (createdSessionId !== null) target.searchParams.set('__clerk_created_session', createdSessionId)
    return redirect(target.href, 303, { 'cache-control': 'no-store' })
  }),

  post('frontend/joinWaitlist', '/v1/waitlist', (call) => {
    const address = fields(call).get('email_address')?.trim().toLowerCase() ?? ''
    if (!isEmailAddress(address)) throw paramMissing('email_address')
    return read(waitlistEntryJson(call, addEntry(call, { email_address: address, notify: true })))
  }),
]

function endAll(call: AuthCall, client: Client): void {
  for (const session of call.rows.sessions.referring('clientId', client.id)) {
    if (session.status === 'active') endSession(call, session, 'removed')
  }
  call.rows.clients.update(client.id, { signInId: null, signUpId: null })
}
