import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { APP, oidcATest, startOidcA } from '#oidc-a/oidc-a.fixture.ts'

const it = oidcATest()

type Fixtures = FixturesOf<typeof it>

function vendor({ oidcA }: Pick<Fixtures, 'oidcA'>, url = oidcA.url): OAuth2Client {
  return new OAuth2Client({
    clientId: APP.id,
    clientSecret: APP.secret,
    redirectUri: APP.callback,
    issuers: [url],
    endpoints: {
      oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${url}/oauth2/token`,
      oauth2RevokeUrl: `${url}/oauth2/revoke`,
      tokenInfoUrl: `${url}/tokeninfo`,
      oauth2FederatedSignonPemCertsUrl: `${url}/oauth2/v1/certs`,
      oauth2FederatedSignonJwkCertsUrl: `${url}/oauth2/v3/certs`,
    },
  })
}

async function signIn(
  { oidcA }: Pick<Fixtures, 'oidcA'>,
  client: OAuth2Client,
  options: object = {},
  email = 'ada@example.com',
) {
  const url = client.generateAuthUrl({ scope: ['openid', 'email', 'profile'], ...options })
  const { code } = oidcA.authorize({ url, email })
  return (await client.getToken(code)).tokens
}

describe('google-auth-library', () => {
  it('signs a person in, and verifies the ID token with the PEM certificates', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const tokens = await signIn({ oidcA }, client)
    expect(tokens.access_token).toMatch(/^ya29\./)
    expect(tokens.token_type).toBe('Bearer')
    const ticket = await client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: APP.id })
    expect(ticket.getPayload()).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace', iss: oidcA.url })
    expect(ticket.getUserId()).toMatch(/^\d{21}$/)
  })

  it('refuses an ID token for another audience, and a changed one', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const { idToken } = oidcA.signIn({ email: 'ada@example.com' })
    await expect(client.verifyIdToken({ idToken: idToken ?? '', audience: 'someone' })).rejects.toThrow(
      'Wrong recipient',
    )
    const [header, , signature] = (idToken ?? '').split('.')
    const forged = `${header}.${Buffer.from('{"sub":"1"}').toString('base64url')}.${signature}`
    await expect(client.verifyIdToken({ idToken: forged, audience: APP.id })).rejects.toThrow('Invalid token signature')
  })

  it('cannot verify an ID token that is signed with the internal secret', async ({ oidcA }) => {
    await using hs256 = await startOidcA('HS256')
    const { idToken } = hs256.signIn({ email: 'ada@example.com' })
    await expect(
      vendor({ oidcA }, hs256.url).verifyIdToken({ idToken: idToken ?? '', audience: APP.id }),
    ).rejects.toThrow('No pem found for envelope')
  })

  it('gets the token info of an access token', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const tokens = await signIn({ oidcA }, client, { access_type: 'offline' })
    const info = await client.getTokenInfo(tokens.access_token ?? '')
    expect(info).toMatchObject({
      aud: APP.id,
      azp: APP.id,
      email: 'ada@example.com',
      access_type: 'offline',
      scopes: expect.arrayContaining(['openid', 'https://www.googleapis.com/auth/userinfo.email']),
    })
    await expect(client.getTokenInfo('nonsense')).rejects.toThrow('invalid_token')
  })

  it('gets a refresh token on the first approval, and again with prompt=consent', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const offline = { access_type: 'offline' }
    expect((await signIn({ oidcA }, client)).refresh_token).toBeUndefined()
    expect((await signIn({ oidcA }, client, offline)).refresh_token).toMatch(/^1\/\//)
    expect((await signIn({ oidcA }, client, offline)).refresh_token).toBeUndefined()
    expect((await signIn({ oidcA }, client, { ...offline, prompt: 'consent' })).refresh_token).toMatch(/^1\/\//)
    expect((await signIn({ oidcA }, client, offline, 'grace@example.org')).refresh_token).toMatch(/^1\/\//)
  })

  it('refreshes by itself when a token has expired', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const tokens = await signIn({ oidcA }, client, { access_type: 'offline' })
    client.setCredentials({ ...tokens, expiry_date: 1 })
    const { data } = await client.request<{ email: string }>({ url: `${oidcA.url}/oauth2/v2/userinfo` })
    expect(data.email).toBe('ada@example.com')
    expect(client.credentials.access_token).not.toBe(tokens.access_token)
    expect(client.credentials.refresh_token).toBe(tokens.refresh_token)
  })

  it('revokes a token, and with it the whole grant', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const tokens = await signIn({ oidcA }, client, { access_type: 'offline' })
    expect((await client.revokeToken(tokens.access_token ?? '')).status).toBe(200)
    await expect(client.getTokenInfo(tokens.access_token ?? '')).rejects.toThrow('invalid_token')
    client.setCredentials({ refresh_token: tokens.refresh_token ?? '' })
    await expect(client.getAccessToken()).rejects.toThrow('invalid_grant')
    await expect(client.revokeToken('nonsense')).rejects.toMatchObject({ status: 400 })
  })

  it('proves its request with PKCE', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync()
    const url = client.generateAuthUrl({
      scope: 'openid',
      code_challenge: codeChallenge,
      code_challenge_method: CodeChallengeMethod.S256,
    })
    const { code } = oidcA.authorize({ url, email: 'ada@example.com' })
    await expect(client.getToken(code)).rejects.toThrow('invalid_grant')
    expect((await client.getToken({ code, codeVerifier })).tokens.id_token).toBeDefined()
  })

  it('adds scopes with include_granted_scopes', async ({ oidcA }) => {
    const client = vendor({ oidcA })
    const drive = 'https://www.googleapis.com/auth/drive.file'
    await signIn({ oidcA }, client, { scope: ['openid', 'email'] })
    expect((await signIn({ oidcA }, client, { scope: [drive] })).scope).toBe(drive)
    const { scope } = await signIn({ oidcA }, client, { scope: [drive], include_granted_scopes: true })
    expect(scope?.split(' ').toSorted()).toEqual(
      [drive, 'https://www.googleapis.com/auth/userinfo.email', 'openid'].toSorted(),
    )
  })
})
