import { isSignedIn, tasksOf } from '#auth-saas/rules/sessions/tasks.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { publicUserJson } from '../organization.ts'
import { minutesSince } from '#auth-saas/rules/sessions/reverified.ts'
import { current } from '#auth-saas/rules/sessions/sessions.ts'
import { sessionToken } from '../tokens.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { claimsVersion } from '#auth-saas/rules/api-version.ts'
import { frontendUserJson } from './user.ts'
import { pageOriginOf } from '#auth-saas/rules/sessions/page-origin.ts'
import { signInJson, signUpJson } from './attempts.ts'

/** Returns a session with its user and a new token. */
export function frontendSessionJson(call: AuthCall, session: Session) {
  const user = call.rows.users.require(session.userId)
  const tasks = tasksOf(call, session)
  const jwt = isSignedIn(session)
    ? sessionToken(call, session, { version: claimsVersion(call), origin: pageOriginOf(call) })
    : null
  return {
    object: 'session',
    id: session.id,
    status: session.status,
    expire_at: session.expireAt,
    abandon_at: session.abandonAt,
    last_active_at: session.lastActiveAt,
    last_active_organization_id: session.activeOrganizationId,
    actor: session.actor,
    tasks: isSignedIn(session) && tasks.length > 0 ? tasks.map((key) => ({ key })) : null,
    user: frontendUserJson(call, user),
    public_user_data: publicUserJson(call, user),
    factor_verification_age: [minutesSince(call, session.firstFactorAt), minutesSince(call, session.secondFactorAt)],
    last_active_token: jwt === null ? null : { object: 'token', jwt },
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  }
}

/** Returns a client with its sessions and attempts. Ended sessions are left out, as browsers forget them. */
export function frontendClientJson(call: AuthCall, client: Client) {
  const { rows } = call
  const sessions = rows.sessions
    .referring('clientId', client.id)
    .map((session) => current(call, session))
    .filter(isSignedIn)
  const signIn = rows.signIns.get(client.signInId)
  const signUp = rows.signUps.get(client.signUpId)
  const last = sessions.find(({ id }) => id === client.lastActiveSessionId)
  return {
    object: 'client',
    id: client.id,
    sessions: sessions.map((session) => frontendSessionJson(call, session)),
    sign_in: signIn === undefined ? null : signInJson(call, signIn),
    sign_up: signUp === undefined ? null : signUpJson(call, signUp),
    last_active_session_id: last?.id ?? null,
    last_authentication_strategy: client.lastAuthenticationStrategy,
    captcha_bypass: true,
    cookie_expires_at: null,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  }
}
