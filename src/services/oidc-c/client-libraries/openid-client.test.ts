import { generateKeyPairSync } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { createEmulator } from '#emulator.ts'
import { API, APP, NATIVE, SPA, oidcCTest, TENANT } from '#oidc-c/oidc-c.fixture.ts'

const it = oidcCTest()

type Fixtures = FixturesOf<typeof it>

// The clients keep all their checks; only plain http is allowed.

const discover = (
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  authentication?: client.ClientAuth,
  { id, tenant = TENANT }: { id?: string; tenant?: string } = {},
): Promise<client.Configuration> =>
  client.discovery(
    new URL(`${oidcC.url}/${tenant}/v2.0`),
    id ?? APP.id,
    id === undefined ? APP.secret : undefined,
    authentication,
    { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
  )

async function begin(config: client.Configuration, more: Record<string, string> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: APP.callback,
    scope: 'openid email profile offline_access User.Read',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  })
  return { url: url.href, checks: { ...checks, idTokenExpected: true } }
}

async function signIn(
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  config: client.Configuration,
  more: Record<string, string> = {},
  email = 'ada@contoso.com',
) {
  const { url, checks } = await begin(config, more)
  const { location } = oidcC.authorize({ url, email })
  return client.authorizationCodeGrant(config, new URL(location), checks)
}

