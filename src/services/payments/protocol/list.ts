import type { Collection, IndexName, IndexPrefix } from '#core/store.ts'
import type { CollectionOptions } from '#core/store.ts'
import { invalidRequest, noSuch, totalCountForbidden } from '#payments/errors.ts'
import { integer, list as listOf, oneOf, text, until, type ValuesOf } from './params.ts'
import type { AccountRow } from '#payments/schema/account.ts'

/** The number of records on a page, unless the request says another. https://docs.stripe.com/api/pagination */
export const DEFAULT_LIMIT = 10
const LARGEST_LIMIT = 100

/** The parameters of every list. */
export const LIST_PARAMS = {
  limit: integer(),
  starting_after: text(),
  ending_before: text(),
  /** https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-total-count-expansion */
  include: until('2025-03-31.basil', listOf(oneOf('total_count')), totalCountForbidden),
}

/** The values of {@link LIST_PARAMS}. */
export type PageInput = ValuesOf<typeof LIST_PARAMS>

/** The rows of one page of a list. */
export interface Page<R> {
  readonly rows: readonly R[]
  /** True when the list goes on in the direction of paging. */
  readonly hasMore: boolean
  /** The number of rows on all pages, where the request asks for it; absent otherwise. */
  readonly total?: number
}

/** A list to read pages from. A cursor is the id of a row. */
export interface RowList<R> {
  /**
   * Returns the first rows after the one that `cursor` names, or of the list without one: at most `count`. Undefined
   * for an id of no row of the list.
   */
  after(cursor: string | undefined, count: number): readonly R[] | undefined
  /** Returns the last rows before the one that `cursor` names, in the order of the list, as {@link after} does. */
  before(cursor: string, count: number): readonly R[] | undefined
  /** Counts the rows. */
  count(): number
}

/**
 * Returns the records of an index below `prefix`, newest first. The index ends with `seq`; records that `where` refuses
 * are left out. A page reads its rows, and those between them that are left out. A cursor may name one of them.
 */
export function newestFirst<
  R extends AccountRow,
  O extends CollectionOptions<R>,
  N extends IndexName<O>,
  const K extends IndexPrefix<R, O, N>,
>(collection: Collection<R, O>, index: N, prefix: K, where?: (row: R) => boolean): RowList<R> {
  const total = collection.count(index, ...prefix)
  /** Returns the number of records that are newer. */
  const positionOf = (id: string): number | undefined => {
    const row = collection.get(id)
    if (row === undefined) return undefined
    // The part after the prefix is `seq`.
    const older = collection.countBefore(index, prefix, row.seq as Parameters<typeof collection.countBefore>[2])
    const { rows } = collection.page(index, prefix, { offset: older, limit: 1 })
    return rows[0]?.id === id ? total - older - 1 : undefined
  }
  return {
    after(cursor, count) {
      const at = cursor === undefined ? -1 : positionOf(cursor)
      return at === undefined
        ? undefined
        : firstOf(collection.walk(index, prefix, { offset: at + 1, descending: true, where }), count)
    },
    before(cursor, count) {
      const at = positionOf(cursor)
      return at === undefined
        ? undefined
        : firstOf(collection.walk(index, prefix, { offset: total - at, where }), count).toReversed()
    },
    count: () => (where === undefined ? total : collection.list(index, ...prefix).filter(where).length),
  }
}

function firstOf<R>(rows: Iterable<R>, count: number): R[] {
  const found: R[] = []
  for (const row of rows) if (found.push(row) === count) break
  return found
}

/** Returns rows that are in memory, in their order. */
export function listOfRows<R extends { readonly id: string }>(rows: readonly R[]): RowList<R> {
  const positionOf = (id: string): number | undefined => {
    const at = rows.findIndex((row) => row.id === id)
    return at < 0 ? undefined : at
  }
  return {
    after(cursor, count) {
      const at = cursor === undefined ? -1 : positionOf(cursor)
      return at === undefined ? undefined : rows.slice(at + 1, at + 1 + count)
    },
    before(cursor, count) {
      const at = positionOf(cursor)
      return at === undefined ? undefined : rows.slice(Math.max(0, at - count), at)
    },
    count: () => rows.length,
  }
}

/**
 * Returns the page of a list that a request asks for. `what` is the vendor's name of the records in the refusal of a
 * cursor.
 *
 * @throws 400 for an unknown cursor.
 */
export function pageOf<R>(
  list: RowList<R>,
  { limit: size, starting_after: after, ending_before: before, include }: PageInput,
  what: string,
): Page<R> {
  const limit = limitOf(size)
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('Received both starting_after and ending_before parameters. Please pass in only one.')
  }
  const counted = include?.includes('total_count') === true ? { total: list.count() } : {}
  // One row more tells whether the list goes on.
  if (before !== undefined) {
    const rows = list.before(before, limit + 1)
    if (rows === undefined) throw noSuch(what, before, 'ending_before', 400)
    return { rows: rows.slice(-limit), hasMore: rows.length > limit, ...counted }
  }
  const rows = list.after(after, limit + 1)
  if (rows === undefined) throw noSuch(what, after ?? '', 'starting_after', 400)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, ...counted }
}

/** Returns the number of records on a page. The vendor takes a limit that is out of range as the nearest one in it. */
function limitOf(limit = DEFAULT_LIMIT): number {
  return Math.min(Math.max(limit, 1), LARGEST_LIMIT)
}
