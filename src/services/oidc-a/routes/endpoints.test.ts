import { X509Certificate } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, importX509, jwtVerify } from 'jose'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { createEmulator } from '#emulator.ts'
import { APP, oidcATest, startOidcA } from '#oidc-a/oidc-a.fixture.ts'
import { RESPONSE_TYPES } from '#oidc-a/oauth/profile.ts'

const it = oidcATest()

type Fixtures = FixturesOf<typeof it>

const get = async ({ oidcA }: Pick<Fixtures, 'oidcA'>, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(oidcA.url + path, { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, string> }
}
const post = async (
  { oidcA }: Pick<Fixtures, 'oidcA'>,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(oidcA.url + path, { method: 'POST', body: new URLSearchParams(form), headers })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const authorizationUrl = ({ oidcA }: Pick<Fixtures, 'oidcA'>, more: Record<string, string> = {}) => {
  const query = { client_id: APP.id, redirect_uri: APP.callback, response_type: 'code', scope: 'openid email', ...more }
  return `${oidcA.url}/o/oauth2/v2/auth?${new URLSearchParams(query).toString()}`
}
const codeFor = ({ oidcA }: Pick<Fixtures, 'oidcA'>, more?: Record<string, string>) =>
  oidcA.authorize({ url: authorizationUrl({ oidcA }, more), email: 'ada@example.com' })
const credentials = { client_id: APP.id, client_secret: APP.secret }

describe('the userinfo endpoints', () => {
  const versions = [
    [
      '/oauth2/v2/userinfo',
      [
        'sub',
        'name',
        'picture',
        'given_name',
        'family_name',
        'locale',
        'email',
        'email_verified',
        'id',
        'verified_email',
      ],
    ],
    [
      '/oauth2/v3/userinfo',
      ['sub', 'name', 'picture', 'given_name', 'family_name', 'locale', 'email', 'email_verified'],
    ],
    ['/v1/userinfo', ['sub', 'name', 'picture', 'given_name', 'family_name', 'locale', 'email', 'email_verified']],
    [
      '/oauth2/v1/userinfo',
      ['id', 'email', 'verified_email', 'name', 'picture', 'given_name', 'family_name', 'locale'],
    ],
  ] as const
  it.for(versions)('%s answers %o', async ([path, members], { oidcA }) => {
    const { accessToken, idToken } = oidcA.signIn({ email: 'ada@example.com' })
    const { body } = await get({ oidcA }, path, { authorization: `Bearer ${accessToken}` })
    expect(Object.keys(body)).toEqual(members)
    expect(body['sub'] ?? body['id']).toBe(decodeJwt(idToken ?? '').sub)
  })

  it('have the hd of an organization’s account', async ({ oidcA }) => {
    const { accessToken } = oidcA.signIn({ email: 'grace@example.org' })
    const { body } = await get({ oidcA }, '/v1/userinfo', { authorization: `Bearer ${accessToken}` })
    expect(body).toMatchObject({ hd: 'example.org', email_verified: false, name: 'Grace Hopper' })
    expect(body).not.toHaveProperty('picture')
  })

  it('refuse a request without a valid token in the vendor’s words', async ({ oidcA }) => {
    const { status, headers, body } = await get({ oidcA }, '/v1/userinfo', { authorization: 'Bearer nonsense' })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer realm="https:\/\/accounts\.google\.com\/", error="invalid_token"/,
    )
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^Invalid Credentials: the access token was not issued here/),
    })
  })

  it.for(['/oauth2/v1/userinfo', '/oauth2/v2/userinfo', '/userinfo/v2/me'])(
    'refuse it as Google’s APIs do at %s',
    async (path, { oidcA }) => {
      const refusal = async (headers: Record<string, string>) => {
        const { status, body } = await get({ oidcA }, path, headers)
        return { status, error: body['error'] as unknown }
      }
      const { accessToken } = oidcA.signIn({
        email: 'ada@example.com',
        scopes: ['https://www.googleapis.com/auth/drive'],
      })
      for (const [headers, code, status, sentence] of [
        [{}, 401, 'UNAUTHENTICATED', 'Request is missing required authentication credential.'],
        [{ authorization: 'Bearer x' }, 401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
        [{ authorization: `Bearer ${accessToken}` }, 403, 'PERMISSION_DENIED', 'Request had insufficient'],
      ] as const) {
        const message = expect.stringContaining(sentence) as string
        expect(await refusal(headers)).toEqual({ status: code, error: { code, message, status } })
      }
    },
  )

  it('refuse a token without a sign-in scope', async ({ oidcA }) => {
    const drive = 'https://www.googleapis.com/auth/drive'
    const { accessToken, idToken } = oidcA.signIn({ email: 'ada@example.com', scopes: [drive] })
    expect(idToken).toBeNull()
    const { status, body } = await get({ oidcA }, '/v1/userinfo', { authorization: `Bearer ${accessToken}` })
    expect(status).toBe(403)
    expect(body['error']).toBe('insufficient_scope')
  })

  it('accept a seeded token', async () => {
    await using seeded = await createEmulator({
      service: 'oidc-a',
      port: 0,
      seed: {
        tokens: { literal: { login: 'ann@example.com', scopes: ['email'] } },
        'oidc-a': { users: [{ email: 'ann@example.com', sub: '42' }] },
      },
    })
    const headers = { authorization: 'Bearer literal' }
    expect(await (await seeded.fetch('http://x/v1/userinfo', { headers })).json()).toEqual({
      sub: '42',
      email: 'ann@example.com',
      email_verified: true,
    })
    expect(seeded.requests.at(-1)?.principal).toBe('ann@example.com')
    await seeded.fetch('http://x/v1/userinfo?access_token=literal')
    expect(seeded.requests.at(-1)?.principal).toBe('ann@example.com')
  })

  it('accept the default token, which belongs to the first user or, without a seed, to an administrator', async ({
    oidcA,
  }) => {
    await using empty = await createEmulator({ service: 'oidc-a', port: 0 })
    const headers = { authorization: 'Bearer backlot_admin' }
    expect(await (await empty.fetch('http://x/v1/userinfo', { headers })).json()).toMatchObject({
      email: 'admin@example.com',
    })
    expect((await (await fetch(`${oidcA.url}/v1/userinfo`, { headers })).json()) as object).toMatchObject({
      email: 'ada@example.com',
    })
  })
})

