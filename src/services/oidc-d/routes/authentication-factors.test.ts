import { OktaAuth } from '@okta/okta-auth-js'
import { describe, expect } from 'vitest'
import { totpCode } from '#core/totp.ts'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'

const site = oidcSite({
  users: [
    {
      login: 'ada@example.com',
      password: 'Analytical1843',
      factors: [
        { type: 'sms', phone_number: '+15554151337' },
        { type: 'token:software:totp', provider: 'GOOGLE', secret: SECRET },
        { type: 'push' },
        { type: 'question', question: 'disliked_food', answer: 'mayonnaise' },
      ],
    },
    { login: 'grace@example.com', password: 'Compiler1952' },
    { login: 'alan@example.org', password: 'Enigma1940x' },
  ],
  sign_on_policy: { require_factor: true, factor_lifetime_minutes: 15 },
})
const { it } = site

const begin = async (more: object = {}) =>
  (await site.send('POST', '/api/v1/authn', { username: 'ada@example.com', password: 'Analytical1843', ...more })).body
const authn = async (path: string, body: object) => site.send('POST', `/api/v1/authn${path}`, body)

interface ShownFactor {
  readonly id: string
  readonly factorType: string
}

/** Returns the id of the factor of a type in an answer. */
const idOf = (transaction: Record<'_embedded', { factors: ShownFactor[] }>, type: string) =>
  transaction['_embedded'].factors.find(({ factorType }) => factorType === type)?.id

describe('a sign-in with a second factor', () => {
  it('shows the factors of the person, of which nobody can read the number', async () => {
    const body = await begin()
    expect(body).toMatchObject({
      stateToken: expect.stringMatching(/^00/),
      status: 'MFA_REQUIRED',
      _embedded: {
        policy: { allowRememberDevice: true, rememberDeviceLifetimeInMinutes: 15, rememberDeviceByDefault: false },
      },
    })
    expect(body['_embedded'].factors.map(({ factorType }: { factorType: string }) => factorType)).toEqual([
      'question',
      'token:software:totp',
      'sms',
      'push',
    ])
    expect(body['_embedded'].factors[2].profile).toEqual({ phoneNumber: '+1 XXX-XXX-1337' })
    expect(body.sessionToken).toBeUndefined()
  })

  it('sends a code, and goes back to the choice', async () => {
    const body = await begin()
    const { stateToken } = body
    const verify = `/factors/${idOf(body, 'sms')}/verify`
    const challenge = await authn(verify, { stateToken })
    expect(challenge.body).toMatchObject({ status: 'MFA_CHALLENGE', _links: { next: { name: 'verify' } } })
    await authn(`${verify}/resend`, { stateToken })
    await site.emulator.codes.next()
    const { code } = await site.emulator.codes.next({ to: '+15554151337' })
    expect((await authn(verify, { stateToken, passCode: '000' })).body.errorCode).toBe('E0000068')
    expect((await authn('/previous', { stateToken })).body.status).toBe('MFA_REQUIRED')
    expect((await authn('/introspect', { stateToken })).body.status).toBe('MFA_REQUIRED')
    const { body: done } = await authn(verify, { stateToken, passCode: code })
    expect(done).toMatchObject({ status: 'SUCCESS', sessionToken: expect.any(String) })
    expect((await authn('/state', { stateToken })).status).toBe(401)
    const { body: session } = await site.send('POST', '/api/v1/sessions', { sessionToken: done.sessionToken })
    expect(session).toMatchObject({
      amr: ['pwd', 'mfa', 'sms'],
      mfaActive: true,
      lastFactorVerification: '2026-01-01T12:00:00.000Z',
    })
  })

  it('waits for the device of the person', async () => {
    const body = await begin()
    const { stateToken } = body
    const verify = `/factors/${idOf(body, 'push')}/verify`
    expect((await authn(verify, { stateToken })).body).toMatchObject({
      status: 'MFA_CHALLENGE',
      factorResult: 'WAITING',
      _links: { next: { name: 'poll' } },
    })
    await site.emulator.pushes.reject()
    expect((await authn(verify, { stateToken })).body.factorResult).toBe('REJECTED')
    await authn(`${verify}/resend`, { stateToken })
    await site.emulator.pushes.approve()
    expect((await authn(verify, { stateToken })).body.status).toBe('SUCCESS')
  })

  it('works with the client of the vendor', async () => {
    const auth = new OktaAuth({ issuer: `${site.emulator.url}/oauth2/default`, clientId: 'web-app' })
    const transaction = await auth.signInWithCredentials({ username: 'ada@example.com', password: 'Analytical1843' })
    const factor = transaction.factors?.find(({ provider }) => provider === 'GOOGLE')
    const passCode = totpCode(SECRET, site.emulator.clock.now())
    const done = await factor?.['verify']({ passCode })
    expect(done).toMatchObject({ status: 'SUCCESS' })
  })

  it('asks for none on a device that was remembered, until the policy forgets it', async () => {
    const device = { context: { deviceToken: 'laptop' } }
    const body = await begin(device)
    const question = `/factors/${idOf(body, 'question')}/verify?rememberDevice=true`
    expect((await authn(question, { stateToken: body.stateToken, answer: 'mayonnaise' })).body.status).toBe('SUCCESS')
    expect((await begin(device)).status).toBe('SUCCESS')
    expect((await begin()).status).toBe('MFA_REQUIRED')
    site.emulator.clock.advance('15m')
    expect((await begin(device)).status).toBe('MFA_REQUIRED')
  })

  it('lets who has no factor enroll one', async () => {
    const { stateToken, status, ...body } = await begin({ username: 'grace@example.com', password: 'Compiler1952' })
    expect(status).toBe('MFA_ENROLL')
    expect(body['_embedded'].factors).toContainEqual(
      expect.objectContaining({ factorType: 'sms', status: 'NOT_SETUP', enrollment: 'OPTIONAL' }),
    )
    expect((await authn('/skip', { stateToken })).status).toBe(403)
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: '+15550100' } }
    const enrolled = await authn('/factors', { stateToken, ...phone })
    expect(enrolled.body).toMatchObject({ status: 'MFA_ENROLL_ACTIVATE', _links: { next: { name: 'activate' } } })
    expect((await authn('/previous', { stateToken })).body.status).toBe('MFA_ENROLL')
    const again = await authn('/factors', { stateToken, ...phone })
    const factor = `/factors/${again.body['_embedded'].factor.id}/lifecycle`
    await authn(`${factor}/resend`, { stateToken })
    const codes = [await site.emulator.codes.next(), await site.emulator.codes.next(), await site.emulator.codes.next()]
    const activated = await authn(`${factor}/activate`, { stateToken, passCode: codes.at(-1)?.code })
    expect(activated.body.status).toBe('SUCCESS')
  })

  it('polls the device that a person enrolls', async () => {
    const { stateToken } = await begin({ username: 'grace@example.com', password: 'Compiler1952' })
    const { body } = await authn('/factors', { stateToken, factorType: 'push', provider: 'OKTA' })
    const poll = `/factors/${body['_embedded'].factor.id}/lifecycle/activate/poll`
    expect((await authn(poll, { stateToken })).body.factorResult).toBe('WAITING')
    await site.emulator.pushes.approve({ login: 'grace@example.com' })
    expect((await authn(poll, { stateToken })).body.status).toBe('SUCCESS')
  })

  it('requires the enrollment that the policy requires, beside the factor', async () => {
    const [policy] = (await site.send('GET', '/api/v1/policies?type=MFA_ENROLL')).body
    const required = (key: string) => ({ key, enroll: { self: 'REQUIRED' } })
    const settings = { authenticators: [required('security_question'), required('okta_email')] }
    await site.send('PUT', `/api/v1/policies/${policy.id}`, { ...policy, settings })
    const body = await begin()
    const { stateToken } = body
    const question = `/factors/${idOf(body, 'question')}/verify`
    const { body: next } = await authn(question, { stateToken, answer: 'mayonnaise' })
    expect([next.status, next['_links'].skip]).toEqual(['MFA_ENROLL', undefined])
    const { body: enrolled } = await authn('/factors', { stateToken, factorType: 'email' })
    const { code } = await site.emulator.codes.next()
    const activate = `/factors/${enrolled['_embedded'].factor.id}/lifecycle/activate`
    expect((await authn(activate, { stateToken, passCode: code })).body.status).toBe('SUCCESS')
  })

  it('refuses a password alone at the token endpoint', async () => {
    const form = { grant_type: 'password', username: 'ada', password: 'Analytical1843', scope: 'openid' }
    await site.okta().applicationApi.createApplication({
      application: {
        name: 'oidc_client',
        label: 'Script',
        signOnMode: 'OPENID_CONNECT',
        credentials: {
          oauthClient: { client_id: 'script-app', token_endpoint_auth_method: 'none', pkce_required: true },
        },
        settings: { oauthClient: { application_type: 'native', grant_types: ['password'], response_types: [] } },
      } as never, // the SDK's type lacks what its own examples send
    })
    const response = await site.emulator.fetch('http://host/oauth2/default/v1/token', {
      method: 'POST',
      body: new URLSearchParams({ ...form, client_id: 'script-app' }),
    })
    expect(await response.json()).toMatchObject({ error: 'access_denied' })
  })
})

