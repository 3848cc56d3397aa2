import { compileQuery } from '#docdb/query/compile.ts'
import { checkStages, stageOf } from '#docdb/pipeline/run.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import {
  cappedSizeOf,
  checkedOptions,
  coarserTimeseries,
  EXPIRY_INDEX,
  firstIndexes,
  limitsOf,
} from '#docdb/storage/collection-options.ts'
import { fillIndex } from '#docdb/storage/documents.ts'
import {
  addIndex,
  checkNamespace,
  checkIdKey,
  createCollection,
  databasesOf,
  dropCollection,
  findCollection,
  indexesOf,
  optionsOf,
  removeIndex,
  shownIndexes,
} from '#docdb/storage/catalog.ts'
import { namespaceOf, recordChange } from '#docdb/storage/changes.ts'
import { sizeOfCollections } from '#docdb/storage/collection-statistics.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { hasWholeKey, isIdIndex, keysOf, type IndexShape } from '#docdb/storage/index-shape.ts'
import { Binary, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import {
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
import { namedIndexes } from './indexes.ts'

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
  checkCapped(options)
  checkValidation('create', options)
  checkViewAndIndex(command)
  if (existing !== undefined && areEqual(optionsOf(data, existing), checkedOptions(options))) return {}
  checkDefinition(context, name, options)
  createCollection(data, { clusterId, database, name }, options)
  return {}
}

/** Refuses a capped collection without a size, and the limits of one for any other. */
function checkCapped({ capped, size, max, clusteredIndex }: Document): void {
  if (clusteredIndex !== undefined) return
  if (capped === true && size === undefined)
    throw new CommandError('InvalidOptions', "the 'size' field is required when 'capped' is true")
  if (capped !== true && (size !== undefined || max !== undefined))
    throw new CommandError(
      'InvalidOptions',
      "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
    )
  if (size !== undefined && Number(size) > LARGEST_CAPPED)
    throw new CommandError(
      51_024,
      `BSON field 'size' value must be <= ${LARGEST_CAPPED}, actual value '${Number(size)}'`,
    )
  if (max !== undefined && Number(max) >= 2 ** 31)
    throw new CommandError(51_024, `BSON field 'max' value must be < 2147483648, actual value '${Number(max)}'`)
}

/** Refuses the pipeline of a view without its collection, and an index of `_id` that no collection has. */
function checkViewAndIndex({ viewOn, pipeline, idIndex }: Document): void {
  if (viewOn === undefined && pipeline !== undefined)
    throw new CommandError('InvalidOptions', "'pipeline' requires 'viewOn' to also be specified")
  if (!isDocument(idIndex)) return
  if (viewOn !== undefined) throw new CommandError('InvalidOptions', "'viewOn' and 'idIndex' cannot both be specified")
  checkIdKey(idIndex['key'])
}

const LEVELS = ['off', 'strict', 'moderate']
const ACTIONS = ['error', 'warn']

/** Refuses a level or an action of a validator that the server does not know. */
function checkValidation(name: 'create' | 'collMod', { validationLevel, validationAction }: Document): void {
  for (const [member, value, known] of [
    ['validationLevel', validationLevel, LEVELS],
    ['validationAction', validationAction, ACTIONS],
  ] as const) {
    if (typeof value === 'string' && !known.includes(value))
      throw new CommandError(
        'BadValue',
        `Enumeration value '${value}' for field '${name}.${member}' is not a valid value.`,
      )
  }
}

/** The largest capped collection, in bytes: 1 PB. */
const LARGEST_CAPPED = 2 ** 50

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
  const nIndexesWas = shownIndexes(context.data, row).length
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
  if (row.kind !== 'collection')
    throw new CommandError(
      'CommandNotSupportedOnView',
      `cannot rename ${row.kind === 'view' ? 'view' : 'timeseries collection'}: ${namespaceOf(row)}`,
    )
  if (from.database === to.database && from.name === to.name)
    throw new CommandError('IllegalOperation', "Can't rename a collection to itself")
  checkNamespace(to)
  const target = findCollection(data, to)
  if (target !== undefined) {
    if (command['dropTarget'] !== true || target.kind !== 'collection')
      throw new CommandError('NamespaceExists', 'target namespace exists')
    dropCollection(data, target)
  }
  const place = { db: to.database, coll: to.name }
  const dropped =
    target === undefined ? {} : { dropTarget: new Binary(Buffer.from(target.uuid, 'hex'), Binary.SUBTYPE_UUID) }
  const details = { to: place, operationDescription: { to: place, ...dropped } }
  recordChange(data, { kind: 'rename', on: row, details })
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
  checkValidation('collMod', command)
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
  changeLimits(context, row, options)
  if (command['expireAfterSeconds'] !== undefined) changeExpiry(context, row, options)
  if (isDocument(command['timeseries']) && isDocument(options['timeseries']))
    options['timeseries'] = coarserTimeseries(options['timeseries'], command['timeseries'])
  data.rows.collectionOptions.set(options, row.id)
  recordChange(data, { kind: 'modify', on: row })
  return reply
}

/** Changes the limits of a capped collection. */
function changeLimits({ command, data }: CommandContext, row: CollectionRow, options: Document): void {
  const { cappedSize: size, cappedMax: max } = command
  if (size === undefined && max === undefined) return
  if (row.capped === null) throw new CommandError('InvalidOptions', 'Collection must be capped.')
  if (size !== undefined) options['size'] = cappedSizeOf(size)
  if (max !== undefined) options['max'] = max
  data.rows.collections.update(row.id, { capped: limitsOf(options) })
}

