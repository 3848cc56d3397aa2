import * as v from 'valibot'
import { body } from '../../../core/input.ts'
import type { Route } from '../../../core/routes.ts'
import { maybe, maybeText, text } from '../bodies.ts'
import { type AuthCall, get, patch, post } from '../call.ts'
import { notFound } from '../errors.ts'
import { deleted, json } from '../json/answer.ts'
import { roleSetJson } from '../json/organization.ts'
import { paginated, rowsOf } from '../pagination.ts'
import type { RoleSet } from '../schema/organizations.ts'
import { stamp, touched } from '../stamp.ts'
import { namedOrders, searched, alreadyTaken } from './named-records.ts'

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

const loadRoleSet = ({ rows, params }: AuthCall): { readonly roleSet: RoleSet } => {
  const id = params['role_set_id'] ?? ''
  const roleSet = rows.roleSets.get(id) ?? rows.roleSets.find('key', id)
  if (roleSet === undefined) throw notFound('Role set not found')
  return { roleSet }
}

/** The operations about role sets. */
export const roleSetsRoutes: readonly Route[] = [
  get('ListRoleSets', '/v1/role_sets', (call) =>
    paginated(call, rowsOf(call, call.rows.roleSets, { orders: namedOrders, matches: searched(call) }), (row) =>
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
    if (rows.roleSets.find('key', wanted) !== undefined) throw alreadyTaken('key')
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
