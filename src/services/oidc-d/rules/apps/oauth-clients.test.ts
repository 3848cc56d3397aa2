import { decodeJwt, SignJWT } from 'jose'
import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { SPA, WEB, WORKER } from '#oidc-d/sign-in.fixture.ts'
import { asWeb, signInSite } from '#oidc-d/sign-in-site.fixture.ts'

const site = signInSite()
const { it } = site
const { open, ask, token, manage, appId } = site

describe('a client', () => {
  it('authenticates with either of its two secrets during a rotation', async () => {
    const id = await appId('Web App')
    const added = await manage('POST', `/apps/${id}/credentials/secrets`, { client_secret: 'the-new-secret-1' })
    const form = { grant_type: 'client_credentials', scope: 'read:items', client_id: WEB.id }
    for (const secret of [WEB.secret, 'the-new-secret-1']) {
      expect((await token({ ...form, client_secret: secret })).status).toBe(200)
    }
    await manage('POST', `/apps/${id}/credentials/secrets/${String(added['id'])}/lifecycle/deactivate`)
    expect((await token({ ...form, client_secret: 'the-new-secret-1' })).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('The client secret supplied for a confidential client is invalid.'),
    })
  })

  it('is refused when it authenticates in two ways', async () => {
    const authorization = `Basic ${btoa(`${WEB.id}:${WEB.secret}`)}`
    const form = { ...asWeb, grant_type: 'client_credentials', scope: 'read:items' }
    const { status, body } = await ask('/oauth2/default/v1/token', form, { authorization })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^Cannot supply multiple client credentials\./),
    })
  })

  it('that is registered with a key is refused without an assertion', async () => {
    const form = { grant_type: 'client_credentials', scope: 'okta.users.read', client_id: 'worker-app' }
    for (const server of ['', '/default']) {
      expect((await token(form, server)).body).toMatchObject({
        error: 'invalid_client',
        error_description: expect.stringContaining('client_assertion is missing; worker-app has a key'),
      })
    }
    expect((await token({ ...form, client_secret: 'x' }, '')).body).toMatchObject({ error: 'invalid_client' })
  })

  /** An assertion of the service app for an instance, good for so many seconds. */
  const signedFor = (url: string, seconds: number, jti: string) =>
    new SignJWT({ jti })
      .setProtectedHeader({ alg: 'RS256', kid: 'worker-1' })
      .setIssuer(WORKER.id)
      .setSubject(WORKER.id)
      .setAudience(`${url}/oauth2/v1/token`)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(WORKER.privateKey)
  const withAssertion = (assertion: string) => ({
    grant_type: 'client_credentials',
    scope: 'okta.users.read',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })

  it('is refused with an assertion that expires in more than an hour', async () => {
    const { url } = site.emulator
    expect((await token(withAssertion(await signedFor(url, 3000, 'one')), '')).status).toBe(200)
    const { status, body } = await token(withAssertion(await signedFor(url, 4000, 'two')), '')
    expect(status).toBe(401)
    expect(body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringMatching(/client_assertion expires at .*; expected .* at the latest/),
    })
  })

  it('is refused with an assertion of a deactivated key', async () => {
    const worker = (status: string) => ({
      name: 'Worker',
      client_id: WORKER.id,
      type: 'service' as const,
      token_endpoint_auth_method: 'private_key_jwt' as const,
      public_keys: [{ ...WORKER.publicKey.export({ format: 'jwk' }), kid: 'worker-1', status }],
    })
    for (const [keyStatus, expected] of [
      ['ACTIVE', 200],
      ['INACTIVE', 401],
    ] as const) {
      const seed = { 'oidc-d': { apps: [worker(keyStatus)] } }
      await using oidcD = await createEmulator({ service: 'oidc-d', port: 0, seed })
      const assertion = await signedFor(oidcD.url, 60, 'one')
      const body = new URLSearchParams(withAssertion(assertion))
      expect((await fetch(`${oidcD.url}/oauth2/v1/token`, { method: 'POST', body })).status, keyStatus).toBe(expected)
    }
  })

  it('with a secret gets no token for itself from the organization’s server', async () => {
    const { status, body } = await token({ ...asWeb, grant_type: 'client_credentials', scope: 'okta.users.read' }, '')
    expect(status).toBe(401)
    expect(body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringMatching(
        /must use the private_key_jwt token_endpoint_auth_method\. web-app authenticated/,
      ),
    })
  })

  it('is refused for a grant type that it is not registered for', async () => {
    const { body } = await token({
      grant_type: 'password',
      client_id: SPA.id,
      username: 'ada@example.com',
      password: 'x',
      scope: 'openid',
    })
    expect(body).toMatchObject({
      error: 'unauthorized_client',
      error_description: expect.stringMatching(/^The client is not authorized to use the provided grant type\./),
    })
    const device = await ask('/oauth2/default/v1/device/authorize', { client_id: SPA.id, scope: 'openid' })
    expect(device.body).toMatchObject({ error: 'unauthorized_client' })
    expect((await token({ ...asWeb, grant_type: 'nonsense' })).body).toMatchObject({ error: 'unsupported_grant_type' })
  })

  it('that is unknown is refused with the members of both of the vendor’s error formats', async () => {
    const { status, body } = await token({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' })
    expect(status).toBe(401)
    expect(body).toMatchObject({
      errorCode: 'invalid_client',
      errorSummary: "Invalid value for 'client_id' parameter.",
      errorId: expect.stringMatching(/^oae/),
      error: 'invalid_client',
    })
  })

  it('that is deactivated is refused as an unknown one', async () => {
    const own = await token({ ...asWeb, grant_type: 'client_credentials', scope: 'read:items' })
    const { accessToken } = site.emulator.signIn({ login: 'ada@example.com', clientId: WEB.id })
    const web = await appId('Web App')
    await manage('POST', `/apps/${web}/lifecycle/deactivate`)
    expect((await open()).page).toContain('client_id web-app is not registered')
    await manage('POST', `/apps/${web}/lifecycle/activate`)
    // Its tokens are gone for good.
    for (const each of [accessToken, String(own.body['access_token'])]) {
      expect((await ask('/oauth2/default/v1/introspect', { ...asWeb, token: each })).body).toEqual({ active: false })
    }
  })

  it('signs users in by name and password when it has the password grant', async () => {
    const form = { ...asWeb, grant_type: 'password', username: 'ada@example.com', scope: 'openid offline_access' }
    const { status, body } = await token({ ...form, password: 'Analytical1843' })
    expect(status).toBe(200)
    expect(decodeJwt(String(body['id_token']))).toMatchObject({
      aud: WEB.id,
      amr: ['pwd'],
      auth_time: expect.any(Number),
    })
    const refreshed = await token({
      ...asWeb,
      grant_type: 'refresh_token',
      refresh_token: String(body['refresh_token']),
    })
    expect(refreshed.status).toBe(200)
    expect((await token({ ...form, password: 'wrong' })).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'The credentials provided were invalid. ada@example.com was not signed in',
    })
  })
})
