import { describe, expect } from 'vitest'
import { oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({ password_policy: { max_attempts: 2, show_lockout_failures: true } })
const { it } = site
const signIn = (username: string, password: string) => site.send('POST', '/api/v1/authn', { username, password })

describe('signing in with a password', () => {
  it('answers with a session token and the few members of the user that a page shows', async () => {
    const { status, body } = await signIn('grace@example.com', 'Compiler1952')
    expect(status).toBe(200)
    expect(body).toEqual({
      expiresAt: '2026-01-01T12:05:00.000Z',
      status: 'SUCCESS',
      sessionToken: expect.stringMatching(/^20111\w{37}$/),
      _embedded: {
        user: {
          id: expect.stringMatching(/^00u/),
          passwordChanged: '2026-01-01T12:00:00.000Z',
          profile: {
            login: 'grace@example.com',
            firstName: 'Grace',
            lastName: 'Hopper',
            locale: 'en_US',
            timeZone: 'America/Los_Angeles',
          },
        },
      },
      _links: { cancel: { href: `${site.emulator.url}/api/v1/authn/cancel`, hints: { allow: ['POST'] } } },
    })
    const user = await site.okta().userApi.getUser({ userId: 'grace' })
    expect(user.lastLogin).toEqual(new Date('2026-01-01T12:00:00Z'))
  })

  it('answers the same for every wrong credential', async () => {
    const answers = [
      await signIn('grace', 'wrong'),
      await signIn('nobody', 'Compiler1952'),
      await signIn('alan', ''),
      await site.send('POST', '/api/v1/authn', {}),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({
        errorCode: 'E0000004',
        errorSummary: 'Authentication failed',
        errorLink: 'E0000004',
        errorId: expect.stringMatching(/^oae/),
        errorCauses: [],
      })
    }
  })

  it('locks a user out after too many wrong passwords, and tells it only if the policy shows lockouts', async () => {
    expect((await signIn('grace', 'wrong')).status).toBe(401)
    const { status, body } = await signIn('grace', 'wrong')
    expect([status, body.status]).toEqual([200, 'LOCKED_OUT'])
    expect(body['_links'].next.name).toBe('unlock')
    expect((await signIn('grace', 'Compiler1952')).body.status).toBe('LOCKED_OUT')
  })

  it('needs no API token and ignores an unknown one', async () => {
    const { status } = await site.send(
      'POST',
      '/api/v1/authn',
      { username: 'grace', password: 'Compiler1952' },
      { authorization: 'SSWS x' },
    )
    expect(status).toBe(200)
  })
})

describe('a session', () => {
  it('begins with a session token, which can be used once', async () => {
    const { body } = await signIn('grace', 'Compiler1952')
    const { sessionApi } = site.okta()
    const exchange = () => sessionApi.createSession({ createSessionRequest: { sessionToken: body.sessionToken } })
    const session = await exchange()
    expect(session).toMatchObject({ login: 'grace@example.com', status: 'ACTIVE', amr: ['pwd'] })
    expect((await site.send('GET', `/api/v1/sessions/${session.id}`)).body['_links'].user.name).toBe('Grace Hopper')
    await expect(exchange()).rejects.toMatchObject(refusal(401, 'E0000004'))
    expect((await site.send('POST', '/api/v1/sessions', {})).body).toMatchObject({
      errorCode: 'E0000003',
      errorCauses: [],
    })
    const sessionId = session.id ?? ''
    site.emulator.clock.advance('90m')
    const refreshed = await sessionApi.refreshSession({ sessionId })
    expect(refreshed.expiresAt).toEqual(new Date('2026-01-01T15:30:00Z'))
    site.emulator.clock.advance('90m')
    expect((await sessionApi.getSession({ sessionId })).id).toBe(sessionId)
    await sessionApi.revokeSession({ sessionId })
    const gone = await site.send('GET', `/api/v1/sessions/${sessionId}`)
    expect(gone.body.errorSummary).toBe(`Not found: Resource not found: ${sessionId} (AppSession)`)
  })

  it('expires after two hours, and its session token after five minutes', async () => {
    const { body } = await signIn('grace', 'Compiler1952')
    const session = await site.send('POST', '/api/v1/sessions', { sessionToken: body.sessionToken })
    site.emulator.clock.advance('2h')
    expect((await site.send('GET', `/api/v1/sessions/${session.body.id}`)).status).toBe(404)
    const late = await signIn('grace', 'Compiler1952')
    site.emulator.clock.advance('5m')
    expect((await site.send('POST', '/api/v1/sessions', { sessionToken: late.body.sessionToken })).status).toBe(401)
  })
})

describe('the session of the browser', () => {
  it('is answered at sessions/me, and ends there', async () => {
    const query = new URLSearchParams({
      client_id: 'web-app',
      redirect_uri: 'http://localhost:3000/callback',
      response_type: 'code',
      scope: 'openid',
      state: 's',
    })
    const chosen = await site.emulator.fetch(`http://host/oauth2/default/v1/authorize?${query}`, {
      method: 'POST',
      body: new URLSearchParams({ user: 'grace@example.com' }),
      redirect: 'manual',
    })
    const [cookie = ''] = (chosen.headers.get('set-cookie') ?? '').split(';')
    const own = (method: string, path = '') => site.send(method, `/api/v1/sessions/me${path}`, undefined, { cookie })
    const { status, body } = await own('GET')
    expect([status, body]).toMatchObject([200, { login: 'grace@example.com', status: 'ACTIVE', amr: ['pwd'] }])
    expect(cookie).not.toContain(body.id)
    expect(body['_links'].self.href).toBe(`${site.emulator.url}/api/v1/sessions/me`)
    site.emulator.clock.advance('1h')
    expect((await own('POST', '/lifecycle/refresh')).body.expiresAt).toBe('2026-01-01T15:00:00.000Z')
    const closed = await own('DELETE')
    expect([closed.status, closed.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect((await own('GET')).body.errorSummary).toBe('Not found: Resource not found: me (Session)')
  })
})

describe('a password that expires soon', () => {
  /** Lets passwords expire after ten days, and warns of it three days before. */
  async function warnOfExpiry() {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=PASSWORD')).body
    const age = { ...policy.settings.password.age, maxAgeDays: 10, expireWarnDays: 3 }
    const settings = { ...policy.settings, password: { ...policy.settings.password, age } }
    await site.send('PUT', `/api/v1/policies/${policy.id}`, { ...policy, settings })
  }
  const signInAda = async () => (await signIn('ada@example.com', 'Analytical1843')).body

  it('is changed in the sign-in, or left for later', async () => {
    await warnOfExpiry()
    expect((await signInAda()).status).toBe('SUCCESS')
    site.emulator.clock.advance(8 * 86_400_000)
    const warned = await signInAda()
    expect(warned).toMatchObject({
      status: 'PASSWORD_WARN',
      _embedded: { policy: { expiration: { passwordExpireDays: 2 }, complexity: { minLength: 8 } } },
      _links: { next: { name: 'changePassword' }, skip: { name: 'skip' } },
    })
    const { stateToken } = warned
    expect((await site.send('POST', '/api/v1/authn/skip', { stateToken })).body.status).toBe('SUCCESS')
    const change = { oldPassword: 'Analytical1843', newPassword: 'Bernoulli1843' }
    const again = { stateToken: (await signInAda()).stateToken, ...change }
    const changed = await site.send('POST', '/api/v1/authn/credentials/change_password', again)
    expect(changed.body.status).toBe('SUCCESS')
  })
})
