/**
 * The type of a member of a command. `flag` takes numbers too, `whole` takes every number and cuts its fraction,
 * `count` and `size` are whole numbers from 0 and from 1, `long` is an Int64, `nested` is an object with a definition
 * of its own among {@link NESTED}. A command reads `any` itself.
 */
export type MemberType =
  | 'any'
  | 'array'
  | 'bool'
  | 'count'
  | 'flag'
  | 'long'
  | 'nested'
  | 'object'
  | 'size'
  | 'string'
  | 'whole'

/** A command whose members are checked: the name of its definition, which the messages have, and its members. */
export interface Definition {
  readonly type: string
  readonly members: ReadonlyMap<string, MemberType>
  /** The members that must be there; absent where the command checks them itself. */
  readonly required?: readonly string[]
}

/** Members that every command may have. */
const GENERIC = membersOf([
  '$db $readPreference $clusterTime $configServerState $queryOptions $audit $client $replData $oplogQueryData lsid txnNumber stmtId stmtIds',
  'startTransaction autocommit readConcern writeConcern comment maxTimeMS apiVersion apiStrict apiDeprecationErrors help databaseVersion',
  'shardVersion coordinator clientOperationKey mayBypassWriteBlocking maxTimeMSOpOnly requestGossipRoutingCache rawData',
])

/** The members of commands beside the generic ones. https://www.mongodb.com/docs/manual/reference/command/ */
export const DEFINITIONS: Readonly<Record<string, Definition>> = {
  find: command(
    'FindCommandRequest',
    'find filter:object sort:object projection:object hint skip:count limit:count batchSize:count singleBatch:bool allowDiskUse:bool',
    'max:object min:object returnKey:bool showRecordId:bool tailable:bool oplogReplay:bool noCursorTimeout:bool awaitData:bool',
    'allowPartialResults:bool collation:object let:object encryptionInformation:object allowSpeculativeMajorityRead querySettings',
  ),
  getMore: command(
    'getMore',
    'getMore:long collection:string batchSize:count term:long lastKnownCommittedOpTime:object',
  ),
  killCursors: command('killCursors', 'killCursors cursors:array'),
  aggregate: command(
    'aggregate',
    'aggregate pipeline:array explain:bool allowDiskUse:flag cursor:object hint collation:object let:object',
    'bypassDocumentValidation:flag encryptionInformation:object querySettings',
  ),
  count: command(
    'count',
    'count query:object limit:whole skip:count hint collation:object fields:object queryOptions encryptionInformation:object',
  ),
  distinct: command('distinct', 'distinct key:string query:object collation:object hint querySettings'),
  insert: command(
    'insert',
    'insert documents:array ordered:bool bypassDocumentValidation:flag bypassEmptyTsReplacement:flag encryptionInformation:object',
  ),
  update: command(
    'update',
    'update updates:array ordered:bool bypassDocumentValidation:flag bypassEmptyTsReplacement:flag let:object encryptionInformation:object',
  ),
  delete: command(
    'delete',
    'delete deletes:array ordered:bool bypassDocumentValidation:flag let:object encryptionInformation:object',
  ),
  findAndModify: command(
    'findAndModify',
    'findAndModify findandmodify query:object sort:object remove:flag update new:flag fields:object upsert:flag collation:object',
    'arrayFilters:array hint bypassDocumentValidation:flag bypassEmptyTsReplacement:flag let:object encryptionInformation:object',
  ),
  bulkWrite: command(
    'bulkWrite',
    'bulkWrite ops:array nsInfo:array ordered:flag bypassDocumentValidation:flag bypassEmptyTsReplacement:flag let:object',
    'errorsOnly:flag cursor:object',
  ),
  create: command(
    'create',
    'create capped:flag autoIndexId:flag idIndex:object size:size max:whole storageEngine:object validator:object',
    'validationLevel:string validationAction:string viewOn:string pipeline:array collation:object timeseries:nested',
    'expireAfterSeconds clusteredIndex changeStreamPreAndPostImages:nested encryptedFields:object indexOptionDefaults:nested',
    'flags temp:flag',
  ),
  collMod: command(
    'collMod',
    'collMod index:nested validator:object validationLevel:string validationAction:string viewOn:string pipeline:array',
    'expireAfterSeconds changeStreamPreAndPostImages:nested timeseries:nested cappedSize:size cappedMax:whole dryRun:flag',
    'recordPreImages:flag isTimeseriesNamespace:flag',
  ),
  createIndexes: command('createIndexes', 'createIndexes indexes:array ignoreUnknownIndexOptions:flag commitQuorum'),
  listIndexes: command('listIndexes', 'listIndexes cursor:nested includeBuildUUIDs:flag includeIndexBuildInfo:flag'),
  dropIndexes: command('dropIndexes', 'dropIndexes deleteIndexes index'),
  listCollections: command(
    'listCollections',
    'listCollections filter:object nameOnly:flag authorizedCollections:flag cursor:nested includePendingDrops:flag',
  ),
  listDatabases: command('listDatabases', 'listDatabases filter:object nameOnly:flag authorizedDatabases:flag'),
  createSearchIndexes: command('createSearchIndexes', 'createSearchIndexes indexes:array'),
  updateSearchIndex: command('updateSearchIndex', 'updateSearchIndex id:string name:string definition:object'),
  listSearchIndexes: command('listSearchIndexes', 'listSearchIndexes id:string name:string'),
  dropSearchIndex: command('dropSearchIndex', 'dropSearchIndex id:string name:string'),
  explain: command('explain', 'explain:object verbosity:string'),
  drop: command('drop', 'drop'),
  dropDatabase: command('dropDatabase', 'dropDatabase'),
  renameCollection: command('renameCollection', 'renameCollection to dropTarget stayTemp:flag'),
  compact: command('compact', 'compact force:flag dryRun:flag freeSpaceTargetMB:size'),
  getCmdLineOpts: command('getCmdLineOpts', 'getCmdLineOpts'),
  getDefaultRWConcern: command('getDefaultRWConcern', 'getDefaultRWConcern inMemory:bool'),
  hostInfo: command('hostInfo', 'hostInfo'),
  lockInfo: command('lockInfo', 'lockInfo'),
  logRotate: command('logRotate', 'logRotate'),
  profile: command('profile', 'profile slowms:whole sampleRate filter'),
}

