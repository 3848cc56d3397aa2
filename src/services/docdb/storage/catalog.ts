import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, IndexKind, IndexRow } from '#docdb/schema/data.ts'
import { readCollation, type Collation } from '#docdb/values/collation.ts'
import { forgetIndex, removeFromSearch, searchIndexesOf } from '#docdb/search/postings.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import {
  firstName,
  isDocument,
  isInt32,
  isNumber,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { recordChange } from './changes.ts'
import { checkedOptions, EXPIRY_INDEX, firstIndexes, limitsOf } from './collection-options.ts'
import { indexShape, keysOf, type IndexShape } from './index-shape.ts'

/** A place for documents: a cluster, a database and a collection. */
export interface Namespace {
  readonly clusterId: string
  readonly database: string
  readonly name: string
}

/** Returns a collection; undefined when it does not exist. */
export function findCollection(
  { rows }: DataContext,
  { clusterId, database, name }: Namespace,
): CollectionRow | undefined {
  return rows.collections.find('namespace', clusterId, database, name)
}

/** Returns the options that a collection was made with. */
export function optionsOf({ rows }: DataContext, { id }: CollectionRow): Document {
  return rows.collectionOptions.get(id) ?? {}
}

/** Returns the collation that a collection compares with unless a command names another. */
export function collationOf(context: DataContext, row: CollectionRow | undefined): Collation | undefined {
  return row === undefined ? undefined : readCollation(optionsOf(context, row)['collation'])
}

/** The most bytes of the name of a database and a collection together. */
const LONGEST_NAMESPACE = 255

/** Refuses a name that no collection can have. */
export function checkNamespace({ database, name }: Namespace): void {
  if (database === '' || /[\0/\\. "$]/.test(database) || database.length > 63) {
    throw new CommandError('InvalidNamespace', `Invalid database name: '${database}'`)
  }
  if (name === '' || name.includes('\0') || name.startsWith('.') || name.endsWith('.')) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${database}.${name}'`)
  }
  if (name.includes('$')) throw new CommandError('InvalidNamespace', `Invalid collection name: ${name}`)
  const namespace = `${database}.${name}`
  if (name.startsWith('system.') && !/^system\.(?:buckets\.|js$|profile$|users$|version$|views$)/.test(name))
    throw new CommandError('InvalidNamespace', `Invalid system namespace: ${namespace}`)
  if (Buffer.byteLength(namespace) > LONGEST_NAMESPACE) {
    throw new CommandError(
      'InvalidNamespace',
      `Fully qualified namespace is too long. Namespace: ${namespace} Max: ${LONGEST_NAMESPACE}`,
    )
  }
}

/** Returns a collection, and creates it when it does not exist. */
export function ensureCollection(context: DataContext, namespace: Namespace): CollectionRow {
  return findCollection(context, namespace) ?? createCollection(context, namespace, {})
}

/**
 * Creates a collection, view or time series.
 *
 * @throws CommandError 48 when it exists.
 */
export function createCollection(context: DataContext, namespace: Namespace, received: Document): CollectionRow {
  const { rows, ids } = context
  checkNamespace(namespace)
  const options = checkedOptions(received)
  if (findCollection(context, namespace) !== undefined) {
    throw new CommandError('NamespaceExists', `Collection ${namespace.database}.${namespace.name} already exists.`)
  }
  const kind =
    options['viewOn'] !== undefined ? 'view' : options['timeseries'] !== undefined ? 'timeseries' : 'collection'
  readCollation(options['collation'])
  const row = rows.collections.insert({
    ...namespace,
    kind,
    uuid: ids.hex(32),
    capped: limitsOf(options),
  })
  if (Object.keys(options).length > 0) rows.collectionOptions.set(options, row.id)
  if (kind !== 'view') for (const spec of firstIndexes(options)) addIndex(context, row, spec)
  recordChange(context, {
    kind: 'create',
    on: row,
    details: { operationDescription: { idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } } },
  })
  return row
}

