import { keyAfter, type OrderedListView } from './list-view.ts'
import { byteOrder, orderAfterPrefix } from './text/byte-order.ts'

/** Rows in the byte order of their keys. */
export type KeyOrder<R> = OrderedListView<R, string>

/** The query of a page. */
export interface WalkQuery {
  readonly prefix: string
  /** Empty when keys are not grouped. */
  readonly delimiter: string
  /** The largest number of entries, rows and common prefixes together. */
  readonly limit: number
  /** The position of the first row that may be shown. */
  readonly from: number
}

/** One page of a list. */
export interface Walk<R> {
  readonly rows: readonly R[]
  readonly commonPrefixes: readonly string[]
  /** The last entry when more follow; null for the last page. */
  readonly last: { readonly row: R } | { readonly commonPrefix: string } | null
}

/** The largest number of rows read at once. */
const BATCH = 256

/**
 * Returns a page of rows in the order of their keys. Its cost depends on the page only: rows below a common prefix are
 * skipped unread.
 */
export function walkKeys<R>(order: KeyOrder<R>, query: WalkQuery, keyOf: (row: R) => string): Walk<R> {
  const { prefix, delimiter, limit, from } = query
  if (limit === 0) return { rows: [], commonPrefixes: [], last: null }
  const rows: R[] = []
  const commonPrefixes: string[] = []
  let last: Walk<R>['last'] = null
  let position = Math.max(order.countBefore(byteOrder(prefix)), from)
  const end = prefix === '' ? order.total : order.countBefore(orderAfterPrefix(prefix))
  // The row after a common prefix often begins another, and then the rows behind it are read for nothing.
  let batch = delimiter === '' ? BATCH : 1
  while (position < end) {
    let passed = 0
    const read = order.slice(position, Math.min(batch, end - position))
    batch = Math.min(BATCH, batch * 4)
    for (const row of read) {
      if (rows.length + commonPrefixes.length >= limit) return { rows, commonPrefixes, last }
      const group = commonPrefixOf(keyOf(row), prefix, delimiter)
      passed += 1
      if (group === null) {
        rows.push(row)
        last = { row }
        continue
      }
      commonPrefixes.push(group)
      last = { commonPrefix: group }
      passed = order.countBefore(orderAfterPrefix(group)) - position
      batch = 1
      break
    }
    position += passed
  }
  return { rows, commonPrefixes, last: null }
}

/** Returns the common prefix that groups a key; null for a key that is listed itself. */
export function commonPrefixOf(key: string, prefix: string, delimiter: string): string | null {
  if (delimiter === '') return null
  const at = key.indexOf(delimiter, prefix.length)
  return at < 0 ? null : key.slice(0, at + delimiter.length)
}

/**
 * Returns the position after a marker: after all rows of its key and, when it is a common prefix or a key below one,
 * after all keys below that.
 */
export function positionAfter<R>(
  order: KeyOrder<R>,
  key: string,
  { prefix, delimiter }: Omit<WalkQuery, 'from' | 'limit'>,
): number {
  const group = key.startsWith(prefix) ? commonPrefixOf(key, prefix, delimiter) : null
  return order.countBefore(group === null ? keyAfter(byteOrder(key)) : orderAfterPrefix(group))
}
