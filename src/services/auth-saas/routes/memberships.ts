import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybeMetadata, metadata, text } from '#auth-saas/rules/body-parts.ts'
import { type AuthCall, del, get, patch, post } from '#auth-saas/call.ts'
import { json } from '#auth-saas/json/answer.ts'
import { membershipJson } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { mergeMetadata, requireSize } from '#auth-saas/rules/metadata.ts'
import {
  addMembership,
  changeRole,
  findMembership,
  removeMembership,
} from '#auth-saas/rules/organizations/memberships.ts'
import { userFilters } from '#auth-saas/rules/users/list-users.ts'
import { findUser } from '#auth-saas/rules/users/users.ts'
import type { Membership, Organization } from '#auth-saas/schema/organizations.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadOrganization } from '#auth-saas/steps/organizations.ts'

const MembershipInput = v.strictObject({
  user_id: text,
  role: text,
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
})

const MembershipMetadataChanges = v.strictObject({
  public_metadata: v.optional(metadata),
  private_metadata: v.optional(metadata),
})

function membershipsOf(call: AuthCall, organization: Organization): ReturnType<typeof rowsOf<Membership>> {
  const { rows, query } = call
  const filters = userFilters(call)
  const roles = query.getAll('role')
  return rowsOf(call, rows.memberships, {
    orders: membershipOrders(call),
    among: rows.memberships.list('ofOrganization', organization.id),
    matches: (row) => {
      const user = rows.users.require(row.userId)
      return (roles.length === 0 || roles.includes(row.role)) && filters.every((matches) => matches(user))
    },
  })
}

function membershipOrders({ rows }: AuthCall): Readonly<Record<string, (row: Membership) => string | null>> {
  const user = ({ userId }: Membership): ReturnType<typeof rows.users.require> => rows.users.require(userId)
  return {
    phone_number: (row) => rows.phoneNumbers.get(user(row).primaryPhoneNumberId)?.phoneNumber ?? null,
    email_address: (row) => rows.emailAddresses.get(user(row).primaryEmailAddressId)?.emailAddress ?? null,
    first_name: (row) => user(row).firstName,
    last_name: (row) => user(row).lastName,
    username: (row) => user(row).username,
    role: (row) => row.role,
  }
}

/** The operations about the members of organizations. */
export const membershipsRoutes: readonly Route[] = [
  get('ListOrganizationMemberships', '/v1/organizations/:organization_id/memberships', loadOrganization, (call) =>
    answerPage(call, membershipsOf(call, call.organization), (row) => membershipJson(call, row)),
  ),

  post(
    'CreateOrganizationMembership',
    '/v1/organizations/:organization_id/memberships',
    loadOrganization,
    body(MembershipInput),
    (call) => {
      const { organization, body: input } = call
      const { id: userId } = findUser(call, input.user_id)
      const membership = addMembership(call, {
        organization,
        userId,
        role: input.role,
        publicMetadata: requireSize(input.public_metadata ?? {}, 'public_metadata'),
        privateMetadata: requireSize(input.private_metadata ?? {}, 'private_metadata'),
      })
      return json(membershipJson(call, membership))
    },
  ),

  patch(
    'UpdateOrganizationMembership',
    '/v1/organizations/:organization_id/memberships/:user_id',
    loadOrganization,
    body(v.strictObject({ role: text })),
    (call) => {
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      return json(membershipJson(call, changeRole(call, membership, call.body.role)))
    },
  ),

  del(
    'DeleteOrganizationMembership',
    '/v1/organizations/:organization_id/memberships/:user_id',
    loadOrganization,
    (call) => {
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const removed = membershipJson(call, membership)
      removeMembership(call, membership)
      return json(removed)
    },
  ),

  patch(
    'UpdateOrganizationMembershipMetadata',
    '/v1/organizations/:organization_id/memberships/:user_id/metadata',
    loadOrganization,
    body(MembershipMetadataChanges),
    (call) => {
      const { rows, body: input } = call
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const changed = rows.memberships.update(membership.id, {
        publicMetadata: mergeMetadata(membership.publicMetadata, input.public_metadata, 'public_metadata'),
        privateMetadata: mergeMetadata(membership.privateMetadata, input.private_metadata, 'private_metadata'),
        ...updatedNow(call),
      })
      call.emit({ event: 'organizationMembership.updated', membership: changed })
      return json(membershipJson(call, changed))
    },
  ),

  get('InstanceGetOrganizationMemberships', '/v1/organization_memberships', (call) =>
    answerPage(call, rowsOf(call, call.rows.memberships, { orders: membershipOrders(call) }), (row) =>
      membershipJson(call, row),
    ),
  ),
]
