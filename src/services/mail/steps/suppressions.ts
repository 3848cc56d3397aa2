import { notFound } from '#mail/errors.ts'
import { suppressionByIdOrEmail } from '#mail/rules/audiences/suppressions.ts'
import type { Suppression } from '#mail/schema/suppressions.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the suppression of the path, by id or address.
 *
 * @throws 404.
 */
export function loadSuppression({ rows, params }: PathContext<'id'>): {
  readonly suppression: Suppression
} {
  const suppression = suppressionByIdOrEmail(rows, params.id)
  if (suppression === undefined) throw notFound('Suppression')
  return { suppression }
}
