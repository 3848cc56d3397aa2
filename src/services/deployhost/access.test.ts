import { describe, expect, it } from 'vitest'
import { accounts } from './accounts.fixture.ts'

const at = accounts()

describe('a contributor', () => {
  /** Makes zoe one of acme, who may change its website and nothing else. */
  async function contributing(): Promise<void> {
    const { id: projectId } = (await at.call('GET', '/v9/projects/website?slug=acme')).body
    const projects = [{ projectId, role: 'PROJECT_DEVELOPER' }]
    const body = { email: 'zoe@example.com', role: 'CONTRIBUTOR', projects }
    expect((await at.call('POST', '/v2/teams/acme/members', { body })).status).toBe(200)
    await at.call('PATCH', '/v1/teams/acme/members/zoe', { body: { confirmed: true } })
  }

  const asZoe = (method: string, path: string, body?: unknown) =>
    at.call(method, `${path}?slug=acme`, { token: 'zoe', body })

  it('deploys the projects that they develop, with files that they upload', async () => {
    await contributing()
    expect((await asZoe('POST', '/v2/files', 'hello')).status).toBe(200)
    const made = await asZoe('POST', '/v13/deployments', { name: 'website', target: 'production' })
    expect(made).toMatchObject({ status: 200, body: { name: 'website', creator: { username: 'zoe' } } })
    expect((await asZoe('PATCH', `/v12/deployments/${made.body.id}/cancel`)).status).toBe(200)
  })

  it('deploys no other project, and makes none by deploying', async () => {
    await contributing()
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    for (const name of ['other', 'new']) {
      expect(await asZoe('POST', '/v13/deployments', { name })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      })
    }
    expect((await at.call('GET', '/v9/projects/new?slug=acme')).status).toBe(404)
    expect((await at.call('GET', '/v7/deployments?slug=acme')).body.deployments).toEqual([])
  })

  it('takes aliases and domains off the projects that they develop, and moves none to others', async () => {
    await contributing()
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    for (const name of ['website', 'other']) {
      await at.call('POST', '/v13/deployments?slug=acme', { body: { name, target: 'production' } })
    }
    at.deployhost.clock.advance('1s')
    expect((await asZoe('DELETE', '/v2/aliases/website.vercel.app')).status).toBe(200)
    expect((await asZoe('DELETE', '/v2/aliases/other.vercel.app')).status).toBe(403)
    const move = await asZoe('POST', '/v1/projects/website/domains/www.example.com/move', { projectId: 'other' })
    expect(move.status).toBe(403)
    expect((await asZoe('DELETE', '/v9/projects/website/domains/www.example.com')).status).toBe(200)
  })
})
