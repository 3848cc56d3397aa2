import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { maybeText, text, whole } from '#auth-saas/rules/body-parts.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { findOrganization } from '#auth-saas/rules/organizations/organizations.ts'
import type { AdminPortalToken } from '#auth-saas/schema/instance.ts'

const TokenInput = v.strictObject({
  organization_id: v.optional(text),
  it_contact_id: v.optional(text),
  scopes: v.optional(v.array(text)),
  seconds_until_expiration: v.optional(whole(1, 315_360_000)),
})

/** Returns a token of a link to the admin portal, without its secret. */
function tokenJson({ clock }: Pick<AuthCall, 'clock'>, row: AdminPortalToken) {
  return {
    object: 'admin_portal_link_token',
    id: row.id,
    admin_portal_link_id: row.linkId,
    instance_id: INSTANCE_ID,
    organization_id: row.organizationId,
    it_contact_id: row.contactId,
    scopes: row.scopes,
    revoked: row.isRevoked,
    revocation_reason: row.revocationReason,
    expired: row.expiresAt !== null && row.expiresAt <= clock.now(),
    expiration: row.expiresAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** The operations about links with which the IT of a company sets up its sign-in. */
export const adminPortalRoutes: readonly Route[] = [
  post('createAdminPortalLinkToken', '/v1/admin_portal_link_tokens', body(TokenInput), (call) => {
    const { rows, ids, clock, body: input } = call
    const organizationId = input.organization_id ?? null
    if (organizationId !== null) findOrganization(call, organizationId)
    const seconds = input.seconds_until_expiration
    const row = rows.adminPortalTokens.insert({
      ...commonFields(call, 'aplt', `aplt_${ids.hex(32)}`),
      linkId: `apl_${ids.base62(27)}`,
      organizationId,
      contactId: input.it_contact_id ?? null,
      scopes: input.scopes ?? null,
      isRevoked: false,
      revocationReason: null,
      expiresAt: seconds === undefined ? null : clock.now() + seconds * 1000,
    })
    return json({ ...tokenJson(call, row), token: ids.secret.base62(43) }, 201)
  }),

  post(
    'revokeAdminPortalLinkToken',
    '/v1/admin_portal_link_tokens/:token_id/revoke',
    body(v.strictObject({ revocation_reason: maybeText })),
    (call) => {
      const row = call.rows.adminPortalTokens.get(call.params.token_id)
      if (row === undefined) throw noSuch('admin portal link token', call.params.token_id)
      const revocationReason = call.body.revocation_reason ?? null
      const changes = { isRevoked: true, revocationReason, ...updatedNow(call) }
      return json(tokenJson(call, call.rows.adminPortalTokens.update(row.id, changes)))
    },
  ),
]
