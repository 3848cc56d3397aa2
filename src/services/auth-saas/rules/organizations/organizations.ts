import type { AuthContext } from '../../call.ts'
import { notFound, noSuch, paramInvalid, refusal } from '../../errors.ts'
import {
  membershipJson,
  organizationDomainJson,
  organizationInvitationJson,
  organizationJson,
} from '../../json/organization.ts'
import type {
  EnrollmentMode,
  Membership,
  Organization,
  OrganizationDomain,
  OrganizationInvitation,
} from '../../schema/organizations.ts'
import type { Metadata } from '../../schema/people.ts'
import { stamp, touched } from '../../stamp.ts'
import { emit } from '../../webhooks.ts'
import { enrollDomain, withdrawEnrollments } from './enrollment.ts'
import { DAY, INVITATION_DAYS } from '../invitation-lifetime.ts'
import { sendMessage } from '../messages.ts'
import { settingsOf } from '../settings.ts'

/** The role of the people who run an organization. */
const ADMIN = 'org:admin'

/** The members of a new organization. */
export interface NewOrganization {
  readonly id?: string
  readonly name: string
  readonly slug?: string | null
  readonly createdBy?: string | null
  readonly maxAllowedMemberships?: number | null
  readonly publicMetadata?: Metadata
  readonly privateMetadata?: Metadata
  readonly createdAt?: number
  readonly roleSetKey?: string | null
}

/** Adds an organization, whose creator becomes its first member, and emits the events. Throws 422 for a taken slug. */
export function addOrganization(context: AuthContext, fields: NewOrganization): Organization {
  const { rows } = context
  const settings = settingsOf(rows)
  if (!settings.organizationsEnabled) throw organizationsDisabled()
  const { name } = fields
  requireSlugsEnabled(context, fields.slug)
  const slug = fields.slug === null || fields.slug === undefined ? freeSlug(context, name) : fields.slug
  requireSlug(context, slug)
  const base = stamp(context, 'org', fields.id)
  const organization = rows.organizations.insert({
    ...base,
    createdAt: fields.createdAt ?? base.createdAt,
    name,
    slug,
    hasImage: false,
    createdBy: fields.createdBy ?? null,
    maxAllowedMemberships: fields.maxAllowedMemberships ?? settings.maxAllowedMemberships,
    adminDeleteEnabled: settings.adminDeleteEnabled,
    publicMetadata: fields.publicMetadata ?? {},
    privateMetadata: fields.privateMetadata ?? {},
    roleSetKey: fields.roleSetKey ?? 'role_set:default',
  })
  emit(context, 'organization.created', () => organizationJson(context, organization))
  const { createdBy } = organization
  if (createdBy !== null) addMembership(context, { organization, userId: createdBy, role: settings.creatorRole })
  return organization
}

/** The failure for an instance without organizations. */
export function organizationsDisabled(): Error {
  const sentence =
    'The organizations feature is not enabled for this instance. You can enable it at https://dashboard.clerk.com.'
  return refusal(403, 'organization_not_enabled_in_instance', 'access denied', sentence)
}

/** Throws 403 for a slug where the instance's organizations have none of their own choice. */
export function requireSlugsEnabled({ rows }: Pick<AuthContext, 'rows'>, slug: string | null | undefined): void {
  if (slug === null || slug === undefined || !settingsOf(rows).slugDisabled) return
  const sentence = 'Organization slugs are disabled for this instance.'
  throw refusal(403, 'organization_slugs_disabled', 'access denied', sentence, { param_name: 'slug' })
}

/** Throws 422 for a slug of another form, and for one that another organization has. */
export function requireSlug({ rows }: Pick<AuthContext, 'rows'>, slug: string, owner?: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,254}$/.test(slug)) {
    const sentence = 'slug can only contain lowercase alphanumeric characters, dashes and underscores.'
    throw refusal(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: 'slug' })
  }
  const holder = rows.organizations.find('slug', slug)
  if (holder === undefined || holder.id === owner) return
  const sentence = `The slug ${slug} is already taken. Please choose another one.`
  throw refusal(422, 'form_identifier_exists', 'is already taken', sentence, { param_name: 'slug' })
}

function freeSlug({ rows, clock }: AuthContext, name: string): string {
  const words = name
    .toLowerCase()
    .slice(0, 200)
    .split(/[^a-z0-9]+/)
  const stem = words.filter((word) => word !== '').join('-')
  const base = stem === '' ? 'org' : stem
  return rows.organizations.find('slug', base) === undefined ? base : `${base}-${clock.now()}-${rows.numbers.next()}`
}

/** Finds an organization by id or slug. Throws 404 for an unknown one. */
export function findOrganization({ rows }: Pick<AuthContext, 'rows'>, idOrSlug: string): Organization {
  const organization = rows.organizations.get(idOrSlug) ?? rows.organizations.find('slug', idOrSlug)
  if (organization === undefined) throw notFound(`Given organization not found.`)
  return organization
}

