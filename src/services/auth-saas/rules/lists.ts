import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import type { Collection, Row } from '#core/store.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { paramInvalid, clerkFailure } from '#auth-saas/errors.ts'

/** The size of a page when the client sets none, and the largest that it may set. */
const DEFAULT_LIMIT = 10

const LARGEST_LIMIT = 500

/** The part of a call that has the parameters of a list. */
export type Query = Pick<AuthCall, 'query'>

/**
 * Returns the records of the page that the client asks for by `limit` and `offset`.
 *
 * @throws 422 for wrong ones.
 */
export function pageOf<R>({ query }: Query, list: ListView<R>): readonly R[] {
  const limit = countOf(query, 'limit', 1, LARGEST_LIMIT) ?? DEFAULT_LIMIT
  const offset = countOf(query, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0
  return list.slice(offset, limit)
}

function countOf(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  const count = Number(value)
  // Clients of languages whose numbers have a fraction write 10.0.
  if (/^\d{1,15}(?:\.0+)?$/.test(value) && count >= least && count <= most) return count
  const sentence = `${name} must be a whole number from ${least} to ${most}.`
  throw clerkFailure(422, 'form_param_value_invalid', 'is invalid', sentence, { param_name: name })
}

/** A collection whose index `newest` is in the order of creation. */
interface Newest {
  readonly indexes: { readonly newest: readonly ['createdAt', 'number'] }
}

/** A record with the members that every list can be ordered by. */
interface Ordered extends Row {
  readonly createdAt: number
  readonly number: number
}

/** The ways to order a list beside the order of creation: the value to compare, by the name that clients use. */
export type Orders<R> = Readonly<Record<string, (row: R) => string | number | null>>

/** The order of a list. */
interface Order {
  readonly name: string
  readonly descending: boolean
}

/**
 * Returns the order that a client asks for: `-created_at`, `+name`, `name`.
 *
 * @throws 422 for one that the list does not have.
 */
function orderOf({ query }: Query, names: readonly string[], fallback = '-created_at'): Order {
  const text = query.get('order_by') ?? fallback
  // A plus sign that the client has not encoded arrives as a space.
  const [, sign = '', name = ''] = /^([-+ ]?)([a-z0-9_]{1,40})$/.exec(text) ?? []
  if (!names.includes(name)) throw paramInvalid('order_by', `order_by must be one of ${names.join(', ')}.`)
  return { name, descending: sign === '-' }
}

/**
 * Returns the rows of a collection that match, in the order that the client asks for. Without a filter, the order of
 * creation costs one page only.
 */
export function rowsOf<R extends Ordered>(
  call: Query,
  rows: Collection<R, Newest>,
  { orders = {}, matches, among, fallback }: ListOptions<R> = {},
): ListView<R> {
  const order = orderOf(call, ['created_at', ...Object.keys(orders)], fallback)
  if (matches === undefined && among === undefined && order.name === 'created_at') {
    return viewOfIndex(rows, 'newest', [] as never, { descending: order.descending }) // the key has no parts
  }
  const all = among ?? rows.all()
  return viewOfRows(sorted(matches === undefined ? all : all.filter(matches), order, orders))
}

/** The options of {@link rowsOf}. */
interface ListOptions<R> {
  readonly orders?: Orders<R>
  readonly matches?: ((row: R) => boolean) | undefined
  /** The rows to choose from. Default: all of the collection */
  readonly among?: readonly R[] | undefined
  /** The order without `order_by`. Default: `-created_at` */
  readonly fallback?: string
}

function sorted<R extends Ordered>(rows: readonly R[], { name, descending }: Order, orders: Orders<R>): R[] {
  const valueOf = orders[name] ?? ((row: R) => row.createdAt)
  const direction = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)]
    // Records without the value come last in either direction.
    if (first === null || second === null) return first === second ? one.number - other.number : first === null ? 1 : -1
    return direction * (first < second ? -1 : first > second ? 1 : one.number - other.number)
  })
}