describe('the tokeninfo endpoint', () => {
  it('describes an access token with text values', async ({ oidcA }) => {
    const { accessToken } = oidcA.signIn({ email: 'ada@example.com', offline: true })
    const { body } = await get({ oidcA }, `/tokeninfo?access_token=${accessToken}`)
    expect(Object.keys(body)).toEqual([
      'azp',
      'aud',
      'sub',
      'scope',
      'exp',
      'expires_in',
      'email',
      'email_verified',
      'access_type',
    ])
    expect(body).toMatchObject({ aud: APP.id, email_verified: 'true', access_type: 'offline' })
    expect(Number(body['expires_in'])).toBeGreaterThan(3590)
  })

  it.for(['/oauth2/v1/tokeninfo', '/oauth2/v2/tokeninfo'])('has older members at %s', async (path, { oidcA }) => {
    const { accessToken, idToken } = oidcA.signIn({ email: 'ada@example.com', nonce: 'n' })
    const { body } = await get({ oidcA }, `${path}?access_token=${accessToken}`)
    const { sub } = decodeJwt(idToken ?? '')
    const about = { issued_to: APP.id, audience: APP.id, user_id: sub, email: 'ada@example.com', verified_email: true }
    expect(body).toMatchObject({ ...about, access_type: 'online' })
    expect(Number.isInteger(body['expires_in'])).toBe(true)
    expect((await post({ oidcA }, path, { id_token: idToken ?? '' })).body).toMatchObject({
      ...about,
      issuer: oidcA.url,
      nonce: 'n',
    })
    expect((await get({ oidcA }, `${path}?access_token=x`)).body).toMatchObject({ error: 'invalid_token' })
  })

  it('verifies an ID token and returns its claims', async ({ oidcA }) => {
    const { idToken } = oidcA.signIn({ email: 'ada@example.com', nonce: 'n' })
    const { body } = await get({ oidcA }, `/oauth2/v3/tokeninfo?id_token=${idToken}`)
    expect(body).toMatchObject({
      iss: oidcA.url,
      aud: APP.id,
      nonce: 'n',
      email_verified: 'true',
      alg: 'RS256',
      typ: 'JWT',
    })
    const [header, payload] = (idToken ?? '').split('.')
    expect(await get({ oidcA }, `/tokeninfo?id_token=${header}.${payload}.AAAA`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_token', error_description: expect.stringMatching(/^Invalid Value: .*signature/) },
    })
    oidcA.clock.advance('1h')
    expect((await get({ oidcA }, `/tokeninfo?id_token=${idToken}`)).body['error_description']).toContain('expired at')
  })

  it('refuses an ID token of another instance, and one with another vendor’s key id', async ({ oidcA }) => {
    await using elsewhere = await startOidcA()
    const { idToken } = elsewhere.signIn({ email: 'ada@example.com' })
    expect((await get({ oidcA }, `/tokeninfo?id_token=${idToken}`)).body['error_description']).toContain(
      `its iss is ${elsewhere.url}; expected ${oidcA.url}`,
    )
    await using oidcB = await createEmulator({
      service: 'oidc-b',
      port: 0,
      seed: { 'oidc-b': { users: [{ email: 'ada@example.com' }] } },
    })
    const { idToken: foreign } = oidcB.signIn({ email: 'ada@example.com' })
    expect((await get({ oidcA }, `/tokeninfo?id_token=${foreign}`)).body['error_description']).toContain('its kid is')
  })

  it('verifies ID tokens that are signed with the internal secret', async () => {
    await using hs256 = await startOidcA('HS256')
    const { idToken } = hs256.signIn({ email: 'ada@example.com' })
    const response = await fetch(`${hs256.url}/tokeninfo?id_token=${idToken}`)
    expect(await response.json()).toMatchObject({ alg: 'HS256', email: 'ada@example.com' })
  })

  it('refuses a value that is not a token', async ({ oidcA }) => {
    for (const query of ['', '?access_token=x', '?id_token=x']) {
      expect(await get({ oidcA }, `/tokeninfo${query}`)).toMatchObject({
        status: 400,
        body: { error: 'invalid_token' },
      })
    }
  })
})

