import { generateKeyPairSync } from 'node:crypto'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { identity } from '#testkit/identity.ts'

// The whole engine with an independent client that keeps all its checks; only plain http is allowed.

const CALLBACK = 'http://localhost:3000/cb'
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** All members of an elliptic curve key are text. */
const JWK = pair.publicKey.export({ format: 'jwk' }) as Record<string, string>
let provider: Emulator
beforeAll(async () => {
  provider = await createEmulator({
    service: identity,
    port: 0,
    seed: {
      identity: {
        users: [{ id: 'ann', name: 'Ann' }],
        clients: [
          {
            id: 'web',
            secret: 'a+b/c %:x',
            redirect_uris: [CALLBACK],
            post_logout_redirect_uris: ['http://localhost:3000/bye'],
          },
          { id: 'signer', keys: [JWK], redirect_uris: [CALLBACK] },
        ],
      },
    },
  })
})
afterAll(() => provider.close())
beforeEach(() => provider.reset())

const SECRET = 'a+b/c %:x'
const discover = (id = 'web', how: client.ClientAuth = client.ClientSecretBasic(SECRET)) =>
  client.discovery(new URL(`${provider.url}/main`), id, undefined, how, {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
const key = () =>
  crypto.subtle.importKey(
    'pkcs8',
    pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
/** Chooses Ann on the page without a browser and returns the redirect. */
async function choose(url: URL): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ user: 'ann' }), redirect: 'manual' })
}
async function signIn(config: client.Configuration, more: Record<string, string> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...more,
  })
  const location = new URL((await choose(url)).headers.get('location') ?? '')
  return client.authorizationCodeGrant(config, location, { pkceCodeVerifier, expectedState, expectedNonce })
}

describe('openid-client', () => {
  it.each([
    ['client_secret_basic', 'web', () => client.ClientSecretBasic(SECRET)],
    ['client_secret_post', 'web', () => client.ClientSecretPost(SECRET)],
    ['client_secret_jwt', 'web', () => client.ClientSecretJwt(SECRET)],
  ])('signs a person in with %s', async (_name, id, how) => {
    const tokens = await signIn(await discover(id, how()))
    expect(tokens.claims()).toMatchObject({ sub: 'ann', email: 'ann@example.com' })
  })

  it('signs a person in with private_key_jwt', async () => {
    const tokens = await signIn(await discover('signer', client.PrivateKeyJwt({ key: await key(), kid: 'mine' })))
    expect(tokens.claims()?.aud).toBe('signer')
  })

  it('refreshes its tokens, and the old refresh token is refused', async () => {
    const config = await discover()
    const { refresh_token: first = '' } = await signIn(config)
    const { refresh_token: second } = await client.refreshTokenGrant(config, first)
    expect(second).not.toBe(first)
    await expect(client.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(client.refreshTokenGrant(config, second ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('signs a person in with a hybrid answer', async () => {
    const config = await discover()
    client.useCodeIdTokenResponseType(config)
    expect((await signIn(config)).claims()?.sub).toBe('ann')
  })

  it('signs a person in with an ID token alone', async () => {
    const config = await discover()
    client.useIdTokenResponseType(config)
    const nonce = client.randomNonce()
    const url = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid', nonce, state: 's' })
    const location = new URL((await choose(url)).headers.get('location') ?? '')
    const claims = await client.implicitAuthentication(config, location, nonce, { expectedState: 's' })
    expect(claims.sub).toBe('ann')
  })

  it('pushes its authorization request', async () => {
    const config = await discover()
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    const location = new URL((await choose(url)).headers.get('location') ?? '')
    expect((await client.authorizationCodeGrant(config, location, { pkceCodeVerifier })).claims()?.sub).toBe('ann')
  })

  it('gets a token for itself, introspects it and revokes it', async () => {
    const config = await discover()
    const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'write' })
    expect(await client.tokenIntrospection(config, token)).toMatchObject({ active: true, scope: 'write', sub: 'web' })
    await client.tokenRevocation(config, token)
    expect(await client.tokenIntrospection(config, token)).toEqual({ active: false })
  })

  it('signs a person in on a device', async () => {
    const config = await discover()
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid' })
    const page = new URL(device.verification_uri_complete ?? '')
    const form = { user_code: page.searchParams.get('user_code') ?? '', user: 'ann', decision: 'allow' }
    await fetch(device.verification_uri, { method: 'POST', body: new URLSearchParams(form) })
    const tokens = await client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    })
    expect(tokens.claims()?.sub).toBe('ann')
  })

  it('reads the reason of a refused secret in the challenge of the 401', async () => {
    const config = await discover()
    const wrong = new client.Configuration(config.serverMetadata(), 'web', undefined, client.ClientSecretBasic('wrong'))
    client.allowInsecureRequests(wrong)
    await expect(client.clientCredentialsGrant(wrong, { scope: 'write' })).rejects.toMatchObject({
      cause: [
        {
          scheme: 'basic',
          parameters: {
            error: 'invalid_client',
            error_description: 'client_secret is not the one registered for web',
          },
        },
      ],
    })
  })

  it('signs the person out', async () => {
    const config = await discover()
    const { id_token: hint = '' } = await signIn(config)
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: hint,
      post_logout_redirect_uri: 'http://localhost:3000/bye',
      state: 'x',
    })
    const response = await fetch(url, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('http://localhost:3000/bye?state=x')
  })
})
