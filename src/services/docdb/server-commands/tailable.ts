import { compileQuery } from '#docdb/query/compile.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import type { Document } from '#docdb/values/value.ts'
import type { CursorSource } from './runtime.ts'

/** How a tailable cursor reads. */
interface Tailable {
  readonly filter: Document
  /** True for a cursor whose `getMore` waits for documents. */
  readonly waits: boolean
}

/** Returns a source of the documents of a capped collection, and of those that are added later. */
export function tailableSource(
  row: CollectionRow,
  { filter, waits }: Tailable,
  environment: Environment,
): CursorSource {
  const test = compileQuery(filter, environment)
  let last = 0
  let isGone = false
  return {
    awaits: true,
    waits,
    take({ rows }, count) {
      const { end } = rows.documents.range([row.id])
      const found: Document[] = []
      for (let at = rows.documents.rank([row.id, last + 1]); at < end && found.length < count; at++) {
        const [stored] = rows.documents.slice(at, at + 1)
        if (stored === undefined) break
        last = stored.recordId
        if (test(stored.document, environment.variables)) found.push(stored.document)
      }
      isGone = rows.collections.get(row.id) === undefined
      return found
    },
    isExhausted: () => isGone,
  }
}
