import { byteOrder, orderAfterPrefix } from './byte-order.ts'

/** Rows in the order of their keys' bytes. */
export interface KeyOrder<R> {
  readonly size: number
  /** How many rows come before those whose key is at `order` or behind it. */
  before(order: string): number
  rows(offset: number, limit: number): readonly R[]
}

/** Which of them are asked for. */
export interface WalkQuery {
  readonly prefix: string
  /** Empty: keys are not grouped. */
  readonly delimiter: string
  /** How many entries at most: rows and common prefixes together. */
  readonly limit: number
  /** The place of the first row that may be shown. */
  readonly from: number
}

/** One page of a list. */
export interface Walk<R> {
  readonly rows: readonly R[]
  readonly commonPrefixes: readonly string[]
  /** The last entry, when there are more; null when this is the last page. */
  readonly last: { readonly row: R } | { readonly commonPrefix: string } | null
}

/** How many rows are read at once. */
const BATCH = 256

/**
 * A page of rows in the order of their keys. It costs what it shows: what is below a common prefix is passed over unread.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-prefixes.html
 */
export function walkKeys<R extends { readonly key: string }>(order: KeyOrder<R>, query: WalkQuery): Walk<R> {
  const { prefix, delimiter, limit, from } = query
  if (limit === 0) return { rows: [], commonPrefixes: [], last: null }
  const rows: R[] = []
  const commonPrefixes: string[] = []
  let last: Walk<R>['last'] = null
  let position = Math.max(order.before(byteOrder(prefix)), from)
  const end = prefix === '' ? order.size : order.before(orderAfterPrefix(prefix))
  while (position < end) {
    let passed = 0
    for (const row of order.rows(position, Math.min(BATCH, end - position))) {
      if (rows.length + commonPrefixes.length >= limit) return { rows, commonPrefixes, last }
      const group = commonPrefixOf(row.key, prefix, delimiter)
      passed += 1
      if (group === null) {
        rows.push(row)
        last = { row }
        continue
      }
      commonPrefixes.push(group)
      last = { commonPrefix: group }
      passed = order.before(orderAfterPrefix(group)) - position
      break
    }
    position += passed
  }
  return { rows, commonPrefixes, last: null }
}

/** The common prefix that a key is shown by; null where it is shown itself. */
export function commonPrefixOf(key: string, prefix: string, delimiter: string): string | null {
  if (delimiter === '') return null
  const at = key.indexOf(delimiter, prefix.length)
  return at < 0 ? null : key.slice(0, at + delimiter.length)
}

/** The place behind a key: behind all of its rows, and where it is a common prefix behind all below it. */
export function placeBehind<R>(
  order: KeyOrder<R>,
  key: string,
  { prefix, delimiter }: Omit<WalkQuery, 'from' | 'limit'>,
): number {
  const group = key.startsWith(prefix) ? commonPrefixOf(key, prefix, delimiter) : null
  // No key is between this one and itself with the lowest unit behind it.
  return order.before(group === key ? orderAfterPrefix(key) : `${byteOrder(key)}\u0000`)
}
