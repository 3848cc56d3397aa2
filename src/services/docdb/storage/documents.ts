import type { DataContext } from '#docdb/call.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, StoredDocument } from '#docdb/schema/data.ts'
import { addToSearch, removeFromSearch } from '#docdb/search/postings.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { show } from '#docdb/values/show.ts'
import {
  fieldOf,
  firstName,
  isDocument,
  ObjectId,
  setField,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { collationOf, indexesOf, optionsOf } from './catalog.ts'
import { namespaceOf, recordChange } from './changes.ts'
import { checkMeasurement } from './collection-options.ts'
import { scheduleExpiry } from './expiry.ts'
import { validationDetails } from './validation-details.ts'
import { hasWholeKey, indexShape, keysOf, keyValueOf, PLAIN_ENVIRONMENT, type IndexShape } from './index-shape.ts'

/** The largest document, in bytes. */
export const LARGEST_DOCUMENT = 16 * 1024 * 1024

/** Options of a write. */
export interface WriteOptions {
  readonly bypassValidation?: boolean
  /** True for documents of a seed, which no change stream reports. */
  readonly isSeed?: boolean
}

/**
 * Adds a document; one without `_id` gets an ObjectId. Returns the document as it is stored.
 *
 * @throws CommandError 11000 for a key that is taken, 121 for a document that the validator refuses.
 */
export function insertDocument(
  context: DataContext,
  collection: CollectionRow,
  received: Document,
  options: WriteOptions = {},
): Document {
  const { rows } = context
  refuseViews(collection)
  const document = withIdFirst(context, received)
  if (collection.kind === 'timeseries') checkMeasurement(optionsOf(context, collection), document)
  checkDocument(context, collection, document, options)
  if (collection.capped !== null && sizeOf(document) > Math.max(collection.capped.size, LEAST_CAPPED))
    throw new CommandError('BadValue', 'object to insert exceeds cappedMaxSize')
  const recordId = rows.recordIds.next(collection.id)
  addKeys(context, collection, recordId, document)
  addToSearch(context, collection, recordId, document)
  rows.documents.set({ recordId, document }, collection.id, recordId)
  noteExpiry(context, collection)
  if (options.isSeed !== true) recordChange(context, { kind: 'insert', on: collection, recordId, after: document })
  if (collection.capped !== null) trimCapped(context, collection, document)
  return document
}

/** Replaces a document. Does nothing when the new one is the same. Returns whether it differs. */
export function replaceDocument(
  context: DataContext,
  collection: CollectionRow,
  recordId: number,
  before: Document,
  after: Document,
  options: WriteOptions & { readonly isReplacement?: boolean } = {},
): boolean {
  const { rows } = context
  refuseViews(collection)
  if (isSameDocument(before, after)) return false
  checkDocument(context, collection, after, options, before)
  moveKeys(context, collection, recordId, before, after)
  removeFromSearch(context, collection, recordId, before)
  addToSearch(context, collection, recordId, after)
  rows.documents.set({ recordId, document: after }, collection.id, recordId)
  noteExpiry(context, collection)
  recordChange(context, {
    kind: options.isReplacement === true ? 'replace' : 'update',
    on: collection,
    recordId,
    before,
    after,
  })
  return true
}

/** Removes a document. */
export function removeDocument(
  context: DataContext,
  collection: CollectionRow,
  recordId: number,
  document: Document,
): void {
  const { rows } = context
  refuseViews(collection)
  removeKeys(context, collection, recordId, document)
  rows.documents.delete(collection.id, recordId)
  recordChange(context, { kind: 'delete', on: collection, recordId, before: document })
}

function removeKeys(context: DataContext, collection: CollectionRow, recordId: number, document: Document): void {
  for (const shape of indexesOf(context, collection)) {
    for (const key of keysOf(shape, document).keys) context.rows.entries.delete(shape.row.id, key, recordId)
  }
  removeFromSearch(context, collection, recordId, document)
}

/** Refuses a write to a view. */
export function refuseViews(collection: CollectionRow): void {
  if (collection.kind === 'view') {
    throw new CommandError(
      'CommandNotSupportedOnView',
      `Namespace ${namespaceOf(collection)} is a view, not a collection`,
    )
  }
}

/** Returns a document with its `_id` in front: a new ObjectId where it has none. */
export function withIdFirst({ ids, clock }: DataContext, received: Document): Document {
  if (Object.hasOwn(received, '_id')) {
    if (firstName(received) === '_id') return received
    const made: Document = { _id: received['_id'] ?? null }
    for (const name in received) if (name !== '_id') setField(made, name, received[name] ?? null)
    return made
  }
  const seconds = Math.floor(clock.now() / 1000)
    .toString(16)
    .padStart(8, '0')
  return { _id: ObjectId.createFromHexString(seconds + ids.hex(16)), ...received }
}

function isSameDocument(before: Document, after: Document): boolean {
  return before === after || (areEqual(before, after) && haveSameTypes(before, after))
}

function haveSameTypes(left: Value, right: Value): boolean {
  if (typeOf(left) !== typeOf(right)) return false
  if (Array.isArray(left)) return left.every((each, at) => haveSameTypes(each, (right as Value[])[at] ?? null)) // equal types
  if (!isDocument(left)) return true
  return Object.entries(left).every(([name, each]) => haveSameTypes(each, fieldOf(right as Document, name) ?? null)) // equal types
}

/** Returns whether a field with a dollar sign is one of a reference, a DBRef: `$ref`, `$id` and perhaps `$db`. */
function isReferenceField(document: Document, name: string): boolean {
  const [first, second, third] = Object.keys(document)
  if (first !== '$ref' || second !== '$id' || typeof document['$ref'] !== 'string') return false
  return name === first || name === second || (name === third && name === '$db' && typeof document['$db'] === 'string')
}

function checkDocument(
  context: DataContext,
  collection: CollectionRow,
  document: Document,
  options: WriteOptions,
  before?: Document,
): void {
  const id = document['_id']
  if (Array.isArray(id)) throw new CommandError('InvalidIdField', "The '_id' value cannot be of type array")
  if (typeOf(id) === 'regex') throw new CommandError('InvalidIdField', "The '_id' value cannot be of type regex")
  if (isDocument(id)) {
    const dollar = Object.keys(id).find((name) => name.startsWith('$') && !isReferenceField(id, name))
    if (dollar !== undefined)
      throw new CommandError(
        'DollarPrefixedFieldName',
        `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
      )
  }
  refuseLargeDocument(document, before)
  if (options.bypassValidation !== true) validate(context, collection, document, before)
}

/** Refuses to store a document of more than 16 MB. `before` is the one that it replaces. */
function refuseLargeDocument(document: Document, before: Document | undefined): void {
  if (roughSize(document) < LARGEST_DOCUMENT) return
  const size = sizeOf(document)
  if (size <= LARGEST_DOCUMENT) return
  if (before !== undefined)
    throw new CommandError(17_419, `Resulting document after update is larger than ${LARGEST_DOCUMENT}`)
  throw new CommandError(
    'BadValue',
    `object to insert too large. size in bytes: ${size}, max size: ${LARGEST_DOCUMENT}`,
  )
}

/** The most bytes of a document that is shown: a stored one may have some fields more. */
const LARGEST_SHOWN = LARGEST_DOCUMENT + 16 * 1024

/** Refuses to show a document that no message has room for. Returns a number of bytes that it does not exceed. */
export function refuseLargeResult(document: Document): number {
  const most = roughSize(document)
  if (most < LARGEST_SHOWN) return most
  const size = sizeOf(document)
  if (size <= LARGEST_SHOWN) return size
  const [name = '', value] = Object.entries(document)[0] ?? []
  throw new CommandError(
    'BSONObjectTooLarge',
    `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${LARGEST_SHOWN}(16MB) First element: ${name}: ${show(value)}`,
  )
}

/** Returns a number that the size of a document does not exceed, without reading texts. */
function roughSize(value: Value): number {
  if (typeof value === 'string') return 8 + value.length * 3
  if (typeof value !== 'object' || value === null) return 16
  let size = 32
  if (Array.isArray(value)) for (const each of value) size += 10 + roughSize(each)
  else if (isDocument(value)) for (const name in value) size += 8 + name.length * 3 + roughSize(value[name] as Value)
  else if ('length' in value && typeof value.length === 'function') size += value.length()
  return size
}

/** Refuses a document that the validator of its collection does not take. `before` is the one that it replaces. */
function validate(context: DataContext, collection: CollectionRow, document: Document, before?: Document): void {
  const { validator, validationLevel, validationAction } = optionsOf(context, collection)
  if (!isDocument(validator) || validationLevel === 'off' || validationAction === 'warn') return
  const isValid = compileQuery(validator, { ...PLAIN_ENVIRONMENT, collation: collationOf(context, collection) })
  if (isValid(document, {})) return
  if (validationLevel === 'moderate' && before !== undefined && !isValid(before, {})) return
  throw new CommandError('DocumentValidationFailure', 'Document failed validation', {
    errInfo: { failingDocumentId: document['_id'] ?? null, details: validationDetails(validator, document) },
  })
}

function addKeys(context: DataContext, collection: CollectionRow, recordId: number, document: Document): void {
  for (const shape of indexesOf(context, collection)) {
    const { keys, isMultikey } = keysOf(shape, document)
    for (const key of keys) addKey(context, collection, shape, key, recordId, document)
    noteIndex(context, shape, isMultikey)
  }
}

function noteIndex({ rows }: DataContext, { row }: IndexShape, isMultikey: boolean): void {
  if (isMultikey && !row.multikey) rows.indexes.update(row.id, { multikey: true })
}

/** Schedules the expiry of documents, where an index lets them expire. To be called when a document is stored. */
function noteExpiry(context: DataContext, { id }: Pick<CollectionRow, 'id'>): void {
  if (context.rows.indexes.count('expiring', id) > 0) scheduleExpiry(context)
}

/** Returns whether another document has a key of a unique index. */
function isTaken(
  rows: DataContext['rows'],
  { id }: Pick<CollectionRow, 'id'>,
  shape: IndexShape,
  key: string,
  recordId: number,
  document: Document,
): boolean {
  const holder = rows.entries.first([shape.row.id, key])
  if (holder === undefined) return false
  if (shape.paths.length === 1) return holder !== recordId
  if (!hasWholeKey(shape, document, key)) return false
  const { start, end } = rows.entries.range([shape.row.id, key])
  return rows.entries.slice(start, end).some((each) => {
    const other = each === recordId ? undefined : rows.documents.get(id, each)?.document
    return other !== undefined && hasWholeKey(shape, other, key)
  })
}

function addKey(
  { rows }: DataContext,
  collection: CollectionRow,
  shape: IndexShape,
  key: string,
  recordId: number,
  document: Document,
): void {
  if (shape.row.unique && isTaken(rows, collection, shape, key, recordId, document))
    throw duplicateKey(collection, shape, document, key)
  rows.entries.set(recordId, shape.row.id, key, recordId)
}

function moveKeys(
  context: DataContext,
  collection: CollectionRow,
  recordId: number,
  before: Document,
  after: Document,
): void {
  const { rows } = context
  for (const shape of indexesOf(context, collection)) {
    const old = keysOf(shape, before)
    const { keys, isMultikey } = keysOf(shape, after)
    if (old.keys.length === 1 && keys.length === 1 && old.keys[0] === keys[0]) continue
    // A key that the document has had from two elements may now be one of a single element.
    const isWhole = shape.row.unique && shape.paths.length > 1 && isMultikey
    const added = isWhole ? keys : keys.filter((key) => !old.keys.includes(key))
    for (const key of old.keys) if (!keys.includes(key)) rows.entries.delete(shape.row.id, key, recordId)
    for (const key of added) addKey(context, collection, shape, key, recordId, after)
    noteIndex(context, shape, isMultikey)
  }
}

/** 11000: another document has the key. */
function duplicateKey(collection: CollectionRow, shape: IndexShape, document: Document, key: string): CommandError {
  const keyValue = keyValueOf(shape, document, key)
  const collation = shape.collation === undefined ? '' : ` collation: ${show(shape.collation.spec)}`
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespaceOf(collection)} index: ${shape.row.name}${collation} dup key: ${show(keyValue)}`,
    { keyPattern: shape.spec['key'] ?? {}, keyValue },
  )
}

/** Adds the documents of a collection to a new index. */
export function fillIndex(context: DataContext, collection: CollectionRow, indexId: number): void {
  const { rows } = context
  const row = rows.indexes.require(indexId)
  const shape = indexShape(row, rows.indexSpecs.get(indexId) ?? {})
  for (const { recordId, document } of allDocuments(context, collection)) {
    const { keys, isMultikey } = keysOf(shape, document)
    for (const key of keys) addKey(context, collection, shape, key, recordId, document)
    if (isMultikey && !rows.indexes.require(indexId).multikey) rows.indexes.update(indexId, { multikey: true })
  }
  if (row.expireAfter !== null) scheduleExpiry(context)
}

/** Returns all documents of a collection with their places, in the order of their insertion. */
export function allDocuments({ rows }: DataContext, { id }: Pick<CollectionRow, 'id'>): StoredDocument[] {
  const { start, end } = rows.documents.range([id])
  return rows.documents.slice(start, end)
}

/** The least size of a capped collection, in bytes. */
const LEAST_CAPPED = 4096

/** Adds a document of the server's own to a capped collection without an index: as it is, and told to nobody. */
export function keepDocument(context: DataContext, collection: CollectionRow, document: Document): void {
  const recordId = context.rows.recordIds.next(collection.id)
  context.rows.documents.set({ recordId, document }, collection.id, recordId)
  trimCapped(context, collection, document)
}

/** Removes the oldest documents of a capped collection that is beyond its limits. */
function trimCapped(context: DataContext, collection: CollectionRow, added: Document): void {
  const { rows } = context
  const limits = collection.capped
  if (limits === null) return
  let size = rows.cappedBytes.get(collection.id) + sizeOf(added)
  for (;;) {
    const { start, end } = rows.documents.range([collection.id])
    const count = end - start
    if (count <= 1 || ((limits.max === null || count <= limits.max) && size <= Math.max(limits.size, LEAST_CAPPED)))
      break
    const [oldest] = rows.documents.slice(start, start + 1)
    if (oldest === undefined) break
    removeKeys(context, collection, oldest.recordId, oldest.document)
    rows.documents.delete(collection.id, oldest.recordId)
    size -= sizeOf(oldest.document)
  }
  rows.cappedBytes.set(size, collection.id)
}
