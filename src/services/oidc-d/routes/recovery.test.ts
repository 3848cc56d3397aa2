import { OktaAuth } from '@okta/okta-auth-js'
import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  users: [
    {
      login: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      password: 'Analytical1843',
      profile: { mobilePhone: '+15550100' },
    },
    {
      login: 'grace@example.com',
      password: 'Compiler1952',
      recovery_question: { question: 'First computer?', answer: 'Mark One' },
    },
    { login: 'alan@example.com', password: 'Enigma1936', status: 'LOCKED_OUT', profile: { mobilePhone: '+15550101' } },
    { login: 'eve@example.com', password: 'Apple0001', status: 'SUSPENDED' },
  ],
  groups: [],
  apps: [],
  tokens: [{ token: 'everything', login: 'ada@example.com' }],
})
const { it } = site

/** The client library that applications call from the browser. */
const auth = () =>
  new OktaAuth({ issuer: `${site.emulator.url}/oauth2/default`, clientId: 'web', redirectUri: 'http://localhost/cb' })

/** Sends a request without a token, as a page does. */
async function ask(step: string, body: object, headers: Record<string, string> = {}) {
  const response = await site.emulator.fetch(`http://host/api/v1/authn/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** Changes the password policy that applies to everybody. */
async function setPolicy(factors: object, actions: object = {}): Promise<void> {
  const [policy] = (await site.send('GET', '/api/v1/policies?type=PASSWORD')).body
  const path = `/api/v1/policies/${policy.id}`
  await site.send('PUT', path, { ...policy, settings: { ...policy.settings, recovery: { factors } } })
  const [rule] = (await site.send('GET', `${path}/rules`)).body
  await site.send('PUT', `${path}/rules/${rule.id}`, { ...rule, actions: { ...rule.actions, ...actions } })
}
const email = { okta_email: { status: 'ACTIVE', properties: { recoveryToken: { tokenLifetimeMinutes: 60 } } } }
const phone = { okta_sms: { status: 'ACTIVE' }, okta_call: { status: 'ACTIVE' } }
const unlocks = { selfServiceUnlock: { access: 'ALLOW' } }
const typesOfLog = async () =>
  ((await site.send('GET', '/api/v1/logs')).body as { eventType: string }[]).map(({ eventType }) => eventType)

describe('a forgotten password', () => {
  it('is reset with the token of a mail, by the vendor’s client library', async () => {
    const started = await auth().forgotPassword({ username: 'ada@example.com', factorType: 'EMAIL' })
    expect(started.status).toBe('RECOVERY_CHALLENGE')
    const { code: recoveryToken, channel } = await site.emulator.codes.next({ to: 'ada@example.com' })
    expect(channel).toBe('email')
    const reset = await auth().verifyRecoveryToken({ recoveryToken })
    expect(reset.status).toBe('PASSWORD_RESET')
    const done = await reset['resetPassword']?.({ newPassword: 'Engine1837!' })
    expect([done?.status, typeof done?.sessionToken]).toEqual(['SUCCESS', 'string'])
    expect((await ask('', { username: 'ada@example.com', password: 'Engine1837!' })).body.status).toBe('SUCCESS')
    expect((await ask('recovery/token', { recoveryToken })).body.errorCode).toBe('E0000011')
    expect(await typesOfLog()).toContain('system.email.password_reset.sent_message')
  })

  it('is answered the same for a stranger, and for somebody who cannot sign in', async () => {
    const answers = await Promise.all(
      ['ada@example.com', 'nobody@example.com', 'eve@example.com'].map((username) =>
        ask('recovery/password', { username, factorType: 'email' }),
      ),
    )
    for (const answer of answers) {
      expect(answer).toEqual({
        status: 200,
        body: { status: 'RECOVERY_CHALLENGE', factorResult: 'WAITING', factorType: 'EMAIL', recoveryType: 'PASSWORD' },
      })
    }
    await site.emulator.codes.next({ to: 'ada@example.com' })
    await expect(site.emulator.codes.next({ timeout: 1 })).rejects.toThrow('no code was sent')
  })

  it('asks for the recovery question of a user who has one', async () => {
    await auth().forgotPassword({ username: 'grace@example.com', factorType: 'EMAIL' })
    const { code: recoveryToken } = await site.emulator.codes.next()
    const asked = await auth().verifyRecoveryToken({ recoveryToken })
    expect(asked).toMatchObject({
      status: 'RECOVERY',
      recoveryType: 'PASSWORD',
      user: { recovery_question: { question: 'First computer?' } },
    })
    await expect(asked['answer']?.({ answer: 'ENIAC' })).rejects.toMatchObject({ errorCode: 'E0000087' })
    const reset = await asked['answer']?.({ answer: 'mark one' })
    expect(reset?.status).toBe('PASSWORD_RESET')
    expect((await reset?.['resetPassword']?.({ newPassword: 'Nanosecond7' }))?.status).toBe('SUCCESS')
  })

  it('ends its token with the time that the policy sets', async () => {
    await setPolicy({ okta_email: { status: 'ACTIVE', properties: { recoveryToken: { tokenLifetimeMinutes: 10 } } } })
    await ask('recovery/password', { username: 'ada@example.com', factorType: 'EMAIL' })
    const { code: recoveryToken } = await site.emulator.codes.next()
    site.emulator.clock.advance(10 * 60_000)
    expect((await ask('recovery/token', { recoveryToken })).status).toBe(401)
  })

  it.for(['SMS', 'CALL'] as const)('is reset with the code of %s', async (factorType) => {
    await setPolicy(phone)
    const started = await auth().forgotPassword({ username: 'ada@example.com', factorType })
    expect(started).toMatchObject({ status: 'RECOVERY_CHALLENGE', factorType, recoveryType: 'PASSWORD' })
    const first = await site.emulator.codes.next({ to: '+15550100' })
    expect(first.channel).toBe(factorType.toLowerCase())
    const again = await started['resend']?.(factorType.toLowerCase())
    const second = await site.emulator.codes.next({ to: '+15550100' })
    await expect(again?.['verify']?.({ passCode: first.code })).rejects.toMatchObject({ errorCode: 'E0000068' })
    const reset = await again?.['verify']?.({ passCode: second.code })
    expect(reset?.status).toBe('PASSWORD_RESET')
    expect((await reset?.['resetPassword']?.({ newPassword: 'Engine1837!' }))?.status).toBe('SUCCESS')
  })

  it('gives strangers, and users without a phone, a token that leads nowhere', async () => {
    await setPolicy(phone)
    for (const username of ['nobody@example.com', 'grace@example.com']) {
      const { body } = await ask('recovery/password', { username, factorType: 'SMS' })
      expect(body).toMatchObject({ status: 'RECOVERY_CHALLENGE', factorType: 'SMS', stateToken: expect.any(String) })
      const tried = { stateToken: body.stateToken, passCode: '123456' }
      expect((await ask('recovery/factors/SMS/verify', tried)).body.errorCode).toBe('E0000011')
    }
  })

  it('is left to administrators where the policy says so', async () => {
    const refused = async (factorType: string) =>
      (await ask('recovery/password', { username: 'ada@example.com', factorType })).body
    expect(await refused('SMS')).toMatchObject({ errorCode: 'E0000034' })
    await setPolicy(email, { selfServicePasswordReset: { access: 'DENY' } })
    expect(await refused('EMAIL')).toMatchObject({
      errorCode: 'E0000034',
      errorSummary: 'Forgot password not allowed on specified user.',
    })
  })

  it('is recovered by a trusted application with a token of its own', async () => {
    const username = 'grace@example.com'
    expect((await ask('recovery/password', { username })).body.errorCode).toBe('E0000005')
    const trusted = { authorization: 'SSWS everything' }
    const { body } = await ask('recovery/password', { username }, trusted)
    expect(body).toMatchObject({
      status: 'RECOVERY',
      recoveryType: 'PASSWORD',
      recoveryToken: expect.any(String),
      _embedded: { user: { recovery_question: { question: 'First computer?' } } },
    })
    expect((await ask('recovery/token', body)).body.status).toBe('RECOVERY')
    expect((await ask('recovery/password', { username: 'nobody' }, trusted)).status).toBe(403)
    expect((await ask('recovery/password', { username }, { authorization: 'SSWS wrong' })).status).toBe(401)
  })
})

describe('a locked account', () => {
  it('is unlocked with the token of a mail, and its owner signs in afterwards', async () => {
    await setPolicy(email, unlocks)
    const started = await auth().unlockAccount({ username: 'alan@example.com', factorType: 'EMAIL' })
    expect(started).toMatchObject({ status: 'RECOVERY_CHALLENGE', recoveryType: 'UNLOCK' })
    const { code: recoveryToken } = await site.emulator.codes.next({ to: 'alan@example.com' })
    const unlocked = (await ask('recovery/token', { recoveryToken })).body
    expect(unlocked).toMatchObject({ status: 'SUCCESS', recoveryType: 'UNLOCK' })
    expect(unlocked).not.toHaveProperty('sessionToken')
    expect((await ask('', { username: 'alan@example.com', password: 'Enigma1936' })).body.status).toBe('SUCCESS')
    expect(await typesOfLog()).toContain('user.account.unlock')
  })

  it('is unlocked by SMS, and only where it is locked and the policy allows it', async () => {
    const begin = (username: string) => ask('recovery/unlock', { username, factorType: 'SMS' })
    expect((await begin('alan@example.com')).body).toMatchObject({ errorCode: 'E0000032' })
    await setPolicy(phone, unlocks)
    const { stateToken } = (await begin('alan@example.com')).body
    const { code: passCode } = await site.emulator.codes.next({ to: '+15550101' })
    const done = await ask('recovery/factors/SMS/verify', { stateToken, passCode })
    expect(done.body).toMatchObject({ status: 'SUCCESS', recoveryType: 'UNLOCK' })
    const nothing = (await begin('ada@example.com')).body
    expect((await ask('recovery/factors/SMS/verify', { ...nothing, passCode })).status).toBe(401)
  })
})
