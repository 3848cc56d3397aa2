import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { emailAddress, maybe, maybeFlag, maybeMetadata, maybeText, whole } from '#auth-saas/rules/body-parts.ts'
import { requireBulk } from '#auth-saas/rules/bulk.ts'
import { type AuthCall, del, get, post } from '#auth-saas/call.ts'
import { paramInvalid } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { invitationJson } from '#auth-saas/json/instance.ts'
import { answerPlainPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { invite, revokeInvitation } from '#auth-saas/rules/invitations.ts'
import { requireSize } from '#auth-saas/rules/metadata.ts'
import type { Invitation } from '#auth-saas/schema/instance.ts'
import { loadInvitation } from '#auth-saas/steps/invitations.ts'

const InvitationInput = v.strictObject({
  email_address: emailAddress,
  public_metadata: maybeMetadata,
  redirect_url: maybeText,
  notify: maybeFlag,
  ignore_existing: maybeFlag,
  expires_in_days: maybe(whole(1, 365)),
  template_slug: maybe(v.picklist(['invitation', 'waitlist_invitation'])),
})

const STATUSES = ['pending', 'accepted', 'revoked', 'expired']

function add(call: AuthCall, input: v.InferOutput<typeof InvitationInput>): Invitation {
  return invite(call, {
    emailAddress: input.email_address,
    publicMetadata: requireSize(input.public_metadata ?? {}, 'public_metadata'),
    redirectUrl: input.redirect_url ?? null,
    notify: input.notify ?? true,
    ignoreExisting: input.ignore_existing ?? false,
    expiresInDays: input.expires_in_days ?? null,
  })
}

/** The operations about invitations to sign up. */
export const invitationsRoutes: readonly Route[] = [
  get('ListInvitations', '/v1/invitations', (call) => {
    const { query, rows } = call
    const [statuses, search] = [query.getAll('status'), query.get('query')?.toLowerCase() ?? '']
    if (statuses.some((each) => !STATUSES.includes(each))) throw paramInvalid('status')
    const list = rowsOf(call, rows.invitations, {
      orders: { email_address: (row) => row.emailAddress, expires_at: (row) => row.expiresAt },
      matches:
        statuses.length === 0 && search === ''
          ? undefined
          : (row) =>
              (statuses.length === 0 || statuses.includes(invitationStatus(call, row))) &&
              (row.emailAddress.includes(search) || row.id === search),
    })
    return answerPlainPage(call, list, (row) => invitationJson(call, row))
  }),

  post('CreateInvitation', '/v1/invitations', body(InvitationInput), (call) =>
    json(invitationJson(call, add(call, call.body))),
  ),

  post('CreateBulkInvitations', '/v1/invitations/bulk', body(v.array(InvitationInput)), (call) => {
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
]
