import { viewOfOrderedRows, type OrderedListView } from '#core/list-view.ts'

/**
 * The distance between the sort keys of rows created in the same millisecond: the finest difference that a time in
 * milliseconds keeps in JSON until the year 2109.
 */
export const STEP = 2 ** -11

export interface Sortable {
  readonly sortKey: number
}

/** A list in the order of sort keys, oldest first: part of an index whose last part is `sortKey`, or rows in memory. */
export type SortedList<R> = OrderedListView<R, number>

/** The methods of a collection with an index on `sortKey` alone. */
interface BySortKey {
  countBefore(index: 'bySortKey', prefix: [], sortKey: number): number
  page(
    index: 'bySortKey',
    prefix: [],
    window: { offset: number; limit: number },
  ): { readonly rows: readonly Sortable[] }
}

/**
 * Returns the sortKey for a new row: the time, with a fraction that no other row of the collection has. Later rows of a
 * millisecond get larger sort keys.
 */
export function nextSortKey(collection: BySortKey, now: number): number {
  const list = {
    countBefore: (sortKey: number) => collection.countBefore('bySortKey', [], sortKey),
    slice: (offset: number, limit: number) => collection.page('bySortKey', [], { offset, limit }).rows,
  }
  return nextKeyOf(list, now)
}

/** Returns a key for a row that comes last in a list: the time, with a fraction that no other row of the list has. */
export function nextKeyOf(list: Pick<SortedList<Sortable>, 'countBefore' | 'slice'>, now: number): number {
  for (let millisecond = Math.floor(now); ; millisecond++) {
    const end = list.countBefore(millisecond + 1)
    const last = end === 0 ? undefined : list.slice(end - 1, 1)[0]
    const sortKey = Math.max(millisecond, last?.sortKey ?? 0) + STEP
    // A millisecond has room for 2047 rows; further ones get sort keys of the next millisecond.
    if (sortKey < millisecond + 1) return sortKey
  }
}

/** Returns the list of rows that are already in memory, oldest first. */
export function sortedRows<R extends Sortable>(rows: readonly R[]): SortedList<R> {
  return viewOfOrderedRows(rows, ({ sortKey }) => sortKey)
}

/** Compares rows by their sort keys, for a list whose oldest row comes first. */
export function bySortKey(one: Sortable, other: Sortable): number {
  return one.sortKey - other.sortKey
}
