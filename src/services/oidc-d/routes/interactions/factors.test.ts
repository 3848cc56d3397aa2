import { describe, expect } from 'vitest'
import { totpCode } from '#core/totp.ts'
import { decodeJwt } from '#oauth/jwt/jwt.ts'
import { interactionSite, type Stepped } from '#oidc-d/interactions.fixture.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'

const site = interactionSite({
  users: [
    {
      login: 'ada@example.com',
      password: 'Analytical1843',
      factors: [
        { type: 'sms', phone_number: '+15554151337' },
        { type: 'call', phone_number: '+15554151337' },
        { type: 'token:software:totp', provider: 'GOOGLE', secret: SECRET },
        { type: 'push' },
        { type: 'question', question: 'disliked_food', answer: 'mayonnaise' },
      ],
    },
    { login: 'grace@example.com', password: 'Compiler1952' },
    { login: 'alan@example.org', password: 'Enigma1940x', status: 'PASSWORD_EXPIRED' },
  ],
  sign_on_policy: { require_factor: true, primary_factor: 'PASSWORD_IDP' },
})
const { it } = site

const withPassword = async (identifier = 'ada@example.com', passcode = 'Analytical1843') =>
  site.post(await site.begin(), '/identify', { identifier, credentials: { passcode } })

const labelsOf = ({ document }: Stepped): string[] =>
  document.remediation.value[0].value[0].options.map(({ label }: { label: string }) => label)

describe('a sign-in whose policy wants the password first', () => {
  it('asks for it together with the name', async () => {
    const { document } = await site.begin()
    expect(document.remediation.value[0].value.map(({ name }: { name: string }) => name)).toContain('credentials')
    expect(document.currentAuthenticator.value).toMatchObject({ key: 'okta_password', recover: { name: 'recover' } })
    expect(await withPassword('ada@example.com', 'wrong')).toMatchObject({ status: 401, keys: ['errors.E0000004'] })
    expect(await withPassword('nobody@example.com')).toMatchObject({ status: 401, keys: ['errors.E0000004'] })
  })

  it('then shows the other authenticators of the person, of which nobody can read the number', async () => {
    const known = await withPassword()
    expect(known.forms).toEqual(['select-authenticator-authenticate'])
    expect(labelsOf(known)).toEqual(['Email', 'Google Authenticator', 'Okta Verify', 'Phone', 'Security Question'])
    expect(known.document.authenticatorEnrollments.value[0].profile).toEqual({ email: 'a***a@example.com' })
    expect(known.document.authenticatorEnrollments.value[3]).toMatchObject({
      key: 'phone_number',
      methods: [{ type: 'sms' }, { type: 'voice' }],
      profile: { phoneNumber: '+1 XXX-XXX-1337' },
    })
  })
})

describe('a second authenticator', () => {
  it('is a code by e-mail, to the address of the person', async () => {
    const known = await withPassword()
    const agreed = await site.choose(known, 'Email')
    expect(agreed.forms[0]).toBe('authenticator-verification-data')
    const sent = await site.choose(known, 'Email', { methodType: 'email' })
    expect(sent.forms).toEqual(['challenge-authenticator', 'select-authenticator-authenticate'])
    expect(sent.document.currentAuthenticatorEnrollment.value).toMatchObject({
      resend: { name: 'resend' },
      poll: { name: 'poll', refresh: 4000 },
    })
    const wrong = await site.answer(sent, { passcode: '000' })
    expect(wrong).toMatchObject({ status: 401, keys: ['api.authn.error.PASSCODE_INVALID'] })
    expect(wrong.document.remediation.value[0].value[0].form.value[0].messages.value[0].message).toBe(
      'Invalid code. Try again.',
    )
    await site.post(sent, '/challenge/resend')
    await site.emulator.codes.next({ to: 'ada@example.com' })
    const { code } = await site.emulator.codes.next({ to: 'ada@example.com' })
    const done = await site.answer(sent, { passcode: code })
    const { body } = await site.redeem(done)
    expect(decodeJwt(body.id_token).claims['amr']).toEqual(['pwd', 'mfa', 'otp'])
  })

  it('is the link of a mail, for which the application polls', async () => {
    const known = await withPassword()
    const sent = await site.choose(known, 'Email', { methodType: 'email' })
    const { link } = await site.emulator.codes.next({ to: 'ada@example.com' })
    expect((await site.post(sent, '/challenge/poll')).forms[0]).toBe('challenge-authenticator')
    const page = await site.emulator.fetch(link ?? '')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Please return to the original tab.')
    expect((await site.post(sent, '/challenge/poll')).document).toHaveProperty('successWithInteractionCode')
    const again = await site.emulator.fetch(link ?? '')
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('This email link is out of date.')
  })

  it('is a code to a phone, by the method that the person chooses', async () => {
    const asked = await site.choose(await withPassword(), 'Phone')
    expect(asked.document.remediation.value[0]).toMatchObject({
      name: 'authenticator-verification-data',
      relatesTo: ['$.currentAuthenticatorEnrollment'],
    })
    await site.choose(asked, 'Phone', { methodType: 'voice' })
    const { code, channel } = await site.emulator.codes.next({ to: '+15554151337' })
    expect(channel).toBe('call')
    expect((await site.answer(asked, { passcode: code })).document).toHaveProperty('successWithInteractionCode')
  })

  it('is a code of an authenticator application, which counts once', async () => {
    const sent = await site.choose(await withPassword(), 'Google Authenticator')
    expect(sent.document.currentAuthenticator.value.key).toBe('google_otp')
    const passcode = totpCode(SECRET, site.emulator.clock.now())
    expect((await site.answer(sent, { passcode })).document).toHaveProperty('successWithInteractionCode')
    const again = await site.choose(await withPassword(), 'Google Authenticator')
    expect(await site.answer(again, { passcode })).toMatchObject({
      status: 401,
      keys: ['authfactor.challenge.soft_token.used_passcode'],
    })
  })

  it('is the answer to a question', async () => {
    const asked = await site.choose(await withPassword(), 'Security Question')
    const [question] = asked.document.remediation.value[0].value[0].form.value
    expect(question).toMatchObject({ label: 'What is the food you least liked as a child?', value: 'disliked_food' })
    const wrong = await site.answer(asked, { questionKey: 'disliked_food', answer: 'peas' })
    expect(wrong).toMatchObject({ status: 401, keys: ['authfactor.challenge.question_factor.answer_invalid'] })
    const right = await site.answer(asked, { questionKey: 'disliked_food', answer: 'Mayonnaise' })
    expect(right.document).toHaveProperty('successWithInteractionCode')
  })

  it('is an approval on a device, for which the application polls', async () => {
    const known = await withPassword()
    const asked = await site.choose(known, 'Okta Verify', { methodType: 'push' })
    expect(asked.forms[0]).toBe('challenge-poll')
    expect((await site.post(asked, '/challenge/poll')).forms[0]).toBe('challenge-poll')
    await site.emulator.pushes.reject({ login: 'ada@example.com' })
    expect((await site.post(asked, '/challenge/poll')).keys).toEqual(['api.authn.poll.error.push_rejected'])
    await site.post(asked, '/challenge/resend')
    await site.emulator.pushes.approve({ login: 'ada@example.com' })
    expect((await site.post(asked, '/challenge/poll')).document).toHaveProperty('successWithInteractionCode')
  })
})