/** Removes a collection with its documents and indexes. */
export function dropCollection(context: DataContext, row: CollectionRow): void {
  const { rows } = context
  for (const index of rows.indexes.list('collection', row.id)) removeIndex(context, index)
  const { start, end } = rows.documents.range([row.id])
  for (const { recordId, document } of rows.documents.slice(start, end)) {
    removeFromSearch(context, row, recordId, document)
    rows.documents.delete(row.id, recordId)
  }
  for (const index of searchIndexesOf(context, row)) forgetIndex(context, index)
  forgetFilters(context, row)
  rows.collectionOptions.delete(row.id)
  rows.collections.delete(row.id)
  recordChange(context, { kind: 'drop', on: row })
}

/** Forgets which indexes a client has let the queries of a collection use. */
export function forgetFilters({ rows }: DataContext, { id }: Pick<CollectionRow, 'id'>): void {
  const { start, end } = rows.indexFilters.range([id])
  for (const { shape } of rows.indexFilters.slice(start, end)) rows.indexFilters.delete(id, textOfAny(shape))
}

/** Returns the databases of a cluster, by name. */
export function databasesOf({ rows }: DataContext, clusterId: string): ReadonlyMap<string, readonly CollectionRow[]> {
  const byName = new Map<string, CollectionRow[]>()
  for (const row of rows.collections.list('database', clusterId)) {
    const own = byName.get(row.database)
    if (own === undefined) byName.set(row.database, [row])
    else own.push(row)
  }
  return byName
}

/** The indexes of collections, until one of them changes. */
interface KnownIndexes {
  readonly changedAt: number
  readonly byCollection: Map<number, readonly IndexShape[]>
}

// Module state on purpose: what is kept for the indexes of an epoch follows from them alone.
const known = new WeakMap<DataContext['rows']['indexes'], KnownIndexes>()

/** Returns the indexes of a collection, the one of `_id` first. */
export function indexesOf({ rows }: DataContext, { id }: Pick<CollectionRow, 'id'>): readonly IndexShape[] {
  const { indexes, indexSpecs } = rows
  const changedAt = Math.max(indexes.changedAt, indexSpecs.changedAt)
  let kept = known.get(indexes)
  if (kept?.changedAt !== changedAt) known.set(indexes, (kept = { changedAt, byCollection: new Map() }))
  let shapes = kept.byCollection.get(id)
  if (shapes === undefined) {
    shapes = indexes.list('collection', id).map((row) => indexShape(row, indexSpecs.get(row.id) ?? {}))
    kept.byCollection.set(id, shapes)
  }
  return shapes
}

/** Returns the indexes of a collection that the server shows. */
export function shownIndexes(context: DataContext, row: Pick<CollectionRow, 'id'>): readonly IndexShape[] {
  return indexesOf(context, row).filter(({ row: index }) => index.name !== EXPIRY_INDEX)
}

/** Returns the name of an index that is given none: `total_-1_customer_1`. */
function indexName(key: Document): string {
  return Object.entries(key)
    .map(([name, direction]) => `${name}_${isNumber(direction) ? toNumber(direction) : textOfAny(direction)}`)
    .join('_')
}

function kindOf(key: Document): IndexKind {
  const directions = Object.values(key)
  if (directions.includes('text')) return 'text'
  if (directions.some((each) => each === '2dsphere' || each === '2d' || each === 'geoHaystack')) return 'geo'
  return Object.keys(key).some((name) => name === '$**' || name.endsWith('.$**')) ? 'wildcard' : 'ordered'
}

/** Adds the row of an index; its keys are added apart. */
export function addIndex(
  { rows }: DataContext,
  { id: collectionId }: Pick<CollectionRow, 'id'>,
  spec: Document,
): IndexRow {
  const key = spec['key'] as Document // checked by the caller
  const expiry = spec['expireAfterSeconds']
  const row = rows.indexes.insert({
    collectionId,
    name: textOfAny(spec['name']),
    kind: kindOf(key),
    unique: spec['unique'] === true || spec['name'] === '_id_',
    sparse: spec['sparse'] === true,
    hidden: spec['hidden'] === true,
    expireAfter: isNumber(expiry) ? toNumber(expiry) : null,
    multikey: false,
  })
  rows.indexSpecs.set(spec, row.id)
  return row
}

