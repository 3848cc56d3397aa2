import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

const slug = 'acme'
const PATH = '/v1/env?slug=acme'
const shared = { type: 'encrypted' as const, target: ['production' as const, 'preview' as const] }

describe('a shared variable', () => {
  it('is created, read with its value, listed, changed and deleted', async ({ at }) => {
    const { environment } = at.as('ada').vercel
    const evs = [
      { key: 'SHARED', value: 'one', comment: 'for all' },
      { key: 'SECOND', value: 'two' },
    ]
    const { created } = await environment.createSharedEnvVariable({ slug, requestBody: { ...shared, evs } })
    const id = created[0]?.id ?? ''
    expect(created.map(({ key }) => key)).toEqual(['SHARED', 'SECOND'])
    expect(await environment.getSharedEnvVar({ slug, id })).toMatchObject({ value: 'one', comment: 'for all' })
    const { data } = await environment.listSharedEnvVariable({ slug, search: 'share' })
    expect(data).toMatchObject([{ id, decrypted: false, target: ['production', 'preview'] }])
    const updates = { [id]: { value: 'changed', target: ['development' as const] } }
    const { updated } = await environment.updateSharedEnvVariable({ slug, requestBody: { updates } })
    expect(updated).toMatchObject([{ id, target: ['development'] }])
    const ids = [id, 'env_unknown']
    const { deleted, failed } = await environment.deleteSharedEnvVariable({ slug, requestBody: { ids } })
    expect(deleted).toEqual([id])
    expect(failed).toMatchObject([{ error: { code: 'not_found', envVarId: 'env_unknown' } }])
  })

  it('is in the variables of its projects, whose own come first', async ({ at }) => {
    const { body: project } = await at.call('GET', '/v9/projects/website?slug=acme')
    const projectId = [project.id]
    const evs = [
      { key: 'SHARED', value: 's' },
      { key: 'API_URL', value: 'not the own one' },
    ]
    const { body } = await at.call('POST', PATH, { body: { ...shared, evs } })
    const pulled = async () => (await at.call('GET', '/v3/env/pull/website/preview?slug=acme')).body.buildEnv
    expect(await pulled()).not.toHaveProperty('SHARED')
    const [first, second] = body.created
    const link = { projectIdUpdates: { link: projectId } }
    await at.call('PATCH', PATH, { body: { updates: { [first.id]: link, [second.id]: link } } })
    expect(await pulled()).toMatchObject({ SHARED: 's', API_URL: 'https://api.example.com' })
    const { body: deployment } = await at.call('POST', '/v13/deployments?slug=acme', { body: { name: 'website' } })
    expect(deployment.env).toContain('SHARED')
    await at.as('ada').vercel.environment.unlinkSharedEnvVariable({ slug, id: first.id, projectId: project.id })
    expect(await pulled()).not.toHaveProperty('SHARED')
  })

  it('is in custom environments when it applies to all of them', async ({ at }) => {
    await at.call('POST', '/v9/projects/website/custom-environments?slug=acme', { body: { slug: 'qa' } })
    const { body: project } = await at.call('GET', '/v9/projects/website?slug=acme')
    const body = { ...shared, projectId: [project.id], evs: [{ key: 'SHARED', value: 's' }] }
    const { body: answer } = await at.call('POST', PATH, { body })
    const pulled = async () => (await at.call('GET', '/v3/env/pull/website/qa?slug=acme')).body.buildEnv
    expect(await pulled()).not.toHaveProperty('SHARED')
    const updates = { [answer.created[0].id]: { applyToAllCustomEnvironments: true } }
    await at.call('PATCH', PATH, { body: { updates } })
    expect(await pulled()).toHaveProperty('SHARED')
  })

  it('has a key that no other of the account has for a target', async ({ at }) => {
    const body = { ...shared, evs: [{ key: 'SHARED', value: 's' }] }
    await at.call('POST', PATH, { body })
    const refused = await at.call('POST', PATH, { body })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'existing_key_and_target'])
    expect((await at.call('POST', PATH, { body: { ...body, target: ['development'] } })).status).toBe(201)
    expect((await at.call('POST', PATH, { token: 'vera', body })).status).toBe(403)
    const unknown = { ...body, target: [], evs: [{ key: 'X', value: 'x' }], projectId: ['prj_x'] }
    expect((await at.call('POST', PATH, { body: { ...unknown, target: ['preview'] } })).status).toBe(404)
    expect((await at.call('POST', PATH, { body: unknown })).status).toBe(400)
  })
})