describe('a password that has expired', () => {
  it('is replaced after the second authenticator', async () => {
    const known = await withPassword('alan@example.org', 'Enigma1940x')
    await site.choose(known, 'Email', { methodType: 'email' })
    const { code } = await site.emulator.codes.next({ to: 'alan@example.org' })
    const expired = await site.answer(known, { passcode: code })
    expect(expired.forms).toEqual(['reenroll-authenticator'])
    expect(expired.document.currentAuthenticator.value).toMatchObject({
      key: 'okta_password',
      settings: { complexity: { minLength: 8 }, age: { historyCount: 4 } },
    })
    const weak = await site.answer(expired, { passcode: 'short' })
    expect(weak).toMatchObject({ status: 400, keys: ['password.passwordRequirementsNotMet'] })
    const done = await site.answer(expired, { passcode: 'Bletchley1941' })
    expect(done.document).toHaveProperty('successWithInteractionCode')
  })
})

describe('a password that expires soon', () => {
  it('is renewed, or left for later', async () => {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=PASSWORD')).body
    const age = { ...policy.settings.password.age, maxAgeDays: 10, expireWarnDays: 3 }
    const settings = { ...policy.settings, password: { ...policy.settings.password, age } }
    await site.send('PUT', `/api/v1/policies/${policy.id}`, { ...policy, settings })
    site.emulator.clock.advance(8 * 86_400_000)
    const asked = await site.choose(await withPassword(), 'Security Question')
    const warned = await site.answer(asked, { questionKey: 'disliked_food', answer: 'mayonnaise' })
    expect(warned).toMatchObject({
      forms: ['reenroll-authenticator-warning', 'skip'],
      keys: ['idx.password.expiring.message'],
    })
    expect(warned.document.currentAuthenticator.value.settings.daysToExpiry).toBe(2)
    expect((await site.post(warned, '/skip')).document).toHaveProperty('successWithInteractionCode')
    const again = await site.choose(await withPassword(), 'Security Question')
    await site.answer(again, { questionKey: 'disliked_food', answer: 'mayonnaise' })
    const done = await site.answer(again, { passcode: 'Bernoulli1843' })
    expect(done.document).toHaveProperty('successWithInteractionCode')
  })
})

describe('an interaction', () => {
  it('refuses a step that is not the next one', async () => {
    const first = await site.begin()
    expect(await site.answer(first, { passcode: 'Analytical1843' })).toMatchObject({
      status: 403,
      keys: ['errors.E0000079'],
    })
    expect((await site.post(first, '/skip')).status).toBe(403)
  })

  it('obeys the policy that an app was assigned', async () => {
    await site.send('PUT', `/api/v1/policies/${await signOnId()}/rules/${await ruleId()}`, {
      name: 'Default Rule',
      actions: { signon: { access: 'ALLOW', requireFactor: false, primaryFactor: 'PASSWORD_IDP' } },
    })
    expect((await withPassword()).document).toHaveProperty('successWithInteractionCode')
    const { id } = (await site.send('GET', '/api/v1/apps?q=Embedded')).body[0]
    const [policy] = (await site.send('GET', '/api/v1/policies?type=ACCESS_POLICY')).body
    await site.send('PUT', `/api/v1/apps/${id}/policies/${policy.id}`)
    expect((await withPassword()).forms).toEqual(['select-authenticator-authenticate'])
  })
})

const signOnId = async (): Promise<string> => (await site.send('GET', '/api/v1/policies?type=OKTA_SIGN_ON')).body[0].id
const ruleId = async (): Promise<string> =>
  (await site.send('GET', `/api/v1/policies/${await signOnId()}/rules`)).body[0].id
