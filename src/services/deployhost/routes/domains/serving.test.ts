import { describe, expect, it } from 'vitest'
import { accounts } from '#deployhost/accounts.fixture.ts'

const at = accounts()

/** Builds a project for production. */
async function deploy(): Promise<void> {
  const files = [{ file: 'index.html', data: 'hello' }]
  const { status } = await at.call('POST', '/v13/deployments?slug=acme', {
    body: { name: 'website', target: 'production', files },
  })
  expect(status).toBe(200)
  at.deployhost.clock.advance('1m')
}

const project = async (name = 'website', team = 'acme') =>
  (await at.call('GET', `/v9/projects/${name}?slug=${team}`)).body
const hosts = async () => (await project()).targets.production.alias.toSorted()
const domains = '/v9/projects/website/domains'

describe('what a project has in production', () => {
  it('is shown in the project and its list of domains', async () => {
    await deploy()
    const { targets, latestDeployments, alias } = await project()
    expect(targets.production).toMatchObject({ readyState: 'READY', target: 'production' })
    expect(latestDeployments).toMatchObject([{ id: targets.production.id }])
    expect(alias).toMatchObject([{ domain: 'www.example.com', deployment: { id: targets.production.id } }])
    await at.as('ada').vercel.projects.getProject({ idOrName: 'website', slug: 'acme' })
    await at.as('ada').vercel.projects.getProjects({ slug: 'acme' })
  })

  it('is served at domains from their verification until their removal', async () => {
    await deploy()
    await at.call('POST', `${domains}?slug=acme`, { body: { name: 'acme.dev' } })
    expect(await hosts()).not.toContain('acme.dev')
    await at.call('POST', `${domains}/acme.dev/verify?slug=acme`)
    expect(await hosts()).toContain('acme.dev')
    await at.call('PATCH', `${domains}/acme.dev?slug=acme`, { body: { gitBranch: 'dev' } })
    expect(await hosts()).not.toContain('acme.dev')
    await at.call('PATCH', `${domains}/acme.dev?slug=acme`, { body: { gitBranch: null } })
    expect(await hosts()).toContain('acme.dev')
    await at.call('DELETE', `${domains}/acme.dev?slug=acme`, { body: {} })
    expect(await hosts()).not.toContain('acme.dev')
  })

  it('remains when the project or its team is renamed', async () => {
    await deploy()
    const { id } = (await project()).targets.production
    await at.call('PATCH', '/v9/projects/website?slug=acme', { body: { name: 'site' } })
    expect((await project('site')).targets.production.id).toBe(id)
    await at.call('PATCH', '/v2/teams/acme', { body: { slug: 'acme-inc' } })
    const { targets } = await project('site', 'acme-inc')
    expect(targets.production.id).toBe(id)
    expect(targets.production.alias).toEqual(expect.arrayContaining(['site-acme-inc.vercel.app', 'www.example.com']))
  })
})
