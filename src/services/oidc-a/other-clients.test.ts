import { Auth, type AuthConfig } from '@auth/core'
import Google from '@auth/core/providers/google'
import { decodeIdToken, generateCodeVerifier, Google as Arctic, OAuth2RequestError } from 'arctic'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '../../emulator.ts'
import { APP, startOidcA } from './oidc-a.fixture.ts'

let oidcA: Emulator<'oidc-a'>
beforeAll(async () => {
  oidcA = await startOidcA()
})
afterAll(() => oidcA.close())
beforeEach(() => oidcA.reset())

describe('Auth.js', () => {
  const config = (): AuthConfig => ({
    providers: [Google({ clientId: APP.id, clientSecret: APP.secret, issuer: oidcA.url })],
    secret: 'not a secret',
    trustHost: true,
    basePath: '/api/auth',
    logger: { error() {}, warn() {}, debug() {} },
  })
  const jar = new Map<string, string>()
  beforeEach(() => jar.clear())

  /** Asks the application, with a browser's cookies. */
  async function ask(path: string, form?: Record<string, string>): Promise<Response> {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const init = form === undefined ? { headers } : { method: 'POST', headers, body: new URLSearchParams(form) }
    const response = await Auth(new Request(new URL(path, 'http://localhost:3000'), init), config())
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }
  async function begin(): Promise<string> {
    const { csrfToken } = (await (await ask('/api/auth/csrf')).json()) as { csrfToken: string } // what Auth.js answers
    const response = await ask('/api/auth/signin/google', { csrfToken, callbackUrl: '/' })
    return response.headers.get('location') ?? ''
  }

  it('signs a person in, and has a session of theirs', async () => {
    const url = await begin()
    expect(url.startsWith(`${oidcA.url}/o/oauth2/v2/auth?`)).toBe(true)
    const { location } = oidcA.authorize({ url, email: 'ada@example.com' })
    const done = await ask(location)
    expect(done.headers.get('location')).toBe('http://localhost:3000/')
    expect(await (await ask('/api/auth/session')).json()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com', image: 'https://example.com/ada.png' },
    })
  })

  it('has none of a person who refused', async () => {
    const body = new URLSearchParams({ decision: 'deny' })
    const response = await fetch(await begin(), { method: 'POST', body, redirect: 'manual' })
    const done = await ask(response.headers.get('location') ?? '')
    expect(done.headers.get('location')).toContain('error=')
    expect(await (await ask('/api/auth/session')).json()).toBeNull()
  })

  it('has none for a code that is used again', async () => {
    const { location } = oidcA.authorize({ url: await begin(), email: 'ada@example.com' })
    const cookies = new Map(jar)
    await ask(location)
    jar.clear()
    for (const [name, value] of cookies) jar.set(name, value)
    expect((await ask(location)).headers.get('location')).toContain('error=Configuration')
  })
})

describe('arctic', () => {
  // Its hosts are constants; the paths at them are here too.
  const realFetch = globalThis.fetch
  beforeEach(() => {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      if (!url.hostname.endsWith('googleapis.com')) return realFetch(request)
      return oidcA.fetch(new Request(oidcA.url + url.pathname + url.search, request))
    }
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })
  const google = () => new Arctic(APP.id, APP.secret, APP.callback)

  it('signs a person in, refreshes and revokes', async () => {
    const verifier = generateCodeVerifier()
    const url = google().createAuthorizationURL('state', verifier, ['openid', 'email', 'profile'])
    url.searchParams.set('access_type', 'offline')
    const { code, state } = oidcA.authorize({ url: url.href, email: 'ada@example.com' })
    expect(state).toBe('state')
    const tokens = await google().validateAuthorizationCode(code, verifier)
    expect(decodeIdToken(tokens.idToken())).toMatchObject({ email: 'ada@example.com', iss: oidcA.url })
    expect(tokens.accessTokenExpiresInSeconds()).toBe(3600)
    const refreshed = await google().refreshAccessToken(tokens.refreshToken())
    expect(refreshed.accessToken()).not.toBe(tokens.accessToken())
    await google().revokeToken(tokens.accessToken())
    await expect(google().refreshAccessToken(tokens.refreshToken())).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  it('is told why not', async () => {
    const refused = google().validateAuthorizationCode('nonsense', generateCodeVerifier())
    await expect(refused).rejects.toThrow(OAuth2RequestError)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_grant',
      description: expect.stringMatching(/^Malformed auth code\. code nonsense was not issued/),
    })
  })
})
