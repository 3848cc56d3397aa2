import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyActive, notAllowedInStatus, unlockNotAllowed, validationFailed } from '#oidc-d/errors.ts'
import type { LogEventType, OneTimeToken, Recovery, User, UserStatus } from '#oidc-d/schema.ts'
import { updateAppsOfGroup, unassignAll } from '../apps/assignments.ts'
import { applyGroupRules } from '../groups/group-rules.ts'
import { recordEvent, userEntity } from '../system-log/entries.ts'
import { createOneTimeToken, endOneTimeTokens } from './one-time-tokens.ts'
import { hasPassword } from './passwords.ts'
import { setStatus } from './users.ts'

// The lifecycle operations of users.
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserLifecycle/

/**
 * Activates a user. A user without a password becomes PROVISIONED and gets a token to choose one. Deprovisioning ends
 * the password that a user had, so a deprovisioned user gets a token as well. Users of other providers become ACTIVE.
 *
 * @throws 403 for any other status.
 */
export function activate(context: RecordContext, user: User): OneTimeToken | null {
  if (user.status !== 'STAGED' && user.status !== 'DEPROVISIONED') throw alreadyActive()
  const external = user.provider.type === 'FEDERATION' || user.provider.type === 'SOCIAL'
  const ready = external || (hasPassword(user) && user.status === 'STAGED')
  const withoutPassword = { password: null, passwordHash: null, passwordChanged: null }
  const activated = setStatus(context, user, ready ? 'ACTIVE' : 'PROVISIONED', ready ? {} : withoutPassword)
  // A user who is activated again gets the apps of their groups back.
  for (const { groupId } of context.rows.memberships.list('byUser', user.id))
    updateAppsOfGroup(context, groupId, user.id)
  applyGroupRules(context, user.id)
  recordStep(context, 'user.lifecycle.activate', user)
  return ready ? null : createOneTimeToken(context, 'activation', activated)
}

/**
 * Gives a provisioned user a new activation token.
 *
 * @throws 403 for any other status.
 */
export function reactivate(context: RecordContext, user: User): OneTimeToken {
  if (user.status !== 'PROVISIONED' && user.status !== 'RECOVERY') throw notAllowedInStatus()
  recordStep(context, 'user.lifecycle.reactivate', user)
  return createOneTimeToken(context, 'activation', setStatus(context, user, 'PROVISIONED'))
}

/**
 * Deprovisions a user, who loses their apps, sessions and tokens.
 *
 * @throws 403 for a deprovisioned user.
 */
export function deactivate(context: RecordContext, user: User): User {
  if (user.status === 'DEPROVISIONED') throw notAllowedInStatus()
  unassignAll(context, user.id)
  endSessions(context, user, { tokens: true })
  endOneTimeTokens(context, user.id)
  recordStep(context, 'user.lifecycle.deactivate', user)
  return setStatus(context, user, 'DEPROVISIONED', { failedSignIns: 0 })
}

/** Deprovisions a user; deletes a deprovisioned user. */
export function deleteUser(context: RecordContext, user: User): void {
  if (user.status !== 'DEPROVISIONED') {
    deactivate(context, user)
    return
  }
  recordStep(context, 'user.lifecycle.delete.initiated', user)
  context.rows.users.delete(user.id)
  recordStep(context, 'user.lifecycle.delete.completed', user)
}

function recordStep(context: RecordContext, eventType: LogEventType, user: User): void {
  recordEvent(context, eventType, { target: [userEntity(user)] })
}

/**
 * Suspends a user, who keeps their apps but cannot sign in.
 *
 * @throws 400 for a user who is not active.
 */
export function suspend(context: RecordContext, user: User): User {
  if (user.status !== 'ACTIVE') {
    throw validationFailed('suspendUser', 'suspendUser: Cannot suspend a user that is not active')
  }
  endSessions(context, user, { tokens: false })
  recordStep(context, 'user.lifecycle.suspend', user)
  return setStatus(context, user, 'SUSPENDED')
}

/**
 * Ends the suspension of a user.
 *
 * @throws 400 for a user who is not suspended.
 */
export function unsuspend(context: RecordContext, user: User): User {
  if (user.status !== 'SUSPENDED') {
    throw validationFailed('unsuspendUser', 'unsuspendUser: Cannot unsuspend a user that is not suspended')
  }
  recordStep(context, 'user.lifecycle.unsuspend', user)
  return setStatus(context, user, 'ACTIVE')
}

/**
 * Unlocks a user.
 *
 * @throws 403 for a user who is not locked out.
 */
export function unlock(context: RecordContext, user: User): User {
  if (user.status !== 'LOCKED_OUT') throw unlockNotAllowed()
  recordStep(context, 'user.account.unlock_by_admin', user)
  return setStatus(context, user, 'ACTIVE', { failedSignIns: 0 })
}

/**
 * Expires a user's password, which they must change at the next sign-in.
 *
 * @throws 403 for a status in which that is not possible.
 */
export function expirePassword(context: RecordContext, user: User, changes: Partial<User> = {}): User {
  requireStatus(user, ['ACTIVE', 'STAGED', 'PROVISIONED', 'LOCKED_OUT', 'RECOVERY', 'PASSWORD_EXPIRED'])
  if (!hasPassword(user) && changes.password === undefined) throw notAllowedInStatus()
  return setStatus(context, user, 'PASSWORD_EXPIRED', { failedSignIns: 0, ...changes })
}

/** Gives a user a temporary password, which they must change at the next sign-in. */
export function expireWithTemporaryPassword(context: RecordContext, user: User): string {
  const temporary = `${context.ids.secret.base62(5)}aA1`
  expirePassword(context, user, { password: temporary, passwordHash: null })
  return temporary
}

/**
 * Removes a user's password and returns a token to choose another.
 *
 * @throws 403 for a user without a password.
 */
export function resetPassword(context: RecordContext, user: User): OneTimeToken {
  requireStatus(user, ['ACTIVE', 'PASSWORD_EXPIRED', 'LOCKED_OUT', 'RECOVERY', 'PROVISIONED'])
  recordStep(context, 'user.account.reset_password', user)
  return createOneTimeToken(context, 'recovery', setStatus(context, user, 'RECOVERY', { failedSignIns: 0 }))
}

/**
 * Returns a token with which an active user chooses another password, after an answer to the recovery question; the old
 * one stays valid until then.
 *
 * @throws 403.
 */
export function forgotPassword(context: RecordContext, user: User): OneTimeToken {
  requireStatus(user, ['ACTIVE'])
  const recovery: Recovery = { type: 'PASSWORD', factor: null, code: null }
  return createOneTimeToken(context, 'recovery', user, null, { recovery })
}

/** @throws 403 for a user with none of these statuses. */
export function requireStatus({ status }: User, allowed: readonly UserStatus[]): void {
  if (!allowed.includes(status)) throw notAllowedInStatus()
}

/** Ends the sessions of a user, and with `tokens` revokes the tokens that applications hold for the user. */
export function endSessions(
  { rows }: Pick<RecordContext, 'rows'>,
  { id }: User,
  { tokens }: { readonly tokens: boolean },
): void {
  for (const session of rows.sessions.referring('userId', id)) rows.sessions.delete(session.id)
  for (const session of rows.oauthSessions.list('byUser', id)) rows.oauthSessions.delete(session.id)
  if (!tokens) return
  for (const grant of rows.oauthGrants.all()) if (grant.userId === id) rows.oauthGrants.delete(grant.id)
}
