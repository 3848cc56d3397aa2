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
export function tailableSource(row: CollectionRow, options: Tailable, environment: Environment): CursorSource {
  let last = 0
  return sourceOf(options, environment, ({ rows }) => {
    requirePlace(rows, row, last)
    const { end } = rows.documents.range([row.id])
    let at = rows.documents.rank([row.id, last + 1])
    return () => {
      const [stored] = at < end ? rows.documents.slice(at, at + 1) : []
      if (stored === undefined) return undefined
      at += 1
      last = stored.recordId
      return stored.document
    }
  })
}

/**
 * Returns a source of the entries of the oplog, and of those that are added later.
 * https://www.mongodb.com/docs/manual/core/replica-set-oplog/
 */
export function oplogSource(clusterId: string, options: Tailable, environment: Environment): CursorSource {
  let position = -1
  return sourceOf(options, environment, ({ rows }) => {
    if (position < 0) position = (rows.changes.slice(0, 1)[0]?.position ?? rows.changePosition.last() + 1) - 1
    return () => {
      const next = nextEntry({ rows }, clusterId, position)
      if (next === null) return undefined
      position = next.position
      return next.entry
    }
  })
}

/**
 * Returns a source of documents that grow in number. `open` returns a function that gives the next one: null for one
 * that is of no interest, undefined when there is no more for now.
 */
function sourceOf(
  { filter, projection, skip, limit, waits }: Tailable,
  environment: Environment,
  open: (context: DataContext) => () => Document | null | undefined,
): CursorSource {
  const test = compileQuery(filter, environment)
  const shape = isEmpty(projection) ? null : compileProjection(projection, 'find', environment, filter)
  let skipped = 0
  let given = 0
  return {
    awaits: true,
    waits,
    take(context, count) {
      const next = open(context)
      const found: Document[] = []
      while (found.length < count && given < limit) {
        const document = next()
        if (document === undefined) break
        if (document === null || !test(document, environment.variables) || skipped++ < skip) continue
        found.push(shape === null ? document : shape(document, { ...environment.variables, ROOT: document }))
        given += 1
      }
      return found
    },
    // A cursor of old keeps its place behind the last document of its limit.
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
