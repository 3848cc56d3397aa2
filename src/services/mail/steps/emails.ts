import { notFound } from '#mail/errors.ts'
import type { Email } from '#mail/schema/emails.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the email of the path.
 *
 * @throws 404, and 422 for a malformed id.
 */
export function loadEmail({ rows, params }: PathContext<'email_id'>): {
  readonly email: Email
} {
  const email = rows.emails.find('uuid', uuidOf(params.email_id))
  if (email === undefined) throw notFound('Email')
  return { email }
}
