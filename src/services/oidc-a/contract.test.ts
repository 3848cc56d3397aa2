import { oauthContract, type OAuthSample } from '#testkit/oauth-contract.ts'
import { serviceContract } from '#testkit/service-contract.ts'
import { oidcA } from './index.ts'
import { EMAIL_SCOPE } from './oauth/scopes.ts'

serviceContract(oidcA, {
  headers: { authorization: 'Bearer dev_token' },
  change: { method: 'POST', path: '/oauth2/revoke', body: { token: 'dev_token' } },
  reads: ['/oauth2/v2/userinfo', '/tokeninfo?access_token=dev_token'],
  errorMembers: [['error'], ['error_description']],
  async pages({ send }) {
    const client_id = 'web-app.apps.googleusercontent.com'
    const device = new URLSearchParams({ client_id, scope: 'openid' })
    const { user_code } = await send('POST', '/device/code', device)
    const query = new URLSearchParams({
      client_id,
      redirect_uri: 'http://localhost:3000/api/auth/callback/google',
      response_type: 'code',
      scope: 'openid email',
      prompt: 'consent',
      state: 's',
    })
    return [`/o/oauth2/v2/auth?${query}`, `/device?user_code=${String(user_code)}`]
  },
})

const HOUR = 3_600_000
const users = [
  {
    email: 'ann@example.com',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    picture: 'https://example.com/a.png',
  },
  {
    email: 'bob@example.org',
    name: 'Bob',
    given_name: 'Bob',
    family_name: 'Builder',
    picture: 'https://example.org/b.png',
  },
]
const client = { id: 'web-app.apps.example', secret: 'GOCSPX-a+b/c %', redirectUri: 'http://localhost:3000/cb' }
const other = { id: 'other-app.apps.example', secret: 'GOCSPX-other', redirectUri: 'http://localhost:3001/cb' }

function sampleWith(alg: 'HS256' | 'RS256'): OAuthSample {
  const section = { users, id_token_signing_alg: alg }
  const oauth_clients = [client, other].map(({ id, secret, redirectUri }) => ({
    client_id: id,
    client_secret: secret,
    name: id,
    redirect_uris: [redirectUri],
  }))
  return {
    service: oidcA,
    seed: { 'oidc-a': { ...section, oauth_clients } },
    withoutClients: { 'oidc-a': section },
    client,
    other,
    people: [
      { handle: 'ann@example.com', name: 'Ann Example' },
      { handle: 'bob@example.org', name: 'Bob' },
    ],
    paths: {
      authorize: '/o/oauth2/v2/auth',
      token: '/oauth2/token',
      userinfo: '/oauth2/v2/userinfo',
      discovery: '/.well-known/openid-configuration',
      keys: '/oauth2/v3/certs',
      revoke: '/oauth2/revoke',
      device: { code: '/device/code', page: '/device' },
    },
    scope: 'openid email profile',
    badScope: 'nonsense',
    strangeRedirects: ['http://localhost:3000/cb/', 'http://localhost:3000/cb?x=1', 'http://127.0.0.1:3000/cb'],
    responseTypeRequired: true,
    codeLifetime: 600_000,
    redirectUriAtAuthorization: 'required',
    redirectUriAtToken: 'required',
    codeReuseEndsTokens: true,
    challengeMethods: ['plain', 'S256'],
    authenticationMethods: ['client_secret_basic', 'client_secret_post'],
    responseModes: ['query', 'fragment', 'form_post'],
    prompts: ['none', 'consent', 'select_account', 'login'],
    openId: {
      alg,
      issuer: ({ url }) => url,
      claims: {
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'picture'],
      },
      least: 'openid',
      authTime: true,
    },
    refresh: {
      parameters: { access_type: 'offline' },
      rotates: false,
      reuseEndsFamily: false,
      lifetime: 183 * 24 * HOUR,
      narrower: EMAIL_SCOPE,
      broader: 'https://www.googleapis.com/auth/drive',
    },
    revocation: { authenticates: false, unknown: 'invalid_token' },
    device: { uriMember: 'verification_url', lifetime: 1_800_000 },
    accessTokenLifetime: HOUR,
    takesJson: true,
    errorName: (code, about) => {
      if (about === 'redirect_uri') return 'redirect_uri_mismatch'
      if (about === 'secret') return 'invalid_request'
      return code === 'expired_token' ? 'expired_token' : code
    },
    errorStatus(code, about) {
      if (about === 'secret') return 400
      const statuses: Partial<Record<typeof code, number>> = {
        invalid_client: 401,
        authorization_pending: 428,
        slow_down: 403,
        access_denied: 403,
      }
      return statuses[code] ?? 400
    },
  }
}

oauthContract(sampleWith('RS256'))
oauthContract(sampleWith('HS256'))
