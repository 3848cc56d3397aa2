import * as v from 'valibot'
import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { groupAlreadyExists, groupHasClusters, groupNamedNotFound, organizationNotFound } from '#docdb/errors/admin.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { answerPage } from '#docdb/json/admin/page.ts'
import { selfLinksJson } from '#docdb/json/admin/links.ts'
import { organizationJson, projectClustersJson, projectJson } from '#docdb/json/admin/project.ts'
import { loadOrganization, loadProject } from '#docdb/steps/admin/load-place.ts'
import { addProject } from '#docdb/rules/admin/projects.ts'
import { canSeeProject, forgetProject, ownProject } from '#docdb/rules/admin/roles.ts'
import { requireOrganizationRole, requireProjectRole } from '#docdb/steps/admin/require-role.ts'
import { requireVersion } from '#docdb/steps/admin/require-version.ts'
import type { Project } from '#docdb/schema/admin.ts'
import { displayName, tags, written } from './bodies.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

const ProjectInput = v.strictObject({
  name: displayName,
  orgId: v.string(),
  regionUsageRestrictions: v.optional(
    v.picklist(['NONE', 'COMMERCIAL_FEDRAMP_REGIONS_ONLY', 'GOV_REGIONS_ONLY']),
    'COMMERCIAL_FEDRAMP_REGIONS_ONLY',
  ),
  tags: v.optional(tags, []),
  withDefaultAlertsSettings: v.optional(v.boolean(), true),
  clusterCount: written,
  created: written,
  id: written,
  links: written,
})

const ProjectChanges = v.strictObject({
  name: v.optional(displayName),
  tags: v.optional(tags),
  withDefaultAlertsSettings: v.optional(v.boolean()),
})

/** Returns the projects that the principal may see. */
function visibleProjects(call: DocdbCall): ListView<Project> {
  if (call.principal?.roles == null) return viewOfIndex(call.rows.projects, 'all', [])
  return viewOfRows(call.rows.projects.all().filter((each) => canSeeProject(call, each)))
}

/**
 * The root, organizations and projects. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-projects
 */
export const projectsRoutes = [
  get('getSystemStatus', '/api/atlas/v2', requireVersion, (call) => {
    const key = call.rows.apiKeys.find('publicKey', call.principal?.name ?? '')
    const roles =
      key?.roles.map(({ projectId, roleName }) =>
        projectId === null ? { orgId: key.orgId, roleName } : { groupId: projectId, roleName },
      ) ?? []
    return answerAdmin(call, {
      apiKey: { id: key?.id, publicKey: call.principal?.name, roles },
      appName: 'MongoDB Atlas',
      build: '0000000000000000000000000000000000000000',
      links: selfLinksJson(call, ''),
      throttling: false,
    })
  }),

  get('listOrgs', '/api/atlas/v2/orgs', requireVersion, (call) => {
    const name = call.query.get('name')?.toLowerCase()
    const all = viewOfIndex(call.rows.organizations, 'all', [])
    const list =
      name === undefined
        ? all
        : viewOfRows(all.slice(0, all.total).filter((each) => each.name.toLowerCase().startsWith(name)))
    return answerPage(call, list, (organization) => organizationJson(call, organization))
  }),

  get('getOrg', '/api/atlas/v2/orgs/:orgId', loadOrganization, (call) =>
    answerAdmin(call, organizationJson(call, call.organization)),
  ),

  get('getOrgGroups', '/api/atlas/v2/orgs/:orgId/groups', loadOrganization, (call) => {
    const name = call.query.get('name')?.toLowerCase()
    const all = call.rows.projects.referring('orgId', call.organization.id)
    const visible = all.filter((each) => canSeeProject(call, each))
    const list = visible.filter((each) => name === undefined || each.name.toLowerCase().startsWith(name))
    return answerPage(call, viewOfRows(list), (project) => projectJson(call, project))
  }),

  get('listGroups', '/api/atlas/v2/groups', requireVersion, (call) =>
    answerPage(call, visibleProjects(call), (project) => projectJson(call, project)),
  ),

  post('createGroup', '/api/atlas/v2/groups', requireVersion, body(ProjectInput), (call) => {
    const { name, orgId, regionUsageRestrictions, tags, withDefaultAlertsSettings } = call.body
    if (call.rows.organizations.get(orgId) === undefined) throw organizationNotFound(orgId)
    requireOrganizationRole(call, ['ORG_GROUP_CREATOR'])
    if (call.rows.projects.find('name', orgId, name) !== undefined) throw groupAlreadyExists(name)
    const project = addProject(call, { name, orgId, regionUsageRestrictions, tags, withDefaultAlertsSettings })
    ownProject(call, project)
    return answerAdmin(call, projectJson(call, project))
  }),

  get('getGroup', '/api/atlas/v2/groups/:groupId', loadProject, (call) =>
    answerAdmin(call, projectJson(call, call.project)),
  ),

  get('getGroupByName', '/api/atlas/v2/groups/byName/:groupName', requireVersion, (call) => {
    const { groupName } = call.params
    const project = call.rows.projects.all().find(({ name }) => name === groupName)
    if (project === undefined) throw groupNamedNotFound(groupName)
    requireProjectRole(call, project)
    return answerAdmin(call, projectJson(call, project))
  }),

  patch('updateGroup', '/api/atlas/v2/groups/:groupId', loadProject, body(ProjectChanges), (call) => {
    const { rows, body, project } = call
    const { name = project.name } = body
    const named = rows.projects.find('name', project.orgId, name)
    if (named !== undefined && named.id !== project.id) throw groupAlreadyExists(name)
    return answerAdmin(call, projectJson(call, rows.projects.update(project.id, defined(body))))
  }),

  del('deleteGroup', '/api/atlas/v2/groups/:groupId', loadProject, (call) => {
    const { rows, project } = call
    if (rows.clusters.countReferring('projectId', project.id) > 0) throw groupHasClusters()
    forgetProject(call, project)
    rows.projects.delete(project.id)
    return empty()
  }),

  get('listClusterDetails', '/api/atlas/v2/clusters', requireVersion, (call) =>
    answerPage(call, visibleProjects(call), (project) => projectClustersJson(call, project)),
  ),

  get('listAlerts', '/api/atlas/v2/groups/:groupId/alerts', loadProject, (call) =>
    answerPage(call, viewOfRows([]), () => null),
  ),
]
