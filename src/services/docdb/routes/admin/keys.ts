import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { viewOfReference, viewOfRows } from '#core/list-view.ts'
import { body, form } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { resourceNotFound, tokenRefusal } from '#docdb/errors/admin.ts'
import { apiKeyJson, invitationJson, serviceAccountJson, serviceAccountSecretJson } from '#docdb/json/admin/access.ts'
import { adminJson } from '#docdb/json/admin/answer.ts'
import { adminList } from '#docdb/json/admin/list.ts'
import {
  addApiKey,
  addInvitation,
  addServiceAccount,
  issueToken,
  loadApiKey,
  loadServiceAccount,
  newSecret,
} from '#docdb/rules/admin/keys.ts'
import { loadOrganization, loadProject } from '#docdb/rules/admin/loading.ts'
import { ORGANIZATION_ROLES, PROJECT_ROLES } from '#docdb/rules/admin/role-names.ts'
import { assignments, reassigned } from '#docdb/rules/admin/roles.ts'
import type { ApiKey, Organization, Project, ServiceAccount } from '#docdb/schema/admin.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

const HOUR = 3_600_000

const roles = v.pipe(v.array(v.picklist(ORGANIZATION_ROLES)), v.minLength(1))
const projectRoles = v.pipe(v.array(v.picklist(PROJECT_ROLES)), v.minLength(1))
const description = v.pipe(v.string(), v.minLength(1), v.maxLength(250))
const hours = v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(8760))

const NewApiKey = v.strictObject({ desc: description, roles })
const ApiKeyChanges = v.strictObject({ desc: v.optional(description), roles: v.optional(roles) })
const NewProjectApiKey = v.strictObject({ desc: description, roles: projectRoles })
const ProjectApiKeyChanges = v.strictObject({ desc: v.optional(description), roles: v.optional(projectRoles) })
const ProjectApiKeyRoles = v.array(v.strictObject({ roles: projectRoles }))
const NewServiceAccount = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  description,
  roles,
  secretExpiresAfterHours: hours,
})
const NewProjectServiceAccount = v.strictObject({ ...NewServiceAccount.entries, roles: projectRoles })
const ProjectServiceAccountChanges = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
  description: v.optional(description),
  roles: v.optional(projectRoles),
})
const ServiceAccountChanges = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
  description: v.optional(description),
  roles: v.optional(roles),
})
const NewSecret = v.strictObject({ secretExpiresAfterHours: hours })
const NewInvitation = v.strictObject({
  username: v.pipe(v.string(), v.email()),
  roles,
  teamIds: v.optional(v.unknown()),
})
const NewProjectInvitation = v.strictObject({ username: v.pipe(v.string(), v.email()), roles: projectRoles })
const TokenRequest = v.object({ grant_type: v.optional(v.string()) })

const KEYS = '/api/atlas/v2/orgs/:orgId/apiKeys'
const PROJECT_KEYS = '/api/atlas/v2/groups/:groupId/apiKeys'
const PROJECT_ACCOUNTS = '/api/atlas/v2/groups/:groupId/serviceAccounts'
const ACCOUNTS = '/api/atlas/v2/orgs/:orgId/serviceAccounts'

/** API keys. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-programmatic-api-keys */
const apiKeysRoutes = [
  get('listApiKeys', KEYS, loadOrganization, (call) =>
    adminList(call, viewOfReference(call.rows.apiKeys, 'orgId', call.organization.id), (key) => apiKeyJson(call, key)),
  ),
  post('createApiKey', KEYS, loadOrganization, body(NewApiKey), (call) => {
    const key = addApiKey(call, call.organization, {
      description: call.body.desc,
      roles: assignments(call.organization, call.body.roles),
    })
    return adminJson(call, apiKeyJson(call, key, true))
  }),
  get('getApiKey', `${KEYS}/:apiUserId`, loadOrganization, loadApiKey, (call) =>
    adminJson(call, apiKeyJson(call, call.key)),
  ),
  patch('updateApiKey', `${KEYS}/:apiUserId`, loadOrganization, loadApiKey, body(ApiKeyChanges), (call) => {
    return adminJson(call, apiKeyJson(call, changeApiKey(call, call.organization)))
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
    return adminList(call, viewOfRows(own), (key) => apiKeyJson(call, key))
  }),
  post('createProjectApiKey', PROJECT_KEYS, loadProject, body(NewProjectApiKey), (call) => {
    const { project, body } = call
    const roles = [{ projectId: null, roleName: 'ORG_MEMBER' }, ...assignments(project, body.roles)]
    const key = addApiKey(call, { id: project.orgId }, { description: body.desc, roles })
    return adminJson(call, apiKeyJson(call, key, true))
  }),
  post('addProjectApiKey', `${PROJECT_KEYS}/:apiUserId`, loadProject, loadApiKey, body(ProjectApiKeyRoles), (call) => {
    const { rows, project, key } = call
    const names = call.body.flatMap(({ roles }) => roles)
    const changed = rows.apiKeys.update(key.id, { roles: reassigned(key.roles, project, names) })
    return adminJson(call, apiKeyJson(call, changed))
  }),
  patch(
    'updateApiKeyRoles',
    `${PROJECT_KEYS}/:apiUserId`,
    loadProject,
    loadApiKey,
    body(ProjectApiKeyChanges),
    (call) => adminJson(call, apiKeyJson(call, changeApiKey(call, call.project))),
  ),
  del('removeProjectApiKey', `${PROJECT_KEYS}/:apiUserId`, loadProject, loadApiKey, ({ rows, project, key }) => {
    rows.apiKeys.update(key.id, { roles: reassigned(key.roles, project, []) })
    return empty()
  }),
]

