import type { Route } from '#core/routes.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { membershipRequestJson, ownMembershipJson, roleJson } from '#auth-saas/json/organization.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import {
  addMembership,
  changeRole,
  findMembership,
  removeMembership,
} from '#auth-saas/rules/organizations/memberships.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { findUser } from '#auth-saas/rules/users/users.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { answerChange, answerPage } from '#auth-saas/json/frontend/answer.ts'
import { formOf, requiredField, hasListedStatus } from './form.ts'
import { loadMember, requireManageMembers } from '#auth-saas/steps/frontend/organization-access.ts'
import { loadMembershipRequest, requirePendingRequest } from '#auth-saas/steps/frontend/organization-members.ts'

/** The routes of the members of an organization and of requests to become one. */
export const organizationMembersRoutes: readonly Route[] = [
  get('frontend/listMembers', '/v1/organizations/:organization_id/memberships', loadMember, (call) => {
    const { rows, organization, query } = call
    const [roles, search] = [query.getAll('role'), query.get('query')?.toLowerCase() ?? '']
    const members = rows.memberships
      .list('ofOrganization', organization.id)
      .filter(({ role }) => roles.length === 0 || roles.includes(role))
      .filter((row) => JSON.stringify(ownMembershipJson(call, row)).toLowerCase().includes(search))
    return answerPage(call, members.toReversed(), (row) => ownMembershipJson(call, row))
  }),
  post(
    'frontend/addMember',
    '/v1/organizations/:organization_id/memberships',
    loadMember,
    requireManageMembers,
    (call) => {
      const form = formOf(call)
      const { id: userId } = findUser(call, requiredField(form, 'user_id'))
      const added = addMembership(call, { organization: call.organization, userId, role: requiredField(form, 'role') })
      return answerChange(call, ownMembershipJson(call, added), call.client.id)
    },
  ),
  patch(
    'frontend/updateMember',
    '/v1/organizations/:organization_id/memberships/:user_id',
    loadMember,
    requireManageMembers,
    (call) => {
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const changed = changeRole(call, membership, requiredField(formOf(call), 'role'))
      return answerChange(call, ownMembershipJson(call, changed), call.client.id)
    },
  ),
  del(
    'frontend/removeMember',
    '/v1/organizations/:organization_id/memberships/:user_id',
    loadMember,
    requireManageMembers,
    (call) => {
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const body = ownMembershipJson(call, membership)
      removeMembership(call, membership)
      return answerChange(call, body, call.client.id)
    },
  ),
  get('frontend/listRoles', '/v1/organizations/:organization_id/roles', loadMember, (call) =>
    answerPage(
      call,
      call.rows.roles.all().toSorted((one, other) => one.number - other.number),
      (row) => roleJson(call, row),
    ),
  ),
  get(
    'frontend/listRequests',
    '/v1/organizations/:organization_id/membership_requests',
    loadMember,
    requireManageMembers,
    (call) =>
      answerPage(
        call,
        byAge(call.rows.membershipRequests.referring('organizationId', call.organization.id)).filter(({ status }) =>
          hasListedStatus(call, status),
        ),
        (row) => membershipRequestJson(call, row),
      ),
  ),
  post(
    'frontend/acceptRequest',
    '/v1/organizations/:organization_id/membership_requests/:request_id/accept',
    loadMember,
    requireManageMembers,
    loadMembershipRequest,
    (call) => {
      requirePendingRequest(call)
      const role = settingsOf(call.rows).domainsDefaultRole
      addMembership(call, { organization: call.organization, userId: call.request.userId, role })
      const changed = call.rows.membershipRequests.update(call.request.id, { status: 'accepted', ...updatedNow(call) })
      return answerChange(call, membershipRequestJson(call, changed), call.client.id)
    },
  ),
  post(
    'frontend/rejectRequest',
    '/v1/organizations/:organization_id/membership_requests/:request_id/reject',
    loadMember,
    requireManageMembers,
    loadMembershipRequest,
    (call) => {
      requirePendingRequest(call)
      const changed = call.rows.membershipRequests.update(call.request.id, { status: 'rejected', ...updatedNow(call) })
      return answerChange(call, membershipRequestJson(call, changed), call.client.id)
    },
  ),
]
