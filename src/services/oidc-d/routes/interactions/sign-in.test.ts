import { describe, expect } from 'vitest'
import { EMBEDDED, interactionSite } from '#oidc-d/interactions.fixture.ts'

const site = interactionSite()
const { it } = site

describe('an interaction', () => {
  it('begins with a form for the name, and is for one app', async () => {
    const first = await site.begin()
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('application/ion+json; okta-version=1.0.0')
    expect(first.forms).toEqual(['identify', 'select-enroll-profile'])
    expect(first.document).toMatchObject({
      version: '1.0.0',
      stateHandle: expect.stringMatching(/^02\.id\./),
      expiresAt: '2026-01-01T13:00:00.000Z',
      intent: 'LOGIN',
      cancel: { name: 'cancel', href: expect.stringContaining('/idp/idx/cancel') },
      app: { type: 'object', value: { name: 'oidc_client', label: 'Embedded' } },
    })
    const [identify] = first.document.remediation.value
    expect(identify).toMatchObject({
      rel: ['create-form'],
      method: 'POST',
      produces: 'application/ion+json; okta-version=1.0.0',
      accepts: 'application/json; okta-version=1.0.0',
    })
    expect(identify.value.map(({ name }: { name: string }) => name)).toEqual([
      'identifier',
      'rememberMe',
      'stateHandle',
    ])
  })

  it('ends with a code for tokens', async () => {
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    expect(named.forms).toEqual(['select-authenticator-authenticate'])
    expect(named.document.user.value).toMatchObject({ identifier: 'ada@example.com', profile: { firstName: 'Ada' } })
    const chosen = await site.choose(named, 'Password')
    expect(chosen.forms).toEqual(['challenge-authenticator', 'select-authenticator-authenticate'])
    expect(chosen.document.currentAuthenticatorEnrollment.value).toMatchObject({
      key: 'okta_password',
      recover: { href: expect.stringContaining('/idp/idx/recover') },
    })
    const done = await site.answer(chosen, { passcode: 'Analytical1843' })
    expect(done.forms).toEqual([])
    expect(done.document.successWithInteractionCode).toMatchObject({
      name: 'issue',
      href: expect.stringContaining('/oauth2/default/v1/token'),
    })
    const { status, body } = await site.redeem(done)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'openid profile', id_token: expect.any(String) })
    const again = await site.redeem(done)
    expect(again.body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^The interaction code is invalid or has expired\./),
    })
  })

  it('ends with a code that is no authorization code', async () => {
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    const done = await site.answer(await site.choose(named, 'Password'), { passcode: 'Analytical1843' })
    const value = done.document.successWithInteractionCode.value
    const code = value.find(({ name }: { name: string }) => name === 'interaction_code').value
    const changed = { grant_type: 'authorization_code', code, redirect_uri: EMBEDDED.callback }
    expect((await site.redeem(done, changed)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await site.redeem(done, { code_verifier: 'wrong' })).body).toMatchObject({
      error_description: expect.stringMatching(/^PKCE verification failed\./),
    })
  })

  it('refuses a wrong password, and counts it', async () => {
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    let current = await site.choose(named, 'Password')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      current = await site.answer(current, { passcode: 'wrong' })
      expect(current.status).toBe(401)
      expect(current.keys).toEqual(['incorrectPassword'])
      expect(current.forms[0]).toBe('challenge-authenticator')
    }
    expect((await site.okta().userApi.getUser({ userId: 'ada@example.com' })).status).toBe('LOCKED_OUT')
    const refused = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    expect(refused).toMatchObject({ status: 401, keys: ['errors.E0000004'] })
    expect(refused.forms).toContain('identify')
  })

  it('tells that nobody has a name', async () => {
    const unknown = await site.post(await site.begin(), '/identify', { identifier: 'nobody@example.com' })
    expect(unknown).toMatchObject({ status: 200, keys: ['idx.unknown.user'] })
    expect(unknown.document.messages.value[0]).toMatchObject({
      message: 'There is no account with the Username nobody@example.com.',
      class: 'INFO',
    })
  })

  it('begins again when it is cancelled', async () => {
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    const cancelled = await site.post(named, '/cancel')
    expect(cancelled.forms[0]).toBe('identify')
    expect(cancelled.document.user).toBeUndefined()
  })

  it('expires after an hour', async () => {
    const first = await site.begin()
    site.emulator.clock.advance(3_600_000)
    const late = await site.post(first, '/identify', { identifier: 'ada@example.com' })
    expect(late).toMatchObject({ status: 401, keys: ['idx.session.expired'] })
    expect(late.document).not.toHaveProperty('stateHandle')
    expect(await site.post({ ...first, document: {} }, '/cancel')).toMatchObject({
      status: 400,
      keys: ['api.error.field_must_not_be_null'],
    })
  })

  it('needs no sign-in in a browser whose person is signed in', async () => {
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com', rememberMe: true })
    const done = await site.answer(await site.choose(named, 'Password'), { passcode: 'Analytical1843' })
    const cookie = done.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/Max-Age=2592000/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await site.begin({}, headers)).document).toHaveProperty('successWithInteractionCode')
    site.emulator.clock.advance(60_000)
    expect((await site.begin({ max_age: '30' }, headers)).forms[0]).toBe('identify')
  })

  it('refuses who is not assigned to the app', async () => {
    const { id: groupId } = (await site.send('GET', '/api/v1/groups?q=Everyone')).body[0]
    const { id } = (await site.send('GET', '/api/v1/apps?q=Embedded')).body[0]
    await site.send('DELETE', `/api/v1/apps/${id}/groups/${groupId}`)
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    const refused = await site.answer(await site.choose(named, 'Password'), { passcode: 'Analytical1843' })
    expect(refused).toMatchObject({ status: 400, keys: ['idx.error.user.not.assigned.to.app'] })
    expect(refused.forms[0]).toBe('identify')
  })
})

describe('the beginning of an interaction', () => {
  it('is refused for an app that is not registered for it', async () => {
    expect(await site.interact({ client_id: 'web-app' })).toMatchObject({
      status: 400,
      body: {
        error: 'unauthorized_client',
        error_description: expect.stringMatching(
          /^The client is not authorized to use the provided grant type\. Configured grant types: \[authorization_code, refresh_token\]\./,
        ),
      },
    })
  })

  it('is refused without a challenge, for an unknown app and address, and with an invalid token', async () => {
    expect((await site.interact({ code_challenge: '', code_challenge_method: '' })).body.error).toBe('invalid_request')
    expect(await site.interact({ client_id: 'nobody' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect((await site.interact({ redirect_uri: 'http://localhost:1/' })).body.error).toBe('invalid_request')
    expect((await site.interact({ scope: 'nonsense' })).body).toMatchObject({ error: 'invalid_scope' })
    expect((await site.interact({ recovery_token: 'none' })).body).toMatchObject({
      error: 'invalid_request',
      error_description: 'The recovery token is invalid',
    })
  })

  it('is possible at the server of the organization', async () => {
    expect((await site.interact({}, '')).body).toEqual({ interaction_handle: expect.stringMatching(/^[\w-]{43}$/) })
  })
})
