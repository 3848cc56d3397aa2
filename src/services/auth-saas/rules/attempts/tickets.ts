import type { AuthCall, AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { Invitation, SignInToken } from '#auth-saas/schema/instance.ts'
import type { OrganizationInvitation } from '#auth-saas/schema/organizations.ts'

/** The records that a ticket may name: a token that signs in, or an invitation. */
export type Ticket =
  | { readonly kind: 'sign-in token'; readonly row: SignInToken }
  | { readonly kind: 'invitation'; readonly row: Invitation }
  | { readonly kind: 'organization invitation'; readonly row: OrganizationInvitation }

/**
 * Finds the record that a ticket names.
 *
 * @throws 422 for an unknown, used, revoked or expired one.
 */
export function findTicket({ rows, clock }: Pick<AuthContext, 'rows' | 'clock'>, ticket: string): Ticket {
  const found = lookUp(rows, ticket)
  if (found === undefined) throw invalid('ticket_invalid_code', 'The ticket is invalid.')
  const { status, expiresAt } = found.row
  if (status === 'revoked') throw invalid('revoked_invitation', 'The ticket has been revoked.')
  if (status === 'accepted') throw invalid('ticket_used_code', 'The ticket has been used already.')
  if (status === 'expired' || expiresAt <= clock.now()) throw invalid('ticket_expired_code', 'The ticket has expired.')
  return found
}

function lookUp(rows: AuthCall['rows'], ticket: string): Ticket | undefined {
  const token = rows.signInTokens.find('token', ticket)
  if (token !== undefined) return { kind: 'sign-in token', row: token }
  const invitation = rows.invitations.find('ticket', ticket)
  if (invitation !== undefined) return { kind: 'invitation', row: invitation }
  const ofOrganization = rows.organizationInvitations.find('ticket', ticket)
  return ofOrganization === undefined ? undefined : { kind: 'organization invitation', row: ofOrganization }
}

function invalid(code: string, sentence: string): Error {
  return clerkFailure(422, code, 'is invalid', sentence, { param_name: 'ticket' })
}
