import * as v from 'valibot'
import { body } from '../../../core/input.ts'
import type { Route } from '../../../core/routes.ts'
import { emailAddress, maybe, maybeFlag, maybeMetadata, maybeText, requireBulk, text, whole } from '../bodies.ts'
import { del, get, post, type AuthCall } from '../call.ts'
import { notFound, paramInvalid, refusal } from '../errors.ts'
import { deleted, json } from '../json/answer.ts'
import { identifierJson, invitationJson, waitlistEntryJson } from '../json/instance.ts'
import { listed, page, paginated, rowsOf } from '../pagination.ts'
import { invite, revokeInvitation } from '../rules/invitations.ts'
import { requireSize } from '../rules/metadata.ts'
import { listedIdentifier } from '../rules/users/restrictions.ts'
import type { Invitation, WaitlistEntry } from '../schema/instance.ts'
import { stamp, touched } from '../stamp.ts'
import { emit } from '../webhooks.ts'

const CreateInvitation = v.strictObject({
  email_address: emailAddress,
  public_metadata: maybeMetadata,
  redirect_url: maybeText,
  notify: maybeFlag,
  ignore_existing: maybeFlag,
  expires_in_days: maybe(whole(1, 365)),
  template_slug: maybe(v.picklist(['invitation', 'waitlist_invitation'])),
})

const CreateEntry = v.strictObject({ email_address: emailAddress, notify: maybeFlag })

const STATUSES = ['pending', 'accepted', 'revoked', 'expired']

function add(call: AuthCall, given: v.InferOutput<typeof CreateInvitation>): Invitation {
  return invite(call, {
    emailAddress: given.email_address,
    publicMetadata: requireSize(given.public_metadata ?? {}, 'public_metadata'),
    redirectUrl: given.redirect_url ?? null,
    notify: given.notify ?? true,
    ignoreExisting: given.ignore_existing ?? false,
    expiresInDays: given.expires_in_days ?? null,
  })
}

const loadInvitation = ({ rows, params }: AuthCall): { readonly invitation: Invitation } => {
  const invitation = rows.invitations.get(params['invitation_id'])
  if (invitation === undefined) throw notFound(`Invitation not found`)
  return { invitation }
}

const loadEntry = ({ rows, params }: AuthCall): { readonly entry: WaitlistEntry } => {
  const entry = rows.waitlistEntries.get(params['waitlist_entry_id'])
  if (entry === undefined) throw notFound('Waitlist entry not found')
  return { entry }
}

/** Throws 409 for an entry whose person was invited, has signed up, or was rejected already. */
function requireOpen({ entry }: { readonly entry: WaitlistEntry }): void {
  if (entry.status === 'pending') return
  const sentence = `The waitlist entry is already ${entry.status}.`
  throw refusal(409, `waitlist_entry_already_${entry.status}`, `already ${entry.status}`, sentence)
}

/** Adds an address to the waitlist; one that is on it already is returned as it is. */
export function addEntry(call: AuthCall, given: v.InferOutput<typeof CreateEntry>): WaitlistEntry {
  const { rows } = call
  const known = rows.waitlistEntries.find('emailAddress', given.email_address)
  if (known !== undefined) return known
  const entry = rows.waitlistEntries.insert({
    ...stamp(call, 'wle'),
    emailAddress: given.email_address,
    status: 'pending',
    invitationId: null,
  })
  emit(call, 'waitlistEntry.created', () => waitlistEntryJson(call, entry))
  return entry
}

