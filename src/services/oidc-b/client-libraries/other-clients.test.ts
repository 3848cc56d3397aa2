import AuthApple from '@auth/core/providers/apple'
import appleSignin from 'apple-signin-auth'
import { Apple, decodeIdToken, OAuth2RequestError } from 'arctic'
import { createPrivateKey } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { authJsApplication } from '#testkit/auth-js.ts'
import { APP, clientSecret, insteadOfApple, PRIVATE_KEY, oidcBTest } from '#oidc-b/oidc-b.fixture.ts'

const it = oidcBTest()

type Fixtures = FixturesOf<typeof it>

const hook = ({ oidcB }: Pick<Fixtures, 'oidcB'>, otherwise: typeof fetch) => insteadOfApple(() => oidcB, otherwise)

describe('Auth.js', () => {
  let issuer = ''
  it.beforeAll(({ oidcB }) => {
    issuer = oidcB.url
  })
  const application = authJsApplication('apple', async () =>
    AuthApple({ clientId: APP.id, clientSecret: await clientSecret(), issuer }),
  )

  it('signs a person in, with the name on the first sign-in and the address later', async ({ oidcB }) => {
    const url = await application.begin()
    expect(url.startsWith(`${oidcB.url}/auth/authorize?`)).toBe(true)
    const { location, parameters } = oidcB.authorize({ url, email: 'ada@example.com' })
    expect((await application.ask(location, parameters)).headers.get('location')).toBe('http://localhost:3000/')
    expect(await application.session()).toMatchObject({ user: { name: 'Ada King Lovelace', email: 'ada@example.com' } })
    application.jar.clear()
    const again = oidcB.authorize({ url: await application.begin(), email: 'ada@example.com' })
    await application.ask(again.location, again.parameters)
    expect(await application.session()).toMatchObject({ user: { name: 'ada@example.com', email: 'ada@example.com' } })
  })

  it('has no session of a person who cancelled', async () => {
    const body = new URLSearchParams({ decision: 'deny' })
    const page = await (await fetch(await application.begin(), { method: 'POST', body })).text()
    expect(page).toContain('name="error" value="user_cancelled_authorize"')
    const state = /name="state" value="([^"]*)"/.exec(page)?.[1] ?? ''
    const done = await application.ask('/api/auth/callback/apple', { error: 'user_cancelled_authorize', state })
    expect(done.headers.get('location')).toContain('error=')
    expect(await application.session()).toBeNull()
  })
})

describe('arctic', () => {
  // arctic has the vendor's hosts built in; the instance has the same paths.
  const realFetch = globalThis.fetch
  it.beforeEach(({ oidcB }) => {
    globalThis.fetch = hook({ oidcB }, realFetch)
  })
  it.afterEach(() => {
    globalThis.fetch = realFetch
  })
  const key = createPrivateKey(PRIVATE_KEY).export({ type: 'pkcs8', format: 'der' })
  const apple = (keyId = APP.key) => new Apple(APP.id, APP.team, keyId, new Uint8Array(key), APP.callback)

  it('signs a person in with a posted answer', async ({ oidcB }) => {
    const url = apple().createAuthorizationURL('state', ['name', 'email'])
    url.searchParams.set('response_mode', 'form_post')
    const { code, state, parameters } = oidcB.authorize({ url: url.href, email: 'plato@example.net' })
    expect(state).toBe('state')
    expect(JSON.parse(parameters['user'] ?? '')).toEqual({
      name: { firstName: 'Plato', lastName: '' },
      email: 'plato@example.net',
    })
    const tokens = await apple().validateAuthorizationCode(code)
    expect(tokens.accessTokenExpiresInSeconds()).toBe(3600)
    expect(tokens.refreshToken()).toMatch(/^r/)
    expect(decodeIdToken(tokens.idToken())).toMatchObject({
      iss: oidcB.url,
      aud: APP.id,
      email: 'plato@example.net',
      email_verified: false,
      real_user_status: 2,
    })
  })

  it('needs form_post to request the name or the address', ({ oidcB }) => {
    const url = apple().createAuthorizationURL('state', ['name', 'email'])
    expect(() => oidcB.authorize({ url: url.href, email: 'ada@example.com' })).toThrow(
      'response_mode must be form_post when name or email scope is requested.',
    )
  })

  it('gets the reason of a refusal', async () => {
    const refused = apple().validateAuthorizationCode('nonsense')
    await expect(refused).rejects.toThrow(OAuth2RequestError)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_grant',
      description: expect.stringMatching(/^The code has expired or has been revoked\. code nonsense was not issued/),
    })
    await expect(apple('OTHERKEY00').validateAuthorizationCode('nonsense')).rejects.toMatchObject({
      code: 'invalid_client',
      description: 'client_secret is not good: its kid is OTHERKEY00; expected the key_id KEY1234567',
    })
  })
})

describe('apple-signin-auth', () => {
  // The library lets a test replace its fetch and its issuer.
  const { _setFetch: setFetch } = appleSignin
  it.beforeEach(({ oidcB }) => setFetch(hook({ oidcB }, fetch)))
  it.afterEach(() => setFetch(fetch))

  const secretOf = (more: object = {}) =>
    appleSignin.getClientSecret({
      clientID: APP.id,
      teamID: APP.team,
      keyIdentifier: APP.key,
      privateKey: PRIVATE_KEY,
      ...more,
    })
  const options = () => ({ clientID: APP.id, redirectUri: APP.callback, clientSecret: secretOf() })
  const codeFor = ({ oidcB }: Pick<Fixtures, 'oidcB'>, email: string) => {
    const url = appleSignin.getAuthorizationUrl({ clientID: APP.id, redirectUri: APP.callback, scope: 'email' })
    return oidcB.authorize({ url, email }).code
  }

  it('signs a person in and verifies the ID token with the key set', async ({ oidcB }) => {
    const tokens = await appleSignin.getAuthorizationToken(codeFor({ oidcB }, 'ada@example.com'), options())
    const claims = await appleSignin.verifyIdToken(tokens.id_token, { audience: APP.id, issuer: oidcB.url })
    expect(claims).toMatchObject({ email: 'ada@example.com', email_verified: true })
    expect(claims.sub).toMatch(/^\d{6}\.[0-9a-f]{32}\.\d{4}$/)
    const forged = tokens.id_token.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"1"}').toString('base64url')}.`)
    await expect(appleSignin.verifyIdToken(forged, { audience: APP.id, issuer: oidcB.url })).rejects.toThrow(
      'invalid signature',
    )
  })

  it('refreshes and revokes', async ({ oidcB }) => {
    const { refresh_token: token } = await appleSignin.getAuthorizationToken(
      codeFor({ oidcB }, 'ada@example.com'),
      options(),
    )
    const refreshed = await appleSignin.refreshAuthorizationToken(token, options())
    expect(Object.keys(refreshed)).toEqual(['access_token', 'token_type', 'expires_in', 'id_token'])
    const answer: unknown = await appleSignin.revokeAuthorizationToken(token, {
      ...options(),
      tokenTypeHint: 'refresh_token',
    })
    expect(answer).toBe('')
    expect(await appleSignin.refreshAuthorizationToken(token, options())).toMatchObject({ error: 'invalid_grant' })
  })

  it('is refused with a secret whose lifetime exceeds six months', async () => {
    const clientSecret = secretOf({ expAfter: 15_777_000 + 120 })
    expect(await appleSignin.getAuthorizationToken('any', { ...options(), clientSecret })).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('at the latest, six months from now'),
    })
  })
})
