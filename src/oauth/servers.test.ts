import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type EmulatorOf } from '../emulator.ts'
import { identity } from '#testkit/identity.ts'

// The features of the engine that only some providers use: several authorization servers, public clients, suspended
// people, tokens from the authorization endpoint.

const WEB = { client_id: 'web', client_secret: 'shh' }
const CALLBACK = 'http://localhost:3000/cb'
let provider: EmulatorOf<typeof identity>
beforeAll(async () => {
  provider = await createEmulator({
    service: identity,
    port: 0,
    now: '2026-01-01T00:00:00Z',
    seed: {
      identity: {
        users: [
          { id: 'ann', name: 'Ann' },
          { id: 'bob', name: 'Bob' },
        ],
        clients: [
          { id: 'web', secret: 'shh', redirect_uris: [CALLBACK] },
          { id: 'only-bob', secret: 'b', redirect_uris: ['http://localhost:3001/cb'] },
          { id: 'codes-only', secret: 'c', grant_types: ['authorization_code'], redirect_uris: [CALLBACK] },
          { id: 'native', public: true, redirect_uris: ['http://127.0.0.1/cb'] },
        ],
      },
    },
  })
})
afterAll(() => provider.close())
beforeEach(() => provider.reset())

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

async function signIn(
  more: Record<string, string> = {},
  server = 'main',
  user = 'ann',
): Promise<Record<string, string>> {
  const query = {
    client_id: 'web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid offline_access',
    ...more,
  }
  const response = await fetch(`${provider.url}/${server}/authorize?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    body: new URLSearchParams({ user }),
    redirect: 'manual',
  })
  const { search, hash } = new URL(response.headers.get('location') ?? 'http://none/')
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
}
async function ask(path: string, form: Record<string, string>) {
  const response = await fetch(provider.url + path, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const exchange = (code = '', more: Record<string, string> = {}, server = 'main') =>
  ask(`/${server}/token`, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...WEB, ...more })
const userinfo = async (token = '', server = 'main') =>
  (await fetch(`${provider.url}/${server}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status

describe('an authorization server', () => {
  it('signs with its own issuer', async () => {
    for (const server of ['main', 'other']) {
      const { body } = await exchange((await signIn({}, server))['code'], {}, server)
      expect(decodeJwt(body['id_token'] ?? '').iss).toBe(`${provider.url}/${server}`)
      expect(decodeJwt(body['access_token'] ?? '').iss).toBe(`${provider.url}/${server}`)
    }
  })

  it('refuses a code, refresh token or access token of another server', async () => {
    const { code = '' } = await signIn()
    expect(await exchange(code, {}, 'other')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: `code ${code} was issued by main, not by other` },
    })
    const { body } = await exchange(code)
    const refresh = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '', ...WEB }
    expect((await ask('/other/token', refresh)).body['error_description']).toBe(
      'refresh_token was issued by main, not by other',
    )
    expect(await userinfo(body['access_token'], 'other')).toBe(401)
    expect(await userinfo(body['access_token'])).toBe(200)
    const question = { token: body['access_token'] ?? '', ...WEB }
    expect((await ask('/other/introspect', question)).body).toEqual({ active: false })
    expect((await ask('/main/introspect', question)).body).toMatchObject({ active: true })
  })

  it('refuses the form of a request that came to another server', async () => {
    const query = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' }
    const page = await fetch(`${provider.url}/main/authorize?${new URLSearchParams(query).toString()}`)
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(await page.text()) ?? []
    const post = (server: string) =>
      fetch(`${provider.url}/${server}/authorize`, {
        method: 'POST',
        body: new URLSearchParams({ request, user: 'ann' }),
        redirect: 'manual',
      })
    const refused = await post('other')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('This sign-in was begun at main, not at other.')
    expect((await post('main')).headers.get('location')).toContain('code=')
  })

  it('refuses an ID token of another server as id_token_hint of a sign-out', async () => {
    const { body } = await exchange((await signIn())['code'])
    const leave = (server: string) =>
      fetch(`${provider.url}/${server}/logout?id_token_hint=${body['id_token']}`, { redirect: 'manual' })
    expect(await (await leave('other')).text()).toContain(`its issuer is ${provider.url}/main`)
    expect((await leave('main')).status).toBe(200)
  })

  it('answers prompt=none only if id_token_hint is its own ID token of the person', async () => {
    const query = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code', scope: 'openid offline_access' }
    const url = (server: string, more: object) =>
      `${provider.url}/${server}/authorize?${new URLSearchParams({ ...query, ...more }).toString()}`
    const hintOf = async (server: string, user: string) =>
      (await exchange((await signIn({}, server, user))['code'], {}, server)).body['id_token'] ?? ''
    const hints = [await hintOf('main', 'ann'), await hintOf('main', 'bob'), await hintOf('other', 'ann'), 'nonsense']
    const body = new URLSearchParams({ user: 'ann' })
    const signedIn = await fetch(url('main', {}), { method: 'POST', body, redirect: 'manual' })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const outcomes = await Promise.all(
      hints.map(async (id_token_hint) => {
        const silent = url('main', { prompt: 'none', id_token_hint })
        const response = await fetch(silent, { headers: { cookie }, redirect: 'manual' })
        const { searchParams } = new URL(response.headers.get('location') ?? '')
        return searchParams.has('code') ? 'code' : searchParams.get('error')
      }),
    )
    expect(outcomes).toEqual(['code', 'login_required', 'login_required', 'login_required'])
  })

  it('revokes a token in a form, not one in the query', async () => {
    const { body } = await exchange((await signIn())['code'])
    expect(await ask(`/main/revoke?token=${body['access_token']}`, WEB)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'token is missing' },
    })
    expect(await userinfo(body['access_token'])).toBe(200)
  })

  it('refuses a device of another server', async () => {
    const device = (await ask('/main/device/code', { ...WEB, scope: 'read' })).body
    const poll = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', ...WEB }
    const code = { device_code: device['device_code'] ?? '' }
    expect((await ask('/other/token', { ...poll, ...code })).body['error_description']).toContain('was issued by main')
    const typed = new URLSearchParams({ user_code: device['user_code'] ?? '', user: 'ann', decision: 'allow' })
    expect((await fetch(`${provider.url}/other/device`, { method: 'POST', body: typed })).status).toBe(400)
  })
})

