import { createHash } from 'node:crypto'
import { Octokit } from '@octokit/core'
import * as methods from '@octokit/oauth-methods'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { describeViolations } from '#testkit/github-description.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { ALL_SCOPES } from '#codehost/oauth/scopes.ts'

const CALLBACK = 'http://localhost:3000/callback'
const APP = { clientId: 'web-app', clientSecret: 'shh' }
const GITHUB_APP = { clientId: 'Iv1.8a61f9b3a7aba766', clientSecret: 'any' }
const site = await codehostSite(
  () => ({
    codehost: {
      users: [
        { login: 'octocat', name: 'The Octocat', email: 'octocat@example.com' },
        { login: 'hubber' },
        { login: 'newcomer', emails: [{ email: 'new@example.com', primary: true, verified: false }] },
      ],
      orgs: [{ login: 'acme' }],
      oauth_apps: [
        { client_id: APP.clientId, client_secret: APP.clientSecret, name: 'Web App', redirect_uris: [CALLBACK] },
        { client_id: 'native', client_secret: 'n', redirect_uris: ['http://127.0.0.1/cb', 'myapp://done'] },
      ],
      apps: [{ app_id: 7, slug: 'robot', name: 'Robot', client_id: GITHUB_APP.clientId }],
    },
  }),
  'octocat',
  { now: '2026-01-01T00:00:00Z' },
)
const { it } = site

