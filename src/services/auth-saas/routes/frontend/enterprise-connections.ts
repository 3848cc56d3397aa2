import { parseJson } from '#core/text/parse-json.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { authorizationInvalid, noSuch, paramInvalid } from '#auth-saas/errors.ts'
import { ownConnectionJson } from '#auth-saas/json/enterprise.ts'
import { answerChange, answerOwnRead } from '#auth-saas/json/frontend/answer.ts'
import {
  addConnection,
  changeConnection,
  connectionFor,
  type ConnectionFields,
} from '#auth-saas/rules/enterprise/connections.ts'
import { ENTERPRISE_PROVIDERS, type AttributeMapping, type EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'
import { loadMember, requirePermission, type Member } from '#auth-saas/steps/frontend/organization-access.ts'
import { loadSignedIn } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf, metadataOf, requiredField } from './form.ts'
import { removed } from './my-identifiers.ts'

const PATH = '/v1/organizations/:organization_id/enterprise_connections'
const requireManage = requirePermission('org:sys_entconns:manage')

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
    const form = formOf(call)
    const named = requiredField(form, 'provider')
    const provider = ENTERPRISE_PROVIDERS.find((each) => each === named)
    if (provider === undefined) throw paramInvalid('provider', `${named} is not a provider of enterprise connections.`)
    const domains = domainsIn(form) ?? []
    const name = form.get('name') ?? domains[0] ?? call.organization.name
    const row = addConnection(call, provider, {
      ...fieldsIn(form, null),
      name,
      domains,
      organizationId: call.organization.id,
    })
    return { ...answerChange(call, ownConnectionJson(call, row), call.client.id), status: 201 }
  }),

  patch(
    'frontend/updateOrganizationEnterpriseConnection',
    `${PATH}/:connection_id`,
    loadMember,
    requirePinned,
    requireManage,
    loadOwnConnection,
    (call) => {
      const row = changeConnection(call, call.connection, fieldsIn(formOf(call), call.connection))
      return answerChange(call, ownConnectionJson(call, row), call.client.id)
    },
  ),

  del(
    'frontend/deleteOrganizationEnterpriseConnection',
    `${PATH}/:connection_id`,
    loadMember,
    requirePinned,
    requireManage,
    loadOwnConnection,
    (call) => {
      call.rows.enterpriseConnections.delete(call.connection.id)
      return answerChange(call, removed('enterprise_connection', call.connection.id), call.client.id)
    },
  ),

  get('frontend/getMeEnterpriseConnections', '/v1/me/enterprise_connections', loadSignedIn, (call) => {
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
