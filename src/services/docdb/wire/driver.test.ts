import { createRequire } from 'node:module'
import {
  Decimal128,
  Double,
  GridFSBucket,
  Int32,
  Long,
  MaxKey,
  MinKey,
  MongoClient,
  Timestamp,
  UUID,
  BSONRegExp,
  Binary,
} from 'mongodb'
import type mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase as startDocdb } from '#docdb/driver.fixture.ts'

// The types of mongoose are declared under its own name, which the second version does not have here. It carries the
// driver.
const { mongo: previous } = createRequire(import.meta.url)('mongoose-8') as typeof mongoose

/** Lets a change stream look for changes again at once, so that no test waits a second for none. */
const POLLING = { maxAwaitTimeMS: 5 }

/** The part of the driver that both major versions have in common. */
type Client = MongoClient

const drivers: readonly (readonly [string, (uri: string) => Promise<Client>, typeof GridFSBucket])[] = [
  ['mongodb of today', (uri) => MongoClient.connect(uri), GridFSBucket],
  // The two versions have the same methods.
  [
    'mongodb of the major before',
    (uri) => previous.MongoClient.connect(uri) as unknown as Promise<Client>,
    previous.GridFSBucket as never,
  ],
]

describe.each(drivers)('%s', (_name, connect, Bucket) => {
  let docdb: Emulator<'docdb'>
  let client: Client
  beforeAll(async () => {
    docdb = await startDocdb()
    client = await connect(docdb.uri)
  })
  afterAll(async () => {
    await client.close()
    await docdb.close()
  })
  beforeEach(() => docdb.reset())
  const orders = () => client.db('shop').collection('orders')

  it('inserts, finds, updates and deletes', async () => {
    const { insertedId } = await orders().insertOne({ number: 1, items: [{ sku: 'a', qty: 2 }] })
    expect(await orders().findOne({ 'items.sku': 'a' })).toEqual({
      _id: insertedId,
      number: 1,
      items: [{ sku: 'a', qty: 2 }],
    })
    await orders().insertMany([{ number: 2 }, { number: 3 }])
    expect(await orders().updateMany({ number: { $gt: 1 } }, { $inc: { number: 10 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    })
    expect(
      await orders()
        .find()
        .sort({ number: -1 })
        .map(({ number }) => number as number)
        .toArray(),
    ).toEqual([13, 12, 1])
    expect(await orders().deleteMany({ number: { $gt: 1 } })).toMatchObject({ deletedCount: 2 })
    expect(await orders().countDocuments()).toBe(1)
    expect(await orders().estimatedDocumentCount()).toBe(1)
    expect(await orders().distinct('items.qty')).toEqual([2])
  })

  it('upserts, replaces, and finds and modifies', async () => {
    expect(
      await orders().updateOne({ number: 7 }, { $setOnInsert: { status: 'new' } }, { upsert: true }),
    ).toMatchObject({ upsertedCount: 1, matchedCount: 0 })
    expect(
      await orders().findOneAndUpdate({ number: 7 }, { $set: { status: 'open' } }, { returnDocument: 'after' }),
    ).toMatchObject({ number: 7, status: 'open' })
    expect(await orders().findOneAndReplace({ number: 7 }, { number: 8 })).toMatchObject({ number: 7 })
    expect(await orders().findOneAndDelete({ number: 8 })).toMatchObject({ number: 8 })
    expect(await orders().findOneAndDelete({ number: 8 })).toBeNull()
  })

  it('reads large results in batches, and ends its cursors', async () => {
    await orders().insertMany(Array.from({ length: 1000 }, (_, number) => ({ number })))
    expect((await orders().find().batchSize(100).toArray()).length).toBe(1000)
    const cursor = orders().find().batchSize(10)
    await cursor.next()
    await cursor.close()
    expect(docdb.requests.map(({ operation }) => operation)).toContain('killCursors')
  })

  it('does a bulk of writes, in order and not', async () => {
    const result = await orders().bulkWrite([
      { insertOne: { document: { number: 1 } } },
      { updateOne: { filter: { number: 1 }, update: { $set: { paid: true } } } },
      { replaceOne: { filter: { number: 2 }, replacement: { number: 2 }, upsert: true } },
      { deleteOne: { filter: { number: 1 } } },
    ])
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 })
    await orders().createIndex({ number: 1 }, { unique: true })
    const refused = orders().insertMany([{ number: 5 }, { number: 5 }, { number: 6 }], { ordered: false })
    await expect(refused).rejects.toMatchObject({ code: 11000, result: { insertedCount: 2 } })
  })

  it('refuses a key that is taken in the server’s words', async () => {
    await orders().createIndex({ email: 1 }, { unique: true })
    await orders().insertOne({ email: 'ada@example.com' })
    await expect(orders().insertOne({ email: 'ada@example.com' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'ada@example.com' },
      message:
        'E11000 duplicate key error collection: shop.orders index: email_1 dup key: { email: "ada@example.com" }',
    })
  })

  it('goes on with its connections after a reset', async () => {
    await orders().insertOne({ number: 1 })
    const before = docdb.requests.length
    docdb.reset()
    expect(before).toBeGreaterThan(0)
    expect(await orders().countDocuments()).toBe(0)
    await orders().insertOne({ number: 2 })
    expect(docdb.collection('shop.orders').find({}, { projection: { _id: 0 } })).toEqual([{ number: 2 }])
  })

  it('ends cursors and transactions at a reset', async () => {
    await orders().insertMany(Array.from({ length: 300 }, (_, number) => ({ number })))
    const cursor = orders().find().batchSize(10)
    for (let read = 0; read < 10; read++) await cursor.next()
    docdb.reset()
    await expect(cursor.next()).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' })
    const session = client.startSession()
    session.startTransaction()
    await orders().insertOne({ number: 1 }, { session })
    docdb.reset()
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    await session.endSession()
  })

  it('commits a transaction whole, and shows it to nobody before', async () => {
    const session = client.startSession()
    await orders().insertOne({ number: 1, stock: 5 })
    await session.withTransaction(async () => {
      await orders().updateOne({ number: 1 }, { $inc: { stock: -1 } }, { session })
      await orders().insertOne({ number: 2 }, { session })
      expect(await orders().countDocuments({}, { session })).toBe(2)
      expect(await orders().countDocuments()).toBe(1)
    })
    expect(
      await orders()
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ number: 1, stock: 4 }, { number: 2 }])
    await session.endSession()
  })

  it('reads in a transaction what was there when it began', async () => {
    await orders().insertOne({ number: 1 })
    const session = client.startSession()
    session.startTransaction()
    expect(await orders().countDocuments({}, { session })).toBe(1)
    await orders().insertOne({ number: 2 })
    expect(await orders().countDocuments({}, { session })).toBe(1)
    await session.abortTransaction()
    expect(await orders().countDocuments()).toBe(2)
    await session.endSession()
  })

  it('refuses the second of two transactions that write one document', async () => {
    await orders().insertOne({ number: 1, stock: 1 })
    const [one, other] = [client.startSession(), client.startSession()]
    one.startTransaction()
    other.startTransaction()
    await orders().updateOne({ number: 1 }, { $inc: { stock: -1 } }, { session: one })
    const conflict = await orders()
      .updateOne({ number: 1 }, { $inc: { stock: -1 } }, { session: other })
      .catch((error: unknown) => error)
    expect(conflict).toMatchObject({ code: 112, codeName: 'WriteConflict' })
    expect((conflict as { hasErrorLabel(label: string): boolean }).hasErrorLabel('TransientTransactionError')).toBe(
      true,
    )
    await one.commitTransaction()
    expect(await orders().findOne({}, { projection: { _id: 0 } })).toEqual({ number: 1, stock: 0 })
    await Promise.all([one.endSession(), other.endSession()])
  })

  it('lets a write outside of a transaction wait for its end', async () => {
    await orders().insertOne({ number: 1, stock: 1 })
    const session = client.startSession()
    session.startTransaction()
    await orders().updateOne({ number: 1 }, { $set: { stock: 10 } }, { session })
    const waiting = orders().updateOne({ number: 1 }, { $inc: { stock: 1 } })
    await session.commitTransaction()
    await waiting
    expect(await orders().findOne({}, { projection: { _id: 0 } })).toEqual({ number: 1, stock: 11 })
    await session.endSession()
  })

  it('ends the wait for a change when the stream is closed', async () => {
    const stream = orders().watch([], { maxAwaitTimeMS: 60_000 })
    const waiting = stream.next().catch((error: unknown) => error)
    await vi.waitFor(() => expect(docdb.requests.at(-1)).toMatchObject({ operation: 'getMore', status: null }))
    await stream.close()
    expect(await waiting).toBeInstanceOf(Error)
  })

  it('reports changes, and resumes after a token', async () => {
    const stream = orders().watch([], { ...POLLING, fullDocument: 'updateLookup' })
    await stream.tryNext()
    const { insertedId } = await orders().insertOne({ number: 1 })
    await orders().updateOne({ number: 1 }, { $set: { paid: true } })
    const first = await stream.next()
    expect(first).toMatchObject({
      operationType: 'insert',
      fullDocument: { number: 1 },
      ns: { db: 'shop', coll: 'orders' },
    })
    expect(await stream.next()).toMatchObject({
      operationType: 'update',
      documentKey: { _id: insertedId },
      updateDescription: { updatedFields: { paid: true }, removedFields: [] },
      fullDocument: { number: 1, paid: true },
    })
    await stream.close()
    const resumed = orders().watch([], { ...POLLING, resumeAfter: first._id })
    expect(await resumed.next()).toMatchObject({ operationType: 'update' })
    await resumed.close()
    const whole = client.watch([{ $match: { operationType: 'delete' } }], POLLING)
    await whole.tryNext()
    await orders().deleteOne({ number: 1 })
    expect(await whole.next()).toMatchObject({ operationType: 'delete', documentKey: { _id: insertedId } })
    await whole.close()
  })

  it('follows a capped collection with a tailable cursor', async () => {
    const log = await client.db('shop').createCollection('log', { capped: true, size: 100_000, max: 4 })
    await log.insertOne({ line: 1 })
    const cursor = log.find({}, { tailable: true, awaitData: true })
    expect(await cursor.next()).toMatchObject({ line: 1 })
    const next = cursor.next()
    await log.insertMany([{ line: 2 }, { line: 3 }, { line: 4 }])
    expect(await next).toMatchObject({ line: 2 })
    await log.insertOne({ line: 5 })
    expect(await log.find({}, { projection: { _id: 0 } }).toArray()).toMatchObject([{ line: 2 }, {}, {}, { line: 5 }])
    await cursor.close()
  })

  it('watches a collection, a database and the deployment', async () => {
    const streams = [
      orders().watch([], POLLING),
      client.db('shop').watch([], POLLING),
      client.watch([{ $match: { 'ns.db': 'shop' } }], POLLING),
    ]
    for (const each of streams) await each.tryNext()
    await client.db('other').collection('orders').insertOne({ number: 0 })
    await orders().insertOne({ number: 1 })
    for (const each of streams) {
      expect(await each.next()).toMatchObject({ operationType: 'insert', ns: { db: 'shop', coll: 'orders' } })
    }
    const [own, database, deployment] = streams
    await orders().drop()
    expect([await own?.next(), await own?.next()]).toMatchObject([
      { operationType: 'drop' },
      { operationType: 'invalidate' },
    ])
    expect(await database?.next()).toMatchObject({ operationType: 'drop', ns: { coll: 'orders' } })
    expect(await deployment?.next()).toMatchObject({ operationType: 'drop' })
    await Promise.all(streams.map((each) => each.close()))
  })

  it('shows documents as they were before and after a change, where the collection keeps images', async () => {
    const items = await client.db('shop').createCollection('items', { changeStreamPreAndPostImages: { enabled: true } })
    await items.insertOne({ number: 1 })
    const stream = items.watch([], { ...POLLING, fullDocument: 'whenAvailable', fullDocumentBeforeChange: 'required' })
    await stream.tryNext()
    await items.updateOne({}, { $set: { number: 2 } })
    await items.replaceOne({}, { number: 3 })
    await items.deleteOne({})
    expect([await stream.next(), await stream.next(), await stream.next()]).toMatchObject([
      { operationType: 'update', fullDocument: { number: 2 }, fullDocumentBeforeChange: { number: 1 } },
      { operationType: 'replace', fullDocument: { number: 3 }, fullDocumentBeforeChange: { number: 2 } },
      { operationType: 'delete', fullDocumentBeforeChange: { number: 3 } },
    ])
    await stream.close()
  })

  it('keeps a change stream across a reset, which goes on with what happens then', async () => {
    const stream = orders().watch([], POLLING)
    await stream.tryNext()
    await orders().insertMany([{ number: 1 }, { number: 2 }])
    const first = await stream.next()
    await stream.next()
    docdb.reset()
    await orders().insertOne({ number: 3 })
    expect(await stream.next()).toMatchObject({ operationType: 'insert', fullDocument: { number: 3 } })
    await stream.close()
    const resumed = orders().watch([], { ...POLLING, resumeAfter: first._id })
    expect(await resumed.next()).toMatchObject({ fullDocument: { number: 3 } })
    await resumed.close()
  })

  it('refuses a token that is none, and one whose changes are gone', async () => {
    const open = async (token: string) => {
      const stream = orders().watch([], { ...POLLING, resumeAfter: { _data: token } })
      try {
        await stream.tryNext()
      } finally {
        await stream.close()
      }
    }
    await expect(open('8263')).rejects.toMatchObject({ code: 50_795 })
    const stream = orders().watch([], POLLING)
    await stream.tryNext()
    const { _data: token } = stream.resumeToken as { _data: string } // the server's form
    await stream.close()
    const later = token.slice(0, 2) + 'F'.repeat(13).padStart(16, '0') + token.slice(18)
    await expect(open(later)).rejects.toMatchObject({ code: 286, codeName: 'ChangeStreamHistoryLost' })
  })

  it('stores files in parts', async () => {
    const bucket = new Bucket(client.db('shop'), { chunkSizeBytes: 1024 })
    const content = Buffer.alloc(5000, 'abc')
    const upload = bucket.openUploadStream('report.txt', { metadata: { kind: 'text' } })
    await new Promise((resolve, reject) => upload.on('finish', resolve).on('error', reject).end(content))
    expect(await client.db('shop').collection('fs.chunks').countDocuments()).toBe(5)
    const parts: Buffer[] = []
    for await (const part of bucket.openDownloadStreamByName('report.txt')) parts.push(part as Buffer)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    await bucket.rename(upload.id, 'renamed.txt')
    expect(await bucket.find({ filename: 'renamed.txt' }).toArray()).toMatchObject([{ length: 5000 }])
    await bucket.delete(upload.id)
    expect(await client.db('shop').collection('fs.chunks').countDocuments()).toBe(0)
  })

  it('lets documents expire by the clock', async () => {
    await orders().createIndex({ at: 1 }, { expireAfterSeconds: 60 })
    await orders().insertMany([{ at: new Date() }, { at: new Date(Date.now() + 3_600_000) }, { at: 'never' }])
    docdb.clock.advance('61s')
    expect(await orders().countDocuments()).toBe(2)
    docdb.clock.advance('2 hours')
    expect(await orders().countDocuments()).toBe(1)
  })

  it('keeps unique keys of compound, partial, sparse and nested indexes', async () => {
    await orders().createIndexes([
      { key: { shop: 1, number: -1 }, unique: true, name: 'compound', sparse: true },
      { key: { email: 1 }, unique: true, partialFilterExpression: { active: true } },
      { key: { 'lines.sku': 1 }, unique: true, sparse: true },
    ])
    await orders().insertMany([{ shop: 1, number: 1 }, { shop: 1, number: 2 }, { email: 'a' }, { email: 'a' }])
    await expect(orders().insertOne({ number: 2, shop: 1 })).rejects.toMatchObject({
      code: 11_000,
      keyPattern: { shop: 1, number: -1 },
      keyValue: { shop: 1, number: 2 },
    })
    await orders().insertOne({ email: 'a', active: true })
    await expect(orders().insertOne({ email: 'a', active: true })).rejects.toMatchObject({ keyPattern: { email: 1 } })
    await expect(orders().updateMany({ email: 'a' }, { $set: { active: true } })).rejects.toMatchObject({
      code: 11_000,
    })
    await orders().insertOne({ lines: [{ sku: 'x' }, { sku: 'x' }] })
    await expect(orders().insertOne({ lines: [{ sku: 'y' }, { sku: 'x' }] })).rejects.toMatchObject({
      keyPattern: { 'lines.sku': 1 },
    })
  })

  it('undoes a transaction of several collections that is aborted', async () => {
    const items = client.db('shop').collection('items')
    await orders().insertOne({ number: 1 })
    const failing = client.withSession((session) =>
      session.withTransaction(async () => {
        await orders().updateOne({ number: 1 }, { $set: { paid: true } }, { session })
        await items.insertOne({ sku: 'a' }, { session })
        throw new Error('the payment failed')
      }),
    )
    await expect(failing).rejects.toThrow('the payment failed')
    expect(await orders().findOne({}, { projection: { _id: 0 } })).toEqual({ number: 1 })
    expect(await items.countDocuments()).toBe(0)
  })

  it('does a repeated write once', async () => {
    docdb.faults.add({ operation: 'insert', connection: 'commit then drop', times: 1 })
    await orders().insertOne({ number: 1 })
    expect(await orders().countDocuments()).toBe(1)
    expect(docdb.requests.filter(({ operation }) => operation === 'insert').length).toBe(2)
  })

  it('answers a commit that is repeated', async () => {
    const session = client.startSession()
    session.startTransaction()
    await orders().insertOne({ number: 1 }, { session })
    docdb.faults.add({ operation: 'commitTransaction', connection: 'commit then drop', times: 1 })
    await session.commitTransaction()
    expect(docdb.requests.filter(({ operation }) => operation === 'commitTransaction').length).toBe(2)
    expect(await orders().countDocuments()).toBe(1)
    await session.endSession()
  })

  it('is in the request log with each command and its reply', async () => {
    await orders().insertOne({ number: 1 })
    await client.db('admin').command({ ping: 1 })
    await orders()
      .updateOne({}, { $set: { _id: 5 } })
      .catch(() => undefined)
    const shown = docdb.requests.map(({ method, path, operation, status }) => [method, path, operation, status])
    expect(shown).toEqual([
      ['COMMAND', '/shop/orders', 'insert', 200],
      ['COMMAND', '/admin', 'ping', 200],
      ['COMMAND', '/shop/orders', 'update', 200],
    ])
    const [insert] = docdb.requests
    expect(JSON.parse(insert?.request.body ?? '')).toMatchObject({ insert: 'orders', documents: [{ number: 1 }] })
    expect(JSON.parse(insert?.response?.body ?? '')).toMatchObject({ n: 1, ok: 1 })
  })

  it('answers faults by command', async () => {
    docdb.faults.add({ operation: 'insert', code: 'DocumentValidationFailure', times: 1 })
    await expect(orders().insertOne({ number: 1 })).rejects.toMatchObject({
      code: 121,
      codeName: 'DocumentValidationFailure',
    })
    docdb.faults.add({ operation: 'find', connection: 'drop', times: 1 })
    expect(await orders().findOne()).toBeNull()
    expect(docdb.requests.filter(({ operation }) => operation === 'find').map(({ status }) => status)).toEqual([
      null,
      200,
    ])
  })

  it('manages collections, views and indexes', async () => {
    const db = client.db('shop')
    await db.createCollection('items', {
      validator: { $jsonSchema: { required: ['sku'], properties: { sku: { bsonType: 'string' } } } },
    })
    await expect(db.collection('items').insertOne({ sku: 5 })).rejects.toMatchObject({ code: 121 })
    await db.collection('items').insertOne({ sku: 'a' })
    await db.createCollection('skus', { viewOn: 'items', pipeline: [{ $project: { _id: 0, sku: 1 } }] })
    expect(await db.collection('skus').find({ sku: 'a' }).toArray()).toEqual([{ sku: 'a' }])
    expect((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)).toEqual([
      'items',
      'skus',
    ])
    await db.collection('items').createIndex({ sku: 1 })
    expect((await db.collection('items').indexes()).map(({ name }) => name)).toEqual(['_id_', 'sku_1'])
    await db.collection('items').dropIndex('sku_1')
    await db.collection('items').rename('things')
    expect(await db.collection('things').countDocuments()).toBe(1)
    expect(await db.collection('things').drop()).toBe(true)
    await db.dropDatabase()
    const { databases } = await db.admin().listDatabases({ nameOnly: true })
    expect(databases.map(({ name }) => name)).toEqual(['admin', 'config', 'local'])
  })
})