/** Returns the application's authorization URL with some parameters changed or, for null, removed. */
function authorizationUrl(changes: Record<string, string | null> = {}): string {
  const right = { client_id: APP.clientId, redirect_uri: CALLBACK, scope: 'repo user:email', state: 'xyz' }
  const pairs = Object.entries({ ...right, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null)
  return `${site.codehost.url}/login/oauth/authorize?${new URLSearchParams(pairs).toString()}`
}
/** Sends a request such as `POST /login/device`, and returns the answer whatever its status. */
function send(route: string, form?: Record<string, string>, query = ''): Promise<Response> {
  const [method = '', path = ''] = route.split(' ')
  const body = form === undefined ? null : new URLSearchParams(form)
  return fetch(`${site.codehost.url}${path}${query}`, { method, body, redirect: 'manual' })
}
const queryOf = (changes?: Record<string, string | null>) => new URL(authorizationUrl(changes)).search
const open = (changes?: Record<string, string | null>) =>
  send('GET /login/oauth/authorize', undefined, queryOf(changes))
const choose = (changes?: Record<string, string | null>, form: Record<string, string> = { user: 'octocat' }) =>
  send('POST /login/oauth/authorize', form, queryOf(changes))
const parametersOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
const codeFor = async (changes?: Record<string, string | null>, user = 'octocat') =>
  parametersOf(await choose(changes, { user }))['code'] ?? ''

/** Sends a JSON request to the token endpoint. */
async function token(parameters: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${site.codehost.url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(parameters),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as Record<string, unknown>
}
const credentials = { client_id: APP.clientId, client_secret: APP.clientSecret }
/** Returns the request function that the vendor's libraries take as an option. */
const vendor = () => new Octokit({ baseUrl: site.codehost.url }).request
const octokit = (value: unknown) => checkedOctokit(site.codehost, String(value))

describe('the web flow', () => {
  it('signs a user in, from the application’s link to the API', async () => {
    const { url } = methods.getWebFlowAuthorizationUrl({
      clientType: 'oauth-app',
      clientId: APP.clientId,
      redirectUrl: CALLBACK,
      scopes: ['repo', 'user:email'],
      state: 'xyz',
      request: vendor(),
    })
    const { code, location, state } = site.codehost.authorize({ url, login: 'octocat' })
    expect(code).toMatch(/^[0-9a-f]{20}$/)
    expect(location).toBe(`${CALLBACK}?code=${code}&state=xyz`)
    expect(state).toBe('xyz')
    const { authentication } = await methods.exchangeWebFlowCode({
      clientType: 'oauth-app',
      ...APP,
      code,
      redirectUrl: CALLBACK,
      request: vendor(),
    })
    expect(authentication.token).toMatch(/^gho_[0-9A-Za-z]{36}$/)
    const { data, headers } = await octokit(authentication.token).users.getAuthenticated()
    expect(data.login).toBe('octocat')
    expect(headers['x-oauth-scopes']).toBe('repo, user:email')
    expect(headers['x-oauth-client-id']).toBe(APP.clientId)
  })

  it('accepts the form of the page: its request and a user', async () => {
    const page = await (await open()).text()
    const id = /name="request" value="(\w+)"/.exec(page)?.[1] ?? ''
    const post = () =>
      send('POST /login/oauth/authorize', { request: id, user: 'hubber', redirect_uri: 'http://evil.example/' })
    const response = await post()
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/callback\?code=[0-9a-f]{20}&state=xyz$/)
    const again = await post()
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('This sign-in was answered already')
  })

  it('accepts the form alone, posted to the application’s own link', async () => {
    const code = await codeFor()
    expect(await token({ ...credentials, code })).toEqual({
      access_token: expect.stringMatching(/^gho_/),
      scope: 'repo,user:email',
      token_type: 'bearer',
    })
  })

  it('redirects with an error when the user refuses', async () => {
    const response = await choose({}, { decision: 'deny' })
    expect(parametersOf(response)).toMatchObject({ error: 'access_denied', state: 'xyz' })
    expect(parametersOf(response)['error_description']).toMatch(/^The user has denied your application access\./)
  })

  it('needs no redirect_uri, and redirects to the registered one then', async () => {
    expect((await choose({ redirect_uri: null })).headers.get('location')).toMatch(
      /^http:\/\/localhost:3000\/callback\?code=/,
    )
  })

  it('signs in only users', async () => {
    for (const user of ['acme', 'nobody', '']) {
      const response = await choose({}, { user })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('those who can are: octocat, hubber, newcomer')
    }
  })

  it('has its state reset', async () => {
    const code = await codeFor()
    const { access_token: value } = await token({ ...credentials, code: await codeFor() })
    site.codehost.reset()
    expect(await token({ ...credentials, code })).toMatchObject({ error: 'bad_verification_code' })
    await expect(octokit(value).users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
  })
})

describe('redirect addresses', () => {
  it.for([
    ['http://localhost:3000/callback/sub/path', {}],
    ['http://localhost:3000/callback?next=%2Fhome', {}],
    ['http://auth.localhost:3000/callback', {}],
    ['http://127.0.0.1:49152/cb', { client_id: 'native' }],
    ['http://127.0.0.1:49152/cb/sub', { client_id: 'native' }],
    ['myapp://done', { client_id: 'native' }],
  ] as const)('include %s', async ([uri, changes]) => {
    const response = await choose({ redirect_uri: uri, ...changes })
    expect(response.headers.get('location')).toMatch(/[?&]code=/)
    expect(response.headers.get('location')?.startsWith(uri)).toBe(true)
  })

  it.for([
    ['http://localhost:3001/callback', {}],
    ['http://localhost:3000/', {}],
    ['http://localhost:3000/callbacks', {}],
    ['http://localhost:3000/callback/../admin', {}],
    ['https://localhost:3000/callback', {}],
    ['http://localhost:3000@evil.example/callback', {}],
    ['http://evil-localhost:3000/callback', {}],
    ['http://127.0.0.1:3000/callback', {}],
    ['http://localhost:3000/callback#token', {}],
    ['http://127.0.0.1:49152/other', { client_id: 'native' }],
    ['http://localhost/cb', { client_id: 'native' }],
    ['myapp://elsewhere', { client_id: 'native' }],
    ['javascript:alert(1)', {}],
  ] as const)('exclude %s', async ([uri, changes]) => {
    const response = await open({ redirect_uri: uri, ...changes })
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('The redirect_uri is not right')
  })

  it('are in the message when one is refused, with a way out', async () => {
    const text = await (await open({ redirect_uri: 'http://localhost:3001/cb' })).text()
    expect(text).toContain(
      `redirect_uri http://localhost:3001/cb is not registered for web-app; registered: ${CALLBACK}`,
    )
    expect(text).toContain('under codehost.oauth_apps or codehost.apps in the seed')
  })
})

describe('an authorization request', () => {
  it('of an unknown application is answered with a page', async () => {
    const response = await open({ client_id: 'web-ap' })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('client_id web-ap is not registered, did you mean web-app?')
  })

  it('accepts scopes with spaces or commas, and grants them without those that others include', async () => {
    const code = await codeFor({ scope: 'user,gist user:email' })
    expect(await token({ ...credentials, code })).toMatchObject({ scope: 'user,gist' })
  })

  it('may request every scope that this service checks', async () => {
    const code = await codeFor({ scope: ALL_SCOPES.join(' ') })
    expect(await token({ ...credentials, code })).toMatchObject({ scope: ALL_SCOPES.join(',') })
  })

  it('without scope gets the scopes that the user granted the application before', async () => {
    await codeFor({ scope: 'user' })
    await codeFor({ scope: 'gist' })
    expect(await token({ ...credentials, code: await codeFor({ scope: null }) })).toMatchObject({ scope: 'user,gist' })
    expect(await token({ ...credentials, code: await codeFor({ scope: null }, 'hubber') })).toMatchObject({ scope: '' })
  })

  it.for([
    [{ scope: 'repo models:read' }, 'invalid_scope', 'The scopes requested are invalid: models:read.'],
    [{ response_type: 'token' }, 'unsupported_response_type', 'response_type is token; expected code'],
    [
      { code_challenge: 'x'.repeat(43) },
      'invalid_request',
      'code_challenge_method is absent, which means plain; expected S256',
    ],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request', 'expected S256'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request', '43 characters of base64url'],
  ] as const)('with %o is redirected back with an error', async ([changes, error, description]) => {
    const answer = parametersOf(await open(changes))
    expect(answer).toMatchObject({
      error,
      state: 'xyz',
      error_uri: expect.stringContaining('https://docs.github.com/'),
    })
    expect(answer['error_description']).toContain(description)
  })

  it('ignores unknown parameters, and accepts prompt, login and allow_signup', async () => {
    const response = await open({
      prompt: 'select_account',
      login: 'hubber',
      allow_signup: 'false',
      response_type: 'code',
      x: 'y',
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/value="hubber"[^>]*autofocus/)
  })
})

describe('the token endpoint', () => {
  const post = async (body: string | URLSearchParams, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.codehost.url}/login/oauth/access_token`, { method: 'POST', body, headers })
    return {
      type: response.headers.get('content-type'),
      date: response.headers.get('date'),
      text: await response.text(),
    }
  }
  const form = async () => new URLSearchParams({ ...credentials, code: await codeFor() })

  it('answers with a form by default', async () => {
    const { type, text } = await post(await form())
    expect(type).toBe('application/x-www-form-urlencoded; charset=utf-8')
    expect(text).toMatch(/^access_token=gho_\w{36}&scope=repo%2Cuser%3Aemail&token_type=bearer$/)
  })

  it('answers with XML', async () => {
    const { type, text } = await post(await form(), { accept: 'application/xml' })
    expect(type).toBe('application/xml; charset=utf-8')
    expect(text).toMatch(
      /<OAuth><access_token>gho_\w{36}<\/access_token><scope>repo,user:email<\/scope><token_type>bearer</,
    )
    expect((await post('client_id=<x>', { accept: 'application/xml' })).text).toContain('client_id &#60;x&#62; is not')
  })

  it('accepts JSON, a query and Basic as well as a form, and has the time of its clock', async () => {
    const json = JSON.stringify({ ...credentials, code: await codeFor(), repository_id: 7 })
    const accept = { accept: 'application/json' }
    const byJson = await post(json, { ...accept, 'content-type': 'application/json' })
    expect(byJson.text).toContain('"access_token":"gho_')
    expect(byJson.date).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
    const authorization = `Basic ${btoa('web-app:shh')}`
    expect((await post(new URLSearchParams({ code: await codeFor() }), { ...accept, authorization })).text).toContain(
      'gho_',
    )
    const query = new URLSearchParams({ ...credentials, code: await codeFor() })
    const byQuery = await send('POST /login/oauth/access_token', undefined, `?${query.toString()}`)
    expect(await byQuery.text()).toContain('access_token=gho_')
    const once = new URLSearchParams({ ...Object.fromEntries(query), code: await codeFor() })
    const byGet = await send('GET /login/oauth/access_token', undefined, `?${once.toString()}`)
    expect(await byGet.text()).toContain('access_token=gho_')
  })

  it.for([
    [{ client_id: 'web-ap' }, 'incorrect_client_credentials', 'did you mean web-app?'],
    [{ client_id: '' }, 'incorrect_client_credentials', 'client_id is missing'],
    [{ client_secret: 'wrong' }, 'incorrect_client_credentials', 'client_secret is not the one registered for web-app'],
    [{ client_secret: '' }, 'incorrect_client_credentials', 'client_secret is missing; web-app has one'],
    [{ client_id: 'native', client_secret: 'n' }, 'bad_verification_code', 'was issued to web-app, not to native'],
    [{ code: 'nonsense' }, 'bad_verification_code', 'code nonsense was not issued'],
    [{ code: '' }, 'bad_verification_code', 'code is missing'],
    [{ redirect_uri: `${CALLBACK}/sub` }, 'redirect_uri_mismatch', `the code was issued for ${CALLBACK}`],
    [{ code_verifier: 'x'.repeat(43) }, 'bad_verification_code', 'asked for without a code_challenge'],
    [{ grant_type: 'password' }, 'unsupported_grant_type', 'grant_type is password; expected'],
    [{ grant_type: 'refresh_token' }, 'bad_refresh_token', 'refresh_token is missing'],
  ] as const)('refuses %o, with status 200', async ([changes, error, description]) => {
    const answer = await token({ ...credentials, code: await codeFor(), ...changes })
    expect(Object.keys(answer)).toEqual(['error', 'error_description', 'error_uri'])
    expect(answer['error']).toBe(error)
    expect(answer['error_description']).toContain(description)
  })

  it('is understood by the official client, refusals included', async () => {
    const exchange = methods.exchangeWebFlowCode({
      clientType: 'oauth-app',
      ...APP,
      code: 'nonsense',
      request: vendor(),
    })
    await expect(exchange).rejects.toThrow(
      /^The code passed is incorrect or expired\. .*\(bad_verification_code, https:/,
    )
  })

  it('accepts a code once, within ten minutes', async () => {
    const [once, late] = [await codeFor(), await codeFor()]
    expect(await token({ ...credentials, code: once, redirect_uri: CALLBACK })).toHaveProperty('access_token')
    expect(await token({ ...credentials, code: once })).toMatchObject({ error: 'bad_verification_code' })
    site.codehost.clock.advance('10m')
    expect(await token({ ...credentials, code: late })).toMatchObject({ error: 'bad_verification_code' })
  })

  it('requires the code’s challenge', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const value = createHash('sha256').update(verifier).digest('base64url')
    const code = await codeFor({ code_challenge: value, code_challenge_method: 'S256' })
    expect(await token({ ...credentials, code })).toMatchObject({ error: 'bad_verification_code' })
    expect(await token({ ...credentials, code, code_verifier: value })).toMatchObject({
      error: 'bad_verification_code',
    })
    expect(await token({ ...credentials, code, code_verifier: verifier })).toHaveProperty('access_token')
  })

  it('refuses a user whose primary address is not verified', async () => {
    const code = await codeFor({}, 'newcomer')
    expect(await token({ ...credentials, code })).toMatchObject({ error: 'unverified_user_email' })
  })

  it('ends the oldest of more than ten similar tokens', async () => {
    const tokens: unknown[] = []
    for (let count = 0; count < 11; count++) {
      site.codehost.clock.advance('1s')
      tokens.push((await token({ ...credentials, code: await codeFor() }))['access_token'])
    }
    const other = await token({ ...credentials, code: await codeFor({ scope: 'gist' }) })
    await expect(octokit(tokens[0]).users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
    for (const each of [tokens[1], tokens[10], other['access_token']]) {
      expect((await octokit(each).users.getAuthenticated()).status).toBe(200)
    }
  })
})

describe('a GitHub App', () => {
  const app = { clientType: 'github-app', ...GITHUB_APP } as const
  const signedIn = async () => {
    const { url } = methods.getWebFlowAuthorizationUrl({ ...app, redirectUrl: CALLBACK, request: vendor() })
    const { code } = site.codehost.authorize({ url, login: 'octocat' })
    return (await methods.exchangeWebFlowCode({ ...app, code, request: vendor() })).authentication
  }

  it('gets tokens that expire and can be refreshed', async () => {
    const first = await signedIn()
    expect(first).toMatchObject({
      token: expect.stringMatching(/^ghu_\w{36}$/),
      refreshToken: expect.stringMatching(/^ghr_\w{76}$/),
      expiresAt: '2026-01-01T08:00:00.000Z',
      refreshTokenExpiresAt: '2026-07-04T00:00:00.000Z',
    })
    site.codehost.clock.advance('8h')
    await expect(octokit(first.token).users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
    if (!('refreshToken' in first)) throw new Error('no refresh token')
    const { authentication } = await methods.refreshToken({
      ...app,
      refreshToken: first.refreshToken,
      request: vendor(),
    })
    expect((await octokit(authentication.token).users.getAuthenticated()).data.login).toBe('octocat')
    await expect(methods.refreshToken({ ...app, refreshToken: first.refreshToken, request: vendor() })).rejects.toThrow(
      'bad_refresh_token',
    )
  })

  it('has its old token ended by a refresh, and its refresh token by the revocation', async () => {
    const first = await signedIn()
    if (!('refreshToken' in first)) throw new Error('no refresh token')
    const { authentication } = await methods.refreshToken({
      ...app,
      refreshToken: first.refreshToken,
      request: vendor(),
    })
    await expect(octokit(first.token).users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
    await methods.deleteToken({ ...app, token: authentication.token, request: vendor() })
    await expect(
      methods.refreshToken({ ...app, refreshToken: authentication.refreshToken, request: vendor() }),
    ).rejects.toThrow('bad_refresh_token')
  })

  it('has no scopes, whatever it requests', async () => {
    const code = await codeFor({ client_id: GITHUB_APP.clientId, scope: 'repo anything' })
    expect(await token({ client_id: GITHUB_APP.clientId, client_secret: 'x', code })).toMatchObject({ scope: '' })
  })
})

describe('the device flow', () => {
  const device = { clientType: 'oauth-app', clientId: APP.clientId } as const
  const begin = async () => (await methods.createDeviceCode({ ...device, scopes: ['repo'], request: vendor() })).data
  const poll = (code: string) => methods.exchangeDeviceCode({ ...device, code, request: vendor() })
  const enter = (form: Record<string, string>) => send('POST /login/device', form)

  it('signs in on another device', async () => {
    const data = await begin()
    expect(data).toEqual({
      device_code: expect.stringMatching(/^[0-9a-f]{40}$/),
      user_code: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/),
      verification_uri: `${site.codehost.url}/login/device`,
      expires_in: 900,
      interval: 5,
    })
    await expect(poll(data.device_code)).rejects.toThrow('authorization_pending')
    expect(await (await send('GET /login/device', undefined, `?user_code=${data.user_code}`)).text()).toContain(
      `value="${data.user_code}"`,
    )
    const response = await enter({ user_code: data.user_code, user: 'octocat', decision: 'allow' })
    expect(await response.text()).toContain('The device is connected')
    site.codehost.clock.advance('5s')
    const { authentication } = await poll(data.device_code)
    expect(authentication).toMatchObject({ token: expect.stringMatching(/^gho_/), scopes: ['repo'] })
    expect((await octokit(authentication.token).users.getAuthenticated()).data.login).toBe('octocat')
    site.codehost.clock.advance('5s')
    await expect(poll(data.device_code)).rejects.toThrow('incorrect_device_code')
  })

  it('slows down a client that polls too often', async () => {
    const { device_code: code } = await begin()
    await expect(poll(code)).rejects.toThrow('authorization_pending')
    const parameters = {
      client_id: APP.clientId,
      device_code: code,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    }
    expect(await token(parameters)).toMatchObject({ error: 'slow_down', interval: 10 })
    site.codehost.clock.advance('10s')
    await expect(poll(code)).rejects.toThrow('authorization_pending')
  })

  it('ends after fifteen minutes, and when the user refuses', async () => {
    const refused = await begin()
    expect(await (await enter({ user_code: refused.user_code, decision: 'deny' })).text()).toContain(
      'The device was refused',
    )
    await expect(poll(refused.device_code)).rejects.toThrow('access_denied')
    const late = await begin()
    site.codehost.clock.advance('15m')
    await expect(poll(late.device_code)).rejects.toThrow('expired_token')
    expect((await enter({ user_code: late.user_code })).status).toBe(400)
  })

  it('answers with a form too, with the same refusals', async () => {
    const ask = async (form: Record<string, string>) => (await send('POST /login/device/code', form)).text()
    expect(await ask({ client_id: APP.clientId })).toMatch(
      /^device_code=\w{40}&user_code=\w{4}-\w{4}&verification_uri=http%3A/,
    )
    expect(await ask({ client_id: 'nobody' })).toMatch(/^error=incorrect_client_credentials&/)
    expect(await ask({ client_id: APP.clientId, scope: 'models' })).toMatch(
      /^error=invalid_scope&.*invalid%3A\+models\./,
    )
  })
})

describe('the tokens of an application', () => {
  const app = { clientType: 'oauth-app', ...APP } as const
  const fresh = () => site.codehost.signIn({ login: 'octocat', scopes: ['repo'], clientId: APP.clientId }).token

  it('can be checked', async () => {
    const value = fresh()
    const { data, authentication } = await methods.checkToken({ ...app, token: value, request: vendor() })
    expect(describeViolations('POST', '/applications/{client_id}/token', 200, data)).toBe('')
    expect(authentication.scopes).toEqual(['repo'])
    expect(data).toMatchObject({
      token: value,
      token_last_eight: value.slice(-8),
      hashed_token: createHash('sha256').update(value).digest('hex'),
      app: { client_id: APP.clientId, name: 'Web App' },
      user: { login: 'octocat' },
      expires_at: null,
    })
  })

  it('can be reset: the old one ends, the new one has the same scopes', async () => {
    const value = fresh()
    const { data } = await methods.resetToken({ ...app, token: value, request: vendor() })
    expect(describeViolations('PATCH', '/applications/{client_id}/token', 200, data)).toBe('')
    expect(data.token).toMatch(/^gho_\w{36}$/)
    expect((await octokit(data.token).users.getAuthenticated()).headers['x-oauth-scopes']).toBe('repo')
    await expect(methods.checkToken({ ...app, token: value, request: vendor() })).rejects.toMatchObject({ status: 404 })
  })

  it('can be deleted, one or all that a user granted', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const other = site.codehost.signIn({ login: 'hubber', clientId: APP.clientId }).token
    expect((await methods.deleteToken({ ...app, token: one, request: vendor() })).status).toBe(204)
    await expect(octokit(one).users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
    const code = await codeFor()
    expect((await methods.deleteAuthorization({ ...app, token: two, request: vendor() })).status).toBe(204)
    await expect(octokit(three).users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
    expect(await token({ ...credentials, code })).toMatchObject({ error: 'bad_verification_code' })
    expect((await octokit(other).users.getAuthenticated()).data.login).toBe('hubber')
    expect(await token({ ...credentials, code: await codeFor({ scope: null }) })).toMatchObject({ scope: '' })
  })

  it('are only for the application itself', async () => {
    const value = fresh()
    const check = (clientId: string, clientSecret: string, path = clientId) =>
      vendor()('POST /applications/{client_id}/token', {
        client_id: path,
        access_token: value,
        headers: { authorization: `basic ${btoa(`${clientId}:${clientSecret}`)}` },
      })
    await expect(check('native', 'n')).rejects.toMatchObject({ status: 404 })
    await expect(check('native', 'n', APP.clientId)).rejects.toMatchObject({ status: 404 })
    for (const route of ['DELETE /applications/{client_id}/token', 'DELETE /applications/{client_id}/grant']) {
      const headers = { authorization: `basic ${btoa('native:n')}` }
      const foreign = vendor()(route, { client_id: 'native', access_token: value, headers })
      await expect(foreign).rejects.toMatchObject({ status: 404 })
    }
    await expect(check(APP.clientId, 'wrong')).rejects.toMatchObject({ status: 401 })
    await expect(check('nobody', 'x')).rejects.toMatchObject({ status: 401 })
    await expect(
      vendor()('POST /applications/{client_id}/token', { client_id: APP.clientId, access_token: value }),
    ).rejects.toMatchObject({ status: 401, response: { data: { message: 'Requires authentication' } } })
    await expect(
      vendor()('POST /applications/{client_id}/token', {
        client_id: APP.clientId,
        access_token: value,
        headers: { authorization: `token ${value}` },
      }),
    ).rejects.toMatchObject({ status: 401 })
  })

  it('are required in the body', async () => {
    await expect(
      vendor()('POST /applications/{client_id}/token', {
        client_id: APP.clientId,
        headers: { authorization: `basic ${btoa('web-app:shh')}` },
      } as never),
    ).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'OauthAccess', field: 'access_token', code: 'missing_field' }] } },
    })
  })
})

describe('signing in without a page', () => {
  it('returns a token with all scopes by default', async () => {
    const { token: value } = site.codehost.signIn({ login: 'octocat' })
    expect((await octokit(value).repos.createForAuthenticatedUser({ name: 'new' })).status).toBe(201)
    const { token: reader } = site.codehost.signIn({ login: 'octocat', scopes: [] })
    await expect(octokit(reader).repos.createForAuthenticatedUser({ name: 'x' })).rejects.toMatchObject({ status: 403 })
  })

  it('refuses wrong options, and changes nothing', () => {
    expect(() => site.codehost.signIn({ login: 'nobody' })).toThrow(
      'user nobody cannot sign in; those who can are: octocat',
    )
    expect(() => site.codehost.signIn({ login: 'octocat', clientId: 'web' })).toThrow('client_id web is not registered')
    expect(() => site.codehost.signIn({ login: 'octocat', scopes: ['x'], clientId: 'web-app' })).toThrow('invalid: x')
    expect(() => site.codehost.signIn({ login: 'octocat', scope: 'repo' } as never)).toThrow(
      'signIn: unknown option scope, did you mean scopes?',
    )
    expect(() => site.codehost.signIn({} as never)).toThrow('signIn: login is missing')
    expect(() => site.codehost.authorize({ url: authorizationUrl({ scope: 'x' }), login: 'octocat' })).toThrow(
      'error=invalid_scope',
    )
    expect(() => site.codehost.authorize({ url: authorizationUrl({ client_id: 'x' }), login: 'octocat' })).toThrow(
      'x is not',
    )
  })

  it('is a command of the control plane', async () => {
    const post = (name: string, input: object) =>
      fetch(`${site.codehost.url}/_backlot/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
    const { token: value } = (await (await post('signIn', { login: 'hubber' })).json()) as { token: string }
    expect((await octokit(value).users.getAuthenticated()).data.login).toBe('hubber')
    const refused = await post('signIn', { login: 'nobody' })
    expect(refused.status).toBe(400)
    expect(await (await post('signUp', {})).text()).toContain('POST signIn, POST authorize')
  })
})

describe('where no application is seeded', () => {
  it('any client_id, secret and redirect_uri is accepted, and codes are bound to them all the same', async () => {
    await using open = await createEmulator({
      service: 'codehost',
      port: 0,
      seed: { codehost: { users: [{ login: 'ann' }] } },
    })
    const url = `${open.url}/login/oauth/authorize?client_id=mine&redirect_uri=http://localhost:9/cb`
    const exchange = async (code: string, more: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: 'mine', client_secret: 'any', code, ...more })
      return (await fetch(`${open.url}/login/oauth/access_token`, { method: 'POST', body })).text()
    }
    const { code } = open.authorize({ url, login: 'ann' })
    expect(await exchange(code, { client_id: 'other' })).toContain('error=bad_verification_code')
    expect(await exchange(code, { redirect_uri: 'http://localhost:9/other' })).toContain('error=redirect_uri_mismatch')
    expect(await exchange(code, {})).toContain('access_token=gho_')
    const token = new URLSearchParams(await exchange(open.authorize({ url, login: 'ann' }).code, {})).get(
      'access_token',
    )
    const check = await fetch(`${open.url}/applications/mine/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('mine:any')}` },
      body: JSON.stringify({ access_token: token }),
    })
    expect(check.status).toBe(200)
  })
})
