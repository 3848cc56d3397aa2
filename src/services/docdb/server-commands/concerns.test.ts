import { Long, Timestamp, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const documents = [
  { _id: 1, total: 10 },
  { _id: 2, total: 20 },
]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents }] })

interface Order {
  _id: number
  total?: number
}

const shop = (client: MongoClient) => client.db('shop')
const orders = (client: MongoClient) => shop(client).collection<Order>('orders')

describe('a snapshot session', () => {
  it('reads the state of its first read, whatever is written later', async ({ client }) => {
    const session = client.startSession({ snapshot: true })
    const own = { session }
    expect(await orders(client).find({}, own).toArray()).toHaveLength(2)
    await orders(client).updateOne({ _id: 1 }, { $set: { total: 11 } })
    await orders(client).insertOne({ _id: 3, total: 30 })
    await orders(client).drop()
    expect(await orders(client).findOne({ _id: 1 }, own)).toEqual({ _id: 1, total: 10 })
    expect(await orders(client).distinct('total', {}, own)).toEqual([10, 20])
    const sum = [{ $group: { _id: null, sum: { $sum: '$total' } } }]
    expect(await orders(client).aggregate(sum, own).toArray()).toEqual([{ _id: null, sum: 30 }])
    expect(await orders(client).countDocuments({}, own)).toBe(2)
    expect(await orders(client).countDocuments()).toBe(0)
    const readConcern = { level: 'snapshot' }
    const { cursor } = await shop(client).command({ find: 'orders', batchSize: 1, readConcern }, own)
    const { id } = cursor as { id: bigint }
    await shop(client).command({ getMore: id, collection: 'orders', readConcern }, own)
    await session.endSession()
  })

  it('is told the time of its state, at which another session can read too', async ({ client }) => {
    const first = await shop(client).command({ find: 'orders', readConcern: { level: 'snapshot' } })
    const { atClusterTime } = first['cursor'] as { atClusterTime: Timestamp }
    expect(atClusterTime).toBeInstanceOf(Timestamp)
    await orders(client).deleteOne({ _id: 1 })
    const readConcern = { level: 'snapshot', atClusterTime }
    const again = await shop(client).command({ distinct: 'orders', key: '_id', readConcern })
    expect(again).toMatchObject({ values: [1, 2], atClusterTime })
  })

  it('ends after five minutes of the clock', async ({ docdb, client }) => {
    const session = client.startSession({ snapshot: true })
    await orders(client).findOne({}, { session })
    await orders(client).deleteOne({ _id: 1 })
    docdb.clock.advance('6m')
    await expect(orders(client).findOne({}, { session })).rejects.toMatchObject({ code: 239 })
    await session.endSession()
  })

  const level = 'snapshot'
  it.for([
    { insert: 'orders', documents: [{ _id: 9 }] },
    { update: 'orders', updates: [{ q: {}, u: { $set: { x: 1 } } }] },
    { delete: 'orders', deletes: [{ q: {}, limit: 1 }] },
    { findAndModify: 'orders', query: {}, remove: true },
    { listCollections: 1 },
    { listIndexes: 'orders' },
    { count: 'orders' },
    { aggregate: 'orders', pipeline: [{ $out: 'copy' }], cursor: {} },
  ])('is refused for %o', async (command, { client }) => {
    const refused = shop(client).command({ ...command, readConcern: { level } })
    await expect(refused).rejects.toMatchObject({ code: 72, codeName: 'InvalidOptions' })
  })
})

describe('a write concern', () => {
  it.for<readonly [Document, number]>([
    [{ w: true }, 9],
    [{ w: [] }, 9],
    [{ w: 1, j: 'yes' }, 14],
    [{ w: 1, level: 'majority' }, 40_415],
  ])('%o is refused with %i', async ([writeConcern, code], { client }) => {
    const command = { insert: 'orders', documents: [{}], writeConcern }
    await expect(shop(client).command(command)).rejects.toMatchObject({ code })
  })
})

describe('a read concern', () => {
  const later = new Timestamp({ t: 4_000_000_000, i: 1 })
  it.for<readonly [Document, number]>([
    [{ level: 'strict' }, 2],
    [{ level: 1 }, 14],
    [{ level: 'local', majority: true }, 40_415],
    [{ level: 'local', atClusterTime: later }, 72],
    [{ level: 'snapshot', atClusterTime: later }, 72],
    [{ afterClusterTime: later }, 72],
    [{ afterClusterTime: 5 }, 14],
    [{ afterClusterTime: new Timestamp(0n) }, 72],
    [{ level: 'snapshot', afterClusterTime: later, atClusterTime: later }, 72],
  ])('%o is refused with %i', async ([readConcern, code], { client }) => {
    await expect(shop(client).command({ find: 'orders', readConcern })).rejects.toMatchObject({ code })
  })

  it('linearizable reads, and neither writes nor ends a pipeline that writes', async ({ client }) => {
    const readConcern = { level: 'linearizable' }
    expect(await shop(client).command({ find: 'orders', readConcern })).toMatchObject({ ok: 1 })
    const out = { aggregate: 'orders', pipeline: [{ $out: 'copy' }], cursor: {}, readConcern }
    await expect(shop(client).command(out)).rejects.toMatchObject({ code: 72 })
  })

  it('is that of the first command in a transaction', async ({ client }) => {
    const session = client.startSession()
    session.startTransaction({ readConcern: { level: 'majority' } })
    await orders(client).findOne({}, { session })
    const second = { find: 'orders', readConcern: { level: 'local' } }
    const lsid = session.id
    const numbered = { txnNumber: new Long(session.serverSession?.txnNumber ?? 0), autocommit: false, lsid }
    await expect(shop(client).command({ ...second, ...numbered })).rejects.toMatchObject({ code: 72 })
    await session.abortTransaction()
    await session.endSession()
  })
})