const IMAGES: Omit<Definition, 'type'> = { members: membersOf(['enabled:bool']), required: ['enabled'] }

/** The members of objects in commands, by the path that the messages have. */
export const NESTED: Readonly<Record<string, Definition>> = {
  'listIndexes.cursor': { type: 'listIndexes.cursor', members: membersOf(['batchSize:count']) },
  'listCollections.cursor': { type: 'listCollections.cursor', members: membersOf(['batchSize:count']) },
  'create.changeStreamPreAndPostImages': { type: 'create.changeStreamPreAndPostImages', ...IMAGES },
  'create.clusteredIndex': {
    type: 'create.clusteredIndex',
    members: membersOf(['v:whole key:object name:string unique:flag']),
    required: ['key', 'unique'],
  },
  'create.indexOptionDefaults': { type: 'create.indexOptionDefaults', members: membersOf(['storageEngine:object']) },
  'create.timeseries': {
    type: 'create.timeseries',
    members: membersOf([
      'timeField:string metaField:string granularity:string bucketMaxSpanSeconds:size bucketRoundingSeconds:size',
    ]),
    required: ['timeField'],
  },
  'collMod.changeStreamPreAndPostImages': { type: 'collMod.changeStreamPreAndPostImages', ...IMAGES },
  'collMod.index': {
    type: 'collMod.index',
    members: membersOf([
      'name:string keyPattern:object expireAfterSeconds:whole hidden:flag unique:flag prepareUnique:flag',
    ]),
  },
  'collMod.timeseries': {
    type: 'collMod.timeseries',
    members: membersOf(['granularity:string bucketMaxSpanSeconds:size bucketRoundingSeconds:size']),
  },
}

/** The members of the statements of writes. */
export const STATEMENTS = {
  updates: {
    type: 'update.updates',
    members: membersOf([
      'q:object u c:object arrayFilters:array multi:bool upsert:bool upsertSupplied:bool collation:object hint sort:object sampleId',
    ]),
  },
  deletes: { type: 'delete.deletes', members: membersOf(['q:object limit hint collation:object sampleId']) },
} as const satisfies Readonly<Record<string, Definition>>

function command(type: string, ...lines: readonly string[]): Definition {
  const members = new Map(GENERIC)
  for (const [name, own] of membersOf(lines)) members.set(name, own)
  return { type, members }
}

/** Reads names with their types, where they have one: `filter:object hint`. */
function membersOf(lines: readonly string[]): ReadonlyMap<string, MemberType> {
  return new Map(
    lines.flatMap((line) =>
      line.split(' ').map((each) => {
        const [name = '', type = 'any'] = each.split(':')
        return [name, type as MemberType] // the types are those written here
      }),
    ),
  )
}
