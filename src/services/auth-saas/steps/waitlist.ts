import type { AuthCall } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import type { WaitlistEntry } from '#auth-saas/schema/instance.ts'

/**
 * Adds the waitlist entry that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadWaitlistEntry = ({ rows, params }: AuthCall): { readonly entry: WaitlistEntry } => {
  const entry = rows.waitlistEntries.get(params['waitlist_entry_id'])
  if (entry === undefined) throw notFound('Waitlist entry not found')
  return { entry }
}

/** @throws 409 for an entry whose person was invited, has signed up, or was rejected already. */
export function requireOpenEntry({ entry }: { readonly entry: WaitlistEntry }): void {
  if (entry.status === 'pending') return
  const sentence = `The waitlist entry is already ${entry.status}.`
  throw clerkFailure(409, `waitlist_entry_already_${entry.status}`, `already ${entry.status}`, sentence)
}
