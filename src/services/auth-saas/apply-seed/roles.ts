import { SeedProblem } from '#core/service.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { addRole } from '#auth-saas/rules/organizations/roles.ts'
import type { Section } from '#auth-saas/seed.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'

/** The permissions that the vendor defines, with their names. */
const SYSTEM_PERMISSIONS: Readonly<Record<string, string>> = {
  'org:sys_profile:manage': 'Manage organization',
  'org:sys_profile:delete': 'Delete organization',
  'org:sys_memberships:read': 'Read members',
  'org:sys_memberships:manage': 'Manage members',
  'org:sys_domains:read': 'Read domains',
  'org:sys_domains:manage': 'Manage domains',
  'org:sys_billing:read': 'Read billing',
  'org:sys_billing:manage': 'Manage billing',
  'org:sys_api_keys:read': 'Read API keys',
  'org:sys_api_keys:manage': 'Manage API keys',
  'org:sys_entconns:read': 'Read enterprise connections',
  'org:sys_entconns:manage': 'Manage enterprise connections',
}

const MEMBER_PERMISSIONS = ['org:sys_memberships:read', 'org:sys_billing:read', 'org:sys_api_keys:read']

/**
 * Creates the permissions, the roles and the role set of a seed, with those that the vendor defines.
 *
 * @throws {@link SeedProblem} for a key that comes twice, and for one that no record has.
 */
export function seedRoles(context: AuthContext, section: Section): void {
  const { rows } = context
  seedPermissions(context, section)
  seedDefaultRoles(context, section)
  for (const [index, role] of section.roles.entries()) seedRole(context, role, index)
  const { creator_role: creatorRole } = section.settings
  if (rows.roles.find('key', creatorRole) === undefined) {
    const known = rows.roles.all().map((each) => each.key)
    throw new SeedProblem(['settings', 'creator_role'], `no role has the key ${creatorRole}`, known)
  }
  rows.roleSets.insert({
    name: 'Default',
    key: 'role_set:default',
    description: null,
    type: 'initial',
    roles: rows.roles.all().map((each) => each.key),
    defaultRole: 'org:member',
    creatorRole,
    ...commonFields(context, 'role_set'),
  })
}

function seedPermissions(context: AuthContext, section: Section): void {
  const { rows } = context
  for (const [key, name] of Object.entries(SYSTEM_PERMISSIONS)) {
    rows.permissions.insert({ key, name, description: `${name}.`, type: 'system', ...commonFields(context, 'perm') })
  }
  for (const [index, { key, name, description }] of section.permissions.entries()) {
    if (rows.permissions.find('key', key) !== undefined) {
      throw new SeedProblem(['permissions', index, 'key'], `${key}: another permission has this key`)
    }
    rows.permissions.insert({ key, name: name ?? key, description, type: 'user', ...commonFields(context, 'perm') })
  }
}

/** Creates the roles that every instance has, unless the seed defines them itself. */
function seedDefaultRoles(context: AuthContext, { roles, permissions: seeded }: Section): void {
  const own = seeded.map(({ key }) => key)
  const defaults = [
    ['org:admin', 'Admin', 'Role with elevated permissions', [...Object.keys(SYSTEM_PERMISSIONS), ...own]],
    ['org:member', 'Member', 'Role with non-privileged permissions', MEMBER_PERMISSIONS],
  ] as const
  for (const [key, name, description, permissions] of defaults) {
    if (!roles.some((role) => role.key === key)) {
      addRole(context, { key, name, description, permissions: [...permissions] })
    }
  }
}

function seedRole(context: AuthContext, seeded: Section['roles'][number], index: number): void {
  const { rows } = context
  const { key, name, description, permissions } = seeded
  if (rows.roles.find('key', key) !== undefined) {
    throw new SeedProblem(['roles', index, 'key'], `${key}: another role has this key`)
  }
  const unknown = permissions.findIndex((each) => rows.permissions.find('key', each) === undefined)
  if (unknown >= 0) {
    const known = rows.permissions.all().map((each) => each.key)
    const message = `no permission has the key ${permissions[unknown]}`
    throw new SeedProblem(['roles', index, 'permissions', unknown], message, known)
  }
  addRole(context, { key, name: name ?? key, description: description ?? null, permissions })
}
