import type { AuthContext } from '#auth-saas/call.ts'
import type { OrganizationDomain } from '#auth-saas/schema/organizations.ts'
import type { EmailAddress } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { DAY } from '#core/duration.ts'
import { INVITATION_DAYS } from '../invitation-lifetime.ts'
import { settingsOf } from '../settings.ts'

// Verified domains of organizations: https://clerk.com/docs/guides/organizations/add-members/verified-domains

/** Invites the owner of a verified address to the organization that has its domain, or suggests the organization. */
export function enrollAddress(context: AuthContext, address: EmailAddress): void {
  if (address.verification?.status !== 'verified') return
  for (const domain of context.rows.organizationDomains.list('name', domainOf(address)))
    enroll(context, domain, address)
}

/** Invites every user with a verified address of a domain, or suggests the organization to them. */
export function enrollDomain(context: AuthContext, domain: OrganizationDomain): void {
  if (!isAutomatic(domain)) return
  for (const address of context.rows.emailAddresses.all()) {
    if (domainOf(address) === domain.name && address.verification?.status === 'verified')
      enroll(context, domain, address)
  }
}

/** Takes back the pending invitations and suggestions of a domain, when its mode changes or the domain is deleted. */
export function withdrawEnrollments(context: AuthContext, { id, organizationId }: OrganizationDomain): void {
  const { rows } = context
  for (const invitation of rows.organizationInvitations.referring('organizationId', organizationId)) {
    if (invitation.domainId !== id || invitation.status !== 'pending') continue
    const revoked = rows.organizationInvitations.update(invitation.id, { status: 'revoked', ...updatedNow(context) })
    context.emit({ event: 'organizationInvitation.revoked', invitation: revoked })
  }
  for (const suggestion of rows.organizationSuggestions.referring('organizationId', organizationId)) {
    if (suggestion.domainId === id && suggestion.status === 'pending')
      rows.organizationSuggestions.delete(suggestion.id)
  }
}

function domainOf({ emailAddress }: EmailAddress): string {
  return emailAddress.slice(emailAddress.lastIndexOf('@') + 1)
}

function isAutomatic({ verified, enrollmentMode }: OrganizationDomain): boolean {
  return verified && (enrollmentMode === 'automatic_invitation' || enrollmentMode === 'automatic_suggestion')
}

function enroll(context: AuthContext, domain: OrganizationDomain, address: EmailAddress): void {
  const { rows } = context
  if (!isAutomatic(domain) || !settingsOf(rows).domainsEnabled) return
  if (rows.memberships.find('member', domain.organizationId, address.userId) !== undefined) return
  if (domain.enrollmentMode === 'automatic_invitation') inviteAutomatically(context, domain, address)
  else suggest(context, domain, address)
}

function inviteAutomatically(context: AuthContext, domain: OrganizationDomain, { emailAddress }: EmailAddress): void {
  const { rows, clock, ids } = context
  const isInvited = rows.organizationInvitations
    .list('emailAddress', emailAddress)
    .some(({ organizationId, status }) => organizationId === domain.organizationId && status === 'pending')
  if (isInvited) return
  const invitation = rows.organizationInvitations.insert({
    ...commonFields(context, 'orginv'),
    organizationId: domain.organizationId,
    domainId: domain.id,
    emailAddress,
    role: settingsOf(rows).domainsDefaultRole,
    inviterId: null,
    status: 'pending',
    publicMetadata: {},
    privateMetadata: {},
    redirectUrl: null,
    ticket: ids.secret.base62(64),
    expiresAt: clock.now() + INVITATION_DAYS * DAY,
  })
  context.emit({ event: 'organizationInvitation.created', invitation })
}

function suggest(context: AuthContext, domain: OrganizationDomain, { userId }: EmailAddress): void {
  const { rows } = context
  const own = rows.organizationSuggestions.referring('userId', userId)
  if (own.some(({ organizationId }) => organizationId === domain.organizationId)) return
  rows.organizationSuggestions.insert({
    organizationId: domain.organizationId,
    domainId: domain.id,
    userId,
    status: 'pending',
    ...commonFields(context, 'orgsug'),
  })
}
