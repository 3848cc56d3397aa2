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

  it('get what an event is about, as it was at that moment', async ({ at }) => {
    const events = ['deployment.created', 'deployment.promoted', 'deployment.rollback']
    await at.call('POST', '/v1/webhooks?slug=acme', { body: { url: at.receiver.url, events } })
    const { id: user } = (await at.call('GET', '/v2/user')).body.user
    const { id: team } = (await at.call('GET', '/v2/teams/acme')).body
    const payloads = async () => {
      await at.deployhost.webhooks.settled()
      const received = at.receiver.received.splice(0).map(({ payload }) => payload)
      // every event names its account and user
      return received.map(({ type, payload }) => {
        const { team: ofTeam, user: ofUser, ...rest } = payload as Readonly<Record<string, unknown>>
        expect([type, ofTeam, ofUser]).toEqual([type, { id: team }, { id: user }])
        return [type, rest]
      })
    }
    const inTeam = async (method: string, path: string, body?: object) =>
      (await at.call(method, `${path}${path.includes('?') ? '&' : '?'}slug=acme`, { body })).body
    const { id } = await inTeam('GET', '/v9/projects/website')
    const website = { id, name: 'website' }

    await inTeam('POST', '/v9/projects/website/domains', { name: 'dev.acme.dev' })
    await inTeam('POST', '/v9/projects/website/domains/dev.acme.dev/verify')
    await inTeam('PATCH', '/v9/projects/website/domains/dev.acme.dev', { gitBranch: 'dev' })
    const other = await inTeam('POST', '/v11/projects', { name: 'other' })
    await inTeam('POST', '/v1/projects/website/domains/dev.acme.dev/move', { projectId: other.id })
    const domain = {
      name: 'dev.acme.dev',
      apexName: 'acme.dev',
      redirect: null,
      redirectStatusCode: null,
      gitBranch: null,
      verified: true,
    }
    expect(await payloads()).toEqual([
      ['project.domain.created', { project: website, domain: { ...domain, verified: false } }],
      ['project.domain.verified', { project: website, domain }],
      [
        'project.domain.updated',
        {
          project: website,
          domain: { ...domain, gitBranch: 'dev' },
          previous: expect.objectContaining({ name: 'dev.acme.dev', projectId: id, gitBranch: null }) as unknown,
        },
      ],
      ['project.created', { project: { id: other.id, name: 'other' } }],
      ['project.domain.moved', { project: { id: other.id, name: 'other' }, domain, from: { project: website } }],
    ])

    const variable = { key: 'KEY', value: 'secret', type: 'plain', target: ['preview'], gitBranch: 'dev' }
    const { created } = await inTeam('POST', '/v10/projects/website/env', variable)
    await inTeam('DELETE', `/v9/projects/website/env/${created.id}`)
    await inTeam('PATCH', '/v9/projects/website', { name: 'site' })
    await inTeam('POST', '/v7/domains', { name: 'acme.org', zone: true })
    const envVar = { id: created.id, key: 'KEY', type: 'plain', target: ['preview'], gitBranch: 'dev' }
    expect(await payloads()).toEqual([
      ['project.env-variable.created', { project: website, envVar }],
      ['project.env-variable.deleted', { project: website, envVar }],
      ['project.renamed', { project: { id, name: 'site' }, previousName: 'website' }],
      ['domain.created', { domain: { name: 'acme.org', delegated: true } }],
    ])

    const deploy = async () => {
      const made = await inTeam('POST', '/v13/deployments', { name: 'site', target: 'production' })
      at.deployhost.clock.advance('1s')
      return made
    }
    const [first, second] = [await deploy(), await deploy()]
    await inTeam('POST', `/v1/projects/site/rollback/${first.id}`)
    const described = ({ id: deployment, url }: { readonly id: string; readonly url: string }) => {
      const inspectorUrl = `https://vercel.com/acme/site/${deployment.replace('dpl_', '')}`
      return {
        deployment: { id: deployment, meta: {}, url, name: 'site', inspectorUrl },
        links: { deployment: inspectorUrl, project: 'https://vercel.com/acme/site' },
        target: 'production',
        project: { id, name: 'site' },
        plan: 'pro',
        regions: ['iad1'],
      }
    }
    const alias = expect.arrayContaining(['site.vercel.app', 'www.example.com']) as unknown
    expect(await payloads()).toEqual([
      ['deployment.created', { alias, ...described(first) }],
      ['deployment.promoted', described(first)],
      ['deployment.created', { alias, ...described(second) }],
      ['deployment.promoted', described(second)],
      ['deployment.rollback', { project: { id, name: 'site' }, fromDeploymentId: second.id, toDeploymentId: first.id }],
    ])
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
