import type { DataContext } from '#docdb/call.ts'
import type { Change, CollectionRow } from '#docdb/schema/data.ts'
import { setField, Timestamp, type Document } from '#docdb/values/value.ts'

/** The number of changes that a change stream can go back. */
export const CHANGES_KEPT = 16_384

/** The content of a change, beside its place and time. */
export type ChangeInput = Pick<Change, 'kind'> &
  Partial<Pick<Change, 'recordId' | 'before' | 'after' | 'details'>> & {
    readonly on: Pick<CollectionRow, 'clusterId' | 'database' | 'name' | 'id'>
  }

/** Adds a change to those that change streams report. */
export function recordChange(context: DataContext, { kind, on, recordId, before, after, details }: ChangeInput): void {
  const { rows, clock } = context
  const at = clock.now()
  const position = rows.changePosition.next()
  const change: Change = {
    position,
    kind,
    clusterId: on.clusterId,
    database: on.database,
    collection: on.name,
    collectionId: on.id,
    recordId: recordId ?? 0,
    at,
    time: nextTime(context, at),
    before: before ?? null,
    after: after ?? null,
    details: details ?? null,
    transaction: context.transaction ?? null,
  }
  rows.changes.set(change, position)
  if (position > CHANGES_KEPT) rows.changes.delete(position - CHANGES_KEPT)
}

/** Returns the time of the next operation, which is above that of all before it. `at` is in epoch milliseconds. */
function nextTime({ rows }: Pick<DataContext, 'rows'>, at: number): { t: number; i: number } {
  const last = rows.operationTime.get()
  const seconds = Math.floor(at / 1000)
  const next = seconds > last.t ? { t: seconds, i: 1 } : { t: last.t, i: last.i + 1 }
  rows.operationTime.set(next)
  return next
}

/**
 * Puts the time of an operation in place of the empty timestamps in the fields at the top of a document that is stored
 * whole, but for `_id`. https://www.mongodb.com/docs/manual/reference/bson-types/#timestamps
 */
export function withTimestamps(context: Pick<DataContext, 'rows' | 'clock'>, document: Document): Document {
  let made = document
  for (const name in document) {
    const value = document[name]
    if (!(value instanceof Timestamp) || !value.isZero() || name === '_id') continue
    if (made === document) made = { ...document }
    setField(made, name, new Timestamp(nextTime(context, context.clock.now())))
  }
  return made
}

// Module state on purpose: the time that was asked for last. Values are not changed in place.
let known = new Timestamp({ t: 0, i: 0 })

/** Returns the time of the latest operation; of the present second when there was none. */
export function operationTime({ rows, clock }: Pick<DataContext, 'rows' | 'clock'>): Timestamp {
  const last = rows.operationTime.get()
  const t = last.t === 0 ? Math.max(1, Math.floor(clock.now() / 1000)) : last.t
  const i = last.t === 0 ? 1 : last.i
  if (known.t !== t || known.i !== i) known = new Timestamp({ t, i })
  return known
}

/** Returns the namespace of a collection: `shop.orders`. */
export function namespaceOf({ database, name }: Pick<CollectionRow, 'database' | 'name'>): string {
  return `${database}.${name}`
}
