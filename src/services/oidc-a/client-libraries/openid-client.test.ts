import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { APP, startOidcA } from '#oidc-a/oidc-a.fixture.ts'

// The clients keep all their checks; only plain http is allowed.

describe.each(['RS256', 'HS256'] as const)('openid-client, with ID tokens signed %s', (alg) => {
  let oidcA: Emulator<'oidc-a'>
  beforeAll(async () => {
    oidcA = await startOidcA(alg)
  })
  afterAll(() => oidcA.close())
  beforeEach(() => oidcA.reset())

  const discover = async (authentication?: client.ClientAuth, metadata: object = {}) =>
    client.discovery(
      new URL(oidcA.url),
      APP.id,
      { client_secret: APP.secret, id_token_signed_response_alg: alg, ...metadata },
      authentication,
      { execute: [client.allowInsecureRequests, ...(alg === 'RS256' ? [client.enableNonRepudiationChecks] : [])] },
    )
  const request = async (more: Record<string, string> = {}) => {
    const codeVerifier = client.randomPKCECodeVerifier()
    return {
      checks: {
        pkceCodeVerifier: codeVerifier,
        expectedState: client.randomState(),
        expectedNonce: client.randomNonce(),
        idTokenExpected: true,
      },
      parameters: {
        redirect_uri: APP.callback,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...more,
      },
    }
  }
  const signIn = async (config: client.Configuration, more: Record<string, string> = {}, email = 'ada@example.com') => {
    const { checks, parameters } = await request(more)
    const url = client.buildAuthorizationUrl(config, {
      ...parameters,
      state: checks.expectedState,
      nonce: checks.expectedNonce,
    })
    const { location } = oidcA.authorize({ url: url.href, email })
    const maxAge = more['max_age'] === undefined ? {} : { maxAge: Number(more['max_age']) }
    return client.authorizationCodeGrant(config, new URL(location), { ...checks, ...maxAge })
  }

  it('signs a person in and reads the ID token and userinfo', async () => {
    const config = await discover()
    const tokens = await signIn(config)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(tokens.scope).toBe(
      'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    )
    const claims = tokens.claims()
    expect(claims).toMatchObject({
      iss: oidcA.url,
      azp: APP.id,
      aud: APP.id,
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://example.com/ada.png',
      locale: 'en',
    })
    expect(claims?.sub).toMatch(/^1\d{20}$/)
    const info = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(info).toMatchObject({ sub: claims?.sub, email: 'ada@example.com', name: 'Ada Lovelace' })
  })

  it.each([
    ['client_secret_post', () => client.ClientSecretPost(APP.secret)],
    ['client_secret_basic', () => client.ClientSecretBasic(APP.secret)],
  ])('authenticates with %s', async (_name, authentication) => {
    expect(await signIn(await discover(authentication()))).toHaveProperty('id_token')
  })

  it('checks auth_time against max_age', async () => {
    const tokens = await signIn(await discover(), { max_age: '60' })
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number))
  })

  it('refreshes after a sign-in with access_type=offline', async () => {
    const config = await discover()
    expect((await signIn(config)).refresh_token).toBeUndefined()
    const { refresh_token: token = '' } = await signIn(config, { access_type: 'offline' })
    const refreshed = await client.refreshTokenGrant(config, token)
    expect(refreshed.refresh_token).toBeUndefined()
    expect(refreshed.claims()?.sub).toMatch(/^\d{21}$/)
    await client.tokenRevocation(config, token)
    await expect(client.refreshTokenGrant(config, token)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^Token has been expired or revoked\. refresh_token was not issued/),
    })
  })

  it('gets the reason why a code is refused', async () => {
    const config = await discover()
    const { checks, parameters } = await request()
    const url = client.buildAuthorizationUrl(config, { ...parameters, state: checks.expectedState })
    const { location } = oidcA.authorize({ url: url.href, email: 'ada@example.com' })
    const wrong = { expectedState: checks.expectedState, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    await expect(client.authorizationCodeGrant(config, new URL(location), wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^Invalid code verifier\. code_verifier does not match: its S256/),
    })
  })

  it('gets access_denied when the person cancels', async () => {
    const config = await discover()
    const url = client.buildAuthorizationUrl(config, { redirect_uri: APP.callback, scope: 'openid', state: 's' })
    const body = new URLSearchParams({ decision: 'deny' })
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    await expect(client.authorizationCodeGrant(config, back, { expectedState: 's' })).rejects.toMatchObject({
      error: 'access_denied',
    })
  })

  it('takes the answer with response_mode=form_post', async () => {
    const config = await discover()
    const { checks, parameters } = await request({ response_mode: 'form_post' })
    const url = client.buildAuthorizationUrl(config, {
      ...parameters,
      state: checks.expectedState,
      nonce: checks.expectedNonce,
    })
    const { location, parameters: form } = oidcA.authorize({ url: url.href, email: 'ada@example.com' })
    const posted = new Request(location, { method: 'POST', body: new URLSearchParams(form) })
    expect(await client.authorizationCodeGrant(config, posted, checks)).toHaveProperty('id_token')
  })
})

describe('oauth4webapi', () => {
  let oidcA: Emulator<'oidc-a'>
  beforeAll(async () => {
    oidcA = await startOidcA()
  })
  afterAll(() => oidcA.close())

  const insecure = { [oauth.allowInsecureRequests]: true }

  it('signs a person in and verifies the signature', async () => {
    const issuer = new URL(oidcA.url)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const app: oauth.Client = { client_id: APP.id }
    const verifier = oauth.generateRandomCodeVerifier()
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: APP.id,
      redirect_uri: APP.callback,
      response_type: 'code',
      scope: 'openid email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).toString()
    const { location } = oidcA.authorize({ url: url.href, email: 'grace@example.org' })
    const parameters = oauth.validateAuthResponse(server, app, new URL(location), state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      app,
      oauth.ClientSecretPost(APP.secret),
      parameters,
      APP.callback,
      verifier,
      insecure,
    )
    const checked = { expectedNonce: nonce, requireIdToken: true }
    const result = await oauth.processAuthorizationCodeResponse(server, app, response, checked)
    await oauth.validateApplicationLevelSignature(server, response, insecure)
    const claims = oauth.getValidatedIdTokenClaims(result)
    expect(claims).toMatchObject({ email: 'grace@example.org', email_verified: false, hd: 'example.org' })
    expect(claims).not.toHaveProperty('name')
    const userinfo = await oauth.userInfoRequest(server, app, result.access_token, insecure)
    const claimsOfUser = await oauth.processUserInfoResponse(server, app, claims?.sub ?? '', userinfo)
    expect(claimsOfUser).toMatchObject({ sub: claims?.sub, email: 'grace@example.org', hd: 'example.org' })
  })

  it('gets the challenge of RFC 6750 for an invalid token', async () => {
    const issuer = new URL(oidcA.url)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const response = await oauth.userInfoRequest(server, { client_id: APP.id }, 'nonsense', insecure)
    await expect(
      oauth.processUserInfoResponse(server, { client_id: APP.id }, oauth.skipSubjectCheck, response),
    ).rejects.toMatchObject({ cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }] })
  })
})
