import { json, type Answer } from '../../core/answer.ts'
import { linkHeader } from '../../core/pagination.ts'
import type { OidcCall } from './call.ts'
import { validationFailed } from './errors.ts'

/** A list whose pages start after the id of the last item of the previous page. */
export interface CursorList<R> {
  /** Returns the number of items up to and including the item of this cursor, whether or not that item still exists. */
  readonly upTo: (cursor: string) => number
  readonly read: (offset: number, limit: number) => readonly R[]
  readonly cursorOf: (row: R) => string
}

/** The page size of a list. */
export interface PageSize {
  readonly byDefault: number
  readonly most: number
  /** A larger limit is reduced to the largest (`capped`) or refused. Default: capped */
  readonly beyond?: 'capped' | 'refused'
}

/** The methods of a collection that {@link inOrder} uses. */
interface Ordered<R, I extends string> {
  countBefore(index: I, key: readonly string[], id: string): number
  page(index: I, prefix: readonly string[], options: { offset: number; limit: number }): { readonly rows: readonly R[] }
}

/**
 * Returns the rows that have `key` as all parts of the index, in the order of their ids. Reading a page costs only that page, and a
 * page after a deleted row continues at its former place. `beforeId` is the part of ids before the cursor.
 */
export function inOrder<R extends { readonly id: string }, I extends string>(
  collection: Ordered<R, I>,
  index: I,
  key: readonly string[],
  beforeId = '',
): CursorList<R> {
  const read = (offset: number, limit: number): readonly R[] => collection.page(index, key, { offset, limit }).rows
  return {
    upTo(cursor) {
      const id = beforeId + cursor
      const below = collection.countBefore(index, key, id)
      return read(below, 1)[0]?.id === id ? below + 1 : below
    },
    read,
    cursorOf: ({ id }) => id.slice(beforeId.length),
  }
}

/**
 * Returns a list of rows in the order of their cursors. A page after a row that is no longer in the list, because it was changed or
 * deleted, continues at its former place.
 */
export function sequenceOf<R>(rows: readonly R[], cursorOf: (row: R) => string): CursorList<R> {
  return {
    upTo(cursor) {
      const at = rows.findIndex((row) => cursorOf(row) > cursor)
      return at < 0 ? rows.length : at
    },
    read: (offset, limit) => rows.slice(offset, offset + limit),
    cursorOf,
  }
}

/** Returns a list of the `rows` that match, in their order. A cursor of a row that no longer matches is valid; any other is refused. */
export function partOf<R>(rows: readonly R[], fits: (row: R) => boolean, cursorOf: (row: R) => string): CursorList<R> {
  const whole = listOf(rows, cursorOf)
  return {
    ...listOf(rows.filter(fits), cursorOf),
    upTo: (cursor) => rows.slice(0, whole.upTo(cursor)).filter(fits).length,
  }
}

/** Returns a list of rows in their order. A cursor of a row that is not in the list is refused. */
export function listOf<R>(rows: readonly R[], cursorOf: (row: R) => string): CursorList<R> {
  return {
    upTo(cursor) {
      const at = rows.findIndex((row) => cursorOf(row) === cursor)
      if (at < 0) throw validationFailed('after', `after: ${cursor} is no cursor of this list`)
      return at + 1
    },
    read: (offset, limit) => rows.slice(offset, offset + limit),
    cursorOf,
  }
}

/**
 * Returns a page of a list: an array, and a Link header with `self` and, if there are more items, `next`. Throws 400 for an
 * invalid limit. https://developer.okta.com/docs/api/#pagination
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
  const offset = after === null || after === '' ? 0 : list.upTo(after)
  const rows = list.read(offset, limit + 1)
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

function limitOf(given: string | null, { byDefault, most, beyond = 'capped' }: PageSize): number {
  if (given === null || given === '') return byDefault
  const limit = Number(given)
  if (!/^-?\d+$/.test(given)) throw validationFailed('limit', `limit: ${given} is not a whole number`)
  // The vendor's description has -1 as the default of some lists.
  if (limit === -1) return byDefault
  if (limit < 1) throw validationFailed('limit', 'limit: must be greater than or equal to 1')
  if (limit > most && beyond === 'refused')
    throw validationFailed('limit', `limit: must be less than or equal to ${most}`)
  return Math.min(limit, most)
}
