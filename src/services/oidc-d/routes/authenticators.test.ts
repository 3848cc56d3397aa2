import { describe, expect } from 'vitest'
import { allItems, oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

describe('an authenticator of the organization', () => {
  it('is one of those that policies name', async () => {
    const all = await allItems(site.okta().authenticatorApi.listAuthenticators())
    expect(all.map(({ key, type, status }) => [key, type, status])).toEqual([
      ['okta_email', 'email', 'ACTIVE'],
      ['google_otp', 'app', 'ACTIVE'],
      ['okta_verify', 'app', 'ACTIVE'],
      ['okta_password', 'password', 'ACTIVE'],
      ['phone_number', 'phone', 'ACTIVE'],
      ['security_question', 'security_question', 'ACTIVE'],
    ])
  })

  it('is deactivated when no policy lets users enroll it, and enrolled again when it is active', async () => {
    const { body: all } = await site.send('GET', '/api/v1/authenticators')
    const { id } = all.find(({ key }: { key: string }) => key === 'phone_number')
    const path = `/api/v1/authenticators/${id}`
    const { status, body } = await site.send('POST', `${path}/lifecycle/deactivate`)
    expect([status, body.errorCode, body.errorCauses]).toEqual([
      403,
      'E0000148',
      [{ errorSummary: 'Authenticator Enrollment Policies: Default Policy' }],
    ])
    const [policy] = (await site.send('GET', '/api/v1/policies?type=MFA_ENROLL')).body
    const put = (self: string) => {
      const settings = { authenticators: [{ key: 'phone_number', enroll: { self } }] }
      return site.send('PUT', `/api/v1/policies/${policy.id}`, { ...policy, settings })
    }
    await put('NOT_ALLOWED')
    expect((await site.send('POST', `${path}/lifecycle/deactivate`)).body.status).toBe('INACTIVE')
    await put('OPTIONAL')
    const sms = { factorType: 'sms', profile: { phoneNumber: '+15554151337' } }
    expect((await site.send('POST', '/api/v1/users/ada/factors', sms)).status).toBe(400)
    expect((await site.send('POST', `${path}/lifecycle/activate`)).body.status).toBe('ACTIVE')
    expect((await site.send('GET', path)).body.status).toBe('ACTIVE')
    expect((await site.send('POST', '/api/v1/users/ada/factors', sms)).status).toBe(200)
  })
})
