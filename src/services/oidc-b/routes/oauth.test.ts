import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect } from 'vitest'
import { APP, Application, clientSecret, POSTED, oidcBTest } from '#oidc-b/oidc-b.fixture.ts'

const it = oidcBTest().extend('application', ({ oidcB }) => new Application(() => oidcB))

/** The redirect that answers a request without a page. */
async function refusalOf(application: Application, more: Record<string, string>): Promise<URL> {
  const response = await fetch(application.link(more), { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

describe('the documents', () => {
  it('are the vendor’s, with the instance’s own URLs', async ({ oidcB }) => {
    const document = (await (await fetch(`${oidcB.url}/.well-known/openid-configuration`)).json()) as object
    expect(document).toEqual({
      issuer: oidcB.url,
      authorization_endpoint: `${oidcB.url}/auth/authorize`,
      token_endpoint: `${oidcB.url}/auth/token`,
      revocation_endpoint: `${oidcB.url}/auth/revoke`,
      jwks_uri: `${oidcB.url}/auth/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'name'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      claims_supported: expect.arrayContaining(['is_private_email', 'nonce_supported', 'transfer_sub']),
    })
  })

  it('have keys with ids of ten characters, among them the signing key', async ({ oidcB }) => {
    const { keys } = (await (await fetch(`${oidcB.url}/auth/keys`)).json()) as { keys: Record<string, string>[] }
    for (const key of keys) {
      expect(Object.keys(key)).toEqual(['kty', 'kid', 'use', 'alg', 'n', 'e'])
      expect(key).toMatchObject({
        kty: 'RSA',
        use: 'sig',
        alg: 'RS256',
        e: 'AQAB',
        kid: expect.stringMatching(/^\w{10}$/),
      })
    }
    const { kid } = decodeProtectedHeader(oidcB.signIn({ email: 'ada@example.com' }).idToken)
    expect(keys.map((key) => key['kid'])).toContain(kid)
  })
})

describe('an authorization request', () => {
  it.for(['query', 'fragment'])(
    'for the name or the address is refused with response_mode=%s',
    async (mode, { application }) => {
      for (const scope of ['name', 'email', 'openid name email']) {
        const { search, hash } = await refusalOf(application, { scope, response_mode: mode, state: 's' })
        const answer = new URLSearchParams(mode === 'query' ? search : hash.slice(1))
        expect(answer.get('error')).toBe('invalid_request')
        expect(answer.get('error_description')).toContain('response_mode must be form_post when name or email scope is')
        expect(answer.get('error_description')).toContain(`response_mode is ${mode}`)
        expect(answer.get('state')).toBe('s')
      }
    },
  )

  it('for the name must have response_mode=form_post', async ({ application }) => {
    const { searchParams } = await refusalOf(application, { scope: 'name' })
    expect(searchParams.get('error_description')).toContain('response_mode is missing, which means query')
  })

  it('for neither may have any response_mode', async ({ oidcB, application }) => {
    for (const [mode, pattern] of [
      ['query', /\?code=c/],
      ['fragment', /#code=c/],
      ['form_post', /callback\/apple$/],
    ] as const) {
      const url = application.link({ scope: 'openid', response_mode: mode })
      expect(oidcB.authorize({ url, email: 'ada@example.com' }).location).toMatch(pattern)
    }
  })

  it('without a redirect_uri shows the vendor’s error page and never redirects', async ({ application }) => {
    for (const scope of ['openid', 'nonsense']) {
      const response = await fetch(application.link({ redirect_uri: '', scope }), { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(await response.text()).toContain('<h1>invalid_request: Invalid web redirect url.</h1>')
    }
  })

  it('for a code and an ID token needs no nonce and is answered in the fragment', ({ oidcB, application }) => {
    const { location, parameters } = oidcB.authorize({
      url: application.link({ response_type: 'code id_token' }),
      email: 'ada@example.com',
    })
    expect(location).toContain('#code=')
    const claims = decodeJwt(parameters['id_token'] ?? '')
    expect(claims).toMatchObject({ aud: APP.id, c_hash: expect.any(String), nonce_supported: true })
    expect(claims).not.toHaveProperty('nonce')
  })

  it('of an unknown client shows the vendor’s error page', async ({ application }) => {
    const response = await fetch(application.link({ client_id: 'com.example.webb' }))
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain('<h1>invalid_client</h1>')
    expect(page).toContain('did you mean com.example.web?')
    const other = await (await fetch(application.link({ redirect_uri: 'http://localhost:1/' }))).text()
    expect(other).toContain('<h1>invalid_request: Invalid web redirect url.</h1>')
  })

  it('must be posted as a form, not as JSON', async ({ application }) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(application.link(), { method: 'POST', headers, body: '{"user":"ada@example.com"}' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: 'content-type is application/json; expected application/x-www-form-urlencoded',
    })
  })
})

describe('the tokens', () => {
  it('come in the vendor’s order, after a refresh without a refresh token', async ({ oidcB, application }) => {
    const tokens = await application.tokens((await application.choose({}, POSTED))['code'])
    expect(Object.keys(tokens)).toEqual(['access_token', 'token_type', 'expires_in', 'refresh_token', 'id_token'])
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    const claims = decodeJwt(tokens['id_token'] ?? '')
    expect(Object.keys(claims)).toEqual([
      'iss',
      'aud',
      'exp',
      'iat',
      'sub',
      'at_hash',
      'email',
      'email_verified',
      'auth_time',
      'nonce_supported',
    ])
    const form = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' }
    oidcB.clock.advance('2000d')
    const client_secret = await clientSecret({ now: Math.floor(oidcB.clock.now() / 1000) })
    const refreshed = (await (await application.ask('/auth/token', { ...form, client_secret })).json()) as object
    expect(Object.keys(refreshed)).toEqual(['access_token', 'token_type', 'expires_in', 'id_token'])
  })

  it('are refused in the vendor’s words, with what was expected', async ({ oidcB, application }) => {
    const { code = '' } = await application.choose({}, POSTED)
    const right = { grant_type: 'authorization_code', code, redirect_uri: APP.callback }
    const refused = async (form: Record<string, string>, id?: string) =>
      (await (await application.ask('/auth/token', { ...right, ...form }, id)).json()) as object
    expect(await refused({ redirect_uri: 'http://localhost:1/' })).toEqual({
      error: 'invalid_grant',
      error_description: `redirect_uri mismatch. redirect_uri is http://localhost:1/; the code was issued for ${APP.callback}`,
    })
    expect(await refused({}, 'com.example.other')).toEqual({
      error: 'invalid_grant',
      error_description: `client_id mismatch. code ${code} was issued to com.example.web, not to com.example.other`,
    })
    expect(await refused({ code: '' })).toEqual({ error: 'invalid_request', error_description: 'code is missing' })
    oidcB.clock.advance('5m')
    expect(await refused({})).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^The code has expired or has been revoked\. code c.* expired at/),
    })
  })
})