/** Changes an organization and emits the event. */
export function updateOrganization(
  context: AuthContext,
  id: string,
  changes: Partial<Omit<Organization, 'id'>>,
): Organization {
  const changed = context.rows.organizations.update(id, { ...changes, ...touched(context) })
  emit(context, 'organization.updated', () => organizationJson(context, changed))
  return changed
}

/** Deletes an organization with its memberships and invitations, and emits the event. */
export function deleteOrganization(context: AuthContext, { id, slug }: Organization): void {
  const { rows } = context
  for (const membership of rows.memberships.list('ofOrganization', id)) leaveSessions(context, membership)
  rows.organizations.delete(id)
  rows.imageBytes.delete(id)
  rows.imageTypes.delete(id)
  emit(context, 'organization.deleted', () => ({ id, slug, object: 'organization', deleted: true }))
}

/** The members of a new membership. */
export interface NewMembership {
  readonly organization: Organization
  readonly userId: string
  readonly role: string
  readonly publicMetadata?: Metadata
  readonly privateMetadata?: Metadata
}

/**
 * Adds a user to an organization and emits the event.
 *
 * @throws 400 for a user who is a member already, 403 when the organization is full, 404 for an unknown role.
 */
export function addMembership(context: AuthContext, fields: NewMembership): Membership {
  const { rows } = context
  const { organization, userId } = fields
  const role = roleKey(context, fields.role)
  if (rows.memberships.find('member', organization.id, userId) !== undefined) {
    const identifier = `User with id ${userId}`
    const sentence = `${identifier} is already a member of the organization.`
    throw refusal(400, 'already_a_member_in_organization', 'already a member', sentence, { param_name: 'user_id' })
  }
  requireRoom(context, organization)
  const membership = rows.memberships.insert({
    ...stamp(context, 'orgmem'),
    organizationId: organization.id,
    userId,
    role,
    publicMetadata: fields.publicMetadata ?? {},
    privateMetadata: fields.privateMetadata ?? {},
  })
  emit(context, 'organizationMembership.created', () => membershipJson(context, membership))
  return membership
}

function requireRoom({ rows }: AuthContext, { id, maxAllowedMemberships: most }: Organization, invited = 0): void {
  if (most === 0 || rows.memberships.count('ofOrganization', id) + invited < most) return
  const sentence = `You have reached your limit of ${most} memberships, including outstanding invitations.`
  throw refusal(403, 'organization_membership_quota_exceeded', 'organization membership quota exceeded', sentence)
}

/** Returns the key of a role, `org:admin` also for `admin`. Throws 404 for an unknown one. */
function roleKey({ rows }: Pick<AuthContext, 'rows'>, role: string): string {
  const found =
    rows.roles.find('key', role) ?? rows.roles.find('key', `org:${role.replace(/^basic_member$/, 'member')}`)
  if (found === undefined) throw notFound(`Organization role not found: ${role}`)
  return found.key
}

/** Finds the membership of a user. Throws 404 for a user who is no member. */
export function findMembership(
  { rows }: Pick<AuthContext, 'rows'>,
  organizationId: string,
  userId: string,
): Membership {
  const membership = rows.memberships.find('member', organizationId, userId)
  if (membership === undefined) throw notFound(`No organization membership was found for user ${userId}`)
  return membership
}

/** Changes the role of a member and emits the event. Throws 400 when no administrator would be left. */
export function changeRole(context: AuthContext, membership: Membership, wanted: string): Membership {
  const role = roleKey(context, wanted)
  if (role !== membership.role) requireOtherAdmin(context, membership)
  const changed = context.rows.memberships.update(membership.id, { role, ...touched(context) })
  emit(context, 'organizationMembership.updated', () => membershipJson(context, changed))
  return changed
}

/** Removes a member and emits the event. Throws 400 when no administrator would be left. */
export function removeMembership(context: AuthContext, membership: Membership): object {
  requireOtherAdmin(context, membership)
  const body = membershipJson(context, membership)
  leaveSessions(context, membership)
  context.rows.memberships.delete(membership.id)
  emit(context, 'organizationMembership.deleted', () => body)
  return body
}

/** Takes an organization out of the sessions of a member. */
function leaveSessions({ rows }: AuthContext, { organizationId, userId }: Membership): void {
  for (const session of rows.sessions.referring('userId', userId)) {
    if (session.activeOrganizationId === organizationId)
      rows.sessions.update(session.id, { activeOrganizationId: null })
  }
}

