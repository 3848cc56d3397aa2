import * as v from 'valibot'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import {
  maybe,
  maybeFlag,
  maybeMetadata,
  maybeText,
  metadata,
  moment,
  text,
  whole,
} from '#auth-saas/rules/body-parts.ts'
import { requireMetadataApart } from '#auth-saas/rules/api-version.ts'
import { notFuture } from '#auth-saas/rules/past-moments.ts'
import { del, get, patch, post, put, type AuthCall } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { organizationJson } from '#auth-saas/json/organization.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { loadUploadedImage } from '#auth-saas/steps/images.ts'
import { storeImage, deleteImage } from '#auth-saas/rules/images.ts'
import { mergeMetadata, requireSize } from '#auth-saas/rules/metadata.ts'
import {
  addOrganization,
  deleteOrganization,
  organizationsDisabled,
  requireSlug,
  requireSlugsEnabled,
  updateOrganization,
} from '#auth-saas/rules/organizations/organizations.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { Organization } from '#auth-saas/schema/organizations.ts'
import { loadOrganization } from '#auth-saas/steps/organizations.ts'

const OrganizationInput = v.strictObject({
  name: v.pipe(text, v.minLength(1, 'name must have at least one letter.'), v.maxLength(256)),
  created_by: maybeText,
  private_metadata: maybeMetadata,
  public_metadata: maybeMetadata,
  slug: maybeText,
  max_allowed_memberships: maybe(whole(0, 1_000_000)),
  created_at: maybe(moment),
  role_set_key: maybeText,
})

const OrganizationChanges = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  slug: maybeText,
  max_allowed_memberships: maybe(whole(0, 1_000_000)),
  admin_delete_enabled: maybeFlag,
  created_at: maybe(moment),
  role_set_key: maybeText,
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
})

const OrganizationMetadataChanges = v.strictObject({
  public_metadata: v.optional(metadata),
  private_metadata: v.optional(metadata),
})

function detailsOf({ query }: AuthCall): { membersCount: boolean; missingAdmin: boolean } {
  return {
    membersCount: query.get('include_members_count') === 'true',
    missingAdmin: query.get('include_missing_member_with_elevated_permissions') === 'true',
  }
}

function listOrganizations(call: AuthCall): ReturnType<typeof rowsOf<Organization>> {
  const { rows, query } = call
  const search = query.get('query')?.trim().toLowerCase() ?? ''
  const userIds = query.getAll('user_id')
  const ids = query.getAll('organization_id')
  const included = userIds.filter((id) => !id.startsWith('-'))
  const excluded = userIds.filter((id) => id.startsWith('-')).map((id) => id.slice(1))
  const isMember = (organization: Organization, userId: string): boolean =>
    rows.memberships.find('member', organization.id, userId.replace(/^\+/, '')) !== undefined
  const matches = (row: Organization): boolean =>
    (search === '' || [row.id, row.name.toLowerCase(), row.slug].some((value) => value.includes(search))) &&
    (ids.length === 0 || ids.includes(row.id)) &&
    (included.length === 0 || included.some((id) => isMember(row, id))) &&
    !excluded.some((id) => isMember(row, id))
  const isFiltered = search !== '' || ids.length > 0 || userIds.length > 0
  return rowsOf(call, rows.organizations, {
    orders: { name: (row) => row.name, members_count: (row) => rows.memberships.count('ofOrganization', row.id) },
    matches: isFiltered ? matches : undefined,
  })
}

