import * as v from 'valibot'
import { body } from '../../../core/input.ts'
import { defined } from '../../../core/objects.ts'
import type { Route } from '../../../core/routes.ts'
import { maybe, maybeFlag, maybeText, text } from '../bodies.ts'
import { del, get, patch, post, type AuthCall } from '../call.ts'
import { notFound, refusal } from '../errors.ts'
import { deleted, json } from '../json/answer.ts'
import { permissionJson, roleJson, roleSetJson } from '../json/organization.ts'
import { paginated, rowsOf } from '../pagination.ts'
import { addPermission, addRole, permissionKey, requireRoomForRole, requireUnusedRole } from '../rules/organizations/roles.ts'
import type { Permission, Role, RoleSet } from '../schema/organizations.ts'
import { stamp, touched } from '../stamp.ts'
import { emit } from '../webhooks.ts'

const key = (kind: RegExp, sentence: string) => v.pipe(text, v.maxLength(128), v.regex(kind, sentence))
const roleKey = key(
  /^org:[a-z0-9_]{1,100}$/,
  'key must begin with org: and have lowercase letters, digits and underscores.',
)
const permissionKeyText = key(
  /^org:[a-z0-9_]{1,60}:[a-z0-9_]{1,60}$/,
  'key must have the form org:<feature>:<permission>, of lowercase letters, digits and underscores.',
)

const CreateRole = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.maxLength(256)),
  key: roleKey,
  description: maybeText,
  permissions: maybe(v.array(text)),
  include_in_initial_role_set: maybeFlag,
})

const UpdateRole = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  key: maybe(roleKey),
  description: maybeText,
  permissions: maybe(v.array(text)),
})

const CreatePermission = v.strictObject({ name: text, key: permissionKeyText, description: maybeText })
const UpdatePermission = v.strictObject({ name: maybeText, key: maybe(permissionKeyText), description: maybeText })

const CreateRoleSet = v.strictObject({
  name: text,
  key: maybeText,
  description: maybeText,
  default_role_key: text,
  creator_role_key: text,
  type: v.optional(v.picklist(['initial', 'custom']), 'custom'),
  roles: v.array(text),
})

const UpdateRoleSet = v.strictObject({
  name: maybeText,
  key: maybeText,
  description: maybeText,
  type: maybe(v.picklist(['initial'])),
  default_role_key: maybeText,
  creator_role_key: maybeText,
})

const loadRole = ({ rows, params }: AuthCall): { readonly role: Role } => {
  const role =
    rows.roles.get(params['organization_role_id']) ?? rows.roles.find('key', params['organization_role_id'] ?? '')
  if (role === undefined) throw notFound('Organization role not found')
  return { role }
}

const loadPermission = ({ rows, params }: AuthCall): { readonly permission: Permission } => {
  const id = params['permission_id'] ?? ''
  const permission = rows.permissions.get(id) ?? rows.permissions.find('key', id)
  if (permission === undefined) throw notFound('Organization permission not found')
  return { permission }
}

const loadRoleSet = ({ rows, params }: AuthCall): { readonly roleSet: RoleSet } => {
  const id = params['role_set_id'] ?? ''
  const roleSet = rows.roleSets.get(id) ?? rows.roleSets.find('key', id)
  if (roleSet === undefined) throw notFound('Role set not found')
  return { roleSet }
}

/** Throws 403 for a permission that the vendor defines. */
function requireOwn({ permission }: { readonly permission: Permission }): void {
  if (permission.type === 'user') return
  const sentence = 'System permissions cannot be modified.'
  throw refusal(403, 'organization_system_permission_not_modifiable', 'not modifiable', sentence)
}

function searched<R extends Role | Permission | RoleSet>({ query }: AuthCall): ((row: R) => boolean) | undefined {
  const search = query.get('query')?.toLowerCase() ?? ''
  if (search === '') return undefined
  return (row) => [row.id, row.name.toLowerCase(), row.key].some((value) => value.includes(search))
}

const orders = { name: (row: { readonly name: string }) => row.name, key: (row: { readonly key: string }) => row.key }