describe('the state of a factor', () => {
  it('says that a code was sent', async () => {
    const body = await begin()
    const challenged = await authn(`/factors/${idOf(body, 'sms')}/verify`, { stateToken: body.stateToken })
    expect(challenged.body).toMatchObject({ status: 'MFA_CHALLENGE', factorResult: 'CHALLENGE' })
  })

  it('names the devices that are asked only when they are chosen', async () => {
    const body = await begin()
    const id = idOf(body, 'push') ?? ''
    expect(body['_embedded'].policy.factorsPolicyInfo).toEqual({ [id]: { autoPushEnabled: false } })
  })

  it('lets a device be asked again that has rejected its enrollment', async () => {
    const { stateToken } = (
      await site.send('POST', '/api/v1/authn', { username: 'grace@example.com', password: 'Compiler1952' })
    ).body
    const asked = (await authn('/factors', { stateToken, factorType: 'push', provider: 'OKTA' })).body
    expect(asked['_links']).toMatchObject({ next: { name: 'poll' } })
    expect(asked['_links']).not.toHaveProperty('resend')
    await site.emulator.pushes.reject({ login: 'grace@example.com' })
    const rejected = (await authn('/introspect', { stateToken })).body
    expect(rejected).toMatchObject({ factorResult: 'REJECTED', _links: { next: { name: 'activate' } } })
    const again = new URL(rejected['_links'].next.href).pathname.replace('/api/v1/authn', '')
    expect((await authn(again, { stateToken })).body).toMatchObject({ factorResult: 'WAITING' })
  })
})
