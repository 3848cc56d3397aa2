import { ownMember } from '#core/objects.ts'
import { json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { Urls } from '#core/vendor-hosts.ts'
import { clientAnswer, noStore, tokenRequestOf } from '#oauth/endpoints/answers.ts'
import { BearerFailure, bearerAnswer, bearerToken } from '#oauth/endpoints/bearer.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import { authorizationAnswer, authorizationPage, type Provider } from '#oauth/endpoints/browser.ts'
import { deviceAnswer, deviceAuthorization, devicePage } from '#oauth/endpoints/device.ts'
import { DEVICE_GRANT } from '#oauth/grants/device.ts'
import { introspectionEndpoint, revocationEndpoint, tokenEndpoint } from '#oauth/endpoints/client.ts'
import { redeem } from '#oauth/grants/redeem.ts'
import { principalOf } from '#deployhost/auth.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { userinfoJson } from '#deployhost/json/claims.ts'
import { integrationProfile, profile, type SignInContext } from '#deployhost/oauth/profile.ts'
import { atPaths } from '../versions.ts'
import { SCOPE_WORDS } from '#deployhost/oauth/scopes.ts'
import { SIGNING_KEY } from '#deployhost/oauth/signing.ts'

const { get, post } = routesFor<DeployhostCall>()

const provider: Provider<SignInContext> = {
  service: { id: 'deployhost', title: 'Vercel REST API' },
  profile,
  words: (scope) => ownMember(SCOPE_WORDS, scope) ?? scope,
  seededAt: 'deployhost.users',
  takesJson: true,
}

/** The authorization server. https://vercel.com/docs/sign-in-with-vercel/authorization-server-api */
export const oauthRoutes: readonly Route[] = [
  get('oauthAuthorize', '/oauth/authorize', authorizationPage(provider)),
  post('oauthAuthorize', '/oauth/authorize', authorizationAnswer(provider)),
  post('oauthDeviceAuthorization', '/login/oauth/device-authorization', deviceAuthorization(provider)),
  get('oauthDevice', '/oauth/device', devicePage(provider)),
  post('oauthDevice', '/oauth/device', deviceAnswer(provider)),
  post('oauthToken', '/login/oauth/token', tokenEndpoint(provider)),
  post('oauthIntrospect', '/login/oauth/token/introspect', introspectionEndpoint(provider)),
  post('oauthRevoke', '/login/oauth/token/revoke', revocationEndpoint(provider)),
  get('oauthUserinfo', '/login/oauth/userinfo', (call) => {
    try {
      const principal = principalOf(call, bearerToken(call))
      if (principal !== null) return noStore(userinfoJson(principal.user))
      throw new BearerFailure(401, 'invalid_token', 'the access token is not known here, has expired or was revoked')
    } catch (error) {
      if (error instanceof BearerFailure) return bearerAnswer(error, call.origin)
      throw error
    }
  }),
  post('integrationOauthAccessToken', '/v2/oauth/access_token', (call) =>
    clientAnswer({ profile: integrationProfile, context: call }, () =>
      noStore({
        team_id: null,
        ...redeem({ profile: integrationProfile, context: call }, tokenRequestOf(call, { json: true })),
      }),
    ),
  ),
  ...atPaths(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'], (path) =>
    get('oauthDiscovery', path, ({ origin, urls }) => json(discovery(origin, urls))),
  ),
  get('oauthKeys', '/.well-known/jwks', () => json({ keys: [publicJwk(SIGNING_KEY.pair, SIGNING_KEY.kid)] })),
]

/** The implemented part of the vendor's discovery document. https://vercel.com/.well-known/openid-configuration */
function discovery(origin: string, urls: Urls) {
  return {
    issuer: origin,
    authorization_endpoint: urls.of('/oauth/authorize'),
    device_authorization_endpoint: urls.of('/login/oauth/device-authorization'),
    token_endpoint: urls.of('/login/oauth/token'),
    userinfo_endpoint: urls.of('/login/oauth/userinfo'),
    revocation_endpoint: urls.of('/login/oauth/token/revoke'),
    introspection_endpoint: urls.of('/login/oauth/token/introspect'),
    jwks_uri: urls.of('/.well-known/jwks'),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_KEY.alg],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
    claims_supported: [
      'sub',
      'aud',
      'exp',
      'iat',
      'iss',
      'jti',
      'nbf',
      'nonce',
      'preferred_username',
      'email',
      'picture',
    ],
    code_challenge_methods_supported: ['S256'],
  }
}