describe('the certificates', () => {
  it('are those of the key set, as PEM by key id', async ({ oidcA }) => {
    const { keys } = (await get({ oidcA }, '/oauth2/v3/certs')).body as unknown as {
      keys: { kid: string; n: string }[]
    }
    const { body: pems, headers } = await get({ oidcA }, '/oauth2/v1/certs')
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(Object.keys(pems)).toEqual(keys.map(({ kid }) => kid))
    for (const { kid, n } of keys) {
      expect(new X509Certificate(pems[kid] ?? '').publicKey.export({ format: 'jwk' }).n).toBe(n)
    }
    const { idToken } = oidcA.signIn({ email: 'ada@example.com' })
    const [kid = ''] = Object.keys(pems)
    await expect(jwtVerify(idToken ?? '', await importX509(pems[kid] ?? '', 'RS256'))).resolves.toBeDefined()
  })

  it('are none with HS256, which is the default', async () => {
    await using byDefault = await createEmulator({ service: 'oidc-a', port: 0 })
    expect(await (await byDefault.fetch('http://x/oauth2/v3/certs')).json()).toEqual({ keys: [] })
    expect(await (await byDefault.fetch('http://x/oauth2/v1/certs')).json()).toEqual({})
    const discovery = await (await byDefault.fetch('http://x/.well-known/openid-configuration')).json()
    expect(discovery).toMatchObject({ id_token_signing_alg_values_supported: ['HS256'] })
  })
})

