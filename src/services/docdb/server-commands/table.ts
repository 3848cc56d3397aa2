import { ownMember } from '#core/objects.ts'
import { USER_CHANGES } from '#docdb/rules/privileges.ts'
import type { Command } from './context.ts'
import { drop, dropDatabase, listCollections, listDatabases, renameCollection } from './catalog.ts'
import { collMod } from './coll-mod.ts'
import { create } from './create.ts'
import { administration } from './administration.ts'
import { cappedCommands } from './capped.ts'
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts'
import { statisticsCommands } from './statistics.ts'
import { bulkWrite } from './bulk-write.ts'
import { getMore, killCursors } from './cursors.ts'
import { diagnostics } from './diagnostics.ts'
import { explain } from './explain.ts'
import { aggregate, count, distinct, find } from './read.ts'
import { mapReduce } from './map-reduce.ts'
import { replicaSetCommands } from './replica-set.ts'
import { abortTransaction, commitTransaction, endSessions, killAllSessions, startSession } from './transactions.ts'
import { planCacheCommands } from './plan-cache.ts'
import { querySettingsCommands } from './query-settings.ts'
import { validateDBMetadata } from './validate-metadata.ts'
import { searchIndexCommands } from './search-indexes.ts'
import { roleCommands } from './roles.ts'
import { userCommands } from './users.ts'
import { findAndModify, insert, remove, update } from './write.ts'

/** The commands, by the names that drivers send. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...diagnostics,
  ...administration,
  ...replicaSetCommands,
  ...searchIndexCommands,
  ...statisticsCommands,
  ...cappedCommands,
  ...planCacheCommands,
  ...querySettingsCommands,
  validateDBMetadata,
  ...roleCommands,
  ...userCommands,
  find,
  getMore,
  killCursors,
  aggregate,
  count,
  distinct,
  explain,
  insert,
  update,
  delete: remove,
  findAndModify,
  bulkWrite,
  mapReduce,
  create,
  drop,
  dropDatabase,
  renameCollection,
  collMod,
  listCollections,
  listDatabases,
  createIndexes,
  listIndexes,
  dropIndexes,
  commitTransaction,
  abortTransaction,
  startSession,
  endSessions,
  refreshSessions: () => ({}),
  killSessions: endSessions,
  killAllSessions,
  listCommands: () => ({
    commands: Object.fromEntries(
      Object.keys(COMMANDS)
        .toSorted()
        .map((name) => [name, { help: '' }]),
    ),
  }),
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  ismaster: 'isMaster',
  buildinfo: 'buildInfo',
  findandmodify: 'findAndModify',
  dropdatabase: 'dropDatabase',
  getmore: 'getMore',
  deleteIndexes: 'dropIndexes',
  collstats: 'collStats',
  dbstats: 'dbStats',
  datasize: 'dataSize',
  mapreduce: 'mapReduce',
}

/** Returns the name of a command as the documentation has it. */
export function commandName(nameOrAlias: string): string {
  return ownMember(OTHER_NAMES, nameOrAlias) ?? nameOrAlias
}

/** The commands by which drivers find the server and sign in. They are not in the request log. */
export const HANDSHAKE: ReadonlySet<string> = new Set([
  'hello',
  'isMaster',
  'saslStart',
  'saslContinue',
  'authenticate',
  'logout',
  'connectionStatus',
])

/** The ids of the operations that faults may name. */
export const OPERATIONS: readonly string[] = [
  ...Object.keys(COMMANDS),
  'saslStart',
  'saslContinue',
  'logout',
  'connectionStatus',
  'configureFailPoint',
]

/** The commands that write. */
export const WRITES: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
  'mapReduce',
  'create',
  'drop',
  'dropDatabase',
  'renameCollection',
  'collMod',
  'convertToCapped',
  'cloneCollectionAsCapped',
  'planCacheSetFilter',
  'planCacheClearFilters',
  'setQuerySettings',
  'removeQuerySettings',
  'createIndexes',
  'dropIndexes',
  'createSearchIndexes',
  'updateSearchIndex',
  'dropSearchIndex',
  ...USER_CHANGES,
])

/** The commands that are run against the database `admin` only. */
export const ADMIN_ONLY: ReadonlySet<string> = new Set([
  'currentOp',
  'fsync',
  'getCmdLineOpts',
  'getDefaultRWConcern',
  'getLog',
  'getParameter',
  'killOp',
  'listDatabases',
  'lockInfo',
  'logRotate',
  'removeQuerySettings',
  'renameCollection',
  'replSetFreeze',
  'replSetGetConfig',
  'replSetGetStatus',
  'replSetStepDown',
  'replSetStepUp',
  'setFeatureCompatibilityVersion',
  'setParameter',
  'setQuerySettings',
  'top',
])

/** The commands whose content is secret: they have passwords. */
export const SECRET: ReadonlySet<string> = new Set(['createUser', 'updateUser'])

/** The commands that need no sign-in. */
export const OPEN: ReadonlySet<string> = new Set([
  'hello',
  'isMaster',
  'saslStart',
  'saslContinue',
  'authenticate',
  'logout',
  'connectionStatus',
  'ping',
  'buildInfo',
  'endSessions',
  'whatsmyuri',
  'getLog',
])
