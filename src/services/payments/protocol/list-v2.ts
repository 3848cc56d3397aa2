import { invalidParameter } from '#payments/errors.ts'
import { integer, text, type ValuesOf } from './params.ts'

/** The parameters of every list of the second version of the API. */
export const LIST_V2_PARAMS = { limit: integer({ min: 1, max: 100 }), page: text() }

/** One page of such a list, with the URLs of the pages beside it. https://docs.stripe.com/api-v2-overview#list */
export interface PageV2Json {
  readonly data: readonly object[]
  readonly next_page_url: string | null
  readonly previous_page_url: string | null
}

/**
 * Returns the page of a list that a request asks for. `path` is that of the request. No row after the page is read, but
 * for the next.
 */
export function pageV2Json<R>(
  rows: Iterable<R>,
  { limit = 20, page }: ValuesOf<typeof LIST_V2_PARAMS>,
  path: string,
  write: (row: R) => object,
): PageV2Json {
  const offset = page === undefined ? 0 : offsetOf(page)
  const urlAt = (start: number): string =>
    `${path}?limit=${limit}&page=${Buffer.from(`offset:${start}`).toString('base64url')}`
  const read: R[] = []
  let position = 0
  for (const row of rows) {
    if (position++ >= offset) read.push(row)
    if (read.length > limit) break
  }
  return {
    data: read.slice(0, limit).map(write),
    next_page_url: read.length > limit ? urlAt(offset + limit) : null,
    previous_page_url: offset > 0 ? urlAt(Math.max(0, offset - limit)) : null,
  }
}

function offsetOf(page: string): number {
  const [, digits] = /^offset:(\d+)$/.exec(Buffer.from(page, 'base64url').toString()) ?? []
  if (digits === undefined) throw invalidParameter('page', `Invalid page: ${page}`)
  return Number(digits)
}
