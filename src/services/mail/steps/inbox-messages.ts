import { notFound } from '#mail/errors.ts'
import { messageById } from '#mail/rules/inbox/inbox.ts'
import type { Email } from '#mail/schema/emails.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the message of the path.
 *
 * @throws 404.
 */
export function loadMessage({ rows, params }: PathContext<'id'>): {
  readonly email: Email
} {
  const email = messageById(rows, params.id)
  if (email === undefined) throw notFound('Message')
  return { email }
}
