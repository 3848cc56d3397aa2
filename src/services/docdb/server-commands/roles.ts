import { CommandError } from '#docdb/errors/command-error.ts'
import { isBuiltInRole } from '#docdb/rules/privileges.ts'
import { DATABASE_ROLES, findServerRole, isKnownRole, privilegesOf, withInherited } from '#docdb/rules/server-roles.ts'
import type { Privilege, RoleName, ServerRole } from '#docdb/schema/data.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { arrayIn, type Command, type CommandContext } from './context.ts'

function shownName({ role, db }: RoleName): string {
  return `${role}@${db}`
}

/**
 * Reads roles: names, which are those of the database of the command, or documents.
 *
 * @throws CommandError 31 for a role that does not exist.
 */
export function rolesIn({ command, name, database, data }: CommandContext, member = 'roles'): RoleName[] {
  return arrayIn(command, member, name).map((each) => {
    const role = typeof each === 'string' ? { role: each, db: database } : each
    if (!isDocument(role) || typeof role['role'] !== 'string' || typeof role['db'] !== 'string')
      throw new CommandError('BadValue', 'Role names must be either strings or objects')
    const found = { role: role['role'], db: role['db'] }
    if (!isKnownRole(data, found)) throw new CommandError('RoleNotFound', `Could not find role: ${shownName(found)}`)
    return found
  })
}

/** Returns whether roles have one of them. */
export function hasRole(roles: readonly RoleName[], { role, db }: RoleName): boolean {
  return roles.some((each) => each.role === role && each.db === db)
}

function roleNameIn({ command, name, database }: CommandContext): RoleName {
  const role = command[name]
  if (typeof role !== 'string')
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${name}.${name}' is the wrong type '${typeOf(role)}', expected type 'string'`,
    )
  if (role === '') throw new CommandError('BadValue', 'Role name must be non-empty')
  return { role, db: database }
}

function findRole(context: CommandContext): ServerRole {
  const name = roleNameIn(context)
  const found = findServerRole(context.data, name)
  if (found !== undefined) return found
  if (isBuiltInRole(name.role))
    throw new CommandError('InvalidRoleModification', `${shownName(name)} is a built-in role and cannot be modified`)
  throw new CommandError('RoleNotFound', `Could not find role: ${shownName(name)}`)
}

function privilegesIn({ command, name, database }: CommandContext): Privilege[] {
  return arrayIn(command, 'privileges', name).map((each) => {
    const { resource, actions } = isDocument(each) ? each : {}
    if (!Array.isArray(actions) || actions.length === 0 || !actions.every((action) => typeof action === 'string'))
      throw new CommandError('BadValue', 'Privileges must have a non-empty list of actions')
    const place = resourceIn(resource)
    if (database !== 'admin' && !('db' in place && place.db === database))
      throw new CommandError(
        'InvalidRoleModification',
        `Roles on the '${database}' database cannot be granted privileges that target other databases or the cluster`,
      )
    return { resource: place, actions: [...new Set(actions)] }
  })
}

function resourceIn(resource: Value | undefined): Privilege['resource'] {
  const { db, collection, cluster, anyResource } = isDocument(resource) ? resource : {}
  if (cluster === true) return { cluster }
  if (anyResource === true) return { anyResource }
  if (typeof db === 'string' && typeof collection === 'string') return { db, collection }
  throw new CommandError('BadValue', 'Privilege resource must be a cluster, or a database and a collection')
}

/** Returns the roles that a role is given, which are not to lead back to it. */
function inheritedIn(context: CommandContext): RoleName[] {
  const { data, database } = context
  const name = roleNameIn(context)
  const roles = rolesIn(context)
  if (database !== 'admin' && roles.some(({ db }) => db !== database))
    throw new CommandError(
      'InvalidRoleModification',
      `Roles on the '${database}' database cannot be granted roles from other databases`,
    )
  const circular = roles.find((each) => hasRole(withInherited(data, [each]), name))
  if (circular !== undefined)
    throw new CommandError(
      'InvalidRoleModification',
      `Granting ${shownName(circular)} to ${shownName(name)} would introduce a cycle in the role graph`,
    )
  return roles
}

