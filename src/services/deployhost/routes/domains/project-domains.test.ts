import { describe, expect } from 'vitest'
import { accountsTest, type Accounts } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

const add = (at: Accounts, name: string, options: object = {}) =>
  at.call('POST', '/v10/projects/blog/domains', { body: { name, ...options } })

describe('domains of a project', () => {
  it('are added with a TXT record to publish, until they are verified', async ({ at }) => {
    const { vercel } = at.as('ada')
    const domain = await vercel.projects.addProjectDomain({ idOrName: 'blog', requestBody: { name: 'Blog.Ada.dev' } })
    expect(domain).toMatchObject({ name: 'blog.ada.dev', apexName: 'ada.dev', verified: false })
    const [challenge] = domain.verification ?? []
    expect(challenge).toMatchObject({ type: 'TXT', domain: '_vercel.ada.dev', reason: 'pending_domain_verification' })
    expect(challenge?.value).toMatch(/^vc-domain-verify=blog\.ada\.dev,[0-9a-f]{20}$/)
    const verified = await vercel.projects.verifyProjectDomain({ idOrName: 'blog', domain: 'blog.ada.dev' })
    expect(verified).toMatchObject({ name: 'blog.ada.dev', verified: true })
    expect(verified).not.toHaveProperty('verification')
    const read = await vercel.projects.getProjectDomain({ idOrName: 'blog', domain: 'blog.ada.dev' })
    expect(read).toMatchObject({ verified: true })
  })

  it('need no verification below a verified apex of the account, nor below the vendor’s domain', async ({ at }) => {
    await add(at, 'ada.dev')
    await at.call('POST', '/v9/projects/blog/domains/ada.dev/verify')
    expect((await add(at, 'docs.ada.dev')).body).toMatchObject({ verified: true, apexName: 'ada.dev' })
    expect((await add(at, 'my-blog.vercel.app')).body.verified).toBe(true)
    expect((await add(at, 'shop.ada.co.uk')).body).toMatchObject({ verified: false, apexName: 'ada.co.uk' })
  })

  it('allow a star as their first label only, below a domain', async ({ at }) => {
    const add = (name: string) => at.call('POST', '/v10/projects/website/domains?slug=acme', { body: { name } })
    for (const name of ['*.com', 'foo.*.com', 'foo.*', 'a*.example.com']) {
      const { status, body } = await add(name)
      expect([name, status, body.error?.code]).toEqual([name, 400, 'invalid_domain'])
    }
    expect(await add('*.example.com')).toMatchObject({ status: 200, body: { apexName: 'example.com', verified: true } })
  })

  it('redirect with a status for redirects', async ({ at }) => {
    const path = '/v9/projects/website/domains/www.example.com?slug=acme'
    expect(await at.call('PATCH', path, { body: { redirectStatusCode: 303 } })).toEqual({
      status: 400,
      body: {
        error: {
          code: 'bad_request',
          message:
            'Invalid request: `redirectStatusCode` should be equal to one of the allowed values "301, 302, 307, 308".',
        },
      },
    })
  })

  it('cannot be hosts that the vendor generated for another project', async ({ at }) => {
    await at.call('POST', '/v13/deployments', { token: 'zoe', body: { name: 'zapp', target: 'production' } })
    await at.call('POST', '/v13/deployments', { body: { name: 'blog', target: 'production' } })
    at.deployhost.clock.advance('1s')
    await at.call('POST', '/v11/projects', { body: { name: 'other' } })
    for (const [project, name] of [
      ['blog', 'zapp.vercel.app'],
      ['other', 'blog.vercel.app'],
    ] as const) {
      expect(await at.call('POST', `/v10/projects/${project}/domains`, { body: { name } })).toEqual({
        status: 409,
        body: {
          error: {
            code: 'domain_already_in_use',
            message: `Cannot add ${name} since it's already assigned to another project.`,
          },
        },
      })
    }
    expect((await at.call('GET', '/v13/deployments/zapp.vercel.app', { token: 'zoe' })).body.name).toBe('zapp')
    expect((await at.call('POST', '/v10/projects/blog/domains', { body: { name: 'blog.vercel.app' } })).status).toBe(
      200,
    )
  })

  it('belong to one project of an account', async ({ at }) => {
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    const { status, body } = await at.call('POST', '/v10/projects/other/domains?slug=acme', {
      body: { name: 'www.example.com' },
    })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'domain_already_in_use',
      message: "Cannot add www.example.com since it's already in use by one of your projects.",
      domain: { name: 'www.example.com', apexName: 'example.com', verified: true },
    })
    // Both answers name the project that has the domain, not the one that asked for it.
    const { id } = (await at.call('GET', '/v9/projects/website?slug=acme')).body
    expect([body.error.projectId, body.error.domain.projectId]).toEqual([id, id])
    expect(
      (await at.call('POST', '/v10/projects/website/domains?slug=acme', { body: { name: 'www.example.com' } })).status,
    ).toBe(409)
  })

  it('of another account are challenged, and change hands when they are verified', async ({ at }) => {
    const taken = await add(at, 'www.example.com')
    expect(taken.body).toMatchObject({ verified: false })
    expect(taken.body.verification).toHaveLength(1)
    expect((await at.call('GET', '/v9/projects/website/domains/www.example.com?slug=acme')).status).toBe(200)
    expect((await at.call('POST', '/v9/projects/blog/domains/www.example.com/verify')).body.verified).toBe(true)
    expect((await at.call('GET', '/v9/projects/website/domains/www.example.com?slug=acme')).status).toBe(404)
  })

  it('remain unverified when the record is missing', async ({ at }) => {
    await add(at, 'ada.dev')
    at.deployhost.faults.add({
      method: 'POST',
      path: '/v9/projects/:project/domains/:domain/verify',
      code: 'missing_txt_record',
    })
    const { status, body } = await at.call('POST', '/v9/projects/blog/domains/ada.dev/verify')
    expect([status, body.error.code]).toEqual([400, 'missing_txt_record'])
    const { verification } = (await at.call('GET', '/v9/projects/blog/domains/ada.dev')).body
    expect(body.error.message).toBe(`Domain _vercel.ada.dev is missing required TXT Record "${verification[0].value}"`)
    expect((await at.call('GET', '/v9/projects/blog/domains/ada.dev')).body.verified).toBe(false)
  })

  it('are listed in pages, and filtered', async ({ at }) => {
    at.deployhost.clock.freeze()
    for (const name of ['a.ada.dev', 'b.ada.dev', 'c.ada.dev']) await add(at, name)
    await add(at, 'd.ada.dev', { redirect: 'a.ada.dev', redirectStatusCode: 308 })
    await add(at, 'e.ada.dev', { gitBranch: 'dev' })
    const { vercel } = at.as('ada')
    const names = async (options: object) => {
      const { domains } = await vercel.projects.getProjectDomains({ idOrName: 'blog', ...options })
      return domains.map(({ name }) => name[0]).join('')
    }
    expect(await names({})).toBe('edcba')
    expect(await names({ order: 'ASC' })).toBe('abcde')
    expect(await names({ production: 'true' })).toBe('dcba')
    expect(await names({ target: 'preview' })).toBe('e')
    expect(await names({ redirects: 'false' })).toBe('ecba')
    expect(await names({ redirect: 'a.ada.dev' })).toBe('d')
    expect(await names({ gitBranch: 'dev' })).toBe('e')
    expect(await names({ verified: 'true' })).toBe('')
    const first = await vercel.projects.getProjectDomains({ idOrName: 'blog', limit: 3 })
    const { next } = first.pagination
    expect(next).not.toBeNull()
    const second = await vercel.projects.getProjectDomains({ idOrName: 'blog', limit: 3, until: next ?? 0 })
    expect([...first.domains, ...second.domains].map(({ name }) => name[0]).join('')).toBe('edcba')
    expect(second.pagination.next).toBeNull()
  })

  it('are updated member by member, and redirect only to each other', async ({ at }) => {
    const { vercel } = at.as('ada')
    await add(at, 'ada.dev')
    await add(at, 'www.ada.dev', { gitBranch: 'dev' })
    const update = (requestBody: object) =>
      vercel.projects.updateProjectDomain({ idOrName: 'blog', domain: 'www.ada.dev', requestBody })
    expect(await update({ redirect: 'ada.dev', redirectStatusCode: 307 })).toMatchObject({
      redirect: 'ada.dev',
      redirectStatusCode: 307,
      gitBranch: 'dev',
    })
    expect(await update({ gitBranch: null, redirect: null })).toMatchObject({ redirect: null, gitBranch: null })
    const change = async (body: object) =>
      (await at.call('PATCH', '/v9/projects/blog/domains/www.ada.dev', { body })).status
    expect(await change({ redirect: 'elsewhere.dev' })).toBe(400)
    expect(await change({ redirectStatusCode: 303 })).toBe(400)
  })

  it('are removed, on request with the domains that redirect to them', async ({ at }) => {
    const { vercel } = at.as('ada')
    await add(at, 'ada.dev')
    await add(at, 'www.ada.dev', { redirect: 'ada.dev' })
    const removed = await vercel.projects.removeProjectDomain({
      idOrName: 'blog',
      domain: 'ada.dev',
      requestBody: { removeRedirects: true },
    })
    expect(removed).toEqual({})
    expect((await at.call('GET', '/v9/projects/blog/domains')).body.domains).toEqual([])
    expect(await at.call('DELETE', '/v9/projects/blog/domains/ada.dev')).toEqual({
      status: 404,
      body: { error: { code: 'not_found', message: 'Project Domain not found.' } },
    })
  })

  it('move to another project of the account', async ({ at }) => {
    const { vercel } = at.as('ada')
    await add(at, 'ada.dev')
    const { id } = (await at.call('POST', '/v11/projects', { body: { name: 'other' } })).body
    const moved = await vercel.projects.moveProjectDomain({
      idOrName: 'blog',
      domain: 'ada.dev',
      requestBody: { projectId: id },
    })
    expect(moved).toMatchObject({ name: 'ada.dev', projectId: id })
    expect((await at.call('GET', '/v9/projects/blog/domains/ada.dev')).status).toBe(404)
  })

  it('refuse malformed names', async ({ at }) => {
    for (const name of ['nodot', 'a..b', '-a.dev', 'a b.dev']) {
      const { status, body } = await add(at, name)
      expect([status, body.error.code], name).toEqual([400, 'invalid_domain'])
    }
    expect((await at.call('POST', '/v10/projects/blog/domains', { body: {} })).body.error.message).toBe(
      'Invalid request: missing required property `name`.',
    )
  })

  it('are changed only by users who may', async ({ at }) => {
    const path = '/v10/projects/website/domains?slug=acme'
    expect((await at.call('POST', path, { token: 'vera', body: { name: 'x.dev' } })).status).toBe(403)
    expect((await at.call('POST', path, { token: 'zoe', body: { name: 'x.dev' } })).status).toBe(403)
    expect(
      (await at.call('POST', '/v10/projects/blog/domains', { token: 'reader', body: { name: 'x.dev' } })).status,
    ).toBe(403)
    expect(
      (await at.call('GET', '/v9/projects/website/domains?slug=acme', { token: 'vera' })).body.domains,
    ).toHaveLength(1)
  })
})
