import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { PARTNER, signInTest, WEB, WORKER } from '#oidc-d/sign-in.fixture.ts'

const it = signInTest()

type Fixtures = FixturesOf<typeof it>

// Nothing of the clients is relaxed but that http will do.

const SERVERS = [
  ['the organization', ''],
  ['the default server', '/oauth2/default'],
  ['a custom server', '/oauth2/orders'],
] as const

describe.each(SERVERS)('openid-client at %s', (_name, path) => {
  const scope = 'openid profile email offline_access'
  const discover = (
    { oidcD }: Pick<Fixtures, 'oidcD'>,
    id: string = WEB.id,
    secret: string | client.ClientAuth = WEB.secret,
  ) =>
    client.discovery(
      new URL(oidcD.url + path),
      id,
      undefined,
      typeof secret === 'string' ? client.ClientSecretBasic(secret) : secret,
      { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
    )

  /** The application's link, and what it holds the answer against. */
  async function begin(config: client.Configuration, more: Record<string, string> = {}) {
    const checks = {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      expectedState: client.randomState(),
      expectedNonce: client.randomNonce(),
    }
    const parameters = {
      redirect_uri: WEB.callback,
      scope,
      code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      ...more,
    }
    return { checks, parameters, url: client.buildAuthorizationUrl(config, parameters) }
  }
  async function signIn({ oidcD }: Pick<Fixtures, 'oidcD'>, config: client.Configuration) {
    const { checks, url } = await begin(config)
    const { location } = oidcD.authorize({ url: url.href, login: 'ada@example.com' })
    return client.authorizationCodeGrant(config, new URL(location), checks)
  }

  it('signs a user in and reads the user’s claims', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    const tokens = await signIn({ oidcD }, config)
    expect(tokens.claims()).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com', ver: 1 })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope })
    expect(await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')).toMatchObject({
      given_name: 'Ada',
      family_name: 'Lovelace',
      nickname: 'Countess',
      locale: 'en_US',
      zoneinfo: 'America/Los_Angeles',
      email_verified: true,
    })
  })

  it('refreshes, introspects and revokes tokens', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    const first = await signIn({ oidcD }, config)
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    // STATIC, as the app is registered.
    expect(second.refresh_token).toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    const issuer = config.serverMetadata().issuer
    expect(await client.tokenIntrospection(config, second.access_token)).toMatchObject({
      active: true,
      client_id: WEB.id,
      username: 'ada@example.com',
      token_type: 'Bearer',
      iss: issuer,
      uid: first.claims()?.sub,
    })
    expect(await client.tokenIntrospection(config, first.id_token ?? '')).toMatchObject({ active: true, aud: WEB.id })
    expect(await client.tokenIntrospection(config, first.refresh_token ?? '')).toMatchObject({ active: true })
    await client.tokenRevocation(config, second.refresh_token ?? '')
    expect(await client.tokenIntrospection(config, second.access_token)).toEqual({ active: false })
    await expect(client.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('signs in with a pushed authorization request', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    const { checks, parameters } = await begin(config)
    const url = await client.buildAuthorizationUrlWithPAR(config, parameters)
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    const { location } = oidcD.authorize({ url: url.href, login: 'grace@example.org' })
    const tokens = await client.authorizationCodeGrant(config, new URL(location), checks)
    expect(tokens.claims()?.['email']).toBe('grace@example.org')
  })

  it('is told the missing parameter of a pushed request', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    const { parameters } = await begin(config)
    const { state: _state, ...rest } = parameters
    await expect(client.buildAuthorizationUrlWithPAR(config, rest)).rejects.toMatchObject({
      error: 'invalid_request',
      error_description: 'state is missing',
    })
  })

  it('supports the hybrid and implicit flows', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    client.useCodeIdTokenResponseType(config)
    const { checks, url } = await begin(config)
    const { location } = oidcD.authorize({ url: url.href, login: 'ada@example.com' })
    const tokens = await client.authorizationCodeGrant(config, new URL(location), checks)
    expect(tokens.claims()?.['email']).toBe('ada@example.com')
    const implicit = await discover({ oidcD })
    client.useIdTokenResponseType(implicit)
    const begun = await begin(implicit)
    begun.url.searchParams.delete('code_challenge')
    begun.url.searchParams.delete('code_challenge_method')
    const answer = oidcD.authorize({ url: begun.url.href, login: 'ada@example.com' })
    // No access token comes with it, so all is told.
    expect(
      await client.implicitAuthentication(implicit, new URL(answer.location), begun.checks.expectedNonce, {
        expectedState: begun.checks.expectedState,
      }),
    ).toMatchObject({
      given_name: 'Ada',
      email_verified: true,
    })
  })

  it('connects a device', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid email' })
    expect(device).toMatchObject({ user_code: expect.stringMatching(/^[A-Z]{8}$/), expires_in: 600, interval: 5 })
    expect(device.verification_uri).toBe(`${oidcD.url}/activate`)
    const body = new URLSearchParams({ user_code: device.user_code, user: 'ada@example.com', decision: 'allow' })
    expect((await fetch(device.verification_uri, { method: 'POST', body })).status).toBe(200)
    const config2 = await discover({ oidcD })
    const tokens = await client.genericGrantRequest(config2, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    })
    expect(tokens.scope).toBe('openid email')
  })

  it('ends a session', async ({ oidcD }) => {
    const config = await discover({ oidcD })
    const tokens = await signIn({ oidcD }, config)
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'http://localhost:3000/bye',
      state: 's',
    })
    const response = await fetch(url, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('http://localhost:3000/bye?state=s')
  })

  it('reads the reason of a refusal', async ({ oidcD }) => {
    const config = await discover({ oidcD }, WEB.id, 'wrong')
    const { checks, url } = await begin(config)
    const { location } = oidcD.authorize({ url: url.href, login: 'ada@example.com' })
    await expect(client.authorizationCodeGrant(config, new URL(location), checks)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic' }],
    })
    const right = await discover({ oidcD })
    await expect(client.refreshTokenGrant(right, 'nonsense')).rejects.toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: expect.stringMatching(
        /^The refresh token is invalid or expired\. refresh_token was not issued/,
      ),
    })
  })
})

