import { AuthenticatorKey, IdxStatus, OktaAuth } from '@okta/okta-auth-js'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { EMBEDDED, interactionSite } from '#oidc-d/interactions.fixture.ts'

const site = interactionSite({
  users: [
    {
      login: 'ada@example.com',
      password: 'Analytical1843',
      factors: [{ type: 'sms', phone_number: '+15554151337' }, { type: 'push' }],
    },
    { login: 'grace@example.com', password: 'Compiler1952', status: 'LOCKED_OUT' },
  ],
})
const { it } = site

// The library warns of its storage in Node.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

/** Returns the vendor's library, which by default takes every step that the values at hand allow. */
function authOf({ enableLegacyMode = true } = {}) {
  const auth = new OktaAuth({
    issuer: `${site.emulator.url}/oauth2/default`,
    clientId: EMBEDDED.id,
    redirectUri: EMBEDDED.callback,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    // The instance's clock is not that of the machine.
    ignoreLifetime: true,
    idx: { enableLegacyMode },
  })
  // In Node all of them share one storage.
  auth.transactionManager.clear()
  return auth
}

/** Asks every sign-in for two authenticators. */
async function requireTwo() {
  const [policy] = (await site.send('GET', '/api/v1/policies?type=OKTA_SIGN_ON')).body
  const [rule] = (await site.send('GET', `/api/v1/policies/${policy.id}/rules`)).body
  const signon = { ...rule.actions.signon, requireFactor: true }
  await site.send('PUT', `/api/v1/policies/${policy.id}/rules/${rule.id}`, { ...rule, actions: { signon } })
}

