import type { AuthContext } from '#auth-saas/call.ts'
import type { CommonFields } from '#auth-saas/schema/people.ts'

/**
 * Returns the members that every new record has. `prefix` is the vendor's for ids of this kind: `user`.
 *
 * A row has them last: each member that a literal adds behind a spread takes Node.js 20 two microseconds.
 */
export function commonFields({ rows, clock, ids }: AuthContext, prefix: string, id?: string): CommonFields {
  const now = clock.now()
  return { id: id ?? `${prefix}_${ids.base62(27)}`, number: rows.numbers.next(), createdAt: now, updatedAt: now }
}

/** Returns the new time of a changed record. */
export function updatedNow({ clock }: Pick<AuthContext, 'clock'>): { readonly updatedAt: number } {
  return { updatedAt: clock.now() }
}
