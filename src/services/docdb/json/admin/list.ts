import type { Answer } from '#core/answer.ts'
import type { ListView } from '#core/list-view.ts'
import { pageWindow } from '#core/pagination.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { invalidQueryParameter } from '#docdb/errors/admin.ts'
import { adminJson } from './answer.ts'
import type { Link } from './links.ts'

const DEFAULT_SIZE = 100
const LARGEST_SIZE = 500

/**
 * Answers a page of a list: `{links, results, totalCount}`. The client passes `itemsPerPage` (1 to 500), `pageNum` from
 * 1, and `includeCount=false` to leave the count out.
 *
 * @throws 400 for other numbers.
 */
export function adminList<R>(call: DocdbCall, list: ListView<R>, write: (row: R) => unknown): Answer {
  const size = numberOf(call, 'itemsPerPage', DEFAULT_SIZE, LARGEST_SIZE)
  const page = numberOf(call, 'pageNum', 1, Number.MAX_SAFE_INTEGER)
  const { offset, limit } = pageWindow({ page, size })
  const link = (rel: string, number: number): Link => {
    const query = new URLSearchParams(call.query)
    query.set('itemsPerPage', String(size))
    query.set('pageNum', String(number))
    return { href: `${call.base}${call.path}?${query.toString()}`, rel }
  }
  const links = [
    link('self', page),
    ...(page > 1 ? [link('previous', page - 1)] : []),
    ...(offset + limit < list.total ? [link('next', page + 1)] : []),
  ]
  const results = list.slice(offset, limit).map(write)
  return adminJson(call, {
    links,
    results,
    ...(call.query.get('includeCount') === 'false' ? {} : { totalCount: list.total }),
  })
}

function numberOf({ query }: DocdbCall, name: string, absent: number, largest: number): number {
  const text = query.get(name)
  if (text === null) return absent
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > largest) throw invalidQueryParameter(name)
  return number
}
