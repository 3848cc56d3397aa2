import type { Rows } from '#oidc-c/call.ts'
import type { User } from '#oidc-c/schema.ts'
import { matchesFilter } from './filter.ts'
import { valueOf } from './properties.ts'
import type { Place, UsersQuery } from './query.ts'

/** A page of a tenant's users, their total, and the place where the next page begins; null when there is none. */
interface UsersPage {
  readonly rows: readonly User[]
  readonly total: number
  readonly next: Place | null
}

/** Returns the page of a tenant's users that a query asks for. Without a filter or an order it reads only its rows. */
export function pageOf({ users }: Rows, tenantId: string, query: UsersQuery): UsersPage {
  const { filter, search, order, top, after } = query
  if (filter === null && search === null && order === null) {
    const offset = after === null ? 0 : users.countBefore('byTenant', [tenantId], after.position + 1)
    const { rows, total } = users.page('byTenant', [tenantId], { offset, limit: top })
    return { rows, total, next: offset + rows.length < total ? placeOf(rows, order) : null }
  }
  const found = users.list('byTenant', tenantId).filter((user) => {
    const values = (property: string) => valueOf(user, property)
    return (filter === null || matchesFilter(filter, values)) && (search === null || matchesFilter(search, values))
  })
  const placed = found.map((user) => ({ user, place: { position: user.position, value: compared(user, order) } }))
  const sorted = placed.toSorted((one, other) => compare(one.place, other.place, order))
  const rest = after === null ? sorted : sorted.filter(({ place }) => compare(place, after, order) > 0)
  const rows = rest.slice(0, top).map(({ user }) => user)
  return { rows, total: found.length, next: rows.length < rest.length ? placeOf(rows, order) : null }
}

type Order = UsersQuery['order']

function placeOf(rows: readonly User[], order: Order): Place | null {
  const last = rows.at(-1)
  return last === undefined ? null : { position: last.position, value: compared(last, order) }
}

function compared(user: User, order: Order): string {
  return order === null ? '' : String(valueOf(user, order.property) ?? '').toLowerCase()
}

/** Compares two places; equal values keep the order of the directory, also when the list is descending. */
function compare(one: Place, other: Place, order: Order): number {
  if (one.value === other.value) return one.position - other.position
  return one.value < other.value === (order?.descending === true) ? 1 : -1
}