describe('the types of values', () => {
  it('are kept apart to the last digit', async () => {
    await using docdb = await startDocdb()
    const client = await MongoClient.connect(docdb.uri)
    const values = client.db('test').collection<{ _id: string; value: unknown }>('values')
    const given: Record<string, unknown> = {
      int: new Int32(5),
      long: Long.fromString('9007199254740993'),
      double: new Double(5),
      fraction: new Double(0.1),
      decimal: Decimal128.fromString('1.10'),
      date: new Date('2026-01-01T00:00:00.001Z'),
      timestamp: new Timestamp({ t: 5, i: 6 }),
      binary: new Binary(Buffer.from('abc'), 5),
      uuid: new UUID('3b241101-e2bb-4255-8caf-4136c566a962'),
      regex: new BSONRegExp('^a', 'i'),
      minKey: new MinKey(),
      maxKey: new MaxKey(),
    }
    await values.insertMany(Object.entries(given).map(([_id, value]) => ({ _id, value })))
    const found = await values.find({}, { promoteValues: false, bsonRegExp: true }).toArray()
    const bytes = (value: unknown): string => JSON.stringify(value)
    for (const { _id, value } of found as unknown as { _id: string; value: unknown }[]) {
      expect(bytes(value), _id).toBe(bytes(given[_id]))
    }
    const types = await values
      .aggregate<{ _id: string; type: string }>([{ $project: { type: { $type: '$value' } } }])
      .toArray()
    expect(Object.fromEntries(types.map(({ _id, type }) => [_id, type]))).toEqual({
      int: 'int',
      long: 'long',
      double: 'double',
      fraction: 'double',
      decimal: 'decimal',
      date: 'date',
      timestamp: 'timestamp',
      binary: 'binData',
      uuid: 'binData',
      regex: 'regex',
      minKey: 'minKey',
      maxKey: 'maxKey',
    })
    await client.close()
  })
})

