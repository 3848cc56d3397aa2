import { SeedProblem } from '#core/service.ts'
import type { OidcContext, Rows } from '#oidc-c/call.ts'
import { nextPosition } from '#oidc-c/rules/groups/groups.ts'
import { addToGroup, type Relation } from '#oidc-c/rules/groups/memberships.ts'
import type { DirectoryObject } from '#oidc-c/rules/objects.ts'
import { DEFAULT_TENANT, guidOf, tenantIdOf } from '#oidc-c/schema/identifiers.ts'
import type { Group, User } from '#oidc-c/schema.ts'
import type { Section } from '#oidc-c/seed.ts'

type SeedUser = Section['users'][number]
type SeedGroup = Section['groups'][number]
type Context = Pick<OidcContext, 'rows' | 'clock'>

/**
 * Sets the managers of the seeded users.
 *
 * @throws {@link SeedProblem} for a manager who is no user.
 */
export function seedManagers(rows: Rows, users: readonly SeedUser[]): void {
  for (const [index, { email, manager }] of users.entries()) {
    if (manager === undefined) continue
    const found = rows.users.find('mail', manager.toLowerCase())
    if (found === undefined) throw new SeedProblem(['users', index, 'manager'], `${manager} is no user of the seed`)
    rows.users.update(userNamed(rows, email).id, { managerId: found.id })
  }
}

/**
 * Creates the groups that the seed lists, and those that only users name, with their members and owners.
 *
 * @throws {@link SeedProblem} for a group that is there twice, and for a member or owner that does not exist.
 */
export function seedGroups(context: Context, section: Section, users: readonly SeedUser[]): void {
  const { rows } = context
  const tenantId = tenantIdOf(section.tenant ?? DEFAULT_TENANT)
  for (const [index, group] of section.groups.entries()) seedGroup(context, tenantId, group, index)
  for (const { email, groups } of users) {
    const user = userNamed(rows, email)
    for (const name of new Set(groups)) {
      const group = groupNamed(rows, name) ?? insertGroup(context, user.tenantId, { name, id: name })
      addOnce(rows, group, { kind: 'user', row: user }, 'members')
    }
  }
  for (const [index, { name, members, owners }] of section.groups.entries()) {
    const group = groupNamed(rows, name)
    if (group === undefined) continue
    for (const each of members) addOnce(rows, group, objectNamed(rows, each, [index, 'members']), 'members')
    for (const each of owners) addOnce(rows, group, objectNamed(rows, each, [index, 'owners']), 'owners')
  }
}

function seedGroup(context: Context, tenantId: string, group: SeedGroup, index: number): void {
  const { name, id = guidOf(`group ${name.toLowerCase()}`) } = group
  if (groupNamed(context.rows, name) !== undefined) {
    throw new SeedProblem(['groups', index, 'name'], `${name} is there twice`)
  }
  if (context.rows.groups.get(id) !== undefined) throw new SeedProblem(['groups', index, 'id'], `${id} is there twice`)
  insertGroup(context, tenantId, { ...group, id })
}

function insertGroup(
  { rows, clock }: Context,
  tenantId: string,
  group: Pick<SeedGroup, 'name' | 'description' | 'mail_nickname'> & { id: string; unified?: boolean },
): Group {
  const { id, name, description = null, unified = false } = group
  const mailNickname = group.mail_nickname ?? (name.replaceAll(/[^A-Za-z0-9]/g, '') || 'group')
  const domain = rows.tenants.require(tenantId).domains[0] ?? 'example.com'
  return rows.groups.insert({
    id,
    tenantId,
    displayName: name,
    description,
    mail: unified ? `${mailNickname}@${domain}` : null,
    mailEnabled: unified,
    mailNickname,
    securityEnabled: !unified,
    groupTypes: unified ? ['Unified'] : [],
    visibility: unified ? 'Public' : null,
    createdAt: clock.now(),
    position: nextPosition(rows),
  })
}

function groupNamed({ groups }: Rows, name: string): Group | undefined {
  return groups.get(name) ?? groups.list('byPosition').find(({ displayName }) => displayName === name)
}

function objectNamed(rows: Rows, name: string, [index, member]: readonly [number, string]): DirectoryObject {
  const user = rows.users.find('mail', name.toLowerCase())
  if (user !== undefined) return { kind: 'user', row: user }
  const group = groupNamed(rows, name)
  if (group !== undefined && member === 'members') return { kind: 'group', row: group }
  throw new SeedProblem(
    ['groups', index, member],
    `${name} is no user${member === 'owners' ? '' : ' or group'} of the seed`,
  )
}

function addOnce(rows: Rows, group: Group, object: DirectoryObject, relation: Relation): void {
  if (rows.memberships.find('pair', relation, group.id, object.row.id) === undefined) {
    addToGroup(rows, group, object, relation)
  }
}

function userNamed({ users }: Rows, email: string): User {
  const user = users.find('mail', email.toLowerCase())
  if (user === undefined) throw new Error(`${email} was not seeded`)
  return user
}
