import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeText, text } from './body-parts.ts'
import { type AuthCall, del, get, patch, post } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { permissionJson } from '#auth-saas/json/organization.ts'
import { paginated, rowsOf } from '#auth-saas/json/page.ts'
import { addPermission } from '#auth-saas/rules/organizations/roles.ts'
import type { Permission } from '#auth-saas/schema/organizations.ts'
import { touched } from '#auth-saas/rules/common-fields.ts'
import { emit } from '#auth-saas/webhooks.ts'
import { keySchema, namedOrders, searched, alreadyTaken } from './named-records.ts'

const permissionKeyText = keySchema(
  /^org:[a-z0-9_]{1,60}:[a-z0-9_]{1,60}$/,
  'key must have the form org:<feature>:<permission>, of lowercase letters, digits and underscores.',
)

const CreatePermission = v.strictObject({ name: text, key: permissionKeyText, description: maybeText })

const UpdatePermission = v.strictObject({ name: maybeText, key: maybe(permissionKeyText), description: maybeText })

export const loadPermission = ({ rows, params }: AuthCall): { readonly permission: Permission } => {
  const id = params['permission_id'] ?? ''
  const permission = rows.permissions.get(id) ?? rows.permissions.find('key', id)
  if (permission === undefined) throw notFound('Organization permission not found')
  return { permission }
}

/** @throws 403 for a permission that the vendor defines. */
function requireOwn({ permission }: { readonly permission: Permission }): void {
  if (permission.type === 'user') return
  const sentence = 'System permissions cannot be modified.'
  throw clerkFailure(403, 'organization_system_permission_not_modifiable', 'not modifiable', sentence)
}

/** The operations about the permissions of organizations. */
export const permissionsRoutes: readonly Route[] = [
  get('ListOrganizationPermissions', '/v1/organization_permissions', (call) =>
    paginated(
      call,
      rowsOf(call, call.rows.permissions, { orders: namedOrders, matches: searched(call) }),
      permissionJson,
    ),
  ),

  post('CreateOrganizationPermission', '/v1/organization_permissions', body(CreatePermission), (call) => {
    const { name, key, description } = call.body
    const permission = addPermission(call, { name, key: key, description: description ?? '', type: 'user' })
    emit(call, 'permission.created', () => permissionJson(permission))
    return json(permissionJson(permission))
  }),

  get('GetOrganizationPermission', '/v1/organization_permissions/:permission_id', loadPermission, (call) =>
    json(permissionJson(call.permission)),
  ),

  patch(
    'UpdateOrganizationPermission',
    '/v1/organization_permissions/:permission_id',
    loadPermission,
    requireOwn,
    body(UpdatePermission),
    (call) => {
      const { permission, rows, body: input } = call
      const key = input.key ?? permission.key
      if (key !== permission.key && rows.permissions.find('key', key) !== undefined) throw alreadyTaken('key')
      const changed = rows.permissions.update(permission.id, {
        name: input.name ?? permission.name,
        key: key,
        description: input.description ?? permission.description,
        ...touched(call),
      })
      for (const role of rows.roles.all()) {
        if (!role.permissions.includes(permission.key)) continue
        const permissions = role.permissions.map((each) => (each === permission.key ? key : each))
        rows.roles.update(role.id, { permissions })
      }
      emit(call, 'permission.updated', () => permissionJson(changed))
      return json(permissionJson(changed))
    },
  ),

  del(
    'DeleteOrganizationPermission',
    '/v1/organization_permissions/:permission_id',
    loadPermission,
    requireOwn,
    (call) => {
      const { permission, rows } = call
      for (const role of rows.roles.all()) {
        rows.roles.update(role.id, { permissions: role.permissions.filter((each) => each !== permission.key) })
      }
      rows.permissions.delete(permission.id)
      emit(call, 'permission.deleted', () => ({ id: permission.id, object: 'permission', deleted: true }))
      return deleted('permission', permission.id)
    },
  ),
]