describe('idx of @okta/okta-auth-js', () => {
  it('signs a person in with a name and a password', async () => {
    const auth = authOf()
    const { status, tokens } = await auth.idx.authenticate({ username: 'ada@example.com', password: 'Analytical1843' })
    expect(status).toBe(IdxStatus.SUCCESS)
    expect(tokens?.idToken?.claims).toMatchObject({ preferred_username: 'ada@example.com' })
    expect(tokens?.refreshToken?.refreshToken).toEqual(expect.any(String))
  })

  it('shows why a sign-in is refused', async () => {
    const auth = authOf()
    const { status, messages } = await auth.idx.authenticate({ username: 'ada@example.com', password: 'wrong' })
    expect(status).toBe(IdxStatus.PENDING)
    expect(messages).toMatchObject([{ message: 'Password is incorrect', class: 'ERROR' }])
  })

  it('takes one step at a time', async () => {
    const auth = authOf({ enableLegacyMode: false })
    const begun = await auth.idx.start()
    expect(begun.neededToProceed.map(({ name }) => name)).toEqual(['identify', 'select-enroll-profile'])
    expect(begun.enabledFeatures).toEqual(['enroll-profile'])
    const named = await auth.idx.proceed({ step: 'identify', identifier: 'ada@example.com' })
    expect(named.nextStep?.name).toBe('select-authenticator-authenticate')
  })

  it('signs a person in with a password and a code to a phone', async () => {
    await requireTwo()
    const auth = authOf()
    const asked = await auth.idx.authenticate({ username: 'ada@example.com', password: 'Analytical1843' })
    expect(asked.nextStep?.name).toBe('select-authenticator-authenticate')
    const method = await auth.idx.proceed({ authenticator: AuthenticatorKey.PHONE_NUMBER })
    expect(method.nextStep?.name).toBe('authenticator-verification-data')
    const sent = await auth.idx.proceed({ methodType: 'sms' })
    expect(sent.nextStep).toMatchObject({ name: 'challenge-authenticator', canResend: true })
    const { code } = await site.emulator.codes.next({ to: '+15554151337' })
    expect((await auth.idx.proceed({ verificationCode: code })).status).toBe(IdxStatus.SUCCESS)
  })

  it('signs a person in with a code by e-mail alone', async () => {
    const auth = authOf()
    const asked = await auth.idx.authenticate({
      username: 'ada@example.com',
      authenticator: AuthenticatorKey.OKTA_EMAIL,
    })
    expect(asked.nextStep?.name).toBe('authenticator-verification-data')
    await auth.idx.proceed({ methodType: 'email' })
    const { code } = await site.emulator.codes.next({ to: 'ada@example.com' })
    const { status, tokens } = await auth.idx.proceed({ verificationCode: code })
    expect(status).toBe(IdxStatus.SUCCESS)
    expect(tokens?.idToken?.claims.preferred_username).toBe('ada@example.com')
  })

  it('registers a person', async () => {
    const auth = authOf()
    const form = await auth.idx.register()
    expect(form.nextStep?.name).toBe('enroll-profile')
    const profile = { firstName: 'Katherine', lastName: 'Johnson', email: 'katherine@example.com' }
    const begun = await auth.idx.register(profile)
    expect(begun.nextStep?.name).toBe('select-authenticator-enroll')
    await auth.idx.register({ authenticators: [AuthenticatorKey.OKTA_EMAIL] })
    const { code } = await site.emulator.codes.next({ to: 'katherine@example.com' })
    await auth.idx.register({ verificationCode: code })
    const offered = await auth.idx.register({
      authenticators: [AuthenticatorKey.OKTA_PASSWORD],
      password: 'Trajectory1961',
    })
    expect(offered.nextStep).toMatchObject({ name: 'select-authenticator-enroll', canSkip: true })
    expect((await auth.idx.register({ skip: true })).status).toBe(IdxStatus.SUCCESS)
  })

  it('recovers a password', async () => {
    const auth = authOf()
    const begun = await auth.idx.recoverPassword({ username: 'ada@example.com' })
    expect(begun.nextStep?.name).toBe('select-authenticator-authenticate')
    await auth.idx.recoverPassword({ authenticators: [AuthenticatorKey.OKTA_EMAIL] })
    await auth.idx.recoverPassword({ methodType: 'email' })
    const { code } = await site.emulator.codes.next({ to: 'ada@example.com' })
    const reset = await auth.idx.recoverPassword({ verificationCode: code })
    expect(reset.nextStep?.name).toBe('reset-authenticator')
    expect((await auth.idx.recoverPassword({ password: 'Bernoulli1843' })).status).toBe(IdxStatus.SUCCESS)
  })

  it('unlocks an account', async () => {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=PASSWORD')).body
    const [rule] = (await site.send('GET', `/api/v1/policies/${policy.id}/rules`)).body
    const actions = { ...rule.actions, selfServiceUnlock: { access: 'ALLOW' } }
    await site.send('PUT', `/api/v1/policies/${policy.id}/rules/${rule.id}`, { ...rule, actions })
    const auth = authOf()
    const form = await auth.idx.unlockAccount()
    expect(form.nextStep?.name).toBe('select-authenticator-unlock-account')
    await auth.idx.unlockAccount({ username: 'grace@example.com', authenticator: AuthenticatorKey.OKTA_EMAIL })
    const { code } = await site.emulator.codes.next({ to: 'grace@example.com' })
    const { status, messages } = await auth.idx.unlockAccount({ verificationCode: code })
    expect(status).toBe(IdxStatus.TERMINAL)
    expect(messages).toMatchObject([{ class: 'INFO' }])
  })

  it('cancels an interaction', async () => {
    const auth = authOf()
    await auth.idx.authenticate({ username: 'ada@example.com' })
    expect((await auth.idx.cancel()).status).toBe(IdxStatus.CANCELED)
  })

  it('polls for the approval of a device', async () => {
    await requireTwo()
    const auth = authOf()
    await auth.idx.authenticate({ username: 'ada@example.com', password: 'Analytical1843' })
    const asked = await auth.idx.proceed({ authenticator: AuthenticatorKey.OKTA_VERIFY, methodType: 'push' })
    expect(asked.nextStep).toMatchObject({ name: 'challenge-poll', poll: { refresh: 4000 } })
    await site.emulator.pushes.approve({ login: 'ada@example.com' })
    expect((await auth.idx.poll()).status).toBe(IdxStatus.SUCCESS)
  })

  it('is told that an interaction has expired', async () => {
    const auth = authOf()
    await auth.idx.authenticate({ username: 'ada@example.com' })
    site.emulator.clock.advance(3_600_000)
    const late = await auth.idx.proceed({ authenticator: AuthenticatorKey.OKTA_PASSWORD, password: 'Analytical1843' })
    expect(late.status).toBe(IdxStatus.TERMINAL)
    expect(late.messages).toMatchObject([{ i18n: { key: 'idx.session.expired' }, class: 'ERROR' }])
  })
})
