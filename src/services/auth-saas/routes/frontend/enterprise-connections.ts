import { parseJson } from '#core/text/parse-json.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { authorizationInvalid, missingPermission, noSuch, paramInvalid } from '#auth-saas/errors.ts'
import { ownConnectionJson, testRunJson, testRunUrl } from '#auth-saas/json/enterprise.ts'
import { answerChange, answerOwnRead, answerPage } from '#auth-saas/json/frontend/answer.ts'
import {
  addConnection,
  changeConnection,
  connectionFor,
  type ConnectionFields,
} from '#auth-saas/rules/enterprise/connections.ts'
import { makeTicket, testRunsOf } from '#auth-saas/rules/enterprise/test-runs.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { ENTERPRISE_PROVIDERS, type AttributeMapping, type EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'
import { hasPermission } from '#auth-saas/rules/organizations/roles.ts'
import { loadMember, requirePermission, type Member } from '#auth-saas/steps/frontend/organization-access.ts'
import { loadSignedIn, type SignedInBrowser } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf, metadataOf, requiredField } from './form.ts'
import { removed } from './my-identifiers.ts'

const PATH = '/v1/organizations/:organization_id/enterprise_connections'
const MANAGE = 'org:sys_entconns:manage'
const requireManage = requirePermission(MANAGE)

/** @throws 403 unless the organization is the active one of the session. */
function requirePinned({ session, organization }: Member): void {
  if (session.activeOrganizationId !== organization.id) throw authorizationInvalid()
}

/** Adds the connection of the organization that the path names. */
function loadOwnConnection(call: AuthCall & Member): { readonly connection: EnterpriseConnection } {
  const id = call.params['connection_id'] ?? ''
  const connection = call.rows.enterpriseConnections.get(id)
  if (connection === undefined || connection.organizationId !== call.organization.id) {
    throw noSuch('enterprise connection', id)
  }
  return { connection }
}

/** Adds the connection of the domain of the user's primary address, which its path names. */
function loadMyConnection(call: AuthCall): SignedInBrowser & { readonly connection: EnterpriseConnection } {
  const signedIn = loadSignedIn(call)
  const id = call.params['connection_id'] ?? ''
  const connection = call.rows.enterpriseConnections.get(id)
  if (connection === undefined || !connection.domains.includes(domainOf(call, signedIn.user) ?? '')) {
    throw noSuch('enterprise connection', id)
  }
  return { ...signedIn, connection }
}

/** Returns the domain of the user's primary address; null when it is not verified. */
function domainOf({ rows }: AuthCall, { primaryEmailAddressId }: User): string | null {
  const address = rows.emailAddresses.get(primaryEmailAddressId)
  return address?.verification?.status === 'verified' ? (address.emailAddress.split('@').at(-1) ?? null) : null
}

/** @throws 404 for a user who is no member of the organization, 403 for one who may not manage its connections. */
function requireMembership(call: AuthCall & SignedInBrowser, organizationId: string): void {
  const membership = call.rows.memberships.find('member', organizationId, call.user.id)
  if (membership === undefined) throw noSuch('organization', organizationId)
  if (!hasPermission(call, membership, MANAGE)) throw missingPermission([MANAGE])
}

/** Answers a page of the test runs of a connection. */
function answerTestRuns(call: AuthCall & SignedInBrowser & { readonly connection: EnterpriseConnection }) {
  const runs = testRunsOf(call.rows, call.connection, call.query)
  return answerPage(call, runs, (row) => testRunJson(call, row))
}

/** Answers the address at which a browser begins a test run of a connection. */
function answerTicket(call: AuthCall & SignedInBrowser & { readonly connection: EnterpriseConnection }) {
  return answerChange(call, { url: testRunUrl(call, makeTicket(call, call.connection)) }, call.client.id)
}

/** Makes the connection that a form describes, and answers it. */
function answerNew(call: AuthCall & SignedInBrowser, organizationId: string | null, fallback: string) {
  const form = formOf(call)
  const named = requiredField(form, 'provider')
  const provider = ENTERPRISE_PROVIDERS.find((each) => each === named)
  if (provider === undefined) throw paramInvalid('provider', `${named} is not a provider of enterprise connections.`)
  const domains = domainsIn(form) ?? []
  const name = form.get('name') ?? fallback
  const row = addConnection(call, provider, { ...fieldsIn(form, null), name, domains, organizationId })
  return { ...answerChange(call, ownConnectionJson(call, row), call.client.id), status: 201 }
}

/** Changes a connection by a form, and answers it. */
function answerChanged(call: AuthCall & SignedInBrowser & { readonly connection: EnterpriseConnection }) {
  const form = formOf(call)
  const organizationId = form.get('organization_id') ?? undefined
  const fields = { ...fieldsIn(form, call.connection), organizationId: organizationId === '' ? null : organizationId }
  return answerChange(call, ownConnectionJson(call, changeConnection(call, call.connection, fields)), call.client.id)
}

function answerRemoved(call: AuthCall & SignedInBrowser & { readonly connection: EnterpriseConnection }) {
  call.rows.enterpriseConnections.delete(call.connection.id)
  return answerChange(call, removed('enterprise_connection', call.connection.id), call.client.id)
}

const MINE = '/v1/me/enterprise_connections'

