import { ownMember } from '#core/objects.ts'
import { createHash } from 'node:crypto'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { findCollection, shownIndexes } from '#docdb/storage/catalog.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { allDocuments } from '#docdb/storage/documents.ts'
import { sizeOfCollections, sizeOfIndex, statisticsOf } from '#docdb/storage/collection-statistics.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { Binary, double, isNumber, toNumber, type Document } from '#docdb/values/value.ts'
import {
  collectionName,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'

/** The options of `validate` that exclude each other. */
const EXCLUDING = [
  ['background', 'full'],
  ['background', 'enforceFastCount'],
  ['background', 'repair'],
  ['enforceFastCount', 'repair'],
  ['checkBSONConformance', 'repair'],
] as const

/** @throws CommandError for options that `validate` does not take together, or not in a replica set. */
function checkValidation(command: Document): void {
  const refuse = (what: string): never => {
    throw new CommandError('InvalidOptions', `Running the validate command with ${what}`)
  }
  const isAsked = (name: string): boolean => isTruthy(command[name])
  for (const [first, second] of EXCLUDING) {
    if (isAsked(first) && isAsked(second)) refuse(`both { ${first}: true } and { ${second}: true } is not supported.`)
  }
  if (isAsked('repair')) refuse('{ repair: true } can only be performed in standalone mode.')
  if (isAsked('metadata') && EXCLUDING.flat().some(isAsked))
    refuse('{ metadata: true } is not supported with any other options')
}

/** https://www.mongodb.com/docs/manual/reference/command/validate/ */
const validate: Command = (context) => {
  const { data } = context
  const row = targetCollection(context)
  if (row === undefined)
    throw new CommandError(
      'NamespaceNotFound',
      `Collection '${context.database}.${collectionName(context)}' does not exist to validate.`,
    )
  if (row.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Cannot validate a view: ${namespaceOf(row)}`)
  checkValidation(context.command)
  const indexes = shownIndexes(data, row)
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

/** Returns the bytes that sizes are counted in. */
function scaleIn(context: CommandContext): number {
  const scale = numberIn(context.command, 'scale', 1)
  if (scale >= 1) return Math.floor(scale)
  throw new CommandError('BadValue', `BSON field 'scale' value must be >= 1, actual value '${scale}'`)
}

/** https://www.mongodb.com/docs/manual/reference/command/collStats/ */
const collStats: Command = (context) => ({
  ns: `${context.database}.${collectionName(context)}`,
  ...statisticsOf(context.data, targetCollection(context), scaleIn(context)),
})

/** https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
const dbStats: Command = (context) => {
  const { data, clusterId, database } = context
  const scaleFactor = scaleIn(context)
  const own = data.rows.collections.list('database', clusterId, database)
  const objects = own.reduce((sum, row) => sum + allDocuments(data, row).length, 0)
  const size = sizeOfCollections(data, own)
  const indexes = own.flatMap((row) => shownIndexes(data, row))
  const indexSize = indexes.reduce((sum, index) => sum + sizeOfIndex(data, index), 0)
  return {
    db: database,
    collections: BigInt(own.filter(({ kind }) => kind !== 'view').length),
    views: BigInt(own.filter(({ kind }) => kind === 'view').length),
    objects: BigInt(objects),
    avgObjSize: double(objects === 0 ? 0 : size / objects),
    dataSize: double(size / scaleFactor),
    storageSize: double(size / scaleFactor),
    indexes: BigInt(indexes.length),
    indexSize: double(indexSize / scaleFactor),
    totalSize: double((size + indexSize) / scaleFactor),
    ...(isTruthy(context.command['freeStorage'])
      ? { freeStorageSize: double(0), indexFreeStorageSize: double(0), totalFreeStorageSize: double(0) }
      : {}),
    scaleFactor: BigInt(scaleFactor),
    fsUsedSize: double(0),
    fsTotalSize: double(0),
  }
}

/** Returns the database and the collection of a namespace; a missing part is empty. */
function placeOf(namespace: string): { readonly database: string; readonly name: string } {
  const dot = namespace.indexOf('.')
  return dot < 0
    ? { database: namespace, name: '' }
    : { database: namespace.slice(0, dot), name: namespace.slice(dot + 1) }
}

/** https://www.mongodb.com/docs/manual/reference/command/dataSize/ */
const dataSize: Command = (context) => {
  const { data, clusterId, command } = context
  const namespace = collectionName(context)
  const place = { clusterId, ...placeOf(namespace) }
  if (place.database === '' || place.name === '')
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${namespace}'`)
  const row = findCollection(data, place)
  const documents = row === undefined ? [] : allDocuments(data, row)
  return {
    estimate: false,
    ...measured(documents, limitIn(command, 'maxSize'), limitIn(command, 'maxObjects')),
    millis: 0n,
  }
}

function limitIn(command: Document, name: 'maxSize' | 'maxObjects'): number {
  const limit = command[name]
  return isNumber(limit) && toNumber(limit) > 0 ? toNumber(limit) : Infinity
}

/** Adds up documents to the first one that is beyond a limit, that one included. */
function measured(
  documents: readonly { readonly document: Document }[],
  maxSize: number,
  maxObjects: number,
): Document {
  let [size, numObjects] = [0, 0]
  const passed: Document = {}
  for (const { document } of documents) {
    size += sizeOf(document)
    numObjects += 1
    if (size <= maxSize && numObjects <= maxObjects) continue
    passed['maxReached'] = true
    break
  }
  return { size: BigInt(size), numObjects: BigInt(numObjects), ...passed }
}

/** The kinds of command that `top` tells apart, beside `commands`. */
const KINDS: Readonly<Record<string, string>> = {
  find: 'queries',
  getMore: 'getmore',
  insert: 'insert',
  update: 'update',
  delete: 'remove',
}

/** https://www.mongodb.com/docs/manual/reference/command/top/ */
const top: Command = ({ runtime, data, clusterId }) => {
  const totals: Document = { note: 'all times in microseconds' }
  for (const [namespace, commands] of runtime?.usage() ?? []) {
    // Commands about users, cursors and databases are counted too, under names that are no collections.
    if (findCollection(data, { clusterId, ...placeOf(namespace) }) === undefined) continue
    const counts = new Map(['queries', 'getmore', 'insert', 'update', 'remove', 'commands'].map((kind) => [kind, 0]))
    let [total, written] = [0, 0]
    for (const [name, count] of commands) {
      const kind = ownMember(KINDS, name) ?? 'commands'
      counts.set(kind, (counts.get(kind) ?? 0) + count)
      total += count
      if (['insert', 'update', 'remove'].includes(kind)) written += count
    }
    const shown = (count: number): Document => ({ time: 0, count })
    totals[namespace] = {
      total: shown(total),
      readLock: shown(total - written),
      writeLock: shown(written),
      ...Object.fromEntries(Array.from(counts, ([kind, count]) => [kind, shown(count)])),
    }
  }
  return { totals }
}

/** https://www.mongodb.com/docs/manual/reference/command/filemd5/ */
const filemd5: Command = (context) => {
  const { command, data, clusterId, database } = context
  const root = typeof command['root'] === 'string' ? command['root'] : 'fs'
  const row = findCollection(data, { clusterId, database, name: `${root}.chunks` })
  const test = compileQuery({ files_id: command['filemd5'] ?? null }, pipelineContext(context, row, '').environment)
  const chunks = row === undefined ? [] : allDocuments(data, row).filter(({ document }) => test(document, {}))
  const places = chunks.map(({ document }) => [Number(document['n']), document['data']] as const)
  const hash = createHash('md5')
  for (const [at, [n, bytes]] of places.toSorted(([left], [right]) => left - right).entries()) {
    if (n !== at) throw new CommandError(10_040, 'chunks out of order')
    if (bytes instanceof Binary) hash.update(bytes.value())
  }
  return { numChunks: chunks.length, md5: hash.digest('hex') }
}

/** Commands about the size and the use of collections and databases. */
export const statisticsCommands: Readonly<Record<string, Command>> = {
  validate,
  collStats,
  dbStats,
  dataSize,
  top,
  filemd5,
}