describe('signing in', () => {
  const section = {
    projects: [{ name: 'shop' }],
    database_users: [
      { username: 'ada', password: 'secret', roles: [{ role: 'readWrite', db: 'shop' }] },
      { username: 'eve', password: 'other', roles: [{ role: 'read', db: 'shop' }] },
    ],
  }

  it('takes the seeded users by SCRAM-SHA-256, and refuses others', async () => {
    await using docdb = await startDocdb(section)
    expect(docdb.uri).toContain('ada:secret@')
    const client = await MongoClient.connect(docdb.uri)
    await client.db('shop').collection('orders').insertOne({ number: 1 })
    await expect(client.db('other').collection('orders').insertOne({ number: 1 })).rejects.toMatchObject({ code: 13 })
    await client.close()
    await expect(MongoClient.connect(docdb.uri.replace('secret', 'wrong'))).rejects.toMatchObject({
      code: 18,
      codeName: 'AuthenticationFailed',
    })
    const anonymous = await MongoClient.connect(`mongodb://127.0.0.1:${docdb.port}`)
    await expect(anonymous.db('shop').collection('orders').findOne()).rejects.toMatchObject({
      code: 13,
      codeName: 'Unauthorized',
    })
    await anonymous.close()
    const reader = await MongoClient.connect(`mongodb://eve:other@127.0.0.1:${docdb.port}/?authSource=admin`)
    expect(await reader.db('shop').collection('orders').countDocuments()).toBe(1)
    await expect(reader.db('shop').collection('orders').insertOne({ number: 2 })).rejects.toMatchObject({ code: 13 })
    await reader.close()
  })
})

