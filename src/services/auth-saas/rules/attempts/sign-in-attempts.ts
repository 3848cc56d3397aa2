import { isSignedIn } from '../sessions/tasks.ts'
import { DAY } from '#core/duration.ts'
import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import {
  codeIncorrect,
  identifierNotFound,
  passwordIncorrect,
  clerkFailure,
  strategyInvalid,
} from '#auth-saas/errors.ts'
import type { SentCode, SignIn } from '#auth-saas/schema/attempts.ts'
import type { User, Verification } from '#auth-saas/schema/people.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { sendCode } from '../messages.ts'
import { addSession, endSession } from '../sessions/sessions.ts'
import { settingsOf } from '../settings.ts'
import { requireListedAtSignIn } from '../users/restrictions.ts'
import { isUsersPassword } from '../users/passwords.ts'
import { isTotpCode } from '#core/totp.ts'
import { updateUser } from '../users/users.ts'
import { hasSecondFactor } from '../users/second-factors.ts'
import { type Check, begun, checkCode, succeeded, withAttempt } from './verifications.ts'

/** How long an attempt can be continued: a day, in milliseconds. */
export const ATTEMPT_LIFETIME = DAY

/** Adds an attempt to sign in, which becomes the one of its client. */
export function beginSignIn(context: AuthContext, client: Client): SignIn {
  const { rows, clock } = context
  const row = rows.signIns.insert({
    ...commonFields(context, 'sia'),
    clientId: client.id,
    status: 'needs_identifier',
    identifier: null,
    userId: null,
    firstFactor: null,
    secondFactor: null,
    firstCode: null,
    secondCode: null,
    createdSessionId: null,
    abandonAt: clock.now() + ATTEMPT_LIFETIME,
    redirectUrl: null,
    completeUrl: null,
    actor: null,
    sessionLifetime: null,
    organizationId: null,
  })
  rows.clients.update(client.id, { signInId: row.id, signUpId: null, ...updatedNow(context) })
  return row
}

/**
 * Names the user of an attempt.
 *
 * @throws 403 for a user who is banned or locked, 422 for an unknown one.
 */
export function nameUser(context: AuthContext, row: SignIn, identifier: string, user: User | undefined): SignIn {
  if (user === undefined) throw identifierNotFound()
  requireUsable(context, user)
  requireListedAtSignIn(context, identifier)
  return context.rows.signIns.update(row.id, { identifier, userId: user.id, status: 'needs_first_factor' })
}

/**
 * A lockout that has ended is lifted.
 *
 * @throws 403 for a user who is banned, deactivated or locked.
 */
export function requireUsable(context: AuthContext, user: User): void {
  if (user.banned) {
    const sentence = 'This account has been banned. Please contact support.'
    throw clerkFailure(403, 'user_banned', 'Account banned', sentence)
  }
  if (user.deprovisioned === true) {
    const sentence = 'This account has been deactivated. Please contact your administrator.'
    throw clerkFailure(403, 'user_deactivated', 'Account deactivated', sentence)
  }
  if (!user.locked) return
  const now = context.clock.now()
  if (user.lockoutExpiresAt !== null && user.lockoutExpiresAt <= now) {
    context.rows.users.update(user.id, { locked: false, lockoutExpiresAt: null, failedAttempts: 0 })
    return
  }
  const seconds = user.lockoutExpiresAt === null ? null : Math.ceil((user.lockoutExpiresAt - now) / 1000)
  throw clerkFailure(403, 'user_locked', 'Account locked', 'Your account is locked. Please try again later.', {
    lockout_expires_in_seconds: seconds,
  })
}

/** Counts a failed attempt of a user, and locks the user after too many. */
function countFailure(context: AuthContext, userId: string): void {
  const { rows, clock } = context
  const { lockoutAttempts, lockoutDuration } = settingsOf(rows)
  const user = rows.users.require(userId)
  const failedAttempts = user.failedAttempts + 1
  if (lockoutAttempts > 0 && failedAttempts >= lockoutAttempts) {
    updateUser(context, userId, { failedAttempts, locked: true, lockoutExpiresAt: clock.now() + lockoutDuration })
  } else rows.users.update(userId, { failedAttempts })
}

/** Sends the code of a first factor. */
export function prepareFirst(context: AuthContext, row: SignIn, strategy: string, to: string): SignIn {
  const slug = strategy.startsWith('reset_password') ? 'reset_password_code' : 'verification_code'
  const firstCode: SentCode = { code: sendCode(context, to, slug), to }
  return context.rows.signIns.update(row.id, {
    firstFactor: begun(context, strategy),
    firstCode,
    ...updatedNow(context),
  })
}

/** Sends the code of a second factor. */
export function prepareSecond(context: AuthContext, row: SignIn, to: string): SignIn {
  const secondCode: SentCode = { code: sendCode(context, to), to }
  return context.rows.signIns.update(row.id, {
    secondFactor: begun(context, 'phone_code'),
    secondCode,
    ...updatedNow(context),
  })
}

