import { describe, expect } from 'vitest'
import { accountsTest, type Accounts } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

/** Builds a project for production. */
async function deploy(at: Accounts): Promise<void> {
  const files = [{ file: 'index.html', data: 'hello' }]
  const { status } = await at.call('POST', '/v13/deployments?slug=acme', {
    body: { name: 'website', target: 'production', files },
  })
  expect(status).toBe(200)
  at.deployhost.clock.advance('1m')
}

const project = async (at: Accounts, name = 'website', team = 'acme') =>
  (await at.call('GET', `/v9/projects/${name}?slug=${team}`)).body
const hosts = async (at: Accounts) => (await project(at)).targets.production.alias.toSorted()
const domains = '/v9/projects/website/domains'

describe('what a project has in production', () => {
  it('is shown in the project and its list of domains', async ({ at }) => {
    await deploy(at)
    const { targets, latestDeployments, alias } = await project(at)
    expect(targets.production).toMatchObject({ readyState: 'READY', target: 'production' })
    expect(latestDeployments).toMatchObject([{ id: targets.production.id }])
    expect(alias).toMatchObject([{ domain: 'www.example.com', deployment: { id: targets.production.id } }])
    await at.as('ada').vercel.projects.getProject({ idOrName: 'website', slug: 'acme' })
    await at.as('ada').vercel.projects.getProjects({ slug: 'acme' })
  })

  it('is served at domains from their verification until their removal', async ({ at }) => {
    await deploy(at)
    await at.call('POST', `${domains}?slug=acme`, { body: { name: 'acme.dev' } })
    expect(await hosts(at)).not.toContain('acme.dev')
    await at.call('POST', `${domains}/acme.dev/verify?slug=acme`)
    expect(await hosts(at)).toContain('acme.dev')
    await at.call('PATCH', `${domains}/acme.dev?slug=acme`, { body: { gitBranch: 'dev' } })
    expect(await hosts(at)).not.toContain('acme.dev')
    await at.call('PATCH', `${domains}/acme.dev?slug=acme`, { body: { gitBranch: null } })
    expect(await hosts(at)).toContain('acme.dev')
    await at.call('DELETE', `${domains}/acme.dev?slug=acme`, { body: {} })
    expect(await hosts(at)).not.toContain('acme.dev')
  })

  it('remains when the project or its team is renamed', async ({ at }) => {
    await deploy(at)
    const { id } = (await project(at)).targets.production
    await at.call('PATCH', '/v9/projects/website?slug=acme', { body: { name: 'site' } })
    expect((await project(at, 'site')).targets.production.id).toBe(id)
    await at.call('PATCH', '/v2/teams/acme', { body: { slug: 'acme-inc' } })
    const { targets } = await project(at, 'site', 'acme-inc')
    expect(targets.production.id).toBe(id)
    expect(targets.production.alias).toEqual(expect.arrayContaining(['site-acme-inc.vercel.app', 'www.example.com']))
  })
})
