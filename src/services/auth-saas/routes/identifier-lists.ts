import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybeFlag, text } from '#auth-saas/rules/body-parts.ts'
import { del, get, post } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { identifierJson } from '#auth-saas/json/instance.ts'
import { answerPlainPage } from '#auth-saas/json/page.ts'
import { pageOf, rowsOf } from '#auth-saas/rules/lists.ts'
import { invite } from '#auth-saas/rules/invitations.ts'
import { listedIdentifier } from '#auth-saas/rules/users/restrictions.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'

/** The operations about the allowlist and the blocklist. */
export const identifierListsRoutes: readonly Route[] = [
  get('ListAllowlistIdentifiers', '/v1/allowlist_identifiers', (call) =>
    answerPlainPage(call, rowsOf(call, call.rows.allowlist), (row) => identifierJson('allowlist_identifier', row)),
  ),

  post(
    'CreateAllowlistIdentifier',
    '/v1/allowlist_identifiers',
    body(v.strictObject({ identifier: text, notify: maybeFlag })),
    (call) => {
      const { rows, body: input } = call
      const listing = listedIdentifier(input.identifier)
      if (rows.allowlist.find('identifier', listing.identifier) !== undefined) throw duplicate(input.identifier)
      const isAddress = listing.identifierType === 'email_address' && !listing.identifier.startsWith('*')
      const invitation =
        input.notify === true && isAddress
          ? invite(call, { emailAddress: listing.identifier, ignoreExisting: true })
          : null
      const row = rows.allowlist.insert({
        ...commonFields(call, 'alid'),
        ...listing,
        invitationId: invitation?.id ?? null,
      })
      return json(identifierJson('allowlist_identifier', row))
    },
  ),

  del('DeleteAllowlistIdentifier', '/v1/allowlist_identifiers/:identifier_id', (call) => {
    if (!call.rows.allowlist.delete(call.params.identifier_id)) throw notFound('Allowlist identifier not found')
    return deleted('allowlist_identifier', call.params.identifier_id)
  }),

  get('ListBlocklistIdentifiers', '/v1/blocklist_identifiers', (call) => {
    const list = rowsOf(call, call.rows.blocklist)
    const data = pageOf(call, list).map((row) => identifierJson('blocklist_identifier', row))
    return json({ data, total_count: list.total })
  }),

  post('CreateBlocklistIdentifier', '/v1/blocklist_identifiers', body(v.strictObject({ identifier: text })), (call) => {
    const { rows, body: input } = call
    const listing = listedIdentifier(input.identifier)
    if (rows.blocklist.find('identifier', listing.identifier) !== undefined) throw duplicate(input.identifier)
    const row = rows.blocklist.insert({ ...commonFields(call, 'blid'), ...listing, invitationId: null })
    return json(identifierJson('blocklist_identifier', row))
  }),

  del('DeleteBlocklistIdentifier', '/v1/blocklist_identifiers/:identifier_id', (call) => {
    if (!call.rows.blocklist.delete(call.params.identifier_id)) throw notFound('Blocklist identifier not found')
    return deleted('blocklist_identifier', call.params.identifier_id)
  }),
]

function duplicate(identifier: string): Error {
  const sentence = `The identifier ${identifier} already exists.`
  return clerkFailure(400, 'duplicate_record', 'duplicate record', sentence, { param_name: 'identifier' })
}
