import type { DocdbCall, DocdbContext, Principal } from '#docdb/call.ts'
import type { Organization, Project, RoleAssignment } from '#docdb/schema/admin.ts'

/**
 * Returns the names of the roles that a principal has in a project, those included that follow from its organization's.
 */
export function rolesIn(principal: Principal, project: Project): string[] {
  return (principal.roles ?? []).flatMap(({ projectId, roleName }) => {
    if (projectId === project.id) return [roleName]
    if (projectId !== null) return []
    return roleName === 'ORG_OWNER' ? ['GROUP_OWNER'] : roleName === 'ORG_READ_ONLY' ? ['GROUP_READ_ONLY'] : []
  })
}

/** Returns whether the principal of a request may see a project. */
export function canSeeProject({ principal }: Pick<DocdbCall, 'principal'>, project: Project): boolean {
  return principal === null || principal.roles === null || rolesIn(principal, project).length > 0
}

/** Lets the key or service account that has made a project own it. */
export function ownProject({ rows, principal }: Pick<DocdbCall, 'rows' | 'principal'>, project: Project): void {
  const name = principal?.name ?? ''
  const role = { projectId: project.id, roleName: 'GROUP_OWNER' }
  const key = rows.apiKeys.find('publicKey', name)
  if (key !== undefined) rows.apiKeys.update(key.id, { roles: [...key.roles, role] })
  const account = rows.serviceAccounts.find('clientId', name)
  if (account !== undefined) rows.serviceAccounts.update(account.id, { roles: [...account.roles, role] })
}

/** Returns the roles in an organization or a project as assignments. */
export function assignments(place: Organization | Project, names: readonly string[]): RoleAssignment[] {
  return names.map((roleName) => ({ projectId: 'orgId' in place ? place.id : null, roleName }))
}

/** Returns assignments in which those in one place are replaced. */
export function reassigned(
  roles: readonly RoleAssignment[],
  place: Organization | Project,
  names: readonly string[],
): RoleAssignment[] {
  const projectId = 'orgId' in place ? place.id : null
  return [...roles.filter((each) => each.projectId !== projectId), ...assignments(place, names)]
}

/** Takes the roles in a project from every key and service account. */
export function forgetProject({ rows }: Pick<DocdbContext, 'rows'>, { id }: Project): void {
  for (const own of [rows.apiKeys, rows.serviceAccounts] as const) {
    for (const { id: holder, roles } of own.all()) {
      if (roles.some(({ projectId }) => projectId === id)) {
        own.update(holder, { roles: roles.filter(({ projectId }) => projectId !== id) })
      }
    }
  }
}
