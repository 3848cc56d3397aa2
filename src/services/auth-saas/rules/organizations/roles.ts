import type { AuthContext } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import type { Membership, Permission, Role } from '#auth-saas/schema/organizations.ts'
import { commonFields } from '../common-fields.ts'
import { MOST_ROLES } from '../role-limit.ts'
import { settingsOf } from '../settings.ts'

/** @throws 403 for an instance that has as many roles as it can have. */
export function requireRoomForRole({ rows }: Pick<AuthContext, 'rows'>): void {
  if (rows.roles.size < MOST_ROLES) return
  const sentence = `You have reached your limit of ${MOST_ROLES} roles for this instance.`
  throw clerkFailure(403, 'organization_instance_roles_quota_exceeded', 'quota exceeded', sentence)
}

/**
 * Adds a role.
 *
 * @throws 422 for a taken key.
 */
export function addRole(
  context: AuthContext,
  fields: Pick<Role, 'name' | 'key' | 'description' | 'permissions'>,
): Role {
  requireFree(context.rows.roles.find('key', fields.key))
  return context.rows.roles.insert({
    ...commonFields(context, 'role'),
    ...fields,
    isCreatorEligible: isCreatorEligible(fields),
  })
}

/** The permissions that the creator of an organization needs. */
const CREATOR_PERMISSIONS = ['org:sys_profile:manage', 'org:sys_memberships:manage', 'org:sys_memberships:read']

/** Returns whether the creator of an organization can have a role. */
export function isCreatorEligible({ permissions }: Pick<Role, 'permissions'>): boolean {
  return CREATOR_PERMISSIONS.every((permission) => permissions.includes(permission))
}

/** Returns whether the role of a member has a permission. */
export function hasPermission(
  { rows }: Pick<AuthContext, 'rows'>,
  { role }: Pick<Membership, 'role'>,
  permission: string,
): boolean {
  return rows.roles.find('key', role)?.permissions.includes(permission) === true
}

/**
 * Adds a permission.
 *
 * @throws 422 for a taken key.
 */
export function addPermission(
  context: AuthContext,
  fields: Pick<Permission, 'name' | 'key' | 'description' | 'type'>,
): Permission {
  requireFree(context.rows.permissions.find('key', fields.key))
  return context.rows.permissions.insert({ ...commonFields(context, 'perm'), ...fields })
}

function requireFree(holder: object | undefined): void {
  if (holder === undefined) return
  const sentence = 'The key is already taken. Please choose another one.'
  throw clerkFailure(422, 'form_identifier_exists', 'is already taken', sentence, { param_name: 'key' })
}

/**
 * Returns the key of a permission that is named by its id or its key.
 *
 * @throws 404 for an unknown one.
 */
export function permissionKey({ rows }: Pick<AuthContext, 'rows'>, idOrKey: string): string {
  const found = rows.permissions.get(idOrKey) ?? rows.permissions.find('key', idOrKey)
  if (found === undefined) throw notFound(`Organization permission not found: ${idOrKey}`)
  return found.key
}

/** @throws 422 for a role that members or invitations have, and for one of the instance's default roles. */
export function requireUnusedRole({ rows }: Pick<AuthContext, 'rows'>, { key }: Role): void {
  const { creatorRole, domainsDefaultRole } = settingsOf(rows)
  const reasons: readonly (readonly [boolean, string, string])[] = [
    [key === creatorRole, 'organization_role_default_creator_role', 'The role is the default role of creators.'],
    [key === domainsDefaultRole, 'organization_role_domain_default_role', 'The role is the default role of domains.'],
    [
      rows.memberships.all().some(({ role }) => role === key),
      'organization_role_assigned_members',
      'The role is assigned to one or more members.',
    ],
    [
      rows.organizationInvitations.all().some(({ role, status }) => role === key && status === 'pending'),
      'organization_role_exists_in_invitations',
      'The role is used in pending invitations.',
    ],
  ]
  const reason = reasons.find(([applies]) => applies)
  if (reason !== undefined) throw clerkFailure(422, reason[1], 'cannot be deleted', reason[2])
}
