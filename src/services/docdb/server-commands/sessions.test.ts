import { Long, type MongoClient, type ClientSession, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const documents = Array.from({ length: 20 }, (_, _id) => ({ _id }))
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents }] })

const shop = (client: MongoClient) => client.db('shop')
const orders = (client: MongoClient) => shop(client).collection<{ _id: number }>('orders')

describe('a cursor', () => {
  const open = async (client: MongoClient, session?: ClientSession): Promise<Long> => {
    const options = session === undefined ? {} : { session }
    const { cursor } = await shop(client).command({ find: 'orders', batchSize: 5 }, options)
    return Long.fromValue((cursor as Document)['id'] as Long)
  }

  it('goes on in its own session only', async ({ client }) => {
    const session = client.startSession()
    const id = await open(client, session)
    const refused = shop(client).command({ getMore: id, collection: 'orders' })
    await expect(refused).rejects.toMatchObject({ code: 50_738 })
    const { cursor } = await shop(client).command({ getMore: id, collection: 'orders' }, { session })
    expect(cursor).toMatchObject({ nextBatch: { length: 15 } })
    await session.endSession()
  })

  it('belongs to its collection', async ({ client }) => {
    const session = client.startSession()
    const refused = shop(client).command({ getMore: await open(client, session), collection: 'others' }, { session })
    await expect(refused).rejects.toMatchObject({
      code: 13,
      codeName: 'Unauthorized',
      message: expect.stringContaining("'shop.others', but cursor belongs to a different namespace shop.orders"),
    })
    await session.endSession()
  })
})

describe('a transaction number', () => {
  const TOO_OLD = { code: 225, codeName: 'TransactionTooOld' }
  const withNumber = async (
    client: MongoClient,
    number: number,
    work: (session: ClientSession) => Promise<unknown>,
  ): Promise<unknown> => {
    const session = client.startSession()
    try {
      session.startTransaction()
      await orders(client).findOne({}, { session })
      await session.commitTransaction()
      if (session.serverSession !== null) session.serverSession.txnNumber = number
      return await work(session)
    } finally {
      // The next client session takes this one of the server.
      if (session.serverSession !== null) session.serverSession.txnNumber = 100
      await session.endSession()
    }
  }

  it('may not go back for a transaction', async ({ client }) => {
    await withNumber(client, -5, async (session) => {
      session.startTransaction()
      await expect(orders(client).findOne({}, { session })).rejects.toMatchObject(TOO_OLD)
    })
  })

  it('may not go back for a write that the driver could repeat', async ({ client }) => {
    await withNumber(client, -5, async (session) => {
      await expect(orders(client).insertOne({ _id: 99 }, { session })).rejects.toMatchObject(TOO_OLD)
    })
    expect(await orders(client).countDocuments()).toBe(20)
  })
})

describe('a fault that may pass', () => {
  it('is labelled, so that the driver repeats the write', async ({ docdb, client }) => {
    docdb.faults.add({ operation: 'insert', code: 'HostUnreachable', times: 1 })
    await orders(client).insertOne({ _id: 99 })
    expect(docdb.requests.filter(({ operation }) => operation === 'insert')).toHaveLength(2)
    docdb.faults.add({ operation: 'insert', code: 'HostUnreachable', times: 1 })
    const unrepeated = shop(client).command({ insert: 'orders', documents: [{ _id: 100 }] })
    await expect(unrepeated).rejects.toMatchObject({ code: 6, errorLabels: [] })
  })
})

describe('killAllSessions', () => {
  it('ends transactions and cursors', async ({ client }) => {
    const session = client.startSession()
    session.startTransaction()
    await orders(client).insertOne({ _id: 99 }, { session })
    const { cursor } = await shop(client).command({ find: 'orders', batchSize: 5 }, { session })
    await client.db('admin').command({ killAllSessions: [] })
    const more = { getMore: Long.fromValue((cursor as Document)['id'] as Long), collection: 'orders' }
    await expect(shop(client).command(more)).rejects.toMatchObject({ code: 43 })
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    await session.endSession()
    expect(await orders(client).findOne({ _id: 99 })).toBe(null)
  })
})

describe('a change stream', () => {
  it('ends when its collection is renamed', async ({ client }) => {
    const stream = orders(client).watch([], { maxAwaitTimeMS: 5 })
    await stream.tryNext()
    await orders(client).rename('old')
    expect(await stream.next()).toMatchObject({ operationType: 'rename', to: { db: 'shop', coll: 'old' } })
    expect(await stream.next()).toMatchObject({ operationType: 'invalidate' })
    await stream.close()
  })

  it('fails where it needs earlier versions that the collection does not keep', async ({ client }) => {
    const stream = orders(client).watch([], { maxAwaitTimeMS: 5, fullDocumentBeforeChange: 'required' })
    await stream.tryNext()
    await orders(client).deleteOne({ _id: 1 })
    await expect(stream.next()).rejects.toMatchObject({ code: 47, codeName: 'NoMatchingDocument' })
    await stream.close()
  })
})
