import type { Route } from '../../../core/routes.ts'
import { isEmailAddress } from '../bodies.ts'
import { del, get, patch, post, put, type AuthCall } from '../call.ts'
import {
  authorizationInvalid,
  missingPermission,
  noSuch,
  paramFormatInvalid,
  paramInvalid,
  paramMissing,
  refusal,
} from '../errors.ts'
import {
  membershipRequestJson,
  organizationDomainJson,
  ownInvitationJson,
  ownMembershipJson,
  ownOrganizationJson,
  roleJson,
} from '../json/organization.ts'
import { byAge } from '../json/user.ts'
import { uploadedImage } from '../rules/images.ts'
import { addDomain, deleteDomain, findDomain, updateDomain } from '../rules/organizations/domains.ts'
import { addMembership, changeRole, findMembership, removeMembership } from '../rules/organizations/memberships.ts'
import {
  addOrganization,
  deleteOrganization,
  findOrganization,
  requireSlug,
  updateOrganization,
} from '../rules/organizations/organizations.ts'
import {
  findOrganizationInvitation,
  inviteMember,
  revokeOrganizationInvitation,
} from '../rules/organizations/invitations.ts'
import { attemptAffiliation, prepareAffiliation } from '../rules/organizations/affiliation.ts'
import { settingsOf } from '../rules/settings.ts'
import { findUser } from '../rules/users/users.ts'
import { requireDomains } from '../routes/memberships.ts'
import type { EnrollmentMode, Membership, MembershipRequest, Organization } from '../schema/organizations.ts'
import { touched } from '../stamp.ts'
import { answered, fields, loadSession, read, readPage, refused, type SignedInBrowser } from './browser.ts'

/** The organization that the path names, with the membership of the signed-in user. */
interface Member extends SignedInBrowser {
  readonly organization: Organization
  readonly membership: Membership
}

/** Adds the organization that the path names. Throws 404 for one of which the user is no member. */
const loadMember = (call: AuthCall): Member => {
  const signedIn = loadSession(call)
  const organization = findOrganization(call, call.params['organization_id'] ?? '')
  const membership = call.rows.memberships.find('member', organization.id, signedIn.user.id)
  if (membership === undefined) {
    throw refusal(403, 'not_a_member_in_organization', 'not a member', 'You are not a member of the organization.')
  }
  return { ...signedIn, organization, membership }
}

/** Returns a step that refuses members whose role lacks a permission. */
const requirePermission =
  (permission: string) =>
  ({ rows, membership }: AuthCall & Member): void => {
    if (rows.roles.find('key', membership.role)?.permissions.includes(permission) === true) return
    throw missingPermission([permission])
  }

const managesMembers = requirePermission('org:sys_memberships:manage')
const managesProfile = requirePermission('org:sys_profile:manage')
const managesDomains = requirePermission('org:sys_domains:manage')

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value === null || value === '') throw paramMissing(name)
  return value
}

const MODES: readonly EnrollmentMode[] = ['manual_invitation', 'automatic_invitation', 'automatic_suggestion']

function enrollmentModeOf(text: string): EnrollmentMode {
  const mode = MODES.find((each) => each === text)
  if (mode === undefined) throw paramInvalid('enrollment_mode', `enrollment_mode must be one of ${MODES.join(', ')}.`)
  return mode
}

function addressOf(text: string): string {
  const address = text.trim().toLowerCase()
  if (!isEmailAddress(address))
    throw paramFormatInvalid('email_address', 'email_address must be a valid email address.')
  return address
}

/** Throws 403 for a user who may not make organizations, or has made as many as allowed. */
function requireCreator({ rows }: AuthCall, { user }: SignedInBrowser): void {
  if (!user.createOrganizationEnabled) throw authorizationInvalid()
  const most = user.createOrganizationsLimit
  if (most === null || most === 0) return
  const made = rows.memberships
    .list('ofUser', user.id)
    .filter(({ organizationId }) => rows.organizations.require(organizationId).createdBy === user.id)
  if (made.length < most) return
  throw refusal(403, 'org_creation_limit_exceeded', 'limit exceeded', 'You have reached your limit of organizations.')
}

const loadRequest = (call: AuthCall & Member): { readonly request: MembershipRequest } => {
  const request = call.rows.membershipRequests.get(call.params['request_id'])
  if (request === undefined || request.organizationId !== call.organization.id) {
    throw noSuch('membership request', call.params['request_id'] ?? '')
  }
  return { request }
}

/** Throws 400 for a request that was accepted or rejected already. */
function requirePendingRequest({ request }: { readonly request: MembershipRequest }): void {
  if (request.status === 'pending') return
  throw refusal(400, 'bad_request', 'not pending', `The membership request is already ${request.status}.`)
}

function isWanted({ query }: AuthCall, status: string): boolean {
  const statuses = query.getAll('status')
  return statuses.length === 0 || statuses.includes(status)
}