describe('the authorization endpoint', () => {
  it('answers with the vendor’s further parameters', ({ oidcA }) => {
    expect(codeFor({ oidcA }, { state: 's' }).parameters).toEqual({
      code: expect.stringMatching(/^4\/0A/),
      scope: 'openid https://www.googleapis.com/auth/userinfo.email',
      authuser: '0',
      prompt: 'none',
      iss: oidcA.url,
      state: 's',
    })
  })

  it.for([
    [{ scope: '' }, 'invalid_request: Missing required parameter: scope.'],
    [
      { scope: 'openid nonsense' },
      'invalid_scope: Some requested scopes were invalid. {valid=[openid], invalid=[nonsense]}',
    ],
    [{ access_type: 'sometimes' }, 'invalid_request: access_type is sometimes; expected online or offline'],
    [{ include_granted_scopes: 'yes' }, 'include_granted_scopes is yes; expected true or false'],
    [{ response_type: 'code id_token' }, 'invalid_request: Missing required parameter: nonce.'],
    [{ response_type: 'none' }, 'unsupported_response_type: response_type is none; expected code'],
  ] as const)('redirects %o to the application with the error', ([more, words], { oidcA }) => {
    expect(() => codeFor({ oidcA }, more)).toThrow(words)
  })

  it.for([
    [{ client_id: 'nobody' }, 401, 'Error 401: invalid_client'],
    [{ client_id: '' }, 400, 'Error 400: invalid_request'],
    [{ redirect_uri: '' }, 400, 'Error 400: invalid_request'],
    [{ redirect_uri: 'http://localhost:3001/' }, 400, 'Error 400: redirect_uri_mismatch'],
  ] as const)('shows the vendor’s error page for %o', async ([more, status, title], { oidcA }) => {
    const response = await fetch(authorizationUrl({ oidcA }, more), { redirect: 'manual' })
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(`<h1>${title}</h1>`)
  })

  it.for(RESPONSE_TYPES.filter((type) => type !== 'code'))(
    'answers response_type %s in the fragment, with ID tokens that the key set verifies',
    async (type, { oidcA }) => {
      const { location, parameters } = codeFor({ oidcA }, { response_type: type, nonce: 'n' })
      expect(location).toMatch(new RegExp(`^${APP.callback}#`))
      expect(parameters['code'] === undefined).toBe(!type.includes('code'))
      expect(parameters['access_token']?.startsWith('ya29.') ?? false).toBe(/(?:^| )token/.test(type))
      if (!type.includes('id_token')) return expect(parameters['id_token']).toBeUndefined()
      const keys = createRemoteJWKSet(new URL(`${oidcA.url}/oauth2/v3/certs`))
      const { payload } = await jwtVerify(parameters['id_token'] ?? '', keys, { audience: APP.id })
      expect(payload).toMatchObject({ nonce: 'n', email: 'ada@example.com' })
      expect(payload['at_hash'] === undefined).toBe(!/(?:^| )token/.test(type))
    },
  )

  it('gives the answer for a page to the window of that page alone', async ({ oidcA }) => {
    const redirect_uri = 'storagerelay://http/localhost:3000?id=auth1'
    const body = new URLSearchParams({ user: 'ada@example.com' })
    const response = await fetch(authorizationUrl({ oidcA }, { redirect_uri }), { method: 'POST', body })
    expect(await response.text()).toContain('data-origin="http://localhost:3000"')
    const parts = { redirect_uri: 'storagerelay://https/localhost:3000?id=auth1' }
    expect(await (await fetch(authorizationUrl({ oidcA }, parts))).text()).toContain('redirect_uri_mismatch')
  })

  it('answers pages at the seeded javascript_origins', async () => {
    await using oidcA = await createEmulator({
      service: 'oidc-a',
      port: 0,
      seed: {
        'oidc-a': {
          oauth_clients: [
            { client_id: APP.id, redirect_uris: [APP.callback], javascript_origins: ['https://app.test'] },
          ],
        },
      },
    })
    const statusFor = async (redirect_uri: string) =>
      (await fetch(authorizationUrl({ oidcA }, { redirect_uri }), { redirect: 'manual' })).status
    expect(await statusFor('storagerelay://https/app.test?id=auth1')).toBe(200)
    expect(await statusFor('https://app.test')).toBe(400)
  })

  it('gives no page of an unknown origin an answer without a person’s click', async () => {
    await using oidcA = await createEmulator({ service: 'oidc-a', port: 0, seed: {} })
    const silent = { redirect_uri: 'storagerelay://https/elsewhere.test?id=auth1', prompt: 'none' }
    const response = await fetch(authorizationUrl({ oidcA }, silent))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('is at no known origin')
  })

  it('accepts a person’s sub for the person, as in login_hint', async ({ oidcA }) => {
    const { idToken } = oidcA.signIn({ email: 'grace@example.org' })
    const { sub = '' } = decodeJwt(idToken ?? '')
    const body = new URLSearchParams({ user: sub })
    const response = await fetch(authorizationUrl({ oidcA }), { method: 'POST', body, redirect: 'manual' })
    expect(response.headers.get('location')).toContain('hd=example.org')
  })

  it('accepts a request as a form and shows the page', async ({ oidcA }) => {
    const { search, origin, pathname } = new URL(authorizationUrl({ oidcA }))
    const response = await fetch(origin + pathname, { method: 'POST', body: new URLSearchParams(search) })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Sign in to Web App')
  })
})