describe('openid-client', () => {
  it('signs a person in and reads the ID token and userinfo', async ({ oidcC }) => {
    const config = await discover({ oidcC })
    expect(config.serverMetadata().issuer).toBe(`${oidcC.url}/${TENANT}/v2.0`)
    const tokens = await signIn({ oidcC }, config)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3599, ext_expires_in: 3599 })
    expect(tokens.scope).toBe('openid email profile User.Read')
    const claims = tokens.claims()
    expect(claims).toMatchObject({
      aud: APP.id,
      iss: `${oidcC.url}/${TENANT}/v2.0`,
      email: 'ada@contoso.com',
      name: 'Ada Lovelace',
      oid: 'f3b1c2d4-0000-4000-8000-000000000001',
      preferred_username: 'ada@contoso.com',
      roles: ['Admin', 'Reader'],
      groups: ['02bd9fd6-8f93-4758-87c3-1fb73740a315'],
      tid: TENANT,
      uti: expect.stringMatching(/^[\w-]{22}$/),
      rh: expect.stringMatching(/^1\.A/),
      ver: '2.0',
    })
    expect(claims?.sub).toMatch(/^[\w-]{43}$/)
    const info = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(info).toEqual({
      sub: claims?.sub,
      name: 'Ada Lovelace',
      family_name: 'Lovelace',
      given_name: 'Ada',
      picture: `${oidcC.url}/v1.0/me/photo/$value`,
      email: 'ada@contoso.com',
    })
  })

  it('finds a tenant by its domain, with the issuer of its GUID', async ({ oidcC }) => {
    const response = await fetch(`${oidcC.url}/contoso.com/v2.0/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      issuer: `${oidcC.url}/${TENANT}/v2.0`,
      token_endpoint: `${oidcC.url}/${TENANT}/oauth2/v2.0/token`,
    })
  })

  it.for([
    ['client_secret_post', () => client.ClientSecretPost(APP.secret)],
    ['client_secret_basic', () => client.ClientSecretBasic(APP.secret)],
  ] as const)('authenticates with %s', async ([_name, authentication], { oidcC }) => {
    expect(await signIn({ oidcC }, await discover({ oidcC }, authentication()))).toHaveProperty('id_token')
  })

  it('authenticates with the key of a certificate', async () => {
    const pair = await crypto.subtle.generateKey(
      { name: 'RSA-PSS', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      true,
      ['sign', 'verify'],
    )
    const pem = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
    await using keyed = await createEmulator({
      service: 'oidc-c',
      port: 0,
      seed: {
        'oidc-c': {
          tenant: TENANT,
          oauth_clients: [
            { client_id: APP.id, public_key: `-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----` },
          ],
        },
      },
    })
    const issuer = new URL(`${keyed.url}/${TENANT}/v2.0`)
    const config = await client.discovery(issuer, APP.id, undefined, client.PrivateKeyJwt(pair.privateKey), {
      execute: [client.allowInsecureRequests],
    })
    const scope = 'https://graph.microsoft.com/.default'
    expect(await client.clientCredentialsGrant(config, { scope })).toHaveProperty('access_token')
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const wrong = await client.discovery(
      issuer,
      APP.id,
      undefined,
      client.PrivateKeyJwt(
        await crypto.subtle.importKey(
          'pkcs8',
          other.privateKey.export({ format: 'der', type: 'pkcs8' }),
          { name: 'RSA-PSS', hash: 'SHA-256' },
          false,
          ['sign'],
        ),
      ),
      { execute: [client.allowInsecureRequests] },
    )
    await expect(client.clientCredentialsGrant(wrong, { scope })).rejects.toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('is signed with none of the 1 keys'),
    })
  })

  it('gets a different sub for each application', async ({ oidcC }) => {
    const one = (await signIn({ oidcC }, await discover({ oidcC }))).claims()
    const native = await discover({ oidcC }, client.None(), { id: NATIVE.id })
    const other = (await signIn({ oidcC }, native, { redirect_uri: 'http://localhost:54321/' })).claims()
    expect(one).toMatchObject({ sub: expect.any(String), oid: expect.any(String) })
    expect(other?.sub).not.toBe(one?.sub)
    expect(other?.['oid']).toBe(one?.['oid'])
  })

  it('refreshes, and the replaced refresh token stays valid', async ({ oidcC }) => {
    const config = await discover({ oidcC })
    const { refresh_token: token = '' } = await signIn({ oidcC }, config)
    const refreshed = await client.refreshTokenGrant(config, token)
    expect(refreshed.refresh_token).not.toBe(token)
    expect(refreshed.claims()?.['name']).toBe('Ada Lovelace')
    expect(await client.refreshTokenGrant(config, token)).toHaveProperty('access_token')
  })

  it('gets a token for another API with the same refresh token', async ({ oidcC }) => {
    const config = await discover({ oidcC })
    const scope = `openid offline_access User.Read ${API.uri}/Orders.Read`
    const { refresh_token: token = '', scope: first } = await signIn({ oidcC }, config, { scope })
    expect(first).toBe('openid User.Read')
    const refreshed = await client.refreshTokenGrant(config, token, { scope: `${API.uri}/Orders.Read` })
    expect(refreshed.scope).toBe(`${API.uri}/Orders.Read`)
  })

  it('accepts an ID token with the code', async ({ oidcC }) => {
    const config = await discover({ oidcC })
    client.useCodeIdTokenResponseType(config)
    const { url, checks } = await begin(config, { response_type: 'code id_token', response_mode: 'form_post' })
    const { location, parameters } = oidcC.authorize({ url, email: 'ada@contoso.com' })
    const posted = new Request(location, { method: 'POST', body: new URLSearchParams(parameters) })
    expect((await client.authorizationCodeGrant(config, posted, checks)).claims()?.['name']).toBe('Ada Lovelace')
  })

  it('connects a device', async ({ oidcC }) => {
    const config = await discover({ oidcC })
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid profile User.Read' })
    expect(device).toMatchObject({
      verification_uri: `${oidcC.url}/devicelogin`,
      expires_in: 900,
      interval: 5,
      message: `To sign in, use a web browser to open the page ${oidcC.url}/devicelogin and enter the code ${device.user_code} to authenticate.`,
    })
    const form = new URLSearchParams({ user_code: device.user_code, user: 'ada@contoso.com', decision: 'allow' })
    expect((await fetch(device.verification_uri, { method: 'POST', body: form })).status).toBe(200)
    const tokens = await client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    })
    expect(tokens.claims()?.['name']).toBe('Ada Lovelace')
  })

  it('gets the reason why a code is refused in the vendor’s words', async ({ oidcC }) => {
    const config = await discover({ oidcC })
    const { url, checks } = await begin(config)
    const { location } = oidcC.authorize({ url, email: 'ada@contoso.com' })
    const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    await expect(client.authorizationCodeGrant(config, new URL(location), wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(
        /^AADSTS501481: The Code_Verifier does not match .* code_verifier does not match: its S256 .*\r\nTrace ID: [\w-]{36}\r\nCorrelation ID: [\w-]{36}\r\nTimestamp: \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/,
      ),
      cause: { error_codes: [501481], error_uri: 'https://login.microsoftonline.com/error?code=501481' },
    })
  })

  it('redeems a single-page application’s code only with an Origin', async ({ oidcC }) => {
    const config = await discover({ oidcC }, client.None(), { id: SPA.id })
    const { url, checks } = await begin(config, { redirect_uri: `${SPA.callback}/` })
    const { location } = oidcC.authorize({ url, email: 'ada@contoso.com' })
    await expect(client.authorizationCodeGrant(config, new URL(location), checks)).rejects.toMatchObject({
      error_description: expect.stringMatching(/^AADSTS9002327: /),
    })
    config[client.customFetch] = (address, { headers, ...options }) =>
      fetch(address, { ...options, headers: { ...headers, origin: SPA.callback } } as RequestInit) // the header of a page's request
    const tokens = await client.authorizationCodeGrant(config, new URL(location), checks)
    expect(tokens).toHaveProperty('refresh_token')
  })
})

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }

  it('signs a person in and verifies the signature', async ({ oidcC }) => {
    const issuer = new URL(`${oidcC.url}/${TENANT}/v2.0`)
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
    const { location } = oidcC.authorize({ url: url.href, email: 'ghopper@contoso.com' })
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
    expect(claims).toMatchObject({ email: 'grace@contoso.com', tid: TENANT })
    expect(claims).not.toHaveProperty('name')
    expect(claims).not.toHaveProperty('oid')
    const userinfo = await oauth.userInfoRequest(server, app, result.access_token, insecure)
    const claimsOfUser = await oauth.processUserInfoResponse(server, app, claims?.sub ?? '', userinfo)
    expect(claimsOfUser).toEqual({ sub: claims?.sub, email: 'grace@contoso.com' })
  })

  it('gets the challenge of RFC 6750 for an invalid token', async ({ oidcC }) => {
    const issuer = new URL(`${oidcC.url}/${TENANT}/v2.0`)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const response = await oauth.userInfoRequest(server, { client_id: APP.id }, 'nonsense', insecure)
    await expect(
      oauth.processUserInfoResponse(server, { client_id: APP.id }, oauth.skipSubjectCheck, response),
    ).rejects.toMatchObject({ cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }] })
  })
})