/** An answer to a factor, with the state of the factor. */
export interface FactorAnswer {
  readonly user: User
  readonly strategy: string
  /** The password or the code. */
  readonly secret: string
  readonly factor: Verification | null
  readonly sent: SentCode | null
}

/** Checks an answer to a first or second factor. A backup code is used up. */
export function checkFactor(context: AuthContext, { user, strategy, secret, factor, sent }: FactorAnswer): Check {
  switch (strategy) {
    case 'password':
      return isUsersPassword(context, user, secret) ? null : passwordIncorrect()
    case 'totp': {
      const { totpSecret, totpVerified } = user
      return totpSecret !== null && totpVerified && isTotpCode(context, totpSecret, secret) ? null : codeIncorrect()
    }
    case 'backup_code':
      if (!user.backupCodes.includes(secret)) return codeIncorrect()
      context.rows.users.update(user.id, { backupCodes: user.backupCodes.filter((each) => each !== secret) })
      return null
    default:
      if (factor !== null && factor.strategy !== strategy) return strategyInvalid()
      return checkCode(context, factor, sent, secret)
  }
}

/** Checks the first factor of an attempt. */
export function checkFirst(context: AuthContext, row: SignIn, user: User, strategy: string, secret: string): Check {
  if (strategy === 'totp' || strategy === 'backup_code') return strategyInvalid()
  return checkFactor(context, { user, strategy, secret, factor: row.firstFactor, sent: row.firstCode })
}

/** Checks the second factor of an attempt. A backup code is used up. */
export function checkSecond(context: AuthContext, row: SignIn, user: User, strategy: string, code: string): Check {
  if (strategy === 'password') return strategyInvalid()
  return checkFactor(context, { user, strategy, secret: code, factor: row.secondFactor, sent: row.secondCode })
}

/** Records a wrong answer to a factor of an attempt. */
export function recordFailure(context: AuthContext, row: SignIn, which: 'firstFactor' | 'secondFactor'): void {
  const before = row[which]
  if (before !== null) context.rows.signIns.update(row.id, { [which]: withAttempt(before) })
  if (row.userId !== null) countFailure(context, row.userId)
}

/** Goes on after a first factor: to the second one, to a new password, or to the session. */
export function passFirst(context: RequestContext, row: SignIn, strategy: string): SignIn {
  const { rows } = context
  const user = rows.users.require(row.userId ?? '')
  const verified = rows.signIns.update(row.id, {
    firstFactor: succeeded(context, strategy),
    firstCode: null,
    ...updatedNow(context),
  })
  const { passwordResetTask } = settingsOf(rows)
  if (strategy.startsWith('reset_password') || (user.passwordCompromised && !passwordResetTask)) {
    return rows.signIns.update(row.id, { status: 'needs_new_password' })
  }
  // A passkey counts for both factors, as `passkey_settings` of the environment say.
  return strategy === 'passkey' ? completeSignIn(context, verified) : afterFirst(context, verified, user)
}

/** Goes on to the second factor, or to the session. */
export function afterFirst(context: RequestContext, row: SignIn, user: User): SignIn {
  if (row.secondFactor?.status !== 'verified' && hasSecondFactor(context, user)) {
    return context.rows.signIns.update(row.id, { status: 'needs_second_factor' })
  }
  return completeSignIn(context, row)
}

/** Completes an attempt with a session. */
export function completeSignIn(context: RequestContext, row: SignIn): SignIn {
  const { rows } = context
  const userId = row.userId ?? ''
  requireUsable(context, rows.users.require(userId))
  rows.users.update(userId, { failedAttempts: 0 })
  const session = openSession(context, row.clientId, userId, {
    secondFactor: row.secondFactor?.status === 'verified',
    actor: row.actor,
    organizationId: row.organizationId,
    ...(row.sessionLifetime === null ? {} : { lifetime: row.sessionLifetime }),
  })
  rows.clients.update(row.clientId, { lastAuthenticationStrategy: row.firstFactor?.strategy ?? 'ticket' })
  return rows.signIns.update(row.id, { status: 'complete', createdSessionId: session.id, ...updatedNow(context) })
}

/** Opens a session at a client. In single-session mode it replaces the others. */
export function openSession(
  context: RequestContext,
  clientId: string,
  userId: string,
  options: { secondFactor?: boolean; actor?: SignIn['actor']; organizationId?: string | null; lifetime?: number },
): Session {
  const { rows } = context
  if (settingsOf(rows).singleSession) {
    for (const other of rows.sessions.referring('clientId', clientId)) {
      if (isSignedIn(other)) endSession(context, other, 'replaced')
    }
  }
  return addSession(context, { userId, clientId, ...options })
}
