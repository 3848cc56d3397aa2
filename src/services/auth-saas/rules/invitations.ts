import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { Invitation } from '#auth-saas/schema/instance.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from './common-fields.ts'
import { sendMessage } from './messages.ts'
import { DAY } from '#core/duration.ts'
import { INVITATION_DAYS } from './invitation-lifetime.ts'

/** The members of a new invitation to sign up. */
export interface NewInvitation {
  readonly emailAddress: string
  readonly publicMetadata?: Metadata
  readonly redirectUrl?: string | null
  readonly notify?: boolean
  readonly ignoreExisting?: boolean
  readonly expiresInDays?: number | null
}

/**
 * Adds an invitation to sign up, sends its e-mail and emits the event.
 *
 * @throws 400 for an address that is invited already, 422 for one that a user has.
 */
export function invite(context: AuthContext, fields: NewInvitation): Invitation {
  const { rows, clock, ids } = context
  const { emailAddress, redirectUrl = null } = fields
  if (fields.ignoreExisting !== true) requireUninvited(context, emailAddress)
  if (redirectUrl !== null && !URL.canParse(redirectUrl)) {
    const sentence = 'redirect_url must be a valid URL.'
    throw clerkFailure(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: 'redirect_url' })
  }
  const invitation = rows.invitations.insert({
    ...commonFields(context, 'inv'),
    emailAddress,
    publicMetadata: fields.publicMetadata ?? {},
    status: 'pending',
    ticket: ids.secret.base62(64),
    redirectUrl,
    expiresAt: clock.now() + (fields.expiresInDays ?? INVITATION_DAYS) * DAY,
  })
  context.emit({ event: 'invitation.created', invitation })
  if (fields.notify !== false) {
    sendMessage(context, {
      channel: 'email',
      to: emailAddress,
      slug: 'invitation',
      subject: 'You are invited',
      body: 'You are invited to sign up.',
      url: `${context.origin}/v1/tickets/accept?ticket=${invitation.ticket}`,
    })
  }
  return invitation
}

function requireUninvited({ rows, clock }: AuthContext, emailAddress: string): void {
  const pending = rows.invitations
    .list('emailAddress', emailAddress)
    .some(({ status, expiresAt }) => status === 'pending' && expiresAt > clock.now())
  if (pending) {
    const sentence = `There are already pending invitations for the following email addresses: ${emailAddress}`
    throw clerkFailure(400, 'duplicate_record', 'duplicate invitation', sentence, { email_addresses: [emailAddress] })
  }
  if (rows.emailAddresses.find('emailAddress', emailAddress) === undefined) return
  const message = 'That email address is taken. Please try another.'
  throw clerkFailure(422, 'form_identifier_exists', message, message, { param_name: 'email_address' })
}

/**
 * Revokes a pending invitation and emits the event.
 *
 * @throws 400 for one that was accepted or revoked.
 */
export function revokeInvitation(context: AuthContext, invitation: Invitation): Invitation {
  if (invitation.status === 'accepted') {
    const sentence = 'Invitation is already accepted. You cannot revoke it.'
    throw clerkFailure(400, 'invitation_already_accepted', 'already accepted', sentence)
  }
  if (invitation.status === 'revoked') {
    throw clerkFailure(400, 'invitation_already_revoked', 'already revoked', 'Invitation is already revoked.')
  }
  const revoked = context.rows.invitations.update(invitation.id, { status: 'revoked', ...updatedNow(context) })
  context.emit({ event: 'invitation.revoked', invitation: revoked })
  return revoked
}

/** Marks an invitation as accepted and emits the event. */
export function acceptInvitation(context: AuthContext, invitation: Invitation): void {
  const accepted = context.rows.invitations.update(invitation.id, { status: 'accepted', ...updatedNow(context) })
  context.emit({ event: 'invitation.accepted', invitation: accepted })
}
