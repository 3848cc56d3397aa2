import type { OAuthErrorCode } from '#oauth/failure.ts'
import { oauthContract } from '#testkit/oauth-contract.ts'
import { codehost } from '#codehost/index.ts'

// GitHub's OAuth apps differ from the contract: no OpenID Connect, errors with status 200, their own rule for
// redirect_uri.

const users = [
  { login: 'octocat', name: 'The Octocat' },
  { login: 'hubber', name: 'Hubber' },
]
const tokens = { unused: { login: 'octocat', scopes: [] } }
const client = { id: 'web-app', secret: 'a+b/c %', redirectUri: 'http://localhost:3000/callback' }
const other = { id: 'other-app', secret: 'other', redirectUri: 'http://localhost:4000/other' }
const oauth_apps = [client, other].map(({ id, secret, redirectUri }) => ({
  client_id: id,
  client_secret: secret,
  name: id,
  redirect_uris: [redirectUri],
}))

const DEVICE_ERRORS: readonly OAuthErrorCode[] = [
  'authorization_pending',
  'slow_down',
  'expired_token',
  'access_denied',
]

oauthContract({
  service: codehost,
  seed: { tokens, codehost: { users, oauth_apps } },
  withoutClients: { tokens, codehost: { users } },
  client,
  other,
  people: [
    { handle: 'octocat', name: 'The Octocat' },
    { handle: 'hubber', name: 'Hubber' },
  ],
  paths: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    device: { code: '/login/device/code', page: '/login/device' },
  },
  tokenHeaders: { accept: 'application/json' },
  scope: 'repo read:user',
  badScope: 'models:read',
  strangeRedirects: ['http://localhost:3000/', 'http://localhost:3000/callbacks', 'https://localhost:3000/callback'],
  responseTypeRequired: false,
  hint: 'login',
  codeLifetime: 600_000,
  redirectUriAtAuthorization: 'optional',
  redirectUriAtToken: 'optional',
  codeReuseEndsTokens: false,
  challengeMethods: ['S256'],
  authenticationMethods: ['client_secret_basic', 'client_secret_post'],
  device: { uriMember: 'verification_uri', lifetime: 900_000, authenticates: false },
  takesJson: true,
  errorStatus: () => 200,
  errorName(code, about) {
    if (about === 'client' || about === 'unknown client' || about === 'secret') return 'incorrect_client_credentials'
    if (about === 'code' || about === 'verifier') return 'bad_verification_code'
    if (about === 'redirect_uri') return 'redirect_uri_mismatch'
    return about === 'device_code' && !DEVICE_ERRORS.includes(code) ? 'incorrect_device_code' : code
  },
})
