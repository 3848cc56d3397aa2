import { describe, expect } from 'vitest'
import { totpCode } from '#core/totp.ts'
import { EMBEDDED, interactionSite, type Stepped } from '#oidc-d/interactions.fixture.ts'

const site = interactionSite({
  users: [
    { login: 'ada@example.com', password: 'Analytical1843', profile: { mobilePhone: '+15554151337' } },
    { login: 'grace@example.com', password: 'Compiler1952', status: 'LOCKED_OUT' },
  ],
})
const { it } = site

const labelsOf = ({ document }: Stepped): string[] =>
  document.remediation.value[0].value[0].options.map(({ label }: { label: string }) => label)

const toEnroll = (from: Stepped, label: string, members: object = {}) =>
  site.choose(from, label, members, '/credential/enroll')

const PROFILE = { firstName: 'Katherine', lastName: 'Johnson', email: 'katherine@example.com' }

/** Registers a person who has still to enroll the required authenticators. */
async function registered(userProfile: object = PROFILE): Promise<Stepped> {
  const form = await site.post(await site.begin(), '/enroll')
  expect(form.forms).toEqual(['enroll-profile', 'select-identify'])
  return site.post(form, '/enroll/new', { userProfile })
}

/** Enrolls the e-mail address and the password of a person who registers. */
async function withRequired(): Promise<Stepped> {
  const sent = await toEnroll(await registered(), 'Email')
  const { code } = await site.emulator.codes.next({ to: 'katherine@example.com' })
  const confirmed = await site.answer(sent, { passcode: code })
  return site.answer(await toEnroll(confirmed, 'Password'), { passcode: 'Trajectory1961' })
}

describe('a registration', () => {
  it('asks for the e-mail address and a password, and offers the other authenticators', async () => {
    const begun = await registered()
    expect(labelsOf(begun)).toEqual(['Email', 'Password'])
    expect(begun.forms).toEqual(['select-authenticator-enroll'])
    const sent = await toEnroll(begun, 'Email')
    expect(sent.forms).toEqual(['enroll-authenticator', 'select-authenticator-enroll'])
    expect(sent.document.currentAuthenticator.value).toMatchObject({ key: 'okta_email', poll: { refresh: 4000 } })
    const { code } = await site.emulator.codes.next({ to: 'katherine@example.com' })
    expect(labelsOf(await site.answer(sent, { passcode: code }))).toEqual(['Password'])
  })

  it('ends with tokens when the rest is skipped', async () => {
    const offered = await withRequired()
    expect(offered.forms).toEqual(['select-authenticator-enroll', 'skip'])
    expect(labelsOf(offered)).toEqual(['Google Authenticator', 'Okta Verify', 'Phone', 'Security Question'])
    const done = await site.post(offered, '/skip')
    expect((await site.redeem(done)).status).toBe(200)
    const user = await site.okta().userApi.getUser({ userId: 'katherine@example.com' })
    expect(user).toMatchObject({ status: 'ACTIVE', profile: { lastName: 'Johnson' } })
  })

  it('enrolls an authenticator application, a phone, a question and a device', async () => {
    const app = await toEnroll(await withRequired(), 'Google Authenticator')
    const { sharedSecret, qrcode } = app.document.currentAuthenticator.value.contextualData
    expect(qrcode.href).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(await site.answer(app, { passcode: '0' })).toMatchObject({ status: 401 })
    await site.answer(app, { passcode: totpCode(sharedSecret, site.emulator.clock.now()) })
    const asked = await toEnroll(app, 'Okta Verify').then(() => site.post(app, '/challenge/poll'))
    expect(asked.forms[0]).toBe('enroll-poll')
    await site.emulator.pushes.approve({ login: 'katherine@example.com' })
    const offered = await site.post(asked, '/challenge/poll')
    expect(labelsOf(offered)).toEqual(['Phone', 'Security Question'])
    const number = await toEnroll(offered, 'Phone')
    expect(number.forms[0]).toBe('authenticator-enrollment-data')
    const invalid = await toEnroll(number, 'Phone', { methodType: 'sms', phoneNumber: 'none' })
    expect(invalid).toMatchObject({ status: 400, keys: ['api.factors.error.sms.invalid_phone'] })
    await toEnroll(number, 'Phone', { methodType: 'sms', phoneNumber: '+15554151338' })
    const { code } = await site.emulator.codes.next({ to: '+15554151338' })
    const last = await site.answer(number, { passcode: code })
    const question = await toEnroll(last, 'Security Question')
    expect(question.document.currentAuthenticator.value.contextualData.questionKeys).toContain('disliked_food')
    const done = await site.answer(question, { questionKey: 'disliked_food', answer: 'liver' })
    expect(done.document).toHaveProperty('successWithInteractionCode')
    const factors = await site.send('GET', '/api/v1/users/katherine@example.com/factors')
    expect(factors.body.map(({ factorType }: { factorType: string }) => factorType)).toEqual([
      'question',
      'token:software:totp',
      'sms',
      'push',
      'email',
    ])
  })

  it('refuses an address that another user has, and one that is none', async () => {
    const taken = await registered({ ...PROFILE, email: 'ada@example.com' })
    expect(taken).toMatchObject({ status: 400, keys: ['registration.error.notUniqueWithinOrg'] })
    expect(taken.document.remediation.value[0].name).toBe('enroll-profile')
    expect((await registered({ ...PROFILE, email: 'nowhere' })).keys).toEqual(['registration.error.invalidLoginEmail'])
  })

  it('is left for the sign-in', async () => {
    const form = await site.post(await site.begin(), '/enroll')
    expect((await site.post(form, '/identify/select')).forms[0]).toBe('identify')
  })

  it('is not offered where the policy does not allow it', async () => {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=PROFILE_ENROLLMENT')).body
    const [rule] = (await site.send('GET', `/api/v1/policies/${policy.id}/rules`)).body
    await site.send('PUT', `/api/v1/policies/${policy.id}/rules/${rule.id}`, {
      name: rule.name,
      actions: { profileEnrollment: { ...rule.actions.profileEnrollment, unknownUserAction: 'DENY' } },
    })
    const first = await site.begin()
    expect(first.forms).toEqual(['identify'])
    expect(await site.post(first, '/enroll')).toMatchObject({
      status: 403,
      keys: ['idx.error.registration.unavailable'],
    })
  })
})

