import type { Collection, IndexName, IndexPrefix } from '#core/store.ts'
import { viewOfIndex, viewWithCursors, type CursorListView } from '#core/list-view.ts'
import type { CollectionOptions } from '#core/store.ts'
import { invalidParameter, invalidRequest, noSuch, totalCountForbidden } from '#payments/errors.ts'
import { integer, list as listOf, oneOf, text, until, type ValuesOf } from './params.ts'
import type { AccountRow } from '#payments/schema/account.ts'

/** The number of records on a page, unless the request says another. https://docs.stripe.com/api/pagination */
export const DEFAULT_LIMIT = 10
const LARGEST_LIMIT = 100

/** The parameters of every list. */
export const LIST_PARAMS = {
  limit: integer(),
  starting_after: text(),
  ending_before: text(),
  /** https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-total-count-expansion */
  include: until('2025-03-31.basil', listOf(oneOf('total_count')), totalCountForbidden),
}

/** The values of {@link LIST_PARAMS}. */
export type PageInput = ValuesOf<typeof LIST_PARAMS>

/** The rows of one page of a list. */
export interface Page<R> {
  readonly rows: readonly R[]
  /** True when the list goes on in the direction of paging. */
  readonly hasMore: boolean
  /** The number of rows on all pages, where the request asks for it; absent otherwise. */
  readonly total?: number
}

/**
 * Returns the records of an index below `prefix`, newest first. The index ends with `seq`; records that `where` refuses
 * are left out. The total of a list without `where` reads no record.
 */
export function newestFirst<
  R extends AccountRow,
  O extends CollectionOptions<R>,
  N extends IndexName<O>,
  const K extends IndexPrefix<R, O, N>,
>(collection: Collection<R, O>, index: N, prefix: K, where?: (row: R) => boolean): CursorListView<R> {
  if (where !== undefined) {
    return viewWithCursors([...collection.scan(index, prefix, { descending: true })], ({ id }) => id, where)
  }
  const view = viewOfIndex(collection, index, prefix, { descending: true })
  return {
    ...view,
    positionAfter(id) {
      const row = collection.get(id)
      if (row === undefined) return undefined
      return view.countBefore(row.seq as Parameters<typeof view.countBefore>[0]) + 1 // the part after the prefix is `seq`
    },
  }
}

/** Returns rows that are in memory, in their order. */
export function viewOfRows<R extends { readonly id: string }>(rows: readonly R[]): CursorListView<R> {
  return viewWithCursors(rows, ({ id }) => id)
}

/**
 * Returns the page of a list that a request asks for. `what` is the vendor's name of the records in the refusal of a
 * cursor.
 *
 * @throws 400 for an invalid limit or cursor.
 */
export function pageOf<R>(
  list: CursorListView<R>,
  { limit: size, starting_after: after, ending_before: before, include }: PageInput,
  what: string,
): Page<R> {
  const limit = limitOf(size)
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', {
      param: 'ending_before',
    })
  }
  const position = (param: string, id: string): number => {
    const position = list.positionAfter(id)
    if (position === undefined) throw noSuch(what, id, param, 400)
    return position
  }
  const end = before === undefined ? undefined : position('ending_before', before) - 1
  const offset =
    end === undefined ? (after === undefined ? 0 : position('starting_after', after)) : Math.max(0, end - limit)
  const count = end === undefined ? limit : end - offset
  const hasMore = end === undefined ? offset + limit < list.total : offset > 0
  const counted = include?.includes('total_count') === true ? { total: list.total } : {}
  return { rows: list.slice(offset, count), hasMore, ...counted }
}

function limitOf(limit = DEFAULT_LIMIT): number {
  if (limit < 1)
    throw invalidParameter('limit', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
  if (limit > LARGEST_LIMIT) {
    throw invalidParameter(
      'limit',
      `This value must be less than or equal to ${LARGEST_LIMIT} (it currently is '${limit}').`,
      'parameter_invalid_integer',
    )
  }
  return limit
}