/** https://www.mongodb.com/docs/manual/reference/command/createRole/ */
const createRole: Command = (context) => {
  const { data, database } = context
  const name = roleNameIn(context)
  if (database === '$external') throw new CommandError('BadValue', 'Cannot create roles in the $external database')
  if (isBuiltInRole(name.role))
    throw new CommandError('BadValue', 'Cannot create roles with the same name as a built-in role')
  const [privileges, roles] = [privilegesIn(context), inheritedIn(context)]
  if (findServerRole(data, name) !== undefined)
    throw new CommandError(51_002, `Role "${shownName(name)}" already exists`)
  data.rows.serverRoles.insert({ database, name: name.role, privileges, roles })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/updateRole/ */
const updateRole: Command = (context) => {
  const { command, data } = context
  const role = findRole(context)
  const { privileges, roles } = command
  if (privileges === undefined && roles === undefined && command['authenticationRestrictions'] === undefined)
    throw new CommandError(
      'BadValue',
      'Must specify at least one of: "privileges", "roles", "authenticationRestrictions"',
    )
  data.rows.serverRoles.update(role.id, {
    ...(privileges === undefined ? {} : { privileges: privilegesIn(context) }),
    ...(roles === undefined ? {} : { roles: inheritedIn(context) }),
  })
  return {}
}

/** Removes a role, which users and roles with it lose. */
function removeRole({ data }: CommandContext, { id, name, database }: ServerRole): void {
  const { serverRoles, serverUsers } = data.rows
  const remaining = (roles: readonly RoleName[]): RoleName[] =>
    roles.filter(({ role, db }) => role !== name || db !== database)
  serverRoles.delete(id)
  for (const each of serverRoles.all()) serverRoles.update(each.id, { roles: remaining(each.roles) })
  for (const each of serverUsers.all()) serverUsers.update(each.id, { roles: remaining(each.roles) })
}

/** https://www.mongodb.com/docs/manual/reference/command/dropRole/ */
const dropRole: Command = (context) => {
  removeRole(context, findRole(context))
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/dropAllRolesFromDatabase/ */
const dropAllRolesFromDatabase: Command = (context) => {
  const roles = context.data.rows.serverRoles.list('database', context.database)
  for (const each of roles) removeRole(context, each)
  return { n: roles.length }
}

/** https://www.mongodb.com/docs/manual/reference/command/grantPrivilegesToRole/ */
const grantPrivilegesToRole: Command = (context) => {
  const { id, privileges } = findRole(context)
  const granted = [...privileges]
  for (const { resource, actions } of privilegesIn(context)) {
    const at = granted.findIndex((each) => areEqual({ ...each.resource }, { ...resource }))
    const before = granted[at]?.actions ?? []
    const merged = { resource, actions: [...new Set([...before, ...actions])] }
    if (at < 0) granted.push(merged)
    else granted[at] = merged
  }
  context.data.rows.serverRoles.update(id, { privileges: granted })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/revokePrivilegesFromRole/ */
const revokePrivilegesFromRole: Command = (context) => {
  const { id, privileges } = findRole(context)
  const revoked = privilegesIn(context)
  const left = privileges.map(({ resource, actions }) => {
    const own = revoked.find((each) => areEqual({ ...each.resource }, { ...resource }))
    return { resource, actions: actions.filter((action) => own?.actions.includes(action) !== true) }
  })
  context.data.rows.serverRoles.update(id, { privileges: left.filter(({ actions }) => actions.length > 0) })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/grantRolesToRole/ */
const grantRolesToRole: Command = (context) => {
  const { id, roles } = findRole(context)
  const granted = inheritedIn(context).filter((each) => !hasRole(roles, each))
  context.data.rows.serverRoles.update(id, { roles: [...roles, ...granted] })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/revokeRolesFromRole/ */
const revokeRolesFromRole: Command = (context) => {
  const { id, roles } = findRole(context)
  const revoked = rolesIn(context)
  context.data.rows.serverRoles.update(id, { roles: roles.filter((each) => !hasRole(revoked, each)) })
  return {}
}

/** Returns privileges as the server shows them. */
export function shownPrivileges(privileges: readonly Privilege[]): Document[] {
  return privileges.map(({ resource, actions }) => ({ resource: { ...resource }, actions: [...actions] }))
}

/** Returns the names of roles as the server shows them. */
export function shownRoles(roles: readonly RoleName[]): Document[] {
  return roles.map(({ role, db }) => ({ role, db }))
}

function shownRole({ data, command }: CommandContext, name: RoleName): Document {
  const own = findServerRole(data, name)
  const inherited = withInherited(data, own?.roles ?? [])
  const privileges = privilegesOf(data, name)
  const all = [...privileges, ...inherited.flatMap((each) => privilegesOf(data, each))]
  const hasPrivileges = command['showPrivileges'] === true
  return {
    _id: `${name.db}.${name.role}`,
    role: name.role,
    db: name.db,
    ...(hasPrivileges ? { privileges: shownPrivileges(privileges) } : {}),
    roles: shownRoles(own?.roles ?? []),
    inheritedRoles: shownRoles(inherited),
    ...(hasPrivileges ? { inheritedPrivileges: shownPrivileges(all) } : {}),
    isBuiltin: own === undefined,
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/rolesInfo/ */
const rolesInfo: Command = (context) => {
  const { command, data, database } = context
  const asked = command['rolesInfo'] ?? null
  const names = (Array.isArray(asked) ? asked : [asked]).flatMap((each): RoleName[] => {
    const one = typeof each === 'string' ? { role: each, db: database } : each
    if (!isDocument(one)) return namesIn(context)
    const { role, db } = one
    if (typeof role !== 'string' || typeof db !== 'string')
      throw new CommandError('BadValue', 'Role names must be either strings or objects')
    const isThere = findServerRole(data, { role, db }) !== undefined || isBuiltInRole(role)
    return isThere ? [{ role, db }] : []
  })
  return { roles: names.map((each) => shownRole(context, each)) }
}

function namesIn({ command, data, database }: CommandContext): RoleName[] {
  const own = data.rows.serverRoles.list('database', database).map(({ name }) => name)
  const all = command['showBuiltinRoles'] === true ? [...own, ...DATABASE_ROLES] : own
  return all.map((role) => ({ role, db: database }))
}

/** Commands about roles, which are apart from those of the administration API. */
export const roleCommands: Readonly<Record<string, Command>> = {
  createRole,
  updateRole,
  dropRole,
  dropAllRolesFromDatabase,
  grantPrivilegesToRole,
  revokePrivilegesFromRole,
  grantRolesToRole,
  revokeRolesFromRole,
  rolesInfo,
}
