import type { AuthCall } from '#auth-saas/call.ts'
import { findOrganization, organizationsDisabled } from '#auth-saas/rules/organizations/organizations.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { Organization } from '#auth-saas/schema/organizations.ts'

/**
 * Adds the organization that the path names by id or slug.
 *
 * @throws 403 where the instance has no organizations.
 */
export const loadOrganization = (call: AuthCall): { readonly organization: Organization } => {
  if (!settingsOf(call.rows).organizationsEnabled) throw organizationsDisabled()
  return { organization: findOrganization(call, call.params['organization_id'] ?? '') }
}
