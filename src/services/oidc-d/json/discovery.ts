import type { SignInContext } from '#oidc-d/call.ts'
import { endpointsOf } from '#oidc-d/rules/servers/endpoints.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { PROOF_ALGORITHMS } from '#oauth/dpop/proof.ts'
import { ORGANIZATION_SCOPES } from '#oidc-d/rules/servers/token-scopes.ts'

const AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none']

const ID_TOKEN_CLAIMS = [
  'iss',
  'ver',
  'sub',
  'aud',
  'iat',
  'exp',
  'jti',
  'auth_time',
  'amr',
  'idp',
  'nonce',
  'name',
  'nickname',
  'preferred_username',
  'given_name',
  'middle_name',
  'family_name',
  'email',
  'email_verified',
  'profile',
  'zoneinfo',
  'locale',
  'address',
  'phone_number',
  'updated_at',
  'at_hash',
  'c_hash',
]

const ACCESS_TOKEN_CLAIMS = ['ver', 'jti', 'iss', 'aud', 'iat', 'exp', 'cid', 'uid', 'scp', 'sub']

/**
 * Returns the OpenID Connect discovery document.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/#tag/CustomAS/operation/getWellKnownOpenIDConfigurationCustomAS
 */
export function openIdMetadataJson(context: SignInContext) {
  const { issuer, authorization_endpoint, token_endpoint, ...rest } = metadata(context, ID_TOKEN_CLAIMS)
  const { subject_types_supported, scopes_supported, ...more } = rest
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    userinfo_endpoint: endpointsOf(context).userinfo,
    ...more,
    subject_types_supported,
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported,
  }
}

/** Returns the metadata document of RFC 8414: the discovery document without the members of OpenID Connect. */
export function oauthMetadataJson(context: SignInContext) {
  return metadata(context, ACCESS_TOKEN_CLAIMS)
}

function metadata(context: SignInContext, claims: readonly string[]) {
  const endpoints = endpointsOf(context)
  return {
    issuer: context.issuer,
    authorization_endpoint: endpoints.authorize,
    token_endpoint: endpoints.token,
    jwks_uri: endpoints.keys,
    response_types_supported: profile.responseTypes,
    response_modes_supported: profile.responseModes,
    grant_types_supported: ['authorization_code', 'implicit', ...Object.keys(profile.grantTypes).slice(1)],
    subject_types_supported: ['public'],
    scopes_supported: publishedScopes(context),
    token_endpoint_auth_methods_supported: AUTHENTICATION,
    claims_supported: claims,
    code_challenge_methods_supported: profile.challengeMethods,
    introspection_endpoint: endpoints.introspect,
    introspection_endpoint_auth_methods_supported: AUTHENTICATION,
    revocation_endpoint: endpoints.revoke,
    revocation_endpoint_auth_methods_supported: AUTHENTICATION,
    end_session_endpoint: endpoints.logout,
    request_parameter_supported: false,
    device_authorization_endpoint: endpoints.device,
    pushed_authorization_request_endpoint: endpoints.par,
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
  }
}

function publishedScopes({ rows, authorizationServer }: SignInContext): readonly string[] {
  if (authorizationServer === null) return ORGANIZATION_SCOPES
  return rows.scopes
    .list('byServer', authorizationServer.id)
    .filter(({ metadataPublish }) => metadataPublish === 'ALL_CLIENTS')
    .map(({ name }) => name)
}
