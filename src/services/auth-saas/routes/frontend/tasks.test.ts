import { describe, expect } from 'vitest'
import { clerkOf, people, receiveEvents, startAuthSaas, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { serviceTest } from '#testkit/service-test.ts'
import { decodeJwt } from '#oauth/jwt/jwt.ts'
import { totpCode } from '#core/totp.ts'
import { visitor, type FrontendBrowser } from './frontend.fixture.ts'

const PASSWORD = 'correct-horse-battery'

const it = serviceTest('auth-saas', {
  seed: {
    'auth-saas': {
      ...people,
      settings: { force_organization_selection: true, mfa_required: true, password_reset_task: true },
    },
  },
})

/** The session of a browser as the vendor's library reads it. */
interface Shown {
  readonly id: string
  readonly status: string
  readonly tasks: readonly { readonly key: string }[] | null
  readonly last_active_token: { readonly jwt: string }
}

async function sessionOf(browser: FrontendBrowser): Promise<Shown> {
  const { response } = await browser.call('GET', '/client')
  const [session] = response['sessions'] as Shown[] // the vendor's client
  if (session === undefined) throw new Error('the browser has no session')
  return session
}

async function signIn(auth: RunningAuthSaas, identifier: string, password = PASSWORD) {
  const browser = await visitor(auth)
  const done = await browser.call('POST', '/client/sign_ins', { identifier, password })
  expect(done.response).toMatchObject({ status: 'complete' })
  return browser
}

describe('a session with tasks', () => {
  it('is pending until each of them is done', async ({ authSaas }) => {
    await clerkOf(authSaas).users.updateUser('user_ada', {})
    const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }
    const compromised = `${authSaas.url}/v1/users/user_ada/password/set_compromised`
    await fetch(compromised, { method: 'POST', headers, body: '{}' })
    const browser = await signIn(authSaas, 'ada@example.com')
    const keys = async () => (await sessionOf(browser)).tasks?.map(({ key }) => key) ?? null
    expect(await keys()).toEqual(['choose-organization', 'reset-password', 'setup-mfa'])
    const pending = await sessionOf(browser)
    expect(decodeJwt(pending.last_active_token.jwt).claims).toMatchObject({ sts: 'pending' })
    expect((await clerkOf(authSaas).sessions.getSession(pending.id)).status).toBe('pending')

    await browser.call('POST', `/client/sessions/${pending.id}/touch`, { active_organization_id: 'org_acme' })
    expect(await keys()).toEqual(['reset-password', 'setup-mfa'])
    await browser.call('POST', '/me/change_password', { new_password: 'another-long-password' })
    expect(await keys()).toEqual(['setup-mfa'])
    const { response } = await browser.call('POST', '/me/totp')
    const code = totpCode(String(response['secret']), authSaas.clock.now())
    await browser.call('POST', '/me/totp/attempt_verification', { code })
    const active = await sessionOf(browser)
    expect([active.status, active.tasks]).toEqual(['active', null])
    expect(decodeJwt(active.last_active_token.jwt).claims).toMatchObject({ sts: 'active', o: { id: 'org_acme' } })
    const left = await browser.call('POST', `/client/sessions/${active.id}/touch`, { active_organization_id: '' })
    expect(left.response).toMatchObject({ status: 'pending', tasks: [{ key: 'choose-organization' }] })
  })

  it('is no session of a signed-in user for a backend, unless the backend says so', async ({ authSaas }) => {
    const { token } = authSaas.signIn({ user: 'ada@example.com' })
    const request = new Request('http://localhost:3000', { headers: { authorization: `Bearer ${token}` } })
    const options = { jwtKey: authSaas.env['CLERK_JWT_KEY'] ?? '' }
    const state = await clerkOf(authSaas).authenticateRequest(request, options)
    expect(state.toAuth()?.userId).toBeNull()
    expect(state.toAuth({ treatPendingAsSignedOut: false })?.userId).toBe('user_ada')
  })

  it('emits that it is pending, and that it was created when it is active', async () => {
    await using receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, events: ['session.pending' as const, 'session.created' as const] }]
    const settings = { force_organization_selection: true }
    await using auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks, settings } } })
    const browser = await signIn(auth, 'grace@example.com')
    const { id } = await sessionOf(browser)
    await auth.webhooks.settled()
    const types = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type) // the vendor's event
    expect(types()).toEqual(['session.pending'])
    await browser.call('POST', `/client/sessions/${id}/touch`, { active_organization_id: 'org_acme' })
    await auth.webhooks.settled()
    expect(types()).toEqual(['session.pending', 'session.created'])
    const environment = (await (await fetch(`${auth.url}/v1/environment`)).json()) as { organization_settings: object }
    expect(environment.organization_settings).toMatchObject({ force_organization_selection: true })
  })
})
