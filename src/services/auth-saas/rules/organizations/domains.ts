import type { AuthContext, AuthCall } from '#auth-saas/call.ts'
import { noSuch, paramInvalid, clerkFailure } from '#auth-saas/errors.ts'
import type { EnrollmentMode, OrganizationDomain } from '#auth-saas/schema/organizations.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { enrollDomain, withdrawEnrollments } from './enrollment.ts'
import { settingsOf } from '../settings.ts'

/** The members of a new domain of an organization. */
export interface NewOrganizationDomain {
  readonly organizationId: string
  readonly name: string
  readonly enrollmentMode: EnrollmentMode
  readonly verified: boolean
}

/**
 * Adds a domain to an organization and emits the event.
 *
 * @throws 422 for one that an organization has.
 */
export function addDomain(context: AuthContext, fields: NewOrganizationDomain): OrganizationDomain {
  const { rows } = context
  const name = fields.name.toLowerCase()
  if (!/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/.test(name)) throw paramInvalid('name', 'name must be a valid domain.')
  const [taken] = rows.organizationDomains.list('name', name)
  if (taken !== undefined) {
    const own = taken.organizationId === fields.organizationId
    const code = own ? 'organization_domain_already_exists_same_organization' : 'organization_domain_already_exists'
    const sentence = own
      ? `The domain ${name} is already used by this organization.`
      : `The domain ${name} is already used by another organization.`
    throw clerkFailure(422, code, 'already exists', sentence, { param_name: 'name' })
  }
  if (COMMON.has(name)) {
    const sentence = `${name} is a common email provider domain and cannot be used.`
    throw clerkFailure(422, 'organization_domain_common', 'common domain', sentence, { param_name: 'name' })
  }
  const domain = rows.organizationDomains.insert({
    organizationId: fields.organizationId,
    name,
    enrollmentMode: fields.enrollmentMode,
    verified: fields.verified,
    strategy: fields.verified ? 'admin' : null,
    attempts: null,
    expireAt: null,
    affiliationEmailAddress: null,
    ownedSince: null,
    ownedBy: 'manual_override',
    txtRecord: null,
    ...commonFields(context, 'orgdmn'),
  })
  context.emit({ event: 'organizationDomain.created', domain })
  enrollDomain(context, domain)
  return domain
}

/** Returns true for a domain of a provider at which everybody can have an address. */
export function isCommonDomain(domain: string): boolean {
  return COMMON.has(domain)
}

/** Domains of providers at which everybody can have an address. */
const COMMON = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'proton.me',
])

/**
 * Changes a domain, emits the event, and invites or suggests as its mode says.
 *
 * @param withdraws true to take back the pending invitations and suggestions of the mode before.
 */
export function updateDomain(
  context: AuthContext,
  domain: OrganizationDomain,
  changes: Partial<Omit<OrganizationDomain, 'id'>>,
  withdraws = false,
): OrganizationDomain {
  if (withdraws) withdrawEnrollments(context, domain)
  const changed = context.rows.organizationDomains.update(domain.id, { ...changes, ...updatedNow(context) })
  context.emit({ event: 'organizationDomain.updated', domain: changed })
  enrollDomain(context, changed)
  return changed
}

/** Deletes a domain with its pending invitations and suggestions, and emits the event. */
export function deleteDomain(context: AuthContext, domain: OrganizationDomain): void {
  withdrawEnrollments(context, domain)
  context.rows.organizationDomains.delete(domain.id)
  context.emit({ event: 'organizationDomain.deleted', domain })
}

/**
 * Finds a domain of an organization.
 *
 * @throws 404 for an unknown one.
 */
export function findDomain(
  { rows }: Pick<AuthContext, 'rows'>,
  organizationId: string,
  id: string,
): OrganizationDomain {
  const domain = rows.organizationDomains.get(id)
  if (domain === undefined || domain.organizationId !== organizationId) throw noSuch('organization domain', id)
  return domain
}

/**
 * @throws 403 where the instance has no domains of organizations, and for a mode of enrollment that it does not have.
 */
export function requireDomains({ rows }: Pick<AuthCall, 'rows'>, mode: EnrollmentMode | null | undefined): void {
  const { domainsEnabled, domainsEnrollmentModes } = settingsOf(rows)
  if (!domainsEnabled) {
    const sentence = 'The organization domains feature is not enabled for this instance.'
    throw clerkFailure(403, 'organization_domains_not_enabled', 'access denied', sentence)
  }
  if (mode === null || mode === undefined || domainsEnrollmentModes.includes(mode)) return
  const sentence = `The enrollment mode ${mode} is not enabled for this instance.`
  throw clerkFailure(403, 'organization_domain_enrollment_mode_not_enabled', 'access denied', sentence)
}
