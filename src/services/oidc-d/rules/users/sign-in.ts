import type { RecordContext } from '#oidc-d/call.ts'
import type { OneTimeToken, User } from '#oidc-d/schema.ts'
import { recordEvent, unknownUser, userEntity } from '../system-log/entries.ts'
import { createOneTimeToken, findOneTimeToken } from './one-time-tokens.ts'
import { hasPassword, isPassword } from './passwords.ts'
import { findUser, setStatus } from './users.ts'

/** The result of primary authentication with a name and a password. */
export type PrimaryAuthentication =
  | { readonly kind: 'signed in'; readonly user: User }
  | { readonly kind: 'password expired'; readonly user: User }
  /** Only when the policy shows lockouts. */
  | { readonly kind: 'locked out' }
  | { readonly kind: 'refused' }

/**
 * Checks a name and a password as the sign-in page does, and counts wrong passwords: a user with too many is locked
 * out. Only active users sign in, and users whose password has expired may change it. Callers must answer a refusal
 * instead of throwing it, because a thrown failure rolls the count back.
 */
export function authenticatePrimarily(
  context: RecordContext,
  username: string,
  password: string,
): PrimaryAuthentication {
  const outcome = checkedPassword(context, username, password)
  if (outcome.kind !== 'refused' && outcome.kind !== 'locked out') return outcome
  const user = findUser(context.rows, username)
  const actor = user === undefined ? unknownUser(username) : userEntity(user)
  const failure = user === undefined ? 'VERIFICATION_ERROR' : 'INVALID_CREDENTIALS'
  recordEvent(context, 'user.session.start', { actor, failure: user?.status === 'LOCKED_OUT' ? 'LOCKED_OUT' : failure })
  return outcome
}

function checkedPassword(context: RecordContext, username: string, password: string): PrimaryAuthentication {
  const user = findUser(context.rows, username)
  const policy = context.rows.passwordPolicy.get()
  if (user === undefined) return { kind: 'refused' }
  if (user.status === 'LOCKED_OUT') return { kind: policy.showLockoutFailures ? 'locked out' : 'refused' }
  if ((user.status !== 'ACTIVE' && user.status !== 'PASSWORD_EXPIRED') || !hasPassword(user)) return { kind: 'refused' }
  if (!isPassword(user, password)) {
    const failedSignIns = user.failedSignIns + 1
    if (policy.maxAttempts === 0 || failedSignIns < policy.maxAttempts) {
      context.rows.users.update(user.id, { failedSignIns })
      return { kind: 'refused' }
    }
    setStatus(context, user, 'LOCKED_OUT', { failedSignIns })
    const actor = userEntity(user)
    recordEvent(context, 'user.account.lock', { actor, target: [actor], failure: 'LOCKED_OUT' })
    return { kind: policy.showLockoutFailures ? 'locked out' : 'refused' }
  }
  if (user.status === 'PASSWORD_EXPIRED') return { kind: 'password expired', user }
  return { kind: 'signed in', user: recordSignIn(context, user) }
}

/** Records that a user has signed in. */
export function recordSignIn(context: RecordContext, user: User): User {
  const { rows, clock } = context
  recordEvent(context, 'user.session.start', { actor: userEntity(user) })
  return rows.users.update(user.id, { lastLogin: clock.now(), failedSignIns: 0 })
}

/**
 * Creates the session token of a user who has signed in. It is valid once, for a session or an authorization request.
 */
export function createSessionToken(context: RecordContext, user: User): OneTimeToken {
  return createOneTimeToken(context, 'session', user)
}

/** Returns the user of a session token, or undefined, and uses the token up. */
export function redeemSessionToken(context: RecordContext, value: string): User | undefined {
  const token = findOneTimeToken(context, 'session', value)
  if (token === undefined) return undefined
  context.rows.oneTimeTokens.delete(token.id)
  const user = context.rows.users.require(token.userId)
  return user.status === 'ACTIVE' ? user : undefined
}
