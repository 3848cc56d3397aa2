import type { MailCall } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import type { Email } from '#mail/schema/emails.ts'
import { uuidOf } from '../uuid.ts'

/**
 * A step that loads the email of the path.
 *
 * @throws 404, and 422 for a malformed id.
 */
export function loadEmail({ rows, params }: Pick<MailCall, 'rows'> & { readonly params: { email_id: string } }): {
  readonly email: Email
} {
  const email = rows.emails.find('uuid', uuidOf(params.email_id))
  if (email === undefined) throw notFound('Email')
  return { email }
}

/** @throws 422 unless the email is scheduled; `action` says what cannot be done: `canceled`. */
export function requireScheduled(email: Email, action: string): void {
  if (email.lastEvent === 'scheduled') return
  throw validationError(`Only scheduled emails can be ${action}; this one is ${email.lastEvent}.`)
}