it('refuses a user who does not exist before it asks for a proof', async () => {
  await using docdb = await startDocdb({})
  const client = await MongoClient.connect(docdb.uri)
  const payload = Buffer.from('n,,n=nobody,r=abc')
  const saslStart = { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload }
  await expect(client.db('admin').command(saslStart)).rejects.toMatchObject({ code: 18 })
  const { speculativeAuthenticate } = await client
    .db('admin')
    .command({ hello: 1, speculativeAuthenticate: { ...saslStart, db: 'admin' } })
  expect(speculativeAuthenticate).toBeUndefined()
  await client.close()
})

it('signs users in by the mechanisms that they have', async () => {
  await using docdb = await startDocdb({
    database_users: [{ username: 'ada', password: 'secret', roles: ['atlasAdmin'] }],
  })
  const connect = (user: string, mechanism: string): Promise<MongoClient> => {
    const query = mechanism === '' ? '' : `&authMechanism=${mechanism}`
    return MongoClient.connect(`mongodb://${user}@127.0.0.1:${docdb.port}/?authSource=admin${query}`)
  }
  const client = await connect('ada:secret', 'SCRAM-SHA-1')
  const admin = client.db('admin')
  await admin.command({ createUser: 'old', pwd: 'pässword', roles: ['root'], mechanisms: ['SCRAM-SHA-1'] })
  await admin.command({ createUser: 'soft', pwd: 'I\u00adX', roles: ['root'], mechanisms: ['SCRAM-SHA-256'] })
  await admin.command({ createUser: 'new', pwd: 'word', roles: ['root'], mechanisms: ['SCRAM-SHA-256'] })
  for (const [user, mechanism] of [
    ['old:p%C3%A4ssword', ''],
    ['old:p%C3%A4ssword', 'SCRAM-SHA-1'],
    ['new:word', ''],
    ['soft:I%C2%ADX', ''],
    ['soft:IX', ''],
    ['ada:secret', 'SCRAM-SHA-256'],
  ] as const)
    await (await connect(user, mechanism)).close()
  for (const [user, mechanism] of [
    ['old:p%C3%A4ssword', 'SCRAM-SHA-256'],
    ['old:word', ''],
    ['new:word', 'SCRAM-SHA-1'],
  ] as const)
    await expect(connect(user, mechanism), user).rejects.toMatchObject({ code: 18 })
  const change = (mechanisms: string[]) => admin.command({ updateUser: 'new', mechanisms })
  await expect(change(['SCRAM-SHA-1'])).rejects.toThrow('must be a subset of previously set mechanisms')
  await expect(change(['PLAIN'])).rejects.toThrow("Unknown auth mechanism 'PLAIN'")
  await client.close()
})

