import type { Cluster, DatabaseUser } from '#docdb/schema/admin.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import type { Document } from '#docdb/values/value.ts'

/** The kind of access that a command needs to a database. */
export type Access = 'read' | 'write' | 'admin'

/**
 * The built-in roles, with what they allow; `any` is for every database.
 * https://www.mongodb.com/docs/atlas/security-add-mongodb-users/
 */
const ROLES: Readonly<Record<string, { readonly any: boolean; readonly allows: readonly Access[] }>> = {
  read: { any: false, allows: ['read'] },
  readWrite: { any: false, allows: ['read', 'write'] },
  dbAdmin: { any: false, allows: ['admin'] },
  dbOwner: { any: false, allows: ['read', 'write', 'admin'] },
  userAdmin: { any: false, allows: [] },
  readAnyDatabase: { any: true, allows: ['read'] },
  readWriteAnyDatabase: { any: true, allows: ['read', 'write'] },
  dbAdminAnyDatabase: { any: true, allows: ['admin'] },
  clusterMonitor: { any: true, allows: [] },
  atlasAdmin: { any: true, allows: ['read', 'write', 'admin'] },
  root: { any: true, allows: ['read', 'write', 'admin'] },
  backup: { any: true, allows: ['read'] },
}

/** Returns whether a role is one of the server's own. */
export function isBuiltInRole(name: string): boolean {
  return Object.hasOwn(ROLES, name) || OTHER_ROLES.has(name)
}

/** The built-in roles that allow nothing which is checked here. */
const OTHER_ROLES = new Set([
  'clusterAdmin',
  'clusterManager',
  'directShardOperations',
  'enableSharding',
  'hostManager',
  'restore',
  'searchCoordinator',
  'userAdminAnyDatabase',
  '__system',
])

/** Commands that change the users and roles of a database. */
export const USER_CHANGES: readonly string[] = [
  'createUser',
  'updateUser',
  'dropUser',
  'dropAllUsersFromDatabase',
  'grantRolesToUser',
  'revokeRolesFromUser',
  'createRole',
  'updateRole',
  'dropRole',
  'dropAllRolesFromDatabase',
  'grantPrivilegesToRole',
  'revokePrivilegesFromRole',
  'grantRolesToRole',
  'revokeRolesFromRole',
]

/** Commands of administrators, for whom the roles for reading and writing are not enough. */
const ADMIN = new Set([
  'dropDatabase',
  'collMod',
  'validate',
  'setParameter',
  'killOp',
  'fsync',
  'compact',
  'logRotate',
  ...USER_CHANGES,
  'usersInfo',
  'rolesInfo',
  'convertToCapped',
  'planCacheClear',
  'planCacheClearFilters',
  'planCacheListFilters',
  'planCacheSetFilter',
  'setQuerySettings',
  'removeQuerySettings',
  'validateDBMetadata',
])
const WRITE = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
  'create',
  'drop',
  'createIndexes',
  'dropIndexes',
  'createSearchIndexes',
  'updateSearchIndex',
  'dropSearchIndex',
  'renameCollection',
  'cloneCollectionAsCapped',
])
const FREE = new Set([
  'getMore',
  'killCursors',
  'commitTransaction',
  'abortTransaction',
  'startSession',
  'refreshSessions',
  'killSessions',
  'killAllSessions',
  'listDatabases',
  'serverStatus',
  'replSetGetStatus',
  'getParameter',
  'hostInfo',
  'currentOp',
  'getCmdLineOpts',
  'configureFailPoint',
  'listCommands',
])

/** Returns whether a user may reach a cluster: one of the scopes of the user, where there are any. */
export function isInScope(
  { scopes }: Pick<DatabaseUser, 'scopes'>,
  cluster: Pick<Cluster, 'name'> | undefined,
): boolean {
  const clusters = scopes.filter(({ type }) => type === 'CLUSTER')
  return clusters.length === 0 || clusters.some(({ name }) => name === cluster?.name)
}

/**
 * Refuses a command that the roles of a user do not allow. `custom` returns whether a role allows it that is not built
 * in.
 */
export function requirePrivilege(
  user: Pick<DatabaseUser, 'roles'>,
  name: string,
  database: string,
  command: Document,
  custom: (role: DatabaseUser['roles'][number], needed: Access) => boolean,
): void {
  if (FREE.has(name)) return
  const needed: Access = ADMIN.has(name) ? 'admin' : WRITE.has(name) || writesPipeline(command) ? 'write' : 'read'
  const isAllowed = user.roles.some((own) => {
    const { roleName, databaseName } = own
    const role = Object.hasOwn(ROLES, roleName) ? ROLES[roleName] : undefined
    if (role === undefined) return custom(own, needed)
    // In Atlas, the roles that may write may also change the options of collections.
    const allows =
      role.allows.includes(needed) || (needed === 'admin' && roleName.startsWith('readWrite') && name === 'collMod')
    return allows && (role.any || databaseName === database)
  })
  if (isAllowed) return
  const { lsid: _lsid, $clusterTime: _time, ...shown } = command
  throw new CommandError('Unauthorized', `not authorized on ${database} to execute command ${show(shown)}`)
}

function writesPipeline({ pipeline }: Document): boolean {
  if (!Array.isArray(pipeline)) return false
  const last = pipeline.at(-1)
  return typeof last === 'object' && last !== null && ('$out' in last || '$merge' in last)
}
