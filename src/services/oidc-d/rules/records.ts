import type { Id } from '#core/store.ts'
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
