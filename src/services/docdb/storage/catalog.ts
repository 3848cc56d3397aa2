import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, IndexKind, IndexRow } from '#docdb/schema/data.ts'
import { readCollation, type Collation } from '#docdb/values/collation.ts'
import { forgetIndex, removeFromSearch, searchIndexesOf } from '#docdb/search/postings.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { recordChange } from './changes.ts'
import { checkedOptions, EXPIRY_INDEX, firstIndexes, limitsOf } from './collection-options.ts'
import { isWildcardField } from './index-kinds.ts'
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

/**
 * Removes a collection with its documents and indexes. `isReplaced` is true where the event of another change says so.
 */
export function dropCollection(context: DataContext, row: CollectionRow, { isReplaced = false } = {}): void {
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
  if (!isReplaced) recordChange(context, { kind: 'drop', on: row })
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

function kindOf(key: Document): IndexKind {
  const directions = Object.values(key)
  if (directions.includes('text')) return 'text'
  if (directions.some((each) => each === '2dsphere' || each === '2d' || each === 'geoHaystack')) return 'geo'
  return Object.keys(key).some(isWildcardField) ? 'wildcard' : 'ordered'
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