describe('the token endpoint', () => {
  it('answers in the vendor’s order, and adds openid to a request for email alone', async ({ oidcA }) => {
    const { code } = codeFor({ oidcA }, { scope: 'email', access_type: 'offline' })
    const { body } = await post({ oidcA }, '/token', {
      grant_type: 'authorization_code',
      ...credentials,
      code,
      redirect_uri: APP.callback,
    })
    expect(Object.keys(body)).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type',
      'id_token',
    ])
    expect(body['scope']).toBe('https://www.googleapis.com/auth/userinfo.email openid')
  })

  it('narrows a refresh by a scope in short or long form', async ({ oidcA }) => {
    const { refreshToken } = oidcA.signIn({ email: 'ada@example.com', offline: true })
    const form = { grant_type: 'refresh_token', ...credentials, refresh_token: refreshToken ?? '' }
    for (const email of ['email', 'https://www.googleapis.com/auth/userinfo.email']) {
      const { body } = await post({ oidcA }, '/token', { ...form, scope: `openid ${email}` })
      expect(body['scope']).toBe('openid https://www.googleapis.com/auth/userinfo.email')
    }
    expect((await post({ oidcA }, '/token', { ...form, scope: 'https://mail.google.com/' })).body['error']).toBe(
      'invalid_scope',
    )
  })

  const postJson = ({ oidcA }: Pick<Fixtures, 'oidcA'>, members: object, path = '/token') =>
    fetch(oidcA.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code', redirect_uri: APP.callback, ...members }),
    })

  it('accepts JSON', async ({ oidcA }) => {
    const response = await postJson({ oidcA }, { ...credentials, code: codeFor({ oidcA }).code })
    expect(await response.json()).toHaveProperty('id_token')
  })

  it('accepts JSON with clientId and clientSecret, as @hono/oauth-providers sends it', async ({ oidcA }) => {
    const inCamelCase = { clientId: APP.id, clientSecret: APP.secret }
    const response = await postJson({ oidcA }, { ...inCamelCase, code: codeFor({ oidcA }).code })
    expect(await response.json()).toHaveProperty('id_token')
    const wrong = await postJson({ oidcA }, { ...inCamelCase, clientSecret: 'wrong', code: codeFor({ oidcA }).code })
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }])
    const twice = await postJson({ oidcA }, { ...inCamelCase, ...credentials, code: codeFor({ oidcA }).code })
    expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })

  it.for(['/oauth2/v4/token', '/oauth2/v3/token', '/o/oauth2/token'])('is at %s too', async (path, { oidcA }) => {
    const form = { grant_type: 'authorization_code', ...credentials, redirect_uri: APP.callback }
    expect((await post({ oidcA }, path, { ...form, code: codeFor({ oidcA }).code })).body).toHaveProperty('id_token')
    expect((await postJson({ oidcA }, { ...credentials, code: codeFor({ oidcA }).code }, path)).status).toBe(200)
  })

  it.for([
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 'Invalid grant_type: grant_type is password'],
    [{ grant_type: '' }, 400, 'unsupported_grant_type', 'Invalid grant_type:'],
    [
      { client_id: 'nobody' },
      401,
      'invalid_client',
      'The OAuth client was not found. client_id nobody is not registered',
    ],
    [
      { client_secret: 'x' },
      401,
      'invalid_client',
      'The provided client secret is invalid. client_secret is not the one',
    ],
    [{ client_secret: '' }, 400, 'invalid_request', 'client_secret is missing. client_secret is missing; '],
    [{ client_id: '' }, 400, 'invalid_request', 'Could not determine client ID from request. client_id is missing'],
    [{ code: '' }, 400, 'invalid_request', 'Missing required parameter: code'],
    [{ code: 'x' }, 400, 'invalid_grant', 'Malformed auth code. code x was not issued'],
    [
      { redirect_uri: 'http://localhost/' },
      400,
      'redirect_uri_mismatch',
      'Bad Request redirect_uri is http://localhost/',
    ],
    [{ code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant', 'Invalid code verifier. code_verifier came, but'],
    [{ grant_type: 'refresh_token' }, 400, 'invalid_request', 'Missing required parameter: refresh_token'],
  ] as const)('refuses %o', async ([changes, status, error, words], { oidcA }) => {
    const { code } = codeFor({ oidcA })
    const right = { grant_type: 'authorization_code', ...credentials, code, redirect_uri: APP.callback }
    const { status: came, body } = await post({ oidcA }, '/oauth2/token', { ...right, ...changes })
    expect(body).toEqual({ error, error_description: expect.stringContaining(words) })
    expect(came).toBe(status)
  })
})

