import { json, type Answer } from '#core/answer.ts'
import { linkHeader } from '#core/pagination.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { pageOf, type CursorList, type PageSize } from '#oidc-d/rules/lists/pages.ts'

/**
 * Answers with the page of a list that a request asks for: an array, and a Link header with `self` and, if there are
 * more items, `next`. https://developer.okta.com/docs/api/#pagination
 *
 * @throws 400 for an invalid limit or cursor.
 */
export function answerPage<R, T>(
  call: Pick<OidcCall, 'query' | 'origin' | 'path' | 'search'>,
  list: CursorList<R>,
  size: PageSize,
  write: (row: R) => T,
): Answer<T[]> {
  const { query, origin, path, search } = call
  const { rows, limit, next } = pageOf(query, list, size)
  const withLimit = new URLSearchParams(query)
  withLimit.set('limit', String(limit))
  const links: [string, string][] = [['self', `${origin}${path}${query.has('limit') ? search : `?${withLimit}`}`]]
  if (next !== null) {
    withLimit.set('after', next)
    links.push(['next', `${origin}${path}?${withLimit}`])
  }
  return json(rows.map(write), 200, { link: linkHeader(links) ?? '' })
}