/** The operations about organizations. */
export const organizationsRoutes: readonly Route[] = [
  get('ListOrganizations', '/v1/organizations', (call) => {
    if (!settingsOf(call.rows).organizationsEnabled) throw organizationsDisabled()
    return answerPage(call, listOrganizations(call), (row) => organizationJson(call, row, detailsOf(call)))
  }),

  post('CreateOrganization', '/v1/organizations', body(OrganizationInput), (call) => {
    const { body: input, rows } = call
    const createdBy = input.created_by ?? null
    if (createdBy !== null && rows.users.get(createdBy) === undefined) {
      const sentence = 'The user creating the organization was not found.'
      throw clerkFailure(400, 'organization_creator_not_found', 'organization creator not found', sentence)
    }
    const organization = addOrganization(call, {
      name: input.name,
      slug: input.slug ?? null,
      createdBy,
      maxAllowedMemberships: input.max_allowed_memberships ?? null,
      publicMetadata: requireSize(input.public_metadata ?? {}, 'public_metadata'),
      privateMetadata: requireSize(input.private_metadata ?? {}, 'private_metadata'),
      roleSetKey: input.role_set_key ?? null,
      ...defined({ createdAt: notFuture(input.created_at, call.clock.now(), 'created_at') }),
    })
    return json(organizationJson(call, organization))
  }),

  get('GetOrganization', '/v1/organizations/:organization_id', loadOrganization, (call) =>
    json(organizationJson(call, call.organization, detailsOf(call))),
  ),

  patch(
    'UpdateOrganization',
    '/v1/organizations/:organization_id',
    loadOrganization,
    body(OrganizationChanges),
    (call) => {
      const { organization, body: input } = call
      requireMetadataApart(call, Object.keys(input))
      const slug = input.slug ?? undefined
      requireSlugsEnabled(call, slug)
      if (slug !== undefined) requireSlug(call, slug, organization.id)
      const { public_metadata: shared, private_metadata: hidden } = input
      const changes = defined({
        name: input.name ?? undefined,
        slug,
        maxAllowedMemberships: input.max_allowed_memberships ?? undefined,
        adminDeleteEnabled: input.admin_delete_enabled ?? undefined,
        createdAt: notFuture(input.created_at, call.clock.now(), 'created_at'),
        roleSetKey: input.role_set_key ?? undefined,
        publicMetadata: shared === undefined ? undefined : requireSize(shared ?? {}, 'public_metadata'),
        privateMetadata: hidden === undefined ? undefined : requireSize(hidden ?? {}, 'private_metadata'),
      })
      return json(organizationJson(call, updateOrganization(call, organization.id, changes)))
    },
  ),

  del('DeleteOrganization', '/v1/organizations/:organization_id', loadOrganization, (call) => {
    const { id, slug } = call.organization
    deleteOrganization(call, call.organization)
    return deleted('organization', id, { slug })
  }),

  patch(
    'MergeOrganizationMetadata',
    '/v1/organizations/:organization_id/metadata',
    loadOrganization,
    body(OrganizationMetadataChanges),
    (call) => {
      const { organization, body: input } = call
      const changed = updateOrganization(call, organization.id, {
        publicMetadata: mergeMetadata(organization.publicMetadata, input.public_metadata, 'public_metadata'),
        privateMetadata: mergeMetadata(organization.privateMetadata, input.private_metadata, 'private_metadata'),
      })
      return json(organizationJson(call, changed))
    },
  ),

  put(
    'ReplaceOrganizationMetadata',
    '/v1/organizations/:organization_id/metadata',
    loadOrganization,
    body(OrganizationMetadataChanges),
    (call) => {
      const { organization, body: input } = call
      const changed = updateOrganization(call, organization.id, {
        publicMetadata: requireSize(input.public_metadata ?? organization.publicMetadata, 'public_metadata'),
        privateMetadata: requireSize(input.private_metadata ?? organization.privateMetadata, 'private_metadata'),
      })
      return json(organizationJson(call, changed))
    },
  ),

  put(
    'UploadOrganizationLogo',
    '/v1/organizations/:organization_id/logo',
    loadUploadedImage,
    loadOrganization,
    (call) => {
      const { organization, image } = call
      storeImage(call, organization.id, image)
      return json(organizationJson(call, updateOrganization(call, organization.id, { hasImage: true })))
    },
  ),

  del('DeleteOrganizationLogo', '/v1/organizations/:organization_id/logo', loadOrganization, (call) => {
    const { organization } = call
    if (!organization.hasImage) {
      throw clerkFailure(404, 'image_not_found', 'Image not found', 'The organization does not have a logo.')
    }
    deleteImage(call, organization.id)
    return json(organizationJson(call, updateOrganization(call, organization.id, { hasImage: false })))
  }),
]
