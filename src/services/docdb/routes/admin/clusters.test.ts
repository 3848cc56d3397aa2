import { describe, expect } from 'vitest'
import { admin, firstProject, startDocdb, docdbTest, type RunningDocdb } from '#docdb/docdb.fixture.ts'

const REPLICA_SET = [
  {
    regionConfigs: [
      {
        providerName: 'AWS',
        regionName: 'EU_WEST_1',
        priority: 7,
        electableSpecs: { instanceSize: 'M30', nodeCount: 3 },
      },
    ],
  },
]

const seed = { docdb: { projects: [{ name: 'Shop' }], create_ms: 2000 } }
const it = docdbTest({ seed }).extend('clusters', async ({ docdb }) => `/groups/${await firstProject(docdb)}/clusters`)

const call = (docdb: RunningDocdb, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  admin(docdb, method, path, body, headers)
const create = (docdb: RunningDocdb, clusters: string, name: string, more: object = {}) =>
  call(docdb, 'POST', clusters, { name, clusterType: 'REPLICASET', replicationSpecs: REPLICA_SET, ...more })
const state = async (docdb: RunningDocdb, clusters: string, name: string): Promise<string> =>
  (await call(docdb, 'GET', `${clusters}/${name}`)).body.stateName

describe('a cluster', () => {
  it('is created with what the vendor fills in', async ({ docdb, clusters }) => {
    const { status, body } = await create(docdb, clusters, 'shop', { tags: [{ key: 'env', value: 'test' }] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'shop',
      clusterType: 'REPLICASET',
      stateName: 'CREATING',
      connectionStrings: {},
      createDate: '2026-01-01T12:00:00Z',
      backupEnabled: false,
      biConnector: { enabled: false, readPreference: 'secondary' },
      encryptionAtRestProvider: 'NONE',
      mongoDBMajorVersion: '8.0',
      mongoDBVersion: '8.0.0',
      paused: false,
      rootCertType: 'ISRGROOTX1',
      tags: [{ key: 'env', value: 'test' }],
      terminationProtectionEnabled: false,
      versionReleaseSystem: 'LTS',
      replicationSpecs: [
        {
          id: expect.stringMatching(/^[a-f0-9]{24}$/),
          zoneName: 'Zone 1',
          regionConfigs: [
            {
              providerName: 'AWS',
              regionName: 'EU_WEST_1',
              priority: 7,
              electableSpecs: { instanceSize: 'M30', nodeCount: 3, diskSizeGB: 40, diskIOPS: 3000 },
              readOnlySpecs: { nodeCount: 0 },
              analyticsSpecs: { nodeCount: 0 },
            },
          ],
        },
      ],
    })
  })

  it('is CREATING, IDLE, UPDATING and DELETING by the clock', async ({ docdb, clusters }) => {
    await create(docdb, clusters, 'shop')
    expect(await state(docdb, clusters, 'shop')).toBe('CREATING')
    expect((await call(docdb, 'GET', `${clusters}/shop/status`)).body.changeStatus).toBe('PENDING')
    docdb.clock.advance(2000)
    const { body } = await call(docdb, 'GET', `${clusters}/shop`)
    expect(body.stateName).toBe('IDLE')
    expect(body.connectionStrings.standard).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\//)
    expect((await call(docdb, 'GET', `${clusters}/shop/status`)).body.changeStatus).toBe('APPLIED')
    expect((await call(docdb, 'PATCH', `${clusters}/shop`, { backupEnabled: true })).body.stateName).toBe('UPDATING')
    docdb.clock.advance(2000)
    expect(await state(docdb, clusters, 'shop')).toBe('IDLE')
    expect((await call(docdb, 'DELETE', `${clusters}/shop`)).status).toBe(202)
    expect(await state(docdb, clusters, 'shop')).toBe('DELETING')
    expect((await call(docdb, 'DELETE', `${clusters}/shop`)).body.errorCode).toBe('CLUSTER_ALREADY_REQUESTED_DELETION')
    docdb.clock.advance(2000)
    expect((await call(docdb, 'GET', `${clusters}/shop`)).body).toMatchObject({
      error: 404,
      errorCode: 'CLUSTER_NOT_FOUND',
    })
  })

  it('is idle at once where the seed sets no time', async () => {
    await using instant = await startDocdb({ seed: { docdb: { projects: [{ name: 'Shop' }] } } })
    const path = `/groups/${await firstProject(instant)}/clusters`
    const { body } = await admin(instant, 'POST', path, { name: 'shop', replicationSpecs: REPLICA_SET })
    expect(body.stateName).toBe('CREATING')
    expect((await admin(instant, 'GET', `${path}/shop`)).body.stateName).toBe('IDLE')
    await admin(instant, 'DELETE', `${path}/shop`)
    expect((await admin(instant, 'GET', `${path}/shop`)).status).toBe(404)
  })

  it('is refused with the name of another one', async ({ docdb, clusters }) => {
    await create(docdb, clusters, 'shop')
    const id = clusters.split('/')[2]
    expect((await create(docdb, clusters, 'shop')).body).toEqual({
      detail: `A cluster or serverless instance named shop is already present in group ${id}.`,
      error: 400,
      errorCode: 'DUPLICATE_CLUSTER_NAME',
      parameters: ['cluster or serverless instance', 'shop', id],
      reason: 'Bad Request',
    })
  })

  it.for([
    ['no name', { name: undefined }, 'MISSING_ATTRIBUTE'],
    ['no shards', { replicationSpecs: [] }, 'MISSING_ATTRIBUTE'],
    ['two shards in a replica set', { replicationSpecs: [...REPLICA_SET, ...REPLICA_SET] }, 'INVALID_ATTRIBUTE'],
    ['an unknown type', { clusterType: 'RING' }, 'INVALID_ENUM_VALUE'],
    ['an unknown version of the server', { mongoDBMajorVersion: '2.4' }, 'INVALID_ATTRIBUTE'],
    ['an unknown region', specs({ regionName: 'MOON_1' }), 'INVALID_ENUM_VALUE'],
    ['an unknown size', specs({ electableSpecs: { instanceSize: 'M31' } }), 'INVALID_ENUM_VALUE'],
    ['a shared size at a dedicated provider', specs({ electableSpecs: { instanceSize: 'M0' } }), 'INVALID_ATTRIBUTE'],
    ['a member that does not exist', { shards: 3 }, 'INVALID_ATTRIBUTE'],
  ] as const)('is refused with %s', async ([_name, more, errorCode], { docdb, clusters }) => {
    const { status, body } = await create(docdb, clusters, 'shop', more)
    expect([status, body.errorCode]).toEqual([400, errorCode])
  })

  it('keeps what an update leaves out', async ({ docdb, clusters }) => {
    const { body: before } = await create(docdb, clusters, 'shop')
    const [shard] = before.replicationSpecs
    const { body } = await call(docdb, 'PATCH', `${clusters}/shop`, {
      replicationSpecs: [
        {
          id: shard.id,
          regionConfigs: [{ providerName: 'AWS', regionName: 'EU_WEST_1', electableSpecs: { instanceSize: 'M40' } }],
        },
      ],
      paused: true,
    })
    expect(body).toMatchObject({ paused: true, backupEnabled: false, id: before.id })
    expect(body.replicationSpecs[0]).toMatchObject({ id: shard.id, zoneId: shard.zoneId })
    expect(body.replicationSpecs[0].regionConfigs[0].electableSpecs).toMatchObject({
      instanceSize: 'M40',
      nodeCount: 3,
      diskSizeGB: 80,
    })
  })

  it('can be sent back as it came', async ({ docdb, clusters }) => {
    const { body } = await create(docdb, clusters, 'shop')
    const { status } = await call(docdb, 'PATCH', `${clusters}/shop`, body)
    expect(status).toBe(200)
  })

  it('cannot be deleted while it is protected', async ({ docdb, clusters }) => {
    await create(docdb, clusters, 'shop', { terminationProtectionEnabled: true })
    const { status, body } = await call(docdb, 'DELETE', `${clusters}/shop`)
    expect([status, body.errorCode]).toEqual([400, 'CANNOT_TERMINATE_CLUSTER_WHEN_TERMINATION_PROTECTION_ENABLED'])
  })

  it('can share its machines', async ({ docdb, clusters }) => {
    const { body } = await create(
      docdb,
      clusters,
      'free',
      specs({ providerName: 'TENANT', electableSpecs: { instanceSize: 'M0' } }),
    )
    expect(body.replicationSpecs[0].regionConfigs[0]).toEqual({
      backingProviderName: 'AWS',
      electableSpecs: { instanceSize: 'M0' },
      priority: 7,
      providerName: 'TENANT',
      regionName: 'EU_WEST_1',
    })
  })
})

describe('a sharded cluster', () => {
  it('has its shards one by one, and before 2024 a number of them for each zone', async ({ docdb, clusters }) => {
    const replicationSpecs = [{ ...REPLICA_SET[0], numShards: 3 }]
    const before = { accept: 'application/vnd.atlas.2023-02-01+json' }
    const sharded = { name: 'big', clusterType: 'SHARDED', replicationSpecs }
    const { body } = await call(docdb, 'POST', clusters, sharded, before)
    expect(body).toMatchObject({ diskSizeGB: 40, replicationSpecs: [{ numShards: 3, zoneName: 'Zone 1' }] })
    expect(body.replicationSpecs[0].regionConfigs[0].electableSpecs).not.toHaveProperty('diskSizeGB')
    const today = (await call(docdb, 'GET', `${clusters}/big`)).body
    expect(today.replicationSpecs).toHaveLength(3)
    expect(today).not.toHaveProperty('diskSizeGB')
    expect(new Set(today.replicationSpecs.map((each: { zoneId: string }) => each.zoneId)).size).toBe(1)
  })
})

describe('clusters', () => {
  it('are listed', async ({ docdb, clusters }) => {
    await create(docdb, clusters, 'a')
    await create(docdb, clusters, 'b')
    expect((await call(docdb, 'GET', clusters)).body).toMatchObject({
      totalCount: 2,
      results: [{ name: 'a' }, { name: 'b' }],
    })
    expect((await call(docdb, 'GET', '/clusters')).body.results[0]).toMatchObject({
      groupName: 'Shop',
      clusters: [{ name: 'a', nodeCount: 3, type: 'REPLICA_SET', availability: 'unavailable' }, { name: 'b' }],
    })
  })

  it('have settings for their processes', async ({ docdb, clusters }) => {
    await create(docdb, clusters, 'shop')
    const path = `${clusters}/shop/processArgs`
    expect((await call(docdb, 'GET', path)).body).toMatchObject({
      javascriptEnabled: true,
      minimumEnabledTlsProtocol: 'TLS1_2',
    })
    const changed = await call(docdb, 'PATCH', path, { javascriptEnabled: false, oplogSizeMB: 2048 })
    expect(changed.body).toMatchObject({ javascriptEnabled: false, oplogSizeMB: 2048, noTableScan: false })
    expect((await call(docdb, 'GET', path)).body).toEqual(changed.body)
  })

  it('can be made in the regions of a provider', async ({ docdb, clusters }) => {
    const { body } = await call(docdb, 'GET', `${clusters}/provider/regions?providers=GCP&tier=M10`)
    expect(body.results).toHaveLength(1)
    expect(body.results[0]).toMatchObject({
      provider: 'GCP',
      instanceSizes: [
        { name: 'M10', availableRegions: [{ default: true, name: 'CENTRAL_US' }, { default: false }] },
      ].map((size) => ({ ...size, availableRegions: expect.arrayContaining(size.availableRegions.slice(0, 1)) })),
    })
  })
})

/** The shards of a replica set whose region has these members. */
function specs(region: object): object {
  return { replicationSpecs: [{ regionConfigs: [{ ...REPLICA_SET[0]?.regionConfigs[0], ...region }] }] }
}
