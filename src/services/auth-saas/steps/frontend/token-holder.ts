import { credentials } from '#core/auth.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { missingPermission, noSuch, signedOut } from '#auth-saas/errors.ts'
import { hasPermission } from '#auth-saas/rules/organizations/roles.ts'
import { sessionOfToken } from '#auth-saas/rules/sessions/refresh.ts'
import { current } from '#auth-saas/rules/sessions/sessions.ts'
import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import type { User } from '#auth-saas/schema/people.ts'

/** The user whose session token a request has in its `Authorization` header. */
export interface TokenHolder {
  readonly user: User
}

/**
 * Adds the user of the session token in the `Authorization` header.
 *
 * @throws 401 without a live token of a live session.
 */
export function loadTokenHolder(call: AuthCall): TokenHolder {
  const { rows } = call
  const credential = credentials(call.header('authorization') ?? '')
  const token = credential?.scheme === 'token' ? credential.value : ''
  const session = sessionOfToken(call, token)
  if (session === undefined || !isSignedIn(current(call, session))) throw signedOut()
  return { user: rows.users.require(session.userId) }
}

/**
 * Refuses a user who may not read or manage the API keys of a subject.
 *
 * @throws 404 for another user or an organization without the user, and 403 for a member without the permission.
 */
export function requireKeysOf(call: AuthCall & TokenHolder, subject: string, use: 'read' | 'manage'): void {
  const { rows, user } = call
  if (subject === user.id) return
  const membership = rows.memberships.find('member', subject, user.id)
  if (membership === undefined) throw noSuch('API key subject', subject)
  const permission = `org:sys_api_keys:${use}`
  if (!hasPermission(call, membership, permission)) throw missingPermission([permission])
}
