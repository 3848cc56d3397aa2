import { deleteImage } from '../images.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import type { Organization } from '#auth-saas/schema/organizations.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { settingsOf } from '../settings.ts'
import { addMembership, leaveSessions } from './memberships.ts'

/** The members of a new organization. */
export interface NewOrganization {
  readonly id?: string
  readonly name: string
  readonly slug?: string | null
  readonly createdBy?: string | null
  readonly maxAllowedMemberships?: number | null
  readonly publicMetadata?: Metadata
  readonly privateMetadata?: Metadata
  readonly createdAt?: number
  readonly roleSetKey?: string | null
}

/**
 * Adds an organization, whose creator becomes its first member, and emits the events.
 *
 * @throws 422 for a taken slug.
 */
export function addOrganization(context: AuthContext, fields: NewOrganization): Organization {
  const { rows } = context
  const settings = settingsOf(rows)
  if (!settings.organizationsEnabled) throw organizationsDisabled()
  const { name } = fields
  requireSlugsEnabled(context, fields.slug)
  const slug = fields.slug === null || fields.slug === undefined ? freeSlug(context, name) : fields.slug
  requireSlug(context, slug)
  const base = commonFields(context, 'org', fields.id)
  const organization = rows.organizations.insert({
    ...base,
    createdAt: fields.createdAt ?? base.createdAt,
    name,
    slug,
    hasImage: false,
    createdBy: fields.createdBy ?? null,
    maxAllowedMemberships: fields.maxAllowedMemberships ?? settings.maxAllowedMemberships,
    adminDeleteEnabled: settings.adminDeleteEnabled,
    publicMetadata: fields.publicMetadata ?? {},
    privateMetadata: fields.privateMetadata ?? {},
    roleSetKey: fields.roleSetKey ?? 'role_set:default',
  })
  context.emit({ event: 'organization.created', organization })
  const { createdBy } = organization
  if (createdBy !== null) addMembership(context, { organization, userId: createdBy, role: settings.creatorRole })
  return organization
}

/** The failure for an instance without organizations. */
export function organizationsDisabled(): Error {
  const sentence =
    'The organizations feature is not enabled for this instance. You can enable it at https://dashboard.clerk.com.'
  return clerkFailure(403, 'organization_not_enabled_in_instance', 'access denied', sentence)
}

/** @throws 403 for a slug where the instance's organizations have none of their own choice. */
export function requireSlugsEnabled({ rows }: Pick<AuthContext, 'rows'>, slug: string | null | undefined): void {
  if (slug === null || slug === undefined || !settingsOf(rows).slugDisabled) return
  const sentence = 'Organization slugs are disabled for this instance.'
  throw clerkFailure(403, 'organization_slugs_disabled', 'access denied', sentence, { param_name: 'slug' })
}

/** @throws 422 for a slug of another form, and for one that another organization has. */
export function requireSlug({ rows }: Pick<AuthContext, 'rows'>, slug: string, owner?: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,254}$/.test(slug)) {
    const sentence = 'slug can only contain lowercase alphanumeric characters, dashes and underscores.'
    throw clerkFailure(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: 'slug' })
  }
  const holder = rows.organizations.find('slug', slug)
  if (holder === undefined || holder.id === owner) return
  const sentence = `The slug ${slug} is already taken. Please choose another one.`
  throw clerkFailure(422, 'form_identifier_exists', 'is already taken', sentence, { param_name: 'slug' })
}

/** Returns the slug that follows from a name: lowercase words with dashes between them. */
export function slugOf(name: string): string {
  const words = name
    .toLowerCase()
    .slice(0, 200)
    .split(/[^a-z0-9]+/)
  const slug = words.filter((word) => word !== '').join('-')
  return slug === '' ? 'org' : slug
}

function freeSlug({ rows, clock }: AuthContext, name: string): string {
  const base = slugOf(name)
  return rows.organizations.find('slug', base) === undefined ? base : `${base}-${clock.now()}-${rows.numbers.next()}`
}

/** Returns the organization with an id or a slug; undefined for none. */
export function organizationNamed({ rows }: Pick<AuthContext, 'rows'>, idOrSlug: string): Organization | undefined {
  return rows.organizations.get(idOrSlug) ?? rows.organizations.find('slug', idOrSlug)
}

/**
 * Finds an organization by id or slug.
 *
 * @throws 404 for an unknown one.
 */
export function findOrganization(context: Pick<AuthContext, 'rows'>, idOrSlug: string): Organization {
  const organization = organizationNamed(context, idOrSlug)
  if (organization === undefined) throw notFound(`Given organization not found.`)
  return organization
}

/** Changes an organization and emits the event. */
export function updateOrganization(
  context: AuthContext,
  id: string,
  changes: Partial<Omit<Organization, 'id'>>,
): Organization {
  const changed = context.rows.organizations.update(id, { ...changes, ...updatedNow(context) })
  context.emit({ event: 'organization.updated', organization: changed })
  return changed
}

/** Deletes an organization with its memberships and invitations, and emits the event. */
export function deleteOrganization(context: AuthContext, organization: Organization): void {
  const { rows } = context
  const { id } = organization
  for (const membership of rows.memberships.list('ofOrganization', id)) leaveSessions(context, membership)
  rows.organizations.delete(id)
  deleteImage(context, id)
  context.emit({ event: 'organization.deleted', organization })
}
