import { oauthContract } from '#testkit/oauth-contract.ts'
import { authSaas } from '#auth-saas/index.ts'

const DAY = 86_400_000

const users = [
  { username: 'ada', email_addresses: ['ada@example.com'], first_name: 'Ada', last_name: 'Lovelace' },
  { username: 'grace', email_addresses: ['grace@example.com'], first_name: 'Grace', last_name: 'Hopper' },
]
const client = { id: 'web-app', secret: 'a-secret+b/c %', redirectUri: 'http://localhost:3000/cb' }
const other = { id: 'other-app', secret: 'other-app-secret', redirectUri: 'http://localhost:3001/cb' }
const scopes = 'openid profile email offline_access'
const oauth_applications = [client, other].map(({ id, secret, redirectUri }) => ({
  name: id,
  client_id: id,
  client_secret: secret,
  redirect_uris: [redirectUri],
  scopes,
}))

oauthContract({
  service: authSaas,
  seed: { 'auth-saas': { users, oauth_applications } },
  withoutClients: { 'auth-saas': { users } },
  client,
  other,
  people: [
    { handle: 'ada@example.com', name: 'Ada Lovelace' },
    { handle: 'grace@example.com', name: 'Grace Hopper' },
  ],
  paths: {
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    userinfo: '/oauth/userinfo',
    discovery: '/.well-known/openid-configuration',
    keys: '/.well-known/jwks.json',
    revoke: '/oauth/token/revoke',
    introspect: '/oauth/token_info',
  },
  scope: scopes,
  badScope: 'nonsense',
  strangeRedirects: ['http://localhost:3000/cb/', 'http://localhost:3000/cb?x=1', 'http://127.0.0.1:3000/cb'],
  responseTypeRequired: true,
  codeLifetime: 600_000,
  redirectUriAtAuthorization: 'required',
  redirectUriAtToken: 'required',
  codeReuseEndsTokens: true,
  challengeMethods: ['S256'],
  authenticationMethods: ['client_secret_basic', 'client_secret_post'],
  prompts: ['none', 'login', 'consent'],
  openId: {
    alg: 'RS256',
    issuer: ({ url }) => url,
    claims: { email: ['email'], profile: ['name', 'preferred_username'] },
    least: 'openid',
    authTime: true,
  },
  refresh: {
    parameters: {},
    rotates: true,
    reuseEndsFamily: true,
    lifetime: 3650 * DAY,
    narrower: 'openid email',
    broader: 'public_metadata',
  },
  revocation: { authenticates: true, unknown: 'ok' },
  accessTokenLifetime: DAY,
})
