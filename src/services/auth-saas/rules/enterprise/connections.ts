import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramFormatInvalid } from '#auth-saas/errors.ts'
import type { EnterpriseConnection, EnterpriseProvider, OidcConfig, SamlConfig } from '#auth-saas/schema/enterprise.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import type { ServiceProvider } from '../saml/saml.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { findOrganization } from '../organizations/organizations.ts'

/**
 * The members of a connection that a request or the seed gives; absent ones keep their value, or the vendor's default.
 */
export interface ConnectionFields {
  readonly name?: string | null | undefined
  readonly domains?: readonly string[] | null | undefined
  readonly active?: boolean | null | undefined
  readonly organizationId?: string | null | undefined
  readonly syncUserAttributes?: boolean | null | undefined
  readonly disableAdditionalIdentifications?: boolean | null | undefined
  readonly allowOrganizationAccountLinking?: boolean | null | undefined
  readonly customAttributes?: readonly Metadata[] | null | undefined
  readonly oidc?: Given<OidcConfig> | null | undefined
  readonly saml?: Given<SamlConfig> | null | undefined
}

/** Some members of a row, as a request gives them. */
type Given<R> = { readonly [K in keyof R]?: R[K] | null | undefined }

const MAPPING = { user_id: 'id', email_address: 'mail', first_name: 'firstName', last_name: 'lastName' }

/**
 * Adds a connection. One that has no domain is never used.
 *
 * @throws 422 for a domain that is none, or that another connection has; 404 for an unknown organization.
 */
export function addConnection(
  context: AuthContext,
  provider: EnterpriseProvider,
  fields: ConnectionFields & { readonly name: string; readonly id?: string },
): EnterpriseConnection {
  const { rows, ids } = context
  if (fields.organizationId !== null && fields.organizationId !== undefined) {
    findOrganization(context, fields.organizationId)
  }
  const isSaml = provider.startsWith('saml_')
  const row = rows.enterpriseConnections.insert({
    ...commonFields(context, 'entconn', fields.id),
    name: fields.name,
    provider,
    active: fields.active ?? false,
    domains: [],
    organizationId: fields.organizationId ?? null,
    syncUserAttributes: fields.syncUserAttributes ?? true,
    disableAdditionalIdentifications: fields.disableAdditionalIdentifications ?? false,
    allowOrganizationAccountLinking: fields.allowOrganizationAccountLinking ?? true,
    customAttributes: fields.customAttributes ?? [],
    oidc: isSaml ? null : oidcOf(fields.oidc ?? {}, noOidc(`oc_${ids.base62(27)}`)),
    saml: isSaml ? samlOf(fields.saml ?? {}, noSaml(`samlc_${ids.base62(27)}`)) : null,
  })
  return setDomains(context, row, fields.domains ?? [])
}

/**
 * Changes a connection.
 *
 * @throws 422 for a domain that is none, or that another connection has, and for an active connection that lacks what
 *   it needs to reach its provider; 404 for an unknown organization.
 */
export function changeConnection(
  context: AuthContext,
  row: EnterpriseConnection,
  fields: ConnectionFields,
): EnterpriseConnection {
  if (fields.organizationId !== null && fields.organizationId !== undefined) {
    findOrganization(context, fields.organizationId)
  }
  const changed = context.rows.enterpriseConnections.update(row.id, {
    name: fields.name ?? row.name,
    active: fields.active ?? row.active,
    organizationId: fields.organizationId === undefined ? row.organizationId : fields.organizationId,
    syncUserAttributes: fields.syncUserAttributes ?? row.syncUserAttributes,
    disableAdditionalIdentifications: fields.disableAdditionalIdentifications ?? row.disableAdditionalIdentifications,
    allowOrganizationAccountLinking: fields.allowOrganizationAccountLinking ?? row.allowOrganizationAccountLinking,
    customAttributes: fields.customAttributes ?? row.customAttributes,
    oidc: row.oidc === null ? null : oidcOf(fields.oidc ?? {}, row.oidc),
    saml: row.saml === null ? null : samlOf(fields.saml ?? {}, row.saml),
    ...updatedNow(context),
  })
  if (changed.active && !row.active) requireComplete(changed)
  return fields.domains === null || fields.domains === undefined
    ? changed
    : setDomains(context, changed, fields.domains)
}

/** @throws 422 for a connection by SAML that does not know where its provider is. */
function requireComplete({ saml }: EnterpriseConnection): void {
  if (saml === null) return
  const known = saml.idpSsoUrl ?? saml.idpMetadataUrl ?? saml.idpMetadata
  if (known !== null) return
  const sentence = 'The SAML connection cannot be activated because it lacks the metadata of its identity provider.'
  throw clerkFailure(422, 'saml_connection_cant_be_activated', 'cannot be activated', sentence)
}