/** The enterprise connections that the administrators of an organization set up themselves. */
export const frontendEnterpriseConnectionsRoutes: readonly Route[] = [
  get('frontend/listOrganizationEnterpriseConnections', PATH, loadMember, (call) => {
    const { rows, query, organization } = call
    // Administrators see those that are not active yet, too.
    const withLinking = query.get('with_organization_account_linking')
    const own = rows.enterpriseConnections
      .all()
      .filter(
        (row) =>
          row.organizationId === organization.id && (withLinking !== 'true' || row.allowOrganizationAccountLinking),
      )
    return answerOwnRead(
      call,
      own.map((row) => ownConnectionJson(call, row)),
    )
  }),

  post('frontend/createOrganizationEnterpriseConnection', PATH, loadMember, requirePinned, requireManage, (call) => {
    const [domain] = domainsIn(formOf(call)) ?? []
    return answerNew(call, call.organization.id, domain ?? call.organization.name)
  }),

  patch(
    'frontend/updateOrganizationEnterpriseConnection',
    `${PATH}/:connection_id`,
    loadMember,
    requirePinned,
    requireManage,
    loadOwnConnection,
    answerChanged,
  ),

  del(
    'frontend/deleteOrganizationEnterpriseConnection',
    `${PATH}/:connection_id`,
    loadMember,
    requirePinned,
    requireManage,
    loadOwnConnection,
    answerRemoved,
  ),

  get(
    'frontend/listOrganizationEnterpriseConnectionTestRuns',
    `${PATH}/:connection_id/test_runs`,
    loadMember,
    requireManage,
    loadOwnConnection,
    answerTestRuns,
  ),

  post(
    'frontend/createOrganizationEnterpriseConnectionTestRun',
    `${PATH}/:connection_id/test_runs`,
    loadMember,
    requirePinned,
    requireManage,
    loadOwnConnection,
    answerTicket,
  ),

  // The operations of a user beside the list are deprecated in favour of those of an organization.
  post('frontend/createMeEnterpriseConnection', MINE, loadSignedIn, (call) => {
    const domain = domainOf(call, call.user)
    if (domain === null || domainsIn(formOf(call))?.includes(domain) !== true) {
      throw paramInvalid('domains', 'The domain of your primary email address must be among the domains.')
    }
    const organizationId = formOf(call).get('organization_id') || null // an empty one is none
    if (organizationId !== null) requireMembership(call, organizationId)
    return answerNew(call, organizationId, domain)
  }),

  patch('frontend/updateMeEnterpriseConnection', `${MINE}/:connection_id`, loadMyConnection, answerChanged),

  del('frontend/deleteMeEnterpriseConnection', `${MINE}/:connection_id`, loadMyConnection, answerRemoved),

  get(
    'frontend/listMeEnterpriseConnectionTestRuns',
    `${MINE}/:connection_id/test_runs`,
    loadMyConnection,
    answerTestRuns,
  ),

  post(
    'frontend/createMeEnterpriseConnectionTestRun',
    `${MINE}/:connection_id/test_runs`,
    loadMyConnection,
    answerTicket,
  ),

  get('frontend/getMeEnterpriseConnections', MINE, loadSignedIn, (call) => {
    const { rows, user } = call
    const address = rows.emailAddresses.get(user.primaryEmailAddressId)
    const isVerified = address?.verification?.status === 'verified'
    const connection = isVerified ? connectionFor(rows, address.emailAddress) : undefined
    return answerOwnRead(call, connection === undefined ? [] : [ownConnectionJson(call, connection)])
  }),
]

/** Returns the domains of a form, each a member of its own or one of a list of JSON. */
function domainsIn(form: URLSearchParams): string[] | undefined {
  const sent = [...form.getAll('domains'), ...form.getAll('domains[]')].flatMap(listed)
  return sent.length === 0 ? undefined : sent
}

function listed(text: string): string[] {
  if (!text.startsWith('[')) return [text]
  const value = parseJson(text)
  return Array.isArray(value) ? value.map(String) : []
}

/** Returns the fields of a connection that a form has; `before` is the connection that it changes. */
function fieldsIn(form: URLSearchParams, before: EnterpriseConnection | null): ConnectionFields {
  const flag = (name: string): boolean | undefined => {
    const text = form.get(name)
    return text === null || text === '' ? undefined : text === 'true'
  }
  const text = (name: string): string | undefined => form.get(name) ?? undefined
  const mapping = metadataOf(form, 'saml_attribute_mapping') as Partial<AttributeMapping> | undefined // its members are texts
  return {
    name: text('name'),
    domains: domainsIn(form),
    active: flag('active'),
    syncUserAttributes: flag('sync_user_attributes'),
    disableAdditionalIdentifications: flag('disable_additional_identifications'),
    saml: {
      idpEntityId: text('saml_idp_entity_id'),
      idpSsoUrl: text('saml_idp_sso_url'),
      idpCertificate: text('saml_idp_certificate'),
      idpMetadataUrl: text('saml_idp_metadata_url'),
      idpMetadata: text('saml_idp_metadata'),
      allowSubdomains: flag('saml_allow_subdomains'),
      allowIdpInitiated: flag('saml_allow_idp_initiated'),
      forceAuthn: flag('saml_force_authn'),
      ...(mapping === undefined || before?.saml == null
        ? {}
        : { attributeMapping: { ...before.saml.attributeMapping, ...mapping } }),
    },
    oidc: {
      clientId: text('oidc_client_id'),
      clientSecret: text('oidc_client_secret'),
      discoveryUrl: text('oidc_discovery_url'),
      authUrl: text('oidc_auth_url'),
      tokenUrl: text('oidc_token_url'),
      userInfoUrl: text('oidc_user_info_url'),
      requiresPkce: flag('oidc_requires_pkce'),
    },
  }
}
