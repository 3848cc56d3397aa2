import { ownMember } from '#core/objects.ts'
import type { Cluster, DatabaseUser } from '#docdb/schema/admin.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import type { NamespacedCommand } from './needed-actions.ts'

/** The kind of access that a command needs to a database. */
type Access = 'read' | 'write' | 'admin'

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

/** Commands of administrators, which need no action here. */
const ADMIN = new Set(['killOp', 'fsync', 'logRotate', 'validateDBMetadata'])
const WRITE = new Set(['cloneCollectionAsCapped'])
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
 * Refuses a command that the roles of a user do not allow.
 *
 * @param isAllowed what the actions of their privileges say; null for a command about which they say nothing
 */
export function requirePrivilege(
  user: Pick<DatabaseUser, 'roles'>,
  { name, database, command }: NamespacedCommand,
  isAllowed: boolean | null,
): void {
  if (FREE.has(name) || (isAllowed ?? isAllowedByKind(user, name, database))) return
  const { lsid: _lsid, $clusterTime: _time, ...shown } = command
  throw new CommandError('Unauthorized', `not authorized on ${database} to execute command ${show(shown)}`)
}

function isAllowedByKind({ roles }: Pick<DatabaseUser, 'roles'>, name: string, database: string): boolean {
  const needed: Access = ADMIN.has(name) ? 'admin' : WRITE.has(name) ? 'write' : 'read'
  return roles.some(({ roleName, databaseName }) => {
    const role = ownMember(ROLES, roleName)
    return role?.allows.includes(needed) === true && (role.any || databaseName === database)
  })
}
