import type { AuthContext } from '#auth-saas/call.ts'
import type { Invitation } from '#auth-saas/schema/instance.ts'

/** The days until an invitation expires. */
export const INVITATION_DAYS = 30

/** Returns the status that an invitation has by now: a pending one expires. */
export function invitationStatus(
  { clock }: Pick<AuthContext, 'clock'>,
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
): Invitation['status'] {
  return status === 'pending' && expiresAt <= clock.now() ? 'expired' : status
}
