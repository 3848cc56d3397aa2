import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { emailAddress, maybeFlag } from '#auth-saas/rules/body-parts.ts'
import { requireBulk } from '#auth-saas/rules/bulk.ts'
import { del, get, post } from '#auth-saas/call.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { waitlistEntryJson } from '#auth-saas/json/instance.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { invite } from '#auth-saas/rules/invitations.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadWaitlistEntry, requireOpenEntry } from '#auth-saas/steps/waitlist.ts'
import { addWaitlistEntry } from '#auth-saas/rules/waitlist.ts'

const WaitlistEntryInput = v.strictObject({ email_address: emailAddress, notify: maybeFlag })

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
    return answerPage(call, list, (row) => waitlistEntryJson(call, row))
  }),

  post('CreateWaitlistEntry', '/v1/waitlist_entries', body(WaitlistEntryInput), (call) =>
    json(waitlistEntryJson(call, addWaitlistEntry(call, call.body.email_address))),
  ),

  post('CreateBulkWaitlistEntries', '/v1/waitlist_entries/bulk', body(v.array(WaitlistEntryInput)), (call) => {
    requireBulk(
      call.body.map((each) => each.email_address),
      50,
    )
    return json(call.body.map((each) => waitlistEntryJson(call, addWaitlistEntry(call, each.email_address))))
  }),

  post(
    'InviteWaitlistEntry',
    '/v1/waitlist_entries/:waitlist_entry_id/invite',
    loadWaitlistEntry,
    requireOpenEntry,
    body(v.strictObject({ ignore_existing: maybeFlag })),
    (call) => {
      const { entry, rows, body: input } = call
      const invitation = invite(call, {
        emailAddress: entry.emailAddress,
        ignoreExisting: input.ignore_existing ?? false,
      })
      const changes = { status: 'invited', invitationId: invitation.id, ...updatedNow(call) } as const
      const changed = rows.waitlistEntries.update(entry.id, changes)
      call.emit({ event: 'waitlistEntry.updated', waitlistEntry: changed })
      return json(waitlistEntryJson(call, changed))
    },
  ),

  post(
    'RejectWaitlistEntry',
    '/v1/waitlist_entries/:waitlist_entry_id/reject',
    loadWaitlistEntry,
    requireOpenEntry,
    (call) => {
      const changed = call.rows.waitlistEntries.update(call.entry.id, { status: 'rejected', ...updatedNow(call) })
      call.emit({ event: 'waitlistEntry.updated', waitlistEntry: changed })
      return json(waitlistEntryJson(call, changed))
    },
  ),

  del('DeletePendingWaitlistEntry', '/v1/waitlist_entries/:waitlist_entry_id', loadWaitlistEntry, (call) => {
    call.rows.waitlistEntries.delete(call.entry.id)
    return deleted('waitlist_entry', call.entry.id)
  }),
]
