import type { OAuthErrorCode } from '#oauth/failure.ts'
import { oauthContract } from '#testkit/oauth-contract.ts'
import { chat } from '#chat/index.ts'

// Sign in with Slack. Its errors have status 200 and words of their own. The installation of apps, whose bot has one
// token whoever installs it, is tested in oauth.test.ts.

const users = [
  { name: 'alice', real_name: 'Alice Ito' },
  { name: 'bob', real_name: 'Bob Stone' },
]
const client = { id: '1.2', secret: 'a+b/c %', redirectUri: 'http://localhost:3000/callback' }
const other = { id: '1.3', secret: 'other', redirectUri: 'http://localhost:4000/other' }
const oauth_apps = [client, other].map(({ id, secret, redirectUri }) => ({
  client_id: id,
  client_secret: secret,
  name: id,
  redirect_uris: [redirectUri],
}))

oauthContract({
  service: chat,
  seed: { chat: { users, oauth_apps } },
  withoutClients: { chat: { users } },
  client,
  other,
  people: [
    { handle: 'alice', name: 'Alice Ito' },
    { handle: 'bob', name: 'Bob Stone' },
  ],
  paths: {
    authorize: '/openid/connect/authorize',
    token: '/api/openid.connect.token',
    discovery: '/.well-known/openid-configuration',
    keys: '/openid/connect/keys',
  },
  scope: 'openid email profile',
  badScope: 'world:domination',
  strangeRedirects: ['http://localhost:3000/', 'http://localhost:3000/callbacks', 'https://localhost:3000/callback'],
  responseTypeRequired: true,
  codeLifetime: 600_000,
  redirectUriAtAuthorization: 'optional',
  redirectUriAtToken: 'optional',
  codeReuseEndsTokens: false,
  challengeMethods: ['S256'],
  authenticationMethods: ['client_secret_basic', 'client_secret_post'],
  takesJson: true,
  openId: {
    alg: 'RS256',
    issuer: ({ url }) => url,
    claims: {
      email: ['email', 'email_verified', 'date_email_verified'],
      profile: ['name', 'picture', 'given_name', 'family_name', 'locale'],
    },
    least: 'openid',
    authTime: false,
  },
  errorStatus: () => 200,
  errorName,
  usedCode: 'code_already_used',
})

function errorName(code: OAuthErrorCode, about: string): string {
  if (about === 'unknown client') return 'invalid_client_id'
  if (about === 'client' || about === 'secret') return 'bad_client_secret'
  if (about === 'code') return 'invalid_code'
  if (about === 'verifier') return 'invalid_code_verifier'
  if (about === 'redirect_uri') return 'bad_redirect_uri'
  return code === 'unsupported_grant_type' ? 'invalid_grant_type' : code
}
