import type { Rows } from '#oidc-c/call.ts'
import { USER_TYPE } from '#oidc-c/rules/users/properties.ts'
import type { User } from '#oidc-c/schema.ts'
import { matchesFilter } from './filter.ts'
import { valueOf, type ObjectType } from './object-type.ts'
import type { ListQuery, Place } from './query.ts'

/** A page of a list, the total of the list, and the place where the next page begins; null when there is none. */
export interface ListPage<R> {
  readonly rows: readonly R[]
  readonly total: number
  readonly next: Place | null
}

/** Returns the page of a tenant's users that a query asks for. Without a filter or an order it reads only its rows. */
export function usersPage({ users }: Rows, tenantId: string, query: ListQuery): ListPage<User> {
  const { filter, search, order, top, after } = query
  if (filter !== null || search !== null || order !== null) {
    return pageOf(USER_TYPE, users.list('byTenant', tenantId), query, ({ position }) => position)
  }
  const offset = after === null ? 0 : users.countBefore('byTenant', [tenantId], after.position + 1)
  const { rows, total } = users.page('byTenant', [tenantId], { offset, limit: top })
  const last = rows.at(-1)
  const isWhole = last === undefined || offset + rows.length >= total
  return { rows, total, next: isWhole ? null : { position: last.position, value: '' } }
}

/** Returns the page of rows that a query asks for. `positionOf` gives the order without `$orderby`. */
export function pageOf<R>(
  type: ObjectType<R>,
  all: readonly R[],
  { filter, search, order, top, after }: ListQuery,
  positionOf: (row: R, index: number) => number,
): ListPage<R> {
  const placed = all.map((row, index) => ({ row, place: placeOf(type, row, order, positionOf(row, index)) }))
  const found = placed.filter(({ row }) => {
    const values = (property: string) => valueOf(type, row, property)
    return (filter === null || matchesFilter(filter, values)) && (search === null || matchesFilter(search, values))
  })
  const sorted = found.toSorted((one, other) => compare(one.place, other.place, order))
  const rest = after === null ? sorted : sorted.filter(({ place }) => compare(place, after, order) > 0)
  const page = rest.slice(0, top)
  const next = page.length < rest.length ? (page.at(-1)?.place ?? null) : null
  return { rows: page.map(({ row }) => row), total: found.length, next }
}

type Order = ListQuery['order']

function placeOf<R>(type: ObjectType<R>, row: R, order: Order, position: number): Place {
  return { position, value: order === null ? '' : String(valueOf(type, row, order.property) ?? '').toLowerCase() }
}

/** Compares two places; equal values keep the order of the directory, also when the list is descending. */
function compare(one: Place, other: Place, order: Order): number {
  if (one.value === other.value) return one.position - other.position
  return one.value < other.value === (order?.descending === true) ? 1 : -1
}
