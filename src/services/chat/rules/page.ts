import type { ListView, OrderedListView } from '#core/list-view.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'

/** The arguments of a list method. */
export interface PageArguments {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** The largest number of items on a page. https://docs.slack.dev/apis/web-api/pagination */
const MOST = 1000

/** A page of a list, and the cursor of the next page: empty when there is none. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly nextCursor: string
}

/**
 * Returns a page of a list that does not change. The cursor names a position.
 *
 * @param fallback the limit where the client sets none
 * @throws `invalid_limit` and `invalid_cursor`.
 */
export function pageOf<R>(view: ListView<R>, { limit, cursor }: PageArguments, fallback: number): Page<R> {
  const size = pageSize(limit, fallback)
  const offset = cursor === undefined || cursor === '' ? 0 : offsetOf(cursor)
  const rows = view.slice(offset, size)
  const next = offset + rows.length
  return { rows, nextCursor: next < view.total ? cursorTo('offset', String(next)) : '' }
}

/** The place of a row in a list: whole numbers that grow along it. */
interface Place<R, K extends string | number> {
  readonly of: (row: R) => K
  /** Reads a place from a cursor. */
  readonly from: (text: string) => K
}

/** Returns the place of a row in a list that is ordered by a number of its rows. */
export function numberPlace<R>(of: (row: R) => number): Place<R, number> {
  return {
    of,
    from(text) {
      if (!/^-?\d{1,15}$/.test(text)) throw slackFailure('invalid_cursor')
      return Number(text)
    },
  }
}

/**
 * Returns a page of a list whose rows may come and go between two pages. The cursor names the last row of the page, so
 * the next page has all rows behind it, and as at the vendor none is left out when rows before it are removed.
 *
 * @throws `invalid_limit` and `invalid_cursor`.
 */
export function pageAfter<R, K extends string | number>(
  view: OrderedListView<R, K>,
  place: Place<R, K>,
  { limit, cursor }: PageArguments,
  fallback: number,
): Page<R> {
  const size = pageSize(limit, fallback)
  const offset = cursor === undefined || cursor === '' ? 0 : positionAfter(view, place, cursorValue('after', cursor))
  const rows = view.slice(offset, size)
  const last = rows.at(-1)
  const isLast = last === undefined || offset + rows.length >= view.total
  return { rows, nextCursor: isLast ? '' : cursorTo('after', String(place.of(last))) }
}

function positionAfter<R, K extends string | number>(view: OrderedListView<R, K>, place: Place<R, K>, text: string) {
  const key = place.from(text)
  const at = view.countBefore(key)
  const [row] = view.slice(at, 1)
  return row !== undefined && place.of(row) === key ? at + 1 : at
}

/**
 * Returns the number of items on a page; `limit=0` counts as none.
 *
 * @throws `invalid_limit`.
 */
export function pageSize(limit: number | undefined, fallback: number): number {
  if (limit === undefined || limit === 0) return fallback
  if (limit < 0 || limit > MOST) throw slackFailure('invalid_limit')
  return limit
}

/** Returns the cursor to a place in a list: the base64 of its kind and value. */
export function cursorTo(kind: string, value: string): string {
  return Buffer.from(`${kind}:${value}`).toString('base64')
}

/**
 * Returns the value of a cursor of this kind.
 *
 * @throws `invalid_cursor`.
 */
export function cursorValue(kind: string, cursor: string): string {
  const decoded = Buffer.from(cursor, 'base64').toString('utf8')
  if (!decoded.startsWith(`${kind}:`)) throw slackFailure('invalid_cursor')
  return decoded.slice(kind.length + 1)
}

function offsetOf(cursor: string): number {
  const value = cursorValue('offset', cursor)
  if (!/^\d{1,12}$/.test(value)) throw slackFailure('invalid_cursor')
  return Number(value)
}

/** The arguments of a list method of the older kind, with numbered pages. */
export interface NumberedPageArguments {
  readonly count?: number | undefined
  readonly page?: number | undefined
}

/** The `paging` member of older list methods. */
export interface Paging {
  readonly count: number
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** Returns a numbered page of a list, with the vendor's `paging`. */
export function numberedPageOf<R>(
  view: ListView<R>,
  { count = 100, page = 1 }: NumberedPageArguments,
): { readonly rows: readonly R[]; readonly paging: Paging } {
  if (count < 0) throw invalidArguments('[ERROR] must be greater than 0 [json-pointer:/count]')
  const size = Math.min(count === 0 ? 100 : count, MOST)
  const number = Math.max(page, 1)
  const { total } = view
  const rows = view.slice((number - 1) * size, size)
  return { rows, paging: { count: size, total, page: number, pages: Math.ceil(total / size) } }
}
