import { viewOfIndex, viewWithCursors, type CursorListView, type OrderedListView } from '#core/list-view.ts'
import type { PageWindow } from '#core/pagination.ts'
import type { Collection, Row } from '#core/store.ts'
import { validationError } from '#mail/errors.ts'

/**
 * The page size when the client sets none, and the largest that it may set.
 * https://resend.com/docs/api-reference/pagination
 */
const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 100

/** A row with the public id that clients name it by. */
interface Identified extends Row {
  readonly id: number
  readonly uuid: string
}

/** The declarations of a collection that {@link newestFirst} lists. */
interface Listed {
  readonly unique: { readonly uuid: readonly ['uuid'] }
  readonly indexes: { readonly all: readonly [] }
}

/** Returns the rows of a collection, newest first. */
export function newestFirst<R extends Identified>(collection: Collection<R, Listed>): CursorListView<R> {
  const rows = viewOfIndex(collection, 'all', [], { descending: true })
  return withPublicIds(rows, (uuid) => collection.find('uuid', uuid as never)) // a uuid is a string in every row
}

/**
 * Returns a list whose cursors are public ids. `find` returns the row of the list that has a public id, or undefined.
 */
export function withPublicIds<R extends Row>(
  rows: OrderedListView<R, R['id']>,
  find: (uuid: string) => R | undefined,
): CursorListView<R> {
  return {
    ...rows,
    positionAfter(uuid) {
      const row = find(uuid)
      return row && rows.countBefore(row.id) + 1
    },
  }
}

/** Returns a list of rows that are already in memory, newest first. */
export function viewOfRows<R extends { readonly uuid: string }>(rows: readonly R[]): CursorListView<R> {
  return viewWithCursors(rows, ({ uuid }) => uuid)
}

/** The rows of a page, and whether more rows follow in the direction of paging. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly hasMore: boolean
}

/**
 * Returns the rows of the page that the query asks for with `limit`, and with `after` or `before`: the id of an item
 * that is not itself on the page. Without `limit` the page has up to `defaultLimit` rows.
 *
 * @throws 422 for an invalid limit or cursor.
 */
export function pageOf<R>(query: URLSearchParams, list: CursorListView<R>, defaultLimit = DEFAULT_LIMIT): Page<R> {
  const { offset, limit, hasMore } = windowOf(query, list, limitOf(query) ?? defaultLimit)
  return { rows: list.slice(offset, limit), hasMore }
}

function windowOf<R>(
  query: URLSearchParams,
  list: CursorListView<R>,
  limit: number,
): PageWindow & { hasMore: boolean } {
  const after = query.get('after')
  const before = query.get('before')
  if (after !== null && before !== null) {
    throw validationError('You can only use either `after` or `before`, not both.')
  }
  if (before !== null) {
    const end = positionAfter(list, 'before', before) - 1
    const offset = Math.max(0, end - limit)
    return { offset, limit: end - offset, hasMore: offset > 0 }
  }
  const offset = after === null ? 0 : positionAfter(list, 'after', after)
  return { offset, limit, hasMore: offset + limit < list.total }
}

/**
 * Returns the client's `limit`; null when it sets none.
 *
 * @throws 422 for one out of range.
 */
function limitOf(query: URLSearchParams): number | null {
  const value = query.get('limit')
  if (value === null) return null
  const limit = Number(value)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_LIMIT) return limit
  throw validationError(`The \`limit\` parameter must be a number between 1 and ${LARGEST_LIMIT}.`)
}

/**
 * Returns the position after the item with this id.
 *
 * @throws 422 when the list has no such item.
 */
function positionAfter<R>(list: CursorListView<R>, name: string, uuid: string): number {
  const position = list.positionAfter(uuid)
  if (position === undefined) throw validationError(`The \`${name}\` parameter must be the id of an item of the list.`)
  return position
}
