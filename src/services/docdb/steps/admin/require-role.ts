import type { DocdbCall } from '#docdb/call.ts'
import { notInGroup, userUnauthorized } from '#docdb/errors/admin.ts'
import { rolesIn } from '#docdb/rules/admin/roles.ts'
import type { Project } from '#docdb/schema/admin.ts'

/** The roles of a project beside that of its owner that may call an operation. Every role of a project may read. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  createCluster: ['GROUP_CLUSTER_MANAGER'],
  updateCluster: ['GROUP_CLUSTER_MANAGER'],
  updateProcessArgs: ['GROUP_CLUSTER_MANAGER'],
  createDatabaseUser: ['GROUP_DATABASE_ACCESS_ADMIN'],
  updateDatabaseUser: ['GROUP_DATABASE_ACCESS_ADMIN'],
  deleteDatabaseUser: ['GROUP_DATABASE_ACCESS_ADMIN'],
  createCustomDbRole: ['GROUP_DATABASE_ACCESS_ADMIN'],
  updateCustomDbRole: ['GROUP_DATABASE_ACCESS_ADMIN'],
  deleteCustomDbRole: ['GROUP_DATABASE_ACCESS_ADMIN'],
}

/** Refuses a request whose principal has no role in the project, or none that may call the operation. */
export function requireProjectRole(call: DocdbCall, project: Project): void {
  const { principal, method, operation } = call
  if (principal === null || principal.roles === null) return
  const roles = rolesIn(principal, project)
  if (roles.length === 0) throw notInGroup()
  if (method === 'GET' || roles.includes('GROUP_OWNER')) return
  const allowed = ALLOWED[operation ?? ''] ?? []
  if (!roles.some((each) => allowed.includes(each))) throw userUnauthorized()
}

/**
 * Refuses a request that changes an organization, unless its principal owns the organization or has a role that is
 * named.
 */
export function requireOrganizationRole(call: DocdbCall, allowed: readonly string[] = []): void {
  const { principal, method } = call
  if (principal === null || principal.roles === null || method === 'GET') return
  const isAllowed = principal.roles.some(
    ({ projectId, roleName }) => projectId === null && (roleName === 'ORG_OWNER' || allowed.includes(roleName)),
  )
  if (!isAllowed) throw userUnauthorized()
}
