import * as v from 'valibot'
import { body } from '../../../core/input.ts'
import { viewOfRows } from '../../../core/list-view.ts'
import type { Route } from '../../../core/routes.ts'
import {
  emailAddress,
  maybe,
  maybeFlag,
  maybeMetadata,
  maybeText,
  metadata,
  requireBulk,
  text,
  whole,
} from '../bodies.ts'
import { del, get, patch, post, type AuthCall } from '../call.ts'
import { paramInvalid, refusal } from '../errors.ts'
import { deleted, json } from '../json/answer.ts'
import {
  membershipJson,
  organizationDomainJson,
  organizationInvitationJson,
  withPublicOrganization,
} from '../json/organization.ts'
import { paginated, rowsOf } from '../pagination.ts'
import { userFilters } from '../rules/users/list-users.ts'
import { mergeMetadata, requireSize } from '../rules/metadata.ts'
import { addDomain, deleteDomain, findDomain, updateDomain } from '../rules/organizations/domains.ts'
import { addMembership, changeRole, findMembership, removeMembership } from '../rules/organizations/memberships.ts'
import {
  findOrganizationInvitation,
  inviteMember,
  revokeOrganizationInvitation,
} from '../rules/organizations/invitations.ts'
import { settingsOf } from '../rules/settings.ts'
import { findUser } from '../rules/users/users.ts'
import type { EnrollmentMode, Membership, Organization, OrganizationInvitation } from '../schema/organizations.ts'
import { touched } from '../stamp.ts'
import { emit } from '../webhooks.ts'
import { loadOrganization } from './organizations.ts'

const CreateMembership = v.strictObject({
  user_id: text,
  role: text,
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
})

const MembershipMetadata = v.strictObject({
  public_metadata: v.optional(metadata),
  private_metadata: v.optional(metadata),
})

const CreateInvitation = v.strictObject({
  email_address: emailAddress,
  inviter_user_id: maybeText,
  role: text,
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
  redirect_url: maybeText,
  expires_in_days: maybe(whole(1, 365)),
  notify: maybeFlag,
})

const enrollmentMode = v.picklist([
  'manual_invitation',
  'automatic_invitation',
  'automatic_suggestion',
  'enterprise_sso',
])

const CreateDomain = v.strictObject({
  name: text,
  enrollment_mode: v.optional(enrollmentMode, 'manual_invitation'),
  verified: maybeFlag,
})

const UpdateDomain = v.strictObject({ enrollment_mode: maybe(enrollmentMode), verified: maybeFlag, name: maybeText })

const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired']

function invitationsOf(
  call: AuthCall,
  among: readonly OrganizationInvitation[] | undefined,
): ReturnType<typeof rowsOf<OrganizationInvitation>> {
  const { query, rows, clock } = call
  const statuses = query.getAll('status').flatMap((each) => each.split(','))
  const unknown = statuses.find((each) => !INVITATION_STATUSES.includes(each))
  if (unknown !== undefined) throw paramInvalid('status', `status must be one of ${INVITATION_STATUSES.join(', ')}.`)
  const address = query.get('email_address')?.toLowerCase()
  const search = query.get('query')?.toLowerCase() ?? ''
  const statusOf = (row: OrganizationInvitation): string =>
    row.status === 'pending' && row.expiresAt <= clock.now() ? 'expired' : row.status
  return rowsOf(call, rows.organizationInvitations, {
    orders: { email_address: (row) => row.emailAddress },
    among,
    matches: (row) =>
      (statuses.length === 0 || statuses.includes(statusOf(row))) &&
      (address === undefined || row.emailAddress === address) &&
      (row.emailAddress.includes(search) || row.id === search),
  })
}

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

function invite(
  call: AuthCall,
  organization: Organization,
  given: v.InferOutput<typeof CreateInvitation>,
): OrganizationInvitation {
  return inviteMember(call, {
    organization,
    emailAddress: given.email_address,
    role: given.role,
    inviterId: given.inviter_user_id ?? null,
    publicMetadata: requireSize(given.public_metadata ?? {}, 'public_metadata'),
    privateMetadata: requireSize(given.private_metadata ?? {}, 'private_metadata'),
    redirectUrl: given.redirect_url ?? null,
    expiresInDays: given.expires_in_days ?? null,
    notify: given.notify ?? true,
  })
}

/** Throws 403 where the instance has no domains of organizations, and for a mode of enrollment that it does not have. */
export function requireDomains({ rows }: Pick<AuthCall, 'rows'>, mode: EnrollmentMode | null | undefined): void {
  const { domainsEnabled, domainsEnrollmentModes } = settingsOf(rows)
  if (!domainsEnabled) {
    const sentence = 'The organization domains feature is not enabled for this instance.'
    throw refusal(403, 'organization_domains_not_enabled', 'access denied', sentence)
  }
  if (mode === null || mode === undefined || domainsEnrollmentModes.includes(mode)) return
  const sentence = `The enrollment mode ${mode} is not enabled for this instance.`
  throw refusal(403, 'organization_domain_enrollment_mode_not_enabled', 'access denied', sentence)
}