describe('openid-client with client credentials', () => {
  const execute = { execute: [client.allowInsecureRequests] }

  it('gets the scopes of a custom server', async ({ oidcD }) => {
    const config = await client.discovery(new URL(`${oidcD.url}/oauth2/orders`), WEB.id, WEB.secret, undefined, execute)
    const tokens = await client.clientCredentialsGrant(config, { scope: 'read:orders' })
    const { payload } = decoded(tokens.access_token)
    expect(payload).toMatchObject({ aud: 'https://orders.example', sub: WEB.id, cid: WEB.id, scp: ['read:orders'] })
    expect(payload).not.toHaveProperty('uid')
    await expect(client.clientCredentialsGrant(config, { scope: 'openid' })).rejects.toMatchObject({
      error: 'invalid_scope',
    })
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({
      error: 'invalid_scope',
      error_description: expect.stringContaining(
        "does not have any configured default scopes, 'scope' must be provided.",
      ),
    })
  })

  it('is refused without a key at the organization’s server', async ({ oidcD }) => {
    const web = await client.discovery(new URL(oidcD.url), WEB.id, WEB.secret, undefined, execute)
    await expect(client.clientCredentialsGrant(web, { scope: 'okta.users.read' })).rejects.toMatchObject({
      cause: expect.anything(),
    })
    const key = await crypto.subtle.importKey(
      'pkcs8',
      WORKER.privateKey.export({ format: 'der', type: 'pkcs8' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const config = await client.discovery(
      new URL(oidcD.url),
      WORKER.id,
      undefined,
      client.PrivateKeyJwt({ key, kid: 'worker-1' }),
      execute,
    )
    const { access_token, scope } = await client.clientCredentialsGrant(config, {
      scope: 'okta.users.read okta.groups.read',
    })
    expect(scope).toBe('okta.users.read okta.groups.read')
    const { header, payload } = decoded(access_token)
    expect(header['typ']).toBe('application/okta-internal-at+jwt')
    expect(payload).toMatchObject({ iss: oidcD.url, aud: oidcD.url, sub: WORKER.id, cid: WORKER.id })
    const groups = await fetch(`${oidcD.url}/api/v1/groups`, { headers: { authorization: `Bearer ${access_token}` } })
    expect(groups.status).toBe(200)
    const apps = await fetch(`${oidcD.url}/api/v1/apps`, { headers: { authorization: `Bearer ${access_token}` } })
    expect(apps.status).toBe(403)
    expect(apps.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
  })
})

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }

  it('signs a user in at a server that it discovered by RFC 8414', async ({ oidcD }) => {
    const issuer = new URL(`${oidcD.url}/oauth2/default`)
    const app: oauth.Client = { client_id: PARTNER.id }
    const document = await oauth.discoveryRequest(issuer, insecure)
    const server = await oauth.processDiscoveryResponse(issuer, document)
    const metadata = await (await fetch(`${issuer.href}/.well-known/oauth-authorization-server`)).json()
    expect(metadata).toMatchObject({ issuer: issuer.href, token_endpoint: server.token_endpoint })
    expect(metadata).not.toHaveProperty('userinfo_endpoint')
    const verifier = oauth.generateRandomCodeVerifier()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: PARTNER.id,
      redirect_uri: PARTNER.callback,
      response_type: 'code',
      scope: 'openid groups',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 's-1',
    }).toString()
    const { location } = oidcD.authorize({ url: url.href, login: 'ada@example.com' })
    const parameters = oauth.validateAuthResponse(server, app, new URL(location), 's-1')
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      app,
      oauth.ClientSecretPost(PARTNER.secret),
      parameters,
      PARTNER.callback,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, app, response, { requireIdToken: true })
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    expect(claims?.['groups']).toEqual(['Everyone', 'Engineering', 'Eng Leads'])
    const userinfo = await oauth.userInfoRequest(server, app, tokens.access_token, insecure)
    expect(await oauth.processUserInfoResponse(server, app, claims?.sub ?? '', userinfo)).toMatchObject({
      sub: claims?.sub,
    })
  })
})

function decoded(token: string): { header: Record<string, unknown>; payload: Record<string, unknown> } {
  const [header = '', payload = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown> // a JWT's parts are objects
  return { header: read(header), payload: read(payload) }
}
