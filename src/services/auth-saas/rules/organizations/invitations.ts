import type { AuthContext } from '#auth-saas/call.ts'
import { noSuch, clerkFailure } from '#auth-saas/errors.ts'
import type { Organization, OrganizationInvitation } from '#auth-saas/schema/organizations.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { DAY } from '#core/duration.ts'
import { INVITATION_DAYS } from '../invitation-lifetime.ts'
import { sendMessage } from '../messages.ts'
import { addMembership, requireRoom, roleKey } from './memberships.ts'

/** The members of a new invitation. */
export interface NewOrganizationInvitation {
  readonly organization: Organization
  readonly emailAddress: string
  readonly role: string
  readonly inviterId?: string | null
  readonly publicMetadata?: Metadata
  readonly privateMetadata?: Metadata
  readonly redirectUrl?: string | null
  readonly expiresInDays?: number | null
  readonly notify?: boolean
}

/**
 * Adds an invitation, sends its e-mail and emits the event.
 *
 * @throws 400 for an address that is invited or a member already, 404 for an unknown role or inviter.
 */
export function inviteMember(context: AuthContext, fields: NewOrganizationInvitation): OrganizationInvitation {
  const { rows, clock, ids } = context
  const { organization, emailAddress, inviterId = null } = fields
  const role = roleKey(context, fields.role)
  if (inviterId !== null && rows.users.get(inviterId) === undefined) throw noSuch('user', inviterId)
  requireUninvited(context, organization, emailAddress)
  requireRoom(context, organization)
  const invitation = rows.organizationInvitations.insert({
    ...commonFields(context, 'orginv'),
    organizationId: organization.id,
    domainId: null,
    emailAddress,
    role,
    inviterId,
    status: 'pending',
    publicMetadata: fields.publicMetadata ?? {},
    privateMetadata: fields.privateMetadata ?? {},
    redirectUrl: fields.redirectUrl ?? null,
    ticket: ids.secret.base62(64),
    expiresAt: clock.now() + (fields.expiresInDays ?? INVITATION_DAYS) * DAY,
  })
  context.emit({ event: 'organizationInvitation.created', invitation })
  if (fields.notify !== false) {
    sendMessage(context, {
      channel: 'email',
      to: emailAddress,
      slug: 'organization_invitation',
      subject: `You are invited to join ${organization.name}`,
      body: `You are invited to join ${organization.name}.`,
      url: `${context.origin}/v1/tickets/accept?ticket=${invitation.ticket}`,
    })
  }
  return invitation
}

function requireUninvited({ rows, clock }: AuthContext, organization: Organization, emailAddress: string): void {
  const address = rows.emailAddresses.find('emailAddress', emailAddress)
  if (address !== undefined && rows.memberships.find('member', organization.id, address.userId) !== undefined) {
    const sentence = `${emailAddress} is already a member of the organization.`
    throw clerkFailure(400, 'already_a_member_in_organization', 'already a member', sentence, {
      email_addresses: [emailAddress],
    })
  }
  const pending = rows.organizationInvitations
    .list('emailAddress', emailAddress)
    .some(
      (each) => each.organizationId === organization.id && each.status === 'pending' && each.expiresAt > clock.now(),
    )
  if (!pending) return
  const sentence = `There are already pending invitations for the following email addresses: ${emailAddress}`
  throw clerkFailure(400, 'duplicate_record', 'duplicate invitation', sentence, { email_addresses: [emailAddress] })
}

/**
 * Revokes a pending invitation and emits the event.
 *
 * @throws 404 for one that is not pending.
 */
export function revokeOrganizationInvitation(
  context: AuthContext,
  invitation: OrganizationInvitation,
): OrganizationInvitation {
  requirePending(invitation)
  const revoked = context.rows.organizationInvitations.update(invitation.id, {
    status: 'revoked',
    ...updatedNow(context),
  })
  context.emit({ event: 'organizationInvitation.revoked', invitation: revoked })
  return revoked
}

/** Accepts an invitation for a user: the user becomes a member, with the invitation's metadata. */
export function acceptOrganizationInvitation(
  context: AuthContext,
  invitation: OrganizationInvitation,
  userId: string,
): OrganizationInvitation {
  const { rows } = context
  requirePending(invitation)
  const organization = rows.organizations.require(invitation.organizationId)
  const { role, publicMetadata, privateMetadata } = invitation
  addMembership(context, { organization, userId, role, publicMetadata, privateMetadata })
  const accepted = rows.organizationInvitations.update(invitation.id, { status: 'accepted', ...updatedNow(context) })
  context.emit({ event: 'organizationInvitation.accepted', invitation: accepted, userId })
  return accepted
}

function requirePending({ status }: OrganizationInvitation): void {
  if (status === 'pending') return
  const sentence = 'The organization invitation is not in pending status.'
  throw clerkFailure(404, 'organization_invitation_not_pending', 'organization invitation not pending', sentence)
}

/**
 * Finds an invitation of an organization.
 *
 * @throws 404 for an unknown one.
 */
export function findOrganizationInvitation(
  { rows }: Pick<AuthContext, 'rows'>,
  organizationId: string,
  id: string,
): OrganizationInvitation {
  const invitation = rows.organizationInvitations.get(id)
  if (invitation === undefined || invitation.organizationId !== organizationId) {
    throw noSuch('organization invitation', id)
  }
  return invitation
}
