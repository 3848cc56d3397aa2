import { json, type Answer } from '#core/answer.ts'
import { linkHeader } from '#core/pagination.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { pageRequest } from './pagination.ts'

/**
 * Answers a page of rows by `before`, `after` and `per_page`, whose cursors are those of the `Link` header.
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api#using-link-headers
 */
export function answerCursorPage<R extends { readonly id: number }, T>(
  call: CodehostCall,
  rows: readonly R[],
  write: (row: R) => T,
): Answer<T[]> {
  const { page, links } = cursorPageOf(call, rows)
  return json(page.map(write), 200, links)
}

/** Returns the rows of the page that the request asks for, and its Link header. */
export function cursorPageOf<R extends { readonly id: number }>(
  call: CodehostCall,
  rows: readonly R[],
): { readonly page: readonly R[]; readonly links: Record<string, string> } {
  const { size } = pageRequest(call)
  const place = (name: string): number => {
    const cursor = call.query.get(name)
    return cursor === null ? -1 : rows.findIndex((row) => cursorOf(row) === cursor)
  }
  const before = place('before')
  const end = before === -1 ? Math.min(place('after') + 1 + size, rows.length) : before
  const start = before === -1 ? place('after') + 1 : Math.max(0, before - size)
  const page = rows.slice(start, end)
  const [first, last] = [page[0], page.at(-1)]
  const links: [string, string][] = []
  if (last !== undefined && end < rows.length) links.push(['next', pageAt(call, 'after', cursorOf(last))])
  if (first !== undefined && start > 0) links.push(['prev', pageAt(call, 'before', cursorOf(first))])
  const link = linkHeader(links)
  return { page, links: link === undefined ? {} : { link } }
}

function cursorOf({ id }: { readonly id: number }): string {
  return Buffer.from(`cursor:v2:${id}`).toString('base64')
}

function pageAt(call: CodehostCall, name: 'before' | 'after', cursor: string): string {
  const query = new URLSearchParams(call.query)
  query.delete('before')
  query.delete('after')
  query.set(name, cursor)
  return `${call.base}${call.path}?${query.toString()}`
}