describe('the older addresses that libraries have built in', () => {
  it('have the authorization page, the certificates, the userinfo, device codes and revocation', async ({ oidcA }) => {
    const { search } = new URL(authorizationUrl({ oidcA }))
    expect(await (await fetch(`${oidcA.url}/o/oauth2/auth${search}`)).text()).toContain('Sign in to Web App')
    expect(await (await fetch(`${oidcA.url}/oauth2/v2/certs`)).json()).toEqual(
      await (await fetch(`${oidcA.url}/oauth2/v3/certs`)).json(),
    )
    const { accessToken } = oidcA.signIn({ email: 'ada@example.com' })
    const headers = { authorization: `Bearer ${accessToken}` }
    expect(await (await fetch(`${oidcA.url}/userinfo/v2/me`, { headers })).json()).toMatchObject({
      id: expect.any(String),
      email: 'ada@example.com',
    })
    const device = await post({ oidcA }, '/o/oauth2/device/code', { client_id: APP.id, scope: 'email' })
    expect(device.body).toHaveProperty('user_code')
    expect((await post({ oidcA }, '/o/oauth2/revoke', { token: accessToken })).status).toBe(200)
    expect((await fetch(`${oidcA.url}/userinfo/v2/me`, { headers })).status).toBe(401)
  })
})

