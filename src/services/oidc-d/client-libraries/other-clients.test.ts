import Okta from '@auth/core/providers/okta'
import { decodeIdToken, generateCodeVerifier, OAuth2RequestError, Okta as Arctic } from 'arctic'
import { createRequire } from 'node:module'
import { describe, expect } from 'vitest'
import { authJsApplication } from '#testkit/auth-js.ts'
import { signInTest, WEB } from '#oidc-d/sign-in.fixture.ts'

const AUTH_JS = 'http://localhost:3000/api/auth/callback/okta'

const it = signInTest([AUTH_JS])

describe.each(['', '/oauth2/default'])('Auth.js at %s', (path) => {
  let issuer = ''
  it.beforeAll(({ oidcD }) => {
    issuer = oidcD.url + path
  })
  const application = authJsApplication('okta', () => Okta({ clientId: WEB.id, clientSecret: WEB.secret, issuer }))

  it('signs a user in and has a session', async ({ oidcD }) => {
    const { location } = oidcD.authorize({ url: await application.begin(), login: 'ada@example.com' })
    expect((await application.ask(location)).headers.get('location')).toBe('http://localhost:3000/')
    expect(await application.session()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
    })
  })

  it('has no session after a refusal of the user', async () => {
    const body = new URLSearchParams({ decision: 'deny' })
    const response = await fetch(await application.begin(), { method: 'POST', body, redirect: 'manual' })
    expect((await application.ask(response.headers.get('location') ?? '')).headers.get('location')).toContain('error=')
    expect(await application.session()).toBeNull()
  })
})

describe.each([null, 'default'])('arctic at %s', (server) => {
  // It knows https only: what it sends there is sent here.
  const realFetch = globalThis.fetch
  it.beforeEach(({ oidcD }) => {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      return url.hostname === 'acme.okta.example'
        ? realFetch(new Request(oidcD.url + url.pathname, request))
        : realFetch(request)
    }
  })
  it.afterEach(() => {
    globalThis.fetch = realFetch
  })
  const okta = () => new Arctic('acme.okta.example', server, WEB.id, WEB.secret, WEB.callback)

  it('signs a user in, and refreshes and revokes the tokens', async ({ oidcD }) => {
    const verifier = generateCodeVerifier()
    const link = okta().createAuthorizationURL('state', verifier, ['openid', 'email', 'offline_access'])
    const { code, state } = oidcD.authorize({ url: link.pathname + link.search, login: 'ada@example.com' })
    expect(state).toBe('state')
    const tokens = await okta().validateAuthorizationCode(code, verifier)
    expect(decodeIdToken(tokens.idToken())).toMatchObject({ email: 'ada@example.com', aud: WEB.id })
    const refreshed = await okta().refreshAccessToken(tokens.refreshToken(), ['openid', 'email', 'offline_access'])
    expect(refreshed.accessToken()).not.toBe(tokens.accessToken())
    await okta().revokeToken(tokens.refreshToken())
    await expect(okta().refreshAccessToken(tokens.refreshToken(), [])).rejects.toThrow(OAuth2RequestError)
  })

  it('reads the reason of a refusal', async () => {
    await expect(okta().validateAuthorizationCode('nonsense', generateCodeVerifier())).rejects.toMatchObject({
      code: 'invalid_grant',
      description: expect.stringMatching(
        /^The authorization code is invalid or has expired\. code nonsense was not issued/,
      ),
    })
  })
})

interface PassportProfile {
  readonly displayName: string
  readonly emails: readonly { readonly value: string }[]
}

interface PassportStrategy {
  authenticate(request: object, options: object): void
}

// The package has no types.
const { Strategy } = createRequire(import.meta.url)('passport-openidconnect') as {
  readonly Strategy: new (
    options: object,
    verify: (
      issuer: string,
      profile: PassportProfile,
      done: (error: Error | null, user: PassportProfile) => void,
    ) => void,
  ) => PassportStrategy
}

describe('passport-openidconnect', () => {
  it('signs a user in', async ({ oidcD }) => {
    const issuer = `${oidcD.url}/oauth2/default`
    const strategy = new Strategy(
      {
        issuer,
        authorizationURL: `${issuer}/v1/authorize`,
        tokenURL: `${issuer}/v1/token`,
        userInfoURL: `${issuer}/v1/userinfo`,
        clientID: WEB.id,
        clientSecret: WEB.secret,
        callbackURL: WEB.callback,
        scope: ['profile', 'email'],
      },
      (_issuer, profile, done) => done(null, profile),
    )
    const session = {}
    const pass = (url: string) =>
      new Promise<{ redirect?: string; user?: PassportProfile }>((resolve, reject) => {
        const query = Object.fromEntries(new URL(url, 'http://localhost:3000').searchParams)
        // passport gives each request a strategy of its own, with these actions.
        const running = Object.assign(Object.create(strategy) as object, {
          redirect: (to: string) => resolve({ redirect: to }),
          success: (user: PassportProfile) => resolve({ user }),
          fail: (challenge: unknown) => reject(new Error(JSON.stringify(challenge))),
          error: reject,
        }) as unknown as PassportStrategy
        running.authenticate({ session, query, headers: {}, method: 'GET', url }, {})
      })
    const { redirect = '' } = await pass('/sign-in')
    const { location } = oidcD.authorize({ url: redirect, login: 'ada@example.com' })
    const { user } = await pass(location)
    expect(user).toMatchObject({ displayName: 'Ada Lovelace', emails: [{ value: 'ada@example.com' }] })
  })
})
