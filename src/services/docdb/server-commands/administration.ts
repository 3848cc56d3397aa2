import { createHash } from 'node:crypto'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { allDocuments } from '#docdb/storage/documents.ts'
import { encodeDocument } from '#docdb/values/encode.ts'
import { wholeNumber } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import { Binary, isNumber, typeOf, type Document } from '#docdb/values/value.ts'
import { collectionName, targetCollection, type Command, type CommandContext } from './context.ts'

/**
 * Commands run one after the other, so that the operation has ended already.
 * https://www.mongodb.com/docs/manual/reference/command/killOp/
 */
const killOp: Command = ({ command }) => {
  const { op } = command
  if (op === undefined) throw new CommandError('NoSuchKey', 'Missing expected field "op"')
  if (!isNumber(op))
    throw new CommandError('TypeMismatch', `"op" had the wrong type. Expected number, found ${typeOf(op)}`)
  const id = wholeNumber(op)
  if (id === null)
    throw new CommandError(
      'BadValue',
      `Expected field "op" to have a value exactly representable as a 64-bit integer, but found op: ${show(op)}`,
    )
  if (BigInt.asIntN(32, id) !== id)
    throw new CommandError(26_823, `invalid op : ${id}. Op ID cannot be represented with 32 bits`)
  return { info: 'attempting to kill op' }
}

/** Returns the hash of the documents of a collection, whatever their order. */
function hashOf({ data }: CommandContext, row: CollectionRow): string {
  const hash = createHash('md5')
  const parts = allDocuments(data, row).map(({ document }) => encodeDocument(document))
  for (const each of parts.toSorted(Buffer.compare)) hash.update(each)
  return hash.digest('hex')
}

/** Returns the names of the collections that `dbHash` is asked for; null for all. */
function hashedNames({ collections = [] }: Document): readonly unknown[] | null {
  if (!Array.isArray(collections) || collections.length === 0) return null
  if (collections.some((each) => typeof each !== 'string'))
    throw new CommandError('BadValue', 'collections entries have to be strings')
  return collections
}

/** https://www.mongodb.com/docs/manual/reference/command/dbHash/ */
const dbHash: Command = (context) => {
  const { command, data, clusterId, database, address } = context
  const names = hashedNames(command)
  const rows = data.rows.collections
    .list('database', clusterId, database)
    .filter(({ kind, name }) => kind === 'collection' && (names === null || names.includes(name)))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
  const hashes = rows.map((row) => [row.name, hashOf(context, row)] as const)
  const md5 = createHash('md5')
  for (const [, hash] of hashes) md5.update(hash)
  return {
    host: address,
    collections: Object.fromEntries(hashes),
    capped: rows.filter(({ capped }) => capped !== null).map(({ name }) => name),
    uuids: Object.fromEntries(
      rows.map(({ name, uuid }) => [name, new Binary(Buffer.from(uuid, 'hex'), Binary.SUBTYPE_UUID)]),
    ),
    md5: md5.digest('hex'),
    timeMillis: 0,
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/compact/ */
const compact: Command = (context) => {
  const row = targetCollection(context)
  if (row === undefined)
    throw new CommandError(
      'NamespaceNotFound',
      `collection ${context.database}.${collectionName(context)} does not exist`,
    )
  if (row.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Cannot compact a view: ${namespaceOf(row)}`)
  return context.command['dryRun'] === true ? { estimatedBytesFreed: 0n } : { bytesFreed: 0n }
}

/** https://www.mongodb.com/docs/manual/reference/command/logRotate/ */
const logRotate: Command = ({ command }) => {
  const target = command['logRotate'] ?? null
  if (target !== 'server' && !isNumber(target) && typeof target !== 'boolean')
    throw typeof target === 'string'
      ? new CommandError('NoSuchKey', `Unknown log type for rotation: ${target}`)
      : new CommandError(
          'TypeMismatch',
          `BSON field 'logRotate.logRotate' is the wrong type '${typeOf(target)}', expected types '[bool, int, long, double, decimal, string]'`,
        )
  return {}
}

/** The server opens no connections to others. https://www.mongodb.com/docs/manual/reference/command/connPoolStats/ */
const connPoolStats: Command = () => ({
  numClientConnections: 0,
  numAScopedConnections: 0,
  totalInUse: 0,
  totalAvailable: 0,
  totalLeased: 0,
  totalCreated: 0,
  totalRefreshing: 0,
  pools: {},
  hosts: {},
  replicaSets: {},
})

/** Commands by which an administrator looks after the server. */
export const administration: Readonly<Record<string, Command>> = {
  killOp,
  dbHash,
  compact,
  logRotate,
  connPoolStats,
}
