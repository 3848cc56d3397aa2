import type { SignInContext } from '#oidc-a/call.ts'
import { RESPONSE_TYPES } from '#oidc-a/oauth/profile.ts'
import { EVERY_SCOPE } from '#oidc-a/oauth/scopes.ts'
import { signingAlg } from '#oidc-a/oauth/signing.ts'

/** The discovery document. https://developers.google.com/identity/openid-connect/openid-connect#discovery */
export function discoveryJson(context: SignInContext) {
  const { origin, urls } = context
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
    device_authorization_endpoint: urls.of('/device/code'),
    token_endpoint: urls.of('/oauth2/token'),
    userinfo_endpoint: urls.of(urls.real ? '/v1/userinfo' : '/oauth2/v2/userinfo'),
    revocation_endpoint: urls.of('/oauth2/revoke'),
    jwks_uri: urls.of('/oauth2/v3/certs'),
    response_types_supported: RESPONSE_TYPES,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlg(context)],
    scopes_supported: EVERY_SCOPE,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'picture',
      'sub',
    ],
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
  }
}