/** Changes how long the documents of a time series or a clustered collection live: seconds, or `off`. */
function changeExpiry({ command, data }: CommandContext, row: CollectionRow, options: Document): void {
  const seconds = command['expireAfterSeconds']
  delete options['expireAfterSeconds']
  if (seconds !== 'off') options['expireAfterSeconds'] = seconds ?? null
  const own = firstIndexes(checkedOptions(options)).filter(
    (spec) => spec['clustered'] === true || spec['expireAfterSeconds'] !== undefined,
  )
  for (const { row: index, spec } of indexesOf(data, row)) {
    if (index.name === EXPIRY_INDEX || spec['clustered'] === true) removeIndex(data, index)
  }
  for (const spec of own) fillIndex(data, row, addIndex(data, row, spec).id)
}

/**
 * Refuses to make an index unique that takes duplicates still, or has some.
 * https://www.mongodb.com/docs/manual/tutorial/convert-an-existing-index-to-unique/
 */
function requireConvertible(
  { data }: Pick<CommandContext, 'data'>,
  row: CollectionRow,
  shape: IndexShape,
  isDryRun: boolean,
): void {
  if (!isDryRun && shape.spec['prepareUnique'] !== true)
    throw new CommandError(
      'InvalidOptions',
      "Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.",
    )
  const holders = new Map<string, Value[]>()
  const { start, end } = data.rows.documents.range([row.id])
  for (const { document } of data.rows.documents.slice(start, end)) {
    for (const key of keysOf(shape, document).keys) {
      if (!hasWholeKey(shape, document, key)) continue
      const ids = holders.get(key) ?? []
      if (ids.length === 0) holders.set(key, ids)
      ids.push(document['_id'] ?? null)
    }
  }
  const violations = [...holders.values()].filter((ids) => ids.length > 1).map((ids): Document => ({ ids }))
  if (violations.length === 0) return
  throw new CommandError(
    'CannotConvertIndexToUnique',
    'Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.',
    { violations },
  )
}

function modifyIndex({ data, command }: CommandContext, row: CollectionRow, change: Document): Document {
  const found = namedIndexes(indexesOf(data, row), change['name'] ?? change['keyPattern'] ?? null)
  const [shape, other] = found
  if (shape === undefined)
    throw new CommandError(
      'IndexNotFound',
      `cannot find index ${show(change['name'] ?? change['keyPattern'])} for ns ${namespaceOf(row)}`,
    )
  if (other !== undefined)
    throw new CommandError(
      'AmbiguousIndexKeyPattern',
      `index keyPattern ${show(change['keyPattern'])} matches ${found.length} indexes, must use index name. Conflicting indexes:${show(shape.spec)}, ${show(other.spec)}`,
    )
  const spec = { ...shape.spec }
  const reply: Document = {}
  const { expireAfterSeconds, hidden, prepareUnique, unique } = change
  if (unique === true && spec['unique'] !== true) {
    const isDryRun = command['dryRun'] === true
    requireConvertible({ data }, row, shape, isDryRun)
    if (isDryRun) return reply
    spec['unique'] = true
    delete spec['prepareUnique']
    reply['unique_new'] = true
  }
  if (typeof prepareUnique === 'boolean') {
    reply['prepareUnique_old'] = spec['prepareUnique'] === true
    reply['prepareUnique_new'] = prepareUnique
    if (prepareUnique) spec['prepareUnique'] = true
    else delete spec['prepareUnique']
  }
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
    unique: isIdIndex(shape) || spec['unique'] === true || spec['prepareUnique'] === true,
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
    const options = row.kind === 'view' ? { pipeline: [], ...optionsOf(data, row) } : optionsOf(data, row)
    const uuid = new Binary(Buffer.from(row.uuid, 'hex'), Binary.SUBTYPE_UUID)
    return {
      name: row.name,
      type: row.kind,
      options,
      info:
        row.kind === 'view' ? { readOnly: true } : { readOnly: false, ...(row.kind === 'timeseries' ? {} : { uuid }) },
      ...(row.kind !== 'collection' || options['clusteredIndex'] !== undefined
        ? {}
        : { idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } }),
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

/** The databases that every member of a replica set has, with the bytes of a new one. */
const SERVER_DATABASES: readonly (readonly [name: string, size: number])[] = [
  ['admin', 40_960],
  ['config', 61_440],
  ['local', 73_728],
]

/** https://www.mongodb.com/docs/manual/reference/command/listDatabases/ */
export const listDatabases: Command = (context) => {
  const { command, data, clusterId } = context
  const inner = pipelineContext(context, undefined, '')
  const test = compileQuery(documentIn(command, 'filter', 'listDatabases'), inner.environment)
  const sizes = new Map(SERVER_DATABASES)
  for (const [name, rows] of databasesOf(data, clusterId))
    sizes.set(name, (sizes.get(name) ?? 0) + sizeOfCollections(data, rows))
  const own = [...sizes].map(([name, sizeOnDisk]): Document => {
    if (command['nameOnly'] === true) return { name }
    return { name, sizeOnDisk: BigInt(sizeOnDisk), empty: sizeOnDisk === 0 }
  })
  const databases = own
    .filter((each) => test(each, {}))
    .toSorted((left, right) => (textOfAny(left['name']) < textOfAny(right['name']) ? -1 : 1))
  if (command['nameOnly'] === true) return { databases }
  const total = databases.reduce((sum, each) => sum + Number(each['sizeOnDisk']), 0)
  return { databases, totalSize: BigInt(total), totalSizeMb: BigInt(Math.floor(total / 1_048_576)) }
}
