import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('domains of an account', () => {
  it('are added at both paths, read and listed', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { domain } = await vercel.domains.createOrTransferDomain({ requestBody: { name: 'ada.dev', method: 'add' } })
    expect(domain).toMatchObject({ name: 'ada.dev', verified: true, teamId: null, serviceType: 'external' })
    expect((await at.call('POST', '/v5/domains', { body: { name: 'ada.io' } })).body.domain.name).toBe('ada.io')
    expect((await vercel.domains.getDomain({ domain: 'ada.dev' })).domain).toMatchObject({ ...domain, suffix: false })
    const { domains, pagination } = await vercel.domains.getDomains({})
    expect(domains.map(({ name }) => name)).toEqual(['ada.io', 'ada.dev'])
    expect(pagination).toMatchObject({ count: 2, next: null })
  })

  it('are neither wildcards nor the vendor’s own', async ({ at }) => {
    for (const name of ['*.com', 'foo.*.com', '*.ada.dev', 'vercel.app', 'ada.vercel.app']) {
      const { status, body } = await at.call('POST', '/v5/domains', { body: { name } })
      expect([name, status, body.error?.code]).toEqual([name, 400, 'invalid_domain'])
    }
  })

  it('belong to a team when the query names one', async ({ at }) => {
    const { vercel } = at.as('grace')
    const { domains } = await vercel.domains.getDomains({ slug: 'acme' })
    expect(domains.map(({ name, verified }) => [name, verified])).toEqual([['example.com', true]])
    expect((await at.call('GET', '/v5/domains?slug=acme', { token: 'zoe' })).status).toBe(403)
    expect((await at.call('GET', '/v5/domains/example.com', { token: 'zoe' })).status).toBe(403)
    expect((await at.call('POST', '/v5/domains?slug=acme', { token: 'vera', body: { name: 'x.dev' } })).status).toBe(
      403,
    )
  })

  it('are added once', async ({ at }) => {
    const make = async (name: string, token = 'ada') => at.call('POST', '/v5/domains', { token, body: { name } })
    await make('ada.dev')
    expect(await make('ada.dev')).toMatchObject({ status: 409, body: { error: { code: 'domain_already_exists' } } })
    expect(await make('ada.dev', 'zoe')).toMatchObject({
      status: 409,
      body: { error: { code: 'domain_already_in_use' } },
    })
    expect(await make('www.ada.dev')).toMatchObject({ status: 400, body: { error: { code: 'invalid_domain' } } })
  })

  it('are updated member by member', async ({ at }) => {
    const { vercel } = at.as('ada')
    await at.call('POST', '/v5/domains', { body: { name: 'ada.dev' } })
    const changed = await vercel.domains.patchDomain({ domain: 'ada.dev', requestBody: { op: 'update', renew: true } })
    expect(changed).toMatchObject({ renew: true, echMode: 'auto' })
    const customNameservers = ['ns.ada.dev']
    await at.call('PATCH', '/v3/domains/ada.dev', { body: { customNameservers } })
    expect((await at.call('GET', '/v5/domains/ada.dev')).body.domain).toMatchObject({ renew: true, customNameservers })
  })

  it('move at once to an account of the same user, and to others by a token', async ({ at }) => {
    await at.call('POST', '/v5/domains', { body: { name: 'ada.dev' } })
    const move = (destination: string) =>
      at.call('PATCH', '/v3/domains/ada.dev', { body: { op: 'move-out', destination } })
    const { token, moved } = (await move('zoe')).body
    expect(moved).toBe(false)
    expect(
      (
        await at.call('POST', '/v7/domains', {
          token: 'zoe',
          body: { name: 'ada.dev', method: 'move-in', token: 'no' },
        })
      ).status,
    ).toBe(403)
    const taken = await at
      .as('zoe')
      .vercel.domains.createOrTransferDomain({ requestBody: { name: 'ada.dev', method: 'move-in', token } })
    expect(taken.domain.name).toBe('ada.dev')
    expect((await at.call('GET', '/v5/domains/ada.dev')).status).toBe(403)
    await at.call('POST', '/v5/domains', { body: { name: 'ada.io' } })
    expect(
      (await at.call('PATCH', '/v3/domains/ada.io', { body: { op: 'move-out', destination: 'acme' } })).body,
    ).toEqual({ moved: true })
    expect((await at.call('GET', '/v5/domains/ada.io?slug=acme')).status).toBe(200)
  })

  it('move by a token to a team that the user may not change', async ({ at }) => {
    await at.call('POST', '/v5/domains', { token: 'vera', body: { name: 'vera.dev' } })
    const { body } = await at.call('PATCH', '/v3/domains/vera.dev', {
      token: 'vera',
      body: { op: 'move-out', destination: 'acme' },
    })
    expect(body).toEqual({ moved: false, token: expect.any(String) })
    expect((await at.call('GET', '/v5/domains/vera.dev?slug=acme')).status).toBe(403)
    const taken = await at.call('POST', '/v7/domains?slug=acme', {
      body: { name: 'vera.dev', method: 'move-in', token: body.token },
    })
    expect(taken).toMatchObject({ status: 200, body: { domain: { name: 'vera.dev' } } })
  })

  it('are deleted at both paths, and removed from projects', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { uid } = await vercel.domains.deleteDomain({ domain: 'example.com', slug: 'acme' })
    expect(uid).toHaveLength(24)
    expect((await at.call('GET', '/v9/projects/website/domains?slug=acme')).body.domains).toEqual([])
    await at.call('POST', '/v5/domains', { body: { name: 'ada.dev' } })
    expect((await at.call('DELETE', '/v5/domains/ada.dev')).status).toBe(200)
    expect((await at.call('GET', '/v5/domains/ada.dev')).status).toBe(404)
  })

  it('are deleted with the names below them: project domains, which emit events, and aliases', async ({ at }) => {
    const deployment = (await at.call('POST', '/v13/deployments?slug=acme', { body: { name: 'website' } })).body
    at.deployhost.clock.advance('1s')
    const alias = (name: string) =>
      at.call('POST', `/v2/deployments/${deployment.id}/aliases?slug=acme`, { body: { alias: name } })
    for (const name of ['docs.example.com', 'docs.example.org']) expect((await alias(name)).status).toBe(200)
    await at.call('DELETE', '/v6/domains/example.com?slug=acme')
    const status = async (name: string) => (await at.call('GET', `/v4/aliases/${name}?slug=acme`)).status
    expect([await status('docs.example.com'), await status('docs.example.org')]).toEqual([404, 200])
    const { request } = await at.deployhost.webhooks.next('project.domain.deleted')
    expect(JSON.parse(request.body).payload).toMatchObject({
      project: { name: 'website' },
      domain: { name: 'www.example.com' },
    })
  })

  it('are configured once they belong to the account', async ({ at }) => {
    const { vercel } = at.as('ada')
    const config = (domain: string) => vercel.domains.getDomainConfig({ domain, slug: 'acme' })
    expect(await config('www.example.com')).toMatchObject({ misconfigured: false, configuredBy: 'A' })
    expect(await config('elsewhere.com')).toMatchObject({ misconfigured: true, configuredBy: null })
  })

  it('emit their creation', async ({ at }) => {
    await at.call('POST', '/v5/domains?slug=acme', { body: { name: 'acme.dev' } })
    const { request } = await at.deployhost.webhooks.next('domain.created')
    expect(JSON.parse(request.body).payload).toMatchObject({ domain: { name: 'acme.dev' } })
  })
})
