import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { APP, clientSecret, oidcBTest } from '#oidc-b/oidc-b.fixture.ts'

const it = oidcBTest()

type Fixtures = FixturesOf<typeof it>

// The clients keep all their checks; only plain http is allowed.

describe('openid-client', () => {
  const discover = async ({ oidcB }: Pick<Fixtures, 'oidcB'>, metadata: object = {}) =>
    client.discovery(
      new URL(oidcB.url),
      APP.id,
      { client_secret: await clientSecret({ aud: oidcB.url }), ...metadata },
      client.ClientSecretPost(await clientSecret({ aud: oidcB.url })),
      { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
    )
  const request = async (more: Record<string, string> = {}) => {
    const checks = {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      expectedState: client.randomState(),
      expectedNonce: client.randomNonce(),
      idTokenExpected: true,
    }
    const parameters = {
      redirect_uri: APP.callback,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      ...more,
    }
    return { checks, parameters }
  }
  /** Signs in and returns the answer in the requested response mode. */
  const signIn = async (
    { oidcB }: Pick<Fixtures, 'oidcB'>,
    config: client.Configuration,
    more: Record<string, string> = {},
    email = 'ada@example.com',
  ) => {
    const { checks, parameters } = await request(more)
    const url = client.buildAuthorizationUrl(config, parameters)
    const answer = oidcB.authorize({ url: url.href, email })
    const back =
      more['response_mode'] === 'form_post'
        ? new Request(answer.location, { method: 'POST', body: new URLSearchParams(answer.parameters) })
        : new URL(answer.location)
    return { tokens: await client.authorizationCodeGrant(config, back, checks), answer }
  }

  it('signs a person in with the answer in the query and gets the sub alone', async ({ oidcB }) => {
    const { tokens } = await signIn({ oidcB }, await discover({ oidcB }))
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(tokens.access_token).toMatch(/^a[0-9a-f]{32}\.0\.[a-z]{5}\.\w{22}$/)
    expect(tokens.refresh_token).toMatch(/^r[0-9a-f]{32}\.0\.[a-z]{5}\.\w{22}$/)
    const claims = tokens.claims()
    expect(claims).toMatchObject({ iss: oidcB.url, aud: APP.id, nonce_supported: true, auth_time: expect.any(Number) })
    expect(claims?.sub).toMatch(/^\d{6}\.[0-9a-f]{32}\.\d{4}$/)
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(24 * 3600)
    for (const name of ['email', 'email_verified', 'is_private_email', 'real_user_status', 'name']) {
      expect(claims).not.toHaveProperty(name)
    }
  })

  it('gets the address in the ID token and the name beside the code, in a form', async ({ oidcB }) => {
    const { tokens, answer } = await signIn({ oidcB }, await discover({ oidcB }), {
      scope: 'name email',
      response_mode: 'form_post',
    })
    expect(JSON.parse(answer.parameters['user'] ?? '')).toEqual({
      name: { firstName: 'Ada King', lastName: 'Lovelace' },
      email: 'ada@example.com',
    })
    const claims = tokens.claims()
    expect(claims).toMatchObject({ email: 'ada@example.com', email_verified: true })
    expect(claims).not.toHaveProperty('is_private_email')
  })

  it('accepts a code with an ID token', async ({ oidcB }) => {
    const config = await discover({ oidcB }, { response_types: ['code id_token'] })
    client.useCodeIdTokenResponseType(config)
    const { checks, parameters } = await request()
    const url = client.buildAuthorizationUrl(config, parameters)
    expect(url.searchParams.get('response_type')).toBe('code id_token')
    const { location } = oidcB.authorize({ url: url.href, email: 'ada@example.com' })
    expect(location).toContain('#code=')
    const tokens = await client.authorizationCodeGrant(config, new URL(location), checks)
    expect(tokens.claims()?.sub).toMatch(/^\d{6}\./)
  })

  it('refreshes without a new refresh token, and revokes everything', async ({ oidcB }) => {
    const config = await discover({ oidcB })
    const { tokens } = await signIn({ oidcB }, config)
    const { refresh_token: token = '' } = tokens
    const refreshed = await client.refreshTokenGrant(config, token)
    expect(refreshed.refresh_token).toBeUndefined()
    expect(refreshed.access_token).not.toBe(tokens.access_token)
    expect(refreshed.claims()?.sub).toBe(tokens.claims()?.sub)
    expect(refreshed.claims()).not.toHaveProperty('auth_time')
    await client.tokenRevocation(config, refreshed.access_token, { token_type_hint: 'access_token' })
    await expect(client.refreshTokenGrant(config, token)).rejects.toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^The token has expired or has been revoked\. refresh_token was not/),
    })
  })

  it('gets the reason why a code is refused', async ({ oidcB }) => {
    const config = await discover({ oidcB })
    const { checks, parameters } = await request()
    const url = client.buildAuthorizationUrl(config, parameters)
    const { location } = oidcB.authorize({ url: url.href, email: 'ada@example.com' })
    await client.authorizationCodeGrant(config, new URL(location), checks)
    await expect(client.authorizationCodeGrant(config, new URL(location), checks)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(
        /^The code has already been used\. code c\w+\.0\..* was redeemed already/,
      ),
    })
  })

  it('gets user_cancelled_authorize when the person cancels', async ({ oidcB }) => {
    const config = await discover({ oidcB })
    const { checks, parameters } = await request()
    const url = client.buildAuthorizationUrl(config, parameters)
    const body = new URLSearchParams({ decision: 'deny' })
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({
      error: 'user_cancelled_authorize',
    })
  })
})

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const app: oauth.Client = { client_id: APP.id }
  const discover = async ({ oidcB }: Pick<Fixtures, 'oidcB'>) => {
    const issuer = new URL(oidcB.url)
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  }

  it('signs a person in who hides the address, and verifies the signature', async ({ oidcB }) => {
    const server = await discover({ oidcB })
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const verifier = oauth.generateRandomCodeVerifier()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: APP.id,
      redirect_uri: APP.callback,
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).toString()
    const { parameters: form } = oidcB.authorize({ url: url.href, email: 'grace@example.org' })
    const parameters = oauth.validateAuthResponse(server, app, new URLSearchParams(form), state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      app,
      oauth.ClientSecretPost(await clientSecret()),
      parameters,
      APP.callback,
      verifier,
      insecure,
    )
    const checked = { expectedNonce: nonce, requireIdToken: true }
    const result = await oauth.processAuthorizationCodeResponse(server, app, response, checked)
    await oauth.validateApplicationLevelSignature(server, response, insecure)
    const claims = oauth.getValidatedIdTokenClaims(result)
    expect(claims).toMatchObject({ email_verified: true, is_private_email: true })
    expect(claims?.['email']).toMatch(/^[a-z0-9]{10}@privaterelay\.appleid\.com$/)
    expect(JSON.parse(form['user'] ?? '')).toEqual({ email: claims?.['email'] })
  })

  it('gets the reason why its client secret is refused', async ({ oidcB }) => {
    const server = await discover({ oidcB })
    const secret = oauth.ClientSecretPost(await clientSecret({ iss: 'TEAM000000' }))
    const response = await oauth.refreshTokenGrantRequest(server, app, secret, 'r1', insecure)
    await expect(oauth.processRefreshTokenResponse(server, app, response)).rejects.toMatchObject({
      status: 400,
      error: 'invalid_client',
      error_description: 'client_secret is not good: its iss is TEAM000000; expected the team_id TEAM123456',
    })
  })
})
