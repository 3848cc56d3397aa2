import type { DataContext } from '#docdb/call.ts'
import type { Privilege, RoleName, ServerRole } from '#docdb/schema/data.ts'
import { isDocument, type Document } from '#docdb/values/value.ts'
import { isBuiltInRole } from './privileges.ts'

const READ =
  'changeStream collStats dbHash dbStats find killCursors listCollections listIndexes listSearchIndexes planCacheRead'
const READ_WRITE = `${READ} convertToCapped createCollection createIndex createSearchIndexes dropCollection dropIndex dropSearchIndex insert remove renameCollectionSameDB update updateSearchIndex`
const DB_ADMIN =
  'bypassDocumentValidation collMod collStats compact convertToCapped createCollection createIndex createSearchIndexes dbStats dropCollection dropDatabase dropIndex dropSearchIndex enableProfiler listCollections listIndexes listSearchIndexes planCacheIndexFilter planCacheRead planCacheWrite reIndex renameCollectionSameDB storageDetails updateSearchIndex validate'
const USER_ADMIN =
  'changeCustomData changePassword createRole createUser dropRole dropUser grantRole revokeRole setAuthenticationRestriction viewRole viewUser'

/**
 * The actions of the built-in roles on databases.
 * https://www.mongodb.com/docs/manual/reference/built-in-roles/
 */
const ACTIONS: Readonly<Record<string, string>> = {
  read: READ,
  readWrite: READ_WRITE,
  dbAdmin: DB_ADMIN,
  userAdmin: USER_ADMIN,
  dbOwner: `${READ_WRITE} ${DB_ADMIN} ${USER_ADMIN}`,
}

/** The built-in roles of a database, by name. */
export const DATABASE_ROLES: readonly string[] = Object.keys(ACTIONS).toSorted()

/** Returns the role that a client has created with a name; undefined when there is none. */
export function findServerRole({ rows }: Pick<DataContext, 'rows'>, { role, db }: RoleName): ServerRole | undefined {
  return rows.serverRoles.find('name', db, role)
}

/** Returns the privileges of a role by itself: of one that a client has created, or of a built-in role of databases. */
export function privilegesOf(context: Pick<DataContext, 'rows'>, name: RoleName): readonly Privilege[] {
  const own = findServerRole(context, name)
  if (own !== undefined) return own.privileges
  const builtIn = name.role.replace(/AnyDatabase$/, '')
  const actions = Object.hasOwn(ACTIONS, builtIn) ? ACTIONS[builtIn] : undefined
  if (actions === undefined) return []
  const db = builtIn === name.role ? name.db : ''
  return [{ resource: { db, collection: '' }, actions: [...new Set(actions.split(' '))].toSorted() }]
}

/** Returns roles with all those that they inherit, each once, in the order in which they are met. */
export function withInherited(context: Pick<DataContext, 'rows'>, roles: readonly RoleName[]): RoleName[] {
  const found = new Map<string, RoleName>()
  const open = [...roles]
  for (const each of open) {
    const key = `${each.db}.${each.role}`
    if (found.has(key)) continue
    found.set(key, { role: each.role, db: each.db })
    for (const inherited of findServerRole(context, each)?.roles ?? []) open.push(inherited)
  }
  return [...found.values()]
}

/** The actions that commands need, beside those whose action has the name of the command. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  aggregate: ['find'],
  count: ['find'],
  create: ['createCollection'],
  createIndexes: ['createIndex'],
  delete: ['remove'],
  distinct: ['find'],
  drop: ['dropCollection'],
  dropIndexes: ['dropIndex'],
  findAndModify: ['find', 'update'],
  renameCollection: ['renameCollectionSameDB'],
  updateUser: ['changePassword'],
  usersInfo: ['viewUser'],
  rolesInfo: ['viewRole'],
  dropAllUsersFromDatabase: ['dropUser'],
  grantRolesToUser: ['grantRole'],
  revokeRolesFromUser: ['revokeRole'],
  updateRole: ['grantRole', 'revokeRole'],
  dropAllRolesFromDatabase: ['dropRole'],
  grantPrivilegesToRole: ['grantRole'],
  revokePrivilegesFromRole: ['revokeRole'],
  grantRolesToRole: ['grantRole'],
  revokeRolesFromRole: ['revokeRole'],
}

/** A command with the namespace that it is about. */
export interface NamespacedCommand {
  readonly name: string
  readonly command: Document
  readonly database: string
  readonly collection: string
}

/** Returns the actions that a command needs. */
function actionsNeeded({ name, command }: NamespacedCommand): readonly string[] {
  const known = Object.hasOwn(NEEDED, name) ? NEEDED[name] : undefined
  if (name === 'findAndModify' && command['remove'] === true) return ['find', 'remove']
  if (name === 'bulkWrite') {
    const operations = Array.isArray(command['ops']) ? command['ops'].filter(isDocument) : []
    const kinds = operations.map((each) => ('insert' in each ? 'insert' : 'delete' in each ? 'remove' : 'update'))
    return [...new Set(kinds)]
  }
  return known ?? [name]
}

/** Returns whether a role that a client has created allows a command. */
export function isCommandAllowed(context: Pick<DataContext, 'rows'>, role: RoleName, run: NamespacedCommand): boolean {
  const applies = ({ resource }: Privilege): boolean =>
    'anyResource' in resource ||
    ('db' in resource &&
      (resource.db === '' || resource.db === run.database) &&
      (resource.collection === '' || resource.collection === run.collection))
  const actions = withInherited(context, [role])
    .flatMap((each) => privilegesOf(context, each))
    .filter(applies)
    .flatMap((privilege) => privilege.actions)
  return actionsNeeded(run).every((action) => actions.includes(action) || actions.includes('anyAction'))
}

/** Returns whether there is a role with a name: built in, created by a client, or made by the administration API. */
export function isKnownRole(context: Pick<DataContext, 'rows'>, { role, db }: RoleName): boolean {
  if (isBuiltInRole(role) || findServerRole(context, { role, db }) !== undefined) return true
  return context.rows.customRoles.all().some((own) => own.roleName === role)
}