describe('a causally consistent session', () => {
  it('reads after its own write, also after a reset of the instance', async ({ docdb, client }) => {
    await client.withSession({ causalConsistency: true }, async (session) => {
      await orders(client).insertOne({ _id: 3 }, { session })
      expect(await orders(client).findOne({ _id: 3 }, { session })).toEqual({ _id: 3 })
      docdb.reset()
      expect(await orders(client).findOne({ _id: 3 }, { session })).toBe(null)
    })
  })
})

describe('a cluster time', () => {
  it.for<readonly [string, unknown, number]>([
    // BSON leaves the function out, so that the server gets an empty document.
    ['no timestamp', { greaterThan: () => true }, 14],
    ['far ahead of the clock', new Timestamp({ t: 4_200_000_000, i: 1 }), 205],
  ])('that is %s is refused', async ([, clusterTime, code], { client }) => {
    const session = client.startSession()
    Object.assign(session, { clusterTime: { clusterTime } })
    await expect(orders(client).findOne({}, { session })).rejects.toMatchObject({ code })
    await session.endSession()
    expect(await orders(client).findOne({ _id: 1 })).toEqual({ _id: 1, total: 10 })
  })
})

describe('a write concern', () => {
  it('that no member can satisfy is an error of a write that is done', async ({ docdb, client }) => {
    const insert = { insert: 'orders', documents: [{ _id: 3 }] }
    expect(await shop(client).command({ ...insert, writeConcern: { w: 3 } })).not.toHaveProperty('writeConcernError')
    const four = { insert: 'orders', documents: [{ _id: 4 }], writeConcern: { w: 4 } }
    await expect(shop(client).command(four)).rejects.toMatchObject({ code: 100, codeName: 'UnsatisfiableWriteConcern' })
    const named = { insert: 'orders', documents: [{ _id: 5 }], writeConcern: { w: 'dc' } }
    await expect(shop(client).command(named)).rejects.toMatchObject({ code: 79 })
    expect(docdb.collection('shop.orders').count()).toBe(5)
    const many = { insert: 'orders', documents: [{ _id: 6 }], writeConcern: { w: 51 } }
    await expect(shop(client).command(many)).rejects.toMatchObject({ code: 9 })
  })

  it('is repeated in the error that it leads to, also where the write is refused', async ({ client }) => {
    const writeConcern = { w: 4, j: true, wtimeout: 250 }
    const writeConcernError = {
      code: 100,
      errInfo: { writeConcern: { ...writeConcern, provenance: 'clientSupplied' } },
    }
    const create = shop(client).command({ create: 'orders', capped: true, size: 4096, writeConcern })
    await expect(create).rejects.toMatchObject({ code: 48, errorResponse: { writeConcernError } })
  })

  it('is not fulfilled in time while members do not replicate', async ({ docdb, client }) => {
    const stop = { configureFailPoint: 'stopReplProducer', mode: 'alwaysOn' }
    const secondary = { readPreference: 'secondary' } as const
    await client.db('admin').command(stop, secondary)
    const insert = (_id: number, writeConcern: Document) =>
      shop(client).command({ insert: 'orders', documents: [{ _id }], writeConcern })
    await insert(3, { w: 'majority', wtimeout: 1 })
    await expect(insert(4, { w: 3, wtimeout: 1 })).rejects.toMatchObject({
      code: 64,
      errorResponse: { writeConcernError: { errInfo: { wtimeout: true } } },
    })
    docdb.faults.clear()
    await insert(5, { w: 3, wtimeout: 1 })
    expect(await orders(client).countDocuments()).toBe(5)
  })

  it('is that of the commit in a transaction', async ({ client }) => {
    const session = client.startSession()
    session.startTransaction()
    await orders(client).findOne({}, { session })
    const numbered = { txnNumber: new Long(session.serverSession?.txnNumber ?? 0), autocommit: false, lsid: session.id }
    const insert = { insert: 'orders', documents: [{ _id: 3 }], writeConcern: { w: 1 }, ...numbered }
    await expect(shop(client).command(insert)).rejects.toMatchObject({ code: 72 })
    await session.abortTransaction()
    await session.endSession()
  })
})

describe('a retryable write', () => {
  it('is done once, and says which statements were done before', async ({ docdb, client }) => {
    const session = client.startSession()
    const insert = {
      insert: 'orders',
      documents: [{ _id: 3 }, { _id: 4 }],
      lsid: session.id,
      txnNumber: new Long(1),
    }
    expect(await shop(client).command(insert)).toMatchObject({ n: 2 })
    expect(await shop(client).command(insert)).toMatchObject({ n: 2, retriedStmtIds: [0, 1] })
    expect(docdb.collection('shop.orders').count()).toBe(4)
    await session.endSession()
  })

  it('has a session, and is a write', async ({ client }) => {
    const txnNumber = new Long(1)
    const find = { find: 'orders', txnNumber }
    await expect(shop(client).command(find)).rejects.toMatchObject({ code: 50_768 })
  })
})