export const invitationsRoutes: readonly Route[] = [
  get('ListInvitations', '/v1/invitations', (call) => {
    const { query, rows, clock } = call
    const [statuses, search] = [query.getAll('status'), query.get('query')?.toLowerCase() ?? '']
    if (statuses.some((each) => !STATUSES.includes(each))) throw paramInvalid('status')
    const statusOf = (row: Invitation): string =>
      row.status === 'pending' && row.expiresAt <= clock.now() ? 'expired' : row.status
    const list = rowsOf(call, rows.invitations, {
      orders: { email_address: (row) => row.emailAddress, expires_at: (row) => row.expiresAt },
      matches:
        statuses.length === 0 && search === ''
          ? undefined
          : (row) =>
              (statuses.length === 0 || statuses.includes(statusOf(row))) &&
              (row.emailAddress.includes(search) || row.id === search),
    })
    return listed(call, list, (row) => invitationJson(call, row))
  }),

  post('CreateInvitation', '/v1/invitations', body(CreateInvitation), (call) =>
    json(invitationJson(call, add(call, call.body))),
  ),

  post('CreateBulkInvitations', '/v1/invitations/bulk', body(v.array(CreateInvitation)), (call) => {
    requireBulk(
      call.body.map((each) => each.email_address),
      10,
    )
    return json(call.body.map((each) => invitationJson(call, add(call, each))))
  }),

  post('RevokeInvitation', '/v1/invitations/:invitation_id/revoke', loadInvitation, (call) =>
    json(invitationJson(call, revokeInvitation(call, call.invitation))),
  ),

  del('DeleteInvitation', '/v1/invitations/:invitation_id', loadInvitation, (call) => {
    call.rows.invitations.delete(call.invitation.id)
    return deleted('invitation', call.invitation.id)
  }),

  get('ListAllowlistIdentifiers', '/v1/allowlist_identifiers', (call) =>
    listed(call, rowsOf(call, call.rows.allowlist), (row) => identifierJson('allowlist_identifier', row)),
  ),

  post(
    'CreateAllowlistIdentifier',
    '/v1/allowlist_identifiers',
    body(v.strictObject({ identifier: text, notify: maybeFlag })),
    (call) => {
      const { rows, body: given } = call
      const listing = listedIdentifier(given.identifier)
      if (rows.allowlist.find('identifier', listing.identifier) !== undefined) throw duplicate(given.identifier)
      const isAddress = listing.identifierType === 'email_address' && !listing.identifier.startsWith('*')
      const invitation =
        given.notify === true && isAddress
          ? invite(call, { emailAddress: listing.identifier, ignoreExisting: true })
          : null
      const row = rows.allowlist.insert({ ...stamp(call, 'alid'), ...listing, invitationId: invitation?.id ?? null })
      return json(identifierJson('allowlist_identifier', row))
    },
  ),

  del('DeleteAllowlistIdentifier', '/v1/allowlist_identifiers/:identifier_id', (call) => {
    if (!call.rows.allowlist.delete(call.params.identifier_id)) throw notFound('Allowlist identifier not found')
    return deleted('allowlist_identifier', call.params.identifier_id)
  }),

  get('ListBlocklistIdentifiers', '/v1/blocklist_identifiers', (call) => {
    const list = rowsOf(call, call.rows.blocklist)
    const data = page(call, list, (row) => identifierJson('blocklist_identifier', row))
    return json({ data, total_count: list.total })
  }),

  post('CreateBlocklistIdentifier', '/v1/blocklist_identifiers', body(v.strictObject({ identifier: text })), (call) => {
    const { rows, body: given } = call
    const listing = listedIdentifier(given.identifier)
    if (rows.blocklist.find('identifier', listing.identifier) !== undefined) throw duplicate(given.identifier)
    const row = rows.blocklist.insert({ ...stamp(call, 'blid'), ...listing, invitationId: null })
    return json(identifierJson('blocklist_identifier', row))
  }),

  del('DeleteBlocklistIdentifier', '/v1/blocklist_identifiers/:identifier_id', (call) => {
    if (!call.rows.blocklist.delete(call.params.identifier_id)) throw notFound('Blocklist identifier not found')
    return deleted('blocklist_identifier', call.params.identifier_id)
  }),

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
      const { entry, rows, body: given } = call
      const invitation = invite(call, {
        emailAddress: entry.emailAddress,
        ignoreExisting: given.ignore_existing ?? false,
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

function duplicate(identifier: string): Error {
  const sentence = `The identifier ${identifier} already exists.`
  return refusal(400, 'duplicate_record', 'duplicate record', sentence, { param_name: 'identifier' })
}
