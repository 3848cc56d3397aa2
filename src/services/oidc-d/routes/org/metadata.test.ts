import { expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({ strict_auth: true })
const { it } = site

it('answers what kind of organization it is, also without a token', async () => {
  const response = await site.emulator.fetch('http://host/.well-known/okta-organization')
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({
    id: expect.stringMatching(/^00o/),
    pipeline: 'v1',
    _links: { organization: { href: site.emulator.url } },
    settings: { bugReportingEnabled: true },
  })
})