describe('a recovery', () => {
  it('sets a new password after a code by e-mail, and signs the person in', async () => {
    const named = await site.post(await site.begin(), '/identify', { identifier: 'ada@example.com' })
    const password = await site.choose(named, 'Password')
    const begun = await site.post(password, '/recover')
    expect(begun.forms).toEqual(['select-authenticator-authenticate'])
    expect(labelsOf(begun)).toEqual(['Email'])
    expect(begun.document.recoveryAuthenticator.value.key).toBe('okta_password')
    const sent = await site.choose(begun, 'Email', { methodType: 'email' })
    const { code } = await site.emulator.codes.next({ to: 'ada@example.com' })
    const reset = await site.answer(sent, { passcode: code })
    expect(reset.forms).toEqual(['reset-authenticator'])
    const { accessToken } = site.emulator.signIn({ login: 'ada@example.com', clientId: EMBEDDED.id })
    const done = await site.answer(reset, { passcode: 'Bernoulli1843', revokeSessions: true })
    expect((await site.redeem(done)).status).toBe(200)
    const form = new URLSearchParams({ client_id: EMBEDDED.id, token: accessToken })
    const path = 'http://host/oauth2/default/v1/introspect'
    const before = await site.emulator.fetch(path, { method: 'POST', body: form })
    expect(await before.json()).toEqual({ active: false })
  })

  it('asks for the name where nobody is known yet', async () => {
    const begun = await site.post(await site.begin(), '/recover')
    expect(begun.forms).toEqual(['identify-recovery', 'select-enroll-profile'])
    const unknown = await site.post(begun, '/identify', { identifier: 'nobody@example.com' })
    expect(unknown.keys).toEqual(['idx.unknown.user'])
    expect((await site.post(begun, '/identify', { identifier: 'ada@example.com' })).forms).toEqual([
      'select-authenticator-authenticate',
    ])
  })

  it('begins with the token of a mail', async () => {
    const sent = await site.send('POST', '/api/v1/users/ada@example.com/lifecycle/reset_password?sendEmail=false')
    const token = String(sent.body.resetPasswordUrl).split('/').at(-1) ?? ''
    const begun = await site.begin({ recovery_token: token })
    expect(begun.forms).toEqual(['reset-authenticator'])
    const done = await site.answer(begun, { passcode: 'Bernoulli1843' })
    expect(done.document).toHaveProperty('successWithInteractionCode')
  })
})

describe('a locked account', () => {
  /** Lets people unlock their accounts themselves. */
  async function allowUnlocking() {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=PASSWORD')).body
    const [rule] = (await site.send('GET', `/api/v1/policies/${policy.id}/rules`)).body
    const actions = { ...rule.actions, selfServiceUnlock: { access: 'ALLOW' } }
    await site.send('PUT', `/api/v1/policies/${policy.id}/rules/${rule.id}`, { ...rule, actions })
  }

  it('is unlocked by a code, where the policy allows it', async () => {
    expect((await site.begin()).forms).not.toContain('unlock-account')
    await allowUnlocking()
    const first = await site.begin()
    expect(first.forms).toContain('unlock-account')
    const form = await site.post(first, '/unlock-account')
    expect(form.forms).toEqual(['select-authenticator-unlock-account'])
    const { id } = form.document.authenticators.value[0]
    const members = { identifier: 'grace@example.com', authenticator: { id, methodType: 'email' } }
    const sent = await site.post(form, '/challenge', members)
    expect(sent.forms[0]).toBe('challenge-authenticator')
    const { code } = await site.emulator.codes.next({ to: 'grace@example.com' })
    const done = await site.answer(sent, { passcode: code })
    expect(done).toMatchObject({ forms: [], keys: ['oie.selfservice.unlock_user.success.message'] })
    expect((await site.okta().userApi.getUser({ userId: 'grace@example.com' })).status).toBe('ACTIVE')
  })

  it('of somebody who is not locked out is refused', async () => {
    await allowUnlocking()
    const form = await site.post(await site.begin(), '/unlock-account')
    const { id } = form.document.authenticators.value[0]
    const refused = await site.post(form, '/challenge', { identifier: 'ada@example.com', authenticator: { id } })
    expect(refused).toMatchObject({ status: 400, keys: ['oie.selfservice.user.unlock.not.allowed'] })
  })
})