describe('a public client', () => {
  const native = { client_id: 'native', redirect_uri: 'http://127.0.0.1/cb' }
  const redeem = (code: string | undefined, more: Record<string, string> = {}) =>
    ask('/main/token', { grant_type: 'authorization_code', code: code ?? '', ...native, ...more })

  it('must send a code_challenge', async () => {
    expect(await signIn(native)).toMatchObject({
      error: 'invalid_request',
      error_description: 'code_challenge is missing; native must send one, with code_challenge_method S256',
    })
  })

  it('gets and refreshes its tokens without a secret', async () => {
    const { code } = await signIn({ ...native, ...CHALLENGE })
    const { body } = await redeem(code, { code_verifier: VERIFIER })
    const refresh = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '', client_id: 'native' }
    expect((await ask('/main/token', refresh)).status).toBe(200)
  })

  it('is refused with a secret, and gets no tokens for itself', async () => {
    const { code } = await signIn({ ...native, ...CHALLENGE })
    expect(await redeem(code, { code_verifier: VERIFIER, client_secret: 'x' })).toMatchObject({
      status: 401,
      body: { error_description: 'client_secret came, but native is a public client and has none' },
    })
    expect((await ask('/main/token', { grant_type: 'client_credentials', client_id: 'native' })).body['error']).toBe(
      'unauthorized_client',
    )
  })
})

describe('a client', () => {
  it('can be for some people only, and gets access_denied for the others', async () => {
    const onlyBob = { client_id: 'only-bob', redirect_uri: 'http://localhost:3001/cb', state: 's' }
    expect(await signIn(onlyBob)).toEqual({
      error: 'access_denied',
      error_description: 'ann is not assigned to only-bob',
      state: 's',
    })
    expect(await signIn(onlyBob, 'main', 'bob')).toHaveProperty('code')
  })

  it('can be registered for some grant types only', async () => {
    const form = { grant_type: 'client_credentials', client_id: 'codes-only', client_secret: 'c' }
    expect((await ask('/main/token', form)).body).toEqual({
      error: 'unauthorized_client',
      error_description: 'grant_type is client_credentials; codes-only is registered for authorization_code',
      error_codes: [1],
    })
  })
})

describe('a request that signs its person in by itself', () => {
  const open = (more: Record<string, string>) => {
    const query = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code', scope: 'openid', ...more }
    const url = `${provider.url}/main/authorize?${new URLSearchParams(query).toString()}`
    return fetch(url, { redirect: 'manual' })
  }

  it('needs no page', async () => {
    const location = (await open({ session_token: 'session-of-ann' })).headers.get('location') ?? ''
    const { body } = await exchange(new URL(location).searchParams.get('code') ?? '')
    expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({
      sub: 'ann',
      auth_time: Date.UTC(2025, 11, 31, 23) / 1000,
    })
  })

  it('goes back to the client with the error when its proof is invalid', async () => {
    const response = await open({ session_token: 'nonsense' })
    expect(response.headers.get('location')).toContain('error=login_required')
  })
})

