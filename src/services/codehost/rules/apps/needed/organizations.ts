import type { PermissionTable } from './table.ts'

/** Operations of organizations and teams. */
export const ORGANIZATIONS: PermissionTable = [
  [
    'organization_hooks=read',
    'orgs/get-webhook orgs/get-webhook-config-for-org orgs/get-webhook-delivery orgs/list-webhook-deliveries',
    'orgs/list-webhooks',
  ],
  [
    'organization_hooks=write',
    'orgs/create-webhook orgs/delete-webhook orgs/ping-webhook orgs/redeliver-webhook-delivery orgs/update-webhook',
    'orgs/update-webhook-config-for-org',
  ],
  [
    'organization_administration=read',
    'actions/get-actions-cache-usage-by-repo-for-org actions/get-actions-cache-usage-for-org',
    'oidc/get-oidc-custom-sub-template-for-org orgs/list-app-installations orgs/list-issue-types',
  ],
  [
    'organization_administration=write',
    'oidc/update-oidc-custom-sub-template-for-org orgs/create-issue-type orgs/delete-issue-type orgs/update-issue-type',
  ],
  [
    'organization_custom_properties=read',
    'orgs/custom-properties-for-repos-get-organization-definition',
    'orgs/custom-properties-for-repos-get-organization-definitions',
    'orgs/custom-properties-for-repos-get-organization-values',
  ],
  [
    'organization_custom_properties=write',
    'orgs/custom-properties-for-repos-create-or-update-organization-definition',
    'orgs/custom-properties-for-repos-create-or-update-organization-definitions',
    'orgs/custom-properties-for-repos-create-or-update-organization-values',
    'orgs/custom-properties-for-repos-delete-organization-definition',
  ],
  ['repository_custom_properties=write', 'repos/custom-properties-for-repos-create-or-update-repository-values'],
  [
    'organization_administration=write',
    'orgs/update repos/create-org-ruleset repos/delete-org-ruleset repos/get-org-ruleset repos/get-org-rulesets',
    'repos/update-org-ruleset',
  ],
  [
    'members=read',
    'orgs/check-membership-for-user orgs/check-public-membership-for-user orgs/get-membership-for-user',
    'orgs/list-invitation-teams orgs/list-members orgs/list-pending-invitations orgs/list-public-members',
    'teams/get-by-name teams/get-membership-for-user-in-org teams/list',
    'teams/list-child-in-org teams/list-members-in-org',
  ],
  ['members=read,metadata=read', 'teams/check-permissions-for-repo-in-org teams/list-repos-in-org'],
  [
    'members=write',
    'orgs/cancel-invitation orgs/create-invitation',
    'orgs/remove-member orgs/remove-membership-for-user orgs/set-membership-for-user',
    'teams/add-or-update-membership-for-user-in-org teams/create teams/delete-in-org',
    'teams/remove-membership-for-user-in-org teams/update-in-org',
  ],
  ['members=read,administration=write', 'teams/add-or-update-repo-permissions-in-org teams/remove-repo-in-org'],
  [
    'members=read',
    'orgs/list-failed-invitations orgs/list-outside-collaborators teams/get-legacy teams/get-member-legacy',
    'teams/get-membership-for-user-legacy teams/list-child-legacy teams/list-members-legacy',
    'teams/list-pending-invitations-in-org teams/list-pending-invitations-legacy',
  ],
  ['members=read,metadata=read', 'teams/check-permissions-for-repo-legacy teams/list-repos-legacy'],
  [
    'members=write',
    'orgs/convert-member-to-outside-collaborator orgs/remove-outside-collaborator teams/add-member-legacy',
    'teams/add-or-update-membership-for-user-legacy teams/delete-legacy teams/remove-member-legacy',
    'teams/remove-membership-for-user-legacy teams/update-legacy',
  ],
  ['members=read,administration=write', 'teams/add-or-update-repo-permissions-legacy teams/remove-repo-legacy'],
  [
    'organization_custom_org_roles=read',
    'orgs/get-org-role orgs/list-org-role-teams orgs/list-org-role-users orgs/list-org-roles',
    'orgs/list-organization-fine-grained-permissions',
  ],
  ['organization_administration=read', 'orgs/list-security-manager-teams'],
  ['organization_administration=write', 'orgs/add-security-manager-team orgs/remove-security-manager-team'],
  [
    'members=write',
    'orgs/assign-team-to-org-role orgs/assign-user-to-org-role orgs/revoke-all-org-roles-team',
    'orgs/revoke-all-org-roles-user orgs/revoke-org-role-team orgs/revoke-org-role-user',
  ],
  ['organization_user_blocking=read', 'orgs/check-blocked-user orgs/list-blocked-users'],
  ['organization_user_blocking=write', 'orgs/block-user orgs/unblock-user'],
  ['organization_administration=read', 'interactions/get-restrictions-for-org'],
  [
    'organization_administration=write',
    'interactions/remove-restrictions-for-org interactions/set-restrictions-for-org',
  ],
]
