import { describe, expect } from 'vitest'
import { PARTNER, SPA, WEB } from '#oidc-d/sign-in.fixture.ts'
import { answerOf, asWeb, CHALLENGE, signInSite, VERIFIER, webApp } from '#oidc-d/sign-in-site.fixture.ts'

const site = signInSite()
const { it } = site
const { link, open, choose, ask, token, manage, appId } = site

describe('an authorization request', () => {
  it('without state or redirect_uri is answered with an error page', async () => {
    for (const name of ['state', 'redirect_uri']) {
      const { status, page, headers } = await open({ [name]: null })
      expect(status).toBe(400)
      expect(headers.get('location')).toBeNull()
      expect(page).toContain(`The authentication request has an invalid &#39;${name}&#39; parameter.`)
    }
  })

  it('with an unknown client or address is answered with the vendor’s error page', async () => {
    expect((await open({ client_id: 'nobody' })).page).toContain('Invalid value for &#39;client_id&#39; parameter.')
    expect((await open({ redirect_uri: 'http://localhost:1/' })).page).toContain(
      'The &#39;redirect_uri&#39; parameter must be a Login redirect URI in the client app settings',
    )
  })

  it('is refused for a response type that the app is not registered for', async () => {
    const spa = { client_id: SPA.id, redirect_uri: SPA.callback, nonce: 'n' }
    expect((await open({ ...spa, response_type: 'id_token' })).answer).toMatchObject({
      error: 'unsupported_response_type',
      error_description: expect.stringContaining('Configured response types: [code]'),
    })
    await manage('PUT', `/apps/${await appId('Web App')}`, webApp({ grant_types: ['authorization_code'] }))
    expect((await open({ response_type: 'id_token', nonce: 'n' })).answer).toMatchObject({
      error: 'unsupported_response_type',
    })
  })

  it('of a public app is refused without a code challenge', async () => {
    const spa = { client_id: SPA.id, redirect_uri: SPA.callback }
    expect((await open(spa)).answer).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining(
        "PKCE code challenge is required when the token endpoint authentication method is 'NONE'.",
      ),
    })
    const { answer } = await choose('ada@example.com', { ...spa, ...CHALLENGE })
    const form = {
      grant_type: 'authorization_code',
      client_id: SPA.id,
      code: answer['code'] ?? '',
      redirect_uri: SPA.callback,
    }
    expect((await token({ ...form, code_verifier: VERIFIER })).status).toBe(200)
  })

  it('can have its answer posted to the window that opened it', async () => {
    const parameters = { response_mode: 'okta_post_message' }
    const { status, page, headers } = await choose('ada@example.com', parameters)
    expect(status).toBe(200)
    expect(page).toContain('data-origin="http://localhost:3000"')
    expect(page).toMatch(/<input type="hidden" name="code" value="[\w-]{43}"/)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
    expect(headers.get('x-frame-options')).toBeNull()
    const refused = await open({ ...parameters, prompt: 'none' })
    expect(refused.page).toContain('name="error" value="login_required"')
  })

  it('has each scope once, however often it is named', async () => {
    const { answer } = await choose('ada@example.com', { scope: '  openid email  email' })
    const form = { ...asWeb, grant_type: 'authorization_code', code: answer['code'] ?? '', redirect_uri: WEB.callback }
    expect((await token(form)).body).toMatchObject({ scope: 'openid email' })
  })

  it('leads to a code that another server refuses', async () => {
    const { answer } = await choose('ada@example.com')
    const form = { ...asWeb, grant_type: 'authorization_code', code: answer['code'] ?? '', redirect_uri: WEB.callback }
    expect((await token(form, '')).body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('was issued by default, not by the server at the root'),
    })
    expect((await token(form)).status).toBe(200)
  })

  it('to an unknown server is answered 404', async () => {
    const response = await fetch(`${site.emulator.url}/oauth2/nowhere/.well-known/openid-configuration`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      errorCode: 'E0000007',
      errorSummary: 'Not found: Resource not found: nowhere (AuthorizationServer)',
    })
    await manage('POST', '/authorizationServers/orders/lifecycle/deactivate')
    expect((await open({}, 'orders')).status).toBe(404)
  })

  it('requires an existing app', async () => {
    const document = `${site.emulator.url}/oauth2/default/.well-known/openid-configuration?client_id=`
    expect((await fetch(document + WEB.id)).status).toBe(200)
    const refused = await fetch(`${document}nobody`)
    expect(await refused.json()).toMatchObject({
      errorCode: 'invalid_client',
      errorSummary: "Invalid value for 'client_id' parameter.",
    })
  })
})

