import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { HOUR } from '#core/duration.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { loadSession } from '#oidc-d/steps/sessions.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { authenticationFailed, malformedBody } from '#oidc-d/errors.ts'
import { createId } from '#oidc-d/rules/identifiers.ts'
import { sessionJson } from '#oidc-d/json/authentication.ts'
import { recordEvent, userEntity } from '#oidc-d/rules/system-log/entries.ts'
import { redeemSessionToken } from '#oidc-d/rules/users/sign-in.ts'

const { get, post, del } = routesFor<OidcCall>()

/** The lifetime of an unused session, in milliseconds. */
const LIFETIME = 2 * HOUR

const SessionInput = v.object({ sessionToken: v.optional(v.string()) })

/** Sessions. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Session/ */
export const sessionsRoutes = [
  post('createSession', '/api/v1/sessions', requireScope('okta.sessions.manage'), body(SessionInput), (call) => {
    const { rows, clock, body } = call
    if (body.sessionToken === undefined) throw malformedBody()
    const user = redeemSessionToken(call, body.sessionToken)
    if (user === undefined) throw authenticationFailed()
    const now = clock.now()
    const session = rows.sessions.insert({
      id: createId(call, '102'),
      userId: user.id,
      createdAt: now,
      lastPasswordVerification: now,
      expiresAt: now + LIFETIME,
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
      return json(sessionJson(call, rows.sessions.update(session.id, { expiresAt: clock.now() + LIFETIME })))
    },
  ),
  del('revokeSession', '/api/v1/sessions/:sessionId', requireScope('okta.sessions.manage'), loadSession, (call) => {
    recordEvent(call, 'user.session.end', { actor: userEntity(call.rows.users.require(call.session.userId)) })
    call.rows.sessions.delete(call.session.id)
    return empty()
  }),
]
