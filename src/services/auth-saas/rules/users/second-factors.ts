import type { AuthContext } from '#auth-saas/call.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { isSecondFactor } from './identifiers.ts'

/** Returns whether a user has a second factor. */
export function hasSecondFactor(
  { rows }: Pick<AuthContext, 'rows'>,
  { id, totpVerified }: Pick<User, 'id' | 'totpVerified'>,
): boolean {
  return totpVerified || rows.phoneNumbers.referring('userId', id).some(isSecondFactor)
}
