import { describe, expect } from 'vitest'
import { allItems, oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const origins = '/api/v1/trustedOrigins'
const shop = { name: 'Shop', origin: 'https://shop.example.com', scopes: [{ type: 'CORS' }] }

describe('a trusted origin', () => {
  it('is created, replaced, deactivated and deleted', async () => {
    const { status, body } = await site.send('POST', origins, shop)
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^tos/),
        ...shop,
        status: 'ACTIVE',
        created: '2026-01-01T12:00:00.000Z',
        createdBy: expect.stringMatching(/^00u/),
        lastUpdated: '2026-01-01T12:00:00.000Z',
        lastUpdatedBy: body.createdBy,
        _links: {
          self: { href: expect.stringContaining(body.id), hints: { allow: ['GET', 'PUT', 'DELETE'] } },
          deactivate: { href: expect.stringContaining('/lifecycle/deactivate'), hints: { allow: ['POST'] } },
        },
      },
    ])
    const path = `${origins}/${body.id}`
    expect((await site.send('PUT', path, { ...shop, name: 'Store', status: 'INACTIVE' })).body.status).toBe('INACTIVE')
    expect((await site.send('POST', `${path}/lifecycle/activate`)).body.status).toBe('ACTIVE')
    expect((await site.send('POST', `${path}/lifecycle/deactivate`)).body['_links'].activate).toBeDefined()
    expect((await site.send('GET', `${origins}?q=store`)).body).toMatchObject([{ name: 'Store' }])
    const filtered = async (filter: string) => (await site.send('GET', `${origins}?filter=${filter}`)).body.length
    expect(await filtered('type eq "CORS"')).toBe(1)
    expect(await filtered('type eq "REDIRECT"')).toBe(0)
    expect(await filtered('status eq "INACTIVE"')).toBe(1)
    expect((await site.send('GET', `${origins}?filter=size eq "1"`)).body.errorCode).toBe('E0000031')
    const all = await allItems(site.okta().trustedOriginApi.listTrustedOrigins())
    expect(all.map(({ name }) => name)).toEqual(['Store'])
    expect((await site.send('DELETE', path)).status).toBe(204)
    expect((await site.send('GET', path)).body.errorSummary).toBe(
      `Not found: Resource not found: ${body.id} (TrustedOrigin)`,
    )
  })

  it('has a name and an origin of its own', async () => {
    await site.send('POST', origins, shop)
    expect((await site.send('POST', origins, { ...shop, origin: 'https://other.example.com' })).body.errorSummary).toBe(
      'Api validation failed: name',
    )
    expect((await site.send('POST', origins, { ...shop, name: 'Other' })).body.errorSummary).toBe(
      'Api validation failed: origin',
    )
    expect((await site.send('POST', origins, { ...shop, scopes: [] })).body.errorSummary).toBe(
      'Api validation failed: scopes',
    )
  })
})
