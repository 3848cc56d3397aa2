import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { accountsTest } from './accounts.fixture.ts'

const it = await accountsTest()

describe('webhooks', () => {
  it('get events of a project, signed with the secret', async ({ at }) => {
    const project = (await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'engine' } })).body
    await at.deployhost.webhooks.settled()
    const [received] = at.receiver.received
    if (received === undefined) throw new Error('nothing was received')
    const { headers, body, payload } = received
    const signature = createHmac('sha1', 'shh').update(body).digest('hex')
    expect(headers).toMatchObject({ 'x-vercel-signature': signature, 'x-deployhost-signature': signature })
    expect(payload).toMatchObject({
      type: 'project.created',
      payload: { team: { id: project.accountId }, project: { id: project.id, name: 'engine' } },
    })
    expect(Object.keys(payload)).toEqual(['id', 'type', 'createdAt', 'region', 'payload'])
    expect(payload['createdAt']).toBeTypeOf('number')
  })

  it('get an event when it is renamed or removed, and none for other changes', async ({ at }) => {
    const path = '/v9/projects/website?slug=acme'
    await at.call('PATCH', path, { body: { framework: 'astro' } })
    await at.call('PATCH', path, { body: { name: 'site' } })
    await at.call('DELETE', '/v9/projects/site?slug=acme')
    await at.deployhost.webhooks.settled()
    expect(at.receiver.received.map(({ payload }) => payload['type'])).toEqual(['project.renamed', 'project.removed'])
  })

  it('get events of project domains', async ({ at }) => {
    const path = '/v9/projects/website/domains'
    await at.call('POST', `${path}?slug=acme`, { body: { name: 'acme.dev' } })
    await at.call('POST', `${path}/acme.dev/verify?slug=acme`)
    await at.call('PATCH', `${path}/acme.dev?slug=acme`, { body: { gitBranch: 'dev' } })
    await at.call('DELETE', `${path}/acme.dev?slug=acme`, { body: {} })
    await at.deployhost.webhooks.settled()
    expect(at.receiver.received.map(({ payload }) => payload['type'])).toEqual(
      ['created', 'verified', 'updated', 'deleted'].map((change) => `project.domain.${change}`),
    )
  })

  it('name the user who canceled or deleted a deployment, not its creator', async ({ at }) => {
    const events = ['deployment.canceled', 'deployment.cleanup']
    await at.call('POST', '/v1/webhooks?slug=acme', { body: { url: at.receiver.url, events } })
    const { id } = (await at.call('POST', '/v13/deployments?slug=acme', { body: { name: 'website' } })).body
    await at.call('PATCH', `/v12/deployments/${id}/cancel?slug=acme`, { token: 'grace' })
    await at.call('DELETE', `/v13/deployments/${id}?slug=acme`, { token: 'grace' })
    await at.deployhost.webhooks.settled()
    const grace = (await at.call('GET', '/v2/user', { token: 'grace' })).body.user
    expect(at.receiver.received.map(({ payload }) => payload)).toMatchObject(
      events.map((type) => ({ type, payload: { user: { id: grace.id }, deployment: { id } } })),
    )
  })

  it('of another account get nothing', async ({ at }) => {
    await at.call('POST', '/v11/projects', { body: { name: 'mine' } })
    await at.call('POST', '/v11/projects?slug=zoo', { token: 'zoe', body: { name: 'theirs' } })
    await at.deployhost.webhooks.settled()
    expect(at.deployhost.webhooks.deliveries).toEqual([])
  })

  it('get nothing for a refused request', async ({ at }) => {
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'website' } })
    await at.deployhost.webhooks.settled()
    expect(at.deployhost.webhooks.deliveries).toEqual([])
  })

  it('get events under the older names that they subscribe to', async ({ at }) => {
    const events = ['project-created', 'deployment', 'deployment-ready', 'project-removed', 'project.removed']
    const { url } = at.receiver
    await at.call('POST', '/v1/webhooks', { body: { url, events } })
    await at.call('POST', '/v13/deployments', { body: { name: 'older', target: 'production' } })
    at.deployhost.clock.advance('1s')
    await at.call('DELETE', '/v9/projects/older')
    await at.deployhost.webhooks.settled()
    expect(at.receiver.received.map(({ payload }) => payload['type'])).toEqual([
      'project-created',
      'deployment',
      'deployment-ready',
      'project.removed',
      'project-removed',
    ])
  })

  it('that fail are not retried once the webhook is deleted', async ({ at }) => {
    at.deployhost.clock.freeze()
    const events = ['project.created']
    const { id } = (await at.call('POST', '/v1/webhooks', { body: { url: 'http://127.0.0.1:1/', events } })).body
    await at.call('POST', '/v11/projects', { body: { name: 'again' } })
    await at.deployhost.webhooks.settled()
    expect((await at.call('DELETE', `/v1/webhooks/${id}`)).status).toBe(204)
    at.deployhost.clock.advance('1h')
    await at.deployhost.webhooks.settled()
    expect(at.deployhost.webhooks.deliveries).toHaveLength(1)
  })

  it('that fail are retried after a minute, and then with growing delays', async ({ at }) => {
    await at.call('POST', '/v1/webhooks', { body: { url: 'http://127.0.0.1:1/', events: ['project.created'] } })
    await at.call('POST', '/v11/projects', { body: { name: 'again' } })
    const attempts = async (after: string) => {
      at.deployhost.clock.advance(after)
      await at.deployhost.webhooks.settled()
      return at.deployhost.webhooks.deliveries.length
    }
    at.deployhost.clock.freeze()
    expect(await attempts('0s')).toBe(1)
    expect(await attempts('1m')).toBe(2)
    expect(await attempts('1m')).toBe(2)
    expect(await attempts('1m')).toBe(3)
    expect(new Set(at.deployhost.webhooks.deliveries.map(({ request }) => request.body)).size).toBe(1)
  })
})
