import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

const slug = 'acme'
const logs = {
  name: 'logs',
  projects: 'all' as const,
  schemas: { log: { version: 'v1' } },
  filter: {
    version: 'v2',
    filter: { type: 'basic', log: { sources: ['build' as const] }, deployment: { environments: ['preview' as const] } },
  },
  delivery: {
    type: 'http',
    endpoint: 'https://logs.example.com',
    encoding: 'ndjson' as const,
    headers: { 'x-key': '1' },
    secret: 'a secret of the endpoint',
  },
  sampling: [{ type: 'head_sampling', rate: 0.5 }],
}

describe('a drain', () => {
  it('is created, read, listed, changed and deleted', async ({ at }) => {
    const { vercel } = at.as('ada')
    const created = await vercel.drains.createDrain({ slug, requestBody: logs })
    expect(created).toMatchObject({ name: 'logs', status: 'enabled', source: { kind: 'self-served' } })
    const { id } = created
    const { body } = await at.call('GET', `/v1/drains/${id}?slug=acme`)
    const { delivery, sampling, schemas, filter } = logs
    expect(body).toMatchObject({ delivery, sampling, schemas, filterV2: filter })
    const requestBody = { name: 'renamed', status: 'disabled' as const }
    const changed = await vercel.drains.updateDrain({ slug, id, requestBody })
    expect(changed).toMatchObject({ id, name: 'renamed', status: 'disabled' })
    expect((await vercel.drains.getDrains({ slug })).drains).toMatchObject([{ id, name: 'renamed' }])
    await vercel.drains.deleteDrain({ slug, id })
    expect((await at.call('GET', `/v1/drains/${id}?slug=acme`)).status).toBe(404)
  })

  it('is for some projects or for all of its account', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { body: project } = await at.call('GET', '/v9/projects/website?slug=acme')
    const some = { ...logs, projects: 'some', projectIds: [project.id] }
    const { body: drain } = await at.call('POST', '/v1/drains?slug=acme', { body: some })
    expect(drain.projectIds).toEqual([project.id])
    expect((await vercel.drains.getDrains({ slug, projectId: 'prj_other' })).drains).toEqual([])
    const listed = await vercel.drains.getDrains({ slug, projectId: project.id, includeMetadata: true })
    expect(listed.drains).toMatchObject([{ projectAccess: { access: 'some', projectIds: [project.id] } }])
    const { body: all } = await at.call('PATCH', `/v1/drains/${drain.id}?slug=acme`, { body: { projects: 'all' } })
    expect(all).not.toHaveProperty('projectIds')
    for (const projectIds of [undefined, []]) {
      const refused = await at.call('POST', '/v1/drains?slug=acme', { body: { ...some, projectIds } })
      expect(refused.status).toBe(400)
    }
    const unknown = { ...some, projectIds: ['prj_unknown'] }
    expect((await at.call('POST', '/v1/drains?slug=acme', { body: unknown })).status).toBe(404)
  })

  it('takes traces by OpenTelemetry, and refuses a delivery of another kind', async ({ at }) => {
    const delivery = { type: 'otlphttp', endpoint: { traces: 'https://t.example.com' }, encoding: 'proto', headers: {} }
    const traces = { name: 'traces', projects: 'all', schemas: { trace: { version: 'v1' } }, delivery }
    const created = await at.call('POST', '/v1/drains?slug=acme', { body: traces })
    expect(created.body.delivery).toEqual(delivery)
    const refused = await at.call('POST', '/v1/drains?slug=acme', { body: { ...traces, delivery: { type: 'ftp' } } })
    expect(refused.status).toBe(400)
  })

  it('gets the log of each build, signed, in the encoding that it asks for', async ({ at }) => {
    const drain = {
      ...logs,
      sampling: undefined,
      filter: undefined,
      delivery: { ...logs.delivery, endpoint: `${at.receiver.url}/logs`, encoding: 'json' },
    }
    await at.call('POST', '/v1/drains?slug=acme', { body: drain })
    const lines = {
      ...drain,
      delivery: { ...drain.delivery, endpoint: 'http://127.0.0.1:9/lines', encoding: 'ndjson' },
    }
    await at.call('POST', '/v1/drains?slug=acme', { body: lines })
    const files = [{ file: 'a.txt', data: 'a' }]
    const { body: deployment } = await at.call('POST', '/v13/deployments?slug=acme', {
      body: { name: 'website', project: 'website', target: 'production', files },
    })
    at.deployhost.clock.advance('1s')
    await at.deployhost.webhooks.settled()
    const [begun, ended] = at.deployhost.webhooks.deliveries.filter(
      ({ subscription }) => subscription.url === drain.delivery.endpoint,
    )
    if (begun === undefined || ended === undefined) throw new Error('the log was not delivered in two parts')
    const { 'X-Vercel-Signature': signature, ...headers } = begun.request.headers
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'x-key': '1' })
    const ofBody = createHmac('sha1', logs.delivery.secret).update(begun.request.body).digest('hex')
    expect(signature).toBe(ofBody)
    const [first] = JSON.parse(begun.request.body)
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      deploymentId: deployment.id,
      source: 'build',
      host: deployment.url,
      timestamp: expect.any(Number),
      projectId: deployment.projectId,
      level: 'info',
      message: expect.stringContaining('Running build in'),
      buildId: expect.stringMatching(/^bld_/),
      type: 'stdout',
      environment: 'production',
      projectName: 'website',
    })
    const messages = (JSON.parse(ended.request.body) as { message: string }[]).map(({ message }) => message)
    expect(messages.at(-1)).toBe('Deployment completed')
    const inLines = at.deployhost.webhooks.deliveries.find(({ subscription }) => subscription.url.endsWith('/lines'))
    expect(inLines?.request.headers['Content-Type']).toBe('application/x-ndjson')
    expect(inLines?.request.body.trimEnd().split('\n')[0]).toBe(JSON.stringify(first))
  })

  it.for([
    ['is disabled', { status: 'disabled' }],
    ['is for other projects', { projects: 'some' }],
    ['is for other sources', { filter: { version: 'v2', filter: { type: 'basic', log: { sources: ['lambda'] } } } }],
    [
      'is for other environments',
      { filter: { version: 'v2', filter: { type: 'basic', deployment: { environments: ['preview'] } } } },
    ],
    ['samples nothing', { sampling: [{ type: 'head_sampling', rate: 0 }] }],
    ['is one of traces', { schemas: { trace: { version: 'v1' } } }],
  ] as const)('gets nothing when it %s', async ([, changes], { at }) => {
    const { body: blog } = await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'blog' } })
    const delivery = { ...logs.delivery, endpoint: at.receiver.url, encoding: 'json' }
    const { body: drain } = await at.call('POST', '/v1/drains?slug=acme', {
      body: { ...logs, sampling: undefined, filter: undefined, delivery },
    })
    const changed = await at.call('PATCH', `/v1/drains/${drain.id}?slug=acme`, {
      body: 'projects' in changes ? { ...changes, projectIds: [blog.id] } : changes,
    })
    expect(changed.status).toBe(200)
    const files = [{ file: 'a.txt', data: 'a' }]
    await at.call('POST', '/v13/deployments?slug=acme', { body: { name: 'website', target: 'production', files } })
    at.deployhost.clock.advance('1s')
    await at.deployhost.webhooks.settled()
    const sent = at.deployhost.webhooks.deliveries.map(({ event }) => event)
    expect(sent).not.toContain('drain.log')
  })

  it('can be tested before it is created', async ({ at }) => {
    const delivery = { ...logs.delivery, endpoint: at.receiver.url, encoding: 'json' as const }
    await at.as('ada').vercel.drains.testDrain({ slug, requestBody: { schemas: logs.schemas, delivery } })
    await at.deployhost.webhooks.settled()
    const [received] = at.receiver.received
    const ofBody = createHmac('sha1', delivery.secret).update(received?.body ?? '')
    expect(received?.headers).toMatchObject({ 'x-vercel-signature': ofBody.digest('hex'), 'x-key': '1' })
    expect(received?.payload).toMatchObject([{ source: 'build', level: 'info' }])
  })

  it('belongs to its account, and is changed by those who may write to it', async ({ at }) => {
    const { body: drain } = await at.call('POST', '/v1/drains?slug=acme', { body: logs })
    expect((await at.call('GET', `/v1/drains/${drain.id}`)).status).toBe(404)
    expect((await at.call('DELETE', `/v1/drains/${drain.id}?slug=acme`, { token: 'vera' })).status).toBe(403)
    const code = await at.call('GET', '/v1/verify-endpoint?slug=acme')
    expect(code.body.verificationCode).toMatch(/^[0-9a-f]{40}$/)
    expect(code.body).not.toEqual((await at.call('GET', '/v1/verify-endpoint')).body)
  })
})