/** Removes an index with its keys. */
export function removeIndex({ rows }: DataContext, row: IndexRow): void {
  const { collectionId } = row
  const { start, end } = rows.entries.range([row.id])
  if (end > start) {
    const shape = indexShape(row, rows.indexSpecs.get(row.id) ?? {})
    for (const recordId of new Set(rows.entries.slice(start, end))) {
      const document = rows.documents.get(collectionId, recordId)?.document
      if (document !== undefined)
        for (const key of keysOf(shape, document).keys) rows.entries.delete(row.id, key, recordId)
    }
  }
  rows.indexSpecs.delete(row.id)
  rows.indexes.delete(row.id)
}

/** Returns whether two specifications of an index have the same options, but for the name. */
export function hasSameOptions(left: Document, right: Document): boolean {
  const names = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression', 'collation', 'weights']
  const plain = (value: Value | undefined): Value | undefined => (value === false ? undefined : value)
  return names.every((name) => areEqual(plain(left[name]), plain(right[name])))
}

/**
 * Returns the full specification of an index.
 *
 * @throws CommandError for one that no collection can have.
 */
export function checkedIndexSpec(spec: Value): Document {
  if (!isDocument(spec))
    throw new CommandError('TypeMismatch', "BSON field 'createIndexes.indexes' must be an array of objects")
  const key = spec['key']
  if (!isDocument(key))
    throw new CommandError(
      'FailedToParse',
      "Error in specification: The 'key' field is a required property of an index specification",
    )
  checkIndexNames(spec)
  checkIndexKey(key)
  const name = spec['name'] ?? indexName(key)
  if (typeof name !== 'string' || name === '')
    throw new CommandError('CannotCreateIndex', `Error in specification ${show(spec)}: index name cannot be empty`)
  checkIndexOptions(spec, key)
  const { v: _v, key: _key, name: _name, ns: _ns, background: _background, ...options } = plainOptions(spec)
  const collation = readCollation(spec['collation'])
  const full: Document = {
    v: 2,
    key,
    name,
    ...options,
    ...(collation === undefined ? {} : { collation: collation.spec }),
  }
  const directions = Object.values(key)
  if (directions.includes('text')) return textSpec(full, key)
  return directions.includes('2dsphere') ? { ...full, '2dsphereIndexVersion': spec['2dsphereIndexVersion'] ?? 3 } : full
}

/** Returns a specification as the server keeps it: flags that are numbers as booleans, seconds as an Int32. */
function plainOptions(spec: Document): Document {
  const plain = { ...spec }
  for (const name of ['unique', 'sparse', 'hidden', 'prepareUnique']) {
    const flag = plain[name]
    if (isNumber(flag)) plain[name] = toNumber(flag) !== 0
    else if (flag !== undefined && typeof flag !== 'boolean')
      throw new CommandError(
        'TypeMismatch',
        `Error in specification ${show(spec)} :: caused by :: The field '${name}' has value ${name}: ${show(flag)}, which is not convertible to bool`,
      )
  }
  const seconds = plain['expireAfterSeconds']
  if (isNumber(seconds) && isInt32(Math.trunc(toNumber(seconds))))
    plain['expireAfterSeconds'] = Math.trunc(toNumber(seconds))
  return plain
}

/** @throws CommandError for a key without fields, or with a field or a direction that no index has. */
function checkIndexKey(key: Document): void {
  if (Object.keys(key).length === 0) throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty object')
  if (firstName(key) === '_id' && Object.keys(key).length === 1 && isNumber(key['_id'])) checkIdKey(key)
  for (const [name, direction] of Object.entries(key)) {
    if (
      isNumber(direction)
        ? toNumber(direction) === 0
        : !['text', '2dsphere', '2d', 'hashed', 'geoHaystack'].includes(textOfAny(direction))
    ) {
      throw new CommandError(
        'CannotCreateIndex',
        isNumber(direction)
          ? `Values in the index key pattern cannot be 0.`
          : `Unknown index plugin '${textOfAny(direction)}'`,
      )
    }
    if (name === '') throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty field')
  }
  const [first, ...others] = Object.values(key)
  if (!others.includes('2d')) return
  throw first === '2d'
    ? new CommandError(16800, "can't have 2 geo fields")
    : new CommandError(16801, '2d has to be first in index')
}

/** @throws CommandError for the key of an index of `_id` alone that is not the one of every collection. */
export function checkIdKey(key: Value | undefined): void {
  if (areEqual(key, { _id: 1 })) return
  throw new CommandError('BadValue', `The field 'key' for an _id index must be {_id: 1}, but got ${show(key ?? null)}`)
}

