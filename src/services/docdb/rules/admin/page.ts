import type { ListView } from '#core/list-view.ts'
import { pageWindow } from '#core/pagination.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { invalidQueryParameter } from '#docdb/errors/admin.ts'

const DEFAULT_SIZE = 100
const LARGEST_SIZE = 500

/** A page of a list. */
export interface Page<R> {
  readonly rows: readonly R[]
  /** The number of the page, from 1. */
  readonly number: number
  /** The most rows of a page. */
  readonly size: number
  /** The number of rows of the whole list. */
  readonly total: number
  readonly hasNext: boolean
}

/**
 * Returns the page of a list that a request asks for, by `itemsPerPage` (1 to 500) and `pageNum` from 1.
 *
 * @throws 400 for other numbers.
 */
export function pageOf<R>(call: Pick<DocdbCall, 'query'>, list: ListView<R>): Page<R> {
  const size = numberOf(call, 'itemsPerPage', DEFAULT_SIZE, LARGEST_SIZE)
  const number = numberOf(call, 'pageNum', 1, Number.MAX_SAFE_INTEGER)
  const { offset, limit } = pageWindow({ page: number, size })
  const { total } = list
  return { rows: list.slice(offset, limit), number, size, total, hasNext: offset + limit < total }
}

function numberOf({ query }: Pick<DocdbCall, 'query'>, name: string, absent: number, largest: number): number {
  const text = query.get(name)
  if (text === null) return absent
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > largest) throw invalidQueryParameter(name)
  return number
}
