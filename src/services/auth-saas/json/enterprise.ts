import type { AuthContext } from '#auth-saas/call.ts'
import type {
  EnterpriseAccount,
  EnterpriseConnection,
  EnterpriseTestRun,
  TestRunTicket,
} from '#auth-saas/schema/enterprise.ts'
import { serviceProviderOf } from '#auth-saas/rules/enterprise/connections.ts'
import { verificationJson } from './verification.ts'

type JsonContext = Pick<AuthContext, 'rows' | 'origin' | 'urls'>

/** Returns the protocol of a connection, as accounts name it. */
function protocolOf({ provider }: EnterpriseConnection): 'oauth' | 'saml' {
  return provider.startsWith('saml_') ? 'saml' : 'oauth'
}

/** Returns an enterprise connection with what it knows of its provider, without secrets. */
export function enterpriseConnectionJson(context: JsonContext, row: EnterpriseConnection) {
  return {
    object: 'enterprise_connection',
    id: row.id,
    name: row.name,
    provider: row.provider,
    logo_public_url: null,
    active: row.active,
    domains: row.domains,
    organization_id: row.organizationId,
    sync_user_attributes: row.syncUserAttributes,
    disable_additional_identifications: row.disableAdditionalIdentifications,
    disable_jit_provisioning: false,
    authenticatable: true,
    allow_organization_account_linking: row.allowOrganizationAccountLinking,
    custom_attributes: row.customAttributes,
    saml_connection: samlPartJson(context, row),
    oauth_config: oauthPartJson(row),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function oauthPartJson({ oidc, name, provider, createdAt, updatedAt }: EnterpriseConnection) {
  if (oidc === null) return null
  return {
    id: oidc.id,
    name,
    provider_key: provider,
    client_id: oidc.clientId,
    discovery_url: oidc.discoveryUrl,
    auth_url: oidc.authUrl,
    token_url: oidc.tokenUrl,
    user_info_url: oidc.userInfoUrl,
    requires_pkce: oidc.requiresPkce,
    logo_public_url: null,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

function samlPartJson({ urls }: JsonContext, { saml, name, active }: EnterpriseConnection) {
  if (saml === null) return null
  return {
    id: saml.id,
    name,
    idp_entity_id: saml.idpEntityId,
    idp_sso_url: saml.idpSsoUrl,
    idp_metadata_url: saml.idpMetadataUrl,
    ...serviceProviderJson(urls, saml.id),
    active,
    allow_idp_initiated: saml.allowIdpInitiated,
    allow_subdomains: saml.allowSubdomains,
    force_authn: saml.forceAuthn,
    login_hint: saml.loginHint,
  }
}

function serviceProviderJson(urls: JsonContext['urls'], id: string) {
  const { acsUrl, entityId } = serviceProviderOf({ urls }, id)
  return {
    acs_url: acsUrl,
    sp_entity_id: entityId,
    sp_metadata_url: urls.of(`/v1/saml/metadata/${id}.xml`),
  }
}

/** Returns a connection as the frontend API has it: members without a value are left out. */
export function ownConnectionJson(context: JsonContext, row: EnterpriseConnection) {
  const { saml_connection: saml, oauth_config: oauth, ...connection } = enterpriseConnectionJson(context, row)
  return {
    ...present(connection),
    ...(saml === null ? {} : { saml_connection: present(saml) }),
    ...(oauth === null ? {} : { oauth_config: present(oauth) }),
  }
}

/** Returns an object without the members that are null. */
function present(object: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

/** Returns an enterprise connection by SAML as the vendor's older operations have it. */
export function samlConnectionJson({ rows, urls }: JsonContext, row: EnterpriseConnection) {
  const { saml } = row
  return {
    object: 'saml_connection',
    id: saml?.id,
    name: row.name,
    domain: row.domains[0] ?? '',
    domains: row.domains,
    idp_entity_id: saml?.idpEntityId,
    idp_sso_url: saml?.idpSsoUrl,
    idp_certificate: saml?.idpCertificate,
    idp_certificate_issued_at: null,
    idp_certificate_expires_at: null,
    idp_metadata_url: saml?.idpMetadataUrl,
    idp_metadata: saml?.idpMetadata,
    ...serviceProviderJson(urls, saml?.id ?? ''),
    organization_id: row.organizationId,
    attribute_mapping: saml?.attributeMapping,
    active: row.active,
    provider: row.provider,
    user_count: rows.enterpriseAccounts.countReferring('connectionId', row.id),
    sync_user_attributes: row.syncUserAttributes,
    allow_subdomains: saml?.allowSubdomains,
    allow_idp_initiated: saml?.allowIdpInitiated,
    disable_additional_identifications: row.disableAdditionalIdentifications,
    disable_jit_provisioning: false,
    authenticatable: true,
    allow_organization_account_linking: row.allowOrganizationAccountLinking,
    force_authn: saml?.forceAuthn,
    login_hint: saml?.loginHint,
    enterprise_connection_id: row.id,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a test run of a connection. */
export function testRunJson({ rows }: Pick<JsonContext, 'rows'>, row: EnterpriseTestRun) {
  const isSaml = rows.enterpriseConnections.require(row.connectionId).saml !== null
  const { person } = row
  return {
    id: row.id,
    status: row.status,
    connection_type: isSaml ? 'saml' : 'oauth',
    parsed_user_info:
      person === null
        ? null
        : {
            email_address: person.emailAddress,
            ...(person.firstName === null ? {} : { first_name: person.firstName }),
            ...(person.lastName === null ? {} : { last_name: person.lastName }),
            user_id: person.providerUserId,
          },
    logs: row.logs,
    saml: isSaml ? row.sent : null,
    oauth: isSaml ? null : row.sent,
    created_at: row.createdAt,
  }
}

/** Returns the address at which a browser begins a test run. */
export function testRunUrl({ urls }: Pick<JsonContext, 'urls'>, { id, connectionId }: TestRunTicket): string {
  return `${urls.of(`/v1/enterprise_connections/${connectionId}/init_test_run`)}?ticket=${id}`
}

/** Returns the account of a user at the identity provider of a company. */
export function enterpriseAccountJson({ rows }: Pick<JsonContext, 'rows'>, row: EnterpriseAccount) {
  const connection = rows.enterpriseConnections.require(row.connectionId)
  return {
    object: 'enterprise_account',
    id: row.id,
    protocol: protocolOf(connection),
    provider: connection.provider,
    active: true,
    email_address: row.emailAddress,
    first_name: row.firstName,
    last_name: row.lastName,
    provider_user_id: row.providerUserId,
    enterprise_connection_id: connection.id,
    public_metadata: {},
    verification: verificationJson(row.verification),
    enterprise_connection: {
      id: connection.id,
      protocol: protocolOf(connection),
      provider: connection.provider,
      name: connection.name,
      logo_public_url: null,
      domain: connection.domains[0] ?? '',
      domains: connection.domains,
      active: connection.active,
      sync_user_attributes: connection.syncUserAttributes,
      allow_subdomains: connection.saml?.allowSubdomains ?? false,
      allow_idp_initiated: connection.saml?.allowIdpInitiated ?? false,
      disable_additional_identifications: connection.disableAdditionalIdentifications,
      created_at: connection.createdAt,
      updated_at: connection.updatedAt,
    },
    last_authenticated_at: row.lastAuthenticatedAt,
  }
}
