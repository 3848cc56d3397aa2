import { json, type Answer } from '#core/answer.ts'
import {
  keyAfter,
  viewOfOrderedRows,
  viewWithCursors,
  type CursorListView,
  type OrderedListView,
} from '#core/list-view.ts'
import { linkHeader } from '#core/pagination.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'

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
export function inOrder<R extends { readonly id: string }>(
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
export function sequenceOf<R>(rows: readonly R[], cursorOf: (row: R) => string): CursorList<R> {
  const ordered = viewOfOrderedRows(rows, cursorOf)
  return { ...ordered, positionAfter: (cursor) => ordered.countBefore(keyAfter(cursor)), cursorOf }
}

/**
 * Returns a list of the `rows` that match, in their order. A cursor of a row that no longer matches is valid; any other
 * is refused.
 */
export function partOf<R>(rows: readonly R[], fits: (row: R) => boolean, cursorOf: (row: R) => string): CursorList<R> {
  return { ...viewWithCursors(rows, cursorOf, fits), cursorOf }
}

/** Returns a list of rows in their order. A cursor of a row that is not in the list is refused. */
export function listOf<R>(rows: readonly R[], cursorOf: (row: R) => string): CursorList<R> {
  return { ...viewWithCursors(rows, cursorOf), cursorOf }
}

/**
 * Returns a page of a list: an array, and a Link header with `self` and, if there are more items, `next`.
 * https://developer.okta.com/docs/api/#pagination
 *
 * @throws 400 for an invalid limit or cursor.
 */
export function paginated<R>(
  call: Pick<OidcCall, 'query' | 'origin' | 'path' | 'search'>,
  list: CursorList<R>,
  size: PageSize,
  write: (row: R) => unknown,
): Answer {
  const { query, origin, path, search } = call
  const limit = limitOf(query.get('limit'), size)
  const after = query.get('after')
  const offset = after === null || after === '' ? 0 : positionAfter(list, after)
  const rows = list.slice(offset, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const links: [string, string][] = [['self', `${origin}${path}${search}`]]
  if (rows.length > limit && last !== undefined) {
    const next = new URLSearchParams(query)
    next.set('after', list.cursorOf(last))
    next.set('limit', String(limit))
    links.push(['next', `${origin}${path}?${next}`])
  }
  return json(page.map(write), 200, { link: linkHeader(links) ?? '' })
}

function positionAfter<R>(list: CursorList<R>, cursor: string): number {
  const position = list.positionAfter(cursor)
  if (position === undefined) throw validationFailed('after', `after: ${cursor} is no cursor of this list`)
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
