import * as v from 'valibot'
import { defined } from '#core/objects.ts'
import type { Account, OrganizationSettings } from '#codehost/schema/accounts.ts'

const flag = v.optional(v.boolean())

/** The settings of a new organization, in the vendor's order. */
export const NEW_ORGANIZATION: OrganizationSettings = {
  has_organization_projects: true,
  has_repository_projects: true,
  members_can_create_public_repositories: true,
  members_can_create_private_repositories: true,
  members_can_fork_private_repositories: false,
  web_commit_signoff_required: false,
  members_can_create_public_pages: true,
  members_can_create_private_pages: true,
  advanced_security_enabled_for_new_repositories: false,
  dependabot_alerts_enabled_for_new_repositories: false,
  dependabot_security_updates_enabled_for_new_repositories: false,
  dependency_graph_enabled_for_new_repositories: false,
  secret_scanning_enabled_for_new_repositories: false,
  secret_scanning_push_protection_enabled_for_new_repositories: false,
  secret_scanning_push_protection_custom_link_enabled: false,
  secret_scanning_push_protection_custom_link: null,
  deploy_keys_enabled_for_repositories: true,
}

/** The fields of a request body that change organization settings. Some fields change several settings at once. */
export const organizationSettingsFields = {
  has_organization_projects: flag,
  has_repository_projects: flag,
  members_can_create_repositories: flag,
  members_can_create_internal_repositories: flag,
  members_can_create_private_repositories: flag,
  members_can_create_public_repositories: flag,
  members_allowed_repository_creation_type: v.optional(v.picklist(['all', 'private', 'none'])),
  members_can_create_pages: flag,
  members_can_create_public_pages: flag,
  members_can_create_private_pages: flag,
  members_can_fork_private_repositories: flag,
  web_commit_signoff_required: flag,
  advanced_security_enabled_for_new_repositories: flag,
  dependabot_alerts_enabled_for_new_repositories: flag,
  dependabot_security_updates_enabled_for_new_repositories: flag,
  dependency_graph_enabled_for_new_repositories: flag,
  secret_scanning_enabled_for_new_repositories: flag,
  secret_scanning_push_protection_enabled_for_new_repositories: flag,
  secret_scanning_push_protection_custom_link_enabled: flag,
  secret_scanning_push_protection_custom_link: v.optional(v.nullable(v.string())),
  deploy_keys_enabled_for_repositories: flag,
}

const OrganizationSettingsInput = v.object(organizationSettingsFields)

/** Returns the settings after an update. Settings that the body does not name stay as they were. */
export function changedSettings(
  before: OrganizationSettings,
  body: v.InferOutput<typeof OrganizationSettingsInput>,
): OrganizationSettings {
  const {
    members_can_create_repositories: repositories,
    members_allowed_repository_creation_type: type,
    members_can_create_pages: pages,
    // Internal repositories exist only in enterprises, which codehost does not have.
    members_can_create_internal_repositories: _,
    ...named
  } = body
  return {
    ...before,
    ...defined({
      // The older field wins when the body has both.
      members_can_create_public_repositories: type === undefined ? repositories : type === 'all',
      members_can_create_private_repositories: type === undefined ? repositories : type !== 'none',
      members_can_create_public_pages: pages,
      members_can_create_private_pages: pages,
    }),
    ...defined(named),
  }
}

/** Returns whether members who are not owners may create a repository of this visibility. */
export function canMembersCreate({ settings }: Account, repo: { readonly private: boolean }): boolean {
  return repo.private
    ? settings.members_can_create_private_repositories
    : settings.members_can_create_public_repositories
}
