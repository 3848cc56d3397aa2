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

  it('belongs to its account, and is changed by those who may write to it', async ({ at }) => {
    const { body: drain } = await at.call('POST', '/v1/drains?slug=acme', { body: logs })
    expect((await at.call('GET', `/v1/drains/${drain.id}`)).status).toBe(404)
    expect((await at.call('DELETE', `/v1/drains/${drain.id}?slug=acme`, { token: 'vera' })).status).toBe(403)
    const code = await at.call('GET', '/v1/verify-endpoint?slug=acme')
    expect(code.body.verificationCode).toMatch(/^[0-9a-f]{40}$/)
    expect(code.body).not.toEqual((await at.call('GET', '/v1/verify-endpoint')).body)
  })
})
