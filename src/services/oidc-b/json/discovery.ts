import type { OidcCall } from '#oidc-b/call.ts'
import { EVERY_SCOPE } from '#oidc-b/oauth/scopes.ts'

/** The discovery document. Like the vendor's, it lists `code` alone and no code challenge methods. */
export function discoveryJson({ origin }: Pick<OidcCall, 'origin'>) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/auth/authorize`,
    token_endpoint: `${origin}/auth/token`,
    revocation_endpoint: `${origin}/auth/revoke`,
    jwks_uri: `${origin}/auth/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: EVERY_SCOPE,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'iat',
      'is_private_email',
      'iss',
      'nonce',
      'nonce_supported',
      'real_user_status',
      'sub',
      'transfer_sub',
    ],
  }
}