function setDomains(context: AuthContext, row: EnterpriseConnection, domains: readonly string[]): EnterpriseConnection {
  const { rows } = context
  const names = [...new Set(domains.map((each) => each.trim().toLowerCase()))]
  for (const { id } of rows.enterpriseDomains.referring('connectionId', row.id)) rows.enterpriseDomains.delete(id)
  for (const name of names) {
    if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name)) {
      throw paramFormatInvalid('domains', `${name} is not a valid domain.`)
    }
    if (rows.enterpriseDomains.get(name) !== undefined) {
      const sentence = `The domain ${name} is already used by another enterprise connection.`
      throw clerkFailure(422, 'form_identifier_exists', 'is already in use', sentence, { param_name: 'domains' })
    }
    rows.enterpriseDomains.insert({ id: name, connectionId: row.id })
  }
  return rows.enterpriseConnections.update(row.id, { domains: names })
}

/**
 * Returns the strategy by which a person of a connection is verified: `saml`, or `oauth_custom_` with the key of the
 * connection, which is its name in small letters and digits.
 */
export function strategyOf({ name, saml }: EnterpriseConnection): string {
  return saml === null ? `oauth_custom_${name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'oidc'}` : 'saml'
}

/** Returns the addresses by which a connection by SAML is known to its provider. */
export function serviceProviderOf({ urls }: Pick<AuthContext, 'urls'>, samlId: string): ServiceProvider {
  return { entityId: urls.of(`/saml/${samlId}`), acsUrl: urls.of(`/v1/saml/acs/${samlId}`) }
}

/** Returns the active connection of the domain of an address, or of a domain above it; undefined for none. */
export function connectionFor(rows: Rows, address: string): EnterpriseConnection | undefined {
  const at = address.lastIndexOf('@')
  if (at === -1) return undefined
  const labels = address
    .slice(at + 1)
    .toLowerCase()
    .split('.')
  for (const [above] of labels.entries()) {
    const domain = rows.enterpriseDomains.get(labels.slice(above).join('.'))
    const connection = rows.enterpriseConnections.get(domain?.connectionId)
    if (connection?.active !== true) continue
    if (above === 0 || connection.saml?.allowSubdomains === true) return connection
  }
  return undefined
}

/**
 * Finds a connection by id.
 *
 * @throws 404 for an unknown one.
 */
export function findConnection({ rows }: Pick<AuthContext, 'rows'>, id: string): EnterpriseConnection {
  const row = rows.enterpriseConnections.get(id)
  if (row === undefined) throw noSuch('enterprise connection', id)
  return row
}

const noOidc = (id: string): OidcConfig => ({
  id,
  clientId: null,
  clientSecret: null,
  discoveryUrl: null,
  authUrl: null,
  tokenUrl: null,
  userInfoUrl: null,
  requiresPkce: false,
})

const noSaml = (id: string): SamlConfig => ({
  id,
  idpEntityId: null,
  idpSsoUrl: null,
  idpCertificate: null,
  idpMetadataUrl: null,
  idpMetadata: null,
  attributeMapping: MAPPING,
  allowSubdomains: false,
  allowIdpInitiated: false,
  forceAuthn: false,
  loginHint: { mode: 'email_address' },
})

/** Returns a value that was given, null as well; the one before where it is absent. */
function given<T>(value: T | undefined, before: T): T {
  return value === undefined ? before : value
}

function oidcOf(fields: Given<OidcConfig>, before: OidcConfig): OidcConfig {
  return {
    id: before.id,
    clientId: given(fields.clientId, before.clientId),
    clientSecret: given(fields.clientSecret, before.clientSecret),
    discoveryUrl: given(fields.discoveryUrl, before.discoveryUrl),
    authUrl: given(fields.authUrl, before.authUrl),
    tokenUrl: given(fields.tokenUrl, before.tokenUrl),
    userInfoUrl: given(fields.userInfoUrl, before.userInfoUrl),
    requiresPkce: fields.requiresPkce ?? before.requiresPkce,
  }
}

function samlOf(fields: Given<SamlConfig>, before: SamlConfig): SamlConfig {
  return {
    id: before.id,
    idpEntityId: given(fields.idpEntityId, before.idpEntityId),
    idpSsoUrl: given(fields.idpSsoUrl, before.idpSsoUrl),
    idpCertificate: given(fields.idpCertificate, before.idpCertificate),
    idpMetadataUrl: given(fields.idpMetadataUrl, before.idpMetadataUrl),
    idpMetadata: given(fields.idpMetadata, before.idpMetadata),
    attributeMapping: fields.attributeMapping ?? before.attributeMapping,
    allowSubdomains: fields.allowSubdomains ?? before.allowSubdomains,
    allowIdpInitiated: fields.allowIdpInitiated ?? before.allowIdpInitiated,
    forceAuthn: fields.forceAuthn ?? before.forceAuthn,
    loginHint: fields.loginHint ?? before.loginHint,
  }
}
