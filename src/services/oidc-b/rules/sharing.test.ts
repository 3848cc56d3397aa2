import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { Application, oidcBTest, POSTED, startOidcB } from '#oidc-b/oidc-b.fixture.ts'

const it = oidcBTest().extend('application', ({ oidcB }) => new Application(() => oidcB))

describe('the name of a person', () => {
  it('comes on the first sign-in, as JSON beside the code', async ({ application }) => {
    const { user } = await application.choose({}, POSTED)
    expect(user).toBe('{"name":{"firstName":"Ada King","lastName":"Lovelace"},"email":"ada@example.com"}')
    expect(await application.choose({}, POSTED)).not.toHaveProperty('user')
  })

  it('comes on the first sign-in of each person at each client', async ({ application }) => {
    await application.choose({}, POSTED)
    expect(await application.choose({ user: 'plato@example.net' }, POSTED)).toHaveProperty('user')
    expect(await application.choose({}, { ...POSTED, client_id: 'com.example.other' })).toHaveProperty('user')
  })

  it('comes as far as it was requested', async ({ application, oidcB }) => {
    const form = { response_mode: 'form_post' }
    expect((await application.choose({}, { ...form, scope: 'email' }))['user']).toBe('{"email":"ada@example.com"}')
    oidcB.reset()
    expect((await application.choose({}, { ...form, scope: 'name' }))['user']).toBe(
      '{"name":{"firstName":"Ada King","lastName":"Lovelace"}}',
    )
    oidcB.reset()
    expect(await application.choose({}, { ...form, scope: 'openid' })).not.toHaveProperty('user')
    // The request without a scope was the first sign-in.
    expect(await application.choose({}, POSTED)).not.toHaveProperty('user')
  })

  it('comes again after either token was revoked', async ({ application }) => {
    for (const kind of ['access_token', 'refresh_token']) {
      const tokens = await application.tokens((await application.choose({}, POSTED))['code'])
      const token = tokens[kind] ?? ''
      const revoked = await application.ask('/auth/revoke', { token, token_type_hint: kind })
      expect([revoked.status, await revoked.text()]).toEqual([200, ''])
      expect((await application.ask('/auth/revoke', { token })).status).toBe(200)
      const again = await application.choose({}, POSTED)
      expect(again).toHaveProperty('user')
      await application.ask('/auth/revoke', { token: (await application.tokens(again['code']))['access_token'] ?? '' })
    }
  })

  it('does not come when the person cancels, and the next sign-in is the first', async ({ application }) => {
    expect(await application.choose({ decision: 'deny' }, { ...POSTED, state: 's' })).toEqual({
      error: 'user_cancelled_authorize',
      state: 's',
    })
    expect(await application.choose({}, POSTED)).toHaveProperty('user')
  })
})

describe('an address', () => {
  const RELAY = /^[a-z0-9]{10}@privaterelay\.appleid\.com$/

  it('of a person with private_email is hidden, in the ID token and beside the code', async ({ application }) => {
    const { user = '', code } = await application.choose({ user: 'grace@example.org' }, POSTED)
    const claims = await application.claims(code)
    expect(claims).toMatchObject({ email: expect.stringMatching(RELAY), email_verified: true, is_private_email: true })
    expect((JSON.parse(user) as { email: string }).email).toBe(claims['email'])
  })

  it('that is seeded at privaterelay.appleid.com is private and stays as it is', async () => {
    const email = 'Zq3x9m2k8p@privaterelay.appleid.com'
    const seed = { 'oidc-b': { users: [{ email, name: 'Rosa' }] } }
    await using emulator = await createEmulator({ service: 'oidc-b', port: 0, seed })
    for (const hideEmail of [undefined, true, false]) {
      const { idToken, user } = emulator.signIn({ email, ...(hideEmail === undefined ? {} : { hideEmail }) })
      expect(decodeJwt(idToken)).toMatchObject({ email, email_verified: true, is_private_email: true })
      expect(user?.email).toBe(email)
      emulator.reset()
    }
  })

  it('stays hidden after the person chose so on the page', async ({ application }) => {
    const claims = await application.claims((await application.choose({ email: 'hide' }, POSTED))['code'])
    expect(claims).toMatchObject({ email: expect.stringMatching(RELAY), is_private_email: true })
    expect(await application.claims((await application.choose({ email: 'share' }, POSTED))['code'])).toMatchObject({
      email: claims['email'],
    })
    expect(await application.claims((await application.choose({}, POSTED))['code'])).toMatchObject({
      email: claims['email'],
    })
  })

  it('is shared when the person chooses so on the page', async ({ application }) => {
    const { code } = await application.choose({ user: 'grace@example.org', email: 'share' }, POSTED)
    const claims = await application.claims(code)
    expect(claims['email']).toBe('grace@example.org')
    expect(claims).not.toHaveProperty('is_private_email')
  })

  it('is chosen when the application first requests it', async ({ application }) => {
    await application.choose({ email: 'hide' }, { scope: 'openid', response_mode: 'form_post' })
    expect((await application.claims((await application.choose({}))['code']))['email']).toBe('ada@example.com')
  })

  it('is chosen again after the access was revoked', async ({ application }) => {
    for (const [email, seen] of [
      ['hide', expect.stringMatching(RELAY)],
      ['share', 'ada@example.com'],
      ['hide', expect.stringMatching(RELAY)],
      ['', 'ada@example.com'],
    ] as const) {
      const tokens = await application.tokens((await application.choose({ email }))['code'])
      expect(decodeJwt(tokens['id_token'] ?? '')['email']).toEqual(seen)
      await application.ask('/auth/revoke', { token: tokens['refresh_token'] ?? '' })
    }
  })

  it('is not hidden by a parameter of the authorization URL', async ({ application }) => {
    const { code } = await application.choose({}, { ...POSTED, email: 'hide' })
    expect((await application.claims(code))['email']).toBe('ada@example.com')
  })

  it('that forwards is the same for all applications of a team, and another for another team', async ({
    application,
  }) => {
    const grace = { user: 'grace@example.org' }
    const [web, other, elsewhere] = [
      await application.claims((await application.choose(grace, POSTED))['code']),
      await application.claims(
        (await application.choose(grace, { ...POSTED, client_id: 'com.example.other' }))['code'],
        'com.example.other',
      ),
      await application.claims(
        (await application.choose(grace, { ...POSTED, client_id: 'org.elsewhere' }))['code'],
        'org.elsewhere',
        'TEAM999999',
      ),
    ]
    expect(other).toMatchObject({ sub: web.sub, email: web['email'] })
    expect(elsewhere.sub).not.toBe(web.sub)
    expect(elsewhere['email']).not.toBe(web['email'])
    await using again = await startOidcB()
    expect(decodeJwt(again.signIn({ email: 'grace@example.org' }).idToken)).toMatchObject({
      sub: web.sub,
      email: web['email'],
    })
  })

  it('can be hidden on the page of an application that requests it, and on no other', async ({ application }) => {
    const page = await (await fetch(application.link(POSTED))).text()
    expect(page).toContain('Hide My Email')
    expect(await (await fetch(application.link({ scope: 'openid' }))).text()).not.toContain('Hide My Email')
  })
})
