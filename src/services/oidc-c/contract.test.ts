import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { oauthContract, type OAuthSample } from '#testkit/oauth-contract.ts'
import { serviceContract } from '#testkit/service-contract.ts'
import { oidcC } from './index.ts'

serviceContract(oidcC, {
  headers: { authorization: 'Bearer dev_token' },
  change: {
    method: 'POST',
    path: '/v1.0/users',
    body: {
      accountEnabled: true,
      displayName: 'Adele Vance',
      mailNickname: 'AdeleV',
      userPrincipalName: 'adele@contoso.com',
      passwordProfile: { password: 'xWwvJ]6NMw+bWH-d', forceChangePasswordNextSignIn: true },
    },
  },
  reads: [
    '/v1.0/users',
    '/v1.0/me',
    '/contoso.com/v2.0/.well-known/openid-configuration',
    '/common/discovery/v2.0/keys',
  ],
  perRequest: ['request-id', 'client-request-id'],
  errorMembers: [
    ['error', 'code'],
    ['error', 'message'],
  ],
  async pages({ send }) {
    const client_id = '11111111-2222-4333-8444-555555555555'
    const device = new URLSearchParams({ client_id, scope: 'openid' })
    const { user_code } = await send('POST', '/common/oauth2/v2.0/devicecode', device)
    const query = new URLSearchParams({
      client_id,
      redirect_uri: 'http://localhost:3000/api/auth/callback/microsoft-entra-id',
      response_type: 'code',
      scope: 'openid User.Read',
      prompt: 'consent',
    })
    return [
      `/common/oauth2/v2.0/authorize?${query}`,
      `/common/oauth2/v2.0/authorize?${query}&response_mode=form_post`,
      `/devicelogin?user_code=${String(user_code)}`,
      '/common/oauth2/v2.0/logout',
    ]
  },
})

const TENANT = '0d3f8c4e-51b7-4a6e-9a0c-6d1a2b3c4d5e'
const users = [
  { email: 'ann@contoso.com', name: 'Ann Example', given_name: 'Ann', family_name: 'Example' },
  { email: 'bob@contoso.com', name: 'Bob' },
]
const client = {
  id: '535fb089-9ff3-47b6-9bfb-4f1264799865',
  secret: 'a+b/c %:x~8Q',
  redirectUri: 'http://localhost:3000/cb?a=b%20c',
}
const other = {
  id: 'a0bc3f7e-4b8e-4a56-9d7b-2a1b3c4d5e6f',
  secret: 'other',
  redirectUri: 'http://localhost:3001/other',
}
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyClient = {
  id: '625391af-c675-43e5-8e44-edd3e30ceb15',
  redirectUri: 'http://localhost:3002/key',
  sign: (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'mine' }).sign(pair.privateKey),
}

function sampleAt(segment: string): OAuthSample {
  return {
    service: oidcC,
    seed: {
      'oidc-c': {
        tenant: TENANT,
        users,
        oauth_clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [client.redirectUri],
            post_logout_redirect_uris: ['http://localhost:3000/signed-out'],
          },
          { client_id: other.id, client_secret: other.secret, redirect_uris: [other.redirectUri] },
          {
            client_id: keyClient.id,
            public_key: pair.publicKey.export({ format: 'pem', type: 'spki' }),
            redirect_uris: [keyClient.redirectUri],
          },
        ],
      },
    },
    withoutClients: { 'oidc-c': { tenant: TENANT, users } },
    client,
    other,
    keyClient,
    people: [
      { handle: 'ann@contoso.com', name: 'Ann Example' },
      { handle: 'bob@contoso.com', name: 'Bob' },
    ],
    paths: {
      authorize: `/${segment}/oauth2/v2.0/authorize`,
      token: `/${segment}/oauth2/v2.0/token`,
      userinfo: '/oidc/userinfo',
      discovery: `/${TENANT}/v2.0/.well-known/openid-configuration`,
      keys: `/${segment}/discovery/v2.0/keys`,
      endSession: `/${segment}/oauth2/v2.0/logout`,
      device: { code: `/${segment}/oauth2/v2.0/devicecode`, page: '/devicelogin' },
    },
    scope: 'openid profile email User.Read',
    // An API without a permission.
    badScope: 'https://graph.microsoft.com',
    strangeRedirects: [
      'http://localhost:3000/cb',
      'http://localhost:3000/cb?a=b%20c&x=1',
      'http://localhost:3000/cb?a=b+c',
      'https://localhost:3000/cb?a=b%20c',
      'http://127.0.0.1:3000/cb?a=b%20c',
      'http://localhost:3000/CB?a=b%20c',
    ],
    responseTypeRequired: true,
    codeLifetime: 600_000,
    redirectUriAtAuthorization: 'optional',
    redirectUriAtToken: 'required',
    codeReuseEndsTokens: false,
    challengeMethods: ['plain', 'S256'],
    authenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    responseModes: ['query', 'fragment', 'form_post'],
    hybrid: true,
    prompts: ['none', 'login', 'consent', 'select_account', 'create'],
    openId: {
      alg: 'RS256',
      issuer: ({ url }) => `${url}/${TENANT}/v2.0`,
      claims: { email: ['email'], profile: ['name'] },
      least: 'openid',
      authTime: true,
    },
    refresh: {
      parameters: { scope: 'openid profile email offline_access User.Read' },
      rotates: true,
      replacedStaysGood: true,
      reuseEndsFamily: false,
      lifetime: 90 * 24 * 3_600_000,
      narrower: 'openid profile',
      broader: 'Mail.Read',
    },
    device: { uriMember: 'verification_uri', lifetime: 900_000 },
    ...(segment === 'common'
      ? {}
      : { clientCredentials: { scope: 'https://graph.microsoft.com/.default', badScope: 'User.Read' } }),
    accessTokenLifetime: 3_599_000,
    errorName(code, about) {
      if (about === 'redirect_uri') return 'invalid_client'
      if (about === 'unknown client') return 'unauthorized_client'
      if (about === 'refresh_token' && code === 'invalid_scope') return 'invalid_grant'
      if (about === 'device_code' && code === 'invalid_grant') return 'bad_verification_code'
      if (about === 'device_code' && code === 'access_denied') return 'authorization_declined'
      return code
    },
    errorStatus(code, about) {
      return about === 'redirect_uri' || (code === 'invalid_client' && about !== 'unknown client') ? 401 : 400
    },
  }
}

oauthContract(sampleAt(TENANT))
oauthContract(sampleAt('common'))
