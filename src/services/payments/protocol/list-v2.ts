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

/** Returns the page of a list that a request asks for. `path` is that of the request. */
export function pageV2Json<R>(
  rows: readonly R[],
  { limit = 20, page }: ValuesOf<typeof LIST_V2_PARAMS>,
  path: string,
  write: (row: R) => object,
): PageV2Json {
  const offset = page === undefined ? 0 : offsetOf(page)
  const urlAt = (start: number): string =>
    `${path}?limit=${limit}&page=${Buffer.from(`offset:${start}`).toString('base64url')}`
  return {
    data: rows.slice(offset, offset + limit).map(write),
    next_page_url: offset + limit < rows.length ? urlAt(offset + limit) : null,
    previous_page_url: offset > 0 ? urlAt(Math.max(0, offset - limit)) : null,
  }
}

function offsetOf(page: string): number {
  const [, digits] = /^offset:(\d+)$/.exec(Buffer.from(page, 'base64url').toString()) ?? []
  if (digits === undefined) throw invalidParameter('page', `Invalid page: ${page}`)
  return Number(digits)
}
