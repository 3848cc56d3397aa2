import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference, viewOfRows } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { apiKeyJson } from '#docdb/json/admin/access.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { answerPage } from '#docdb/json/admin/page.ts'
import { addApiKey, changeApiKey } from '#docdb/rules/admin/api-keys.ts'
import { assignments, reassigned } from '#docdb/rules/admin/roles.ts'
import { loadApiKey } from '#docdb/steps/admin/load-key.ts'
import { loadOrganization, loadProject } from '#docdb/steps/admin/load-place.ts'
import { description, organizationRoles, projectRoles } from './bodies.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

const ApiKeyInput = v.strictObject({ desc: description, roles: organizationRoles })
const ApiKeyChanges = v.strictObject({ desc: v.optional(description), roles: v.optional(organizationRoles) })
const ProjectApiKeyInput = v.strictObject({ desc: description, roles: projectRoles })
const ProjectApiKeyChanges = v.strictObject({ desc: v.optional(description), roles: v.optional(projectRoles) })
const ProjectApiKeyRolesInput = v.array(v.strictObject({ roles: projectRoles }))

const KEYS = '/api/atlas/v2/orgs/:orgId/apiKeys'
const PROJECT_KEYS = '/api/atlas/v2/groups/:groupId/apiKeys'

/**
 * API keys of an organization.
 * https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-programmatic-api-keys
 */
const organizationApiKeysRoutes = [
  get('listApiKeys', KEYS, loadOrganization, (call) =>
    answerPage(call, viewOfReference(call.rows.apiKeys, 'orgId', call.organization.id), (key) => apiKeyJson(call, key)),
  ),
  post('createApiKey', KEYS, loadOrganization, body(ApiKeyInput), (call) => {
    const key = addApiKey(call, call.organization, {
      description: call.body.desc,
      roles: assignments(call.organization, call.body.roles),
    })
    return answerAdmin(call, apiKeyJson(call, key, true))
  }),
  get('getApiKey', `${KEYS}/:apiUserId`, loadOrganization, loadApiKey, (call) =>
    answerAdmin(call, apiKeyJson(call, call.key)),
  ),
  patch('updateApiKey', `${KEYS}/:apiUserId`, loadOrganization, loadApiKey, body(ApiKeyChanges), (call) => {
    const { desc: description, roles } = call.body
    const key = changeApiKey(call, call.key, call.organization, { description, roles })
    return answerAdmin(call, apiKeyJson(call, key))
  }),
  del('deleteApiKey', `${KEYS}/:apiUserId`, loadOrganization, loadApiKey, ({ rows, key }) => {
    rows.apiKeys.delete(key.id)
    return empty()
  }),
]

/**
 * API keys of a project. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-programmatic-api-keys
 */
const projectApiKeysRoutes = [
  get('listProjectApiKeys', PROJECT_KEYS, loadProject, (call) => {
    const keys = call.rows.apiKeys.referring('orgId', call.project.orgId)
    const own = keys.filter(({ roles }) => roles.some(({ projectId }) => projectId === call.project.id))
    return answerPage(call, viewOfRows(own), (key) => apiKeyJson(call, key))
  }),
  post('createProjectApiKey', PROJECT_KEYS, loadProject, body(ProjectApiKeyInput), (call) => {
    const { project, body } = call
    const roles = [{ projectId: null, roleName: 'ORG_MEMBER' }, ...assignments(project, body.roles)]
    const key = addApiKey(call, { id: project.orgId }, { description: body.desc, roles })
    return answerAdmin(call, apiKeyJson(call, key, true))
  }),
  post(
    'addProjectApiKey',
    `${PROJECT_KEYS}/:apiUserId`,
    loadProject,
    loadApiKey,
    body(ProjectApiKeyRolesInput),
    (call) => {
      const { rows, project, key } = call
      const names = call.body.flatMap(({ roles }) => roles)
      const changed = rows.apiKeys.update(key.id, { roles: reassigned(key.roles, project, names) })
      return answerAdmin(call, apiKeyJson(call, changed))
    },
  ),
  patch(
    'updateApiKeyRoles',
    `${PROJECT_KEYS}/:apiUserId`,
    loadProject,
    loadApiKey,
    body(ProjectApiKeyChanges),
    (call) => {
      const { desc: description, roles } = call.body
      const key = changeApiKey(call, call.key, call.project, { description, roles })
      return answerAdmin(call, apiKeyJson(call, key))
    },
  ),
  del('removeProjectApiKey', `${PROJECT_KEYS}/:apiUserId`, loadProject, loadApiKey, ({ rows, project, key }) => {
    rows.apiKeys.update(key.id, { roles: reassigned(key.roles, project, []) })
    return empty()
  }),
]

/** API keys of an organization and of its projects. */
export const apiKeysRoutes = [...organizationApiKeysRoutes, ...projectApiKeysRoutes]
