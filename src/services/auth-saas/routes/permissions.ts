import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { permissionJson } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { addPermission } from '#auth-saas/rules/organizations/roles.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { keySchema, namedOrders, searched, alreadyTaken } from './named-records.ts'
import { loadPermission, requireOwnPermission } from '#auth-saas/steps/roles.ts'

const permissionKeyText = keySchema(
  /^org:[a-z0-9_]{1,60}:[a-z0-9_]{1,60}$/,
  'key must have the form org:<feature>:<permission>, of lowercase letters, digits and underscores.',
)

const PermissionInput = v.strictObject({ name: text, key: permissionKeyText, description: maybeText })

const PermissionChanges = v.strictObject({ name: maybeText, key: maybe(permissionKeyText), description: maybeText })

/** The operations about the permissions of organizations. */
export const permissionsRoutes: readonly Route[] = [
  get('ListOrganizationPermissions', '/v1/organization_permissions', (call) =>
    answerPage(
      call,
      rowsOf(call, call.rows.permissions, { orders: namedOrders, matches: searched(call) }),
      permissionJson,
    ),
  ),

  post('CreateOrganizationPermission', '/v1/organization_permissions', body(PermissionInput), (call) => {
    const { name, key, description } = call.body
    const permission = addPermission(call, { name, key: key, description: description ?? '', type: 'user' })
    call.emit({ event: 'permission.created', permission })
    return json(permissionJson(permission))
  }),

  get('GetOrganizationPermission', '/v1/organization_permissions/:permission_id', loadPermission, (call) =>
    json(permissionJson(call.permission)),
  ),

  patch(
    'UpdateOrganizationPermission',
    '/v1/organization_permissions/:permission_id',
    loadPermission,
    requireOwnPermission,
    body(PermissionChanges),
    (call) => {
      const { permission, rows, body: input } = call
      const key = input.key ?? permission.key
      if (key !== permission.key && rows.permissions.find('key', key) !== undefined) throw alreadyTaken('key')
      const changed = rows.permissions.update(permission.id, {
        name: input.name ?? permission.name,
        key: key,
        description: input.description ?? permission.description,
        ...updatedNow(call),
      })
      for (const role of rows.roles.all()) {
        if (!role.permissions.includes(permission.key)) continue
        const permissions = role.permissions.map((each) => (each === permission.key ? key : each))
        rows.roles.update(role.id, { permissions })
      }
      call.emit({ event: 'permission.updated', permission: changed })
      return json(permissionJson(changed))
    },
  ),

  del(
    'DeleteOrganizationPermission',
    '/v1/organization_permissions/:permission_id',
    loadPermission,
    requireOwnPermission,
    (call) => {
      const { permission, rows } = call
      for (const role of rows.roles.all()) {
        rows.roles.update(role.id, { permissions: role.permissions.filter((each) => each !== permission.key) })
      }
      rows.permissions.delete(permission.id)
      call.emit({ event: 'permission.deleted', permission })
      return deleted('permission', permission.id)
    },
  ),
]
