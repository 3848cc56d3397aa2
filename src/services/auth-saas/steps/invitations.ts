import type { AuthCall } from '#auth-saas/call.ts'
import { notFound } from '#auth-saas/errors.ts'
import type { Invitation } from '#auth-saas/schema/instance.ts'

/**
 * Adds the invitation that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadInvitation = ({ rows, params }: AuthCall): { readonly invitation: Invitation } => {
  const invitation = rows.invitations.get(params['invitation_id'])
  if (invitation === undefined) throw notFound(`Invitation not found`)
  return { invitation }
}
