import type { MailCall } from '../call.ts'
import { notFound, validationError } from '../errors.ts'
import type { Email } from '../schema-emails.ts'
import { uuidOf } from './uuid.ts'

/** A step that finds the mail of the path. Throws 404, and 422 for what is no id. */
export function emailOfPath({ rows, params }: Pick<MailCall, 'rows'> & { readonly params: { email_id: string } }): {
  readonly email: Email
} {
  const email = rows.emails.find('uuid', uuidOf(params.email_id))
  if (email === undefined) throw notFound('Email')
  return { email }
}

/** Throws 422 for mail that is not waiting to go out, with `deed` saying what cannot be done: `canceled`. */
export function requireScheduled(email: Email, deed: string): void {
  if (email.lastEvent === 'scheduled') return
  throw validationError(`Only scheduled emails can be ${deed}; this one is ${email.lastEvent}.`)
}
