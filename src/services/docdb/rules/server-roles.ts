import { ownMember } from '#core/objects.ts'
import type { DataContext } from '#docdb/call.ts'
import type { Privilege, RoleName, ServerRole } from '#docdb/schema/data.ts'
import type { CustomRole, DatabaseUser } from '#docdb/schema/admin.ts'
import { neededActions, type NamespacedCommand, type NeededAction } from './needed-actions.ts'
import { isBuiltInRole } from './privileges.ts'

const READ =
  'changeStream collStats dbHash dbStats find killCursors listCollections listIndexes listSearchIndexes planCacheRead'
const READ_WRITE = `${READ} convertToCapped createCollection createIndex createSearchIndexes dropCollection dropIndex dropSearchIndex insert remove renameCollectionSameDB update updateSearchIndex`
const DB_ADMIN =
  'bypassDocumentValidation collMod collStats compact convertToCapped createCollection createIndex createSearchIndexes dbStats dropCollection dropDatabase dropIndex dropSearchIndex enableProfiler indexStats listCollections listIndexes listSearchIndexes planCacheIndexFilter planCacheRead planCacheWrite reIndex renameCollectionSameDB storageDetails updateSearchIndex validate'
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
  const actions = ownMember(ACTIONS, builtIn)
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

/** The privileges of the built-in roles of the cluster, as far as they are checked. */
const CLUSTER_PRIVILEGES: Readonly<Record<string, readonly Privilege[]>> = {
  atlasAdmin: [{ resource: { anyResource: true }, actions: ['anyAction'] }],
  root: [{ resource: { anyResource: true }, actions: ['anyAction'] }],
  backup: [{ resource: { db: '', collection: '' }, actions: ['find', 'listCollections', 'listIndexes'] }],
  clusterMonitor: [
    { resource: { cluster: true }, actions: ['inprog', 'listSessions', 'querySettings', 'top'] },
    { resource: { db: '', collection: '' }, actions: ['collStats', 'dbStats', 'indexStats'] },
  ],
}

/** The name of a role, with the project whose roles of the administration API count. */
interface ProjectRole extends RoleName {
  readonly projectId: string
}

/** Returns what a role allows that is none of the built-in ones of databases, and of which the server shows nothing. */
function otherPrivileges({ rows }: Pick<DataContext, 'rows'>, { role, projectId }: ProjectRole): readonly Privilege[] {
  // In Atlas, the roles that may write may also change the options of collections.
  if (role === 'readWriteAnyDatabase') return [{ resource: { db: '', collection: '' }, actions: ['collMod'] }]
  const builtIn = ownMember(CLUSTER_PRIVILEGES, role)
  return builtIn ?? customPrivileges(rows.customRoles.find('name', projectId, role))
}

/** Returns the privileges of a role of the administration API, whose actions are in capitals. */
function customPrivileges(role: CustomRole | undefined): readonly Privilege[] {
  return (role?.actions ?? []).flatMap(({ action, resources = [] }) =>
    resources.map(({ cluster, db = '', collection = '' }) => ({
      resource: cluster === true ? { cluster } : { db, collection },
      actions: [action],
    })),
  )
}

/** Returns whether two actions are the same: `RENAME_COLLECTION_SAME_DB` is `renameCollectionSameDB`. */
function isSameAction(left: string, right: string): boolean {
  const plain = (action: string): string => action.replaceAll('_', '').toLowerCase()
  return left === right || plain(left) === plain(right)
}

/** Returns whether privileges allow an action. */
function isActionAllowed(privileges: readonly Privilege[], { action, on }: NeededAction): boolean {
  return privileges.some(
    ({ resource, actions }) =>
      covers(resource, on) && actions.some((each) => each === 'anyAction' || isSameAction(each, action)),
  )
}

function covers(resource: Privilege['resource'], on: NeededAction['on']): boolean {
  if ('anyResource' in resource) return true
  if (on === undefined) return 'cluster' in resource
  if (!('db' in resource)) return false
  return (
    (resource.db === '' || resource.db === on.db) &&
    (resource.collection === '' || resource.collection === on.collection)
  )
}

/** Returns all privileges of roles and of those that they inherit. */
function allPrivileges(context: Pick<DataContext, 'rows'>, user: RoleHolder): readonly Privilege[] {
  const { rows } = context
  const own = user.roles.map(({ roleName, databaseName }) => ({ role: roleName, db: databaseName }))
  const inherited = own.flatMap(
    ({ role }) =>
      rows.customRoles.find('name', user.projectId, role)?.inheritedRoles.map((each) => ({ ...each })) ?? [],
  )
  return withInherited(context, [...own, ...inherited]).flatMap((each) => [
    ...privilegesOf(context, each),
    ...(each.role === 'readWrite' ? [{ resource: { db: each.db, collection: '' }, actions: ['collMod'] }] : []),
    ...otherPrivileges(context, { ...each, projectId: user.projectId }),
  ])
}

/** A user, as far as privileges follow from it. */
export type RoleHolder = Pick<DatabaseUser, 'roles' | 'projectId'>

/**
 * Returns whether the roles of a user allow each action that a command needs; null for a command about which actions
 * say nothing.
 */
export function isAllowedByActions(
  context: Pick<DataContext, 'rows'>,
  user: RoleHolder,
  run: NamespacedCommand,
): boolean | null {
  const needed = neededActions(run)
  if (needed === null) return null
  const privileges = allPrivileges(context, user)
  return needed.every((each) => isActionAllowed(privileges, each))
}

/** Returns whether there is a role with a name: built in, created by a client, or made by the administration API. */
export function isKnownRole(context: Pick<DataContext, 'rows'>, { role, db }: RoleName): boolean {
  if (isBuiltInRole(role) || findServerRole(context, { role, db }) !== undefined) return true
  return context.rows.customRoles.all().some((own) => own.roleName === role)
}