describe('a request that was pushed', () => {
  const right = { ...WEB, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid', state: 'pushed' }
  const bring = (uri: string | undefined, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ client_id: 'web', request_uri: uri ?? '', ...more }).toString()
    const body = new URLSearchParams({ user: 'ann' })
    return fetch(`${provider.url}/main/authorize?${query}`, { method: 'POST', body, redirect: 'manual' })
  }

  it('takes the place of the browser’s other parameters', async () => {
    const { status, body } = await ask('/main/par', right)
    expect(status).toBe(201)
    expect(body).toEqual({ request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:/), expires_in: 60 })
    const location =
      (await bring(body['request_uri'], { scope: 'write', state: 'forged' })).headers.get('location') ?? ''
    const { code, state } = Object.fromEntries(new URL(location).searchParams)
    expect(state).toBe('pushed')
    expect((await exchange(code)).body['scope']).toBe('openid')
  })

  it('is valid once, for its lifetime, for its client and its server', async () => {
    const push = async () => (await ask('/main/par', right)).body['request_uri']
    const once = await push()
    await bring(once)
    expect(await (await bring(once)).text()).toContain('was not issued, was used already')
    expect(await (await bring(await push(), { client_id: 'native' })).text()).toContain(
      'was issued to web; client_id is native',
    )
    const late = await push()
    provider.clock.advance('1m')
    expect(await (await bring(late)).text()).toContain('expired at 2026-01-01T00:01:00.000Z')
  })

  it.each([
    [{ client_secret: 'wrong' }, 401, 'invalid_client', 'not the one registered'],
    [{ redirect_uri: 'http://localhost:1/' }, 400, 'invalid_request', 'is not registered for web'],
    [{ scope: 'nonsense' }, 400, 'invalid_scope', 'scope nonsense does not exist'],
    [{ request_uri: 'urn:x' }, 400, 'invalid_request', 'request_uri came with a pushed request'],
  ])('is refused with %o', async (changes, status, error, words) => {
    const answered = await ask('/main/par', { ...right, ...changes })
    expect(answered).toMatchObject({ status, body: { error, error_description: expect.stringContaining(words) } })
  })
})

describe('a token of another kind', () => {
  it('can be introspected where the vendor has it', async () => {
    const about = async (token: string) => (await ask('/main/introspect', { token, ...WEB })).body
    expect(await about('other-token')).toEqual({ active: true, token_type: 'other' })
    expect(await about('nonsense')).toEqual({ active: false })
  })
})

describe('a person who is suspended', () => {
  it('can neither sign in nor use tokens', async () => {
    const first = await exchange((await signIn())['code'])
    const { code } = await signIn()
    provider.suspend({ id: 'ann' })
    expect(await signIn()).toEqual({})
    expect((await exchange(code)).body['error_description']).toBe('the user can no longer sign in')
    const refresh = { grant_type: 'refresh_token', refresh_token: first.body['refresh_token'] ?? '', ...WEB }
    expect((await ask('/main/token', refresh)).body['error_description']).toBe('the user can no longer sign in')
    expect(await userinfo(first.body['access_token'])).toBe(401)
    const question = { token: first.body['refresh_token'] ?? '', ...WEB }
    expect((await ask('/main/introspect', question)).body).toEqual({ active: false })
  })
})

describe('an authorization response with tokens', () => {
  it('can have an access token, and an ID token that is bound to it', async () => {
    const answer = await signIn({ response_type: 'token id_token', nonce: 'n' })
    expect(Object.keys(answer)).toEqual(['access_token', 'token_type', 'expires_in', 'scope', 'id_token', 'first'])
    expect(decodeJwt(answer['id_token'] ?? '')).toMatchObject({ at_hash: expect.any(String), nonce: 'n' })
    expect(await userinfo(answer['access_token'])).toBe(200)
  })

  it('needs a nonce for an ID token', async () => {
    expect(await signIn({ response_type: 'code id_token' })).toMatchObject({
      error: 'invalid_request',
      error_description: 'nonce is missing; response_type code id_token needs one',
    })
  })

  it('has the profile’s members for a first sign-in', async () => {
    expect((await signIn())['first']).toBe('true')
    expect((await signIn())['first']).toBe('false')
    provider.reset()
    expect((await signIn())['first']).toBe('true')
  })

  it('loses its access token when the code beside it is used twice', async () => {
    const answer = await signIn({ response_type: 'code token' })
    await exchange(answer['code'])
    await exchange(answer['code'])
    expect(await userinfo(answer['access_token'])).toBe(401)
  })
})

describe('a session', () => {
  it('is not another person’s after a reset, although ids repeat', async () => {
    const open = async (cookie: string | null, user?: string) => {
      const query = { client_id: 'web', redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' }
      const url = `${provider.url}/main/authorize?${new URLSearchParams({ ...query, ...(user === undefined ? { prompt: 'none' } : {}) }).toString()}`
      const body = user === undefined ? {} : { method: 'POST', body: new URLSearchParams({ user }) }
      return fetch(url, { ...body, headers: cookie === null ? {} : { cookie }, redirect: 'manual' })
    }
    const cookie = (await open(null, 'ann')).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await open(cookie)).headers.get('location')).toContain('code=')
    provider.reset()
    await open(null, 'bob')
    expect((await open(cookie)).headers.get('location')).toContain('error=login_required')
  })
})
