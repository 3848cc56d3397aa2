import { invalidRequest } from '#deployhost/errors.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { STEP, type Sortable, type SortedList } from './sort-keys.ts'

/**
 * The page size when the client sets none, and the largest that it may set. https://vercel.com/docs/rest-api#pagination
 */
const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 100

/**
 * The smallest cursor that counts steps and not milliseconds: as a time it would be in the year 5138, and it is a count
 * from 1971 on.
 */
const FEWEST_STEPS = 1e14

/** The vendor's `pagination`: times in milliseconds, or null. `next` is a value for `until`, `prev` for `since`. */
export interface Pagination {
  readonly count: number
  readonly next: number | null
  readonly prev: number | null
}

/** The rows of a page, and the times that continue the list after it. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly pagination: Pagination
}

/** The window of a list that a client requests. */
export interface PageQuery {
  readonly limit: number
  /** Only rows created after this time. */
  readonly since: number | null
  /** Only rows created before this time. */
  readonly until: number | null
  /** True when the oldest rows come first. */
  readonly ascending: boolean
  /** Epoch milliseconds. More rows may still be created in this millisecond. */
  readonly now: number
}

/**
 * Parses the parameters `limit`, `since` and `until`.
 *
 * @throws 400 when one is no number or the limit is out of range.
 */
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

/** Returns the query with the older parameters `from` and `to` renamed to `since` and `until`. */
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
 * Returns the requested page of a list, newest first. Following `next` (as `until`) reaches every older row once,
 * following `prev` (as `since`) every newer row once, even when rows share a millisecond: such cursors count steps, as
 * whole numbers, because clients in typed languages read nothing else.
 * Rows created meanwhile are newer than all that follow.
 */
export function pageOf<R extends Sortable>(request: PageQuery, list: SortedList<R>): Page<R> {
  const query = { ...request, since: positionOf(request.since), until: positionOf(request.until) }
  const { since, until, limit, ascending } = query
  // A time from the client means whole milliseconds, a cursor means a position among rows.
  const first = since === null ? 0 : list.countBefore(Number.isInteger(since) ? since + 1 : since + STEP)
  const last = Math.max(first, until === null ? list.total : list.countBefore(until))
  const backwards = !ascending && continuesBackwards(query, list)
  const fromOldest = backwards || ascending
  const start = fromOldest ? first : Math.max(first, last - limit)
  const end = fromOldest ? Math.min(last, first + limit) : last
  const rows = list.slice(start, end - start)
  const [oldest, newest] = [rows[0], rows.at(-1)]
  if (oldest === undefined || newest === undefined) {
    return { rows: [], pagination: { count: 0, next: null, prev: null } }
  }
  const older = cursor(oldest, start === 0 ? undefined : list.slice(start - 1, 1)[0])
  const newer = cursor(newest, list.slice(end, 1)[0] ?? { sortKey: query.now })
  // A client that pages back by `prev` has seen the rows below `since` on the page before.
  const hasOlder = start > (backwards ? 0 : first)
  return ascending
    ? { rows: [...rows], pagination: { count: rows.length, next: end < last ? newer : null, prev: older } }
    : { rows: rows.toReversed(), pagination: { count: rows.length, next: hasOlder ? older : null, prev: newer } }
}

/** True when `since` is the `prev` of a page, which asks for the rows next to the cursor instead of the newest. */
function continuesBackwards<R extends Sortable>({ since, until }: PageQuery, list: SortedList<R>): boolean {
  if (since === null || until !== null) return false
  if (!Number.isInteger(since)) return true
  return list.countBefore(since + 1) > list.countBefore(since)
}

/**
 * Returns the time of a row, or its sortKey in steps when the neighbouring row has the same millisecond or may still
 * get it.
 */
function cursor(row: Sortable, beyond: Sortable | undefined): number {
  const millisecond = Math.floor(row.sortKey)
  if (beyond === undefined || Math.floor(beyond.sortKey) !== millisecond) return millisecond
  const steps = row.sortKey / STEP
  return steps < FEWEST_STEPS ? row.sortKey : steps
}

/** Returns the place that `since` or `until` names: a time, or the sortKey of a cursor that counts steps. */
function positionOf(value: number | null): number | null {
  return value === null || value < FEWEST_STEPS ? value : value * STEP
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw invalidRequest(`\`${name}\` should be number`)
  return value
}
