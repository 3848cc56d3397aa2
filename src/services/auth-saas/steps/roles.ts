import type { AuthCall } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import type { Role, Permission, RoleSet } from '#auth-saas/schema/organizations.ts'

/**
 * Adds the role that the path names by id or key.
 *
 * @throws 404 for an unknown one.
 */
export const loadRole = ({ rows, params }: AuthCall): { readonly role: Role } => {
  const role =
    rows.roles.get(params['organization_role_id']) ?? rows.roles.find('key', params['organization_role_id'] ?? '')
  if (role === undefined) throw notFound('Organization role not found')
  return { role }
}

/**
 * Adds the permission that the path names by id or key.
 *
 * @throws 404 for an unknown one.
 */
export const loadPermission = ({ rows, params }: AuthCall): { readonly permission: Permission } => {
  const id = params['permission_id'] ?? ''
  const permission = rows.permissions.get(id) ?? rows.permissions.find('key', id)
  if (permission === undefined) throw notFound('Organization permission not found')
  return { permission }
}

/** @throws 403 for a permission that the vendor defines. */
export function requireOwnPermission({ permission }: { readonly permission: Permission }): void {
  if (permission.type === 'user') return
  const sentence = 'System permissions cannot be modified.'
  throw clerkFailure(403, 'organization_system_permission_not_modifiable', 'not modifiable', sentence)
}

/**
 * Adds the role set that the path names by id or key.
 *
 * @throws 404 for an unknown one.
 */
export const loadRoleSet = ({ rows, params }: AuthCall): { readonly roleSet: RoleSet } => {
  const id = params['role_set_id'] ?? ''
  const roleSet = rows.roleSets.get(id) ?? rows.roleSets.find('key', id)
  if (roleSet === undefined) throw notFound('Role set not found')
  return { roleSet }
}
