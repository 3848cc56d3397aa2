import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { type AuthCall, get, patch, post } from '#auth-saas/call.ts'
import { notFound } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { roleSetJson } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { namedOrders, searched, alreadyTaken } from './named-records.ts'
import { loadRoleSet } from '#auth-saas/steps/roles.ts'

const RoleSetInput = v.strictObject({
  name: text,
  key: maybeText,
  description: maybeText,
  default_role_key: text,
  creator_role_key: text,
  type: v.optional(v.picklist(['initial', 'custom']), 'custom'),
  roles: v.array(text),
})

const RoleSetChanges = v.strictObject({
  name: maybeText,
  key: maybeText,
  description: maybeText,
  type: maybe(v.picklist(['initial'])),
  default_role_key: maybeText,
  creator_role_key: maybeText,
})

/** The operations about role sets. */
export const roleSetsRoutes: readonly Route[] = [
  get('ListRoleSets', '/v1/role_sets', (call) =>
    answerPage(call, rowsOf(call, call.rows.roleSets, { orders: namedOrders, matches: searched(call) }), (row) =>
      roleSetJson(call, row),
    ),
  ),

  post('CreateRoleSet', '/v1/role_sets', body(RoleSetInput), (call) => {
    const { rows, body: input } = call
    const key =
      input.key ??
      `role_set:${input.name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '_')
        .slice(0, 100)}`
    if (rows.roleSets.find('key', key) !== undefined) throw alreadyTaken('key')
    const roles = [...new Set([...input.roles, input.default_role_key, input.creator_role_key])]
    for (const each of roles) requireRole(call, each)
    const roleSet = rows.roleSets.insert({
      name: input.name,
      key: key,
      description: input.description ?? null,
      type: input.type,
      roles,
      defaultRole: input.default_role_key,
      creatorRole: input.creator_role_key,
      ...commonFields(call, 'role_set'),
    })
    return json(roleSetJson(call, roleSet))
  }),

  get('GetRoleSet', '/v1/role_sets/:role_set_id', loadRoleSet, (call) => json(roleSetJson(call, call.roleSet))),

  patch('UpdateRoleSet', '/v1/role_sets/:role_set_id', loadRoleSet, body(RoleSetChanges), (call) => {
    const { rows, roleSet, body: input } = call
    for (const each of [input.default_role_key, input.creator_role_key]) if (each) requireRole(call, each)
    const changed = rows.roleSets.update(roleSet.id, {
      name: input.name ?? roleSet.name,
      key: input.key ?? roleSet.key,
      description: input.description ?? roleSet.description,
      type: input.type ?? roleSet.type,
      defaultRole: input.default_role_key ?? roleSet.defaultRole,
      creatorRole: input.creator_role_key ?? roleSet.creatorRole,
      ...updatedNow(call),
    })
    return json(roleSetJson(call, changed))
  }),

  post(
    'AddRolesToRoleSet',
    '/v1/role_sets/:role_set_id/roles',
    loadRoleSet,
    body(v.strictObject({ role_keys: v.array(text), default_role_key: maybeText, creator_role_key: maybeText })),
    (call) => {
      const { rows, roleSet, body: input } = call
      for (const each of input.role_keys) requireRole(call, each)
      const changed = rows.roleSets.update(roleSet.id, {
        roles: [...new Set([...roleSet.roles, ...input.role_keys])],
        defaultRole: input.default_role_key ?? roleSet.defaultRole,
        creatorRole: input.creator_role_key ?? roleSet.creatorRole,
        ...updatedNow(call),
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
      const { rows, roleSet, body: input } = call
      requireRole(call, input.to_role_key)
      const swap = (each: string | null): string | null => (each === input.role_key ? input.to_role_key : each)
      const changed = rows.roleSets.update(roleSet.id, {
        roles: [...new Set(roleSet.roles.map((each) => swap(each) ?? each))],
        defaultRole: swap(roleSet.defaultRole),
        creatorRole: swap(roleSet.creatorRole),
        ...updatedNow(call),
      })
      for (const organization of rows.organizations.all()) {
        if (organization.roleSetKey !== roleSet.key) continue
        for (const row of rows.memberships.list('ofOrganization', organization.id)) {
          if (row.role === input.role_key)
            rows.memberships.update(row.id, { role: input.to_role_key, ...updatedNow(call) })
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
      const { rows, roleSet, body: input } = call
      const destination = rows.roleSets.find('key', input.dest_role_set_key)
      if (destination === undefined || destination.id === roleSet.id) throw notFound('Role set not found')
      for (const organization of rows.organizations.all()) {
        if (organization.roleSetKey !== roleSet.key) continue
        rows.organizations.update(organization.id, { roleSetKey: destination.key })
        for (const row of rows.memberships.list('ofOrganization', organization.id)) {
          const role = input.reassignment_mappings[row.role]
          if (role !== undefined) rows.memberships.update(row.id, { role, ...updatedNow(call) })
        }
      }
      rows.roleSets.delete(roleSet.id)
      return deleted('role_set', roleSet.id)
    },
  ),
]

function requireRole({ rows }: AuthCall, key: string): void {
  if (rows.roles.find('key', key) === undefined) throw notFound(`Organization role not found: ${key}`)
}