/** Changes the description of an API key, and its roles in one place. */
function changeApiKey(
  {
    rows,
    key,
    body: { desc: description, roles },
  }: Pick<DocdbCall, 'rows'> & {
    readonly key: ApiKey
    readonly body: { readonly desc?: string | undefined; readonly roles?: readonly string[] | undefined }
  },
  place: Organization | Project,
): ApiKey {
  const assigned = roles === undefined ? undefined : reassigned(key.roles, place, roles)
  return rows.apiKeys.update(key.id, defined({ description, roles: assigned }))
}

/** Changes the name and the description of a service account, and its roles in one place. */
function changeServiceAccount(
  {
    rows,
    account,
    body: { name, description, roles },
  }: Pick<DocdbCall, 'rows'> & {
    readonly account: ServiceAccount
    readonly body: { readonly [name in 'name' | 'description']?: string | undefined } & {
      readonly roles?: readonly string[] | undefined
    }
  },
  place: Organization | Project,
): ServiceAccount {
  const assigned = roles === undefined ? undefined : reassigned(account.roles, place, roles)
  return rows.serviceAccounts.update(account.id, defined({ name, description, roles: assigned }))
}

/**
 * Service accounts of a project.
 * https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-service-accounts
 */
const projectServiceAccountsRoutes = [
  get('listProjectServiceAccounts', PROJECT_ACCOUNTS, loadProject, (call) => {
    const { rows, project } = call
    const all = rows.serviceAccounts.referring('orgId', project.orgId)
    const own = all.filter(({ roles }) => roles.some(({ projectId }) => projectId === project.id))
    return adminList(call, viewOfRows(own), (account) => serviceAccountJson(account, { projectId: project.id }))
  }),
  post('createProjectServiceAccount', PROJECT_ACCOUNTS, loadProject, body(NewProjectServiceAccount), (call) => {
    const { secretExpiresAfterHours, roles, ...input } = call.body
    const { id: projectId, orgId } = call.project
    const account = addServiceAccount(
      call,
      { id: orgId },
      {
        ...input,
        roles: [{ projectId: null, roleName: 'ORG_MEMBER' }, ...assignments(call.project, roles)],
        secretLifetime: secretExpiresAfterHours * HOUR,
      },
    )
    return adminJson(call, serviceAccountJson(account, { projectId, ...newest(account) }), 201)
  }),
  get('getProjectServiceAccount', `${PROJECT_ACCOUNTS}/:clientId`, loadProject, loadServiceAccount, (call) =>
    adminJson(call, serviceAccountJson(call.account, { projectId: call.project.id })),
  ),
  patch(
    'updateProjectServiceAccount',
    `${PROJECT_ACCOUNTS}/:clientId`,
    loadProject,
    loadServiceAccount,
    body(ProjectServiceAccountChanges),
    (call) =>
      adminJson(call, serviceAccountJson(changeServiceAccount(call, call.project), { projectId: call.project.id })),
  ),
  del(
    'deleteProjectServiceAccount',
    `${PROJECT_ACCOUNTS}/:clientId`,
    loadProject,
    loadServiceAccount,
    ({ rows, project, account }) => {
      rows.serviceAccounts.update(account.id, { roles: reassigned(account.roles, project, []) })
      return empty()
    },
  ),
]

/** Returns the id of the secret of a new service account, which its first answer shows. */
function newest({ secrets }: ServiceAccount): { readonly newSecretId?: string } {
  const [first] = secrets
  return first === undefined ? {} : { newSecretId: first.id }
}

