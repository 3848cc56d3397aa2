import { validationError } from '#mail/errors.ts'
import type { Email } from '#mail/schema/emails.ts'

/** @throws 422 unless the email is scheduled; `action` says what cannot be done: `canceled`. */
export function requireScheduled(email: Email, action: string): void {
  if (email.lastEvent === 'scheduled') return
  throw validationError(`Only scheduled emails can be ${action}; this one is ${email.lastEvent}.`)
}