describe('a user of the administration API', () => {
  it('signs in with its password, and reaches the clusters of its scopes', async () => {
    await using docdb = await startDocdb({ clusters: [{ name: 'Cluster0' }, { name: 'Cluster1' }] })
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${docdb.url}/api/atlas/v2${path}`, { headers: { authorization: 'Bearer backlot_admin' }, ...init })
    const { results } = (await (await call('/groups')).json()) as { results: { id: string }[] }
    const created = await call(`/groups/${results[0]?.id}/databaseUsers`, {
      method: 'POST',
      headers: { authorization: 'Bearer backlot_admin', 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'ada',
        password: 'long enough',
        roles: [{ roleName: 'readWriteAnyDatabase', databaseName: 'admin' }],
        scopes: [{ name: 'Cluster1', type: 'CLUSTER' }],
      }),
    })
    expect(created.status).toBe(201)
    const uri = `mongodb://ada:long%20enough@127.0.0.1:${docdb.port}/?authSource=admin`
    const allowed = await MongoClient.connect(`${uri}&appName=Cluster1`)
    await allowed.db('shop').collection('orders').insertOne({ number: 1 })
    await allowed.close()
    expect(docdb.collection('Cluster1/shop.orders').count()).toBe(1)
    const refused = await MongoClient.connect(uri)
    await expect(refused.db('shop').collection('orders').findOne()).rejects.toMatchObject({
      code: 8000,
      codeName: 'AtlasError',
    })
    await refused.close()
  })
})

describe('the port', () => {
  it('serves drivers, HTTP and TLS side by side', async () => {
    const { createEmulator } = await import('#emulator.ts')
    await using docdb = await createEmulator({ service: 'docdb', port: 0, seed: { docdb: {} }, https: true })
    expect((await fetch(`http://127.0.0.1:${docdb.port}/_backlot/requests`)).status).toBe(200)
    for (const options of [`?tls=true&tlsAllowInvalidCertificates=true`, '']) {
      const client = await MongoClient.connect(`mongodb://127.0.0.1:${docdb.port}/${options}`)
      await client.db('shop').collection('orders').insertOne({ number: 1 })
      await client.close()
    }
    expect(docdb.collection('shop.orders').count()).toBe(2)
  })

  it('compresses with zlib', async () => {
    await using docdb = await startDocdb()
    const client = await MongoClient.connect(`${docdb.uri}?compressors=zlib`)
    await client
      .db('shop')
      .collection('orders')
      .insertOne({ text: 'a'.repeat(100_000) })
    expect((await client.db('shop').collection('orders').findOne())?.['text']).toHaveLength(100_000)
    await client.close()
  })
})
