import OktaJwtVerifier from '@okta/jwt-verifier'
import { OktaAuth } from '@okta/okta-auth-js'
import { Client } from '@okta/okta-sdk-nodejs'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { SPA, signInTest, WEB, WORKER } from '#oidc-d/sign-in.fixture.ts'

const it = signInTest()

type Fixtures = FixturesOf<typeof it>
const issuer = ({ oidcD }: Pick<Fixtures, 'oidcD'>) => `${oidcD.url}/oauth2/default`

describe('@okta/jwt-verifier', () => {
  const verifier = ({ oidcD }: Pick<Fixtures, 'oidcD'>, more: OktaJwtVerifier.VerifierOptions | object = {}) => {
    // It warns of its own option.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const made = new OktaJwtVerifier({
      issuer: issuer({ oidcD }),
      clientId: WEB.id,
      testing: { disableHttpsCheck: true },
      ...more,
    })
    warn.mockRestore()
    return made
  }

  it('accepts access tokens of a custom server, for their audience', async ({ oidcD }) => {
    const { accessToken } = oidcD.signIn({ login: 'ada@example.com', scopes: ['openid', 'read:items'] })
    const { claims, header } = await verifier({ oidcD }).verifyAccessToken(accessToken, 'api://default')
    expect(header.alg).toBe('RS256')
    expect(claims).toMatchObject({
      ver: 1,
      jti: expect.stringMatching(/^AT\.[\w-]{43}$/),
      iss: issuer({ oidcD }),
      aud: 'api://default',
      sub: 'ada@example.com',
      cid: WEB.id,
      uid: expect.stringMatching(/^00u/),
      scp: ['openid', 'read:items'],
      department: 'Mathematics',
      shout: 'ADA!',
      engineer: 'yes',
    })
    expect(claims).not.toHaveProperty('groups')
  })

  it('refuses tokens without the expected claims and scopes', async ({ oidcD }) => {
    const { accessToken } = oidcD.signIn({ login: 'ada@example.com', scopes: ['openid', 'groups'] })
    const asserts = verifier(
      { oidcD },
      {
        assertClaims: { 'scp.includes': ['groups'], 'groups.includes': ['Engineering', 'Eng Leads'] },
      },
    )
    const { claims } = await asserts.verifyAccessToken(accessToken, 'api://default')
    expect(claims['groups']).toEqual(['Engineering', 'Eng Leads'])
    await expect(
      verifier({ oidcD }, { assertClaims: { 'scp.includes': 'read:items' } }).verifyAccessToken(
        accessToken,
        'api://default',
      ),
    ).rejects.toThrow('does not include expected value')
  })

  it('refuses expired tokens, and tokens of another audience or server', async ({ oidcD }) => {
    const { accessToken } = oidcD.signIn({ login: 'ada@example.com' })
    await expect(verifier({ oidcD }).verifyAccessToken(accessToken, 'api://other')).rejects.toThrow(
      'does not match expected',
    )
    const elsewhere = oidcD.signIn({ login: 'ada@example.com', server: 'orders', scopes: ['read:orders'] })
    await expect(
      verifier({ oidcD }).verifyAccessToken(elsewhere.accessToken, 'https://orders.example'),
    ).rejects.toThrow('issuer')
    const orders = verifier({ oidcD }, { issuer: `${oidcD.url}/oauth2/orders` })
    expect((await orders.verifyAccessToken(elsewhere.accessToken, 'https://orders.example')).claims.scp).toEqual([
      'read:orders',
    ])
    oidcD.clock.set(Date.now() - 2 * 3_600_000)
    const old = oidcD.signIn({ login: 'ada@example.com' })
    await expect(verifier({ oidcD }).verifyAccessToken(old.accessToken, 'api://default')).rejects.toThrow('expired')
  })

  it('accepts ID tokens, with their nonce', async ({ oidcD }) => {
    const { idToken } = oidcD.signIn({ login: 'ada@example.com', nonce: 'n-1' })
    const { claims } = await verifier({ oidcD }).verifyIdToken(idToken ?? '', WEB.id, 'n-1')
    expect(claims).toMatchObject({
      sub: expect.stringMatching(/^00u/),
      ver: 1,
      jti: expect.stringMatching(/^ID\./),
      amr: ['pwd'],
      idp: expect.stringMatching(/^00o/),
      preferred_username: 'ada@example.com',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
    // An ID token issued with an access token lacks the claims that the userinfo endpoint returns.
    expect(claims).not.toHaveProperty('given_name')
    expect(claims).not.toHaveProperty('nick')
    await expect(verifier({ oidcD }).verifyIdToken(idToken ?? '', WEB.id, 'n-2')).rejects.toThrow('nonce')
  })
})

