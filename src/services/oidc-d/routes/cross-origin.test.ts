import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  trusted_origins: [
    { origin: 'http://localhost:3000' },
    { origin: 'http://localhost:3001', scopes: ['REDIRECT'] },
    { origin: 'https://shop.example.com', name: 'Shop', scopes: ['CORS'] },
  ],
})
const { it } = site

/** Returns the origin to which a browser gives the answer to a request of its page; null for none. */
async function readableBy(method: string, path: string, origin: string, headers: Record<string, string> = {}) {
  const body = method === 'POST' ? { body: '{}' } : {}
  const type = { 'content-type': 'application/json' }
  const answer = await fetch(site.emulator.url + path, { method, headers: { origin, ...type, ...headers }, ...body })
  return answer.headers.get('access-control-allow-origin')
}

const preflight = (path: string, origin: string, asked: string) =>
  readableBy('OPTIONS', path, origin, {
    'access-control-request-method': 'POST',
    'access-control-request-headers': asked,
  })

describe('an organization with trusted origins', () => {
  it('lets pages of origins with the scope CORS call it, and no others', async () => {
    for (const path of ['/api/v1/authn', '/idp/idx/introspect', '/oauth2/default/v1/token', '/api/v1/sessions/me']) {
      expect([path, await readableBy('POST', path, 'http://localhost:3000')]).toEqual([path, 'http://localhost:3000'])
      expect([path, await readableBy('POST', path, 'http://localhost:3001')]).toEqual([path, null])
      expect([path, await readableBy('POST', path, 'http://localhost:300')]).toEqual([path, null])
      expect([path, await preflight(path, 'http://localhost:3000', 'content-type')]).toEqual([
        path,
        'http://localhost:3000',
      ])
      expect([path, await preflight(path, 'http://localhost:3002', 'content-type')]).toEqual([path, null])
    }
  })

  it('answers a page of another site whose origin is trusted', async () => {
    expect(await readableBy('POST', '/api/v1/authn', 'https://shop.example.com')).toBe('https://shop.example.com')
  })

  it('lets every page read metadata and keys, and use an access token', async () => {
    const origin = 'http://localhost:3002'
    expect(await readableBy('GET', '/oauth2/default/v1/keys', origin)).toBe(origin)
    expect(await readableBy('GET', '/oauth2/default/.well-known/openid-configuration', origin)).toBe(origin)
    expect(await readableBy('GET', '/api/v1/users/me', origin, { authorization: 'Bearer everything' })).toBe(origin)
    expect(await preflight('/api/v1/users/me', origin, 'Authorization, content-type')).toBe(origin)
    expect(await readableBy('GET', '/api/v1/users/me', origin)).toBeNull()
  })

  it('stops trusting an origin that is deactivated', async () => {
    const { body } = await site.send('GET', '/api/v1/trustedOrigins?filter=name eq "Shop"')
    expect(body).toMatchObject([{ origin: 'https://shop.example.com', scopes: [{ type: 'CORS' }] }])
    const page = () => readableBy('POST', '/api/v1/authn', 'http://localhost:3000')
    const [first] = (await site.send('GET', '/api/v1/trustedOrigins?q=localhost:3000')).body
    expect(await page()).toBe('http://localhost:3000')
    await site.send('POST', `/api/v1/trustedOrigins/${first.id}/lifecycle/deactivate`)
    expect(await page()).toBeNull()
  })
})

describe('an organization without trusted origins', () => {
  it('trusts every origin, until it gets the first', async () => {
    for (const { id } of (await site.send('GET', '/api/v1/trustedOrigins')).body) {
      await site.send('DELETE', `/api/v1/trustedOrigins/${id}`)
    }
    const page = () => readableBy('POST', '/api/v1/authn', 'http://localhost:3002')
    expect(await page()).toBe('http://localhost:3002')
    const other = { name: 'Other', origin: 'http://localhost:3003', scopes: [{ type: 'CORS' }] }
    await site.send('POST', '/api/v1/trustedOrigins', other)
    expect(await page()).toBeNull()
  })
})
