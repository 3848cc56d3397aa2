import { json, type Answer } from '../../core/answer.ts'
import { linkHeader } from '../../core/pagination.ts'
import type { OidcCall } from './call.ts'
import { validationFailed } from './errors.ts'

/** A list of which pages are read by the id of the last item seen. */
export interface CursorList<R> {
  /** How many of it come up to and with the item of this cursor, whether or not that is there still. */
  readonly upTo: (cursor: string) => number
  readonly read: (offset: number, limit: number) => readonly R[]
  readonly cursorOf: (row: R) => string
}

/** How many items a page has. */
export interface PageSize {
  readonly byDefault: number
  readonly most: number
  /** What becomes of a larger limit: it counts as the largest, or is refused. Default: capped */
  readonly beyond?: 'capped' | 'refused'
}

/** What a collection must have for {@link inOrder}. */
interface Ordered<R, I extends string> {
  countBefore(index: I, key: readonly string[], id: string): number
  page(index: I, prefix: readonly string[], options: { offset: number; limit: number }): { readonly rows: readonly R[] }
}

/**
 * The rows that have `key` as all parts of the index, in the order of their ids. A page costs the page, and one that begins
 * after a row that was deleted since goes on where that was. `beforeId` is what ids have before the cursor.
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
 * Rows that are at hand, in the order of their cursors: a page that begins after one that is no longer among them, because it
 * was changed or deleted since, goes on where that was.
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

/** Those of `rows` that fit, in the order they have. A cursor of a row that fits no longer is good; of any other, refused. */
export function partOf<R>(rows: readonly R[], fits: (row: R) => boolean, cursorOf: (row: R) => string): CursorList<R> {
  const whole = listOf(rows, cursorOf)
  return {
    ...listOf(rows.filter(fits), cursorOf),
    upTo: (cursor) => rows.slice(0, whole.upTo(cursor)).filter(fits).length,
  }
}

/** Rows that are at hand, in the order they have. A cursor of a row that is not among them is refused. */
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
 * A page of a list: an array, and a Link header with `self` and, where there is more, `next`. Throws 400 for a limit that
 * cannot be. https://developer.okta.com/docs/api/#pagination
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
  // What the vendor's description has as the default of some lists.
  if (limit === -1) return byDefault
  if (limit < 1) throw validationFailed('limit', 'limit: must be greater than or equal to 1')
  if (limit > most && beyond === 'refused')
    throw validationFailed('limit', `limit: must be less than or equal to ${most}`)
  return Math.min(limit, most)
}
