import * as v from 'valibot'
import { body } from '#core/input.ts'
import { viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { enterpriseConnectionJson, samlConnectionJson, testRunJson, testRunUrl } from '#auth-saas/json/enterprise.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { maybe, maybeFlag, maybeMetadata, maybeText, metadata, text } from '#auth-saas/rules/body-parts.ts'
import { addConnection, changeConnection, type ConnectionFields } from '#auth-saas/rules/enterprise/connections.ts'
import { makeTicket, testRunsOf } from '#auth-saas/rules/enterprise/test-runs.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { ENTERPRISE_PROVIDERS, type AttributeMapping, type EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'
import { loadConnection, loadSamlConnection } from '#auth-saas/steps/enterprise-connections.ts'

const mapping = maybe(
  v.object({ user_id: maybeText, email_address: maybeText, first_name: maybeText, last_name: maybeText }),
)

const saml = {
  idp_entity_id: maybeText,
  idp_sso_url: maybeText,
  idp_certificate: maybeText,
  idp_metadata_url: maybeText,
  idp_metadata: maybeText,
  attribute_mapping: mapping,
  allow_subdomains: maybeFlag,
  allow_idp_initiated: maybeFlag,
  force_authn: maybeFlag,
  login_hint: maybeMetadata,
}

const oidc = v.strictObject({
  client_id: maybeText,
  client_secret: maybeText,
  discovery_url: maybeText,
  auth_url: maybeText,
  token_url: maybeText,
  user_info_url: maybeText,
  requires_pkce: maybeFlag,
})

const common = {
  domains: maybe(v.array(text)),
  organization_id: maybeText,
  active: maybeFlag,
  allow_organization_account_linking: maybeFlag,
  sync_user_attributes: maybeFlag,
  disable_additional_identifications: maybeFlag,
}

const ConnectionInput = v.strictObject({
  name: v.pipe(text, v.minLength(1)),
  provider: v.picklist(ENTERPRISE_PROVIDERS),
  ...common,
  domains: v.pipe(v.array(text), v.minLength(1)),
  saml: maybe(v.strictObject({ name: maybeText, ...saml })),
  oidc: maybe(oidc),
  custom_attributes: maybe(v.array(metadata)),
})

const ConnectionChanges = v.strictObject({
  name: maybeText,
  ...common,
  saml: maybe(v.strictObject({ name: maybeText, ...saml })),
  oidc: maybe(oidc),
  custom_attributes: maybe(v.array(metadata)),
})

const SamlInput = v.strictObject({
  name: v.pipe(text, v.minLength(1)),
  provider: v.picklist(['saml_custom', 'saml_okta', 'saml_google', 'saml_microsoft']),
  domain: maybeText,
  ...common,
  ...saml,
})

const SamlChanges = v.strictObject({
  name: maybeText,
  domain: maybeText,
  consent_verified_domains_deletion: maybeFlag,
  ...common,
  ...saml,
})

type SamlMembers = v.InferOutput<v.StrictObjectSchema<typeof saml, undefined>>

/** Returns the members of SAML as rows have them; attributes that are not named keep the vendor's names. */
function samlFields(input: SamlMembers, before: EnterpriseConnection | null): ConnectionFields['saml'] {
  const named = Object.entries(input.attribute_mapping ?? {}).filter(([, name]) => typeof name === 'string')
  const defaults = before?.saml?.attributeMapping ?? DEFAULT_MAPPING
  return {
    idpEntityId: input.idp_entity_id,
    idpSsoUrl: input.idp_sso_url,
    idpCertificate: input.idp_certificate,
    idpMetadataUrl: input.idp_metadata_url,
    idpMetadata: input.idp_metadata,
    attributeMapping: { ...defaults, ...Object.fromEntries(named) },
    allowSubdomains: input.allow_subdomains,
    allowIdpInitiated: input.allow_idp_initiated,
    forceAuthn: input.force_authn,
    loginHint: input.login_hint,
  }
}

const DEFAULT_MAPPING: AttributeMapping = {
  user_id: 'id',
  email_address: 'mail',
  first_name: 'firstName',
  last_name: 'lastName',
}

type CommonMembers = v.InferOutput<v.StrictObjectSchema<typeof common, undefined>>

function commonFieldsOf(input: CommonMembers): ConnectionFields {
  return {
    domains: input.domains,
    active: input.active,
    organizationId: input.organization_id,
    syncUserAttributes: input.sync_user_attributes,
    disableAdditionalIdentifications: input.disable_additional_identifications,
    allowOrganizationAccountLinking: input.allow_organization_account_linking,
  }
}

function fieldsOf(
  input: v.InferOutput<typeof ConnectionChanges>,
  before: EnterpriseConnection | null,
): ConnectionFields {
  return {
    ...commonFieldsOf(input),
    customAttributes: input.custom_attributes,
    ...(input.saml ? { saml: samlFields(input.saml, before) } : {}),
    ...(input.oidc
      ? {
          oidc: {
            clientId: input.oidc.client_id,
            clientSecret: input.oidc.client_secret,
            discoveryUrl: input.oidc.discovery_url,
            authUrl: input.oidc.auth_url,
            tokenUrl: input.oidc.token_url,
            userInfoUrl: input.oidc.user_info_url,
            requiresPkce: input.oidc.requires_pkce,
          },
        }
      : {}),
  }
}

const domainsOf = (input: { domain?: string | null | undefined; domains?: string[] | null | undefined }) =>
  input.domains ?? (input.domain === null || input.domain === undefined ? undefined : [input.domain])

/** The operations about enterprise connections, and the older ones about those of SAML. */
export const enterpriseConnectionsRoutes: readonly Route[] = [
  get('ListEnterpriseConnections', '/v1/enterprise_connections', (call) => {
    const organizationId = call.query.get('organization_id')
    const active = call.query.get('active')
    const matches = (row: EnterpriseConnection): boolean =>
      (organizationId === null || row.organizationId === organizationId) &&
      (active === null || row.active === (active === 'true'))
    const isPlain = organizationId === null && active === null
    const list = rowsOf(call, call.rows.enterpriseConnections, { matches: isPlain ? undefined : matches })
    return answerPage(call, list, (row) => enterpriseConnectionJson(call, row))
  }),

  post('CreateEnterpriseConnection', '/v1/enterprise_connections', body(ConnectionInput), (call) => {
    const { name, provider } = call.body
    const row = addConnection(call, provider, { ...fieldsOf(call.body, null), name })
    return json(enterpriseConnectionJson(call, row), 201)
  }),

  get('GetEnterpriseConnection', '/v1/enterprise_connections/:connection_id', loadConnection, (call) =>
    json(enterpriseConnectionJson(call, call.connection)),
  ),

  patch(
    'UpdateEnterpriseConnection',
    '/v1/enterprise_connections/:connection_id',
    loadConnection,
    body(ConnectionChanges),
    (call) => {
      const { connection, body: input } = call
      const row = changeConnection(call, connection, { ...fieldsOf(input, connection), name: input.name })
      return json(enterpriseConnectionJson(call, row))
    },
  ),

  del('DeleteEnterpriseConnection', '/v1/enterprise_connections/:connection_id', loadConnection, (call) => {
    call.rows.enterpriseConnections.delete(call.connection.id)
    return deleted('enterprise_connection', call.connection.id)
  }),

  get(
    'ListEnterpriseConnectionTestRuns',
    '/v1/enterprise_connections/:connection_id/test_runs',
    loadConnection,
    (call) =>
      answerPage(call, viewOfRows(testRunsOf(call.rows, call.connection, call.query)), (row) => testRunJson(call, row)),
  ),

  post(
    'CreateEnterpriseConnectionTestRun',
    '/v1/enterprise_connections/:connection_id/test_runs',
    loadConnection,
    (call) => json({ url: testRunUrl(call, makeTicket(call, call.connection)) }),
  ),

  get('ListSAMLConnections', '/v1/saml_connections', (call) => {
    const all = call.rows.enterpriseConnections.all().filter(({ saml: own }) => own !== null)
    return answerPage(call, viewOfRows(all.toReversed()), (row) => samlConnectionJson(call, row))
  }),

  post('CreateSAMLConnection', '/v1/saml_connections', body(SamlInput), (call) => {
    const { body: input } = call
    const fields = {
      ...commonFieldsOf(input),
      name: input.name,
      domains: domainsOf(input),
      saml: samlFields(input, null),
    }
    return json(samlConnectionJson(call, addConnection(call, input.provider, fields)))
  }),

  get('GetSAMLConnection', '/v1/saml_connections/:saml_connection_id', loadSamlConnection, (call) =>
    json(samlConnectionJson(call, call.connection)),
  ),

  patch(
    'UpdateSAMLConnection',
    '/v1/saml_connections/:saml_connection_id',
    loadSamlConnection,
    body(SamlChanges),
    (call) => {
      const { connection, body: input } = call
      const given = { name: input.name, domains: domainsOf(input), saml: samlFields(input, connection) }
      const row = changeConnection(call, connection, { ...commonFieldsOf(input), ...given })
      return json(samlConnectionJson(call, row))
    },
  ),

  del('DeleteSAMLConnection', '/v1/saml_connections/:saml_connection_id', loadSamlConnection, (call) => {
    const { connection, params } = call
    call.rows.enterpriseConnections.delete(connection.id)
    if (connection.saml === null) throw noSuch('SAML connection', params.saml_connection_id)
    return deleted('saml_connection', connection.saml.id)
  }),
]
