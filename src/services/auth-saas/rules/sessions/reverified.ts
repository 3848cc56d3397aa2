import { MINUTE } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'
import { settingsOf } from '../settings.ts'

/** For how many minutes a verified factor counts for a sensitive action. */
const COUNTS_FOR = 10

/** Returns the minutes since a factor of a session was verified; -1 when it never was. */
export function minutesSince({ clock }: Pick<AuthContext, 'clock'>, at: number | null): number {
  return at === null ? -1 : Math.max(0, Math.floor((clock.now() - at) / MINUTE))
}

/**
 * The strongest factor of the session decides, as `has({ reverification: 'strict' })` does in the vendor's libraries.
 *
 * @throws 403 for a session whose factor was verified too long ago, where the instance demands reverification.
 * https://clerk.com/docs/guides/secure/reverification#sensitive-actions-that-require-reverification
 */
export function requireReverified(
  context: Pick<AuthContext, 'clock' | 'rows'>,
  { firstFactorAt, secondFactorAt }: Pick<Session, 'firstFactorAt' | 'secondFactorAt'>,
): void {
  if (!settingsOf(context.rows).reverification) return
  if (minutesSince(context, secondFactorAt ?? firstFactorAt) < COUNTS_FOR) return
  const sentence = 'You need to provide additional verification to perform this operation'
  throw clerkFailure(403, 'session_reverification_required', 'Additional verification is required', sentence)
}
