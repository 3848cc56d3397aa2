import { describe, expect } from 'vitest'
import { totpCode } from '#core/totp.ts'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const factors = '/api/v1/users/ada/factors'
const pathOf = (href: string) => new URL(href).pathname
const enroll = (body: object, query = '') => site.send('POST', `${factors}${query}`, body)
const sms = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: '+1-555-415-1337' } }
const question = {
  factorType: 'question',
  provider: 'OKTA',
  profile: { question: 'disliked_food', answer: 'mayonnaise' },
}

describe('a factor of a user', () => {
  it('waits for the code that was sent to the phone', async () => {
    const { status, body } = await enroll(sms)
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^sms/),
        factorType: 'sms',
        provider: 'OKTA',
        vendorName: 'OKTA',
        status: 'PENDING_ACTIVATION',
        created: '2026-01-01T12:00:00.000Z',
        lastUpdated: '2026-01-01T12:00:00.000Z',
        profile: { phoneNumber: '+15554151337' },
        _links: {
          resend: [{ name: 'sms', href: expect.stringMatching(/\/resend$/), hints: { allow: ['POST'] } }],
          activate: { href: expect.stringMatching(/\/lifecycle\/activate$/), hints: { allow: ['POST'] } },
          self: { href: expect.stringContaining(body.id), hints: { allow: ['GET', 'DELETE'] } },
          user: { href: expect.stringContaining('/api/v1/users/00u'), hints: { allow: ['GET'] } },
        },
      },
    ])
    const activate = pathOf(body['_links'].activate.href)
    expect((await site.send('POST', activate, { passCode: 'wrong' })).body).toMatchObject({
      errorCode: 'E0000068',
      errorSummary: 'Invalid Passcode/Answer',
      errorCauses: [{ errorSummary: "Your passcode doesn't match our records. Please try again." }],
    })
    const { code, channel } = await site.emulator.codes.next({ to: '+1 555 415 1337' })
    expect(channel).toBe('sms')
    const active = await site.send('POST', activate, { passCode: code })
    expect(active.body).toMatchObject({ status: 'ACTIVE', _links: { verify: {} } })
    expect((await site.send('POST', activate, { passCode: code })).status).toBe(403)
  })

  it('is verified with a code, which counts for five minutes', async () => {
    const { body } = await enroll(sms, '?activate=true')
    expect(body.status).toBe('ACTIVE')
    const verify = pathOf(body['_links'].verify.href)
    const challenge = async () => {
      expect((await site.send('POST', verify)).body.factorResult).toBe('CHALLENGE')
      return (await site.emulator.codes.next()).code
    }
    expect((await site.send('POST', verify, { passCode: await challenge() })).body).toEqual({ factorResult: 'SUCCESS' })
    const late = await challenge()
    site.emulator.clock.advance('5m')
    expect((await site.send('POST', verify, { passCode: late })).body.errorCauses).toEqual([
      { errorSummary: 'Your token has expired.' },
    ])
  })

  it('of an authenticator application shows its secret, and takes each code once', async () => {
    const okta = site.okta()
    const { body } = await enroll({ factorType: 'token:software:totp', provider: 'GOOGLE' })
    const { sharedSecret, timeStep } = body['_embedded'].activation
    expect([body.id.slice(0, 3), timeStep, body.profile]).toEqual(['uft', 30, { credentialId: 'ada@example.com' }])
    const passCode = totpCode(sharedSecret, Date.parse('2026-01-01T12:00:00Z'))
    const userId = 'ada'
    const factorId = body.id
    await okta.userFactorApi.activateFactor({ userId, factorId, body: { passCode } })
    expect((await okta.userFactorApi.getFactor({ userId, factorId })).status).toBe('ACTIVE')
    const again = okta.userFactorApi.verifyFactor({ userId, factorId, body: { passCode } })
    await expect(again).rejects.toMatchObject(refusal(403, 'E0000068', 'Each code can only be used once.'))
    site.emulator.clock.advance('30s')
    const next = totpCode(sharedSecret, Date.parse('2026-01-01T12:00:30Z'))
    const { factorResult } = await okta.userFactorApi.verifyFactor({ userId, factorId, body: { passCode: next } })
    expect(factorResult).toBe('SUCCESS')
  })

  it('of a question is active at once, and ignores the case of the answer', async () => {
    const { body } = await enroll(question)
    expect(body).toMatchObject({
      status: 'ACTIVE',
      profile: { question: 'disliked_food', questionText: 'What is the food you least liked as a child?' },
    })
    expect(JSON.stringify(body)).not.toContain('mayonnaise')
    const verify = `${factors}/${body.id}/verify`
    expect((await site.send('POST', verify, { answer: 'Mayonnaise' })).body.factorResult).toBe('SUCCESS')
    const other = { profile: { question: 'first_award', answer: 'chess' } }
    const replaced = await site.send('PUT', `${factors}/${body.id}`, other)
    expect(replaced.body.profile.questionText).toBe('What did you earn your first medal or award for?')
    expect((await site.send('POST', verify, { answer: 'mayonnaise' })).status).toBe(403)
  })

  it('of a device is activated and verified by a person, whom the application polls', async () => {
    const { body } = await enroll({ factorType: 'push', provider: 'OKTA' })
    expect(body['_embedded'].activation).toEqual({ expiresAt: '2026-01-01T12:05:00.000Z', factorResult: 'WAITING' })
    const poll = pathOf(body['_links'].poll.href)
    expect((await site.send('POST', poll)).body.factorResult).toBe('WAITING')
    await site.emulator.pushes.approve({ login: 'ada@example.com' })
    const active = await site.send('POST', poll)
    expect(active.body).toMatchObject({ status: 'ACTIVE', profile: { credentialId: 'ada@example.com' } })
    const asked = await site.send('POST', pathOf(active.body['_links'].verify.href))
    expect([asked.status, asked.body.factorResult]).toEqual([201, 'WAITING'])
    const transaction = pathOf(asked.body['_links'].poll.href)
    await site.emulator.pushes.reject()
    expect((await site.send('GET', transaction)).body.factorResult).toBe('REJECTED')
    expect((await site.send('DELETE', transaction)).body.factorResult).toBe('CANCELLED')
    const later = await site.send('POST', pathOf(active.body['_links'].verify.href))
    site.emulator.clock.advance('5m')
    expect((await site.send('GET', pathOf(later.body['_links'].poll.href))).body.factorResult).toBe('TIMEOUT')
  })

  it('is refused when it is set up, when its kind is unknown, and when its profile is invalid', async () => {
    await enroll(question)
    const causeOf = async (body: object) => (await enroll(body)).body.errorCauses[0]?.errorSummary
    expect(await causeOf(question)).toBe('A factor of this type is already set up.')
    expect(await causeOf({ factorType: 'push', provider: 'NOBODY' })).toBe('Invalid Provider.')
    expect(await causeOf({ factorType: 'token:hardware', provider: 'YUBICO' })).toBe('Factor not enabled.')
    expect(await causeOf({ factorType: 'email', profile: { email: 'someone@example.org' } })).toBe(
      'Only verified primary or secondary email can be enrolled.',
    )
    expect((await enroll({ ...sms, profile: { phoneNumber: '123' } })).body.errorCode).toBe('E0000098')
  })

  it('is refused where the policy of the organization does not allow it', async () => {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=MFA_ENROLL')).body
    const settings = { type: 'AUTHENTICATORS', authenticators: [{ key: 'okta_email', enroll: { self: 'OPTIONAL' } }] }
    await site.send('PUT', `/api/v1/policies/${policy.id}`, { ...policy, settings })
    expect((await enroll(sms)).body.errorCauses).toEqual([
      { errorSummary: 'Factor not allowed for the user based on the Multifactor policy.' },
    ])
    const catalog = await allItems(site.okta().userFactorApi.listSupportedFactors({ userId: 'ada' }))
    expect(catalog.map(({ factorType }) => factorType)).toEqual(['email'])
  })

  it('is listed, removed alone, and with all others', async () => {
    const okta = site.okta()
    const listed = async () => (await allItems(okta.userFactorApi.listFactors({ userId: 'ada' }))).length
    const { body } = await enroll(question)
    await enroll(sms)
    expect(await listed()).toBe(2)
    const questions = await allItems(okta.userFactorApi.listSupportedSecurityQuestions({ userId: 'ada' }))
    expect(questions[0]).toMatchObject({ question: 'disliked_food' })
    await okta.userFactorApi.unenrollFactor({ userId: 'ada', factorId: body.id })
    expect((await site.send('GET', `${factors}/${body.id}`)).body.errorSummary).toBe(
      `Not found: Resource not found: ${body.id} (UserFactor)`,
    )
    await site.send('POST', '/api/v1/users/ada/lifecycle/reset_factors')
    expect(await listed()).toBe(0)
    const { body: log } = await site.send('GET', '/api/v1/logs?filter=eventType sw "user.mfa"')
    expect(log.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      'user.mfa.factor.activate',
      'user.mfa.factor.deactivate',
      'user.mfa.factor.reset_all',
    ])
  })

  it('sends another code on request, after which the first counts no more', async () => {
    const { body } = await enroll({ factorType: 'email', provider: 'OKTA' })
    const first = await site.emulator.codes.next({ to: 'ada@example.com' })
    await site.send('POST', `${factors}/${body.id}/resend`, {})
    const second = await site.emulator.codes.next({ to: 'ada@example.com' })
    const activate = `${factors}/${body.id}/lifecycle/activate`
    expect((await site.send('POST', activate, { passCode: first.code })).status).toBe(403)
    expect((await site.send('POST', activate, { passCode: second.code })).body.status).toBe('ACTIVE')
  })
})
