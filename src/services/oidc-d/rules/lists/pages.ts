import {
  keyAfter,
  viewOfOrderedRows,
  viewWithCursors,
  type CursorListView,
  type OrderedListView,
} from '#core/list-view.ts'
import { invalidCursor, validationFailed } from '#oidc-d/errors.ts'

/** A list whose pages start after the cursor of the last item of the previous page. */
export interface CursorList<R> extends CursorListView<R> {
  readonly cursorOf: (row: R) => string
}

/** The page size of a list. */
export interface PageSize {
  readonly byDefault: number
  readonly most: number
  /** A larger limit is reduced to the largest (`capped`) or refused. Default: capped */
  readonly beyond?: 'capped' | 'refused'
}

/**
 * Returns a list in the order of ids, which are its cursors. A page after a row that is no longer in the list, because
 * it was changed or deleted, continues at its former place. `beforeId` is the part of ids before the cursor.
 */
export function listById<R extends { readonly id: string }>(
  rows: OrderedListView<R, string>,
  beforeId = '',
): CursorList<R> {
  return {
    ...rows,
    positionAfter: (cursor) => rows.countBefore(keyAfter(beforeId + cursor)),
    cursorOf: ({ id }) => id.slice(beforeId.length),
  }
}

/**
 * Returns a list of rows in the order of their cursors. A page after a row that is no longer in the list, because it
 * was changed or deleted, continues at its former place.
 */
export function listByCursor<R>(rows: readonly R[], cursorOf: (row: R) => string): CursorList<R> {
  const ordered = viewOfOrderedRows(rows, cursorOf)
  return { ...ordered, positionAfter: (cursor) => ordered.countBefore(keyAfter(cursor)), cursorOf }
}

/**
 * Returns a list of the `rows` that match, in their order. A cursor of a row that no longer matches is valid; any other
 * is refused.
 */
export function filteredList<R>(
  rows: readonly R[],
  isMatch: (row: R) => boolean,
  cursorOf: (row: R) => string,
): CursorList<R> {
  return { ...viewWithCursors(rows, cursorOf, isMatch), cursorOf }
}

/** Returns a list of rows in their order. A cursor of a row that is not in the list is refused. */
export function orderedList<R>(rows: readonly R[], cursorOf: (row: R) => string): CursorList<R> {
  return { ...viewWithCursors(rows, cursorOf), cursorOf }
}

/** The rows of one page of a list. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly limit: number
  /** The cursor after which the next page begins; null on the last page. */
  readonly next: string | null
}

/**
 * Returns the page of a list that a query asks for.
 *
 * @throws 400 for an invalid limit or cursor.
 */
export function pageOf<R>(query: URLSearchParams, list: CursorList<R>, size: PageSize): Page<R> {
  const limit = limitOf(query.get('limit'), size)
  const after = query.get('after')
  const offset = after === null || after === '' ? 0 : positionAfter(list, after)
  const found = list.slice(offset, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, limit, next: found.length > limit && last !== undefined ? list.cursorOf(last) : null }
}

function positionAfter<R>(list: CursorList<R>, cursor: string): number {
  const position = list.positionAfter(cursor)
  if (position === undefined) throw invalidCursor()
  return position
}

/**
 * Parses the page size of a request.
 *
 * @throws 400 for a text that is not a whole number, and for one out of range.
 */
function limitOf(text: string | null, { byDefault, most, beyond = 'capped' }: PageSize): number {
  if (text === null || text === '') return byDefault
  const limit = Number(text)
  if (!/^-?\d+$/.test(text)) throw validationFailed('limit', `limit: ${text} is not a whole number`)
  // The vendor's description has -1 as the default of some lists.
  if (limit === -1) return byDefault
  if (limit < 1) throw validationFailed('limit', 'limit: must be greater than or equal to 1')
  if (limit > most && beyond === 'refused')
    throw validationFailed('limit', `limit: must be less than or equal to ${most}`)
  return Math.min(limit, most)
}
