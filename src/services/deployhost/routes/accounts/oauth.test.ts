import { afterAll, beforeEach, describe, expect } from 'vitest'
import * as openid from 'openid-client'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { receiveWebhooks } from '../deployments/deployments.fixture.ts'

const redirectUri = 'http://localhost:3000/callback'

const receiver = await receiveWebhooks()
const it = deployhostTest({
  seed: {
    tokens: { ada: { login: 'ada', scopes: ['repo'] } },
    deployhost: {
      users: [{ username: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }, { username: 'grace' }],
      integrations: [
        { client_id: 'cl_one', client_secret: 'secret', name: 'One', redirect_uris: [redirectUri] },
        { client_id: 'cl_two', client_secret: 'other', name: 'Two', redirect_uris: [redirectUri] },
      ],
      webhooks: [{ url: receiver.url, events: ['integration-configuration.removed'] }],
    },
  },
})

afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

const authorizationUrl = (deployhost: Emulator<'deployhost'>, parameters: Record<string, string> = {}) =>
  `${deployhost.url}/oauth/authorize?${new URLSearchParams({ client_id: 'cl_one', redirect_uri: redirectUri, state: 'xyz', ...parameters }).toString()}`

const codeFor = (deployhost: Emulator<'deployhost'>, login: string, parameters?: Record<string, string>) =>
  deployhost.authorize({ url: authorizationUrl(deployhost, parameters), login }).code

/** Exchanges a code as integrations do: with JSON and without a grant type. */
const exchange = async (
  deployhost: Emulator<'deployhost'>,
  body: Record<string, string>,
  path = '/login/oauth/token',
) => {
  const response = await fetch(deployhost.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'cl_one', client_secret: 'secret', redirect_uri: redirectUri, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const userinfo = (deployhost: Emulator<'deployhost'>, token: string) =>
  fetch(`${deployhost.url}/login/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })

describe('signing in', () => {
  it('lists the seeded users, and sends the browser back with a code and the state', async ({ deployhost }) => {
    const page = await (await fetch(authorizationUrl(deployhost, { scope: 'openid email' }))).text()
    for (const words of ['One', 'Ada Lovelace', 'grace', 'See your email address']) expect(page).toContain(words)
    const request = /name="request" value="(\w+)"/.exec(page)?.[1] ?? ''
    const answer = await fetch(`${deployhost.url}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ request, user: 'ada' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/callback\?code=\w+&state=xyz$/)
  })

  it('shows an error page for a request without redirect_uri and never redirects', async ({ deployhost }) => {
    for (const more of [{}, { response_type: 'nonsense' }]) {
      const response = await fetch(authorizationUrl(deployhost, { redirect_uri: '', ...more }), { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(await response.text()).toContain('redirect_uri is missing; cl_one must send it')
    }
  })

  it('exchanges the code once for a token of the user', async ({ deployhost }) => {
    const code = codeFor(deployhost, 'ada')
    const { status, body } = await exchange(deployhost, { code })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: expect.stringMatching(/^\w{24}$/),
    })
    expect(await (await userinfo(deployhost, body['access_token'] ?? '')).json()).toEqual({
      sub: expect.stringMatching(/^\w{24}$/),
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      preferred_username: 'ada',
      picture: expect.stringContaining('https://'),
    })
    const { vercel } = checkedVercel(deployhost, body['access_token'])
    expect(await vercel.user.getAuthUser()).toMatchObject({ user: { username: 'ada' } })
    expect(await exchange(deployhost, { code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('refuses a wrong secret, verifier or redirect URI as RFC 6749 says', async ({ deployhost }) => {
    expect(await exchange(deployhost, { code: codeFor(deployhost, 'ada'), client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(
      await exchange(deployhost, { code: codeFor(deployhost, 'ada'), redirect_uri: 'http://localhost:3000/other' }),
    ).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    const challenged = codeFor(deployhost, 'ada', {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    expect(await exchange(deployhost, { code: challenged, code_verifier: 'x'.repeat(43) })).toMatchObject({
      status: 400,
    })
    const elsewhere = await fetch(authorizationUrl(deployhost, { redirect_uri: 'http://evil.example/' }), {
      redirect: 'manual',
    })
    expect(elsewhere.status).toBe(400)
  })

  it('works with a client that reads the discovery document; its tokens rotate and are revoked', async ({
    deployhost,
  }) => {
    const config = await openid.discovery(new URL(deployhost.url), 'cl_one', 'secret', undefined, {
      execute: [openid.allowInsecureRequests],
    })
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile offline_access',
      state: 'xyz',
      nonce: 'n',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const { location } = deployhost.authorize({ url: url.href, login: 'ada' })
    const tokens = await openid.authorizationCodeGrant(config, new URL(location), {
      pkceCodeVerifier: verifier,
      expectedState: 'xyz',
      expectedNonce: 'n',
    })
    const claims = tokens.claims()
    expect(claims).toMatchObject({ iss: deployhost.url, aud: 'cl_one', email: 'ada@example.com', name: 'Ada Lovelace' })
    expect(await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')).toMatchObject({
      sub: claims?.sub,
    })
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      client_id: 'cl_one',
      sub: claims?.sub,
    })
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
    expect((await userinfo(deployhost, tokens.access_token)).status).toBe(401)
    await openid.tokenRevocation(config, renewed.access_token)
    expect((await userinfo(deployhost, renewed.access_token)).status).toBe(401)
  })

  it('issues tokens that expire after an hour and have the requested scopes', async ({ deployhost }) => {
    const { body } = await exchange(deployhost, { code: codeFor(deployhost, 'ada', { scope: 'openid email' }) })
    const { vercel } = checkedVercel(deployhost, body['access_token'])
    await expect(vercel.deployments.createDeployment({ requestBody: { name: 'blog' } })).rejects.toMatchObject({
      statusCode: 403,
    })
    deployhost.clock.advance('1h')
    expect((await userinfo(deployhost, body['access_token'] ?? '')).status).toBe(401)
  })

  it('is needed for the userinfo endpoint, which also accepts a token of the seed', async ({ deployhost }) => {
    const response = await fetch(`${deployhost.url}/login/oauth/userinfo`)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect((await userinfo(deployhost, 'nonsense')).status).toBe(401)
    expect(await (await userinfo(deployhost, 'ada')).json()).toMatchObject({ preferred_username: 'ada' })
  })

  it('needs no page in tests', async ({ deployhost }) => {
    const { token } = deployhost.signIn({ login: 'grace', scopes: ['repo'] })
    expect(await (await userinfo(deployhost, token)).json()).toMatchObject({ preferred_username: 'grace' })
    const signedIn = deployhost.signIn({ login: 'grace', clientId: 'cl_one', scopes: ['openid', 'offline_access'] })
    expect(signedIn.refreshToken).not.toBeNull()
    expect(() => deployhost.signIn({ login: 'nobody' })).toThrow('those who can are: ada, grace')
  })
})

describe('the command line', () => {
  const clientId = 'cl_HYyOPBNtFMfHhaUn9L4QPfTZz6TP47bp'
  const configured = (deployhost: Emulator<'deployhost'>) =>
    openid.discovery(new URL(deployhost.url), clientId, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    })

  it('signs in by the device flow, and may do what its user may', async ({ deployhost }) => {
    const config = await configured(deployhost)
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid offline_access' })
    expect(device).toMatchObject({
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verification_uri: `${deployhost.url}/oauth/device`,
      verification_uri_complete: `${deployhost.url}/oauth/device?user_code=${device.user_code}`,
      interval: 5,
    })
    const poll = () =>
      openid.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
        device_code: device.device_code,
      })
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' })
    const page = await fetch(device.verification_uri_complete ?? '')
    expect(await page.text()).toContain(device.user_code)
    const form = { user_code: device.user_code, user: 'ada', decision: 'allow' }
    await fetch(device.verification_uri, { method: 'POST', body: new URLSearchParams(form) })
    deployhost.clock.advance('5s')
    const tokens = await poll()
    expect(tokens).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String), expires_in: 3600 })
    const { vercel } = checkedVercel(deployhost, tokens.access_token)
    await vercel.projects.createProject({ requestBody: { name: 'engine' } })
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await openid.tokenRevocation(config, renewed.access_token)
    expect((await userinfo(deployhost, renewed.access_token)).status).toBe(401)
  })

  it('gets no token when its user refuses', async ({ deployhost }) => {
    const config = await configured(deployhost)
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid' })
    const form = { user_code: device.user_code, user: 'ada', decision: 'deny' }
    await fetch(device.verification_uri, { method: 'POST', body: new URLSearchParams(form) })
    deployhost.clock.advance('5s')
    await expect(openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.001 })).rejects.toMatchObject({
      error: 'access_denied',
    })
  })
})

