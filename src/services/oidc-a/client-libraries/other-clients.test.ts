import Google from '@auth/core/providers/google'
import { decodeIdToken, generateCodeVerifier, Google as Arctic, OAuth2RequestError } from 'arctic'
import { describe, expect } from 'vitest'
import { authJsApplication } from '#testkit/auth-js.ts'
import { APP, oidcATest } from '#oidc-a/oidc-a.fixture.ts'

const it = oidcATest()

describe('Auth.js', () => {
  let issuer = ''
  it.beforeAll(({ oidcA }) => {
    issuer = oidcA.url
  })
  const application = authJsApplication('google', () => Google({ clientId: APP.id, clientSecret: APP.secret, issuer }))

  it('signs a person in and has their session', async ({ oidcA }) => {
    const url = await application.begin()
    expect(url.startsWith(`${oidcA.url}/o/oauth2/v2/auth?`)).toBe(true)
    const { location } = oidcA.authorize({ url, email: 'ada@example.com' })
    const done = await application.ask(location)
    expect(done.headers.get('location')).toBe('http://localhost:3000/')
    expect(await application.session()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com', image: 'https://example.com/ada.png' },
    })
  })

  it('has no session of a person who cancelled', async () => {
    const body = new URLSearchParams({ decision: 'deny' })
    const response = await fetch(await application.begin(), { method: 'POST', body, redirect: 'manual' })
    const done = await application.ask(response.headers.get('location') ?? '')
    expect(done.headers.get('location')).toContain('error=')
    expect(await application.session()).toBeNull()
  })

  it('has no session after a code is used twice', async ({ oidcA }) => {
    const { location } = oidcA.authorize({ url: await application.begin(), email: 'ada@example.com' })
    const cookies = new Map(application.jar)
    await application.ask(location)
    application.jar.clear()
    for (const [name, value] of cookies) application.jar.set(name, value)
    expect((await application.ask(location)).headers.get('location')).toContain('error=Configuration')
  })
})

describe('arctic', () => {
  // arctic has the vendor's hosts built in; the instance has the paths of those hosts too.
  const realFetch = globalThis.fetch
  it.beforeEach(({ oidcA }) => {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      if (!url.hostname.endsWith('googleapis.com')) return realFetch(request)
      return oidcA.fetch(new Request(oidcA.url + url.pathname + url.search, request))
    }
  })
  it.afterEach(() => {
    globalThis.fetch = realFetch
  })
  const google = () => new Arctic(APP.id, APP.secret, APP.callback)

  it('signs a person in, refreshes and revokes', async ({ oidcA }) => {
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

  it('gets the reason of a refusal', async () => {
    const refused = google().validateAuthorizationCode('nonsense', generateCodeVerifier())
    await expect(refused).rejects.toThrow(OAuth2RequestError)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_grant',
      description: expect.stringMatching(/^Malformed auth code\. code nonsense was not issued/),
    })
  })
})
