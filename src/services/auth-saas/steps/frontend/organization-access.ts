import { hasPermission } from '#auth-saas/rules/organizations/roles.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { missingPermission, clerkFailure } from '#auth-saas/errors.ts'
import { findOrganization } from '#auth-saas/rules/organizations/organizations.ts'
import type { Membership, Organization } from '#auth-saas/schema/organizations.ts'
import { type SignedInBrowser, loadSignedIn } from './sessions.ts'

/** The organization that the path names, with the membership of the signed-in user. */
export interface Member extends SignedInBrowser {
  readonly organization: Organization
  readonly membership: Membership
}

/**
 * Adds the organization that the path names.
 *
 * @throws 404 for an unknown one, and 403 where the user is no member.
 */
export const loadMember = (call: AuthCall): Member => {
  const signedIn = loadSignedIn(call)
  const organization = findOrganization(call, call.params['organization_id'] ?? '')
  const membership = call.rows.memberships.find('member', organization.id, signedIn.user.id)
  if (membership === undefined) {
    throw clerkFailure(403, 'not_a_member_in_organization', 'not a member', 'You are not a member of the organization.')
  }
  return { ...signedIn, organization, membership }
}

/** Returns a step that refuses members whose role lacks a permission. */
export const requirePermission =
  (permission: string) =>
  (call: AuthCall & Member): void => {
    if (!hasPermission(call, call.membership, permission)) throw missingPermission([permission])
  }

/** @throws 403 for a member who may not manage the members. */
export const requireManageMembers = requirePermission('org:sys_memberships:manage')

/** @throws 403 for a member who may not manage the organization itself. */
export const requireManageProfile = requirePermission('org:sys_profile:manage')

/** @throws 403 for a member who may not manage the domains. */
export const requireManageDomains = requirePermission('org:sys_domains:manage')