describe('revocation', () => {
  it('works by GET and with the token in the query, as the vendor’s clients send it', async ({ oidcA }) => {
    for (const path of ['/revoke', '/oauth2/revoke']) {
      const { accessToken } = oidcA.signIn({ email: 'ada@example.com' })
      expect(await get({ oidcA }, `${path}?token=${accessToken}`)).toMatchObject({ status: 200, body: {} })
      expect(await get({ oidcA }, `${path}?token=${accessToken}`)).toMatchObject({
        status: 400,
        body: { error: 'invalid_token', error_description: expect.stringMatching(/^Token expired or revoked /) },
      })
    }
  })

  it('makes the next sign-in count as the first', async ({ oidcA }) => {
    const offline = { access_type: 'offline' }
    const exchange = async () => {
      const { code } = codeFor({ oidcA }, offline)
      return post({ oidcA }, '/token', {
        grant_type: 'authorization_code',
        ...credentials,
        code,
        redirect_uri: APP.callback,
      })
    }
    const first = await exchange()
    expect((await exchange()).body).not.toHaveProperty('refresh_token')
    await post({ oidcA }, '/revoke', { token: first.body['refresh_token'] ?? '' })
    expect((await exchange()).body).toHaveProperty('refresh_token')
  })
})

describe('commands', () => {
  it('sign in at the first application with the scopes of sign-in', async ({ oidcA }) => {
    const signedIn = oidcA.signIn({ email: 'ADA@example.com' })
    expect(signedIn).toMatchObject({ refreshToken: null, scopes: expect.arrayContaining(['openid']) })
    expect(decodeJwt(signedIn.idToken ?? '')['aud']).toBe(APP.id)
    expect(signedIn.expiresAt).toBeGreaterThan(oidcA.clock.now())
  })

  it('return a refresh token that works', async ({ oidcA }) => {
    const { refreshToken } = oidcA.signIn({ email: 'ada@example.com', offline: true })
    const answer = await post({ oidcA }, '/token', {
      grant_type: 'refresh_token',
      ...credentials,
      refresh_token: refreshToken ?? '',
    })
    expect(answer.body).toHaveProperty('id_token')
  })

  it('work over HTTP', async ({ oidcA }) => {
    const response = await fetch(`${oidcA.url}/_backlot/signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    expect(await response.json()).toMatchObject({ accessToken: expect.stringMatching(/^ya29\./) })
  })

  it.for([
    [{ email: 'nobody@example.com' }, 'user nobody@example.com cannot sign in; those who can are: ada@example.com, '],
    [{ email: 'ada@example.com', clientId: 'nobody' }, 'client_id nobody is not registered'],
    [{ email: 'ada@example.com', scopes: ['nonsense'] }, 'invalid=[nonsense]'],
    [{ email: 'ada@example.com', scope: 'openid' }, 'signIn: unknown option scope, did you mean scopes?'],
    [{}, 'signIn: email is missing'],
  ] as const)('refuse %o', ([options, words], { oidcA }) => {
    expect(() => oidcA.signIn(options as { email: string })).toThrow(words)
  })
})

describe('a seed', () => {
  it.for([
    [{ users: [{ email: 'a@b.com' }, { email: 'A@b.com' }] }, 'A@b.com is there twice'],
    [{ users: [{ email: 'nonsense' }] }, 'oidc-a.users[0].email'],
    [{ users: [{ email: 'a@b.com', sub: 'x' }] }, 'expected digits'],
    [{ oauth_clients: [{ client_id: 'a' }, { client_id: 'a' }] }, 'a is there twice'],
    [{ id_token_signing_alg: 'ES256' }, 'id_token_signing_alg'],
    [{ oauth_client: [] }, 'did you mean "oauth_clients"?'],
  ] as const)('with %o is refused', async ([section, words]) => {
    const started = createEmulator({ service: 'oidc-a', port: 0, seed: { 'oidc-a': section as object } })
    await expect(started).rejects.toThrow(words)
  })

  it('makes the name of a user from the given parts', async () => {
    await using seeded = await createEmulator({
      service: 'oidc-a',
      port: 0,
      seed: {
        'oidc-a': {
          users: [{ email: 'a@example.com', given_name: 'Ann', family_name: 'Lee' }, { email: 'b@example.com' }],
        },
      },
    })
    const name = (email: string) => decodeJwt(seeded.signIn({ email }).idToken ?? '')['name']
    expect([name('a@example.com'), name('b@example.com')]).toEqual(['Ann Lee', 'b@example.com'])
  })
})
