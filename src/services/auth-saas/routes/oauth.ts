import { ownMember } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { introspectionEndpoint, revocationEndpoint, tokenEndpoint, userinfoEndpoint } from '#oauth/endpoints/client.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import { rsaOne } from '#oauth/jwt/keys.ts'
import { authorizationAnswer, authorizationPage, type Provider } from '#oauth/endpoints/browser.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { json } from '#auth-saas/json/answer.ts'
import { userinfoJson } from '#auth-saas/json/claims.ts'
import { profile, type SignInContext } from '#auth-saas/oauth/profile.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { clientRegistrationRoutes } from './client-registration.ts'
import { SCOPE_WORDS } from '#auth-saas/oauth/scopes.ts'

const provider: Provider<SignInContext> = {
  service: { id: 'auth-saas', title: 'Clerk API' },
  profile,
  words: (scope) => ownMember(SCOPE_WORDS, scope) ?? scope,
  seededAt: 'auth-saas.users',
}

const userinfo = userinfoEndpoint(provider, {
  claims: (call, token) => userinfoJson(call, call.rows.users.require(token.userId ?? ''), token),
})

/**
 * The authorization server of OAuth applications, and the key set with which anybody verifies this instance's tokens.
 */
export const oauthRoutes: readonly Route[] = [
  get('oauth/authorize', '/oauth/authorize', authorizationPage(provider)),
  post('oauth/answer', '/oauth/authorize', authorizationAnswer(provider)),
  post('oauth/token', '/oauth/token', tokenEndpoint(provider)),
  post('oauth/revoke', '/oauth/token/revoke', revocationEndpoint(provider)),
  post('oauth/introspect', '/oauth/token_info', introspectionEndpoint(provider)),
  get('oauth/userinfo', '/oauth/userinfo', userinfo),
  post('oauth/postUserinfo', '/oauth/userinfo', userinfo),
  get('oauth/discovery', '/.well-known/openid-configuration', (call) => json(discovery(call))),
  get('oauth/metadata', '/.well-known/oauth-authorization-server', (call) => json(discovery(call))),
  ...clientRegistrationRoutes,
  get('oauth/keys', '/.well-known/jwks.json', () => json({ keys: [publicJwk(rsaOne, INSTANCE_ID)] })),
]

/** The implemented part of the vendor's discovery document. */
function discovery({ origin, rows }: Pick<AuthCall, 'origin' | 'rows'>) {
  const canRegister = settingsOf(rows).dynamicClientRegistration
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/token/revoke`,
    introspection_endpoint: `${origin}/oauth/token_info`,
    userinfo_endpoint: `${origin}/oauth/userinfo`,
    jwks_uri: `${origin}/.well-known/jwks.json`,
    ...(canRegister ? { registration_endpoint: `${origin}/oauth/register` } : {}),
    scopes_supported: Object.keys(SCOPE_WORDS),
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'none', 'client_secret_post'],
    claims_supported: ['aud', 'exp', 'iat', 'iss', 'sub', 'email', 'name', 'preferred_username', 'picture'],
    code_challenge_methods_supported: ['S256'],
    backchannel_logout_supported: false,
    frontchannel_logout_supported: false,
  }
}