/** The names of all options of an index. https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
const INDEX_OPTIONS: ReadonlySet<string> = new Set([
  '2dsphereIndexVersion',
  '_id',
  'background',
  'bits',
  'bucketSize',
  'clustered',
  'coarsestIndexedLevel',
  'collation',
  'columnstoreProjection',
  'default_language',
  'dropDups',
  'expireAfterSeconds',
  'finestIndexedLevel',
  'hashVersion',
  'hidden',
  'key',
  'language_override',
  'max',
  'min',
  'name',
  'ns',
  'originalSpec',
  'partialFilterExpression',
  'prepareUnique',
  'seed',
  'sparse',
  'storageEngine',
  'textIndexVersion',
  'unique',
  'v',
  'weights',
  'wildcardProjection',
])

/** Refuses a specification with a name that no option has. */
function checkIndexNames(spec: Document): void {
  const unknown = Object.keys(spec).find((name) => !INDEX_OPTIONS.has(name))
  if (unknown === undefined) return
  throw new CommandError(
    'InvalidIndexSpecificationOption',
    `Error in specification ${show(spec)} :: caused by :: The field '${unknown}' is not valid for an index specification. Specification: ${show(spec)}`,
  )
}

/** The options of an index of `_id`, which the server makes itself. */
const ID_INDEX_OPTIONS: ReadonlySet<string> = new Set(['_id', 'collation', 'key', 'name', 'ns', 'v'])

/** Refuses options of an index of `_id` that it cannot have, as it is unique anyway. */
function refuseIdOptions({ background: _background, ...spec }: Document): void {
  const refused = Object.keys(spec).find((name) => !ID_INDEX_OPTIONS.has(name))
  if (refused === undefined || spec['clustered'] === true) return
  throw new CommandError(
    'InvalidIndexSpecificationOption',
    `The field '${refused}' is not valid for an _id index specification. Specification: ${show({ ...spec, v: 2 })}`,
  )
}

/** The most fields of a compound index. */
const MOST_FIELDS = 32

/** The latest second of an index that expires documents. */
const LONGEST_EXPIRY = 2_147_483_647

function cannotCreate(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message)
}

/** Refuses fields that no index can have, and more of them than one can have. */
function checkIndexFields(key: Document): void {
  const names = Object.keys(key)
  if (names.length > MOST_FIELDS) throw new CommandError(13103, `too many compound keys ${show(key)}`)
  const hashed = Object.values(key).filter((each) => each === 'hashed').length
  if (hashed > 1)
    throw new CommandError(
      31303,
      `A maximum of one index field is allowed to be hashed but found ${hashed} for 'key' ${show(key)}`,
    )
  for (const name of names) {
    const parts = name.split('.')
    if (parts.includes('')) throw cannotCreate('Index keys cannot contain an empty field.')
    if (parts.some((part) => part.startsWith('$') && !/^\$(?:id|ref|db|\*\*)$/.test(part)))
      throw cannotCreate("Index key contains an illegal field name: field name starts with '$'.")
  }
}

/** Refuses options that an index of all fields, or one of words, cannot have. */
function checkKindOptions(spec: Document, key: Document): void {
  const isWildcard = Object.keys(key).some((name) => name === '$**' || name.endsWith('.$**'))
  const { wildcardProjection, partialFilterExpression, collation } = spec
  if (wildcardProjection !== undefined && !isWildcard)
    throw new CommandError('BadValue', "The field 'wildcardProjection' is only allowed in an 'wildcard' index")
  if (wildcardProjection !== undefined && !isDocument(wildcardProjection))
    throw new CommandError(
      'TypeMismatch',
      `The field 'wildcardProjection' must be a non-empty object, but got ${typeOf(wildcardProjection)}`,
    )
  if (partialFilterExpression !== undefined && !isDocument(partialFilterExpression))
    throw new CommandError(
      'TypeMismatch',
      `The field 'partialFilterExpression' must be an object, but got ${typeOf(partialFilterExpression)}`,
    )
  for (const name of ['sparse', 'unique'])
    if (isWildcard && spec[name] === true)
      throw cannotCreate(`Index type 'wildcard' does not support the ${name} option`)
  if (isWildcard && spec['expireAfterSeconds'] !== undefined)
    throw cannotCreate("Index type 'wildcard' cannot be a TTL index")
  if (Object.values(key).includes('text') && isDocument(collation) && collation['locale'] !== 'simple')
    throw cannotCreate(`Index type 'text' does not support collation: ${show(collation)}`)
}