export const rolesRoutes: readonly Route[] = [
  get('ListOrganizationRoles', '/v1/organization_roles', (call) =>
    paginated(call, rowsOf(call, call.rows.roles, { orders, matches: searched(call) }), (row) => roleJson(call, row)),
  ),

  post('CreateOrganizationRole', '/v1/organization_roles', body(CreateRole), (call) => {
    const { body: given } = call
    requireRoomForRole(call)
    const role = addRole(call, {
      name: given.name,
      key: given.key,
      description: given.description ?? null,
      permissions: (given.permissions ?? []).map((each) => permissionKey(call, each)),
    })
    if (given.include_in_initial_role_set === true) addToInitialSet(call, role.key)
    emit(call, 'role.created', () => roleJson(call, role))
    return json(roleJson(call, role))
  }),

  get('GetOrganizationRole', '/v1/organization_roles/:organization_role_id', loadRole, (call) =>
    json(roleJson(call, call.role)),
  ),

  patch(
    'UpdateOrganizationRole',
    '/v1/organization_roles/:organization_role_id',
    loadRole,
    body(UpdateRole),
    (call) => {
      const { role, rows, body: given } = call
      const wanted = given.key ?? role.key
      if (wanted !== role.key && rows.roles.find('key', wanted) !== undefined) throw taken('key')
      const changed = rows.roles.update(role.id, {
        ...defined({
          name: given.name ?? undefined,
          description: given.description,
          permissions: given.permissions?.map((each) => permissionKey(call, each)),
        }),
        key: wanted,
        ...touched(call),
      })
      for (const row of rows.memberships.all())
        if (row.role === role.key) rows.memberships.update(row.id, { role: wanted })
      emit(call, 'role.updated', () => roleJson(call, changed))
      return json(roleJson(call, changed))
    },
  ),

  del('DeleteOrganizationRole', '/v1/organization_roles/:organization_role_id', loadRole, (call) => {
    const { role, rows } = call
    requireUnusedRole(call, role)
    rows.roles.delete(role.id)
    emit(call, 'role.deleted', () => ({ id: role.id, object: 'role', deleted: true }))
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
        throw refusal(409, 'organization_role_permission_association_exists', 'already exists', sentence)
      }
      const permissions = [...role.permissions, permission.key]
      return json(roleJson(call, rows.roles.update(role.id, { permissions, ...touched(call) })))
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
        throw refusal(404, 'organization_role_permission_association_not_found', 'not found', sentence)
      }
      const permissions = role.permissions.filter((each) => each !== permission.key)
      return json(roleJson(call, rows.roles.update(role.id, { permissions, ...touched(call) })))
    },
  ),

  get('ListOrganizationPermissions', '/v1/organization_permissions', (call) =>
    paginated(call, rowsOf(call, call.rows.permissions, { orders, matches: searched(call) }), permissionJson),
  ),

  post('CreateOrganizationPermission', '/v1/organization_permissions', body(CreatePermission), (call) => {
    const { name, key: wanted, description } = call.body
    const permission = addPermission(call, { name, key: wanted, description: description ?? '', type: 'user' })
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
      const { permission, rows, body: given } = call
      const wanted = given.key ?? permission.key
      if (wanted !== permission.key && rows.permissions.find('key', wanted) !== undefined) throw taken('key')
      const changed = rows.permissions.update(permission.id, {
        name: given.name ?? permission.name,
        key: wanted,
        description: given.description ?? permission.description,
        ...touched(call),
      })
      for (const role of rows.roles.all()) {
        if (!role.permissions.includes(permission.key)) continue
        const permissions = role.permissions.map((each) => (each === permission.key ? wanted : each))
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

  get('ListRoleSets', '/v1/role_sets', (call) =>
    paginated(call, rowsOf(call, call.rows.roleSets, { orders, matches: searched(call) }), (row) =>
      roleSetJson(call, row),
    ),
  ),

  post('CreateRoleSet', '/v1/role_sets', body(CreateRoleSet), (call) => {
    const { rows, body: given } = call
    const wanted =
      given.key ??
      `role_set:${given.name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '_')
        .slice(0, 100)}`
    if (rows.roleSets.find('key', wanted) !== undefined) throw taken('key')
    const roles = [...new Set([...given.roles, given.default_role_key, given.creator_role_key])]
    for (const each of roles) requireRole(call, each)
    const roleSet = rows.roleSets.insert({
      ...stamp(call, 'role_set'),
      name: given.name,
      key: wanted,
      description: given.description ?? null,
      type: given.type,
      roles,
      defaultRole: given.default_role_key,
      creatorRole: given.creator_role_key,
    })
    return json(roleSetJson(call, roleSet))
  }),

  get('GetRoleSet', '/v1/role_sets/:role_set_id', loadRoleSet, (call) => json(roleSetJson(call, call.roleSet))),

  patch('UpdateRoleSet', '/v1/role_sets/:role_set_id', loadRoleSet, body(UpdateRoleSet), (call) => {
    const { rows, roleSet, body: given } = call
    for (const each of [given.default_role_key, given.creator_role_key]) if (each) requireRole(call, each)
    const changed = rows.roleSets.update(roleSet.id, {
      name: given.name ?? roleSet.name,
      key: given.key ?? roleSet.key,
      description: given.description ?? roleSet.description,
      type: given.type ?? roleSet.type,
      defaultRole: given.default_role_key ?? roleSet.defaultRole,
      creatorRole: given.creator_role_key ?? roleSet.creatorRole,
      ...touched(call),
    })
    return json(roleSetJson(call, changed))
  }),

  post(
    'AddRolesToRoleSet',
    '/v1/role_sets/:role_set_id/roles',
    loadRoleSet,
    body(v.strictObject({ role_keys: v.array(text), default_role_key: maybeText, creator_role_key: maybeText })),
    (call) => {
      const { rows, roleSet, body: given } = call
      for (const each of given.role_keys) requireRole(call, each)
      const changed = rows.roleSets.update(roleSet.id, {
        roles: [...new Set([...roleSet.roles, ...given.role_keys])],
        defaultRole: given.default_role_key ?? roleSet.defaultRole,
        creatorRole: given.creator_role_key ?? roleSet.creatorRole,
        ...touched(call),
      })
      return json(roleSetJson(call, changed))
    },
  ),

  post(
    'ReplaceRoleInRoleSet',
    '/v1/role_sets/:role_set_id/roles/replace',
    loadRoleSet,
    body(v.strictObject({ role_key: text, to_role_key: text })),
    (call) => {
      const { rows, roleSet, body: given } = call
      requireRole(call, given.to_role_key)
      const swap = (each: string | null): string | null => (each === given.role_key ? given.to_role_key : each)
      const changed = rows.roleSets.update(roleSet.id, {
        roles: [...new Set(roleSet.roles.map((each) => swap(each) ?? each))],
        defaultRole: swap(roleSet.defaultRole),
        creatorRole: swap(roleSet.creatorRole),
        ...touched(call),
      })
      for (const organization of rows.organizations.all()) {
        if (organization.roleSetKey !== roleSet.key) continue
        for (const row of rows.memberships.list('ofOrganization', organization.id)) {
          if (row.role === given.role_key)
            rows.memberships.update(row.id, { role: given.to_role_key, ...touched(call) })
        }
      }
      return json(roleSetJson(call, changed))
    },
  ),

  post(
    'ReplaceRoleSet',
    '/v1/role_sets/:role_set_id/replace',
    loadRoleSet,
    body(v.strictObject({ dest_role_set_key: text, reassignment_mappings: v.optional(v.record(text, text), {}) })),
    (call) => {
      const { rows, roleSet, body: given } = call
      const destination = rows.roleSets.find('key', given.dest_role_set_key)
      if (destination === undefined || destination.id === roleSet.id) throw notFound('Role set not found')
      for (const organization of rows.organizations.all()) {
        if (organization.roleSetKey !== roleSet.key) continue
        rows.organizations.update(organization.id, { roleSetKey: destination.key })
        for (const row of rows.memberships.list('ofOrganization', organization.id)) {
          const role = given.reassignment_mappings[row.role]
          if (role !== undefined) rows.memberships.update(row.id, { role, ...touched(call) })
        }
      }
      rows.roleSets.delete(roleSet.id)
      return deleted('role_set', roleSet.id)
    },
  ),
]

function requireRole({ rows }: AuthCall, wanted: string): void {
  if (rows.roles.find('key', wanted) === undefined) throw notFound(`Organization role not found: ${wanted}`)
}

function addToInitialSet({ rows }: AuthCall, role: string): void {
  const initial = rows.roleSets.all().find(({ type }) => type === 'initial')
  if (initial !== undefined) rows.roleSets.update(initial.id, { roles: [...initial.roles, role] })
}

function taken(name: string): Error {
  const sentence = `The ${name} is already taken. Please choose another one.`
  return refusal(422, 'form_identifier_exists', 'is already taken', sentence, { param_name: name })
}
