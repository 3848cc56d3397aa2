import type { DataContext } from '#docdb/call.ts'
import type { Change } from '#docdb/schema/data.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { textOfAny } from '#docdb/values/show.ts'
import {
  fieldOf,
  Binary,
  isDocument,
  setField,
  Timestamp,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'

/** The collection in which a member of a replica set has its changes. */
export const OPLOG = { database: 'local', name: 'oplog.rs' }

/** An entry of the oplog, with the position of the last change in it. */
export interface OplogEntry {
  readonly position: number
  /** Null for changes of another cluster. */
  readonly entry: Document | null
}

/** Returns the entry after a position: that of a change, or of all those of a transaction; null when there is none. */
export function nextEntry(data: Pick<DataContext, 'rows'>, clusterId: string, after: number): OplogEntry | null {
  const { rows } = data
  const first = rows.changes.get(after + 1)
  if (first === undefined) return null
  const changes = withRestOf(rows, first)
  const last = changes.at(-1) ?? first
  if (first.clusterId !== clusterId) return { position: last.position, entry: null }
  const operations = changes.map((each) => operationOf(data, each))
  const { transaction } = first
  const content =
    transaction === null
      ? { ...operations[0] }
      : {
          lsid: transaction.session,
          txnNumber: transaction.number,
          op: 'c',
          ns: 'admin.$cmd',
          o: { applyOps: operations },
        }
  return { position: last.position, entry: { ...content, ...timesOf(last.time, last.at) } }
}

/** Returns a change with those of its transaction that follow. */
function withRestOf(rows: DataContext['rows'], first: Change): Change[] {
  const changes = [first]
  const { transaction } = first
  if (transaction === null) return changes
  for (;;) {
    const next = rows.changes.get(first.position + changes.length)
    if (next === undefined || next.transaction === null) return changes
    if (!areEqual({ ...next.transaction }, { ...transaction })) return changes
    changes.push(next)
  }
}

/**
 * Returns the entries of the oplog that are kept, oldest first.
 * https://www.mongodb.com/docs/manual/core/replica-set-oplog/
 */
export function oplogEntries(data: DataContext, clusterId: string): Document[] {
  const [oldest] = data.rows.changes.slice(0, 1)
  const found: Document[] = []
  // A member begins its oplog with an entry that changes nothing.
  if (oldest === undefined || oldest.position === 1) {
    const at = oldest?.at ?? data.clock.now()
    const time = { t: oldest?.time.t ?? Math.max(1, Math.floor(at / 1000)), i: 0 }
    found.push({ op: 'n', ns: '', o: { msg: 'initiating set' }, ...timesOf(time, at) })
  }
  let next = oldest === undefined ? null : nextEntry(data, clusterId, oldest.position - 1)
  while (next !== null) {
    if (next.entry !== null) found.push(next.entry)
    next = nextEntry(data, clusterId, next.position)
  }
  return found
}

function timesOf(time: Change['time'], at: number): Document {
  return { ts: new Timestamp(time), t: 1n, v: 2n, wall: new Date(at) }
}

/** Returns a change as an operation, which has the times of its entry. */
function operationOf({ rows }: Pick<DataContext, 'rows'>, change: Change): Document {
  const { kind, database, collection, before, after } = change
  const id = { _id: (after ?? before)?.['_id'] ?? null }
  const uuid = rows.collections.get(change.collectionId)?.uuid
  const ui = uuid === undefined ? {} : { ui: new Binary(Buffer.from(uuid, 'hex'), Binary.SUBTYPE_UUID) }
  const on = { ns: `${database}.${collection}`, ...ui }
  switch (kind) {
    case 'insert':
      return { op: 'i', ...on, o: after ?? {}, o2: id }
    case 'update':
      return { op: 'u', ...on, o: { $v: 2, diff: diffOf(before ?? {}, after ?? {}) }, o2: id }
    case 'replace':
      return { op: 'u', ...on, o: after ?? {}, o2: id }
    case 'delete':
      return { op: 'd', ...on, o: id }
    default:
      return { op: 'c', ns: `${database}.$cmd`, ...ui, o: commandOf(change) }
  }
}

/** Returns the change of a collection, its indexes or its database as the command that makes it. */
function commandOf({ kind, database, collection, details }: Change): Document {
  const described = isDocument(details?.['operationDescription']) ? details['operationDescription'] : {}
  const to = isDocument(details?.['to']) ? details['to'] : {}
  const [index] = Array.isArray(described['indexes']) ? described['indexes'] : []
  const spec = isDocument(index) ? index : {}
  switch (kind) {
    case 'create':
      return { create: collection, ...described }
    case 'drop':
      return { drop: collection }
    case 'rename':
      return { renameCollection: `${database}.${collection}`, to: `${textOfAny(to['db'])}.${textOfAny(to['coll'])}` }
    case 'createIndexes':
      return { createIndexes: collection, ...spec }
    case 'dropIndexes':
      return { dropIndexes: collection, index: spec['name'] ?? '', key: spec['key'] ?? {} }
    case 'modify':
      return { collMod: collection }
    default:
      return { dropDatabase: 1 }
  }
}

/** Returns the difference of two versions of a document, as the oplog has it. */
function diffOf(before: Document, after: Document): Document {
  const [removed, updated, inserted, inner]: [Document, Document, Document, Document] = [{}, {}, {}, {}]
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) setField(removed, name, false)
  for (const [name, value] of Object.entries(after)) {
    const old = fieldOf(before, name)
    if (old === undefined) setField(inserted, name, value)
    else if (!isSame(old, value)) {
      const nested = nestedDiff(old, value)
      if (nested === null) setField(updated, name, value)
      else setField(inner, `s${name}`, nested)
    }
  }
  return {
    ...(Object.keys(removed).length > 0 ? { d: removed } : {}),
    ...(Object.keys(updated).length > 0 ? { u: updated } : {}),
    ...(Object.keys(inserted).length > 0 ? { i: inserted } : {}),
    ...inner,
  }
}

function nestedDiff(old: Value, value: Value): Document | null {
  if (isDocument(old) && isDocument(value)) return diffOf(old, value)
  return Array.isArray(old) && Array.isArray(value) ? arrayDiff(old, value) : null
}

function arrayDiff(old: readonly Value[], values: readonly Value[]): Document {
  const diff: Document = { a: true }
  if (values.length < old.length) diff['l'] = values.length
  for (const [at, value] of values.entries()) {
    const own = old[at]
    if (own !== undefined && isSame(own, value)) continue
    const nested = own === undefined ? null : nestedDiff(own, value)
    diff[nested === null ? `u${at}` : `s${at}`] = nested ?? value
  }
  return diff
}

/** Returns whether two values are the same to the last digit, as far as their types tell. */
function isSame(left: Value, right: Value): boolean {
  return typeOf(left) === typeOf(right) && areEqual(left, right)
}
