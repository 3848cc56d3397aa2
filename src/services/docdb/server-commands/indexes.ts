import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import {
  addIndex,
  ensureCollection,
  findCollection,
  hasSameOptions,
  shownIndexes,
  removeIndex,
  collationOf,
} from '#docdb/storage/catalog.ts'
import { checkedIndexSpec, kindWithoutCollation, withoutUnknownOptions } from '#docdb/storage/index-specification.ts'
import { isNamed } from '#docdb/values/collation.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import { namespaceOf, recordChange } from '#docdb/storage/changes.ts'
import { fillIndex } from '#docdb/storage/documents.ts'
import { isIdIndex, type IndexShape } from '#docdb/storage/index-shape.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import {
  arrayIn,
  collectionName,
  documentIn,
  noNamespace,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { cursorReply, fixedSource } from './cursors.ts'
import { checkCommitQuorum } from './write-concern.ts'

/** https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
export const createIndexes: Command = (context) => {
  const { command, data, clusterId, database } = context
  const listed = arrayIn(command, 'indexes', 'createIndexes')
  const received = isTruthy(command['ignoreUnknownIndexOptions']) ? listed.map(withoutUnknownOptions) : listed
  if (context.runtime !== null) received.forEach(requireName)
  const checked = received.map(checkedIndexSpec)
  if (checked.length === 0) throw new CommandError('BadValue', 'Must specify at least one index to create')
  checkCommitQuorum(command['commitQuorum'])
  const before = targetCollection(context)
  const row = before ?? ensureCollection(data, { clusterId, database, name: collectionName(context) })
  if (row.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(row)} is a view, not a collection`)
  const numIndexesBefore = countIndexes(data, row)
  for (const [at, own] of checked.entries()) {
    const spec = withCollation(context, row, received[at], own)
    if (isKnownIndex(shownIndexes(data, row), spec)) continue
    if (row.kind === 'timeseries') refuseMeasurementIndex(spec)
    requireNewCollection(context, row)
    requireRoomForIndex(shownIndexes(data, row), spec)
    const { id } = addIndex(data, row, spec)
    fillIndex(data, row, id)
    recordChange(data, { kind: 'createIndexes', on: row, details: { operationDescription: { indexes: [spec] } } })
  }
  const numIndexesAfter = countIndexes(data, row)
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: before === undefined,
    ...(numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {}),
  }
}

/** Refuses an index without a name, which every driver makes; a seed and a test may leave it out. */
function requireName(spec: Value): void {
  if (isDocument(spec) && spec['name'] === undefined)
    throw new CommandError(
      'FailedToParse',
      `Error in specification ${show(spec)} :: caused by :: The 'name' field is a required property of an index specification`,
    )
}

/** Returns how many indexes a collection has, as the server counts them: a clustered one is none. */
function countIndexes(data: DataContext, row: CollectionRow): number {
  return shownIndexes(data, row).filter(({ spec }) => spec['clustered'] !== true).length
}

/**
 * Returns the specification of an index that compares as its collection does, unless the received one names another
 * collation.
 *
 * @throws CommandError for an index of words or of places on a plane in a collection that compares as a language does.
 */
function withCollation(
  { data }: CommandContext,
  row: CollectionRow,
  received: Value | undefined,
  spec: Document,
): Document {
  const own = collationOf(data, row)
  if (own === undefined || (isDocument(received) && isNamed(received['collation']))) return spec
  const kind = kindWithoutCollation(spec['key'])
  if (kind !== undefined)
    throw new CommandError('CannotCreateIndex', `Index type '${kind}' does not support collation: ${show(own.spec)}`)
  return { ...spec, collation: own.spec }
}

