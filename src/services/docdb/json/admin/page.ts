import type { ListView } from '#core/list-view.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { pageOf, type Page } from '#docdb/rules/admin/page.ts'
import { answerAdmin } from './answer.ts'
import type { Link } from './links.ts'

/**
 * Answers the page of a list that a request asks for.
 *
 * @throws 400 for a size or a number that a page cannot have.
 */
export function answerPage<R, T>(call: DocdbCall, list: ListView<R>, write: (row: R) => T) {
  return answerAdmin(call, pageJson(call, pageOf(call, list), write))
}

/** Writes a page: `{links, results, totalCount}`. A request with `includeCount=false` leaves the count out. */
function pageJson<R, T>(call: DocdbCall, page: Page<R>, write: (row: R) => T) {
  const { rows, number, total, hasNext } = page
  const links = [
    pageLinkJson(call, page, 'self', number),
    ...(number > 1 ? [pageLinkJson(call, page, 'previous', number - 1)] : []),
    ...(hasNext ? [pageLinkJson(call, page, 'next', number + 1)] : []),
  ]
  const totalCount = call.query.get('includeCount') === 'false' ? {} : { totalCount: total }
  return { links, results: rows.map((row) => write(row)), ...totalCount }
}

function pageLinkJson(call: DocdbCall, { size }: Page<unknown>, rel: string, number: number): Link {
  const query = new URLSearchParams(call.query)
  query.set('itemsPerPage', String(size))
  query.set('pageNum', String(number))
  return { href: `${call.base}${call.path}?${query.toString()}`, rel }
}
