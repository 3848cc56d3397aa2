import { serviceContract } from '#testkit/service-contract.ts'
import { oauthContract, type OAuthSample } from '#testkit/oauth-contract.ts'
import { oidcB } from './index.ts'
import { APP, clientSecret, PUBLIC_KEY } from './oidc-b.fixture.ts'

const request = new URLSearchParams({
  client_id: APP.id,
  redirect_uri: APP.callback,
  response_type: 'code',
  response_mode: 'form_post',
  scope: 'name email',
})

serviceContract(oidcB, {
  headers: {},
  change: {
    method: 'POST',
    path: `/auth/authorize?${request.toString()}`,
    body: new URLSearchParams({ user: 'ada@example.com' }),
  },
  reads: ['/.well-known/openid-configuration', '/auth/keys', `/auth/authorize?${request.toString()}`],
  errorMembers: [['error'], ['error_description']],
  pages: async () => [`/auth/authorize?${request.toString()}`],
})

// The time at which the contract's clock begins.
const START = Date.UTC(2026, 0, 1) / 1000
const secretOf = (id: string) => clientSecret({ sub: id, now: START, exp: START + 15_000_000 })
const secrets = new Map(
  await Promise.all(
    [APP.id, 'com.example.other', 'anyone', 'someone'].map(async (id) => [id, await secretOf(id)] as const),
  ),
)
const secretFor = (id: string): string => secrets.get(id) ?? ''

const users = [
  { email: 'ann@example.com', name: 'Ann Example' },
  { email: 'bob@example.org', name: 'Bob Builder', private_email: true },
]
const client = { id: APP.id, secret: secretFor(APP.id), redirectUri: 'http://localhost:3000/cb' }
const other = {
  id: 'com.example.other',
  secret: secretFor('com.example.other'),
  redirectUri: 'http://localhost:3001/cb',
}

/** Adds response_mode=form_post to requests for the name or the address, and leaves all others as they are. */
function sampleWith(scope: string, mode: 'posted' | 'as requested'): OAuthSample {
  return {
    service: oidcB,
    seed: {
      'oidc-b': {
        users,
        oauth_clients: [client, other].map(({ id, redirectUri }) => ({
          client_id: id,
          team_id: APP.team,
          key_id: APP.key,
          public_key: PUBLIC_KEY,
          redirect_uris: [redirectUri],
        })),
      },
    },
    withoutClients: { 'oidc-b': { users } },
    client,
    other,
    secretFor,
    people: [
      { handle: 'ann@example.com', name: 'Ann Example' },
      { handle: 'bob@example.org', name: 'Bob Builder' },
    ],
    paths: {
      authorize: '/auth/authorize',
      token: '/auth/token',
      discovery: '/.well-known/openid-configuration',
      keys: '/auth/keys',
      revoke: '/auth/revoke',
    },
    scope,
    badScope: 'profile',
    ...(mode === 'posted' ? { always: { response_mode: 'form_post' } } : {}),
    strangeRedirects: ['http://localhost:3000/cb/', 'http://localhost:3000/cb?x=1', 'http://127.0.0.1:3000/cb'],
    responseTypeRequired: true,
    codeLifetime: 300_000,
    redirectUriAtAuthorization: 'required',
    redirectUriAtToken: 'required',
    codeReuseEndsTokens: false,
    challengeMethods: ['S256'],
    authenticationMethods: ['client_secret_post'],
    responseModes: mode === 'posted' ? ['form_post'] : ['query', 'fragment', 'form_post'],
    hybrid: mode === 'as requested',
    openId: {
      alg: 'RS256',
      issuer: ({ url }) => url,
      claims: mode === 'posted' ? { email: ['email', 'email_verified'] } : {},
      least: 'openid',
      authTime: true,
    },
    refresh: { parameters: {}, rotates: false, reuseEndsFamily: false, lifetime: null, broader: 'calendar' },
    revocation: { authenticates: true, unknown: 'ok' },
    accessTokenLifetime: 3_600_000,
    errorName: (code) => (code === 'access_denied' ? 'user_cancelled_authorize' : code),
    errorStatus: () => 400,
  }
}

oauthContract(sampleWith('openid', 'as requested'))
oauthContract(sampleWith('name email', 'posted'))
