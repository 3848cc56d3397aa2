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

describe('the end of a result', () => {
  const idAfter = async (client: MongoClient, find: Document): Promise<boolean> => {
    const { cursor } = await shop(client).command({ find: 'orders', ...find })
    return Long.fromValue((cursor as Document)['id'] as Long).isZero()
  }

  it('is unknown while a batch is full, as the server has not looked for another document', async ({ client }) => {
    expect(await idAfter(client, { batchSize: 21 })).toBe(true)
    const { cursor } = await shop(client).command({ find: 'orders', batchSize: 20 })
    const { id } = cursor as { id: Long }
    const more = await shop(client).command({ getMore: Long.fromValue(id), collection: 'orders' })
    expect(more['cursor']).toMatchObject({ nextBatch: [], id: 0 })
  })

  it('is known of a limit and of one _id, and not of documents that the server has sorted', async ({ client }) => {
    expect(await idAfter(client, { batchSize: 20, limit: 20 })).toBe(true)
    expect(await idAfter(client, { batchSize: 20, limit: 20, sort: { _id: 1 } })).toBe(true)
    expect(await idAfter(client, { batchSize: 20, sort: { total: 1 } })).toBe(false)
    expect(await idAfter(client, { batchSize: 20, limit: 20, sort: { total: 1 } })).toBe(false)
    expect(await idAfter(client, { batchSize: 21, sort: { total: 1 } })).toBe(true)
    expect(await idAfter(client, { batchSize: 1, filter: { _id: 1 } })).toBe(true)
    expect(await idAfter(client, { batchSize: 1, filter: { _id: { $lt: 1 } } })).toBe(false)
  })
})

describe('the wait of a getMore', () => {
  const open = async (client: MongoClient, options: Document) => {
    await shop(client).createCollection('log', { capped: true, size: 4096 })
    await shop(client).collection('log').insertOne({ line: 1 })
    const { cursor } = await shop(client).command({ find: 'log', ...options })
    return { getMore: Long.fromValue((cursor as Document)['id'] as Long), collection: 'log' }
  }

  it('is for a cursor that awaits data only', async ({ client }) => {
    const more = await open(client, { tailable: true })
    const startedAt = performance.now()
    expect((await shop(client).command(more))['cursor']).toMatchObject({ nextBatch: [] })
    expect(performance.now() - startedAt).toBeLessThan(900)
    const limited = shop(client).command({ ...more, maxTimeMS: 5 })
    await expect(limited).rejects.toMatchObject({ code: 2, message: expect.stringContaining('non-awaitData cursor') })
  })

  it('ends after its maxTimeMS', async ({ client }) => {
    const more = await open(client, { tailable: true, awaitData: true })
    const startedAt = performance.now()
    expect((await shop(client).command({ ...more, maxTimeMS: 50 }))['cursor']).toMatchObject({ nextBatch: [] })
    expect(performance.now() - startedAt).toBeGreaterThan(45)
  })

  it('leaves nothing behind when other changes wake it', async ({ client }) => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    const stream = orders(client).watch([], { maxAwaitTimeMS: 2000 })
    await stream.tryNext()
    const next = stream.next()
    for (let at = 0; at < 30; at++) await shop(client).collection('others').insertOne({ at })
    await orders(client).insertOne({ _id: 99 })
    expect(await next).toMatchObject({ operationType: 'insert' })
    await stream.close()
    process.off('warning', note)
    expect(warnings).toEqual([])
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
