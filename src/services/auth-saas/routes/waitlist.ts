import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { emailAddress, maybeFlag, requireBulk } from './body-parts.ts'
import { type AuthCall, del, get, post } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { waitlistEntryJson } from '#auth-saas/json/instance.ts'
import { paginated, rowsOf } from '#auth-saas/json/page.ts'
import { invite } from '#auth-saas/rules/invitations.ts'
import type { WaitlistEntry } from '#auth-saas/schema/instance.ts'
import { stamp, touched } from '#auth-saas/rules/common-fields.ts'
import { emit } from '#auth-saas/webhooks.ts'

const CreateEntry = v.strictObject({ email_address: emailAddress, notify: maybeFlag })

const loadEntry = ({ rows, params }: AuthCall): { readonly entry: WaitlistEntry } => {
  const entry = rows.waitlistEntries.get(params['waitlist_entry_id'])
  if (entry === undefined) throw notFound('Waitlist entry not found')
  return { entry }
}

/** @throws 409 for an entry whose person was invited, has signed up, or was rejected already. */
function requireOpen({ entry }: { readonly entry: WaitlistEntry }): void {
  if (entry.status === 'pending') return
  const sentence = `The waitlist entry is already ${entry.status}.`
  throw clerkFailure(409, `waitlist_entry_already_${entry.status}`, `already ${entry.status}`, sentence)
}

/** Adds an address to the waitlist; one that is on it already is returned as it is. */
export function addEntry(call: AuthCall, input: v.InferOutput<typeof CreateEntry>): WaitlistEntry {
  const { rows } = call
  const known = rows.waitlistEntries.find('emailAddress', input.email_address)
  if (known !== undefined) return known
  const entry = rows.waitlistEntries.insert({
    ...stamp(call, 'wle'),
    emailAddress: input.email_address,
    status: 'pending',
    invitationId: null,
  })
  emit(call, 'waitlistEntry.created', () => waitlistEntryJson(call, entry))
  return entry
}

/** The operations about the waitlist. */
export const waitlistRoutes: readonly Route[] = [
  get('ListWaitlistEntries', '/v1/waitlist_entries', (call) => {
    const { query, rows } = call
    const [status, search] = [query.get('status'), query.get('query')?.toLowerCase() ?? '']
    const list = rowsOf(call, rows.waitlistEntries, {
      orders: {
        email_address: (row) => row.emailAddress,
        invited_at: (row) => (row.status === 'invited' ? row.updatedAt : null),
      },
      matches: (row) =>
        (status === null || row.status === status) && (row.emailAddress.includes(search) || row.id === search),
    })
    return paginated(call, list, (row) => waitlistEntryJson(call, row))
  }),

  post('CreateWaitlistEntry', '/v1/waitlist_entries', body(CreateEntry), (call) =>
    json(waitlistEntryJson(call, addEntry(call, call.body))),
  ),

  post('CreateBulkWaitlistEntries', '/v1/waitlist_entries/bulk', body(v.array(CreateEntry)), (call) => {
    requireBulk(
      call.body.map((each) => each.email_address),
      50,
    )
    return json(call.body.map((each) => waitlistEntryJson(call, addEntry(call, each))))
  }),

  post(
    'InviteWaitlistEntry',
    '/v1/waitlist_entries/:waitlist_entry_id/invite',
    loadEntry,
    requireOpen,
    body(v.strictObject({ ignore_existing: maybeFlag })),
    (call) => {
      const { entry, rows, body: input } = call
      const invitation = invite(call, {
        emailAddress: entry.emailAddress,
        ignoreExisting: input.ignore_existing ?? false,
      })
      const changes = { status: 'invited', invitationId: invitation.id, ...touched(call) } as const
      const changed = rows.waitlistEntries.update(entry.id, changes)
      emit(call, 'waitlistEntry.updated', () => waitlistEntryJson(call, changed))
      return json(waitlistEntryJson(call, changed))
    },
  ),

  post('RejectWaitlistEntry', '/v1/waitlist_entries/:waitlist_entry_id/reject', loadEntry, requireOpen, (call) => {
    const changed = call.rows.waitlistEntries.update(call.entry.id, { status: 'rejected', ...touched(call) })
    emit(call, 'waitlistEntry.updated', () => waitlistEntryJson(call, changed))
    return json(waitlistEntryJson(call, changed))
  }),

  del('DeletePendingWaitlistEntry', '/v1/waitlist_entries/:waitlist_entry_id', loadEntry, (call) => {
    call.rows.waitlistEntries.delete(call.entry.id)
    return deleted('waitlist_entry', call.entry.id)
  }),
]
