import { describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'

const it = deployhostTest({
  now: '2026-01-01T00:00:00Z',
  seed: {
    deployhost: {
      users: [
        { username: 'ada', tokens: ['ada', { token: 'reader', scopes: [] }] },
        { username: 'zoe', tokens: ['zoe'] },
      ],
      teams: [{ slug: 'acme', members: [{ username: 'ada', role: 'OWNER' as const }] }],
      edge_configs: [
        {
          slug: 'flags',
          id: 'ecfg_flags',
          team: 'acme',
          items: { greeting: 'hello', limits: { a: 1 } },
          tokens: ['read'],
        },
        { slug: 'other', id: 'ecfg_other', tokens: ['another'] },
      ],
    },
  },
}).extend('at', ({ deployhost }) => ({
  vercel: checkedVercel(deployhost, 'ada').vercel,
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await deployhost.fetch(`http://deployhost${path}`, {
      method,
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  },
}))

const edgeConfigId = 'ecfg_flags'
const slug = 'acme'
const path = `/v1/edge-config/${edgeConfigId}`

describe('an Edge Config', () => {
  it('is created with items, renamed, listed and deleted', async ({ at }) => {
    const created = await at.vercel.globalConfig.createEdgeConfig({
      slug,
      requestBody: { slug: 'new', items: { a: 1 } },
    })
    expect(created).toMatchObject({ slug: 'new', itemCount: 1, sizeInBytes: 7 })
    expect(created.id).toMatch(/^ecfg_\w{28}$/)
    const renamed = await at.vercel.globalConfig.updateEdgeConfig({
      slug,
      edgeConfigId: created.id,
      requestBody: { slug: 'renamed' },
    })
    expect(renamed).toMatchObject({ id: created.id, slug: 'renamed', digest: created.digest })
    const list = await at.call('GET', '/v1/edge-config?slug=acme')
    expect(list.body.map((each: { slug: string }) => each.slug)).toEqual(['flags', 'renamed'])
    await at.vercel.globalConfig.deleteEdgeConfig({ slug, edgeConfigId: created.id })
    expect((await at.call('GET', `/v1/edge-config/${created.id}?slug=acme`)).status).toBe(404)
  })

  it('has a slug that no other of the account has', async ({ at }) => {
    const { status, body } = await at.call('POST', '/v1/edge-config?slug=acme', { slug: 'flags' })
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    expect((await at.call('POST', '/v1/edge-config', { slug: 'flags' })).status).toBe(201)
    expect((await at.call('POST', '/v1/edge-config', { slug: 'a b' })).status).toBe(400)
  })

  it('is changed only with the scope, and only in its account', async ({ at }) => {
    const reader = { authorization: 'Bearer reader' }
    expect((await at.call('DELETE', `${path}?slug=acme`, undefined, reader)).status).toBe(403)
    expect((await at.call('GET', path)).status).toBe(404)
    expect((await at.call('GET', `${path}?slug=acme`, undefined, { authorization: 'Bearer zoe' })).status).toBe(403)
  })

  it('keeps a schema, except in a dry run', async ({ at }) => {
    const definition = { type: 'object', properties: { greeting: { type: 'string' } } }
    expect((await at.call('GET', `${path}/schema?slug=acme`)).status).toBe(204)
    await at.call('POST', `${path}/schema?slug=acme&dryRun=1`, { definition })
    expect((await at.call('GET', `${path}/schema?slug=acme`)).status).toBe(204)
    await at.call('POST', `${path}/schema?slug=acme`, { definition })
    expect((await at.call('GET', `${path}/schema?slug=acme`)).body).toEqual({ definition })
    expect((await at.call('GET', `${path}?slug=acme`)).body.schema).toEqual(definition)
    await at.vercel.globalConfig.deleteEdgeConfigSchema({ slug, edgeConfigId })
    expect((await at.call('GET', `${path}/schema?slug=acme`)).status).toBe(204)
  })
})

describe('the schema of an Edge Config', () => {
  const limit = { type: 'integer', minimum: 1 }
  it.for([
    [{ type: 'object', properties: { greeting: { type: 'string' } } }, 7, '`greeting` should be string'],
    [{ properties: { greeting: { properties: { a: limit } } } }, { a: 0 }, '`greeting.a` should be >= 1'],
    [
      { definitions: { limit }, properties: { greeting: { $ref: '#/definitions/limit' } } },
      1.5,
      '`greeting` should be integer',
    ],
    [
      { properties: { greeting: { items: { maxLength: 2 } } } },
      ['abc'],
      '`greeting[0]` should NOT be longer than 2 characters',
    ],
    [
      { properties: { greeting: { enum: ['hi', 'ho'] } } },
      'he',
      '`greeting` should be equal to one of the allowed values',
    ],
    [
      { properties: { greeting: { oneOf: [limit, { type: 'number' }] } } },
      2,
      '`greeting` should match exactly one schema in oneOf',
    ],
    [{ required: ['other'] }, 'hi', "should have required property 'other'"],
    [
      { properties: { limits: true }, additionalProperties: false },
      'hi',
      "should NOT have additional property 'greeting'",
    ],
  ] as const)('refuses items that do not match %j', async ([definition, value, complaint], { at }) => {
    await at.call('POST', `${path}/schema?slug=acme`, { definition })
    const items = [{ operation: 'upsert', key: 'greeting', value }]
    const refused = await at.call('PATCH', `${path}/items?slug=acme`, { items })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request', message: `Invalid request: ${complaint}.` } },
    })
    expect((await at.call('GET', `${path}/item/greeting?slug=acme`)).body.value).toBe('hello')
    await at.call('DELETE', `${path}/schema?slug=acme`)
    expect((await at.call('PATCH', `${path}/items?slug=acme`, { items })).status).toBe(200)
  })

  it('lets items that match it through', async ({ at }) => {
    const definition = {
      type: 'object',
      patternProperties: { '^g': { anyOf: [{ const: 1 }, { type: ['string', 'null'], pattern: '^h' }] } },
      if: { required: ['limits'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON schemas
      then: { properties: { limits: { type: 'object', minProperties: 1, propertyNames: { maxLength: 1 } } } },
    }
    await at.call('POST', `${path}/schema?slug=acme`, { definition })
    const items = [
      { operation: 'upsert', key: 'greeting', value: 'hi' },
      { operation: 'upsert', key: 'g2', value: 1 },
    ]
    expect((await at.call('PATCH', `${path}/items?slug=acme`, { items })).status).toBe(200)
  })
})

describe('the items of an Edge Config', () => {
  const patch = (operation: string, key: string, value?: unknown) => ({ items: [{ operation, key, value }] })

  it('are created, updated, upserted and deleted in one request', async ({ at }) => {
    const items = [
      { operation: 'create', key: 'new', value: [1, 2], description: 'two numbers' },
      { operation: 'update', key: 'greeting', value: null },
      { operation: 'upsert', key: 'limits', value: false },
      { operation: 'upsert', key: 'also', value: 'x' },
      { operation: 'delete', key: 'also' },
    ]
    const answer = await at.call('PATCH', `${path}/items?slug=acme`, { items })
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    const list = await at.vercel.globalConfig.getEdgeConfigItems({ slug, edgeConfigId })
    expect(list.map(({ key, value, description }) => [key, value, description])).toEqual([
      ['greeting', null, undefined],
      ['limits', false, undefined],
      ['new', [1, 2], 'two numbers'],
    ])
    const item = await at.vercel.globalConfig.getEdgeConfigItem({ slug, edgeConfigId, edgeConfigItemKey: 'new' })
    expect(item).toMatchObject({ key: 'new', edgeConfigId })
    expect((await at.call('GET', `${path}/item/missing?slug=acme`)).status).toBe(204)
  })

  it('keep their values when an update changes the description only', async ({ at }) => {
    const items = [{ operation: 'update', key: 'greeting', description: 'shown first' }]
    await at.call('PATCH', `${path}/items?slug=acme`, { items })
    const { body } = await at.call('GET', `${path}/item/greeting?slug=acme`)
    expect(body).toMatchObject({ value: 'hello', description: 'shown first' })
  })

  it('stay as they are when one of the operations is refused', async ({ at }) => {
    const { items } = patch('upsert', 'greeting', 'changed')
    const refused = [
      [patch('create', 'limits', 1), 409],
      [patch('update', 'missing', 1), 404],
      [patch('delete', 'missing'), 404],
      [patch('upsert', 'a.b', 1), 400],
    ] as const
    for (const [body, status] of refused) {
      const answer = await at.call('PATCH', `${path}/items?slug=acme`, { items: [...items, ...body.items] })
      expect(answer.status).toBe(status)
    }
    expect((await at.call('GET', `${path}/item/greeting?slug=acme`)).body.value).toBe('hello')
  })

  it('are restored from a backup', async ({ at, deployhost }) => {
    deployhost.clock.advance('1s')
    await at.call('PATCH', `${path}/items?slug=acme`, patch('delete', 'greeting'))
    const { backups, pagination } = await at.vercel.globalConfig.getEdgeConfigBackups({ slug, edgeConfigId, limit: 1 })
    const rest = await at.vercel.globalConfig.getEdgeConfigBackups({ slug, edgeConfigId, next: pagination.next ?? '' })
    expect([backups.length, pagination.hasNext, rest.backups.length, rest.pagination]).toEqual([
      1,
      true,
      1,
      { hasNext: false },
    ])
    const edgeConfigBackupVersionId = rest.backups[0]?.id ?? ''
    const backup = await at.vercel.globalConfig.getEdgeConfigBackup({ slug, edgeConfigId, edgeConfigBackupVersionId })
    expect(Object.keys(backup.backup.items)).toEqual(['greeting', 'limits'])
    const restored = await at.vercel.globalConfig.restoreEdgeConfigBackup({
      slug,
      edgeConfigId,
      edgeConfigBackupVersionId,
    })
    expect(restored).toMatchObject({
      status: 'ok',
      restoredFrom: edgeConfigBackupVersionId,
      digest: backup.backup.digest,
    })
    expect((await at.call('GET', `${path}/item/greeting?slug=acme`)).body.value).toBe('hello')
  })
})

describe('a token of an Edge Config', () => {
  it('is created, read, and deleted by its secret or its id', async ({ at }) => {
    const requestBody = { label: 'mine' }
    const created = await at.vercel.globalConfig.createEdgeConfigToken({ slug, edgeConfigId, requestBody })
    const { token } = created
    const read = await at.vercel.globalConfig.getEdgeConfigToken({ slug, edgeConfigId, token })
    expect(read).toMatchObject({
      ...created,
      label: 'mine',
      edgeConfigId,
      partialToken: `${token.slice(0, 4)}********`,
    })
    const second = await at.vercel.globalConfig.createEdgeConfigToken({ slug, edgeConfigId, requestBody })
    await at.vercel.globalConfig.deleteEdgeConfigTokens({
      slug,
      edgeConfigId,
      requestBody: { tokens: [token], ids: [second.id] },
    })
    const list = await at.call('GET', `${path}/tokens?slug=acme`)
    expect(list.body.map((each: { token: string }) => each.token)).toEqual(['read'])
    expect((await at.call('GET', `${path}/token/another?slug=acme`)).status).toBe(404)
  })
})

describe('a connection string', () => {
  const read = { authorization: 'Bearer read' }

  it('reads one item, several, all, and the digest', async ({ at }) => {
    const item = await at.call('GET', `/${edgeConfigId}/item/greeting?version=1`, undefined, read)
    expect([item.status, item.body]).toEqual([200, 'hello'])
    const some = await at.call('GET', `/${edgeConfigId}/items?version=1&key=limits&key=missing`, undefined, read)
    expect(some.body).toEqual({ limits: { a: 1 } })
    const all = await at.call('GET', `/${edgeConfigId}/items?token=read`, undefined, { authorization: '' })
    expect(all.body).toEqual({ greeting: 'hello', limits: { a: 1 } })
    const { body: digest } = await at.call('GET', `/${edgeConfigId}/digest?version=1`, undefined, read)
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(all.headers.get('x-edge-config-digest')).toBe(digest)
  })

  it('tells a missing item from a missing Edge Config by the digest', async ({ at }) => {
    const item = await at.call('HEAD', `/${edgeConfigId}/item/missing`, undefined, read)
    expect([item.status, item.headers.has('x-edge-config-digest')]).toEqual([404, true])
    const other = await at.call('HEAD', '/ecfg_missing/item/greeting', undefined, read)
    expect([other.status, other.headers.has('x-edge-config-digest')]).toEqual([404, false])
  })

  it('is refused with a token of another Edge Config, or without one', async ({ at }) => {
    for (const authorization of ['Bearer another', 'Bearer ada', '']) {
      const answer = await at.call('GET', `/${edgeConfigId}/items`, undefined, { authorization })
      expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    }
  })

  it('is answered 304 until the items change', async ({ at }) => {
    const first = await at.call('GET', `/${edgeConfigId}/items`, undefined, read)
    const etag = { ...read, 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await at.call('GET', `/${edgeConfigId}/items`, undefined, etag)).status).toBe(304)
    await at.call('PATCH', `${path}/items?slug=acme`, { items: [{ operation: 'upsert', key: 'a', value: 1 }] })
    expect((await at.call('GET', `/${edgeConfigId}/items`, undefined, etag)).status).toBe(200)
  })
})
