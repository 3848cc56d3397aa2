import { notFound } from '#mail/errors.ts'
import type { Contact, Segment } from '#mail/schema/audiences.ts'
import { contactByIdOrEmail } from '#mail/rules/audiences/contacts.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the contact of the path, by id or address.
 *
 * @throws 404.
 */
export function loadContact({ rows, params }: PathContext<'id'>): {
  readonly contact: Contact
} {
  const contact = contactByIdOrEmail(rows, params.id)
  if (contact === undefined) throw notFound('Contact')
  return { contact }
}

/**
 * A step that loads the contact of the path if it is a member of the segment.
 *
 * @throws 404.
 */
export function loadMember({ rows, params, segment }: PathContext<'id'> & { readonly segment: Segment }): {
  readonly contact: Contact
} {
  const { contact } = loadContact({ rows, params })
  if (rows.segmentMembers.find('pair', segment.id, contact.id) === undefined) throw notFound('Contact')
  return { contact }
}
