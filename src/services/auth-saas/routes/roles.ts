import * as v from 'valibot'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeFlag, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { type AuthCall, del, get, patch, post } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { roleJson } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { addRole, permissionKey, requireRoomForRole, requireUnusedRole } from '#auth-saas/rules/organizations/roles.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { keySchema, namedOrders, searched, alreadyTaken } from './named-records.ts'
import { loadPermission, loadRole } from '#auth-saas/steps/roles.ts'

const roleKey = keySchema(
  /^org:[a-z0-9_]{1,100}$/,
  'key must begin with org: and have lowercase letters, digits and underscores.',
)

const RoleInput = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.maxLength(256)),
  key: roleKey,
  description: maybeText,
  permissions: maybe(v.array(text)),
  include_in_initial_role_set: maybeFlag,
})

const RoleChanges = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  key: maybe(roleKey),
  description: maybeText,
  permissions: maybe(v.array(text)),
})

/** The operations about the roles of organizations. */
export const rolesRoutes: readonly Route[] = [
  get('ListOrganizationRoles', '/v1/organization_roles', (call) =>
    answerPage(call, rowsOf(call, call.rows.roles, { orders: namedOrders, matches: searched(call) }), (row) =>
      roleJson(call, row),
    ),
  ),

  post('CreateOrganizationRole', '/v1/organization_roles', body(RoleInput), (call) => {
    const { body: input } = call
    requireRoomForRole(call)
    const role = addRole(call, {
      name: input.name,
      key: input.key,
      description: input.description ?? null,
      permissions: (input.permissions ?? []).map((each) => permissionKey(call, each)),
    })
    if (input.include_in_initial_role_set === true) addToInitialSet(call, role.key)
    call.emit({ event: 'role.created', role })
    return json(roleJson(call, role))
  }),

  get('GetOrganizationRole', '/v1/organization_roles/:organization_role_id', loadRole, (call) =>
    json(roleJson(call, call.role)),
  ),

  patch(
    'UpdateOrganizationRole',
    '/v1/organization_roles/:organization_role_id',
    loadRole,
    body(RoleChanges),
    (call) => {
      const { role, rows, body: input } = call
      const key = input.key ?? role.key
      if (key !== role.key && rows.roles.find('key', key) !== undefined) throw alreadyTaken('key')
      const changed = rows.roles.update(role.id, {
        ...defined({
          name: input.name ?? undefined,
          description: input.description,
          permissions: input.permissions?.map((each) => permissionKey(call, each)),
        }),
        key: key,
        ...updatedNow(call),
      })
      for (const row of rows.memberships.all())
        if (row.role === role.key) rows.memberships.update(row.id, { role: key })
      call.emit({ event: 'role.updated', role: changed })
      return json(roleJson(call, changed))
    },
  ),

  del('DeleteOrganizationRole', '/v1/organization_roles/:organization_role_id', loadRole, (call) => {
    const { role, rows } = call
    requireUnusedRole(call, role)
    rows.roles.delete(role.id)
    call.emit({ event: 'role.deleted', role })
    return deleted('role', role.id)
  }),

  post(
    'AssignPermissionToOrganizationRole',
    '/v1/organization_roles/:organization_role_id/permissions/:permission_id',
    loadRole,
    loadPermission,
    (call) => {
      const { role, permission, rows } = call
      if (role.permissions.includes(permission.key)) {
        const sentence = 'The permission is already assigned to the role.'
        throw clerkFailure(409, 'organization_role_permission_association_exists', 'already exists', sentence)
      }
      const permissions = [...role.permissions, permission.key]
      return json(roleJson(call, rows.roles.update(role.id, { permissions, ...updatedNow(call) })))
    },
  ),

  del(
    'RemovePermissionFromOrganizationRole',
    '/v1/organization_roles/:organization_role_id/permissions/:permission_id',
    loadRole,
    loadPermission,
    (call) => {
      const { role, permission, rows } = call
      if (!role.permissions.includes(permission.key)) {
        const sentence = 'The permission is not assigned to the role.'
        throw clerkFailure(404, 'organization_role_permission_association_not_found', 'not found', sentence)
      }
      const permissions = role.permissions.filter((each) => each !== permission.key)
      return json(roleJson(call, rows.roles.update(role.id, { permissions, ...updatedNow(call) })))
    },
  ),
]

function addToInitialSet({ rows }: AuthCall, role: string): void {
  const initial = rows.roleSets.all().find(({ type }) => type === 'initial')
  if (initial !== undefined) rows.roleSets.update(initial.id, { roles: [...initial.roles, role] })
}
