import { compileQuery } from '../query/compile.ts'
import { checkStages, stageOf } from '../pipeline/run.ts'
import { CommandError } from '../rules/command-error.ts'
import type { CollectionRow } from '../schema/data.ts'
import {
  addIndex,
  checkedIndexSpec,
  checkNamespace,
  createCollection,
  databasesOf,
  dropCollection,
  ensureCollection,
  findCollection,
  hasSameOptions,
  indexesOf,
  optionsOf,
  removeIndex,
} from '../storage/catalog.ts'
import { namespaceOf, recordChange } from '../storage/changes.ts'
import { allDocuments, fillIndex } from '../storage/documents.ts'
import type { IndexShape } from '../storage/index-shape.ts'
import { areEqual } from '../values/compare.ts'
import { sizeOf } from '../values/encode.ts'
import { show, textOfAny } from '../values/show.ts'
import { Binary, double, isDocument, isNumber, toNumber, type Document, type Value } from '../values/value.ts'
import {
  arrayIn,
  collectionName,
  documentIn,
  noNamespace,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { cursorReply, fixedSource } from './cursors.ts'

/** The members of `create` that are options of the collection. */
const OPTIONS = [
  'capped',
  'size',
  'max',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'collation',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'encryptedFields',
]

/** https://www.mongodb.com/docs/manual/reference/command/create/ */
export const create: Command = (context) => {
  const { command, data, clusterId, database } = context
  const name = collectionName(context)
  const options: Document = {}
  for (const each of OPTIONS) if (command[each] !== undefined && command[each] !== null) options[each] = command[each]
  const existing = findCollection(data, { clusterId, database, name })
  // A repeated creation with the same options succeeds, as at the server since 7.0.
  if (existing !== undefined && areEqual(optionsOf(data, existing), options)) return {}
  checkDefinition(context, name, options)
  createCollection(data, { clusterId, database, name }, options)
  return {}
}

/** Refuses a validator, and the pipeline of a view, that the server cannot read. */
function checkDefinition(context: CommandContext, name: string, { validator, viewOn, pipeline }: Document): void {
  const inner = pipelineContext(context, undefined, name)
  if (isDocument(validator)) compileQuery(validator, inner.environment)
  if (viewOn === undefined || !Array.isArray(pipeline)) return
  const view = `${context.database}.${name}`
  for (const [at, stage] of pipeline.entries()) {
    const [stageName] = stageOf(stage)
    if (stageName === '$out' || stageName === '$merge') {
      throw new CommandError(
        'OptionNotSupportedOnView',
        `Invalid pipeline for view ${view} :: caused by :: The aggregation stage ${stageName} in location ${at} of the pipeline cannot be used in the view definition of ${view} because it writes to disk`,
      )
    }
  }
  checkStages(inner, pipeline)
}

/** https://www.mongodb.com/docs/manual/reference/command/drop/ */
export const drop: Command = (context) => {
  const row = targetCollection(context)
  if (row === undefined) return { nIndexesWas: 0, ns: `${context.database}.${collectionName(context)}` }
  const nIndexesWas = indexesOf(context.data, row).length
  dropCollection(context.data, row)
  return { nIndexesWas, ns: namespaceOf(row) }
}

/** https://www.mongodb.com/docs/manual/reference/command/dropDatabase/ */
export const dropDatabase: Command = ({ data, clusterId, database }) => {
  const own = data.rows.collections.list('database', clusterId, database)
  for (const row of own) dropCollection(data, row)
  if (own.length > 0) recordChange(data, { kind: 'dropDatabase', on: { clusterId, database, name: '', id: 0 } })
  return own.length > 0 ? { dropped: database } : {}
}

/** https://www.mongodb.com/docs/manual/reference/command/renameCollection/ */
export const renameCollection: Command = (context) => {
  const { command, data, clusterId } = context
  const [from, to] = [command['renameCollection'], command['to']].map((each) => {
    if (typeof each !== 'string' || !each.includes('.'))
      throw new CommandError('InvalidNamespace', `Invalid namespace specified '${textOfAny(each)}'`)
    const dot = each.indexOf('.')
    return { clusterId, database: each.slice(0, dot), name: each.slice(dot + 1) }
  })
  if (from === undefined || to === undefined) throw new CommandError('InvalidNamespace', 'Invalid namespace specified')
  const row = findCollection(data, from)
  if (row === undefined)
    throw new CommandError('NamespaceNotFound', `Source collection ${from.database}.${from.name} does not exist`)
  if (from.database === to.database && from.name === to.name)
    throw new CommandError('IllegalOperation', "Can't rename a collection to itself")
  checkNamespace(to)
  const target = findCollection(data, to)
  if (target !== undefined) {
    if (command['dropTarget'] !== true) throw new CommandError('NamespaceExists', 'target namespace exists')
    dropCollection(data, target)
  }
  recordChange(data, { kind: 'rename', on: row, details: { to: { db: to.database, coll: to.name } } })
  data.rows.collections.update(row.id, { database: to.database, name: to.name })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/collMod/ */
export const collMod: Command = (context) => {
  const { command, data } = context
  const row = targetCollection(context)
  if (row === undefined) throw noNamespace(context, collectionName(context))
  const options = { ...optionsOf(data, row) }
  const reply: Document = {}
  checkDefinition(context, row.name, command)
  for (const each of [
    'validator',
    'validationLevel',
    'validationAction',
    'viewOn',
    'pipeline',
    'changeStreamPreAndPostImages',
  ]) {
    if (command[each] !== undefined) options[each] = command[each]
  }
  if (isDocument(command['index'])) Object.assign(reply, modifyIndex(context, row, command['index']))
  const [size, max] = [command['cappedSize'], command['cappedMax']]
  if (row.capped !== null && (isNumber(size) || isNumber(max))) {
    data.rows.collections.update(row.id, {
      capped: {
        size: isNumber(size) ? toNumber(size) : row.capped.size,
        max: isNumber(max) ? toNumber(max) : row.capped.max,
      },
    })
  }
  data.rows.collectionOptions.set(options, row.id)
  recordChange(data, { kind: 'modify', on: row })
  return reply
}

function modifyIndex({ data }: CommandContext, row: CollectionRow, change: Document): Document {
  const shape = namedIndexes(indexesOf(data, row), change['name'] ?? change['keyPattern'] ?? null)[0]
  if (shape === undefined)
    throw new CommandError(
      'IndexNotFound',
      `cannot find index ${show(change['name'] ?? change['keyPattern'])} for ns ${namespaceOf(row)}`,
    )
  const spec = { ...shape.spec }
  const reply: Document = {}
  const { expireAfterSeconds, hidden } = change
  if (isNumber(expireAfterSeconds)) {
    if (spec['expireAfterSeconds'] !== undefined) reply['expireAfterSeconds_old'] = spec['expireAfterSeconds']
    reply['expireAfterSeconds_new'] = expireAfterSeconds
    spec['expireAfterSeconds'] = expireAfterSeconds
  }
  if (typeof hidden === 'boolean') {
    reply['hidden_old'] = shape.row.hidden
    reply['hidden_new'] = hidden
    spec['hidden'] = hidden
  }
  data.rows.indexSpecs.set(spec, shape.row.id)
  data.rows.indexes.update(shape.row.id, {
    hidden: spec['hidden'] === true,
    expireAfter: isNumber(spec['expireAfterSeconds']) ? toNumber(spec['expireAfterSeconds']) : null,
  })
  return reply
}

/** https://www.mongodb.com/docs/manual/reference/command/listCollections/ */
export const listCollections: Command = (context) => {
  const { command, data, clusterId, database } = context
  const inner = pipelineContext(context, undefined, '')
  const test = compileQuery(documentIn(command, 'filter', 'listCollections'), inner.environment)
  const own = data.rows.collections
    .list('database', clusterId, database)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
  const all = own.map((row): Document => {
    if (command['nameOnly'] === true) return { name: row.name, type: row.kind }
    const options = optionsOf(data, row)
    const uuid = new Binary(Buffer.from(row.uuid, 'hex'), Binary.SUBTYPE_UUID)
    return {
      name: row.name,
      type: row.kind,
      options,
      info: row.kind === 'view' ? { readOnly: true } : { readOnly: false, uuid },
      ...(row.kind === 'view' ? {} : { idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } }),
    }
  })
  const cursor = documentIn(command, 'cursor', 'listCollections')
  const batchSize = cursor['batchSize'] === undefined ? undefined : numberIn(cursor, 'batchSize', 0)
  return cursorReply(
    context,
    `${database}.$cmd.listCollections`,
    fixedSource(all.filter((each) => test(each, {}))),
    batchSize,
  )
}

function sizeOfCollections({ data }: CommandContext, rows: readonly CollectionRow[]): number {
  let size = 0
  for (const row of rows) for (const { document } of allDocuments(data, row)) size += sizeOf(document)
  return size
}

/** https://www.mongodb.com/docs/manual/reference/command/listDatabases/ */
export const listDatabases: Command = (context) => {
  const { command, data, clusterId } = context
  const inner = pipelineContext(context, undefined, '')
  const test = compileQuery(documentIn(command, 'filter', 'listDatabases'), inner.environment)
  const own = [...databasesOf(data, clusterId)].map(([name, rows]): Document => {
    if (command['nameOnly'] === true) return { name }
    const sizeOnDisk = sizeOfCollections(context, rows)
    return { name, sizeOnDisk: BigInt(sizeOnDisk), empty: sizeOnDisk === 0 }
  })
  const databases = own
    .filter((each) => test(each, {}))
    .toSorted((left, right) => (textOfAny(left['name']) < textOfAny(right['name']) ? -1 : 1))
  if (command['nameOnly'] === true) return { databases }
  const total = databases.reduce((sum, each) => sum + Number(each['sizeOnDisk']), 0)
  return { databases, totalSize: BigInt(total), totalSizeMb: BigInt(Math.floor(total / 1_048_576)) }
}

/** https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
export const createIndexes: Command = (context) => {
  const { command, data, clusterId, database } = context
  const specs = arrayIn(command, 'indexes', 'createIndexes').map(checkedIndexSpec)
  if (specs.length === 0) throw new CommandError('BadValue', 'Must specify at least one index to create')
  const before = targetCollection(context)
  const row = before ?? ensureCollection(data, { clusterId, database, name: collectionName(context) })
  if (row.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(row)} is a view, not a collection`)
  const numIndexesBefore = indexesOf(data, row).length
  for (const spec of specs) {
    if (isKnownIndex(indexesOf(data, row), spec)) continue
    requireNewCollection(context, row)
    requireRoomForIndex(indexesOf(data, row), spec)
    const { id } = addIndex(data, row, spec)
    fillIndex(data, row, id)
    recordChange(data, { kind: 'createIndexes', on: row, details: { operationDescription: { indexes: [spec] } } })
  }
  const numIndexesAfter = indexesOf(data, row).length
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: before === undefined,
    ...(numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {}),
  }
}

/** Refuses an index in a transaction that has not created the collection. */
function requireNewCollection({ transaction, present }: CommandContext, row: CollectionRow): void {
  if (transaction === null || findCollection(present, row) === undefined) return
  throw new CommandError(
    'OperationNotSupportedInTransaction',
    `Cannot create new indexes on existing collection ${namespaceOf(row)} in a multi-document transaction.`,
  )
}

/** The most indexes of a collection. */
const MOST_INDEXES = 64

/** Refuses an index beyond the limits of a collection: 64 in all, and one for text. */
function requireRoomForIndex(indexes: readonly IndexShape[], spec: Document): void {
  if (indexes.length >= MOST_INDEXES)
    throw new CommandError('CannotCreateIndex', `add index fails, too many indexes for key: ${show(spec['key'])}`)
  const text = indexes.find(({ row }) => row.kind === 'text')
  if (text === undefined || !isDocument(spec['key']) || !Object.values(spec['key']).includes('text')) return
  throw new CommandError(
    'CannotCreateIndex',
    `only one text index per collection allowed, found existing text index "${text.row.name}"`,
  )
}

/** Returns whether an index exists already; throws for one that differs from an index with its name or its keys. */
function isKnownIndex(indexes: readonly IndexShape[], spec: Document): boolean {
  if (areEqual(spec['key'], { _id: 1 })) return true
  const named = indexes.find(({ row }) => row.name === spec['name'])
  const isSameKey = (index: IndexShape): boolean =>
    areEqual(index.spec['key'], spec['key']) &&
    show(index.spec['key']) === show(spec['key']) &&
    areEqual(index.spec['collation'], spec['collation']) &&
    areEqual(index.spec['partialFilterExpression'], spec['partialFilterExpression']) &&
    areEqual(index.spec['weights'], spec['weights'])
  if (named !== undefined) {
    if (isSameKey(named) && hasSameOptions(named.spec, spec)) return true
    if (isSameKey(named)) {
      throw new CommandError(
        'IndexOptionsConflict',
        `An equivalent index already exists with the same name but different options. Requested index: ${show(spec)}, existing index: ${show(named.spec)}`,
      )
    }
    throw new CommandError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${show(spec)}, existing index: ${show(named.spec)}`,
    )
  }
  const same = indexes.find(isSameKey)
  if (same === undefined) return false
  if (hasSameOptions(same.spec, spec)) {
    throw new CommandError('IndexOptionsConflict', `Index already exists with a different name: ${same.row.name}`)
  }
  throw new CommandError(
    'IndexOptionsConflict',
    `An equivalent index already exists with a different name and options. Requested index: ${show(spec)}, existing index: ${show(same.spec)}`,
  )
}

/** https://www.mongodb.com/docs/manual/reference/command/listIndexes/ */
export const listIndexes: Command = (context) => {
  const { command, data, database } = context
  const row = targetCollection(context)
  if (row === undefined)
    throw new CommandError('NamespaceNotFound', `ns does not exist: ${database}.${collectionName(context)}`)
  if (row.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(row)} is a view, not a collection`)
  const cursor = documentIn(command, 'cursor', 'listIndexes')
  const batchSize = cursor['batchSize'] === undefined ? undefined : numberIn(cursor, 'batchSize', 0)
  return cursorReply(context, namespaceOf(row), fixedSource(indexesOf(data, row).map(({ spec }) => spec)), batchSize)
}

function namedIndexes(indexes: readonly IndexShape[], given: Value): IndexShape[] {
  if (typeof given === 'string') return indexes.filter(({ row }) => row.name === given)
  return indexes.filter(({ spec }) => areEqual(spec['key'], given) && show(spec['key']) === show(given))
}

/** https://www.mongodb.com/docs/manual/reference/command/dropIndexes/ */
export const dropIndexes: Command = (context) => {
  const { command, data } = context
  const row = targetCollection(context)
  if (row === undefined) throw noNamespace(context, collectionName(context))
  const indexes = indexesOf(data, row)
  const given = command['index'] ?? null
  const dropped =
    given === '*'
      ? indexes.filter(({ row: index }) => index.name !== '_id_')
      : (Array.isArray(given) ? given : [given]).flatMap((each) => {
          const found = namedIndexes(indexes, each)
          if (found.length === 0) {
            throw new CommandError(
              'IndexNotFound',
              typeof each === 'string'
                ? `index not found with name [${each}]`
                : `can't find index with key: ${show(each)}`,
            )
          }
          return found
        })
  if (dropped.some(({ row: index }) => index.name === '_id_'))
    throw new CommandError('InvalidOptions', 'cannot drop _id index')
  for (const { row: index } of dropped) removeIndex(data, index)
  if (dropped.length > 0)
    recordChange(data, {
      kind: 'dropIndexes',
      on: row,
      details: { operationDescription: { indexes: dropped.map(({ spec }) => spec) } },
    })
  return { nIndexesWas: indexes.length, ...(given === '*' ? { msg: 'non-_id indexes dropped for collection' } : {}) }
}

/** https://www.mongodb.com/docs/manual/reference/command/validate/ */
export const validate: Command = (context) => {
  const { data } = context
  const row = targetCollection(context)
  if (row === undefined)
    throw new CommandError(
      'NamespaceNotFound',
      `Collection '${context.database}.${collectionName(context)}' does not exist to validate.`,
    )
  const indexes = indexesOf(data, row)
  const counts = indexes.map(({ row: index }) => {
    const { start, end } = data.rows.entries.range([index.id])
    return [index.name, end - start] as const
  })
  return {
    ns: namespaceOf(row),
    nInvalidDocuments: 0,
    nNonCompliantDocuments: 0,
    nrecords: allDocuments(data, row).length,
    nIndexes: indexes.length,
    keysPerIndex: Object.fromEntries(counts),
    indexDetails: Object.fromEntries(counts.map(([name]) => [name, { valid: true }])),
    valid: true,
    repaired: false,
    warnings: [],
    errors: [],
    extraIndexEntries: [],
    missingIndexEntries: [],
    corruptRecords: [],
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/collStats/ */
export const collStats: Command = (context) => {
  const row = targetCollection(context)
  const name = collectionName(context)
  if (row === undefined)
    return {
      ns: `${context.database}.${name}`,
      size: 0,
      count: 0,
      numOrphanDocs: 0,
      storageSize: 0,
      totalIndexSize: 0,
      totalSize: 0,
      indexSizes: {},
      nindexes: 0,
      capped: false,
    }
  const count = allDocuments(context.data, row).length
  const size = sizeOfCollections(context, [row])
  const indexes = indexesOf(context.data, row)
  return {
    ns: namespaceOf(row),
    size,
    count,
    ...(count === 0 ? {} : { avgObjSize: Math.floor(size / count) }),
    numOrphanDocs: 0,
    storageSize: size,
    capped: row.capped !== null,
    ...(row.capped === null ? {} : { max: row.capped.max ?? 0, maxSize: row.capped.size }),
    nindexes: indexes.length,
    indexBuilds: [],
    totalIndexSize: 0,
    totalSize: size,
    indexSizes: Object.fromEntries(indexes.map(({ row: index }) => [index.name, 0])),
    scaleFactor: 1,
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
export const dbStats: Command = (context) => {
  const { data, clusterId, database } = context
  const own = data.rows.collections.list('database', clusterId, database)
  const objects = own.reduce((sum, row) => sum + allDocuments(data, row).length, 0)
  const size = sizeOfCollections(context, own)
  return {
    db: database,
    collections: own.filter(({ kind }) => kind !== 'view').length,
    views: own.filter(({ kind }) => kind === 'view').length,
    objects,
    avgObjSize: double(objects === 0 ? 0 : size / objects),
    dataSize: double(size),
    storageSize: double(size),
    indexes: own.reduce((sum, row) => sum + indexesOf(data, row).length, 0),
    indexSize: double(0),
    totalSize: double(size),
    scaleFactor: 1,
  }
}
