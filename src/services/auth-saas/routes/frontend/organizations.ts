import type { Route } from '#core/routes.ts'
import { type AuthCall, del, get, patch, post, put } from '#auth-saas/call.ts'
import { authorizationInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { ownOrganizationJson } from '#auth-saas/json/organization.ts'
import { loadUploadedImage } from '#auth-saas/steps/images.ts'
import { storeImage, deleteImage } from '#auth-saas/rules/images.ts'
import {
  addOrganization,
  deleteOrganization,
  requireSlug,
  updateOrganization,
} from '#auth-saas/rules/organizations/organizations.ts'
import { type SignedInBrowser, loadSignedIn } from '#auth-saas/steps/frontend/sessions.ts'
import { answerChange, answerOwnRead } from '#auth-saas/json/frontend/answer.ts'
import { formOf, requiredField } from './form.ts'
import { loadMember, requireManageProfile, requirePermission } from '#auth-saas/steps/frontend/organization-access.ts'
import { frontendDomainsRoutes } from './organization-domains.ts'
import { frontendInvitationsRoutes } from './organization-invitations.ts'
import { organizationMembersRoutes } from './organization-members.ts'

/** @throws 403 for a user who may not make organizations, or has made as many as allowed. */
function requireCreator({ rows }: AuthCall, { user }: SignedInBrowser): void {
  if (!user.createOrganizationEnabled) throw authorizationInvalid()
  const most = user.createOrganizationsLimit
  if (most === null || most === 0) return
  const made = rows.memberships
    .list('ofUser', user.id)
    .filter(({ organizationId }) => rows.organizations.require(organizationId).createdBy === user.id)
  if (made.length < most) return
  throw clerkFailure(
    403,
    'org_creation_limit_exceeded',
    'limit exceeded',
    'You have reached your limit of organizations.',
  )
}

/** The routes of organizations in the frontend API. */
export const frontendOrganizationsRoutes: readonly Route[] = [
  post('frontend/createOrganization', '/v1/organizations', loadSignedIn, (call) => {
    requireCreator(call, call)
    const form = formOf(call)
    const slug = form.get('slug')
    const organization = addOrganization(call, {
      name: requiredField(form, 'name').slice(0, 256),
      slug: slug === null || slug === '' ? null : slug,
      createdBy: call.user.id,
    })
    return answerChange(call, ownOrganizationJson(call, organization), call.client.id)
  }),

  get('frontend/getOrganization', '/v1/organizations/:organization_id', loadMember, (call) =>
    answerOwnRead(call, ownOrganizationJson(call, call.organization)),
  ),

  patch(
    'frontend/updateOrganization',
    '/v1/organizations/:organization_id',
    loadMember,
    requireManageProfile,
    (call) => {
      const { organization } = call
      const form = formOf(call)
      const slug = form.get('slug') ?? organization.slug
      requireSlug(call, slug, organization.id)
      const name = form.get('name')?.slice(0, 256) ?? organization.name
      return answerChange(
        call,
        ownOrganizationJson(call, updateOrganization(call, organization.id, { name, slug })),
        call.client.id,
      )
    },
  ),

  del(
    'frontend/deleteOrganization',
    '/v1/organizations/:organization_id',
    loadMember,
    requirePermission('org:sys_profile:delete'),
    (call) => {
      const { organization } = call
      if (!organization.adminDeleteEnabled) throw authorizationInvalid()
      deleteOrganization(call, organization)
      return answerChange(call, { object: 'organization', id: organization.id, deleted: true }, call.client.id)
    },
  ),

  put(
    'frontend/setLogo',
    '/v1/organizations/:organization_id/logo',
    loadUploadedImage,
    loadMember,
    requireManageProfile,
    (call) => {
      const { organization, image } = call
      storeImage(call, organization.id, image)
      const changed = updateOrganization(call, organization.id, { hasImage: true })
      return answerChange(call, ownOrganizationJson(call, changed), call.client.id)
    },
  ),

  del('frontend/deleteLogo', '/v1/organizations/:organization_id/logo', loadMember, requireManageProfile, (call) => {
    deleteImage(call, call.organization.id)
    const changed = updateOrganization(call, call.organization.id, { hasImage: false })
    // The vendor's library reads an organization, although the description has a deleted object.
    return answerChange(call, ownOrganizationJson(call, changed), call.client.id)
  }),

  ...organizationMembersRoutes,
  ...frontendInvitationsRoutes,
  ...frontendDomainsRoutes,
]
