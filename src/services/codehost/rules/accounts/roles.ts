import type { Permission } from '#codehost/schema/repos.ts'

/** A role of organizations that the vendor defines. */
export interface OrganizationRole {
  readonly id: number
  readonly name: string
  readonly description: string
  /** The permission on every repository of the organization; null for none. */
  readonly base: Permission | null
  readonly permissions: readonly string[]
}

/** The id of the role of security managers. */
export const SECURITY_MANAGER = 138

/**
 * The roles that every organization has.
 * https://docs.github.com/organizations/managing-peoples-access-to-your-organization-with-roles/using-organization-roles
 */
export const ROLES: readonly OrganizationRole[] = [
  {
    id: SECURITY_MANAGER,
    name: 'security_manager',
    description:
      'Grants the ability to manage security policies, security alerts, and security configurations for an organization and all its repositories.',
    base: 'pull',
    permissions: [],
  },
  repositoryRole(8132, 'all_repo_read', 'read', 'pull'),
  repositoryRole(8133, 'all_repo_triage', 'triage', 'triage'),
  repositoryRole(8134, 'all_repo_write', 'write', 'push'),
  repositoryRole(8135, 'all_repo_maintain', 'maintenance', 'maintain'),
  repositoryRole(8136, 'all_repo_admin', 'admin', 'admin'),
]

/** The permissions that custom roles of organizations can have. */
export const FINE_GRAINED_PERMISSIONS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'delete_alerts_code_scanning', description: 'Delete code scanning results' },
  { name: 'read_audit_logs', description: 'Read organization audit log' },
  { name: 'read_code_scanning', description: 'View code scanning results' },
  { name: 'read_organization_actions_usage_metrics', description: 'View organization Actions metrics' },
  { name: 'read_organization_custom_org_role', description: 'View organization roles' },
  { name: 'read_organization_custom_repo_role', description: 'View custom repository roles' },
  { name: 'resolve_dependabot_alerts', description: 'Dismiss or reopen Dependabot alerts' },
  { name: 'resolve_secret_scanning_alerts', description: 'Dismiss or reopen secret scanning alerts' },
  { name: 'view_dependabot_alerts', description: 'View Dependabot alerts' },
  { name: 'view_secret_scanning_alerts', description: 'View secret scanning results' },
  { name: 'write_code_scanning', description: 'Dismiss or reopen code scanning results' },
  { name: 'write_organization_actions_secrets', description: 'Manage organization Actions secrets' },
  { name: 'write_organization_actions_settings', description: 'Manage organization Actions policies' },
  { name: 'write_organization_actions_variables', description: 'Manage organization Actions variables' },
  { name: 'write_organization_custom_org_role', description: 'Manage custom organization roles' },
  { name: 'write_organization_custom_repo_role', description: 'Manage custom repository roles' },
  {
    name: 'write_organization_runners_and_runner_groups',
    description: 'Manage organization runners and runner groups',
  },
]

function repositoryRole(id: number, name: string, access: string, base: Permission): OrganizationRole {
  return {
    id,
    name,
    description: `Grants ${access} access to all repositories in the organization.`,
    base,
    permissions: [],
  }
}

/** Returns the role with this id; undefined when there is none. */
export function roleWithId(id: number): OrganizationRole | undefined {
  return ROLES.find((role) => role.id === id)
}

/** Returns the permission that a role gives on every repository of its organization; null for none. */
export function basePermission(roleId: number): Permission | null {
  return roleWithId(roleId)?.base ?? null
}