describe('a person', () => {
  it('needs an assignment to the app, directly or by a group', async () => {
    const partner = { client_id: PARTNER.id, redirect_uri: PARTNER.callback }
    expect((await choose('ada@example.com', partner)).answer).toHaveProperty('code')
    expect((await choose('grace@example.org', partner)).answer).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringMatching(
        /^User is not assigned to the client application\. neither grace@example\.org/,
      ),
      state: 's',
    })
  })

  it('can sign in only while ACTIVE', async () => {
    const { status, page } = await choose('eve@example.com')
    expect(status).toBe(400)
    expect(page).toContain('user eve@example.com cannot sign in')
    expect((await open()).page).not.toContain('eve@example.com')
  })

  it('has valid tokens until the suspension', async () => {
    const { accessToken, refreshToken } = site.emulator.signIn({
      login: 'grace@example.org',
      scopes: ['openid', 'offline_access'],
    })
    await manage('POST', '/users/grace@example.org/lifecycle/suspend')
    const form = { ...asWeb, grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
    expect((await token(form)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await ask('/oauth2/default/v1/introspect', { ...asWeb, token: accessToken })).body).toEqual({
      active: false,
    })
    await manage('POST', '/users/grace@example.org/lifecycle/unsuspend')
    expect((await token(form)).status).toBe(200)
  })

  it('has a lastLogin after signing in', async () => {
    expect((await manage('GET', '/users/ada@example.com'))['lastLogin']).toBeNull()
    await choose('ada@example.com')
    expect((await manage('GET', '/users/ada@example.com'))['lastLogin']).toEqual(expect.any(String))
  })

  it('is asked once to consent to the scopes that require consent, by an app that requires consent', async () => {
    const parameters = { client_id: PARTNER.id, redirect_uri: PARTNER.callback, scope: 'openid read:items write:items' }
    const first = await choose('ada@example.com', parameters)
    expect(first.status).toBe(200)
    expect(first.page).toContain('Authorize Partner')
    expect((await open(parameters, undefined, { user: 'ada@example.com', decision: 'allow' })).answer).toHaveProperty(
      'code',
    )
    expect((await choose('ada@example.com', parameters)).answer).toHaveProperty('code')
    // An app that is trusted need not ask.
    expect((await choose('ada@example.com', { scope: parameters.scope })).answer).toHaveProperty('code')
  })

  it('is signed in by a session token, and then has a session', async () => {
    const { sessionToken } = await manage('POST', '/authn', { username: 'ada@example.com', password: 'Analytical1843' })
    const { answer, headers } = await open({ sessionToken: String(sessionToken), prompt: 'none' })
    expect(answer).toHaveProperty('code')
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const again = await fetch(link({ prompt: 'none', client_id: SPA.id, redirect_uri: SPA.callback, ...CHALLENGE }), {
      headers: { cookie },
      redirect: 'manual',
    })
    expect(answerOf(again)).toHaveProperty('code')
  })
})

describe('a token', () => {
  const login = 'ada@example.com'

  it('remains valid after a rotation of the keys of its server, and so does an ID token', async () => {
    const { accessToken, idToken } = site.emulator.signIn({ login, clientId: WEB.id })
    await manage('POST', '/authorizationServers/default/credentials/lifecycle/keyRotate', { use: 'sig' })
    for (const each of [accessToken, idToken ?? '']) {
      const { body } = await ask('/oauth2/default/v1/introspect', { ...asWeb, token: each })
      expect(body).toMatchObject({ active: true, username: login })
    }
    const bye = 'http://localhost:3000/bye'
    const query = new URLSearchParams({ id_token_hint: idToken ?? '', post_logout_redirect_uri: bye })
    const url = `${site.emulator.url}/oauth2/default/v1/logout?${query.toString()}`
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toBe(bye)
  })

  it('is revoked by the server that issued it, and is unknown to another', async () => {
    const { accessToken, refreshToken } = site.emulator.signIn({ login, scopes: ['openid', 'offline_access'] })
    const form = { ...asWeb, grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
    for (const each of [accessToken, refreshToken ?? '']) {
      expect((await ask('/oauth2/orders/v1/revoke', { ...asWeb, token: each })).status).toBe(200)
    }
    expect((await ask('/oauth2/default/v1/introspect', { ...asWeb, token: accessToken })).body['active']).toBe(true)
    expect((await token(form)).status).toBe(200)
    await ask('/oauth2/default/v1/revoke', { ...asWeb, token: refreshToken ?? '' })
    expect((await token(form)).body).toMatchObject({ error: 'invalid_grant' })
  })
})
