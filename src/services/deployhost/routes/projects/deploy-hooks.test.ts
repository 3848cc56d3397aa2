import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

const PATH = '/v2/projects/website/deploy-hooks?slug=acme'

interface Hook {
  readonly id: string
  readonly url: string
}

describe('a deploy hook', () => {
  it('is listed with its project’s repository, and deleted', async ({ at }) => {
    const { body: project } = await at.call('POST', PATH, { body: { name: 'cms', ref: 'main' } })
    const [hook] = project.link.deployHooks as Hook[] // the one that was created
    expect(hook).toMatchObject({ name: 'cms', ref: 'main' })
    expect(hook?.url).toBe(`${at.deployhost.url}/v1/integrations/deploy/${project.id}/${hook?.id}`)
    await at.as('ada').vercel.projects.getProjects({ slug: 'acme' })
    const { body } = await at.call('DELETE', `/v2/projects/website/deploy-hooks/${hook?.id}?slug=acme`)
    expect(body.link.deployHooks).toEqual([])
    expect((await fetch(hook?.url ?? '', { method: 'POST' })).status).toBe(404)
  })

  it('deploys its branch for everyone who has the URL', async ({ at }) => {
    const url = async (ref: string) => {
      const { body } = await at.call('POST', PATH, { body: { name: ref, ref } })
      const hooks = body.link.deployHooks as Hook[] // at least the one that was created
      return hooks.at(-1)?.url ?? ''
    }
    const answer = await fetch(await url('main'), { method: 'POST' })
    expect([answer.status, await answer.json()]).toMatchObject([201, { job: { state: 'PENDING' } }])
    await fetch(await url('fix'))
    const { deployments } = (await at.call('GET', '/v7/deployments?slug=acme')).body
    expect(deployments).toMatchObject([
      { target: null, meta: { githubCommitRef: 'fix', deployHookName: 'fix' } },
      { target: 'production', meta: { githubCommitRef: 'main', deployHookRef: 'main' } },
    ])
  })

  it('needs a repository, and a role that may change the project', async ({ at }) => {
    const body = { name: 'cms', ref: 'main' }
    expect((await at.call('POST', '/v2/projects/blog/deploy-hooks', { body })).status).toBe(400)
    expect((await at.call('POST', PATH, { token: 'vera', body })).status).toBe(403)
  })
})
