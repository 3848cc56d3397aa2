import type { Collection, Declarations, IndexName, IndexPrefix, Row } from '../../core/store.ts'
import { invalidRequest } from './errors.ts'
import type { DeployhostCall } from './call.ts'

/** Items of a page when the client does not say, and at most. https://vercel.com/docs/rest-api#pagination */
const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 100

/**
 * What tells rows of one millisecond from each other: the finest difference that a time in milliseconds can have in JSON
 * until the year 2109.
 */
const STEP = 2 ** -11

interface Stamped {
  readonly stamp: number
}

/** A list that can be read at any place: part of an index, in which `stamp` follows the prefix, or rows at hand. */
export interface Source<R> {
  readonly total: number
  /** How many rows have a stamp below this. */
  below(stamp: number): number
  /** Rows from the oldest. */
  slice(start: number, end: number): readonly R[]
}

/** A collection with an index on `stamp` alone. */
interface ByStamp {
  countBefore(index: 'byStamp', prefix: [], stamp: number): number
  page(index: 'byStamp', prefix: [], window: { offset: number; limit: number }): { readonly rows: readonly Stamped[] }
}

/**
 * A stamp for a row that is made now: the time, with a fraction that no other row of the collection has. Later rows of a
 * millisecond have larger ones.
 */
export function nextStamp(collection: ByStamp, now: number): number {
  for (let millisecond = Math.floor(now); ; millisecond++) {
    const end = collection.countBefore('byStamp', [], millisecond + 1)
    const last = end === 0 ? undefined : collection.page('byStamp', [], { offset: end - 1, limit: 1 }).rows[0]
    const stamp = Math.max(millisecond, last?.stamp ?? 0) + STEP
    // A millisecond has room for 2047 rows; those beyond are listed with the next.
    if (stamp < millisecond + 1) return stamp
  }
}

/** The rows of an index whose parts are a prefix and `stamp`. */
export function indexed<R extends Row, O extends Declarations, N extends IndexName<O>>(
  collection: Collection<R, O>,
  index: N,
  ...prefix: IndexPrefix<R, O, N>
): Source<R> {
  return {
    total: collection.count(index, ...prefix),
    below: (stamp) => collection.countBefore(index, prefix, stamp as never), // the part that follows the prefix
    slice: (start, end) => collection.page(index, prefix, { offset: start, limit: end - start }).rows,
  }
}

/** Rows that are at hand, oldest first: what a search or a filter found. */
export function atHand<R extends Stamped>(rows: readonly R[]): Source<R> {
  return {
    total: rows.length,
    below: (stamp) => rows.filter((row) => row.stamp < stamp).length,
    slice: (start, end) => rows.slice(start, end),
  }
}

/** The vendor's `pagination`: times in milliseconds, or null. `next` is for `until`, `prev` for `since`. */
export interface Pagination {
  readonly count: number
  readonly next: number | null
  readonly prev: number | null
}

/** What a client asks for. */
export interface PageQuery {
  readonly limit: number
  /** Only what was made after this time. */
  readonly since: number | null
  /** Only what was made before this time. */
  readonly until: number | null
  /** Whether the oldest come first. */
  readonly ascending: boolean
  /** Epoch milliseconds: rows of this millisecond may be yet to come. */
  readonly now: number
}

/** `limit`, `since` and `until` of a request. Throws 400 for what are no numbers, or too many. */
export function pageQuery({ query, clock }: Pick<DeployhostCall, 'query' | 'clock'>): PageQuery {
  const limit = numberIn(query, 'limit') ?? DEFAULT_LIMIT
  if (limit < 1) throw invalidRequest('`limit` should be >= 1')
  if (limit > LARGEST_LIMIT) throw invalidRequest(`\`limit\` should be <= ${LARGEST_LIMIT}`)
  return {
    limit: Math.floor(limit),
    since: numberIn(query, 'since'),
    until: numberIn(query, 'until'),
    ascending: query.get('order')?.toUpperCase() === 'ASC',
    now: clock.now(),
  }
}

/** What a request asks for where `from` and `to` may stand for `since` and `until`, as they were called. */
export function withOlderNames({
  query,
  clock,
}: Pick<DeployhostCall, 'query' | 'clock'>): Pick<DeployhostCall, 'query' | 'clock'> {
  const renamed = new URLSearchParams(query)
  for (const [older, name] of [
    ['from', 'since'],
    ['to', 'until'],
  ] as const) {
    const value = query.get(older)
    if (value !== null && !query.has(name)) renamed.set(name, value)
  }
  return { query: renamed, clock }
}

/**
 * The page of a list that a request asks for, newest first. Following `next` (as `until`) reaches every older row once,
 * following `prev` (as `since`) every newer one, also when rows share a millisecond: cursors then have a fraction. What is
 * made meanwhile is newer than all that follows.
 */
export function pageOf<R extends Stamped>(
  query: PageQuery,
  source: Source<R>,
): { readonly rows: R[]; readonly pagination: Pagination } {
  const { since, until, limit, ascending } = query
  // A time that a client made up means whole milliseconds, a cursor a place among rows.
  const first = since === null ? 0 : source.below(Number.isInteger(since) ? since + 1 : since + STEP)
  const last = Math.max(first, until === null ? source.total : source.below(until))
  const backwards = !ascending && continuesBackwards(query, source)
  const fromOldest = backwards || ascending
  const start = fromOldest ? first : Math.max(first, last - limit)
  const end = fromOldest ? Math.min(last, first + limit) : last
  const rows = source.slice(start, end)
  const [oldest, newest] = [rows[0], rows.at(-1)]
  if (oldest === undefined || newest === undefined) {
    return { rows: [], pagination: { count: 0, next: null, prev: null } }
  }
  const older = cursor(oldest, start === 0 ? undefined : source.slice(start - 1, start)[0])
  const newer = cursor(newest, source.slice(end, end + 1)[0] ?? { stamp: query.now })
  // Whoever goes back by `prev` left the rows below `since` on the page they came from.
  const hasOlder = start > (backwards ? 0 : first)
  return ascending
    ? { rows: [...rows], pagination: { count: rows.length, next: end < last ? newer : null, prev: older } }
    : { rows: rows.toReversed(), pagination: { count: rows.length, next: hasOlder ? older : null, prev: newer } }
}

/** Whether `since` is the `prev` of a page: the rows wanted are those next to it, not the newest. */
function continuesBackwards<R extends Stamped>({ since, until }: PageQuery, source: Source<R>): boolean {
  if (since === null || until !== null) return false
  if (!Number.isInteger(since)) return true
  return source.below(since + 1) > source.below(since)
}

/** The time of a row; its stamp where the row beyond it is, or may yet be, of the same millisecond. */
function cursor(row: Stamped, beyond: Stamped | undefined): number {
  const millisecond = Math.floor(row.stamp)
  return beyond !== undefined && Math.floor(beyond.stamp) === millisecond ? row.stamp : millisecond
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw invalidRequest(`\`${name}\` should be number`)
  return value
}
