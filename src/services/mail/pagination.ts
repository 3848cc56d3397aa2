import { json, type Answer } from '../../core/answer.ts'
import type { PageWindow } from '../../core/pagination.ts'
import type { MailCall } from './call.ts'
import { validationError } from './errors.ts'

/**
 * The page size when the client sets none, and the largest that it may set.
 * https://resend.com/docs/api-reference/pagination
 */
const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 100

/** A list to read pages from, newest first. */
export interface CursorList<R> {
  /** The number of rows. */
  readonly total: number
  /** Returns the row with this public id; undefined when there is none. */
  readonly find: (uuid: string) => R | undefined
  /** Returns how many rows of the list are older than this one. */
  readonly olderThan: (row: R) => number
  /** Returns the rows of a window, counted from the newest. */
  readonly read: (window: PageWindow & { readonly descending: true }) => { readonly rows: readonly R[] }
}

/** The methods of a collection that {@link newestFirst} uses. */
interface NewestFirstSource<R> {
  count(index: 'all'): number
  countBefore(index: 'all', key: [], id: number): number
  page(
    index: 'all',
    key: [],
    options: { offset: number; limit: number; descending: boolean },
  ): { readonly rows: readonly R[] }
  find(name: 'uuid', uuid: string): R | undefined
}

/**
 * Returns the rows of the index: `newestFirst(rows.emails, 'all', [])`. Reading a page costs in proportion to the page,
 * not to the list.
 */
export function newestFirst<R extends { readonly id: number }>(
  collection: NewestFirstSource<R>,
  index: 'all',
  key: [],
): CursorList<R> {
  return {
    total: collection.count(index),
    find: (uuid) => collection.find('uuid', uuid),
    olderThan: ({ id }) => collection.countBefore(index, key, id),
    read: (window) => collection.page(index, key, window),
  }
}

/** Returns a list of rows that are already in memory, newest first. */
export function listOf<R extends { readonly uuid: string }>(rows: readonly R[]): CursorList<R> {
  return {
    total: rows.length,
    find: (uuid) => rows.find((row) => row.uuid === uuid),
    olderThan: (row) => rows.length - 1 - rows.indexOf(row),
    read: ({ offset, limit }) => ({ rows: rows.slice(offset, offset + limit) }),
  }
}

/**
 * Answers one page of a list: `{object: 'list', has_more, data}`. The client passes `limit`, and `after` or `before`
 * with the id of an item that is not itself on the page. `has_more` refers to the direction of paging. Throws 422 for
 * an invalid limit or cursor.
 */
export function paginated<R>(call: Pick<MailCall, 'query'>, list: CursorList<R>, write: (row: R) => unknown): Answer {
  return page(call, list, DEFAULT_LIMIT, write)
}

/**
 * {@link paginated} for the older lists (domains, keys, contacts, …), which are returned whole unless the client sets a
 * limit.
 */
export function wholeUnlessLimited<R>(
  call: Pick<MailCall, 'query'>,
  list: CursorList<R>,
  write: (row: R) => unknown,
): Answer {
  return page(call, list, list.total, write)
}

function page<R>(
  { query }: Pick<MailCall, 'query'>,
  list: CursorList<R>,
  defaultLimit: number,
  write: (row: R) => unknown,
): Answer {
  const { offset, limit, hasMore } = windowOf(query, list, limitOf(query) ?? defaultLimit)
  const { rows } = list.read({ offset, limit, descending: true })
  return json({ object: 'list', has_more: hasMore, data: rows.map(write) })
}

function windowOf<R>(query: URLSearchParams, list: CursorList<R>, limit: number): PageWindow & { hasMore: boolean } {
  const after = query.get('after')
  const before = query.get('before')
  if (after !== null && before !== null) {
    throw validationError('You can only use either `after` or `before`, not both.')
  }
  if (before !== null) {
    const end = positionOf(list, 'before', before)
    const offset = Math.max(0, end - limit)
    return { offset, limit: end - offset, hasMore: offset > 0 }
  }
  const offset = after === null ? 0 : positionOf(list, 'after', after) + 1
  return { offset, limit, hasMore: offset + limit < list.total }
}

/** Returns the client's `limit`; null when it sets none. Throws 422 for one out of range. */
function limitOf(query: URLSearchParams): number | null {
  const value = query.get('limit')
  if (value === null) return null
  const limit = Number(value)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_LIMIT) return limit
  throw validationError(`The \`limit\` parameter must be a number between 1 and ${LARGEST_LIMIT}.`)
}

/** Returns how many items of the list come before the one with this id. */
function positionOf<R>(list: CursorList<R>, name: string, uuid: string): number {
  const row = list.find(uuid)
  if (row === undefined) throw validationError(`The \`${name}\` parameter must be the id of an item of the list.`)
  return list.total - 1 - list.olderThan(row)
}