const membersRoutes: readonly Route[] = [
  get('frontend/listMembers', '/v1/organizations/:organization_id/memberships', loadMember, (call) => {
    const { rows, organization, query } = call
    const [roles, search] = [query.getAll('role'), query.get('query')?.toLowerCase() ?? '']
    const members = rows.memberships
      .list('ofOrganization', organization.id)
      .filter(({ role }) => roles.length === 0 || roles.includes(role))
      .filter((row) => JSON.stringify(ownMembershipJson(call, row)).toLowerCase().includes(search))
    return readPage(call, members.toReversed(), (row) => ownMembershipJson(call, row))
  }),
  post('frontend/addMember', '/v1/organizations/:organization_id/memberships', loadMember, managesMembers, (call) => {
    const form = fields(call)
    const { id: userId } = findUser(call, required(form, 'user_id'))
    const added = addMembership(call, { organization: call.organization, userId, role: required(form, 'role') })
    return answered(call, ownMembershipJson(call, added), call.client.id)
  }),
  patch(
    'frontend/updateMember',
    '/v1/organizations/:organization_id/memberships/:user_id',
    loadMember,
    managesMembers,
    (call) => {
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const changed = changeRole(call, membership, required(fields(call), 'role'))
      return answered(call, ownMembershipJson(call, changed), call.client.id)
    },
  ),
  del(
    'frontend/removeMember',
    '/v1/organizations/:organization_id/memberships/:user_id',
    loadMember,
    managesMembers,
    (call) => {
      const membership = findMembership(call, call.organization.id, call.params.user_id)
      const body = ownMembershipJson(call, membership)
      removeMembership(call, membership)
      return answered(call, body, call.client.id)
    },
  ),
  get('frontend/listRoles', '/v1/organizations/:organization_id/roles', loadMember, (call) =>
    readPage(
      call,
      call.rows.roles.all().toSorted((one, other) => one.number - other.number),
      (row) => roleJson(call, row),
    ),
  ),
  get(
    'frontend/listRequests',
    '/v1/organizations/:organization_id/membership_requests',
    loadMember,
    managesMembers,
    (call) =>
      readPage(
        call,
        byAge(call.rows.membershipRequests.referring('organizationId', call.organization.id)).filter(({ status }) =>
          isWanted(call, status),
        ),
        (row) => membershipRequestJson(call, row),
      ),
  ),
  post(
    'frontend/acceptRequest',
    '/v1/organizations/:organization_id/membership_requests/:request_id/accept',
    loadMember,
    managesMembers,
    loadRequest,
    (call) => {
      requirePendingRequest(call)
      const role = settingsOf(call.rows).domainsDefaultRole
      addMembership(call, { organization: call.organization, userId: call.request.userId, role })
      const changed = call.rows.membershipRequests.update(call.request.id, { status: 'accepted', ...touched(call) })
      return answered(call, membershipRequestJson(call, changed), call.client.id)
    },
  ),
  post(
    'frontend/rejectRequest',
    '/v1/organizations/:organization_id/membership_requests/:request_id/reject',
    loadMember,
    managesMembers,
    loadRequest,
    (call) => {
      requirePendingRequest(call)
      const changed = call.rows.membershipRequests.update(call.request.id, { status: 'rejected', ...touched(call) })
      return answered(call, membershipRequestJson(call, changed), call.client.id)
    },
  ),
]

