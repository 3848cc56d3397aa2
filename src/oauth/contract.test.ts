import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { oauthContract } from '#testkit/oauth-contract.ts'
import { identity } from '#testkit/identity.ts'

// The engine with all its features, so that those which no provider uses are tested too.

const users = [
  { id: 'ann', name: 'Ann' },
  { id: 'bob', name: 'Bob' },
]
const client = { id: 'web-app', secret: 'a+b/c %:x', redirectUri: 'http://localhost:3000/cb?tenant=a%20b' }
const other = { id: 'other-app', secret: 'other', redirectUri: 'http://localhost:3001/cb' }
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyClient = {
  id: 'key-app',
  redirectUri: 'http://localhost:3002/cb',
  sign: (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'mine' }).sign(pair.privateKey),
}
const clients = [
  {
    ...client,
    redirect_uris: [client.redirectUri],
    post_logout_redirect_uris: ['http://localhost:3000/signed-out'],
  },
  { ...other, redirect_uris: [other.redirectUri] },
  { id: keyClient.id, keys: [pair.publicKey.export({ format: 'jwk' })], redirect_uris: [keyClient.redirectUri] },
].map(({ redirectUri: _uri, ...rest }: Record<string, unknown>) => rest)

oauthContract({
  service: identity,
  seed: { identity: { users, clients } },
  withoutClients: { identity: { users } },
  client,
  other,
  keyClient,
  people: [
    { handle: 'ann', name: 'Ann' },
    { handle: 'bob', name: 'Bob' },
  ],
  paths: {
    authorize: '/main/authorize',
    token: '/main/token',
    userinfo: '/main/userinfo',
    discovery: '/main/.well-known/openid-configuration',
    keys: '/main/keys',
    revoke: '/main/revoke',
    introspect: '/main/introspect',
    endSession: '/main/logout',
    device: { code: '/main/device/code', page: '/main/device' },
  },
  scope: 'openid email read',
  badScope: 'nonsense',
  strangeRedirects: [
    'http://localhost:3000/cb',
    'http://localhost:3000/cb?tenant=a%20b&x=1',
    'http://localhost:3000/cb?tenant=a+b',
  ],
  responseTypeRequired: true,
  codeLifetime: 300_000,
  redirectUriAtAuthorization: 'optional',
  redirectUriAtToken: 'required',
  codeReuseEndsTokens: true,
  challengeMethods: ['S256'],
  authenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  responseModes: ['query', 'fragment', 'form_post'],
  hybrid: true,
  pushed: true,
  prompts: ['none', 'login', 'consent', 'select_account'],
  openId: {
    alg: 'RS256',
    issuer: ({ url }) => `${url}/main`,
    claims: { email: ['email', 'email_verified'] },
    least: 'openid',
    authTime: true,
  },
  refresh: {
    parameters: { scope: 'openid offline_access read write' },
    rotates: true,
    reuseEndsFamily: true,
    lifetime: 30 * 24 * 3_600_000,
    narrower: 'openid read',
    broader: 'email',
  },
  revocation: { authenticates: true, unknown: 'ok' },
  device: { uriMember: 'verification_uri', lifetime: 900_000 },
  clientCredentials: { scope: 'read', badScope: 'openid' },
  accessTokenLifetime: 3_600_000,
})