describe('an integration', () => {
  const install = async (deployhost: Emulator<'deployhost'>, login = 'ada') => {
    const { body } = await exchange(deployhost, { code: codeFor(deployhost, login) }, '/v2/oauth/access_token')
    return body as Record<string, string> & { installation_id: string; access_token: string }
  }

  it('gets a token for its installation that does not expire', async ({ deployhost }) => {
    const installed = await install(deployhost)
    expect(installed).toMatchObject({
      token_type: 'Bearer',
      installation_id: expect.stringMatching(/^icfg_\w{24}$/),
      user_id: expect.stringMatching(/^\w{24}$/),
      team_id: null,
    })
    deployhost.clock.advance('365d')
    expect((await userinfo(deployhost, installed.access_token)).status).toBe(200)
    expect((await install(deployhost)).installation_id).toBe(installed.installation_id)
  })

  it('is listed and retrieved as an installation, in its account only', async ({ deployhost }) => {
    const { installation_id: id } = await install(deployhost)
    await install(deployhost, 'grace')
    const { vercel } = checkedVercel(deployhost, 'ada')
    expect(await vercel.integrations.getConfigurations({ view: 'account' })).toMatchObject([
      { id, integrationId: 'cl_one', status: 'ready', teamId: null },
    ])
    expect(await vercel.integrations.getConfigurations({ view: 'project' })).toMatchObject([
      { id, integration: { name: 'One' } },
    ])
    expect(await vercel.integrations.getConfigurations({ view: 'account', integrationIdOrSlug: 'cl_two' })).toEqual([])
    expect(await vercel.integrations.getConfiguration({ id })).toMatchObject({ id, type: 'integration-configuration' })
    const response = await fetch(`${deployhost.url}/v1/integrations/configurations`)
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'bad_request' } }])
  })

  it('loses its tokens when it is removed, and emits its removal', async ({ deployhost }) => {
    const { installation_id: id, access_token: token } = await install(deployhost)
    const { vercel } = checkedVercel(deployhost, 'ada')
    await vercel.integrations.deleteConfiguration({ id })
    expect((await userinfo(deployhost, token)).status).toBe(401)
    await expect(vercel.integrations.getConfiguration({ id })).rejects.toMatchObject({ statusCode: 404 })
    await deployhost.webhooks.settled()
    expect(receiver.received.map(({ event }) => [event.type, event.payload.configuration?.id])).toEqual([
      ['integration-configuration.removed', id],
    ])
  })
})
