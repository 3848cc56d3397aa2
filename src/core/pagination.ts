/** A page that is requested by its number. */
export interface PageRequest {
  /** The number of the page, from 1. */
  readonly page: number
  /** The number of items on a page. */
  readonly size: number
}

/** The position of a page in its list. */
export interface PageWindow {
  /** The number of items before the page. */
  readonly offset: number
  /** The most items on the page. */
  readonly limit: number
}

/** Returns the part of a list that a numbered page covers. */
export function pageWindow({ page, size }: PageRequest): PageWindow {
  return { offset: (page - 1) * size, limit: size }
}

/** The links of a Link header, by relation: first, prev, next, last, self. */
export type Links = readonly (readonly [relation: string, url: string])[]

/** Returns the value of a Link header (RFC 8288 section 3); undefined when there is nothing to link to. */
export function linkHeader(links: Links): string | undefined {
  return links.length === 0 ? undefined : links.map(([relation, url]) => `<${url}>; rel="${relation}"`).join(', ')
}

/** Returns the pages to link to from a numbered page of a list with `total` items; none when there is only one page. */
export function pageLinks({ page, size }: PageRequest, total: number): [relation: string, page: number][] {
  const last = Math.max(1, Math.ceil(total / size))
  const links: [string, number][] = []
  if (page > 1) links.push(['prev', Math.min(page - 1, last)])
  if (page < last) links.push(['next', page + 1], ['last', last])
  if (page > 1) links.push(['first', 1])
  return links
}
