import { describe, expect } from 'vitest'
import { accountsTest, type Accounts } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

const blog = { idOrName: 'blog' }
const add = (at: Accounts, body: unknown, query = '') => at.call('POST', `/v10/projects/blog/env${query}`, { body })
const plain = { key: 'MODE', value: 'fast', type: 'plain', target: ['production', 'preview'] } as const

/** Returns the listed members of each variable, by key. */
async function listed(at: Accounts, query = ''): Promise<Record<string, unknown>> {
  const { body } = await at.call('GET', `/v10/projects/blog/env${query}`)
  return Object.fromEntries(body.envs.map(({ key, value }: { key: string; value: string }) => [key, value]))
}

describe('environment variables', () => {
  it('are added one by one', async ({ at }) => {
    const { vercel, last } = at.as('ada')
    const { created, failed } = await vercel.projects.createProjectEnv({
      ...blog,
      requestBody: { ...plain, target: ['production', 'preview'], comment: 'how fast' },
    })
    expect(last().status).toBe(201)
    expect(failed).toEqual([])
    expect(created).toMatchObject({
      key: 'MODE',
      value: 'fast',
      type: 'plain',
      target: ['production', 'preview'],
      comment: 'how fast',
    })
    expect((created as { id: string }).id).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(await listed(at)).toMatchObject({ MODE: 'fast' })
  })

  it('are added in a batch, which lists its failures', async ({ at }) => {
    const { vercel } = at.as('ada')
    const target = ['production' as const]
    const { created, failed } = await vercel.projects.createProjectEnv({
      ...blog,
      requestBody: [
        { key: 'A', value: '1', type: 'plain', target },
        { key: 'SECRET', value: '2', type: 'plain', target },
        { key: 'B', value: '3', type: 'encrypted', target },
      ],
    })
    expect((created as { key: string }[]).map(({ key }) => key)).toEqual(['A', 'B'])
    expect(failed).toMatchObject([{ error: { code: 'ENV_CONFLICT', key: 'SECRET' } }])
    expect(await listed(at)).toMatchObject({ A: '1' })
  })

  it('are refused when the key exists in one of the targets', async ({ at }) => {
    const { status, body } = await add(at, { key: 'SECRET', value: 'x', type: 'plain', target: ['preview'] })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'ENV_CONFLICT',
      message: 'A variable with the name `SECRET` already exists for the target preview on branch undefined',
      envVarKey: 'SECRET',
    })
    expect(
      (await add(at, { key: 'SECRET', value: 'x', type: 'plain', target: ['preview'], gitBranch: 'dev' })).status,
    ).toBe(201)
  })

  it('are updated by an upsert', async ({ at }) => {
    const before = (await add(at, plain)).body.created
    const after = await add(at, { ...plain, value: 'slow', type: 'encrypted' }, '?upsert=true')
    expect(after).toMatchObject({ status: 201, body: { created: { id: before.id, type: 'encrypted' }, failed: [] } })
    expect(await listed(at, '?decrypt=true')).toMatchObject({ MODE: 'slow' })
    const fresh = await add(at, { ...plain, key: 'NEW' }, '?upsert=true')
    expect(fresh.body.created).toMatchObject({ key: 'NEW', value: 'fast' })
  })

  it('are not updated by an upsert with more targets than they have', async ({ at }) => {
    await add(at, plain)
    const { status, body } = await add(at, { ...plain, target: ['preview', 'development'] }, '?upsert=true')
    expect([status, body.error.code]).toEqual([400, 'ENV_CONFLICT'])
    expect(await listed(at)).toMatchObject({ MODE: 'fast' })
  })

  it('show their value according to their type', async ({ at }) => {
    const target = ['production']
    await add(at, { key: 'OPEN', value: 'open', type: 'plain', target })
    await add(at, { key: 'SHUT', value: 'sesame', type: 'encrypted', target })
    await add(at, { key: 'NEVER', value: 'never', type: 'sensitive', target })
    await add(at, { key: 'VERCEL_URL', value: 'VERCEL_URL', type: 'system', target })
    const hidden = await listed(at)
    expect(hidden).toMatchObject({ OPEN: 'open', NEVER: '', VERCEL_URL: 'VERCEL_URL' })
    expect(JSON.stringify(hidden)).not.toContain('sesame')
    const shown = await listed(at, '?decrypt=true')
    expect(shown).toMatchObject({ OPEN: 'open', SHUT: 'sesame', NEVER: '', SECRET: 'hush' })
    const { vercel } = at.as('ada')
    const answer = await vercel.projects.filterProjectEnvs({ ...blog, decrypt: 'true' })
    if (!('envs' in answer)) throw new Error('not a list of variables')
    expect(answer.envs.map(({ key, decrypted, system }) => [key, decrypted, system])).toEqual([
      ['SECRET', true, false],
      ['OPEN', true, false],
      ['SHUT', true, false],
      ['NEVER', false, false],
      ['VERCEL_URL', true, true],
    ])
  })

  it('are retrieved one by one with their value, except sensitive ones', async ({ at }) => {
    const { vercel } = at.as('ada')
    const target = ['production']
    const shut = (await add(at, { key: 'SHUT', value: 'sesame', type: 'encrypted', target })).body.created
    const never = (await add(at, { key: 'NEVER', value: 'never', type: 'sensitive', target })).body.created
    expect(await vercel.projects.getProjectEnv({ ...blog, id: shut.id })).toMatchObject({
      value: 'sesame',
      decrypted: true,
    })
    expect((await at.call('GET', `/v10/projects/blog/env/${shut.id}`)).body.value).toBe('sesame')
    expect((await at.call('GET', `/v1/projects/blog/env/${never.id}`)).body).toMatchObject({
      value: '',
      decrypted: false,
    })
    expect((await at.call('GET', `/v1/projects/website/env/${shut.id}?slug=acme`)).status).toBe(404)
  })

  it('are refused with an unknown target, naming the member', async ({ at }) => {
    const allowed = 'should be equal to one of the allowed values "production, preview, development"'
    const message = async (target: unknown) => (await add(at, { ...plain, target })).body.error?.message
    expect(await message(['preview', 'prod'])).toBe(`Invalid request: \`target[1]\` ${allowed}.`)
    expect(await message('prod')).toBe(`Invalid request: \`target\` ${allowed}.`)
    const environmentVariables = [{ key: 'A', value: 'a', target: ['prod'] }]
    const { body } = await at.call('POST', '/v11/projects', { body: { name: 'shop', environmentVariables } })
    expect(body.error.message).toBe(`Invalid request: \`environmentVariables[0].target[0]\` ${allowed}.`)
  })

  it('have no duplicate targets', async ({ at }) => {
    expect((await add(at, { ...plain, target: ['preview', 'preview'] })).body.created.target).toEqual(['preview'])
  })

  it('that are sensitive cannot change their type', async ({ at }) => {
    const { id } = (await add(at, { key: 'NEVER', value: 'never', type: 'sensitive', target: ['production'] })).body
      .created
    const edit = (body: object) => at.call('PATCH', `/v9/projects/blog/env/${id}`, { body })
    for (const type of ['plain', 'encrypted', 'system']) {
      expect(await edit({ type })).toEqual({
        status: 400,
        body: {
          error: {
            code: 'BAD_REQUEST',
            message: 'You cannot change the type of a Sensitive Environment Variable.',
          },
        },
      })
    }
    expect((await edit({ type: 'sensitive', value: 'ever', comment: 'turned' })).status).toBe(200)
    expect((await at.call('GET', `/v1/projects/blog/env/${id}`)).body).toMatchObject({
      type: 'sensitive',
      value: '',
      comment: 'turned',
    })
  })

  it('are updated member by member', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { id } = (await add(at, { ...plain, comment: 'how fast' })).body.created
    const edited = await vercel.projects.editProjectEnv({ ...blog, id, requestBody: { value: 'slow' } })
    expect(edited).toMatchObject({
      id,
      key: 'MODE',
      value: 'slow',
      target: ['production', 'preview'],
      comment: 'how fast',
    })
    const moved = await vercel.projects.editProjectEnv({
      ...blog,
      id,
      requestBody: { target: ['preview'], gitBranch: 'dev' },
    })
    expect(moved).toMatchObject({ target: ['preview'], gitBranch: 'dev', value: 'slow' })
    await add(at, { ...plain, target: ['production'] })
    const { status, body } = await at.call('PATCH', `/v9/projects/blog/env/${id}`, {
      body: { target: ['production'], gitBranch: null },
    })
    expect([status, body.error.code]).toEqual([403, 'ENV_ALREADY_EXISTS'])
  })

  it('are removed one by one and in a batch', async ({ at }) => {
    const { vercel } = at.as('ada')
    const ids: string[] = []
    for (const key of ['A', 'B', 'C']) ids.push((await add(at, { ...plain, key })).body.created.id)
    const [first = '', ...others] = ids
    expect(await vercel.projects.removeProjectEnv({ ...blog, id: first })).toMatchObject({ key: 'A' })
    expect((await at.call('DELETE', `/v9/projects/blog/env/${first}`)).status).toBe(404)
    const batch = await vercel.projects.batchRemoveProjectEnv({ ...blog, requestBody: { ids: [...others, first] } })
    expect(batch).toEqual({ deleted: 2, ids: others })
    expect(Object.keys(await listed(at))).toEqual(['SECRET'])
  })

  it('are filtered by branch, including those of all previews', async ({ at }) => {
    await add(at, { ...plain, key: 'PROD', target: ['production'] })
    await add(at, { ...plain, key: 'DEV', target: ['preview'], gitBranch: 'dev' })
    await add(at, { ...plain, key: 'OTHER', target: ['preview'], gitBranch: 'other' })
    expect(Object.keys(await listed(at, '?gitBranch=dev'))).toEqual(['SECRET', 'DEV'])
  })

  it('refuse invalid members by name', async ({ at }) => {
    const message = async (body: object) => (await add(at, body)).body.error.message
    expect(await message({ value: '1', type: 'plain', target: ['production'] })).toBe(
      'Invalid request: missing required property `key`.',
    )
    expect(await message({ ...plain, type: 'odd' })).toContain(
      '`type` should be equal to one of the allowed values "system, encrypted',
    )
    expect(await message({ ...plain, target: [] })).toBe('Invalid request: missing required property `target`.')
    expect(await message({ ...plain, key: '1A' })).toContain('The name contains invalid characters')
    expect(await message({ ...plain, gitBranch: 'dev' })).toContain('whose only target is preview')
    expect(await message({ ...plain, type: 'sensitive', target: ['development'] })).toContain('Sensitive')
  })

  it('are read by every member, and changed only by members who may', async ({ at }) => {
    const path = '/v10/projects/website/env?slug=acme'
    expect((await at.call('GET', path, { token: 'vera' })).body.envs).toHaveLength(2)
    expect((await at.call('POST', path, { token: 'vera', body: plain })).status).toBe(403)
    expect((await at.call('GET', path, { token: 'zoe' })).status).toBe(403)
    expect((await at.call('POST', '/v9/projects/blog/env', { token: 'reader', body: plain })).status).toBe(403)
  })

  it('emit every change without values', async ({ at }) => {
    const path = '/v10/projects/website/env?slug=acme'
    const { id } = (await at.call('POST', path, { body: plain })).body.created
    await at.call('PATCH', `/v9/projects/website/env/${id}?slug=acme`, { body: { value: 'slow' } })
    await at.call('DELETE', `/v9/projects/website/env/${id}?slug=acme`)
    await at.deployhost.webhooks.settled()
    expect(at.receiver.received.map(({ payload }) => payload['type'])).toEqual([
      'project.env-variable.created',
      'project.env-variable.updated',
      'project.env-variable.deleted',
    ])
    expect(JSON.stringify(at.receiver.received)).not.toContain('slow')
  })
})
