import { CommandError } from '#docdb/errors/command-error.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** Members that every command may have. */
const GENERIC = names(
  '$db $readPreference $clusterTime $configServerState $queryOptions $audit $client $replData $oplogQueryData lsid txnNumber stmtId stmtIds',
  'startTransaction autocommit readConcern writeConcern comment maxTimeMS apiVersion apiStrict apiDeprecationErrors help databaseVersion',
  'shardVersion coordinator clientOperationKey mayBypassWriteBlocking maxTimeMSOpOnly requestGossipRoutingCache rawData',
)

/** A command whose members are checked: the name of its definition, which the messages have, and its members. */
interface Definition {
  readonly type: string
  readonly members: ReadonlySet<string>
}

/** The members of commands beside the generic ones. https://www.mongodb.com/docs/manual/reference/command/ */
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  find: define(
    'FindCommandRequest',
    'find filter sort projection hint skip limit batchSize singleBatch allowDiskUse max min returnKey showRecordId tailable oplogReplay',
    'noCursorTimeout awaitData allowPartialResults collation let encryptionInformation allowSpeculativeMajorityRead querySettings',
  ),
  getMore: define('getMore', 'getMore collection batchSize term lastKnownCommittedOpTime'),
  killCursors: define('killCursors', 'killCursors cursors'),
  aggregate: define(
    'aggregate',
    'aggregate pipeline explain allowDiskUse cursor hint collation let bypassDocumentValidation encryptionInformation querySettings',
  ),
  count: define('count', 'count query limit skip hint collation fields queryOptions encryptionInformation'),
  distinct: define('distinct', 'distinct key query collation hint querySettings'),
  insert: define(
    'insert',
    'insert documents ordered bypassDocumentValidation bypassEmptyTsReplacement encryptionInformation',
  ),
  update: define(
    'update',
    'update updates ordered bypassDocumentValidation bypassEmptyTsReplacement let encryptionInformation',
  ),
  delete: define('delete', 'delete deletes ordered bypassDocumentValidation let encryptionInformation'),
  findAndModify: define(
    'findAndModify',
    'findAndModify findandmodify query sort remove update new fields upsert collation arrayFilters hint bypassDocumentValidation',
    'bypassEmptyTsReplacement let encryptionInformation',
  ),
  bulkWrite: define(
    'bulkWrite',
    'bulkWrite ops nsInfo ordered bypassDocumentValidation bypassEmptyTsReplacement let errorsOnly cursor',
  ),
  create: define(
    'create',
    'create capped autoIndexId idIndex size max storageEngine validator validationLevel validationAction viewOn pipeline collation',
    'timeseries expireAfterSeconds clusteredIndex changeStreamPreAndPostImages encryptedFields indexOptionDefaults flags temp',
  ),
  createIndexes: define('createIndexes', 'createIndexes indexes ignoreUnknownIndexOptions commitQuorum'),
  listIndexes: define('listIndexes', 'listIndexes cursor includeBuildUUIDs includeIndexBuildInfo'),
  dropIndexes: define('dropIndexes', 'dropIndexes deleteIndexes index'),
  listCollections: define(
    'listCollections',
    'listCollections filter nameOnly authorizedCollections cursor includePendingDrops',
  ),
  listDatabases: define('listDatabases', 'listDatabases filter nameOnly authorizedDatabases'),
  createSearchIndexes: define('createSearchIndexes', 'createSearchIndexes indexes'),
  updateSearchIndex: define('updateSearchIndex', 'updateSearchIndex id name definition'),
  dropSearchIndex: define('dropSearchIndex', 'dropSearchIndex id name'),
  drop: define('drop', 'drop'),
  dropDatabase: define('dropDatabase', 'dropDatabase'),
  renameCollection: define('renameCollection', 'renameCollection to dropTarget stayTemp'),
}

/** The members of the statements of writes. */
const STATEMENTS: Readonly<Record<string, Definition>> = {
  updates: define('update.updates', 'q u c arrayFilters multi upsert upsertSupplied collation hint sort sampleId'),
  deletes: define('delete.deletes', 'q limit hint collation sampleId'),
}

/** The commands of version 1 of the stable API. https://www.mongodb.com/docs/manual/reference/stable-api/ */
const VERSION_1 = names(
  'abortTransaction aggregate authenticate bulkWrite collMod commitTransaction count create createIndexes delete drop dropDatabase',
  'dropIndexes endSessions explain find findAndModify getMore hello insert killCursors listCollections listDatabases listIndexes ping',
  'refreshSessions saslContinue saslStart update',
)

/** Stages that are not in version 1 of the stable API. */
const UNSTABLE_STAGES = names(
  '$currentOp $indexStats $listLocalSessions $listSessions $planCacheStats $search $searchMeta $vectorSearch $listSearchIndexes',
)

function names(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

function define(type: string, ...lines: readonly string[]): Definition {
  return { type, members: names(lines.join(' ')) }
}

/**
 * Refuses a command with a member that it does not have, and one that the API version of the client leaves out.
 *
 * @throws CommandError 40415, or 322 and 323 for the API version.
 */
export function checkMembers(name: string, command: Document): void {
  const definition = Object.hasOwn(DEFINITIONS, name) ? DEFINITIONS[name] : undefined
  if (definition !== undefined) refuseUnknown(definition, command, true)
  if (command['apiVersion'] !== undefined || command['apiStrict'] !== undefined) checkVersion(name, command)
}

/** Refuses a statement of an `update` or `delete` with a member that it does not have, or without one that it needs. */
export function checkStatements(
  list: 'updates' | 'deletes',
  statements: readonly Value[],
  required: readonly string[],
): void {
  const definition = STATEMENTS[list] as Definition // it has both
  for (const each of statements) {
    if (!isDocument(each)) continue
    refuseUnknown(definition, each, false)
    for (const name of required) {
      if (each[name] === undefined)
        throw new CommandError(
          'IDLFailedToParse',
          `BSON field '${definition.type}.${name}' is missing but a required field`,
        )
    }
  }
}

function refuseUnknown({ type, members }: Definition, document: Document, isCommand: boolean): void {
  for (const name in document) {
    if (members.has(name) || (isCommand && GENERIC.has(name))) continue
    throw new CommandError('IDLUnknownField', `BSON field '${type}.${name}' is an unknown field.`)
  }
}

function checkVersion(name: string, command: Document): void {
  const { apiVersion, apiStrict } = command
  if (apiVersion === undefined)
    throw new CommandError('APIVersionError', 'Provided apiStrict without passing apiVersion')
  if (apiVersion !== '1') throw new CommandError('APIVersionError', 'API version must be "1"')
  if (apiStrict !== true) return
  if (!VERSION_1.has(name)) {
    throw new CommandError(
      'APIStrictError',
      `Provided apiStrict:true, but the command ${name} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api`,
    )
  }
  const { pipeline, indexes } = command
  for (const each of Array.isArray(pipeline) ? pipeline : []) {
    const stage = isDocument(each) ? (Object.keys(each)[0] ?? '') : ''
    if (UNSTABLE_STAGES.has(stage))
      throw new CommandError('APIStrictError', `stage ${stage} is not allowed with 'apiStrict: true' in API Version 1`)
  }
  for (const each of Array.isArray(indexes) ? indexes : []) {
    const key = isDocument(each) ? each['key'] : undefined
    if (isDocument(key) && Object.values(key).some((direction) => textOfAny(direction) === 'text'))
      throw new CommandError('CannotCreateIndex', 'text indexes cannot be created with apiStrict: true')
  }
}
