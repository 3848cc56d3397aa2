import { viewOfOrderedRows, type OrderedListView } from '#core/list-view.ts'

/**
 * The distance between the stamps of rows created in the same millisecond: the finest difference that a time in
 * milliseconds keeps in JSON until the year 2109.
 */
export const STEP = 2 ** -11

export interface Stamped {
  readonly stamp: number
}

/** A list in the order of stamps, oldest first: part of an index whose last part is `stamp`, or rows in memory. */
export type StampedList<R> = OrderedListView<R, number>

/** The methods of a collection with an index on `stamp` alone. */
interface ByStamp {
  countBefore(index: 'byStamp', prefix: [], stamp: number): number
  page(index: 'byStamp', prefix: [], window: { offset: number; limit: number }): { readonly rows: readonly Stamped[] }
}

/**
 * Returns the stamp for a new row: the time, with a fraction that no other row of the collection has. Later rows of a
 * millisecond get larger stamps.
 */
export function nextStamp(collection: ByStamp, now: number): number {
  for (let millisecond = Math.floor(now); ; millisecond++) {
    const end = collection.countBefore('byStamp', [], millisecond + 1)
    const last = end === 0 ? undefined : collection.page('byStamp', [], { offset: end - 1, limit: 1 }).rows[0]
    const stamp = Math.max(millisecond, last?.stamp ?? 0) + STEP
    // A millisecond has room for 2047 rows; further ones get stamps of the next millisecond.
    if (stamp < millisecond + 1) return stamp
  }
}

/** Returns the list of rows that are already in memory, oldest first. */
export function stampedRows<R extends Stamped>(rows: readonly R[]): StampedList<R> {
  return viewOfOrderedRows(rows, ({ stamp }) => stamp)
}

/** Compares rows by their stamps, for a list whose oldest row comes first. */
export function byStamp(one: Stamped, other: Stamped): number {
  return one.stamp - other.stamp
}
