import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { customRoleJson, permissionJson } from '#oidc-d/json/iam.ts'
import { createCustomRole, replaceCustomRole, setPermission } from '#oidc-d/rules/iam/roles.ts'
import { loadCustomRole, loadPermission } from '#oidc-d/steps/iam.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.roles.read')
const manage = requireScope('okta.roles.manage')

const ROLES = '/api/v1/iam/roles'
const ROLE = `${ROLES}/:roleIdOrLabel` as const
const PERMISSIONS = `${ROLE}/permissions` as const
const PERMISSION = `${PERMISSIONS}/:permissionType` as const

const names = {
  label: v.pipe(v.string(), v.minLength(1, 'Label must be specified')),
  description: v.nullish(v.string(), ''),
}
const RoleInput = v.object({ ...names, permissions: v.pipe(v.array(v.string()), v.minLength(1)) })
const RoleChanges = v.object(names)
const PermissionInput = v.object({ conditions: v.nullish(v.record(v.string(), v.unknown()), null) })

/**
 * Custom admin roles, and their permissions.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleECustom/
 */
export const customRolesRoutes = [
  get('listRoles', ROLES, read, (call) =>
    json({
      roles: call.rows.customRoles.list('all').map((each) => customRoleJson(call, each)),
      _links: { self: { href: `${call.origin}${ROLES}` } },
    }),
  ),
  post('createRole', ROLES, manage, body(RoleInput), (call) => {
    const { label, description, permissions } = call.body
    return json(customRoleJson(call, createCustomRole(call, { label, description: description ?? '', permissions })))
  }),
  get('getRole', ROLE, read, loadCustomRole, (call) => json(customRoleJson(call, call.customRole))),
  put('replaceRole', ROLE, manage, loadCustomRole, body(RoleChanges), (call) => {
    const { label, description } = call.body
    return json(
      customRoleJson(call, replaceCustomRole(call, call.customRole, { label, description: description ?? '' })),
    )
  }),
  del('deleteRole', ROLE, manage, loadCustomRole, (call) => {
    call.rows.customRoles.delete(call.customRole.id)
    return empty()
  }),
  get('listRolePermissions', PERMISSIONS, read, loadCustomRole, (call) =>
    json({
      permissions: call.rows.rolePermissions
        .list('byRole', call.customRole.id)
        .map((each) => permissionJson(call, each)),
    }),
  ),
  get('getRolePermission', PERMISSION, read, loadCustomRole, loadPermission, (call) =>
    json(permissionJson(call, call.permission)),
  ),
  post('createRolePermission', PERMISSION, manage, loadCustomRole, body(PermissionInput), (call) => {
    setPermission(call, call.customRole, call.params.permissionType, call.body.conditions ?? null)
    return empty()
  }),
  put('replaceRolePermission', PERMISSION, manage, loadCustomRole, loadPermission, body(PermissionInput), (call) => {
    const { customRole, params, body: input } = call
    return json(permissionJson(call, setPermission(call, customRole, params.permissionType, input.conditions ?? null)))
  }),
  del('deleteRolePermission', PERMISSION, manage, loadCustomRole, loadPermission, (call) => {
    call.rows.rolePermissions.delete(call.permission.id)
    return empty()
  }),
]
