import type { Collection, Declarations, Following, Id, IndexName, IndexPrefix, ReferenceName, Row } from './store.ts'

/**
 * A list to read pages from, made for one answer. Positions count from 0, in the order of the list. When the list is
 * part of an index, its total reads no row, and a page reads that page.
 */
export interface ListView<R> {
  /** The number of rows of the list. */
  readonly total: number
  /** Returns the rows from position `offset` on: at most `limit` rows, none beyond the end. */
  slice(offset: number, limit: number): readonly R[]
}

/** A list in the order of a key. A page can begin at any key, even when no row has that key (any more). */
export interface OrderedListView<R, K> extends ListView<R> {
  /** Returns the number of rows that come before a key: the position of the first row with this key, or beyond it. */
  countBefore(key: K): number
}

/** A list whose pages begin beside a row, which the client names by a cursor. */
export interface CursorListView<R> extends ListView<R> {
  /** Returns the position after the row that `cursor` names; undefined for a text that is no cursor of the list. */
  positionAfter(cursor: string): number | undefined
}

/** The direction in which a list reads its index. */
interface Direction {
  /** Reads the index backwards. Default: false */
  readonly descending?: boolean
}

/**
 * Returns the list of the rows whose first index parts equal `prefix`, in the order of the index. Its key is the index
 * part that follows `prefix`, or the id after all parts. A descending list begins with the largest key.
 */
export function viewOfIndex<
  R extends Row,
  O extends Declarations,
  N extends IndexName<O>,
  const K extends IndexPrefix<R, O, N>,
>(
  collection: Collection<R, O>,
  index: N,
  prefix: K,
  { descending = false }: Direction = {},
): OrderedListView<R, Following<R, O, N, K['length']>> {
  return {
    total: collection.count(index, ...prefix),
    slice: (offset, limit) => collection.page(index, prefix, { offset, limit, descending }).rows,
    countBefore(key) {
      const below = collection.countBefore(index, prefix, key)
      if (!descending) return below
      const upTo = [...prefix, key] as unknown as K // one more part of the key, at most the id
      return collection.count(index, ...prefix) - below - collection.count(index, ...upTo)
    },
  }
}

/** Returns the list of the rows whose reference `field` is `id`, ordered by id. */
export function viewOfReference<R extends Row, O extends Declarations>(
  collection: Collection<R, O>,
  field: ReferenceName<O>,
  id: Id,
): ListView<R> {
  return {
    total: collection.countReferring(field, id),
    slice: (offset, limit) => collection.pageReferring(field, id, { offset, limit }).rows,
  }
}

/** Returns rows that have been read already as a list, in their order. */
export function viewOfRows<R>(rows: readonly R[]): ListView<R> {
  return { total: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit) }
}

/** Returns rows that have been read already, and are ordered by `keyOf`, as a list in the order of that key. */
export function viewOfOrderedRows<R, K extends string | number>(
  rows: readonly R[],
  keyOf: (row: R) => K,
): OrderedListView<R, K> {
  return { ...viewOfRows(rows), countBefore: (key) => rows.filter((row) => keyOf(row) < key).length }
}

/**
 * Returns those of the `rows` that match, in their order, as a list with the cursors of the rows. The cursor of a row
 * that does not match (any more) names the position that the row would have; a cursor of no row is none of the list.
 */
export function viewWithCursors<R>(
  rows: readonly R[],
  cursorOf: (row: R) => string,
  matches: (row: R) => boolean = () => true,
): CursorListView<R> {
  return {
    ...viewOfRows(rows.filter(matches)),
    positionAfter(cursor) {
      const at = rows.findIndex((row) => cursorOf(row) === cursor)
      return at < 0 ? undefined : rows.slice(0, at + 1).filter(matches).length
    },
  }
}

/** Returns the list of the results of `replace`, which is called for the rows of a page only. */
export function mapView<R, S>(view: ListView<R>, replace: (row: R) => S): ListView<S> {
  return { total: view.total, slice: (offset, limit) => view.slice(offset, limit).map((row) => replace(row)) }
}

/**
 * Returns the smallest text above `text`, so that `countBefore(keyAfter(text))` also counts the rows with the key
 * `text`.
 */
export function keyAfter(text: string): string {
  return `${text}\u0000`
}
