import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import { isOfUser } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import { redirect, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { signJwt } from '#oauth/jwt/jwt.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { notFound, paramMissing, clerkFailure } from '#auth-saas/errors.ts'
import { claimsVersion } from '#auth-saas/rules/api-version.ts'
import { INSTANCE_ID, signingKey } from '#auth-saas/rules/instance-keys.ts'
import { json } from '#auth-saas/json/answer.ts'
import { browserClient, browserToken, newClientToken } from '#auth-saas/rules/sessions/clients.ts'
import { addWaitlistEntry } from '#auth-saas/rules/waitlist.ts'
import { endSession, touchSession } from '#auth-saas/rules/sessions/sessions.ts'
import { sessionToken, templateToken } from '#auth-saas/json/tokens.ts'
import { followLink } from '#auth-saas/rules/attempts/email-links.ts'
import { findTicket } from '#auth-saas/rules/attempts/tickets.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { isEmailAddress } from '#auth-saas/rules/users/addresses.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { answerChange, answerRead } from '#auth-saas/json/frontend/answer.ts'
import { browserOf } from '#auth-saas/rules/sessions/browsers.ts'
import { formOf } from './form.ts'
import { environmentJson } from '#auth-saas/json/frontend/environment.ts'
import { frontendClientJson, frontendSessionJson } from '#auth-saas/json/frontend/client.ts'
import { pageOriginOf } from '#auth-saas/rules/sessions/page-origin.ts'
import { loadOwnSession, requireActiveOwnSession } from '#auth-saas/steps/frontend/sessions.ts'
import { handshakeDirectives } from '#auth-saas/json/handshake.ts'
import { activate, handshakeClient, handshakeSession } from '#auth-saas/rules/sessions/handshake.ts'
import { applicationUrl, requestedUrl } from '#auth-saas/rules/application-url.ts'

/** Records the use of a session, and activates the organization that the request names. */
function touch(call: AuthCall, session: Session): Session {
  const idOrSlug = formOf(call).get('active_organization_id')
  const changed = idOrSlug === null ? session : activate(call, session, idOrSlug)
  call.rows.clients.update(session.clientId, { lastActiveSessionId: session.id, ...updatedNow(call) })
  return touchSession(call, changed)
}

/** Answers a new token of a session, for the organization that the request names, or else for the active one. */
function token(call: AuthCall, session: Session): Answer {
  const idOrEmpty = formOf(call).get('organization_id') ?? call.query.get('organization_id')
  const organizationId = idOrEmpty === null ? undefined : idOrEmpty === '' ? null : idOrEmpty
  const options = {
    version: claimsVersion(call),
    origin: pageOriginOf(call),
    ...(organizationId === undefined ? {} : { organizationId }),
  }
  return json({ object: 'token', jwt: sessionToken(call, session, options) })
}

/** The routes of the browser's client, its sessions and its handshake, and of the environment. */
export const clientRoutes: readonly Route[] = [
  get('frontend/getEnvironment', '/v1/environment', (call) => json(environmentJson(call))),
  // The browser's library asks with PATCH, so that the vendor can set cookies.
  patch('frontend/updateEnvironment', '/v1/environment', (call) => json(environmentJson(call))),

  get('frontend/getHealth', '/v1/health', () => json({ status: 'healthy' })),

  post('frontend/createDevBrowser', '/v1/dev_browser', (call) =>
    json({ object: 'dev_browser', id: newClientToken(call, null), instance_id: INSTANCE_ID }),
  ),

  get('frontend/getClient', '/v1/client', (call) => {
    const client = browserClient(call)
    return answerRead(client === undefined ? null : frontendClientJson(call, client))
  }),

  post('frontend/createClient', '/v1/client', (call) => {
    const { client, token: browser } = browserOf(call)
    return answerChange(call, frontendClientJson(call, client), client.id, browser)
  }),

  del('frontend/deleteClient', '/v1/client', (call) => {
    const { client } = browserOf(call)
    endAll(call, client)
    return answerChange(call, frontendClientJson(call, client), client.id)
  }),

  post('frontend/touchClient', '/v1/client/touch', (call) => {
    const { client } = browserOf(call)
    return answerChange(call, frontendClientJson(call, client), client.id)
  }),

  del('frontend/removeSessions', '/v1/client/sessions', (call) => {
    const { client } = browserOf(call)
    endAll(call, client)
    return answerChange(call, frontendClientJson(call, call.rows.clients.require(client.id)), client.id)
  }),

  get('frontend/getSession', '/v1/client/sessions/:session_id', loadOwnSession, (call) =>
    answerRead(frontendSessionJson(call, call.session)),
  ),

  post(
    'frontend/touchSession',
    '/v1/client/sessions/:session_id/touch',
    loadOwnSession,
    requireActiveOwnSession,
    (call) => {
      const session = touch(call, call.session)
      return answerChange(call, frontendSessionJson(call, session), session.clientId)
    },
  ),

  post(
    'frontend/endSession',
    '/v1/client/sessions/:session_id/end',
    loadOwnSession,
    requireActiveOwnSession,
    (call) => {
      const session = endSession(call, call.session, 'ended')
      return answerChange(call, frontendSessionJson(call, session), session.clientId)
    },
  ),

  post(
    'frontend/removeSession',
    '/v1/client/sessions/:session_id/remove',
    loadOwnSession,
    requireActiveOwnSession,
    (call) => {
      const session = endSession(call, call.session, 'removed')
      return answerChange(call, frontendSessionJson(call, session), session.clientId)
    },
  ),

  post(
    'frontend/createSessionToken',
    '/v1/client/sessions/:session_id/tokens',
    loadOwnSession,
    requireActiveOwnSession,
    (call) => token(call, call.session),
  ),

  post(
    'frontend/createSessionTokenFromTemplate',
    '/v1/client/sessions/:session_id/tokens/:template_name',
    loadOwnSession,
    requireActiveOwnSession,
    (call) => {
      const template = call.rows.jwtTemplates.find('name', call.params.template_name)
      if (template === undefined) throw notFound(`No JWT template exists with name: ${call.params.template_name}`)
      return json({ object: 'token', jwt: templateToken(call, call.session, template, { origin: pageOriginOf(call) }) })
    },
  ),

  get('frontend/handshake', '/v1/client/handshake', (call) => {
    const { rows, query, ids } = call
    const target = requestedUrl(call, query.get('redirect_url'))
    if (target === undefined)
      throw clerkFailure(400, 'missing_query_parameter', 'missing parameter', 'redirect_url must be a URL.')
    const known = browserToken(call)
    const row = known === null ? undefined : rows.clientTokens.get(known)
    const devBrowser = row?.id ?? newClientToken(call, null)
    const client = handshakeClient(call, rows.clients.get(row?.clientId), devBrowser)
    const directives = handshakeDirectives(call, handshakeSession(call, client), devBrowser)
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
    const requested = requestedUrl(call, absoluteUrl(query.get('redirect_url'), origin))
    const target = requested ?? new URL(absoluteUrl(own, origin) ?? page)
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
    const address = formOf(call).get('email_address')?.trim().toLowerCase() ?? ''
    if (!isEmailAddress(address)) throw paramMissing('email_address')
    const { id } = addWaitlistEntry(call, address)
    return json({ object: 'waitlist_entry', id })
  }),
]

/** Returns a URL that may be relative to a base; null for a text that is no URL. */
function absoluteUrl(text: string | null, base: string): string | null {
  return text !== null && URL.canParse(text, base) ? new URL(text, base).href : null
}

function endAll(call: AuthCall, client: Client): void {
  for (const session of call.rows.sessions.referring('clientId', client.id)) {
    if (isSignedIn(session)) endSession(call, session, 'removed')
  }
  call.rows.clients.update(client.id, { signInId: null, signUpId: null })
}
