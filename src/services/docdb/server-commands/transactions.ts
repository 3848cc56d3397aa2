import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Change, CollectionRow } from '#docdb/schema/data.ts'
import {
  addIndex,
  createCollection,
  dropCollection,
  ensureCollection,
  findCollection,
  indexesOf,
  optionsOf,
} from '#docdb/storage/catalog.ts'
import { recordChange } from '#docdb/storage/changes.ts'
import { fillIndex, insertDocument, removeDocument, replaceDocument } from '#docdb/storage/documents.ts'
import { SYSTEM_DATABASES } from '#docdb/pipeline/write-target.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { Binary, firstName, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { arrayIn, type Command } from './context.ts'
import type { DocdbStore, Runtime, Session, Transaction } from './runtime.ts'
import { writeConflict } from './claims.ts'

// Module state on purpose: the key follows from the value alone, which the commands of a session share.
const keys = new WeakMap<Binary, string>()

/** Returns the text by which a session is known. */
export function sessionKey(lsid: Value | undefined): string | null {
  const id = isDocument(lsid) ? lsid['id'] : undefined
  if (!(id instanceof Binary)) return null
  let key = keys.get(id)
  if (key === undefined) keys.set(id, (key = Buffer.from(id.value()).toString('hex')))
  return key
}

/** The commands that a transaction may have. */
const ALLOWED = new Set([
  'find',
  'getMore',
  'killCursors',
  'aggregate',
  'distinct',
  'insert',
  'update',
  'delete',
  'findAndModify',
  'create',
  'createIndexes',
  'commitTransaction',
  'abortTransaction',
  'count',
  'bulkWrite',
])

function noSuchTransaction(message: string): CommandError {
  return new CommandError('NoSuchTransaction', message, {}, ['TransientTransactionError'])
}

/**
 * Returns the transaction that a command belongs to, and begins it with its first command. Null for a command outside a
 * transaction.
 */
export function transactionOf(
  runtime: Runtime,
  session: Session | null,
  name: string,
  command: Document,
  store: DocdbStore,
  now: number,
): Transaction | null {
  if (command['autocommit'] !== false || session === null) return null
  const number = BigInt(Number(command['txnNumber'] ?? 0))
  const current = session.transaction
  if (name === 'commitTransaction' || name === 'abortTransaction') return current
  if (!ALLOWED.has(name))
    throw new CommandError(
      'OperationNotSupportedInTransaction',
      `Cannot run '${name}' in a multi-document transaction.`,
    )
  if (name === 'count')
    throw new CommandError('OperationNotSupportedInTransaction', "Cannot run 'count' in a multi-document transaction.")
  refuseOfServer(name, command)
  if (command['startTransaction'] === true) return begin(runtime, session, number, store, now)
  if (current === null || current.number !== number) {
    throw noSuchTransaction(
      `Given transaction number ${number} does not match any in-progress transactions. The active transaction number is ${session.lastNumber}`,
    )
  }
  if (current.state === 'aborted')
    throw noSuchTransaction(`Transaction with { txnNumber: ${number} } has been aborted.`)
  if (current.state === 'committed')
    throw new CommandError('TransactionCommitted', `Transaction with { txnNumber: ${number} } has been committed.`)
  return current
}

/** Refuses a command about a database of the server's own, and a write to one of its collections. */
function refuseOfServer(name: string, command: Document): void {
  const { $db: database = '' } = command
  // A bulkWrite runs against `admin`, and names the collections itself.
  if (name !== 'bulkWrite' && SYSTEM_DATABASES.has(textOfAny(database)))
    throw new CommandError(
      'OperationNotSupportedInTransaction',
      `Cannot run command against the '${textOfAny(database)}' database in a transaction.`,
    )
  const collection = command[firstName(command)]
  const isSystem = typeof collection === 'string' && /^system\.(?!buckets\.)/.test(collection)
  if (isSystem && ['insert', 'update', 'delete', 'findAndModify'].includes(name))
    throw new CommandError(
      name === 'findAndModify' ? 50_781 : 50_791,
      `Cannot write to system collection ${textOfAny(database)}.${collection} within a transaction.`,
    )
}

/**
 * Begins a transaction of a session, and aborts the one that is in progress.
 *
 * @throws CommandError for a number that is not above those before.
 */
function begin(runtime: Runtime, session: Session, number: bigint, store: DocdbStore, now: number): Transaction {
  const current = session.transaction
  if (number <= session.lastNumber && current?.number !== number) {
    throw new CommandError(
      'TransactionTooOld',
      `Cannot start transaction with { txnNumber: ${number} } on session ${session.id} because a newer transaction with txnNumber ${session.lastNumber} has already started on this session.`,
    )
  }
  if (current?.state === 'in progress') runtime.release(current, 'aborted')
  session.lastNumber = number
  session.replies = []
  const since = store.rows.changePosition.last()
  session.transaction = {
    session: session.lsid,
    number,
    store: store.fork(),
    since,
    startedAt: now,
    state: 'in progress',
    written: new Set(),
    inserted: new Set(),
  }
  return session.transaction
}

