import type { AuthContext } from '#auth-saas/call.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import { userJson } from './user.ts'

/** Returns a session as the backend API shows it. */
export function sessionJson(session: Session) {
  return {
    object: 'session',
    id: session.id,
    user_id: session.userId,
    client_id: session.clientId,
    actor: session.actor,
    status: session.status,
    last_active_organization_id: session.activeOrganizationId,
    last_active_at: session.lastActiveAt,
    latest_activity: activityJson(session),
    expire_at: session.expireAt,
    abandon_at: session.abandonAt,
    tasks: null,
    updated_at: session.updatedAt,
    created_at: session.createdAt,
  }
}

/** Returns the browser and the address from which a session was used last. */
export function activityJson({ id, userAgent, ipAddress }: Session) {
  const isMobile = /Mobile/.test(userAgent)
  const [, browser, version] = /(Firefox|Edg|Chrome|Safari)\/([\d.]{1,20})/.exec(userAgent) ?? []
  return {
    object: 'session_activity',
    id: `sess_activity_${id.slice('sess_'.length)}`,
    device_type: /Mac OS X/.test(userAgent) ? 'Macintosh' : /Windows/.test(userAgent) ? 'Windows' : 'Linux',
    is_mobile: isMobile,
    ...(browser === undefined || version === undefined ? {} : { browser_name: browser, browser_version: version }),
    ip_address: ipAddress,
  }
}

/** Returns a client as the backend API shows it. */
export function clientJson({ rows }: Pick<AuthContext, 'rows'>, client: Client) {
  const sessions = byAge(rows.sessions.referring('clientId', client.id))
  return {
    object: 'client',
    id: client.id,
    session_ids: sessions.map(({ id }) => id),
    sessions: sessions.map(sessionJson),
    sign_in_id: client.signInId,
    sign_up_id: client.signUpId,
    last_active_session_id: client.lastActiveSessionId,
    last_authentication_strategy: client.lastAuthenticationStrategy,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  }
}

/** Returns a session as events have it: with its user. */
export function sessionEventJson(context: Parameters<typeof userJson>[0], row: Session) {
  const user = context.rows.users.get(row.userId)
  return { ...sessionJson(row), user: user === undefined ? null : userJson(context, user) }
}
