import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { notFound } from '#auth-saas/errors.ts'
import { unrefreshable } from '#auth-saas/rules/sessions/refresh.ts'
import { current, findSession } from '#auth-saas/rules/sessions/sessions.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'

/**
 * Adds the session that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadSession = (call: AuthCall): { readonly session: Session } => ({
  session: findSession(call, call.params['session_id'] ?? ''),
})

/**
 * Adds the session that the path names.
 *
 * @throws the vendor's 401 for an unknown one.
 */
export const loadRefreshableSession = (call: AuthCall): { readonly session: Session } => {
  const session = call.rows.sessions.get(call.params['session_id'])
  if (session === undefined) throw unrefreshable('session_refresh_session_not_found', 'The session was not found.')
  return { session: current(call, session) }
}

/** @throws 404 for a session that has ended. */
export function requireActiveSession({ session }: { readonly session: Session }): void {
  if (isSignedIn(session)) return
  throw notFound(`No active session was found with id ${session.id}`)
}
