import { Long, MongoClient, type ClientSession, type Document } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

let docdb: Emulator<'docdb'>
let client: MongoClient
beforeAll(async () => {
  const documents = Array.from({ length: 20 }, (_, _id) => ({ _id }))
  docdb = await startDatabase({ data: [{ database: 'shop', collection: 'orders', documents }] })
  client = await MongoClient.connect(docdb.uri)
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})
beforeEach(() => docdb.reset())
const shop = () => client.db('shop')
const orders = () => shop().collection<{ _id: number }>('orders')

describe('a cursor', () => {
  const open = async (session?: ClientSession): Promise<Long> => {
    const options = session === undefined ? {} : { session }
    const { cursor } = await shop().command({ find: 'orders', batchSize: 5 }, options)
    return Long.fromValue((cursor as Document)['id'] as Long)
  }

  it('goes on in its own session only', async () => {
    const session = client.startSession()
    const id = await open(session)
    const refused = shop().command({ getMore: id, collection: 'orders' })
    await expect(refused).rejects.toMatchObject({ code: 50_738 })
    const { cursor } = await shop().command({ getMore: id, collection: 'orders' }, { session })
    expect(cursor).toMatchObject({ nextBatch: { length: 15 } })
    await session.endSession()
  })

  it('belongs to its collection', async () => {
    const session = client.startSession()
    const refused = shop().command({ getMore: await open(session), collection: 'others' }, { session })
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
  const withNumber = async (number: number, work: (session: ClientSession) => Promise<unknown>): Promise<unknown> => {
    const session = client.startSession()
    try {
      session.startTransaction()
      await orders().findOne({}, { session })
      await session.commitTransaction()
      if (session.serverSession !== null) session.serverSession.txnNumber = number
      return await work(session)
    } finally {
      // The next client session takes this one of the server.
      if (session.serverSession !== null) session.serverSession.txnNumber = 100
      await session.endSession()
    }
  }

  it('may not go back for a transaction', async () => {
    await withNumber(-5, async (session) => {
      session.startTransaction()
      await expect(orders().findOne({}, { session })).rejects.toMatchObject(TOO_OLD)
    })
  })

  it('may not go back for a write that the driver could repeat', async () => {
    await withNumber(-5, async (session) => {
      await expect(orders().insertOne({ _id: 99 }, { session })).rejects.toMatchObject(TOO_OLD)
    })
    expect(await orders().countDocuments()).toBe(20)
  })
})

describe('a fault that may pass', () => {
  it('is labelled, so that the driver repeats the write', async () => {
    docdb.faults.add({ operation: 'insert', code: 'HostUnreachable', times: 1 })
    await orders().insertOne({ _id: 99 })
    expect(docdb.requests.filter(({ operation }) => operation === 'insert')).toHaveLength(2)
    docdb.faults.add({ operation: 'insert', code: 'HostUnreachable', times: 1 })
    const unrepeated = shop().command({ insert: 'orders', documents: [{ _id: 100 }] })
    await expect(unrepeated).rejects.toMatchObject({ code: 6, errorLabels: [] })
  })
})

describe('a change stream', () => {
  it('ends when its collection is renamed', async () => {
    const stream = orders().watch([], { maxAwaitTimeMS: 5 })
    await stream.tryNext()
    await orders().rename('old')
    expect(await stream.next()).toMatchObject({ operationType: 'rename', to: { db: 'shop', coll: 'old' } })
    expect(await stream.next()).toMatchObject({ operationType: 'invalidate' })
    await stream.close()
  })

  it('fails where it needs earlier versions that the collection does not keep', async () => {
    const stream = orders().watch([], { maxAwaitTimeMS: 5, fullDocumentBeforeChange: 'required' })
    await stream.tryNext()
    await orders().deleteOne({ _id: 1 })
    await expect(stream.next()).rejects.toMatchObject({ code: 47, codeName: 'NoMatchingDocument' })
    await stream.close()
  })
})
