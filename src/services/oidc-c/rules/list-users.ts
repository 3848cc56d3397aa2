import type { Rows } from '../call.ts'
import { valueOf } from '../json/user.ts'
import type { User } from '../schema.ts'
import { fits } from './filter.ts'
import type { UsersQuery } from './query.ts'

/** A page of a tenant's users, and how many there are in all. Without a filter or an order it costs the page. */
export function listUsers(
  { users }: Rows,
  tenantId: string,
  query: UsersQuery,
): { rows: readonly User[]; total: number } {
  const { filter, search, order, top, skip } = query
  if (filter === null && search === null && order === null) {
    return users.page('byTenant', [tenantId], { offset: skip, limit: top })
  }
  const found = users.list('byTenant', tenantId).filter((user) => {
    const values = (property: string) => valueOf(user, property)
    return (filter === null || fits(filter, values)) && (search === null || fits(search, values))
  })
  const sorted = order === null ? found : found.toSorted((one, other) => compare(one, other, order))
  return { rows: sorted.slice(skip, skip + top), total: found.length }
}

function compare(one: User, other: User, { property, descending }: NonNullable<UsersQuery['order']>): number {
  const [left, right] = [one, other].map((user) => String(valueOf(user, property) ?? '').toLowerCase())
  const order = (left ?? '') < (right ?? '') ? -1 : Number((left ?? '') > (right ?? ''))
  return descending ? -order : order
}