/** Service accounts. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-service-accounts */
const serviceAccountsRoutes = [
  get('listServiceAccounts', ACCOUNTS, loadOrganization, (call) =>
    adminList(call, viewOfReference(call.rows.serviceAccounts, 'orgId', call.organization.id), (account) =>
      serviceAccountJson(account),
    ),
  ),
  post('createServiceAccount', ACCOUNTS, loadOrganization, body(NewServiceAccount), (call) => {
    const { secretExpiresAfterHours, ...input } = call.body
    const account = addServiceAccount(call, call.organization, {
      ...input,
      roles: assignments(call.organization, input.roles),
      secretLifetime: secretExpiresAfterHours * HOUR,
    })
    return adminJson(call, serviceAccountJson(account, newest(account)), 201)
  }),
  get('getServiceAccount', `${ACCOUNTS}/:clientId`, loadOrganization, loadServiceAccount, (call) =>
    adminJson(call, serviceAccountJson(call.account)),
  ),
  patch(
    'updateServiceAccount',
    `${ACCOUNTS}/:clientId`,
    loadOrganization,
    loadServiceAccount,
    body(ServiceAccountChanges),
    (call) => adminJson(call, serviceAccountJson(changeServiceAccount(call, call.organization))),
  ),
  del('deleteServiceAccount', `${ACCOUNTS}/:clientId`, loadOrganization, loadServiceAccount, ({ rows, account }) => {
    rows.serviceAccounts.delete(account.id)
    return empty()
  }),
  post(
    'createServiceAccountSecret',
    `${ACCOUNTS}/:clientId/secrets`,
    loadOrganization,
    loadServiceAccount,
    body(NewSecret),
    (call) => {
      const { rows, account } = call
      const secret = newSecret(call, call.body.secretExpiresAfterHours * HOUR)
      rows.serviceAccounts.update(account.id, { secrets: [...account.secrets, secret] })
      return adminJson(call, serviceAccountSecretJson(secret, true), 201)
    },
  ),
  del(
    'deleteServiceAccountSecret',
    `${ACCOUNTS}/:clientId/secrets/:secretId`,
    loadOrganization,
    loadServiceAccount,
    ({ rows, account, params, path }) => {
      const secrets = account.secrets.filter(({ id }) => id !== params.secretId)
      if (secrets.length === account.secrets.length) throw resourceNotFound(path)
      rows.serviceAccounts.update(account.id, { secrets })
      return empty()
    },
  ),
  post('createServiceAccountToken', '/api/oauth/token', form(TokenRequest), (call) => {
    const client = credentials(call.header('authorization') ?? '')
    if (client?.scheme !== 'basic') throw tokenRefusal(401, 'invalid_client', 'No client credentials provided')
    const account = call.rows.serviceAccounts.find('clientId', client.username)
    const isSecret = account?.secrets.some(
      ({ value, expiresAt }) => value === client.password && expiresAt > call.clock.now(),
    )
    if (account === undefined || isSecret !== true) {
      throw tokenRefusal(401, 'invalid_client', 'Client authentication failed')
    }
    if (call.body.grant_type !== 'client_credentials') {
      throw tokenRefusal(400, 'unsupported_grant_type', 'Grant type must be client_credentials')
    }
    const token = issueToken(call, account)
    return json({ access_token: token.id, expires_in: 3600, token_type: 'Bearer' }, 200, {
      'cache-control': 'no-store',
    })
  }),
]

/** Invitations. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-organizations */
const invitationsRoutes = [
  get('listOrganizationInvitations', '/api/atlas/v2/orgs/:orgId/invites', loadOrganization, (call) => {
    const all = call.rows.invitations.referring('orgId', call.organization.id)
    const open = all.filter(({ projectId, expiresAt }) => projectId === null && expiresAt > call.clock.now())
    return adminJson(
      call,
      open.map((each) => invitationJson(call, each)),
    )
  }),
  post(
    'createOrganizationInvitation',
    '/api/atlas/v2/orgs/:orgId/invites',
    loadOrganization,
    body(NewInvitation),
    (call) => {
      const { username, roles } = call.body
      const inviterUsername = call.principal?.name ?? ''
      return adminJson(
        call,
        invitationJson(call, addInvitation(call, call.organization, { username, roles, inviterUsername })),
      )
    },
  ),
  del('deleteOrganizationInvitation', '/api/atlas/v2/orgs/:orgId/invites/:invitationId', loadOrganization, (call) => {
    const { rows, params, organization, path } = call
    const invitation = rows.invitations.get(params.invitationId)
    if (invitation === undefined || invitation.orgId !== organization.id) throw resourceNotFound(path)
    rows.invitations.delete(invitation.id)
    return empty()
  }),
  get('listProjectInvitations', '/api/atlas/v2/groups/:groupId/invites', loadProject, (call) => {
    const all = call.rows.invitations.referring('projectId', call.project.id)
    return adminJson(
      call,
      all.filter(({ expiresAt }) => expiresAt > call.clock.now()).map((each) => invitationJson(call, each)),
    )
  }),
  post(
    'createProjectInvitation',
    '/api/atlas/v2/groups/:groupId/invites',
    loadProject,
    body(NewProjectInvitation),
    (call) => {
      const { username, roles } = call.body
      const inviterUsername = call.principal?.name ?? ''
      return adminJson(
        call,
        invitationJson(call, addInvitation(call, call.project, { username, roles, inviterUsername })),
      )
    },
  ),
  del('deleteProjectInvitation', '/api/atlas/v2/groups/:groupId/invites/:invitationId', loadProject, (call) => {
    const { rows, params, project, path } = call
    const invitation = rows.invitations.get(params.invitationId)
    if (invitation === undefined || invitation.projectId !== project.id) throw resourceNotFound(path)
    rows.invitations.delete(invitation.id)
    return empty()
  }),
]

/** API keys, service accounts and invitations of the administration API. */
export const keysRoutes = [
  ...apiKeysRoutes,
  ...projectApiKeysRoutes,
  ...serviceAccountsRoutes,
  ...projectServiceAccountsRoutes,
  ...invitationsRoutes,
]
