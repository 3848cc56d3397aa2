import type { AuthContext } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import type { Membership, Organization } from '#auth-saas/schema/organizations.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'

/** The role of the people who run an organization. */
const ADMIN = 'org:admin'

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
    throw clerkFailure(400, 'already_a_member_in_organization', 'already a member', sentence, { param_name: 'user_id' })
  }
  requireRoom(context, organization)
  const membership = rows.memberships.insert({
    organizationId: organization.id,
    userId,
    role,
    publicMetadata: fields.publicMetadata ?? {},
    privateMetadata: fields.privateMetadata ?? {},
    ...commonFields(context, 'orgmem'),
  })
  context.emit({ event: 'organizationMembership.created', membership })
  return membership
}

/** @throws 403 for an organization that has all the members it may have, those invited among them. */
export function requireRoom(
  { rows }: AuthContext,
  { id, maxAllowedMemberships: most }: Organization,
  invited = 0,
): void {
  if (most === 0 || rows.memberships.count('ofOrganization', id) + invited < most) return
  const sentence = `You have reached your limit of ${most} memberships, including outstanding invitations.`
  throw clerkFailure(403, 'organization_membership_quota_exceeded', 'organization membership quota exceeded', sentence)
}

/**
 * Returns the key of a role, `org:admin` also for `admin`.
 *
 * @throws 404 for an unknown one.
 */
export function roleKey({ rows }: Pick<AuthContext, 'rows'>, role: string): string {
  const found =
    rows.roles.find('key', role) ?? rows.roles.find('key', `org:${role.replace(/^basic_member$/, 'member')}`)
  if (found === undefined) throw notFound(`Organization role not found: ${role}`)
  return found.key
}

/**
 * Finds the membership of a user.
 *
 * @throws 404 for a user who is no member.
 */
export function findMembership(
  { rows }: Pick<AuthContext, 'rows'>,
  organizationId: string,
  userId: string,
): Membership {
  const membership = rows.memberships.find('member', organizationId, userId)
  if (membership === undefined) throw notFound(`No organization membership was found for user ${userId}`)
  return membership
}

/**
 * Changes the role of a member and emits the event.
 *
 * @throws 400 when no administrator would be left.
 */
export function changeRole(context: AuthContext, membership: Membership, roleName: string): Membership {
  const role = roleKey(context, roleName)
  if (role !== membership.role) requireOtherAdmin(context, membership)
  const changed = context.rows.memberships.update(membership.id, { role, ...updatedNow(context) })
  context.emit({ event: 'organizationMembership.updated', membership: changed })
  return changed
}

/**
 * Removes a member and emits the event.
 *
 * @throws 400 when no administrator would be left.
 */
export function removeMembership(context: AuthContext, membership: Membership): void {
  requireOtherAdmin(context, membership)
  // The event has the organization as it is with this member.
  context.emit({ event: 'organizationMembership.deleted', membership })
  leaveSessions(context, membership)
  context.rows.memberships.delete(membership.id)
}

/** Takes an organization out of the sessions of a member. */
export function leaveSessions({ rows }: AuthContext, { organizationId, userId }: Membership): void {
  for (const session of rows.sessions.referring('userId', userId)) {
    if (session.activeOrganizationId === organizationId)
      rows.sessions.update(session.id, { activeOrganizationId: null })
  }
}

/** @throws 400 when a member is the last administrator. */
function requireOtherAdmin({ rows }: AuthContext, { id, organizationId, role }: Membership): void {
  if (role !== ADMIN) return
  const others = rows.memberships.list('ofOrganization', organizationId)
  if (others.some((each) => each.id !== id && each.role === ADMIN)) return
  throw clerkFailure(
    400,
    'organization_minimum_permissions_needed',
    'minimum permissions needed',
    'There has to be at least one organization member with the minimum required permissions',
    { permissions: ['org:sys_profile:manage', 'org:sys_memberships:manage'] },
  )
}
