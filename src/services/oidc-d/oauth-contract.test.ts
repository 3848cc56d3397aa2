import { importJWK, SignJWT } from 'jose'
import { p256 } from '#oauth/jwt/keys.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import { oauthContract, type OAuthSample } from '#testkit/oauth-contract.ts'
import { oidcD } from './index.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const users = [
  { login: 'ann@example.com', firstName: 'Ann', lastName: 'Example', profile: { primaryPhone: '+1 555' } },
  { login: 'bob@example.org', firstName: 'Bob', lastName: 'Builder' },
]
const client = { id: 'web-app', secret: 'a-secret+b/c %', redirectUri: 'http://localhost:3000/cb' }
const other = { id: 'other-app', secret: 'other-app-secret', redirectUri: 'http://localhost:3001/cb' }
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const grant_types = ['authorization_code', 'implicit', 'refresh_token', 'client_credentials', DEVICE_GRANT] as const

function appOf({ id, secret, redirectUri }: typeof client, refresh_token_rotation: 'ROTATE' | 'STATIC') {
  return {
    name: id,
    client_id: id,
    client_secret: secret,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: ['http://localhost:3000/signed-out'],
    grant_types: [...grant_types],
    response_types: ['code', 'token', 'id_token'],
    refresh_token_rotation,
  }
}

const keyApp = {
  name: 'Key App',
  client_id: 'key-app',
  redirect_uris: ['http://localhost:3002/cb'],
  token_endpoint_auth_method: 'private_key_jwt',
  public_keys: [publicJwk(p256, 'key-1')],
}

function sampleAt(server: string, rotation: 'ROTATE' | 'STATIC'): OAuthSample {
  const organization = server === ''
  const base = `/oauth2${server}/v1`
  const section = { users, authorization_servers: [{ name: 'default', scopes: ['read:items'] }] }
  return {
    service: oidcD,
    seed: { 'oidc-d': { ...section, apps: [appOf(client, rotation), appOf(other, rotation), keyApp] } },
    withoutClients: { 'oidc-d': section },
    client,
    other,
    people: [
      { handle: 'ann@example.com', name: 'Ann Example' },
      { handle: 'bob@example.org', name: 'Bob Builder' },
    ],
    paths: {
      authorize: `${base}/authorize`,
      token: `${base}/token`,
      userinfo: `${base}/userinfo`,
      discovery: organization
        ? '/.well-known/openid-configuration'
        : `/oauth2${server}/.well-known/openid-configuration`,
      keys: `${base}/keys`,
      revoke: `${base}/revoke`,
      introspect: `${base}/introspect`,
      endSession: `${base}/logout`,
      device: { code: `${base}/device/authorize`, page: '/activate' },
    },
    scope: 'openid email profile offline_access',
    badScope: 'nonsense',
    strangeRedirects: ['http://localhost:3000/cb/', 'http://localhost:3000/cb?x=1', 'http://127.0.0.1:3000/cb'],
    responseTypeRequired: true,
    codeLifetime: 5 * MINUTE,
    redirectUriAtAuthorization: 'required',
    redirectUriAtToken: 'required',
    codeReuseEndsTokens: true,
    challengeMethods: ['S256'],
    authenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    responseModes: ['query', 'fragment', 'form_post', 'okta_post_message'],
    hybrid: true,
    pushed: true,
    prompts: ['none', 'login', 'consent'],
    consentImplied: true,
    openId: {
      alg: 'RS256',
      issuer: ({ url }) => (organization ? url : `${url}/oauth2${server}`),
      claims: { email: ['email'], profile: ['name', 'preferred_username'] },
      least: 'openid',
      authTime: true,
    },
    refresh: {
      parameters: {},
      rotates: rotation === 'ROTATE',
      reuseEndsFamily: rotation === 'ROTATE',
      lifetime: organization ? 100 * DAY : 7 * DAY,
      narrower: 'openid email',
      broader: 'phone',
    },
    revocation: { authenticates: true, unknown: 'ok' },
    device: { uriMember: 'verification_uri_complete', lifetime: 10 * MINUTE },
    // The organization's server has these for clients with a key only.
    ...(organization ? {} : { clientCredentials: { scope: 'read:items', badScope: 'openid' } }),
    keyClient: {
      id: 'key-app',
      redirectUri: 'http://localhost:3002/cb',
      sign: async (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
          .sign(await importJWK(p256.jwk, 'ES256')),
    },
    accessTokenLifetime: 60 * MINUTE,
    errorName: (code, about) => (about === 'response_mode' ? 'unsupported_response_mode' : code),
  }
}

oauthContract(sampleAt('/default', 'ROTATE'))
oauthContract(sampleAt('', 'STATIC'))
