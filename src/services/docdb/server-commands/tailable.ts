import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { compileProjection } from '#docdb/query/projection.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { isEmpty, type Document } from '#docdb/values/value.ts'
import { nextEntry } from '#docdb/storage/oplog.ts'
import { checkCollection } from './cursors.ts'
import type { CursorSource } from './runtime.ts'

/** How a tailable cursor reads. */
interface Tailable {
  readonly filter: Document
  readonly projection: Document
  readonly skip: number
  /** The most documents that the cursor gives in all. */
  readonly limit: number
  /** True for a cursor whose `getMore` waits for documents. */
  readonly waits: boolean
}

/** Returns a source of the documents of a capped collection, and of those that are added later. */
export function tailableSource(
  row: CollectionRow,
  { filter, projection, skip, limit, waits }: Tailable,
  environment: Environment,
): CursorSource {
  const test = compileQuery(filter, environment)
  const shape = isEmpty(projection) ? null : compileProjection(projection, 'find', environment, filter)
  let last = 0
  let skipped = 0
  let given = 0
  return {
    awaits: true,
    waits,
    take({ rows }, count) {
      requirePlace(rows, row, last)
      const { end } = rows.documents.range([row.id])
      const found: Document[] = []
      for (let at = rows.documents.rank([row.id, last + 1]); at < end && found.length < count && given < limit; at++) {
        const [stored] = rows.documents.slice(at, at + 1)
        if (stored === undefined) break
        last = stored.recordId
        if (!test(stored.document, environment.variables)) continue
        if (skipped++ < skip) continue
        const { document } = stored
        found.push(shape === null ? document : shape(document, { ...environment.variables, ROOT: document }))
        given += 1
      }
      return found
    },
    // A cursor of old keeps its place behind the last document of its limit.
    isExhausted: () => false,
  }
}

/**
 * Returns a source of the entries of the oplog, and of those that are added later.
 * https://www.mongodb.com/docs/manual/core/replica-set-oplog/
 */
export function oplogSource(
  clusterId: string,
  { filter, projection, skip, limit, waits }: Tailable,
  environment: Environment,
): CursorSource {
  const test = compileQuery(filter, environment)
  const shape = isEmpty(projection) ? null : compileProjection(projection, 'find', environment, filter)
  let position = -1
  let skipped = 0
  let given = 0
  return {
    awaits: true,
    waits,
    take({ rows }, count) {
      if (position < 0) position = (rows.changes.slice(0, 1)[0]?.position ?? rows.changePosition.last() + 1) - 1
      const found: Document[] = []
      while (found.length < count && given < limit) {
        const next = nextEntry({ rows }, clusterId, position)
        if (next === null) break
        position = next.position
        const { entry } = next
        if (entry === null || !test(entry, environment.variables) || skipped++ < skip) continue
        found.push(shape === null ? entry : shape(entry, { ...environment.variables, ROOT: entry }))
        given += 1
      }
      return found
    },
    isExhausted: () => false,
  }
}

/** Refuses to read on when the collection, or the last document that was read, is gone. */
function requirePlace(rows: DataContext['rows'], row: CollectionRow, last: number): void {
  checkCollection(rows, row)
  if (last === 0 || rows.documents.get(row.id, last) !== undefined) return
  const { start } = rows.documents.range([row.id])
  const [oldest] = rows.documents.slice(start, start + 1)
  if (oldest === undefined || oldest.recordId > last)
    throw new CommandError(
      'CappedPositionLost',
      `CollectionScan died due to position in capped collection being deleted. Last seen record id: RecordId(${last})`,
    )
}
