import { notFound } from '#mail/errors.ts'
import type { Attachment } from '#mail/schema/emails.ts'
import type { ReceivedEmail } from '#mail/schema/received.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the received email of the path with its attachments.
 *
 * @throws 404, and 422 for a malformed id.
 */
export function loadReceivedEmail({ rows, params }: PathContext<'email_id'>): {
  readonly email: ReceivedEmail
  readonly attachments: readonly Attachment[]
} {
  const email = rows.receivedEmails.find('uuid', uuidOf(params.email_id))
  if (email === undefined) throw notFound('Email')
  return { email, attachments: rows.receivedAttachments.list('byEmail', email.id) }
}
