import type { AuthContext } from '#auth-saas/call.ts'
import type { Failure } from '#core/errors.ts'
import { codeIncorrect, clerkFailure } from '#auth-saas/errors.ts'
import type { SentCode } from '#auth-saas/schema/attempts.ts'
import type { Verification } from '#auth-saas/schema/people.ts'

/** How long a one-time code is valid: ten minutes, in milliseconds. */
const CODE_LIFETIME = 600_000

/** The number of wrong codes after which the right one is refused as well. */
export const MOST_ATTEMPTS = 5

/** Returns a verification that has just begun. */
export function begun(context: Pick<AuthContext, 'clock'>, strategy: string): Verification {
  return { status: 'unverified', strategy, attempts: 0, expireAt: context.clock.now() + CODE_LIFETIME }
}

/** Returns a verification that has just succeeded. */
export function succeeded({ clock }: Pick<AuthContext, 'clock'>, strategy: string, attempts = 1): Verification {
  return { status: 'verified', strategy, attempts, expireAt: clock.now() + CODE_LIFETIME }
}

/** The result of checking a factor: the failure, or null when the factor is right. */
export type Check = Failure | null

/** Checks a code that was sent. */
export function checkCode(
  { clock }: Pick<AuthContext, 'clock'>,
  verification: Verification | null,
  sent: SentCode | null,
  code: string,
): Check {
  if (verification === null || sent === null) {
    return clerkFailure(
      400,
      'verification_not_sent',
      'Verification not sent',
      'You need to send a verification code before attempting to verify.',
    )
  }
  if (verification.expireAt !== null && verification.expireAt <= clock.now()) {
    return clerkFailure(
      400,
      'verification_expired',
      'Verification expired',
      'This verification has expired. You must create a new one.',
    )
  }
  if ((verification.attempts ?? 0) >= MOST_ATTEMPTS) {
    return clerkFailure(
      400,
      'verification_failed',
      'Verification failed',
      'Too many failed attempts. You have to try again with the same or another method.',
    )
  }
  return code === sent.code ? null : codeIncorrect()
}

/** Returns a verification after a wrong code: it has one more attempt. */
export function withAttempt(verification: Verification): Verification {
  return { ...verification, attempts: (verification.attempts ?? 0) + 1 }
}
