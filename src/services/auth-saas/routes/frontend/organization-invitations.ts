import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import type { Route } from '#core/routes.ts'
import { get, post } from '#auth-saas/call.ts'
import { ownInvitationJson } from '#auth-saas/json/organization.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import {
  findOrganizationInvitation,
  inviteMember,
  revokeOrganizationInvitation,
} from '#auth-saas/rules/organizations/invitations.ts'
import { answerChange, answerOwnRead, answerPage } from '#auth-saas/json/frontend/answer.ts'
import { formOf, requiredField, emailAddressOf, hasListedStatus } from './form.ts'
import { loadMember, requireManageMembers } from '#auth-saas/steps/frontend/organization-access.ts'

/** The routes of the invitations of an organization. */
export const frontendInvitationsRoutes: readonly Route[] = [
  get('frontend/listInvitations', '/v1/organizations/:organization_id/invitations', loadMember, (call) => {
    const invitations = byAge(
      call.rows.organizationInvitations.referring('organizationId', call.organization.id),
    ).filter((row) => hasListedStatus(call, invitationStatus(call, row)))
    return answerPage(call, invitations, (row) => ownInvitationJson(call, row))
  }),
  // The vendor's older way to list the pending ones, which are not paginated.
  get(
    'frontend/getAllPendingOrganizationInvitations',
    '/v1/organizations/:organization_id/invitations/pending',
    loadMember,
    (call) => {
      const own = call.rows.organizationInvitations.referring('organizationId', call.organization.id)
      const pending = byAge(own).filter((row) => invitationStatus(call, row) === 'pending')
      return answerOwnRead(
        call,
        pending.map((row) => ownInvitationJson(call, row)),
      )
    },
  ),
  post(
    'frontend/invite',
    '/v1/organizations/:organization_id/invitations',
    loadMember,
    requireManageMembers,
    (call) => {
      const form = formOf(call)
      const invitation = inviteMember(call, {
        organization: call.organization,
        emailAddress: emailAddressOf(requiredField(form, 'email_address')),
        role: requiredField(form, 'role'),
        inviterId: call.user.id,
        redirectUrl: form.get('redirect_url'),
      })
      return answerChange(call, ownInvitationJson(call, invitation), call.client.id)
    },
  ),
  post(
    'frontend/inviteMany',
    '/v1/organizations/:organization_id/invitations/bulk',
    loadMember,
    requireManageMembers,
    (call) => {
      const form = formOf(call)
      const addresses = [...form.getAll('email_address'), ...form.getAll('email_address[]')]
      const invitations = addresses.slice(0, 50).map((address) =>
        inviteMember(call, {
          organization: call.organization,
          emailAddress: emailAddressOf(address),
          role: requiredField(form, 'role'),
          inviterId: call.user.id,
        }),
      )
      return answerChange(
        call,
        invitations.map((row) => ownInvitationJson(call, row)),
        call.client.id,
      )
    },
  ),
  post(
    'frontend/revokeInvitation',
    '/v1/organizations/:organization_id/invitations/:invitation_id/revoke',
    loadMember,
    requireManageMembers,
    (call) => {
      const invitation = findOrganizationInvitation(call, call.organization.id, call.params.invitation_id)
      return answerChange(call, ownInvitationJson(call, revokeOrganizationInvitation(call, invitation)), call.client.id)
    },
  ),
]
