import { keysOf, isIdIndex } from '#docdb/storage/index-shape.ts'
import { findCollection, indexesOf } from '#docdb/storage/catalog.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import type { Document } from '#docdb/values/value.ts'
import { MustWait, numberIn, type CommandContext } from './context.ts'

// A transaction claims the documents and the unique keys that it writes until it ends. Another transaction that would
// write one of them gets a write conflict at once; a write outside a transaction waits.
// https://www.mongodb.com/docs/manual/core/transactions-in-applications/

/** 112: another transaction has written the document or the key, or it has changed since the transaction began. */
export function writeConflict(): CommandError {
  return new CommandError(
    'WriteConflict',
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    {},
    ['TransientTransactionError'],
  )
}

/** Refuses a write of a transaction to a capped collection. @throws CommandError 263, or 20 for a removal. */
export function refuseCapped({ transaction }: CommandContext, row: CollectionRow | undefined, isRemoval = false): void {
  if (transaction === null || row === undefined || row.capped === null) return
  if (isRemoval)
    throw new CommandError(
      'IllegalOperation',
      `Cannot remove from a capped collection in a multi-document transaction: ${namespaceOf(row)}`,
    )
  throw new CommandError(
    'OperationNotSupportedInTransaction',
    `Collection '${namespaceOf(row)}' is a capped collection. Writes in transactions are not allowed on capped collections.`,
  )
}

/** Returns whether a write has claims to respect or to make. Most writes have none. */
function mayConflict({ runtime, transaction }: CommandContext): boolean {
  return runtime !== null && (runtime.locks.size > 0 || transaction !== null)
}

function claim(context: CommandContext, key: string): void {
  const { runtime, transaction, hasWaited } = context
  const holder = runtime?.locks.get(key)
  if (holder !== undefined && holder !== transaction) {
    if (transaction !== null) throw writeConflict()
    if (!hasWaited) throw new MustWait(numberIn(context.command, 'maxTimeMS', 60_000))
    throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit')
  }
  if (transaction === null) return
  transaction.written.add(key)
  runtime?.locks.set(key, transaction)
}

function recordKey({ clusterId, database, name }: CollectionRow, recordId: number): string {
  return `${clusterId}/${database}.${name}/${recordId}`
}

/**
 * Claims a document that a write is about to change or remove.
 *
 * @throws MustWait when a transaction has written it and this write is outside one.
 * @throws CommandError 112 within a transaction.
 */
export function claimDocument(context: CommandContext, row: CollectionRow, recordId: number, document: Document): void {
  if (!mayConflict(context)) return
  const { transaction, present } = context
  const key = recordKey(row, recordId)
  // A document that the transaction has inserted is invisible to others, who may have given its place to another
  // document.
  if (transaction?.inserted.has(key) === true) return
  if (transaction !== null && !transaction.written.has(key)) {
    const own = findCollection(present, row)
    if (own !== undefined && present.rows.documents.get(own.id, recordId)?.document !== document) throw writeConflict()
  }
  claim(context, key)
}

/** Notes that a transaction has inserted a document: the last one of its collection. */
export function noteInserted({ transaction, data }: CommandContext, row: CollectionRow): void {
  transaction?.inserted.add(recordKey(row, data.rows.recordIds.last(row.id)))
}

/**
 * Claims the unique keys that a write adds and removes. To be called before the write.
 *
 * @throws MustWait when a transaction has written one of them and this write is outside one.
 * @throws CommandError 112 within a transaction, also for a key that was taken after the transaction began.
 */
export function claimKeys(
  context: CommandContext,
  row: CollectionRow,
  before: Document | null,
  after: Document | null,
): void {
  if (!mayConflict(context)) return
  const { data, transaction } = context
  for (const shape of indexesOf(data, row)) {
    if (!shape.row.unique) continue
    // A document without an `_id` gets a new one, which cannot be taken.
    if (isIdIndex(shape) && after !== null && !Object.hasOwn(after, '_id')) continue
    const old = before === null ? [] : keysOf(shape, before).keys
    const added = after === null ? [] : keysOf(shape, after).keys
    for (const key of new Set([...old, ...added])) {
      if (old.includes(key) && added.includes(key)) continue
      claim(context, `${recordKey(row, 0)} ${shape.row.name} ${key}`)
      const isFree = isEmpty(data, shape.row.id, key)
      if (transaction !== null && added.includes(key) && isFree) requireUntaken(context, row, shape.row.name, key)
    }
  }
}

function isEmpty({ rows }: CommandContext['data'], indexId: number, key: string): boolean {
  return rows.entries.first([indexId, key]) === undefined
}

/** Refuses a key that is free for the transaction, and was taken by another write after it began. */
function requireUntaken(
  { present, transaction }: CommandContext,
  row: CollectionRow,
  indexName: string,
  key: string,
): void {
  const own = findCollection(present, row)
  const index = own === undefined ? undefined : present.rows.indexes.find('name', own.id, indexName)
  if (index === undefined) return
  const { start, end } = present.rows.entries.range([index.id, key])
  for (const recordId of present.rows.entries.slice(start, end)) {
    // The transaction may have freed the key itself.
    if (transaction?.written.has(recordKey(row, recordId)) !== true) throw writeConflict()
  }
}
