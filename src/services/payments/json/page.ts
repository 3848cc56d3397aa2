import { DEFAULT_LIMIT, type Page } from '#payments/protocol/list.ts'

/** One page of a list, as the vendor writes it. https://docs.stripe.com/api/pagination */
export interface PageJson<T> {
  readonly object: 'list'
  readonly data: readonly T[]
  readonly has_more: boolean
  /** The number of items on all pages: of a list that counts, and where a request before 2025-03-31 asks for it. */
  readonly total_count?: number
  readonly url: string
}

/** Writes a page of the list at a URL. `has_more` refers to the direction of paging. */
export function pageJson<R, T>({ rows, hasMore, total }: Page<R>, url: string, write: (row: R) => T): PageJson<T> {
  return {
    object: 'list',
    data: rows.map((row) => write(row)),
    has_more: hasMore,
    ...(total === undefined ? {} : { total_count: total }),
    url,
  }
}

/** Writes a list that is part of another object: its first items, with the URL of the whole list. */
export function firstPageJson<T>(items: readonly T[], url: string): PageJson<T> {
  return { object: 'list', data: items.slice(0, DEFAULT_LIMIT), has_more: items.length > DEFAULT_LIMIT, url }
}

/** Writes a list that is part of another object, as {@link firstPageJson} does, with the number of its items. */
export function countedPageJson<T>(items: readonly T[], url: string): PageJson<T> {
  const { url: _url, ...page } = firstPageJson(items, url)
  return { ...page, total_count: items.length, url }
}
