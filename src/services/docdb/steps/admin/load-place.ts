import type { DocdbCall, Rows } from '#docdb/call.ts'
import { clusterNotFound, groupNotFound, invalidGroupId, organizationNotFound } from '#docdb/errors/admin.ts'
import type { Cluster, Organization, Project } from '#docdb/schema/admin.ts'
import { isObjectId } from '#docdb/rules/admin/object-id.ts'
import { requireOrganizationRole, requireProjectRole } from './require-role.ts'
import { requireVersion } from './require-version.ts'

type CallWith<P extends string> = DocdbCall & { readonly params: Readonly<Record<P, string>> }

/**
 * A step that loads the organization of the path.
 *
 * @throws 403, 404, and 406 for an unknown version of the API.
 */
export function loadOrganization(call: CallWith<'orgId'>): { readonly organization: Organization } {
  requireVersion(call)
  const organization = call.rows.organizations.get(call.params.orgId)
  if (organization === undefined) throw organizationNotFound(call.params.orgId)
  requireOrganizationRole(call)
  return { organization }
}

/**
 * A step that loads the project of the path.
 *
 * @throws 400 for a malformed id, 403, 404, and 406 for an unknown version of the API.
 */
export function loadProject(call: CallWith<'groupId'>): { readonly project: Project } {
  requireVersion(call)
  const { groupId } = call.params
  if (!isObjectId(groupId)) throw invalidGroupId(groupId)
  const project = call.rows.projects.get(groupId)
  if (project === undefined) throw groupNotFound(groupId)
  requireProjectRole(call, project)
  return { project }
}

/**
 * A step after {@link loadProject} that loads the cluster of the path.
 *
 * @throws 404.
 */
export function loadCluster(call: CallWith<'clusterName'> & { readonly project: Project }): {
  readonly cluster: Cluster
} {
  return { cluster: findCluster(call.rows, call.project, call.params.clusterName) }
}

/**
 * Returns the cluster of a project with this name.
 *
 * @throws 404.
 */
function findCluster(rows: Rows, project: Project, name: string): Cluster {
  const cluster = rows.clusters.find('name', project.id, name)
  if (cluster === undefined) throw clusterNotFound(name, project.id)
  return cluster
}