/** Refuses an index that a time series cannot have. */
function refuseMeasurementIndex({ key, unique, sparse }: Document): void {
  if (unique === true)
    throw new CommandError('InvalidOptions', 'Unique indexes are not supported on collections clustered by _id')
  if (sparse === true)
    throw new CommandError('InvalidOptions', 'Sparse indexes are not supported on time-series collections')
  const kinds = isDocument(key) ? Object.values(key) : []
  const refused = kinds.find((kind) => kind === 'hashed' || kind === '2d')
  if (refused !== undefined)
    throw new CommandError(
      'InvalidOptions',
      `${refused === '2d' ? '2d' : 'Hashed'} indexes are not supported on time-series collections`,
    )
  if (isDocument(key) && Object.values(key).includes('text'))
    throw new CommandError('InvalidOptions', 'Text indexes are not supported on time-series collections')
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

/**
 * Returns whether an index has the keys of another and the options that tell indexes of one key apart: indexes that
 * differ in one of these may exist side by side.
 * https://www.mongodb.com/docs/manual/core/index-unique/#basic-and-unique-indexes-with-duplicate-key-patterns
 */
function isEquivalent(left: Document, right: Document): boolean {
  return (
    areEqual(left['key'], right['key']) &&
    ['unique', 'sparse'].every((name) => (left[name] === true) === (right[name] === true)) &&
    ['collation', 'partialFilterExpression', 'wildcardProjection'].every((name) => areEqual(left[name], right[name]))
  )
}

/** Returns whether an index exists already; throws for one that differs from an index with its name or its keys. */
function isKnownIndex(indexes: readonly IndexShape[], spec: Document): boolean {
  if (areEqual(spec['key'], { _id: 1 }) && indexes.some(isIdIndex)) return true
  const named = indexes.find(({ row }) => row.name === spec['name'])
  const isSameKey = (index: IndexShape): boolean => isEquivalent(index.spec, spec)
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
  const { batchSize } = documentIn(command, 'cursor', 'listIndexes')
  const specs = shownIndexes(data, row).map(({ spec }) => (command['includeIndexBuildInfo'] === true ? { spec } : spec))
  return cursorReply(
    context,
    namespaceOf(row),
    fixedSource(specs),
    isNumber(batchSize) ? toNumber(batchSize) : undefined,
  )
}

/** Returns the indexes with a name, or with a key. */
export function namedIndexes(indexes: readonly IndexShape[], nameOrKey: Value): IndexShape[] {
  if (typeof nameOrKey === 'string') return indexes.filter(({ row }) => row.name === nameOrKey)
  return indexes.filter(({ spec }) => areEqual(spec['key'], nameOrKey))
}

/** https://www.mongodb.com/docs/manual/reference/command/dropIndexes/ */
export const dropIndexes: Command = (context) => {
  const { command, data } = context
  const row = targetCollection(context)
  if (row === undefined) throw noNamespace(context, collectionName(context))
  if (row.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(row)} is a view, not a collection`)
  const indexes = shownIndexes(data, row)
  const nIndexesWas = countIndexes(data, row)
  const selector = selectorOf(command)
  const isAll = selector === '*' || (Array.isArray(selector) && selector.length === 1 && selector[0] === '*')
  const dropped = isAll ? indexes.filter((index) => !isIdIndex(index)) : droppedIndexes(indexes, selector)
  const own = dropped.find(isIdIndex)
  if (own?.spec['clustered'] === true) throw new CommandError(5_979_800, 'It is illegal to drop the clusteredIndex')
  if (own !== undefined) throw new CommandError('InvalidOptions', 'cannot drop _id index')
  for (const { row: index } of dropped) removeIndex(data, index)
  if (dropped.length > 0)
    recordChange(data, {
      kind: 'dropIndexes',
      on: row,
      details: { operationDescription: { indexes: dropped.map(({ spec }) => spec) } },
    })
  return { nIndexesWas, ...(isAll ? { msg: 'non-_id indexes dropped for collection' } : {}) }
}

/** Returns what a command names its indexes by: a name, a key, or a list of names. */
function selectorOf({ index }: Document): Value {
  if (index === undefined)
    throw new CommandError('IDLFailedToParse', "BSON field 'dropIndexes.index' is missing but a required field")
  const isNames = Array.isArray(index) && index.every((each) => typeof each === 'string')
  if (typeof index === 'string' || isDocument(index) || isNames) return index
  throw new CommandError(
    'TypeMismatch',
    `BSON field 'dropIndexes.index' is the wrong type '${typeOf(index)}', expected types '[string, object, array<string>]'`,
  )
}

/** Returns the indexes that a command names, each once. */
function droppedIndexes(indexes: readonly IndexShape[], selector: Value): IndexShape[] {
  const left = [...indexes]
  return (Array.isArray(selector) ? selector : [selector]).map((each) => {
    const [found, other, ...more] = namedIndexes(left, each)
    if (found === undefined)
      throw new CommandError(
        'IndexNotFound',
        typeof each === 'string' ? `index not found with name [${each}]` : `can't find index with key: ${show(each)}`,
      )
    if (other !== undefined)
      throw new CommandError(
        'AmbiguousIndexKeyPattern',
        `${more.length + 2} indexes found for key: ${show(each)}, identify by name instead. Conflicting indexes: ${show(found.spec)}, ${show(other.spec)}`,
      )
    left.splice(left.indexOf(found), 1)
    return found
  })
}