export const membershipsRoutes: readonly Route[] = [
  get('ListOrganizationMemberships', '/v1/organizations/:organization_id/memberships', loadOrganization, (call) =>
    paginated(call, membershipsOf(call, call.organization), (row) => membershipJson(call, row)),
  ),

  post(
    'CreateOrganizationMembership',
    '/v1/organizations/:organization_id/memberships',
    loadOrganization,
    body(CreateMembership),
    (call) => {
      const { organization, body: given } = call
      const { id: userId } = findUser(call, given.user_id)
      const membership = addMembership(call, {
        organization,
        userId,
        role: given.role,
        publicMetadata: requireSize(given.public_metadata ?? {}, 'public_metadata'),
        privateMetadata: requireSize(given.private_metadata ?? {}, 'private_metadata'),
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
    (call) => json(removeMembership(call, findMembership(call, call.organization.id, call.params.user_id))),
  ),

  patch(
    'UpdateOrganizationMembershipMetadata',
    '/v1/organizations/:organization_id/memberships/:user_id/metadata',
    loadOrganization,
    body(MembershipMetadata),
    (call) => {
      const { rows, body: given } = call
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const changed = rows.memberships.update(membership.id, {
        publicMetadata: mergeMetadata(membership.publicMetadata, given.public_metadata, 'public_metadata'),
        privateMetadata: mergeMetadata(membership.privateMetadata, given.private_metadata, 'private_metadata'),
        ...touched(call),
      })
      emit(call, 'organizationMembership.updated', () => membershipJson(call, changed))
      return json(membershipJson(call, changed))
    },
  ),

  get('InstanceGetOrganizationMemberships', '/v1/organization_memberships', (call) =>
    paginated(call, rowsOf(call, call.rows.memberships, { orders: membershipOrders(call) }), (row) =>
      membershipJson(call, row),
    ),
  ),

  get('ListOrganizationInvitations', '/v1/organizations/:organization_id/invitations', loadOrganization, (call) => {
    const among = call.rows.organizationInvitations.referring('organizationId', call.organization.id)
    return paginated(call, invitationsOf(call, among), (row) => organizationInvitationJson(call, row))
  }),

  post(
    'CreateOrganizationInvitation',
    '/v1/organizations/:organization_id/invitations',
    loadOrganization,
    body(CreateInvitation),
    (call) => json(organizationInvitationJson(call, invite(call, call.organization, call.body))),
  ),

  post(
    'CreateOrganizationInvitationBulk',
    '/v1/organizations/:organization_id/invitations/bulk',
    loadOrganization,
    body(v.array(CreateInvitation)),
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

  get('ListInstanceOrganizationInvitations', '/v1/organization_invitations', (call) =>
    paginated(call, invitationsOf(call, undefined), (row) => withPublicOrganization(call, row)),
  ),

  get('ListOrganizationDomains', '/v1/organizations/:organization_id/domains', loadOrganization, (call) => {
    requireDomains(call, null)
    const { rows, organization, query } = call
    const [verified, modes] = [query.get('verified'), query.getAll('enrollment_mode')]
    const domains = rows.organizationDomains
      .referring('organizationId', organization.id)
      .filter((row) => verified === null || String(row.verified) === verified)
      .filter((row) => modes.length === 0 || modes.includes(row.enrollmentMode))
    return paginated(call, viewOfRows(domains.toReversed()), (row) => organizationDomainJson(call, row))
  }),

  post(
    'CreateOrganizationDomain',
    '/v1/organizations/:organization_id/domains',
    loadOrganization,
    body(CreateDomain),
    (call) => {
      const { organization, body: given } = call
      requireDomains(call, given.enrollment_mode)
      const domain = addDomain(call, {
        organizationId: organization.id,
        name: given.name,
        enrollmentMode: given.enrollment_mode,
        verified: given.verified ?? false,
      })
      return json(organizationDomainJson(call, domain))
    },
  ),

  patch(
    'UpdateOrganizationDomain',
    '/v1/organizations/:organization_id/domains/:domain_id',
    loadOrganization,
    body(UpdateDomain),
    (call) => {
      const { organization, params, body: given } = call
      requireDomains(call, given.enrollment_mode)
      const domain = findDomain(call, organization.id, params.domain_id)
      const verified = given.verified ?? domain.verified
      const changed = updateDomain(call, domain, {
        enrollmentMode: given.enrollment_mode ?? domain.enrollmentMode,
        verified,
        strategy: verified ? (domain.strategy ?? 'admin') : null,
      })
      return json(organizationDomainJson(call, changed))
    },
  ),

  del('DeleteOrganizationDomain', '/v1/organizations/:organization_id/domains/:domain_id', loadOrganization, (call) => {
    const domain = findDomain(call, call.organization.id, call.params.domain_id)
    deleteDomain(call, domain)
    return deleted('organization_domain', domain.id)
  }),
]