/** https://www.mongodb.com/docs/manual/reference/command/commitTransaction/ */
export const commitTransaction: Command = ({ transaction, runtime, data, command }) => {
  if (transaction === null || runtime === null || transaction.number !== BigInt(Number(command['txnNumber'] ?? -1))) {
    throw noSuchTransaction('Transaction does not exist')
  }
  if (transaction.state === 'committed') return {} // a commit that the driver repeats
  if (transaction.state === 'aborted')
    throw noSuchTransaction(`Transaction with { txnNumber: ${transaction.number} } has been aborted.`)
  try {
    apply(transaction, data)
  } catch (error) {
    runtime.release(transaction, 'aborted')
    throw error
  }
  runtime.release(transaction, 'committed')
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/abortTransaction/ */
export const abortTransaction: Command = ({ transaction, runtime, command }) => {
  if (transaction === null || runtime === null || transaction.number !== BigInt(Number(command['txnNumber'] ?? -1))) {
    throw noSuchTransaction('Transaction does not exist')
  }
  if (transaction.state === 'committed')
    throw new CommandError(
      'TransactionCommitted',
      `Transaction with { txnNumber: ${transaction.number} } has been committed.`,
    )
  if (transaction.state === 'aborted')
    throw noSuchTransaction(`Transaction with { txnNumber: ${transaction.number} } has been aborted.`)
  runtime.release(transaction, 'aborted')
  return {}
}

/** Repeats the changes of a transaction on the present state, whole or not at all. */
function apply(transaction: Transaction, main: DataContext): void {
  const { rows } = transaction.store
  const last = rows.changePosition.last()
  const data: DataContext = { ...main, transaction: { session: transaction.session, number: transaction.number } }
  /** The places of the documents that the transaction inserted, on the present state. */
  const places = new Map<string, number>()
  for (let position = transaction.since + 1; position <= last; position++) {
    const change = rows.changes.get(position)
    if (change !== undefined) repeat(data, change, places, rows)
  }
}

function repeat(data: DataContext, change: Change, places: Map<string, number>, own: DocdbStore['rows']): void {
  const { clusterId, database, collection: name, kind, before, after } = change
  const namespace = { clusterId, database, name }
  if (kind === 'create') {
    if (findCollection(data, namespace) !== undefined) return
    const made = own.collections.get(change.collectionId)
    createCollection(data, namespace, made === undefined ? {} : optionsOf({ ...data, rows: own }, made)) // of one schema
    return
  }
  const row = kind === 'insert' ? ensureCollection(data, namespace) : findCollection(data, namespace)
  if (row === undefined) throw writeConflict()
  if (kind === 'drop') return dropCollection(data, row)
  if (kind === 'createIndexes') return repeatIndexes(data, row, change)
  if (kind === 'insert' && after !== null) {
    insertDocument(data, row, after, { bypassValidation: true })
    places.set(`${change.collectionId}/${change.recordId}`, data.rows.recordIds.last(row.id))
    return undefined
  }
  if (before === null) return undefined
  const recordId = places.get(`${change.collectionId}/${change.recordId}`) ?? change.recordId
  const present = data.rows.documents.get(row.id, recordId)
  if (
    present === undefined ||
    (present.document !== before && !places.has(`${change.collectionId}/${change.recordId}`))
  )
    throw writeConflict()
  if (kind === 'delete') removeDocument(data, row, recordId, present.document)
  else if (after !== null)
    replaceDocument(data, row, recordId, present.document, after, {
      bypassValidation: true,
      isReplacement: kind === 'replace',
    })
  return undefined
}

/** Creates the indexes of a collection that the transaction has created, too. */
function repeatIndexes(data: DataContext, row: CollectionRow, { details }: Change): void {
  const description = details?.['operationDescription']
  const specs = isDocument(description) ? description['indexes'] : undefined
  for (const spec of Array.isArray(specs) ? specs.filter(isDocument) : []) {
    if (indexesOf(data, row).some((index) => index.row.name === spec['name'])) continue
    fillIndex(data, row, addIndex(data, row, spec).id)
    recordChange(data, { kind: 'createIndexes', on: row, details })
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/startSession/ */
export const startSession: Command = ({ runtime, data }) => {
  const id = new Binary(Buffer.from(data.ids.hex(32), 'hex'), Binary.SUBTYPE_UUID)
  runtime?.session({ id }, Buffer.from(id.value()).toString('hex'), data.clock.now())
  return { id: { id }, timeoutMinutes: 30 }
}

/** https://www.mongodb.com/docs/manual/reference/command/endSessions/ */
export const endSessions: Command = ({ runtime, command, name }) => {
  for (const each of arrayIn(command, Object.keys(command)[0] ?? name, name)) {
    const key = sessionKey(each)
    if (key !== null) runtime?.endSession(key)
  }
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/killAllSessions/ */
export const killAllSessions: Command = ({ runtime }) => {
  for (const key of runtime?.sessions.keys() ?? []) runtime?.endSession(key)
  return {}
}
