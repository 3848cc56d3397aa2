import { json, type Answer } from '../../core/answer.ts'
import type { PageWindow } from '../../core/pagination.ts'
import type { MailCall } from './call.ts'
import { validationError } from './errors.ts'

/** Items of a page when the client does not say, and at most. https://resend.com/docs/api-reference/pagination */
const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 100

/** A list from which a page is read, newest first. */
export interface CursorList<R> {
  /** How many rows it has. */
  readonly total: number
  /** The row with this id that clients see; undefined when there is none. */
  readonly find: (uuid: string) => R | undefined
  /** How many rows of the list are older. */
  readonly olderThan: (row: R) => number
  /** The rows of a window, counted from the newest. */
  readonly read: (window: PageWindow & { readonly descending: true }) => { readonly rows: readonly R[] }
}

/** What a collection must have for {@link newestFirst}. */
interface Listed<R> {
  count(index: 'all'): number
  countBefore(index: 'all', key: [], id: number): number
  page(
    index: 'all',
    key: [],
    options: { offset: number; limit: number; descending: boolean },
  ): { readonly rows: readonly R[] }
  find(name: 'uuid', uuid: string): R | undefined
}

/** The rows that have `key` as all parts of the index: `newestFirst(rows.emails, 'all', [])`. A page costs the page. */
export function newestFirst<R extends { readonly id: number }>(
  collection: Listed<R>,
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

/** Rows that are all at hand, newest first. */
export function listOf<R extends { readonly uuid: string }>(rows: readonly R[]): CursorList<R> {
  return {
    total: rows.length,
    find: (uuid) => rows.find((row) => row.uuid === uuid),
    olderThan: (row) => rows.length - 1 - rows.indexOf(row),
    read: ({ offset, limit }) => ({ rows: rows.slice(offset, offset + limit) }),
  }
}

/**
 * A page of a list: `{object: 'list', has_more, data}`, by `limit` and `after` or `before`, the id of an item that is not
 * itself on the page. `has_more` looks in the direction of the paging. Throws 422 for a limit or a cursor that cannot be.
 */
export function paginated<R>(call: Pick<MailCall, 'query'>, list: CursorList<R>, write: (row: R) => unknown): Answer {
  return page(call, list, DEFAULT_LIMIT, write)
}

/** {@link paginated} for the older lists, which are whole unless the client limits them: domains, keys, contacts, … */
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

/** What the client asks for; null when it does not say. */
function limitOf(query: URLSearchParams): number | null {
  const given = query.get('limit')
  if (given === null) return null
  const limit = Number(given)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_LIMIT) return limit
  throw validationError(`The \`limit\` parameter must be a number between 1 and ${LARGEST_LIMIT}.`)
}

/** How many items of the list come before the one that a cursor names. */
function positionOf<R>(list: CursorList<R>, name: string, uuid: string): number {
  const row = list.find(uuid)
  if (row === undefined) throw validationError(`The \`${name}\` parameter must be the id of an item of the list.`)
  return list.total - 1 - list.olderThan(row)
}
