import type { Work } from '../call.ts'
import { alreadyActive, notAllowedInStatus, unlockNotAllowed, validationFailed } from '../errors.ts'
import type { OneTimeToken, User, UserStatus } from '../schema.ts'
import { followGroup, unassignAll } from './assignments.ts'
import { createOneTimeToken, endOneTimeTokens } from './one-time-tokens.ts'
import { hasPassword } from './passwords.ts'
import { setStatus } from './users.ts'

// The steps of a user's life. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserLifecycle/

/** Activates a user; one without a password gets a token with which they choose one. Throws 403 for one who is. */
export function activate(work: Work, user: User): OneTimeToken | null {
  if (user.status !== 'STAGED' && user.status !== 'DEPROVISIONED') throw alreadyActive()
  const ready = hasPassword(user) || user.provider.type === 'FEDERATION' || user.provider.type === 'SOCIAL'
  const activated = setStatus(work, user, ready ? 'ACTIVE' : 'PROVISIONED')
  // Someone who comes back has again what their groups have.
  for (const { groupId } of work.rows.memberships.list('byUser', user.id)) followGroup(work, groupId, user.id)
  return ready ? null : createOneTimeToken(work, 'activation', activated)
}

/** Gives a user who has not finished a new token. Throws 403 for others. */
export function reactivate(work: Work, user: User): OneTimeToken {
  if (user.status !== 'PROVISIONED' && user.status !== 'RECOVERY') throw notAllowedInStatus()
  return createOneTimeToken(work, 'activation', setStatus(work, user, 'PROVISIONED'))
}

/** Deprovisions a user: they lose their apps and whatever signs them in. Throws 403 for one who is. */
export function deactivate(work: Work, user: User): User {
  if (user.status === 'DEPROVISIONED') throw notAllowedInStatus()
  unassignAll(work, user.id)
  endSessions(work, user, { tokens: true })
  endOneTimeTokens(work, user.id)
  return setStatus(work, user, 'DEPROVISIONED', { failedSignIns: 0 })
}

/** Deprovisions a user; removes one who is. */
export function deleteUser(work: Work, user: User): void {
  if (user.status === 'DEPROVISIONED') work.rows.users.delete(user.id)
  else deactivate(work, user)
}

/** Suspends a user: they keep what they have and cannot sign in. Throws 400 for one who is not active. */
export function suspend(work: Work, user: User): User {
  if (user.status !== 'ACTIVE') {
    throw validationFailed('suspendUser', 'suspendUser: Cannot suspend a user that is not active')
  }
  endSessions(work, user, { tokens: false })
  return setStatus(work, user, 'SUSPENDED')
}

/** Throws 400 for one who is not suspended. */
export function unsuspend(work: Work, user: User): User {
  if (user.status !== 'SUSPENDED') {
    throw validationFailed('unsuspendUser', 'unsuspendUser: Cannot unsuspend a user that is not suspended')
  }
  return setStatus(work, user, 'ACTIVE')
}

/** Throws 403 for one who is not locked out. */
export function unlock(work: Work, user: User): User {
  if (user.status !== 'LOCKED_OUT') throw unlockNotAllowed()
  return setStatus(work, user, 'ACTIVE', { failedSignIns: 0 })
}

/** Has a user change their password when they next sign in. Throws 403 for one who has none, or has no use for it. */
export function expirePassword(work: Work, user: User, changes: Partial<User> = {}): User {
  requireStatus(user, ['ACTIVE', 'STAGED', 'PROVISIONED', 'LOCKED_OUT', 'RECOVERY', 'PASSWORD_EXPIRED'])
  if (!hasPassword(user) && changes.password === undefined) throw notAllowedInStatus()
  return setStatus(work, user, 'PASSWORD_EXPIRED', { failedSignIns: 0, ...changes })
}

/** Gives a user a password that is good for signing in once, to change it. */
export function expireWithTemporaryPassword(work: Work, user: User): string {
  const temporary = `${work.ids.secret.base62(5)}aA1`
  expirePassword(work, user, { password: temporary, passwordHash: null })
  return temporary
}

/** Ends a user's password and gives them a token with which they choose another. Throws 403 for one who has none. */
export function resetPassword(work: Work, user: User): OneTimeToken {
  requireStatus(user, ['ACTIVE', 'PASSWORD_EXPIRED', 'LOCKED_OUT', 'RECOVERY', 'PROVISIONED'])
  return createOneTimeToken(work, 'recovery', setStatus(work, user, 'RECOVERY', { failedSignIns: 0 }))
}

/** Gives an active user a token with which they choose another password; until then the old one is good. Throws 403. */
export function forgotPassword(work: Work, user: User): OneTimeToken {
  requireStatus(user, ['ACTIVE'])
  return createOneTimeToken(work, 'recovery', user)
}

/** Throws 403 for a user who is in none of these places. */
export function requireStatus({ status }: User, allowed: readonly UserStatus[]): void {
  if (!allowed.includes(status)) throw notAllowedInStatus()
}

/** Ends the sessions of a user, and with `tokens` what applications got in their name. */
export function endSessions(
  { rows }: Pick<Work, 'rows'>,
  { id }: User,
  { tokens }: { readonly tokens: boolean },
): void {
  for (const session of rows.sessions.referring('userId', id)) rows.sessions.delete(session.id)
  for (const session of rows.oauthSessions.list('byUser', id)) rows.oauthSessions.delete(session.id)
  if (!tokens) return
  for (const grant of rows.oauthGrants.all()) if (grant.userId === id) rows.oauthGrants.delete(grant.id)
}
