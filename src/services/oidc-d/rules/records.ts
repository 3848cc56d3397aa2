import type { Id } from '#core/store.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import { notFound } from '#oidc-d/errors.ts'

/**
 * Returns the row.
 *
 * @throws 404 when it is undefined.
 */
export function found<R extends { readonly id: Id }>(kind: string, id: string, row: R | undefined): R {
  if (row === undefined) throw notFound(kind, id)
  return row
}

/** Returns the id of who makes a change. */
export function changerOf({ principal }: Pick<RecordContext, 'principal'>): string {
  return principal?.user?.id ?? principal?.name ?? 'system'
}