const invitationRoutes: readonly Route[] = [
  get('frontend/listInvitations', '/v1/organizations/:organization_id/invitations', loadMember, (call) => {
    const invitations = byAge(
      call.rows.organizationInvitations.referring('organizationId', call.organization.id),
    ).filter(({ status }) => isWanted(call, status))
    return readPage(call, invitations, (row) => ownInvitationJson(call, row))
  }),
  post('frontend/invite', '/v1/organizations/:organization_id/invitations', loadMember, managesMembers, (call) => {
    const form = fields(call)
    const invitation = inviteMember(call, {
      organization: call.organization,
      emailAddress: addressOf(required(form, 'email_address')),
      role: required(form, 'role'),
      inviterId: call.user.id,
      redirectUrl: form.get('redirect_url'),
    })
    return answered(call, ownInvitationJson(call, invitation), call.client.id)
  }),
  post(
    'frontend/inviteMany',
    '/v1/organizations/:organization_id/invitations/bulk',
    loadMember,
    managesMembers,
    (call) => {
      const form = fields(call)
      const addresses = [...form.getAll('email_address'), ...form.getAll('email_address[]')]
      const invitations = addresses.slice(0, 50).map((address) =>
        inviteMember(call, {
          organization: call.organization,
          emailAddress: addressOf(address),
          role: required(form, 'role'),
          inviterId: call.user.id,
        }),
      )
      return answered(
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
    managesMembers,
    (call) => {
      const invitation = findOrganizationInvitation(call, call.organization.id, call.params.invitation_id)
      return answered(call, ownInvitationJson(call, revokeOrganizationInvitation(call, invitation)), call.client.id)
    },
  ),
]

const domainRoutes: readonly Route[] = [
  get('frontend/listDomains', '/v1/organizations/:organization_id/domains', loadMember, (call) =>
    readPage(call, byAge(call.rows.organizationDomains.referring('organizationId', call.organization.id)), (row) =>
      organizationDomainJson(call, row),
    ),
  ),
  post('frontend/createDomain', '/v1/organizations/:organization_id/domains', loadMember, managesDomains, (call) => {
    requireDomains(call, null)
    const name = required(fields(call), 'name')
    const organizationId = call.organization.id
    const domain = addDomain(call, { organizationId, name, enrollmentMode: 'manual_invitation', verified: false })
    return answered(call, organizationDomainJson(call, domain), call.client.id)
  }),
  get('frontend/getDomain', '/v1/organizations/:organization_id/domains/:domain_id', loadMember, (call) =>
    read(organizationDomainJson(call, findDomain(call, call.organization.id, call.params.domain_id))),
  ),
  del(
    'frontend/deleteDomain',
    '/v1/organizations/:organization_id/domains/:domain_id',
    loadMember,
    managesDomains,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      deleteDomain(call, domain)
      return answered(call, { object: 'organization_domain', id: domain.id, deleted: true }, call.client.id)
    },
  ),
  post(
    'frontend/prepareAffiliation',
    '/v1/organizations/:organization_id/domains/:domain_id/prepare_affiliation_verification',
    loadMember,
    managesDomains,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      const address = addressOf(required(fields(call), 'affiliation_email_address'))
      return answered(call, organizationDomainJson(call, prepareAffiliation(call, domain, address)), call.client.id)
    },
  ),
  post(
    'frontend/attemptAffiliation',
    '/v1/organizations/:organization_id/domains/:domain_id/attempt_affiliation_verification',
    loadMember,
    managesDomains,
    (call) => {
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      const failure = attemptAffiliation(call, domain, required(fields(call), 'code'))
      if (failure !== null) return refused(call, failure)
      const verified = call.rows.organizationDomains.require(domain.id)
      return answered(call, organizationDomainJson(call, verified), call.client.id)
    },
  ),
  post(
    'frontend/updateEnrollmentMode',
    '/v1/organizations/:organization_id/domains/:domain_id/update_enrollment_mode',
    loadMember,
    managesDomains,
    (call) => {
      const form = fields(call)
      const mode = enrollmentModeOf(required(form, 'enrollment_mode'))
      requireDomains(call, mode)
      const domain = findDomain(call, call.organization.id, call.params.domain_id)
      const withdraws = form.get('delete_pending') === 'true'
      const changed = updateDomain(call, domain, { enrollmentMode: mode }, withdraws)
      return answered(call, organizationDomainJson(call, changed), call.client.id)
    },
  ),
]

export const frontendOrganizationsRoutes: readonly Route[] = [
  post('frontend/createOrganization', '/v1/organizations', loadSession, (call) => {
    requireCreator(call, call)
    const form = fields(call)
    const slug = form.get('slug')
    const organization = addOrganization(call, {
      name: required(form, 'name').slice(0, 256),
      slug: slug === null || slug === '' ? null : slug,
      createdBy: call.user.id,
    })
    return answered(call, ownOrganizationJson(call, organization), call.client.id)
  }),

  get('frontend/getOrganization', '/v1/organizations/:organization_id', loadMember, (call) =>
    read(ownOrganizationJson(call, call.organization)),
  ),

  patch('frontend/updateOrganization', '/v1/organizations/:organization_id', loadMember, managesProfile, (call) => {
    const { organization } = call
    const form = fields(call)
    const slug = form.get('slug') ?? organization.slug
    requireSlug(call, slug, organization.id)
    const name = form.get('name')?.slice(0, 256) ?? organization.name
    return answered(
      call,
      ownOrganizationJson(call, updateOrganization(call, organization.id, { name, slug })),
      call.client.id,
    )
  }),

  del(
    'frontend/deleteOrganization',
    '/v1/organizations/:organization_id',
    loadMember,
    requirePermission('org:sys_profile:delete'),
    (call) => {
      const { organization } = call
      if (!organization.adminDeleteEnabled) throw authorizationInvalid()
      deleteOrganization(call, organization)
      return answered(call, { object: 'organization', id: organization.id, deleted: true }, call.client.id)
    },
  ),

  put(
    'frontend/setLogo',
    '/v1/organizations/:organization_id/logo',
    uploadedImage,
    loadMember,
    managesProfile,
    (call) => {
      const { organization, image, rows } = call
      rows.imageBytes.set(image.bytes, organization.id)
      rows.imageTypes.set(image.type, organization.id)
      const changed = updateOrganization(call, organization.id, { hasImage: true })
      return answered(call, ownOrganizationJson(call, changed), call.client.id)
    },
  ),

  del('frontend/deleteLogo', '/v1/organizations/:organization_id/logo', loadMember, managesProfile, (call) => {
    call.rows.imageBytes.delete(call.organization.id)
    call.rows.imageTypes.delete(call.organization.id)
    const changed = updateOrganization(call, call.organization.id, { hasImage: false })
    return answered(call, ownOrganizationJson(call, changed), call.client.id)
  }),

  ...membersRoutes,
  ...invitationRoutes,
  ...domainRoutes,
]
