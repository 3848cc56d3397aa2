import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import { paramFormatInvalid } from '#auth-saas/errors.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import { updatedNow } from '../common-fields.ts'
import { acceptOrganizationInvitation } from '../organizations/invitations.ts'
import { completeSignIn, nameUser } from './sign-in-attempts.ts'
import { fillSignUp } from './sign-up-attempts.ts'
import { findTicket, type Ticket } from './tickets.ts'
import { succeeded } from './verifications.ts'

/**
 * Completes an attempt to sign in by a ticket: a token that signs in, or an invitation to an address that a user has.
 */
export function signInByTicket(context: RequestContext, attempt: SignIn, ticket: string): SignIn {
  const { rows } = context
  const found = findTicket(context, ticket)
  const firstFactor = succeeded(context, 'ticket')
  if (found.kind === 'sign-in token') {
    const { row } = found
    const user = rows.users.require(row.userId)
    rows.signInTokens.update(row.id, { status: 'accepted', ...updatedNow(context) })
    nameUser(context, attempt, user.id, user)
    const changes = {
      firstFactor,
      actor: row.actor,
      organizationId: row.organizationId,
      sessionLifetime: row.sessionDuration === null ? null : row.sessionDuration * 1000,
    }
    return completeSignIn(context, rows.signIns.update(attempt.id, changes))
  }
  const address = rows.emailAddresses.find('emailAddress', found.row.emailAddress)
  const identified = nameUser(context, attempt, found.row.emailAddress, rows.users.get(address?.userId))
  if (found.kind === 'organization invitation')
    acceptOrganizationInvitation(context, found.row, identified.userId ?? '')
  return completeSignIn(context, rows.signIns.update(attempt.id, { firstFactor }))
}

/** Returns whether a ticket lets an actor act as its user, which a client that is signed in can begin as well. */
export function isOfActor({ rows }: Pick<AuthContext, 'rows'>, ticket: string | null): boolean {
  return ticket !== null && (rows.signInTokens.find('token', ticket)?.actor ?? null) !== null
}

/** Returns whether a ticket signs somebody in who is a user already. */
export function isOfUser({ rows }: Pick<AuthContext, 'rows'>, { kind, row }: Ticket): boolean {
  return kind === 'sign-in token' || rows.emailAddresses.find('emailAddress', row.emailAddress) !== undefined
}

/**
 * Gives an attempt to sign up the address of an invitation, which counts as verified.
 *
 * @throws 422 for another ticket.
 */
export function takeInvitation(context: AuthContext, attempt: SignUp, ticket: string): SignUp {
  const found = findTicket(context, ticket)
  if (found.kind === 'sign-in token') throw paramFormatInvalid('ticket', 'The ticket is not one of an invitation.')
  const invitation =
    found.kind === 'invitation'
      ? { invitationId: found.row.id, publicMetadata: found.row.publicMetadata }
      : { organizationInvitationId: found.row.id }
  return fillSignUp(context, attempt, {
    emailAddress: found.row.emailAddress,
    emailVerification: succeeded(context, 'ticket'),
    ...invitation,
  })
}
