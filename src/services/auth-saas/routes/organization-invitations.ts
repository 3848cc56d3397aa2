import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { emailAddress, maybe, maybeFlag, maybeMetadata, maybeText, text, whole } from '#auth-saas/rules/body-parts.ts'
import { requireBulk } from '#auth-saas/rules/bulk.ts'
import { type AuthCall, get, post } from '#auth-saas/call.ts'
import { paramInvalid } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { organizationInvitationJson, withPublicOrganization } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { requireSize } from '#auth-saas/rules/metadata.ts'
import {
  findOrganizationInvitation,
  inviteMember,
  revokeOrganizationInvitation,
} from '#auth-saas/rules/organizations/invitations.ts'
import type { Organization, OrganizationInvitation } from '#auth-saas/schema/organizations.ts'
import { loadOrganization } from '#auth-saas/steps/organizations.ts'

const InvitationInput = v.strictObject({
  email_address: emailAddress,
  inviter_user_id: maybeText,
  role: text,
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
  redirect_url: maybeText,
  expires_in_days: maybe(whole(1, 365)),
  notify: maybeFlag,
})

const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired']

function invitationsOf(
  call: AuthCall,
  among: readonly OrganizationInvitation[] | undefined,
): ReturnType<typeof rowsOf<OrganizationInvitation>> {
  const { query, rows } = call
  const statuses = query.getAll('status').flatMap((each) => each.split(','))
  const unknown = statuses.find((each) => !INVITATION_STATUSES.includes(each))
  if (unknown !== undefined) throw paramInvalid('status', `status must be one of ${INVITATION_STATUSES.join(', ')}.`)
  const address = query.get('email_address')?.toLowerCase()
  const search = query.get('query')?.toLowerCase() ?? ''
  return rowsOf(call, rows.organizationInvitations, {
    orders: { email_address: (row) => row.emailAddress },
    among,
    matches: (row) =>
      (statuses.length === 0 || statuses.includes(invitationStatus(call, row))) &&
      (address === undefined || row.emailAddress === address) &&
      (row.emailAddress.includes(search) || row.id === search),
  })
}

function invite(
  call: AuthCall,
  organization: Organization,
  input: v.InferOutput<typeof InvitationInput>,
): OrganizationInvitation {
  return inviteMember(call, {
    organization,
    emailAddress: input.email_address,
    role: input.role,
    inviterId: input.inviter_user_id ?? null,
    publicMetadata: requireSize(input.public_metadata ?? {}, 'public_metadata'),
    privateMetadata: requireSize(input.private_metadata ?? {}, 'private_metadata'),
    redirectUrl: input.redirect_url ?? null,
    expiresInDays: input.expires_in_days ?? null,
    notify: input.notify ?? true,
  })
}

/** The operations about invitations to organizations. */
export const organizationInvitationsRoutes: readonly Route[] = [
  get('ListOrganizationInvitations', '/v1/organizations/:organization_id/invitations', loadOrganization, (call) => {
    const among = call.rows.organizationInvitations.referring('organizationId', call.organization.id)
    return answerPage(call, invitationsOf(call, among), (row) => organizationInvitationJson(call, row))
  }),

  post(
    'CreateOrganizationInvitation',
    '/v1/organizations/:organization_id/invitations',
    loadOrganization,
    body(InvitationInput),
    (call) => json(organizationInvitationJson(call, invite(call, call.organization, call.body))),
  ),

  post(
    'CreateOrganizationInvitationBulk',
    '/v1/organizations/:organization_id/invitations/bulk',
    loadOrganization,
    body(v.array(InvitationInput)),
    (call) => {
      const addresses = call.body.map((each) => each.email_address)
      requireBulk(addresses, 10, 'organization_invitation_not_unique')
      const invitations = call.body.map((each) => invite(call, call.organization, each))
      const data = invitations.map((row) => organizationInvitationJson(call, row))
      return json({ data, total_count: data.length })
    },
  ),

  get(
    'GetOrganizationInvitation',
    '/v1/organizations/:organization_id/invitations/:invitation_id',
    loadOrganization,
    (call) => {
      const { organization, params } = call
      return json(
        organizationInvitationJson(call, findOrganizationInvitation(call, organization.id, params.invitation_id)),
      )
    },
  ),

  post(
    'RevokeOrganizationInvitation',
    '/v1/organizations/:organization_id/invitations/:invitation_id/revoke',
    loadOrganization,
    body(v.strictObject({ requesting_user_id: maybeText })),
    (call) => {
      const { organization, params } = call
      const invitation = findOrganizationInvitation(call, organization.id, params.invitation_id)
      return json(organizationInvitationJson(call, revokeOrganizationInvitation(call, invitation)))
    },
  ),

  // Invitations that a domain of the organization has made are not among them.
  get(
    'ListPendingOrganizationInvitations',
    '/v1/organizations/:organization_id/invitations/pending',
    loadOrganization,
    (call) => {
      const { rows, organization } = call
      const own = rows.organizationInvitations.referring('organizationId', organization.id)
      const pending = own.filter((row) => invitationStatus(call, row) === 'pending' && row.domainId === null)
      return answerPage(call, rowsOf(call, rows.organizationInvitations, { among: pending }), (row) =>
        organizationInvitationJson(call, row),
      )
    },
  ),

  get('ListInstanceOrganizationInvitations', '/v1/organization_invitations', (call) =>
    answerPage(call, invitationsOf(call, undefined), (row) => withPublicOrganization(call, row)),
  ),
]