describe('@okta/okta-auth-js', () => {
  const client = ({ oidcD }: Pick<Fixtures, 'oidcD'>) =>
    new OktaAuth({
      issuer: issuer({ oidcD }),
      clientId: SPA.id,
      redirectUri: SPA.callback,
      scopes: ['openid', 'email', 'profile', 'offline_access'],
    })
  const authorizeUrl = ({ oidcD }: Pick<Fixtures, 'oidcD'>, params: Record<string, string>) =>
    `${issuer({ oidcD })}/v1/authorize?${new URLSearchParams(params).toString()}`

  /** Signs in with a name and a password, as an application with a form of its own does. */
  async function tokens(
    { oidcD }: Pick<Fixtures, 'oidcD'>,
    auth: OktaAuth,
    username = 'ada@example.com',
    password = 'Analytical1843',
  ) {
    const { sessionToken, status } = await auth.signInWithCredentials({ username, password })
    expect(status).toBe('SUCCESS')
    const params = await auth.token.prepareTokenParams()
    const url = authorizeUrl(
      { oidcD },
      {
        client_id: SPA.id,
        redirect_uri: SPA.callback,
        response_type: 'code',
        scope: (params.scopes ?? []).join(' '),
        state: String(params.state),
        nonce: String(params.nonce),
        code_challenge: String(params.codeChallenge),
        code_challenge_method: String(params.codeChallengeMethod),
        sessionToken: String(sessionToken),
      },
    )
    const response = await fetch(url, { redirect: 'manual' })
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.searchParams.get('state')).toBe(params.state)
    const code = location.searchParams.get('code') ?? ''
    const { tokens: got } = await auth.token.exchangeCodeForTokens({ ...params, authorizationCode: code })
    return { got, url }
  }

  it('signs in with a session token and verifies the tokens', async ({ oidcD }) => {
    const auth = client({ oidcD })
    const { got } = await tokens({ oidcD }, auth)
    expect(got.idToken?.claims).toMatchObject({ iss: issuer({ oidcD }), aud: SPA.id, email: 'ada@example.com' })
    const user = await auth.token.getUserInfo(got.accessToken, got.idToken)
    expect(user).toMatchObject({ given_name: 'Ada', family_name: 'Lovelace', nick: 'Countess' })
  })

  it('renews tokens with a rotated refresh token, and revokes them', async ({ oidcD }) => {
    const auth = client({ oidcD })
    const { got } = await tokens({ oidcD }, auth)
    if (got.refreshToken === undefined) throw new Error('offline_access was asked for')
    const scopes = ['openid', 'email', 'offline_access']
    const renewed = await auth.token.renewTokensWithRefresh({ scopes }, got.refreshToken)
    expect(renewed).toMatchObject({
      refreshToken: { refreshToken: expect.any(String) },
      accessToken: { accessToken: expect.any(String) },
    })
    expect(renewed.refreshToken?.refreshToken).not.toBe(got.refreshToken?.refreshToken)
    expect(renewed.accessToken?.accessToken).not.toBe(got.accessToken?.accessToken)
    await auth.revokeAccessToken(renewed.accessToken)
    const userinfo = await fetch(`${issuer({ oidcD })}/v1/userinfo`, {
      headers: { authorization: `Bearer ${renewed.accessToken?.accessToken}` },
    })
    expect(userinfo.status).toBe(401)
    expect(userinfo.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('gets login_required for a used session token', async ({ oidcD }) => {
    const { url } = await tokens({ oidcD }, client({ oidcD }))
    const response = await fetch(`${url}&prompt=none`, { redirect: 'manual' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required')
  })

  it('is refused with a wrong password, and for a suspended user', async ({ oidcD }) => {
    await expect(
      client({ oidcD }).signInWithCredentials({ username: 'ada@example.com', password: 'wrong' }),
    ).rejects.toMatchObject({ errorCode: 'E0000004' })
    await expect(
      client({ oidcD }).signInWithCredentials({ username: 'eve@example.com', password: 'x' }),
    ).rejects.toMatchObject({
      errorCode: 'E0000004',
    })
  })
})

describe('@okta/okta-sdk-nodejs with a private key', () => {
  const client = (
    { oidcD }: Pick<Fixtures, 'oidcD'>,
    scopes: string[],
    key = WORKER.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
  ) =>
    new Client({
      orgUrl: oidcD.url,
      authorizationMode: 'PrivateKey',
      clientId: WORKER.id,
      scopes,
      privateKey: key,
      keyId: 'worker-1',
      cacheMiddleware: null,
    })

  it('calls the operations of its scopes', async ({ oidcD }) => {
    const logins: unknown[] = []
    for await (const user of await client({ oidcD }, ['okta.users.read']).userApi.listUsers())
      logins.push(user?.profile?.login)
    expect(logins).toEqual(['ada@example.com', 'grace@example.org', 'eve@example.com'])
  })

  it('is refused for other operations', async ({ oidcD }) => {
    const body = { profile: { firstName: 'A', lastName: 'B', login: 'ab@example.com', email: 'ab@example.com' } }
    await expect(client({ oidcD }, ['okta.users.read']).userApi.createUser({ body })).rejects.toMatchObject({
      status: 403,
      errorCode: 'E0000006',
    })
    expect(await client({ oidcD }, ['okta.users.manage']).userApi.createUser({ body })).toMatchObject({
      status: 'PROVISIONED',
    })
  })

  it('gets no token with another key', async ({ oidcD }) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
    await expect(
      client({ oidcD }, ['okta.users.read'], key).userApi.getUser({ userId: 'ada@example.com' }),
    ).rejects.toThrow()
    const body = oidcD.requests.find(({ path }) => path === '/oauth2/v1/token')?.response.body
    expect(body).toContain('client_assertion is signed with none of the 1 keys of worker-app')
  })
})
