import type { RecordContext } from '#oidc-d/call.ts'
import { DAY, MINUTE } from '#core/duration.ts'
import type { FactorType, OneTimeToken, User, UserStatus } from '#oidc-d/schema.ts'
import { passwordRequirementsFor, type PasswordRequirements } from '../policies/evaluation.ts'
import { recordEvent, unknownUser, userEntity } from '../system-log/entries.ts'
import { createOneTimeToken, findOneTimeToken } from './one-time-tokens.ts'
import { hasPassword, isPassword } from './passwords.ts'
import { findUser, setStatus } from './users.ts'

/** The result of primary authentication with a name and a password. */
export type PrimaryAuthentication =
  /** The policies decide what comes next; {@link recordSignIn} ends the sign-in. */
  | { readonly kind: 'authenticated'; readonly user: User }
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
  if (user === undefined) return { kind: 'refused' }
  const policy = passwordRequirementsFor(context, user)
  const refusal: PrimaryAuthentication = { kind: policy.showLockoutFailures ? 'locked out' : 'refused' }
  if (isLocked(context, user, policy)) return refusal
  if (!SIGNING_IN.includes(user.status) || !hasPassword(user)) return { kind: 'refused' }
  if (!isPassword(user, password)) return countFailure(context, user, policy) ? refusal : { kind: 'refused' }
  const known = user.status === 'LOCKED_OUT' ? setStatus(context, user, 'ACTIVE', { failedSignIns: 0 }) : user
  if (known.status === 'PASSWORD_EXPIRED') return { kind: 'password expired', user: known }
  const expires = (known.passwordChanged ?? 0) + policy.maxAgeDays * DAY
  if (policy.maxAgeDays > 0 && expires <= context.clock.now()) {
    return { kind: 'password expired', user: setStatus(context, known, 'PASSWORD_EXPIRED') }
  }
  return { kind: 'authenticated', user: known }
}

/** The statuses of the users who may sign in. */
const SIGNING_IN: readonly UserStatus[] = ['ACTIVE', 'PASSWORD_EXPIRED', 'LOCKED_OUT']

/** Returns whether a user may sign in, whatever they prove it with. */
export function maySignIn(context: RecordContext, user: User): boolean {
  return SIGNING_IN.includes(user.status) && !isLocked(context, user, passwordRequirementsFor(context, user))
}

/** Returns the number of days until a password expires, from the day on which the policy warns of it; else null. */
export function daysUntilExpiry(context: RecordContext, user: User): number | null {
  const { maxAgeDays, expireWarnDays } = passwordRequirementsFor(context, user)
  if (maxAgeDays === 0) return null
  const days = Math.floor(((user.passwordChanged ?? 0) + maxAgeDays * DAY - context.clock.now()) / DAY)
  return days < expireWarnDays ? days : null
}

/** Returns whether a user is locked out, and the policy does not unlock them by now. */
function isLocked({ clock }: RecordContext, user: User, { autoUnlockMinutes }: PasswordRequirements): boolean {
  if (user.status !== 'LOCKED_OUT') return false
  return autoUnlockMinutes === 0 || clock.now() < (user.statusChanged ?? 0) + autoUnlockMinutes * MINUTE
}

/** Counts a wrong password. Returns true when it locks the user out. */
function countFailure(context: RecordContext, user: User, { maxAttempts }: PasswordRequirements): boolean {
  const failedSignIns = (user.status === 'LOCKED_OUT' ? 0 : user.failedSignIns) + 1
  if (maxAttempts === 0 || failedSignIns < maxAttempts) {
    context.rows.users.update(user.id, { failedSignIns })
    return false
  }
  setStatus(context, user, 'LOCKED_OUT', { failedSignIns })
  const actor = userEntity(user)
  recordEvent(context, 'user.account.lock', { actor, target: [actor], failure: 'LOCKED_OUT' })
  return true
}

/** Records that a user has signed in. */
export function recordSignIn(context: RecordContext, user: User): User {
  const { rows, clock } = context
  recordEvent(context, 'user.session.start', { actor: userEntity(user) })
  return rows.users.update(user.id, { lastLogin: clock.now(), failedSignIns: 0 })
}

/**
 * Creates the session token of a user who has signed in, with a factor or without. It is valid once, for a session or
 * an authorization request.
 */
export function createSessionToken(context: RecordContext, user: User, factorId: string | null): OneTimeToken {
  return createOneTimeToken(context, 'session', user, null, { factorId })
}

/** Returns the user of a session token and the type of the factor, or undefined, and uses the token up. */
export function redeemSessionToken(
  context: RecordContext,
  value: string,
): { readonly user: User; readonly factorType: FactorType | null } | undefined {
  const token = findOneTimeToken(context, 'session', value)
  if (token === undefined) return undefined
  const { rows } = context
  rows.oneTimeTokens.delete(token.id)
  const user = rows.users.require(token.userId)
  const factor = token.factorId == null ? undefined : rows.factors.get(token.factorId)
  return user.status === 'ACTIVE' ? { user, factorType: factor?.factorType ?? null } : undefined
}