/** Throws 400 when a member is the last administrator. */
function requireOtherAdmin({ rows }: AuthContext, { id, organizationId, role }: Membership): void {
  if (role !== ADMIN) return
  const others = rows.memberships.list('ofOrganization', organizationId)
  if (others.some((each) => each.id !== id && each.role === ADMIN)) return
  throw refusal(
    400,
    'organization_minimum_permissions_needed',
    'minimum permissions needed',
    'There has to be at least one organization member with the minimum required permissions',
    { permissions: ['org:sys_profile:manage', 'org:sys_memberships:manage'] },
  )
}

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
    ...stamp(context, 'orginv'),
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
  emit(context, 'organizationInvitation.created', () => organizationInvitationJson(context, invitation))
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
    throw refusal(400, 'already_a_member_in_organization', 'already a member', sentence, {
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
  throw refusal(400, 'duplicate_record', 'duplicate invitation', sentence, { email_addresses: [emailAddress] })
}

/** Revokes a pending invitation and emits the event. Throws 404 for one that is not pending. */
export function revokeOrganizationInvitation(
  context: AuthContext,
  invitation: OrganizationInvitation,
): OrganizationInvitation {
  requirePending(invitation)
  const revoked = context.rows.organizationInvitations.update(invitation.id, { status: 'revoked', ...touched(context) })
  emit(context, 'organizationInvitation.revoked', () => organizationInvitationJson(context, revoked))
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
  const accepted = rows.organizationInvitations.update(invitation.id, { status: 'accepted', ...touched(context) })
  emit(context, 'organizationInvitation.accepted', () => ({
    ...organizationInvitationJson(context, accepted),
    user_id: userId,
  }))
  return accepted
}

function requirePending({ status }: OrganizationInvitation): void {
  if (status === 'pending') return
  const sentence = 'The organization invitation is not in pending status.'
  throw refusal(404, 'organization_invitation_not_pending', 'organization invitation not pending', sentence)
}

/** The members of a new domain of an organization. */
export interface NewOrganizationDomain {
  readonly organizationId: string
  readonly name: string
  readonly enrollmentMode: EnrollmentMode
  readonly verified: boolean
}

/** Adds a domain to an organization and emits the event. Throws 422 for one that an organization has. */
export function addDomain(context: AuthContext, fields: NewOrganizationDomain): OrganizationDomain {
  const { rows } = context
  const name = fields.name.toLowerCase()
  if (!/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/.test(name)) throw paramInvalid('name', 'name must be a valid domain.')
  const [taken] = rows.organizationDomains.list('name', name)
  if (taken !== undefined) {
    const own = taken.organizationId === fields.organizationId
    const code = own ? 'organization_domain_already_exists_same_organization' : 'organization_domain_already_exists'
    const sentence = own
      ? `The domain ${name} is already used by this organization.`
      : `The domain ${name} is already used by another organization.`
    throw refusal(422, code, 'already exists', sentence, { param_name: 'name' })
  }
  if (COMMON.has(name)) {
    const sentence = `${name} is a common email provider domain and cannot be used.`
    throw refusal(422, 'organization_domain_common', 'common domain', sentence, { param_name: 'name' })
  }
  const domain = rows.organizationDomains.insert({
    ...stamp(context, 'orgdmn'),
    organizationId: fields.organizationId,
    name,
    enrollmentMode: fields.enrollmentMode,
    verified: fields.verified,
    strategy: fields.verified ? 'admin' : null,
    attempts: null,
    expireAt: null,
    affiliationEmailAddress: null,
  })
  emit(context, 'organizationDomain.created', () => organizationDomainJson(context, domain))
  enrollDomain(context, domain)
  return domain
}

/** Domains of providers at which everybody can have an address. */
const COMMON = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'proton.me',
])

/**
 * Changes a domain, emits the event, and invites or suggests as its mode says.
 *
 * @param withdraws true to take back the pending invitations and suggestions of the mode before.
 */
export function updateDomain(
  context: AuthContext,
  domain: OrganizationDomain,
  changes: Partial<Omit<OrganizationDomain, 'id'>>,
  withdraws = false,
): OrganizationDomain {
  if (withdraws) withdrawEnrollments(context, domain)
  const changed = context.rows.organizationDomains.update(domain.id, { ...changes, ...touched(context) })
  emit(context, 'organizationDomain.updated', () => organizationDomainJson(context, changed))
  enrollDomain(context, changed)
  return changed
}

/** Deletes a domain with its pending invitations and suggestions, and emits the event. */
export function deleteDomain(context: AuthContext, domain: OrganizationDomain): void {
  withdrawEnrollments(context, domain)
  context.rows.organizationDomains.delete(domain.id)
  emit(context, 'organizationDomain.deleted', () => ({ id: domain.id, object: 'organization_domain', deleted: true }))
}

/** Finds a domain of an organization. Throws 404 for an unknown one. */
export function findDomain(
  { rows }: Pick<AuthContext, 'rows'>,
  organizationId: string,
  id: string,
): OrganizationDomain {
  const domain = rows.organizationDomains.get(id)
  if (domain === undefined || domain.organizationId !== organizationId) throw noSuch('organization domain', id)
  return domain
}

/** Finds an invitation of an organization. Throws 404 for an unknown one. */
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
