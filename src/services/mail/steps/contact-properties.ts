import { notFound } from '#mail/errors.ts'
import type { ContactProperty } from '#mail/schema/audiences.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the contact property of the path.
 *
 * @throws 404.
 */
export function loadProperty({ rows, params }: PathContext<'id'>): {
  readonly property: ContactProperty
} {
  const property = rows.contactProperties.find('uuid', params.id)
  if (property === undefined) throw notFound('Contact property')
  return { property }
}
