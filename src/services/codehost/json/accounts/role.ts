import type { Site } from '#codehost/call.ts'
import type { OrganizationRole } from '#codehost/rules/accounts/roles.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission } from '#codehost/schema/repos.ts'
import { time } from '../format.ts'
import { simpleUserJson } from './account.ts'

const BASES: Readonly<Record<Permission, string>> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
}

/** A role of an organization: `organization-role`. */
export function organizationRoleJson(site: Site, org: Account, role: OrganizationRole) {
  return {
    id: role.id,
    name: role.name,
    description: role.description,
    permissions: role.permissions,
    organization: simpleUserJson(site, org),
    created_at: time(org.createdAt),
    updated_at: time(org.createdAt),
    source: 'Predefined',
    base_role: role.base === null ? null : BASES[role.base],
  }
}
