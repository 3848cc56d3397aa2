import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { MINUTE } from '#core/duration.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OAuthSession } from '#oauth/collections.ts'
import { sessionCookie } from '#oauth/sessions/session.ts'
import { loadOrganizationServer } from '#oidc-d/steps/authorization-servers.ts'
import { loadOwnSession, loadSession } from '#oidc-d/steps/sessions.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { authenticationFailed, malformedBody } from '#oidc-d/errors.ts'
import { createId } from '#oidc-d/rules/identifiers.ts'
import { sessionJson } from '#oidc-d/json/authentication.ts'
import { signOnFor } from '#oidc-d/rules/policies/evaluation.ts'
import type { User } from '#oidc-d/schema.ts'
import { recordEvent, userEntity } from '#oidc-d/rules/system-log/entries.ts'
import { redeemSessionToken } from '#oidc-d/rules/users/sign-in.ts'

const { get, post, del } = routesFor<OidcCall>()

const SessionInput = v.object({ sessionToken: v.optional(v.string()) })

/** Sessions. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Session/ */
export const sessionsRoutes = [
  // Before the routes of one session, because `me` is no id.
  get('getCurrentSession', '/api/v1/sessions/me', loadOrganizationServer, loadOwnSession, (call) =>
    json(ownSessionJson(call)),
  ),
  post(
    'refreshCurrentSession',
    '/api/v1/sessions/me/lifecycle/refresh',
    loadOrganizationServer,
    loadOwnSession,
    (call) => json(ownSessionJson(call)),
  ),
  del('closeCurrentSession', '/api/v1/sessions/me', loadOrganizationServer, loadOwnSession, (call) => {
    const { rows, ownSession } = call
    recordEvent(call, 'user.session.end', { actor: userEntity(rows.users.require(String(ownSession.userId))) })
    rows.oauthSessions.delete(ownSession.id)
    return { ...empty(), headers: { 'set-cookie': sessionCookie(call, 'oidc-d', null) } }
  }),
  post('createSession', '/api/v1/sessions', requireScope('okta.sessions.manage'), body(SessionInput), (call) => {
    const { rows, clock, body } = call
    if (body.sessionToken === undefined) throw malformedBody()
    const redeemed = redeemSessionToken(call, body.sessionToken)
    if (redeemed === undefined) throw authenticationFailed()
    const { user, factorType } = redeemed
    const now = clock.now()
    const session = rows.sessions.insert({
      id: createId(call, '102'),
      userId: user.id,
      createdAt: now,
      lastPasswordVerification: now,
      verifiedFactor: factorType,
      expiresAt: now + lifetimeFor(call, user),
    })
    return json(sessionJson(call, session))
  }),
  get('getSession', '/api/v1/sessions/:sessionId', requireScope('okta.sessions.read'), loadSession, (call) =>
    json(sessionJson(call, call.session)),
  ),
  post(
    'refreshSession',
    '/api/v1/sessions/:sessionId/lifecycle/refresh',
    requireScope('okta.sessions.manage'),
    loadSession,
    (call) => {
      const { rows, clock, session } = call
      const expiresAt = clock.now() + lifetimeFor(call, rows.users.require(session.userId))
      return json(sessionJson(call, rows.sessions.update(session.id, { expiresAt })))
    },
  ),
  del('revokeSession', '/api/v1/sessions/:sessionId', requireScope('okta.sessions.manage'), loadSession, (call) => {
    recordEvent(call, 'user.session.end', { actor: userEntity(call.rows.users.require(call.session.userId)) })
    call.rows.sessions.delete(call.session.id)
    return empty()
  }),
]

/** Returns how long an unused session of a user lives, in milliseconds, as the sign-on policy says. */
function lifetimeFor(call: OidcCall, user: User): number {
  return signOnFor(call, user).sessionIdle * MINUTE
}

/** Returns the session of the browser, of which the answer does not tell the value of the cookie. */
function ownSessionJson(call: OidcCall & { readonly ownSession: OAuthSession }) {
  const { userId, authTime, id } = call.ownSession
  const user = call.rows.users.require(String(userId))
  const session = {
    id: `102${createHash('sha256').update(id).digest('hex').slice(0, 22)}`,
    userId: user.id,
    createdAt: authTime,
    lastPasswordVerification: authTime,
    expiresAt: call.clock.now() + lifetimeFor(call, user),
  }
  return sessionJson(call, session, 'me')
}
