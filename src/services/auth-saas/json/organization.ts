import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import type {
  Membership,
  MembershipRequest,
  Organization,
  OrganizationDomain,
  OrganizationInvitation,
  OrganizationSuggestion,
  Permission,
  Role,
  RoleSet,
} from '#auth-saas/schema/organizations.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { identifierOf } from '#auth-saas/rules/users/identifiers.ts'
import { imageUrl } from '#auth-saas/rules/images.ts'

/** The part of a call or a context that JSON is made from. */
type JsonContext = Pick<AuthContext, 'rows' | 'clock' | 'origin' | 'urls'>

/** The further members of an organization that a client can ask for. */
interface OrganizationDetails {
  readonly membersCount?: boolean
  readonly missingAdmin?: boolean
}

/** Returns an organization as the backend API shows it. */
export function organizationJson(context: JsonContext, row: Organization, details: OrganizationDetails = {}) {
  const { rows } = context
  return {
    ...commonJson(context, row),
    private_metadata: row.privateMetadata,
    ...(row.createdBy === null ? {} : { created_by: row.createdBy }),
    ...(details.membersCount === true ? { members_count: rows.memberships.count('ofOrganization', row.id) } : {}),
    ...(details.missingAdmin === true ? { missing_member_with_elevated_permissions: !hasAdmin(context, row) } : {}),
    role_set_key: row.roleSetKey,
  }
}

/** Returns an organization as the frontend API shows it: with its counts, and without the private metadata. */
export function ownOrganizationJson(context: JsonContext, row: Organization) {
  const { rows } = context
  const pending = rows.organizationInvitations
    .referring('organizationId', row.id)
    .filter(({ status }) => status === 'pending').length
  return {
    ...commonJson(context, row),
    members_count: rows.memberships.count('ofOrganization', row.id),
    pending_invitations_count: pending,
  }
}

