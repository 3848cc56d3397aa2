import type { AuthContext } from '#auth-saas/call.ts'
import type { Session, SessionStatus } from '#auth-saas/schema/sessions.ts'
import { settingsOf } from '../settings.ts'
import { hasSecondFactor } from '../users/second-factors.ts'

// The tasks of a person after the sign-in, before the session is active.
// https://clerk.com/docs/guides/configure/session-tasks

/** A task of a pending session, by the vendor's key. */
export type SessionTask = 'choose-organization' | 'reset-password' | 'setup-mfa'

/** Returns whether somebody is signed in with a session of this status: tasks may be left. */
export function isSignedIn({ status }: { readonly status: SessionStatus }): boolean {
  return status === 'active' || status === 'pending'
}

/** Returns the tasks that are left for the user of a session, in the order in which they come. An actor has none. */
export function tasksOf(
  { rows }: Pick<AuthContext, 'rows'>,
  { userId, activeOrganizationId, actor }: Pick<Session, 'userId' | 'activeOrganizationId' | 'actor'>,
): SessionTask[] {
  const { organizationsEnabled, forceOrganizationSelection, passwordResetTask, mfaRequired } = settingsOf(rows)
  const user = rows.users.get(userId)
  if (user === undefined || actor !== null) return []
  return [
    ...(organizationsEnabled && forceOrganizationSelection && activeOrganizationId === null
      ? ['choose-organization' as const]
      : []),
    ...(passwordResetTask && user.passwordCompromised ? ['reset-password' as const] : []),
    ...(mfaRequired && !hasSecondFactor({ rows }, user) ? ['setup-mfa' as const] : []),
  ]
}

/**
 * Makes the pending sessions of a user active that have no task left, and emits their events; one that has a task again
 * is pending.
 */
export function settleTasks(context: AuthContext, userId: string): void {
  const { rows } = context
  for (const session of rows.sessions.referring('userId', userId)) {
    const status = tasksOf(context, session).length === 0 ? 'active' : 'pending'
    if (!isSignedIn(session) || session.status === status) continue
    const changed = rows.sessions.update(session.id, { status })
    if (status === 'active') context.emit({ event: 'session.created', session: changed })
  }
}
