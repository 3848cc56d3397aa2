import type { Work } from '../call.ts'
import type { OneTimeToken, User } from '../schema.ts'
import { createOneTimeToken, findOneTimeToken } from './one-time-tokens.ts'
import { hasPassword, isPassword } from './passwords.ts'
import { findUser, setStatus } from './users.ts'

/** What came of a name and a password. */
export type PrimaryAuthentication =
  | { readonly is: 'signed in'; readonly user: User }
  | { readonly is: 'password expired'; readonly user: User }
  /** Told only where the policy shows it. */
  | { readonly is: 'locked out' }
  | { readonly is: 'refused' }

/**
 * Checks a name and a password as the sign-in page does, and counts what is wrong: a user who is wrong too often is locked
 * out. Only active users sign in, and those whose password has expired may change it. To be answered, not thrown: what it
 * counted would be taken back.
 */
export function authenticatePrimarily(work: Work, username: string, password: string): PrimaryAuthentication {
  const user = findUser(work.rows, username)
  const policy = work.rows.passwordPolicy.get()
  if (user === undefined) return { is: 'refused' }
  if (user.status === 'LOCKED_OUT') return { is: policy.showLockoutFailures ? 'locked out' : 'refused' }
  if ((user.status !== 'ACTIVE' && user.status !== 'PASSWORD_EXPIRED') || !hasPassword(user)) return { is: 'refused' }
  if (!isPassword(user, password)) {
    const failedSignIns = user.failedSignIns + 1
    if (policy.maxAttempts === 0 || failedSignIns < policy.maxAttempts) {
      work.rows.users.update(user.id, { failedSignIns })
      return { is: 'refused' }
    }
    setStatus(work, user, 'LOCKED_OUT', { failedSignIns })
    return { is: policy.showLockoutFailures ? 'locked out' : 'refused' }
  }
  if (user.status === 'PASSWORD_EXPIRED') return { is: 'password expired', user }
  return { is: 'signed in', user: signedIn(work, user) }
}

/** Notes that a user has signed in. */
export function signedIn({ rows, clock }: Work, user: User): User {
  return rows.users.update(user.id, { lastLogin: clock.now(), failedSignIns: 0 })
}

/** The token that stands for a user who has signed in; it is good once, for a session or an authorization request. */
export function createSessionToken(work: Work, user: User): OneTimeToken {
  return createOneTimeToken(work, 'session', user)
}

/** The user whose session token this is, or undefined. It is used up. */
export function redeemSessionToken(work: Work, value: string): User | undefined {
  const token = findOneTimeToken(work, 'session', value)
  if (token === undefined) return undefined
  work.rows.oneTimeTokens.delete(token.id)
  const user = work.rows.users.require(token.userId)
  return user.status === 'ACTIVE' ? user : undefined
}
