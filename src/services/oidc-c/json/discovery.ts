import type { SignInContext } from '#oidc-c/call.ts'
import { issuerIn } from '#oidc-c/rules/issuers.ts'
import { CONSUMERS } from '#oidc-c/schema/identifiers.ts'

/**
 * The discovery document.
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc#fetch-the-openid-configuration-document
 */
export function discoveryJson(context: SignInContext) {
  const { origin, urls, authority } = context
  // The tenant of personal accounts is named `consumers` in its document.
  const base = `${origin}/${authority.tenant?.id === CONSUMERS ? 'consumers' : authority.name}`
  return {
    token_endpoint: `${base}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: issuerIn(context),
    request_uri_parameter_supported: false,
    userinfo_endpoint: urls.of('/oidc/userinfo'),
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    device_authorization_endpoint: `${base}/oauth2/v2.0/devicecode`,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    end_session_endpoint: `${base}/oauth2/v2.0/logout`,
    claims_supported: CLAIMS,
    tenant_region_scope: null,
    cloud_instance_name: 'microsoftonline.com',
    cloud_graph_host_name: 'graph.windows.net',
    msgraph_host: graphHost(context),
  }
}

/** The discovery document of the older endpoints. */
export function olderDiscoveryJson(context: SignInContext) {
  const { origin, authority } = context
  const base = `${origin}/${authority.name}`
  return {
    token_endpoint: `${base}/oauth2/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    jwks_uri: `${base}/discovery/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'token id_token', 'token'],
    scopes_supported: ['openid'],
    issuer: issuerIn(context),
    microsoft_multi_refresh_token: true,
    authorization_endpoint: `${base}/oauth2/authorize`,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    end_session_endpoint: `${base}/oauth2/logout`,
    claims_supported: CLAIMS,
    userinfo_endpoint: `${base}/openid/userinfo`,
    tenant_region_scope: null,
    cloud_instance_name: 'microsoftonline.com',
    cloud_graph_host_name: 'graph.windows.net',
    msgraph_host: graphHost(context),
  }
}

/**
 * The instance discovery document, which MSAL reads for an unknown authority.
 * https://learn.microsoft.com/entra/msal/dotnet/how-to/instance-discovery
 */
export function instanceJson({ origin, urls }: Pick<SignInContext, 'origin' | 'urls'>, tenant: string) {
  const { host } = new URL(origin)
  const metadata = { preferred_network: host, preferred_cache: host, aliases: [host] }
  return {
    tenant_discovery_endpoint: `${origin}/${tenant}/v2.0/.well-known/openid-configuration`,
    'api-version': '1.1',
    metadata: [urls.real ? VENDOR_METADATA : metadata],
  }
}

/** The names of the vendor's own cloud. */
const VENDOR_METADATA = {
  preferred_network: 'login.microsoftonline.com',
  preferred_cache: 'login.windows.net',
  aliases: ['login.microsoftonline.com', 'login.windows.net', 'login.microsoft.com', 'sts.windows.net'],
}

function graphHost({ urls }: Pick<SignInContext, 'urls'>): string {
  return new URL(urls.of('/v1.0')).host
}

const CLAIMS = [
  'sub',
  'iss',
  'cloud_instance_name',
  'cloud_instance_host_name',
  'cloud_graph_host_name',
  'msgraph_host',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'acr',
  'nonce',
  'preferred_username',
  'name',
  'tid',
  'ver',
  'at_hash',
  'c_hash',
  'email',
]