/** @throws CommandError for options that contradict each other. */
function checkIndexOptions(spec: Document, key: Document): void {
  checkIndexFields(key)
  checkKindOptions(spec, key)
  if (spec['unique'] === true && Object.values(key).includes('hashed'))
    throw new CommandError(16764, 'Currently hashed indexes cannot guarantee uniqueness. Use a regular index.')
  if (areEqual(key, { _id: 1 })) refuseIdOptions(spec)
  if (spec['expireAfterSeconds'] !== undefined) {
    if (Object.keys(key).length > 1) {
      throw new CommandError(
        'CannotCreateIndex',
        'TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: ' + show(spec),
      )
    }
    if (!isNumber(spec['expireAfterSeconds']))
      throw new CommandError('CannotCreateIndex', "TTL index 'expireAfterSeconds' option must be numeric")
    if (toNumber(spec['expireAfterSeconds']) < 0)
      throw new CommandError(
        'CannotCreateIndex',
        `. Index spec: ${show(spec)} :: caused by :: TTL index 'expireAfterSeconds' option cannot be less than 0`,
      )
  }
  if (isNumber(spec['expireAfterSeconds']) && !(toNumber(spec['expireAfterSeconds']) <= LONGEST_EXPIRY))
    throw cannotCreate(
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number than ${show(spec['expireAfterSeconds'])}`,
    )
  if (spec['sparse'] === true && spec['partialFilterExpression'] !== undefined) {
    throw new CommandError('CannotCreateIndex', `cannot mix "partialFilterExpression" and "sparse" options`)
  }
  if (isDocument(spec['partialFilterExpression'])) checkPartialFilter(spec, spec['partialFilterExpression'])
}

/**
 * The operators that the filter of a partial index may have. https://www.mongodb.com/docs/manual/core/index-partial/
 */
const PARTIAL = new Set([
  '$and',
  '$or',
  '$eq',
  '$exists',
  '$gt',
  '$gte',
  '$in',
  '$lt',
  '$lte',
  '$type',
  '$geoWithin',
  '$geoIntersects',
])

/** @throws CommandError for an operator that the filter of a partial index may not have. */
function checkPartialFilter(spec: Document, filter: Document): void {
  for (const [name, value] of Object.entries(filter)) {
    const isExcluded = name === '$exists' && (value === false || (isNumber(value) && toNumber(value) === 0))
    if (isExcluded || (name.startsWith('$') && !PARTIAL.has(name)))
      throw new CommandError(
        'CannotCreateIndex',
        `Error in specification ${show(spec)} :: caused by :: Expression not supported in partial index: ${isExcluded ? '$not' : name}`,
      )
    if (name === '$and' || name === '$or') {
      for (const each of Array.isArray(value) ? value : []) if (isDocument(each)) checkPartialFilter(spec, each)
    } else if (!name.startsWith('$') && isDocument(value)) checkPartialFilter(spec, value)
  }
}

/**
 * Returns the specification of an index for text as the server keeps it: the fields for text are `_fts` and `_ftsx`,
 * and their names are in `weights`.
 */
function textSpec(spec: Document, key: Document): Document {
  if (key['_fts'] !== undefined) return spec
  const ownWeights = isDocument(spec['weights']) ? spec['weights'] : {}
  const fields = Object.keys(key).filter((name) => key[name] === 'text')
  const weights = [...new Set([...fields, ...Object.keys(ownWeights)])].toSorted()
  const stored: Document = {}
  for (const [name, direction] of Object.entries(key)) {
    if (direction !== 'text') stored[name] = direction
    else if (stored['_fts'] === undefined) Object.assign(stored, { _fts: 'text', _ftsx: 1 })
  }
  return {
    ...spec,
    key: stored,
    weights: Object.fromEntries(weights.map((name) => [name, ownWeights[name] ?? 1])),
    default_language: spec['default_language'] ?? 'english',
    language_override: spec['language_override'] ?? 'language',
    textIndexVersion: spec['textIndexVersion'] ?? 3,
  }
}
