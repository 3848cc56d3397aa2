import { MongoClient, type Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

let docdb: Emulator<'docdb'>
let client: MongoClient
beforeAll(async () => {
  docdb = await startDatabase({ data: [{ database: 'shop', collection: 'orders', documents: [{ _id: 1 }] }] })
  client = await MongoClient.connect(docdb.uri)
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})

describe('a command is refused', () => {
  it.each<readonly [string, Document, Document]>([
    [
      'with a member that it does not have',
      { find: 'orders', limt: 1 },
      {
        code: 40_415,
        codeName: 'IDLUnknownField',
        message: "BSON field 'FindCommandRequest.limt' is an unknown field.",
      },
    ],
    [
      'with a statement that has such a member',
      { update: 'orders', updates: [{ q: {}, u: { $set: { a: 1 } }, upserts: true }] },
      { code: 40_415, message: "BSON field 'update.updates.upserts' is an unknown field." },
    ],
    [
      'without a member that it needs',
      { insert: 'orders' },
      {
        code: 40_414,
        codeName: 'IDLFailedToParse',
        message: "BSON field 'insert.documents' is missing but a required field",
      },
    ],
    [
      'with a statement that lacks a member',
      { delete: 'orders', deletes: [{ q: { _id: 1 }, limit: 1 }, { q: {} }] },
      { code: 40_414, message: "BSON field 'delete.deletes.limit' is missing but a required field" },
    ],
    [
      'that would delete two documents',
      { delete: 'orders', deletes: [{ q: {}, limit: 2 }] },
      { code: 9, codeName: 'FailedToParse', message: 'The limit field in delete objects must be 0 or 1. Got 2' },
    ],
    [
      'for another version of the API',
      { ping: 1, apiVersion: '2' },
      { code: 322, codeName: 'APIVersionError', message: 'API version must be "1"' },
    ],
    ['for a strict API without a version', { ping: 1, apiStrict: true }, { code: 322 }],
  ])('%s', async (_name, command, refusal) => {
    await expect(client.db('shop').command(command)).rejects.toMatchObject(refusal)
    expect(docdb.collection('shop.orders').count()).toBe(1)
  })
})

describe('a client of the stable API', () => {
  let strict: MongoClient
  beforeAll(async () => {
    // The snippet that the vendor shows for every new cluster.
    strict = await MongoClient.connect(docdb.uri, {
      serverApi: { version: '1', strict: true, deprecationErrors: true },
    })
  })
  afterAll(() => strict.close())
  const orders = () => strict.db('shop').collection('orders')

  it('reads, writes and runs transactions', async () => {
    await strict.db('admin').command({ ping: 1 })
    await strict.withSession((session) =>
      session.withTransaction(async () => {
        await orders().insertMany(
          Array.from({ length: 200 }, (_, number) => ({ number })),
          { session },
        )
      }),
    )
    expect(await orders().find().batchSize(50).toArray()).toHaveLength(201)
    expect(await orders().countDocuments()).toBe(201)
    await orders().deleteMany({ number: { $exists: true } })
  })

  it.each<readonly [string, () => Promise<unknown>, Document]>([
    [
      'a command outside of it',
      () => orders().distinct('number'),
      {
        code: 323,
        codeName: 'APIStrictError',
        message: expect.stringContaining('Provided apiStrict:true, but the command distinct is not in API Version 1.'),
      },
    ],
    [
      'a stage outside of it',
      () =>
        orders()
          .aggregate([{ $indexStats: {} }])
          .toArray(),
      { code: 323 },
    ],
    [
      'an index for text',
      () => orders().createIndex({ note: 'text' }),
      { code: 67, message: 'text indexes cannot be created with apiStrict: true' },
    ],
  ])('is refused %s', async (_name, work, refusal) => {
    await expect(work()).rejects.toMatchObject(refusal)
  })
})
