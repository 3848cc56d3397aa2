import { describe, expect } from 'vitest'
import { ORGANIZATION_ID } from '#oidc-d/rules/identifiers.ts'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const path = '/api/v1/org'
const get = async (below: string) => (await site.send('GET', `${path}${below}`)).body
const post = async (below: string) => (await site.send('POST', `${path}${below}`)).body

describe('the organization', () => {
  it('has settings, which are changed one by one or replaced', async () => {
    const settings = await get('')
    expect(settings).toMatchObject({
      id: ORGANIZATION_ID,
      subdomain: 'backlot',
      companyName: 'backlot',
      status: 'ACTIVE',
      expiresAt: null,
      created: '2026-01-01T12:00:00.000Z',
      website: null,
      _links: { contacts: { href: `${site.emulator.url}${path}/contacts` } },
    })
    const changed = (await site.send('POST', path, { supportPhoneNumber: '+1 555', city: 'Oakland' })).body
    expect(changed).toMatchObject({ companyName: 'backlot', supportPhoneNumber: '+1 555', city: 'Oakland' })
    const replaced = (await site.send('PUT', path, { companyName: 'Acme', website: 'https://acme.test' })).body
    expect(replaced).toMatchObject({ companyName: 'Acme', website: 'https://acme.test', city: null })
    expect(await get('')).toEqual(replaced)
    expect((await site.send('PUT', path, { website: 'x' })).body.errorSummary).toBe(
      'Api validation failed: companyName',
    )
  })

  it('has a contact for bills and one for technology, at first the first user', async () => {
    const contacts = `${site.emulator.url}${path}/contacts`
    expect(await get('/contacts')).toEqual([
      { contactType: 'BILLING', _links: { billing: { href: `${contacts}/billing` } } },
      { contactType: 'TECHNICAL', _links: { technical: { href: `${contacts}/technical` } } },
    ])
    const { id: ada } = (await site.send('GET', '/api/v1/users/ada')).body
    const { id: grace } = (await site.send('GET', '/api/v1/users/grace')).body
    expect((await get('/contacts/billing')).userId).toBe(ada)
    const changed = (await site.send('PUT', `${path}/contacts/BILLING`, { userId: grace })).body
    expect(changed).toEqual({
      userId: grace,
      _links: { user: { href: `${site.emulator.url}/api/v1/users/${grace}` } },
    })
    expect([(await get('/contacts/BILLING')).userId, (await get('/contacts/TECHNICAL')).userId]).toEqual([grace, ada])
    expect((await site.send('PUT', `${path}/contacts/BILLING`, { userId: 'nobody' })).status).toBe(404)
    expect((await site.send('GET', `${path}/contacts/LEGAL`)).status).toBe(404)
  })

  it('shows a footer and gets mails of the vendor, unless they are turned off', async () => {
    expect(await get('/preferences')).toMatchObject({ showEndUserFooter: true, _links: { hideEndUserFooter: {} } })
    expect(await post('/preferences/hideEndUserFooter')).toMatchObject({ showEndUserFooter: false })
    expect((await get('/preferences'))['_links'].showEndUserFooter).toBeDefined()
    expect((await post('/preferences/showEndUserFooter')).showEndUserFooter).toBe(true)
    expect((await post('/privacy/oktaCommunication/optOut')).optOutEmailUsers).toBe(true)
    expect((await get('/privacy/oktaCommunication')).optOutEmailUsers).toBe(true)
    expect(await post('/privacy/oktaCommunication/optIn')).toMatchObject({
      optOutEmailUsers: false,
      _links: { optOut: { href: `${site.emulator.url}${path}/privacy/oktaCommunication/optOut` } },
    })
  })

  it('lets the vendor’s support in for eight hours, and for another day', async () => {
    expect(await get('/privacy/oktaSupport')).toMatchObject({ support: 'DISABLED', expiration: null })
    expect(await post('/privacy/oktaSupport/grant')).toMatchObject({
      support: 'ENABLED',
      expiration: '2026-01-01T20:00:00.000Z',
    })
    expect((await post('/privacy/oktaSupport/extend')).expiration).toBe('2026-01-02T20:00:00.000Z')
    site.emulator.clock.advance(32 * 3_600_000)
    expect((await get('/privacy/oktaSupport')).support).toBe('DISABLED')
    await post('/privacy/oktaSupport/grant')
    expect((await post('/privacy/oktaSupport/revoke')).support).toBe('DISABLED')
  })
})
