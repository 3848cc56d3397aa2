import { MongoClient, MongoClientBulkWriteError, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/bulkWrite/

const it = databaseTest({
  database_users: [
    { username: 'app', password: 'secret', roles: ['atlasAdmin'] },
    { username: 'clerk', password: 'secret', roles: [{ role: 'readWrite', db: 'shop' }] },
  ],
})

const orders = { namespace: 'shop.orders' } as const
const insertion = (_id: number) => ({ ...orders, name: 'insertOne', document: { _id } as Document }) as const

describe('a bulk of writes to several namespaces', () => {
  it('counts each kind of write, and tells the result of each', async ({ docdb, client }) => {
    const result = await client.bulkWrite(
      [
        insertion(1),
        { namespace: 'blog.posts', name: 'insertOne', document: { title: 'News' } },
        { ...orders, name: 'updateOne', filter: { _id: 1 } as Document, update: { $set: { status: 'open' } } },
        { ...orders, name: 'updateOne', filter: { _id: 7 } as Document, update: { $set: { a: 1 } }, upsert: true },
        { ...orders, name: 'updateMany', filter: {}, update: [{ $set: { seen: true } }] },
        { ...orders, name: 'replaceOne', filter: { _id: 7 } as Document, replacement: { b: 2 } },
        { namespace: 'blog.posts', name: 'deleteMany', filter: { title: 'News' } },
      ],
      { verboseResults: true },
    )
    expect(result).toMatchObject({
      insertedCount: 2,
      matchedCount: 4,
      modifiedCount: 4,
      upsertedCount: 1,
      deletedCount: 1,
    })
    expect(result.updateResults?.get(3)).toMatchObject({ didUpsert: true, upsertedId: 7 })
    expect(result.deleteResults?.get(6)).toEqual({ deletedCount: 1 })
    expect(docdb.collection('shop.orders').find()).toEqual([
      { _id: 1, status: 'open', seen: true },
      { _id: 7, b: 2 },
    ])
    expect(docdb.collection('blog.posts').count()).toBe(0)
  })

  it.for([
    [true, 1],
    [false, 2],
  ] as const)('ends at the first error when ordered is %j', async ([ordered, count], { docdb, client }) => {
    const refused = client.bulkWrite([insertion(1), insertion(1), insertion(2)], { ordered })
    await expect(refused).rejects.toThrow(MongoClientBulkWriteError)
    const failed = await refused.then(
      () => null,
      (error: unknown) => error as MongoClientBulkWriteError, // checked above
    )
    expect([...(failed?.writeErrors ?? [])]).toMatchObject([
      [1, { code: 11_000, message: expect.stringContaining('E11000') }],
    ])
    expect(failed?.partialResult?.insertedCount).toBe(count)
    expect(docdb.collection('shop.orders').count()).toBe(count)
  })

  it('answers errors alone where nobody asks for more', async ({ client }) => {
    const command = { bulkWrite: 1, ops: [{ insert: 0, document: { _id: 1 } }], nsInfo: [{ ns: 'shop.orders' }] }
    const silent = await client.db('admin').command({ ...command, errorsOnly: true })
    expect(silent).toMatchObject({ cursor: { firstBatch: [] }, nInserted: 1, nErrors: 0 })
    const failed = await client.db('admin').command({ ...command, errorsOnly: true })
    expect(failed).toMatchObject({
      cursor: { firstBatch: [{ ok: 0, idx: 0, n: 0, code: 11_000, keyPattern: { _id: 1 } }] },
      nErrors: 1,
    })
  })

  it('gives its results in batches, which a getMore continues', async ({ client }) => {
    const ops = [1, 2, 3].map((_id) => ({ insert: 0, document: { _id } }))
    const admin = client.db('admin')
    const command = { bulkWrite: 1, ops, nsInfo: [{ ns: 'shop.orders' }], cursor: { batchSize: 1 } }
    const { cursor } = await admin.command(command)
    expect(cursor).toMatchObject({ firstBatch: [{ ok: 1, idx: 0, n: 1 }], ns: 'admin.$cmd.bulkWrite' })
    const more = await admin.command({ getMore: cursor.id, collection: '$cmd.bulkWrite', batchSize: 5 })
    expect(more['cursor']).toMatchObject({ nextBatch: [{ idx: 1 }, { idx: 2 }] })
    expect(Number(more['cursor'].id)).toBe(0)
  })

  it('ends a transaction in which a write fails', async ({ docdb, client }) => {
    const session = client.startSession()
    session.startTransaction()
    await expect(client.bulkWrite([insertion(1), insertion(1)], { session, ordered: false })).rejects.toThrow()
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    await session.endSession()
    expect(docdb.collection('shop.orders').count()).toBe(0)
  })

  it('needs the right to write to each of the namespaces', async ({ docdb }) => {
    const clerk = await MongoClient.connect(docdb.uri.replace('app:', 'clerk:'))
    await clerk.bulkWrite([insertion(1)])
    const refused = clerk.bulkWrite([insertion(2), { namespace: 'blog.posts', name: 'insertOne', document: {} }])
    await expect(refused).rejects.toMatchObject({ cause: { code: 13, codeName: 'Unauthorized' } })
    expect(docdb.collection('shop.orders').count()).toBe(1)
    await clerk.close()
  })

  it.for<readonly [Document, string, Document]>([
    [{ ops: [], nsInfo: [] }, 'admin', { code: 16 }],
    [{ ops: [{ insert: 1, document: {} }], nsInfo: [{ ns: 'a.b' }] }, 'admin', { code: 2 }],
    [{ ops: [{ upsert: 0 }], nsInfo: [{ ns: 'a.b' }] }, 'admin', { code: 9 }],
    [{ ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: 'orders' }] }, 'admin', { code: 73 }],
    [{ ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: 'a.b' }] }, 'shop', { code: 13 }],
  ] as const)('is refused as %j in %s', async ([members, database, refusal], { client }) => {
    await expect(client.db(database).command({ bulkWrite: 1, ...members })).rejects.toMatchObject(refusal)
  })
})
