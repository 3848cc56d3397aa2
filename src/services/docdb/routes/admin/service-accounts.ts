import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { HOUR } from '#core/duration.ts'
import { body, form } from '#core/input.ts'
import { viewOfReference, viewOfRows } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { resourceNotFound, tokenFailure } from '#docdb/errors/admin.ts'
import { serviceAccountJson, serviceAccountSecretJson } from '#docdb/json/admin/access.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { answerPage } from '#docdb/json/admin/page.ts'
import { assignments, reassigned } from '#docdb/rules/admin/roles.ts'
import { addServiceAccount, changeServiceAccount, issueToken, newSecret } from '#docdb/rules/admin/service-accounts.ts'
import type { ServiceAccount } from '#docdb/schema/admin.ts'
import { loadServiceAccount } from '#docdb/steps/admin/load-key.ts'
import { loadOrganization, loadProject } from '#docdb/steps/admin/load-place.ts'
import { description, organizationRoles, projectRoles } from './bodies.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

const hours = v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(8760))

const ServiceAccountInput = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  description,
  roles: organizationRoles,
  secretExpiresAfterHours: hours,
})
const ProjectServiceAccountInput = v.strictObject({ ...ServiceAccountInput.entries, roles: projectRoles })
const ProjectServiceAccountChanges = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
  description: v.optional(description),
  roles: v.optional(projectRoles),
})
const ServiceAccountChanges = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
  description: v.optional(description),
  roles: v.optional(organizationRoles),
})
const SecretInput = v.strictObject({ secretExpiresAfterHours: hours })
const TokenInput = v.object({ grant_type: v.optional(v.string()) })

const PROJECT_ACCOUNTS = '/api/atlas/v2/groups/:groupId/serviceAccounts'
const ACCOUNTS = '/api/atlas/v2/orgs/:orgId/serviceAccounts'

/** Returns the id of the secret of a new service account, which its first answer shows. */
function newest({ secrets }: ServiceAccount): { readonly newSecretId?: string } {
  const [first] = secrets
  return first === undefined ? {} : { newSecretId: first.id }
}

/** Service accounts. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-service-accounts */
const organizationServiceAccountsRoutes = [
  get('listServiceAccounts', ACCOUNTS, loadOrganization, (call) =>
    answerPage(call, viewOfReference(call.rows.serviceAccounts, 'orgId', call.organization.id), (account) =>
      serviceAccountJson(account),
    ),
  ),
  post('createServiceAccount', ACCOUNTS, loadOrganization, body(ServiceAccountInput), (call) => {
    const { secretExpiresAfterHours, ...input } = call.body
    const account = addServiceAccount(call, call.organization, {
      ...input,
      roles: assignments(call.organization, input.roles),
      secretLifetime: secretExpiresAfterHours * HOUR,
    })
    return answerAdmin(call, serviceAccountJson(account, newest(account)), 201)
  }),
  get('getServiceAccount', `${ACCOUNTS}/:clientId`, loadOrganization, loadServiceAccount, (call) =>
    answerAdmin(call, serviceAccountJson(call.account)),
  ),
  patch(
    'updateServiceAccount',
    `${ACCOUNTS}/:clientId`,
    loadOrganization,
    loadServiceAccount,
    body(ServiceAccountChanges),
    (call) =>
      answerAdmin(call, serviceAccountJson(changeServiceAccount(call, call.account, call.organization, call.body))),
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
    body(SecretInput),
    (call) => {
      const { rows, account } = call
      const secret = newSecret(call, call.body.secretExpiresAfterHours * HOUR)
      rows.serviceAccounts.update(account.id, { secrets: [...account.secrets, secret] })
      return answerAdmin(call, serviceAccountSecretJson(secret, true), 201)
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
  post('createServiceAccountToken', '/api/oauth/token', form(TokenInput), (call) => {
    const client = credentials(call.header('authorization') ?? '')
    if (client?.scheme !== 'basic') throw tokenFailure(401, 'invalid_client', 'No client credentials provided')
    const token = issueToken(call, client.username, client.password)
    if (token === null) throw tokenFailure(401, 'invalid_client', 'Client authentication failed')
    if (call.body.grant_type !== 'client_credentials') {
      throw tokenFailure(400, 'unsupported_grant_type', 'Grant type must be client_credentials')
    }
    return json({ access_token: token.id, expires_in: 3600, token_type: 'Bearer' }, 200, {
      'cache-control': 'no-store',
    })
  }),
]

/**
 * Service accounts of a project.
 * https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-service-accounts
 */
const projectServiceAccountsRoutes = [
  get('listProjectServiceAccounts', PROJECT_ACCOUNTS, loadProject, (call) => {
    const { rows, project } = call
    const all = rows.serviceAccounts.referring('orgId', project.orgId)
    const own = all.filter(({ roles }) => roles.some(({ projectId }) => projectId === project.id))
    return answerPage(call, viewOfRows(own), (account) => serviceAccountJson(account, { projectId: project.id }))
  }),
  post('createProjectServiceAccount', PROJECT_ACCOUNTS, loadProject, body(ProjectServiceAccountInput), (call) => {
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
    return answerAdmin(call, serviceAccountJson(account, { projectId, ...newest(account) }), 201)
  }),
  get('getProjectServiceAccount', `${PROJECT_ACCOUNTS}/:clientId`, loadProject, loadServiceAccount, (call) =>
    answerAdmin(call, serviceAccountJson(call.account, { projectId: call.project.id })),
  ),
  patch(
    'updateProjectServiceAccount',
    `${PROJECT_ACCOUNTS}/:clientId`,
    loadProject,
    loadServiceAccount,
    body(ProjectServiceAccountChanges),
    (call) =>
      answerAdmin(
        call,
        serviceAccountJson(changeServiceAccount(call, call.account, call.project, call.body), {
          projectId: call.project.id,
        }),
      ),
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

/** Service accounts of an organization and of its projects. */
export const serviceAccountsRoutes = [...organizationServiceAccountsRoutes, ...projectServiceAccountsRoutes]