function commonJson(context: JsonContext, row: Organization) {
  return {
    object: 'organization',
    id: row.id,
    name: row.name,
    slug: row.slug,
    image_url: imageUrl(context, row.id),
    logo_url: row.hasImage ? imageUrl(context, row.id) : null,
    has_image: row.hasImage,
    max_allowed_memberships: row.maxAllowedMemberships,
    admin_delete_enabled: row.adminDeleteEnabled,
    public_metadata: row.publicMetadata,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function hasAdmin({ rows }: JsonContext, { id }: Organization): boolean {
  return rows.memberships.list('ofOrganization', id).some(({ role }) => role === 'org:admin')
}

/** Returns a membership as the backend API shows it. */
export function membershipJson(context: JsonContext, row: Membership) {
  const organization = context.rows.organizations.require(row.organizationId)
  return {
    ...commonMembershipJson(context, row),
    private_metadata: row.privateMetadata,
    organization: organizationJson(context, organization),
  }
}

/** Returns a membership as the frontend API shows it. */
export function ownMembershipJson(context: JsonContext, row: Membership) {
  const organization = context.rows.organizations.require(row.organizationId)
  return { ...commonMembershipJson(context, row), organization: ownOrganizationJson(context, organization) }
}

function commonMembershipJson(context: JsonContext, row: Membership) {
  const role = context.rows.roles.find('key', row.role)
  return {
    id: row.id,
    object: 'organization_membership',
    role: row.role,
    role_name: role?.name ?? row.role,
    permissions: role?.permissions ?? [],
    public_metadata: row.publicMetadata,
    public_user_data: publicUserJson(context, context.rows.users.require(row.userId)),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns the part of a user that other members of an organization see. */
export function publicUserJson(context: JsonContext, user: User) {
  return {
    user_id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    profile_image_url: imageUrl(context, user.id),
    image_url: imageUrl(context, user.id),
    has_image: user.hasImage,
    identifier: identifierOf(context.rows, user),
    username: user.username,
    banned: user.banned,
    deprovisioned: user.deprovisioned === true,
  }
}

/** Returns the part of an organization that people without a membership see. */
export function publicOrganizationJson(context: JsonContext, row: Organization) {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    image_url: imageUrl(context, row.id),
    has_image: row.hasImage,
  }
}

/** Returns an invitation to an organization as the backend API shows it. */
export function organizationInvitationJson(context: JsonContext, row: OrganizationInvitation) {
  return { ...ownInvitationJson(context, row), private_metadata: row.privateMetadata }
}

/** Returns an invitation to an organization as the frontend API shows it. */
export function ownInvitationJson(context: JsonContext, row: OrganizationInvitation) {
  const { rows, origin } = context
  const inviter = rows.users.get(row.inviterId)
  const status = invitationStatus(context, row)
  return {
    object: 'organization_invitation',
    id: row.id,
    email_address: row.emailAddress,
    role: row.role,
    role_name: rows.roles.find('key', row.role)?.name ?? row.role,
    organization_id: row.organizationId,
    inviter_id: row.inviterId,
    public_inviter_data: inviter === undefined ? null : inviterJson(context, inviter),
    status,
    public_metadata: row.publicMetadata,
    url: status === 'pending' ? `${origin}/v1/tickets/accept?ticket=${row.ticket}` : null,
    expires_at: row.expiresAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function inviterJson(context: JsonContext, user: User) {
  return {
    user_id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    image_url: imageUrl(context, user.id),
    has_image: user.hasImage,
    identifier: identifierOf(context.rows, user) ?? '',
  }
}

/** Adds to an invitation the part of its organization that the invited person sees. */
export function withPublicOrganization(context: JsonContext, row: OrganizationInvitation) {
  const organization = context.rows.organizations.require(row.organizationId)
  return {
    ...organizationInvitationJson(context, row),
    public_organization_data: publicOrganizationJson(context, organization),
  }
}

/** Returns a domain of an organization. */
export function organizationDomainJson(context: JsonContext, row: OrganizationDomain) {
  const isPending = (each: { readonly domainId: string | null; readonly status: string }): boolean =>
    each.domainId === row.id && each.status === 'pending'
  const { organizationInvitations, organizationSuggestions } = context.rows
  const pendingInvitations = organizationInvitations.referring('organizationId', row.organizationId).filter(isPending)
  const pendingSuggestions = organizationSuggestions.referring('organizationId', row.organizationId).filter(isPending)
  const verification =
    row.strategy === null
      ? null
      : {
          status: row.verified ? 'verified' : 'unverified',
          strategy: row.strategy,
          attempts: row.attempts,
          expire_at: row.expireAt,
          verified_at: row.verified ? row.updatedAt : null,
        }
  return {
    object: 'organization_domain',
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    enrollment_mode: row.enrollmentMode,
    affiliation_email_address: row.affiliationEmailAddress,
    affiliation_verification: verification,
    ownership_verification: ownershipJson(context, row),
    verification,
    total_pending_invitations: pendingInvitations.length,
    total_pending_suggestions: pendingSuggestions.length,
    public_organization_data: publicOrganizationJson(context, context.rows.organizations.require(row.organizationId)),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns how the ownership of a domain was proved, or is to be; null for a domain that was never asked for it. */
function ownershipJson({ clock }: JsonContext, { name, ownedSince, ownedBy, txtRecord }: OrganizationDomain) {
  if (ownedSince !== null) {
    const attempts = txtRecord?.attempts ?? null
    return { status: 'verified', strategy: ownedBy, attempts, expire_at: null, verified_at: ownedSince }
  }
  if (txtRecord === null) return null
  const isOpen = txtRecord.expireAt > clock.now()
  return {
    status: isOpen ? 'unverified' : 'expired',
    strategy: 'txt',
    attempts: txtRecord.attempts,
    expire_at: txtRecord.expireAt,
    verified_at: null,
    txt_record_name: isOpen ? `_clerk-verification.${name}` : null,
    txt_record_value: isOpen ? txtRecord.value : null,
  }
}

/** Returns a suggestion to join an organization. */
export function suggestionJson(context: JsonContext, row: OrganizationSuggestion) {
  return {
    object: 'organization_suggestion',
    id: row.id,
    status: row.status,
    public_organization_data: publicOrganizationJson(context, context.rows.organizations.require(row.organizationId)),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a request to join an organization. */
export function membershipRequestJson(context: JsonContext, row: MembershipRequest) {
  return {
    object: 'organization_membership_request',
    id: row.id,
    organization_id: row.organizationId,
    status: row.status,
    public_user_data: publicUserJson(context, context.rows.users.require(row.userId)),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a permission. */
export function permissionJson(row: Permission) {
  return {
    object: 'permission',
    id: row.id,
    name: row.name,
    key: row.key,
    description: row.description,
    type: row.type,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a role with its permissions. */
export function roleJson({ rows }: Pick<AuthContext, 'rows'>, row: Role) {
  return {
    object: 'role',
    id: row.id,
    name: row.name,
    key: row.key,
    description: row.description,
    is_creator_eligible: row.isCreatorEligible,
    permissions: row.permissions.flatMap((key) => {
      const permission = rows.permissions.find('key', key)
      return permission === undefined ? [] : [permissionJson(permission)]
    }),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a role set with its roles. */
export function roleSetJson(context: JsonContext, row: RoleSet) {
  const item = (key: string | null) => {
    const role = key === null ? undefined : context.rows.roles.find('key', key)
    if (role === undefined) return null
    const members = context.rows.memberships.all().filter((each) => each.role === key).length
    return {
      object: 'role_set_item',
      id: role.id,
      name: role.name,
      key: role.key,
      description: role.description,
      members_count: members,
      has_members: members > 0,
      created_at: role.createdAt,
      updated_at: role.updatedAt,
    }
  }
  return {
    object: 'role_set',
    id: row.id,
    name: row.name,
    key: row.key,
    description: row.description,
    roles: row.roles.map(item),
    default_role: item(row.defaultRole),
    creator_role: item(row.creatorRole),
    type: row.type,
    role_set_migration: null,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
