import atlasClient from 'mongodb-atlas-api-client'
import { describe, expect } from 'vitest'
import { admin, docdbTest, type RunningDocdb } from './docdb.fixture.ts'

const KEY = { public_key: 'abcdefgh', private_key: '0b5d5a0e-7f3c-4c1d-9a55-2f8d1f0c9e77' }

let emulator: RunningDocdb
let client: ReturnType<typeof atlasClient>
const it = docdbTest({ seed: { docdb: { projects: [{ name: 'Shop' }], api_keys: [KEY] } } })
it.beforeAll(async ({ docdb }) => {
  emulator = docdb
  const { body } = await admin(emulator, 'GET', '/groups')
  client = atlasClient({
    publicKey: KEY.public_key,
    privateKey: KEY.private_key,
    baseUrl: `${emulator.url}/api/atlas/v2`,
    projectId: body.results[0].id,
  })
})

// The client's types describe an older version of the API.
const shown = (answer: unknown): unknown => answer

describe('a client that authenticates by HTTP Digest', () => {
  it('creates, reads, updates and deletes a cluster', async () => {
    const replicationSpecs = [
      {
        regionConfigs: [
          { providerName: 'AWS', regionName: 'EU_WEST_1', electableSpecs: { instanceSize: 'M10', nodeCount: 3 } },
        ],
      },
    ]
    const created = await client.cluster.create({ name: 'shop', clusterType: 'REPLICASET', replicationSpecs } as never)
    expect(shown(created)).toMatchObject({ name: 'shop', stateName: 'CREATING' })
    expect(shown(await client.cluster.get('shop'))).toMatchObject({ stateName: 'IDLE' })
    expect(shown(await client.cluster.getAll({ itemsPerPage: 1 }))).toMatchObject({ totalCount: 1 })
    expect(shown(await client.cluster.update('shop', { paused: true } as never))).toMatchObject({ paused: true })
    expect(await client.cluster.delete('shop')).toBe(true)
    expect(shown(await client.cluster.get('shop'))).toMatchObject({ errorCode: 'CLUSTER_NOT_FOUND' })
  })

  it('manages database users, custom roles and the access list', async () => {
    const user = {
      databaseName: 'admin',
      username: 'ada',
      password: 'long enough',
      roles: [{ roleName: 'readWrite', databaseName: 'shop' }],
    }
    expect(shown(await client.user.create(user as never))).toMatchObject({ username: 'ada' })
    expect(shown(await client.user.get('ada'))).toMatchObject({ roles: user.roles })
    expect(await client.user.delete('ada')).toBe(true)
    const role = { roleName: 'auditor', actions: [{ action: 'FIND', resources: [{ db: 'shop', collection: '' }] }] }
    expect(shown(await client.customDbRole.create(role as never))).toMatchObject({ roleName: 'auditor' })
    expect(shown(await client.projectAccesslist.create([{ ipAddress: '192.0.2.1' }] as never))).toMatchObject({
      totalCount: 1,
    })
  })

  it('creates and deletes a project', async () => {
    const { results } = shown(await client.organization.getAll()) as { results: { id: string }[] } // the vendor's list
    const project = await client.project.create({ name: 'News', orgId: results[0]?.id ?? '' })
    const { id } = shown(project) as { id: string } // a created project
    expect(shown(await client.project.getByName('News'))).toMatchObject({ id })
    expect(await client.project.delete(id)).toBe(true)
    expect(shown(await client.project.getById(id))).toMatchObject({ errorCode: 'GROUP_NOT_FOUND' })
  })
})
