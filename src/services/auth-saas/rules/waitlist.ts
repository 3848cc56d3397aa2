import type { AuthContext } from '#auth-saas/call.ts'
import type { WaitlistEntry } from '#auth-saas/schema/instance.ts'
import { commonFields } from './common-fields.ts'

/** Adds an address to the waitlist; one that is on it already is returned as it is. */
export function addWaitlistEntry(context: AuthContext, emailAddress: string): WaitlistEntry {
  const { rows } = context
  const known = rows.waitlistEntries.find('emailAddress', emailAddress)
  if (known !== undefined) return known
  const entry = rows.waitlistEntries.insert({
    emailAddress,
    status: 'pending',
    invitationId: null,
    ...commonFields(context, 'wle'),
  })
  context.emit({ event: 'waitlistEntry.created', waitlistEntry: entry })
  return entry
}
