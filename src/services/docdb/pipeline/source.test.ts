import { Decimal128, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/mql/aggregation-stages/

const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents: [{ _id: 1, total: 10 }] }] })

/** Runs one stage over a collection, or over the database `shop` where there is none. */
const run = (client: MongoClient, stage: Document, collection?: string): Promise<Document[]> => {
  const shop = client.db('shop')
  return (collection === undefined ? shop : shop.collection(collection)).aggregate([stage]).toArray()
}

describe('$collStats', () => {
  it('says where the collection is, and what is asked for', async ({ client }) => {
    const [bare] = await run(client, { $collStats: {} }, 'orders')
    expect(Object.keys(bare ?? {})).toEqual(['ns', 'host', 'localTime'])
    expect(bare).toMatchObject({ ns: 'shop.orders', host: client.options.hosts[0]?.toString() })
    const none = { latencyStats: null, storageStats: null, count: null, queryExecStats: null }
    expect(Object.keys((await run(client, { $collStats: none }, 'none'))[0] ?? {})).toHaveLength(3)
    const all = { latencyStats: {}, storageStats: {}, count: {}, queryExecStats: {} }
    const [stats] = await run(client, { $collStats: all }, 'orders')
    expect(stats).toMatchObject({
      storageStats: { size: 25, count: 1, avgObjSize: 25, nindexes: 1, indexSizes: { _id_: 4096 }, scaleFactor: 1 },
      count: 1,
      queryExecStats: { collectionScans: { total: 0, nonTailable: 0 } },
    })
  })

  it('counts the operations that have ended', async ({ client }) => {
    const orders = client.db('shop').collection<{ _id: number }>('orders')
    await orders.insertOne({ _id: 2 })
    await orders.findOne({ _id: 2 })
    await orders.countDocuments()
    await orders.createIndex({ total: 1 })
    const [stats] = await run(client, { $collStats: { latencyStats: {} } }, 'orders')
    expect(stats?.['latencyStats']).toEqual({
      reads: { latency: 0, ops: 2 },
      writes: { latency: 0, ops: 1 },
      commands: { latency: 0, ops: 1 },
      transactions: { latency: 0, ops: 0 },
    })
    const [detailed] = await run(client, { $collStats: { latencyStats: { histograms: true } } }, 'orders')
    expect(detailed?.['latencyStats']).toMatchObject({ writes: { histogram: [] } })
  })

  it.for<readonly [unknown, number]>([
    [2.9, 2],
    [Decimal128.fromString('2.5'), 2],
    [2 ** 40, 2 ** 31 - 1],
  ])('counts sizes in units of %s bytes', async ([scale, scaleFactor], { client }) => {
    const [stats] = await run(client, { $collStats: { storageStats: { scale } } }, 'orders')
    expect(stats?.['storageStats']).toMatchObject({ scaleFactor, size: Math.floor(25 / scaleFactor), avgObjSize: 25 })
  })
})

const REFUSED: Readonly<Record<string, readonly (readonly [operand: unknown, code: number, collection?: string])[]>> = {
  $collStats: [
    [1, 5_447_000, 'orders'],
    [{ sizes: {} }, 40_415, 'orders'],
    [{ count: 1 }, 14, 'orders'],
    [{ count: { a: 1 } }, 31_170, 'orders'],
    [{ queryExecStats: { a: 1 } }, 31_170, 'orders'],
    [{ latencyStats: { histogram: true } }, 40_415, 'orders'],
    [{ latencyStats: { histograms: 1 } }, 14, 'orders'],
    [{ storageStats: { scale: '1' } }, 14, 'orders'],
    [{ storageStats: { scale: 0.5 } }, 2, 'orders'],
    [{ storageStats: {} }, 26, 'none'],
    [{ count: {} }, 26, 'none'],
    [{ queryExecStats: {} }, 26, 'none'],
    [{ count: {} }, 166, 'open'],
  ],
  $indexStats: [
    [1, 28_803, 'orders'],
    [{ _id_: 1 }, 28_803, 'orders'],
  ],
  $planCacheStats: [
    [1, 9, 'orders'],
    [{ hosts: true }, 9, 'orders'],
    [{ allHosts: 1 }, 13_111, 'orders'],
    [{ allHosts: true }, 4_503_200, 'orders'],
    [{}, 50_933, 'none'],
  ],
  $listSessions: [[{}, 73, 'orders']],
  $listLocalSessions: [
    [{}, 73, 'orders'],
    [1, 14],
    [{ all: true }, 40_415],
    [{ allUsers: 1 }, 14],
    [{ users: {} }, 14],
    [{ users: ['ada'] }, 14],
    [{ users: [{ user: 'ada' }] }, 40_414],
    [{ users: [{ user: 1, db: 'admin' }] }, 14],
    [{ allUsers: true, users: [{ user: 'ada', db: 'admin' }] }, 12],
  ],
}

describe.for(Object.entries(REFUSED))('%s', ([stage, refusals]) => {
  it.for(refusals)('is refused with %j by the code %i', async ([operand, code, collection], { client }) => {
    await client.db('shop').createCollection('open', { viewOn: 'orders', pipeline: [] })
    await expect(run(client, { [stage]: operand }, collection)).rejects.toMatchObject({ code })
  })
})

it('a view has the indexes of its collection', async ({ client }) => {
  await client.db('shop').createCollection('open', { viewOn: 'orders', pipeline: [] })
  expect(await run(client, { $indexStats: {} }, 'open')).toMatchObject([{ name: '_id_' }])
})

it('stages about the server read what it has now', async ({ client }) => {
  const orders = client.db('shop').collection('orders')
  for (const stage of ['$collStats', '$indexStats', '$planCacheStats']) {
    const stats = orders.aggregate([{ [stage]: {} }], { readConcern: { level: 'majority' } })
    await expect(stats.toArray()).rejects.toMatchObject({ code: 72 })
  }
})

it('$currentOp leaves out sessions that are idle where it is asked to', async ({ client }) => {
  await client.withSession(async (session) => {
    session.startTransaction()
    await client.db('shop').collection('orders').findOne({}, { session })
    const idle = async (idleSessions: boolean): Promise<number> => {
      const stages = [{ $currentOp: { idleSessions } }, { $match: { type: 'idleSession' } }]
      return (await client.db('admin').aggregate(stages).toArray()).length
    }
    expect([await idle(true), await idle(false)]).toEqual([1, 0])
    await session.abortTransaction()
  })
})

it('a reference may be the _id of a document', async ({ client }) => {
  const orders = client.db('shop').collection<{ _id: unknown }>('orders')
  const reference = { $ref: 'users', $id: 1, $db: 'shop' }
  await orders.insertOne({ _id: reference })
  expect(await orders.countDocuments({ '_id.$ref': 'users' })).toBe(1)
  await expect(orders.insertOne({ _id: { $id: 1, $ref: 'users' } })).rejects.toMatchObject({ code: 52 })
})

it('the stages about sessions list those of drivers', async ({ client }) => {
  const { id } = await client.withSession(async (session) => {
    await client.db('shop').collection('orders').findOne({}, { session })
    return session.id as { id: unknown }
  })
  const config = client.db('config').collection('system.sessions')
  for (const listed of [
    config.aggregate([{ $listSessions: { allUsers: true } }]),
    client.db('shop').aggregate([{ $listLocalSessions: {} }]),
  ])
    expect((await listed.toArray()).map((each) => each['_id'].id)).toContainEqual(id)
})
