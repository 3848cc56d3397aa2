import { BSONSymbol, Decimal128, Double, Long, type Collection, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

/** A moment, in minutes after noon. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minutes))

// https://www.mongodb.com/docs/manual/core/timeseries-collections/
describe('a time series', () => {
  const timeseries = { timeField: 'at', metaField: 'sensor' }

  it('keeps measurements with the same id, and no index of it', async ({ client }) => {
    const shop = client.db('shop')
    const heat = await shop.createCollection<{ _id: number; at: Date; sensor: string }>('heat', { timeseries })
    await heat.insertMany([
      { _id: 1, at: at(0), sensor: 'a' },
      { _id: 1, at: at(1), sensor: 'b' },
    ])
    expect(await heat.find({ _id: 1 }).toArray()).toHaveLength(2)
    expect(await heat.indexes()).toEqual([{ v: 2, key: { sensor: 1, at: 1 }, name: 'sensor_1_at_1' }])
    expect(await shop.listCollections().toArray()).toEqual([
      {
        name: 'heat',
        type: 'timeseries',
        options: { timeseries: { ...timeseries, granularity: 'seconds', bucketMaxSpanSeconds: 3600 } },
        info: { readOnly: false },
      },
    ])
  })

  it('refuses a measurement without its time', async ({ client }) => {
    const heat = await client.db('shop').createCollection('heat', { timeseries })
    await expect(heat.insertOne({ at: 'noon' })).rejects.toMatchObject({
      code: 2,
      message: "'at' must be present and contain a valid BSON UTC datetime value",
    })
    expect(await heat.countDocuments()).toBe(0)
  })

  it('lets measurements expire by their time, by the clock', async ({ client, docdb }) => {
    const heat = await client.db('shop').createCollection('heat', { timeseries, expireAfterSeconds: 3600 })
    const ago = (minutes: number) => new Date(docdb.clock.now() - minutes * 60_000)
    await heat.insertMany([{ at: ago(59) }, { at: ago(10) }])
    expect(await heat.indexes()).toHaveLength(1)
    docdb.clock.advance('2 minutes')
    expect(await heat.countDocuments()).toBe(1)
    await client.db('shop').command({ collMod: 'heat', expireAfterSeconds: 'off' })
    docdb.clock.advance('2 hours')
    expect(await heat.countDocuments()).toBe(1)
    await client.db('shop').command({ collMod: 'heat', expireAfterSeconds: 60 })
    docdb.clock.advance('1 minute')
    expect(await heat.countDocuments()).toBe(0)
  })

  it('changes to a coarser granularity only, and to longer spans', async ({ client }) => {
    const shop = client.db('shop')
    await shop.createCollection('heat', { timeseries })
    const change = (options: Document) => shop.command({ collMod: 'heat', timeseries: options })
    await change({ granularity: 'minutes' })
    await expect(change({ granularity: 'seconds' })).rejects.toMatchObject({ code: 72 })
    const options = async () => (await shop.listCollections().toArray())[0]
    expect(await options()).toMatchObject({
      options: { timeseries: { granularity: 'minutes', bucketMaxSpanSeconds: 86_400 } },
    })
    const spans = (seconds: number) => ({ bucketMaxSpanSeconds: seconds, bucketRoundingSeconds: seconds })
    await expect(change(spans(3600))).rejects.toMatchObject({ code: 72 })
    await expect(change({ bucketMaxSpanSeconds: 90_000 })).rejects.toMatchObject({ code: 72 })
    await change(spans(90_000))
    expect(await options()).toMatchObject({ options: { timeseries: { ...timeseries, ...spans(90_000) } } })
  })

  it('changes the metadata of measurements only, of all that match', async ({ client }) => {
    const heat = await client.db('shop').createCollection('heat', { timeseries })
    await heat.insertMany([
      { at: at(0), sensor: { id: 1 } },
      { at: at(1), sensor: { id: 1 } },
    ])
    await heat.updateMany({ 'sensor.id': 1 }, { $set: { 'sensor.room': 'hall' } })
    expect(await heat.countDocuments({ 'sensor.room': 'hall' })).toBe(2)
    const refused = { code: 72, message: expect.stringContaining('time-series collection') }
    await expect(heat.updateOne({ 'sensor.id': 1 }, { $set: { 'sensor.room': 'hall' } })).rejects.toMatchObject(refused)
    await expect(heat.updateMany({ at: at(0) }, { $set: { 'sensor.room': 'x' } })).rejects.toMatchObject(refused)
    await expect(heat.updateMany({ 'sensor.id': 1 }, { $set: { degrees: 5 } })).rejects.toMatchObject(refused)
    await expect(
      heat.updateMany({ 'sensor.id': 1 }, { $set: { 'sensor.room': 'x' } }, { upsert: true }),
    ).rejects.toMatchObject(refused)
    await expect(
      client.withSession((session) => session.withTransaction(() => heat.insertOne({ at: at(3) }, { session }))),
    ).rejects.toMatchObject({ code: 263 })
  })

  it.for<readonly [Document, number]>([
    [{ timeseries: {} }, 40_414],
    [{ timeseries: { timeField: 1 } }, 14],
    [{ timeseries: { timeField: 'at', metaField: '_id' } }, 72],
    [{ timeseries: { timeField: 'at', colour: 1 } }, 40_415],
    [{ timeseries: { timeField: 'at' }, validationLevel: 'off' }, 72],
    [{ timeseries: { timeField: 'at', metaField: 'at' } }, 72],
    [{ timeseries: { timeField: 'at', metaField: 'a.b' } }, 72],
    [{ timeseries: { timeField: 'at', granularity: 'days' } }, 2],
    [{ timeseries: { timeField: 'at' }, capped: true, size: 4096 }, 72],
    [{ expireAfterSeconds: 60 }, 72],
    [{ timeseries: { timeField: 'at' }, expireAfterSeconds: -1 }, 72],
  ])('is not created with %j', async ([options, code], { client }) => {
    await expect(client.db('shop').command({ create: 'heat', ...options })).rejects.toMatchObject({ code })
    expect(await client.db('shop').listCollections().toArray()).toEqual([])
  })
})

// https://www.mongodb.com/docs/manual/core/capped-collections/
it('a capped collection tells its limits', async ({ client }) => {
  const shop = client.db('shop')
  const log = await shop.createCollection('log', { capped: true, size: 4096, max: 5 })
  const limits = { capped: true, max: 5, maxSize: 4096 }
  expect(await log.aggregate([{ $collStats: { storageStats: {} } }]).toArray()).toMatchObject([
    { storageStats: limits },
  ])
  expect(await shop.command({ collStats: 'log' })).toMatchObject(limits)
})

it('a document that is replaced, or inserted in its place, may have null as its id', async ({ client }) => {
  const orders = client.db('shop').collection<{ _id: null }>('orders')
  await orders.replaceOne({}, { _id: null }, { upsert: true })
  expect(await orders.find().toArray()).toEqual([{ _id: null }])
})

// https://www.mongodb.com/docs/manual/core/index-partial/
it.for<readonly [Document, boolean]>([
  [{ total: { $gt: 5 } }, true],
  [{ $or: [{ total: { $exists: true } }, { state: { $in: ['open'] } }] }, true],
  [{ total: { $exists: false } }, false],
  [{ $and: [{ total: { $ne: 5 } }] }, false],
  [{ $nor: [{ total: 5 }] }, false],
])('the filter %j of a partial index is taken: %s', async ([partialFilterExpression, isTaken], { client }) => {
  const made = client.db('shop').collection('orders').createIndex({ total: 1 }, { partialFilterExpression })
  const refusal = await made.then(
    () => null,
    (error: unknown) => error,
  )
  if (isTaken) expect(refusal).toBeNull()
  else expect(refusal).toMatchObject({ code: 67, codeName: 'CannotCreateIndex' })
})

it('a collection lists the options of its storage engine, and is named by a symbol as by a text', async ({
  client,
}) => {
  const shop = client.db('shop')
  const storageEngine = { wiredTiger: { configString: 'block_compressor=zlib' } }
  await shop.createCollection('packed', { storageEngine, indexOptionDefaults: { storageEngine } })
  const [packed] = await shop.listCollections({ name: 'packed' }).toArray()
  expect(packed).toMatchObject({ options: { storageEngine, indexOptionDefaults: { storageEngine } } })
  await shop.command({ insert: new BSONSymbol('packed'), documents: [{ size: 1 }] })
  expect(await shop.collection('packed').countDocuments()).toBe(1)
})

// https://www.mongodb.com/docs/manual/core/index-unique/#basic-and-unique-indexes-with-duplicate-key-patterns
describe('a collection', () => {
  it('keeps no option that says what is so anyway', async ({ client }) => {
    const shop = client.db('shop')
    await shop.createCollection('orders', { capped: false, validationLevel: 'moderate' })
    expect(await shop.collection('orders').options()).toEqual({ validationLevel: 'moderate' })
    await shop.createCollection('orders', { validationLevel: 'moderate' })
  })
})

describe('indexes of one key', () => {
  it.for<readonly [Document, Document]>([
    [{}, { unique: true }],
    [{}, { sparse: true }],
    [{ unique: true }, { unique: true, sparse: true }],
    [{}, { collation: { locale: 'fr' } }],
    [{}, { partialFilterExpression: { total: { $gt: 5 } } }],
  ])('exist side by side under two names with %j and %j', async ([first, second], { client }) => {
    const orders = client.db('shop').collection('orders')
    await orders.createIndex({ total: 1 }, first)
    await expect(orders.createIndex({ total: 1 }, second)).rejects.toMatchObject({
      code: 86,
      codeName: 'IndexKeySpecsConflict',
      errmsg: expect.stringMatching(/^An existing index has the same name as the requested index\./),
    })
    await orders.createIndex({ total: 1 }, { ...second, name: 'second' })
    expect((await orders.indexes()).map(({ name }) => name)).toEqual(['_id_', 'total_1', 'second'])
  })

  it('that tell a wildcard apart by its projection exist side by side too', async ({ client }) => {
    const orders = client.db('shop').collection('orders')
    await orders.createIndex({ '$**': 1 }, { name: 'all', background: true })
    const [, all] = await orders.listIndexes().toArray()
    expect(all).toEqual({ v: 2, key: { '$**': 1 }, name: 'all', background: true })
    await orders.createIndex({ '$**': 1 }, { name: 'totals', wildcardProjection: { total: 1 } })
    expect(await orders.indexes()).toHaveLength(3)
  })

  it('that are unique tell the elements of one array apart', async ({ client }) => {
    const carts = client.db('shop').collection<{ _id: number; lines: { sku: number; size: number }[] }>('carts')
    await carts.createIndex({ 'lines.sku': 1, 'lines.size': 1 }, { unique: true })
    const line = (sku: number, size: number) => ({ sku, size })
    await carts.insertOne({ _id: 1, lines: [line(1, 9), line(2, 0)] })
    await carts.insertOne({ _id: 2, lines: [line(1, 0)] })
    await carts.insertOne({ _id: 3, lines: [line(3, 1), line(4, 9), line(1, 7)] })
    const duplicate = { code: 11_000, message: expect.stringContaining('dup key: { lines.sku: 1, lines.size: 9 }') }
    await expect(carts.insertOne({ _id: 4, lines: [line(5, 5), line(1, 9)] })).rejects.toMatchObject(duplicate)
    await expect(carts.updateOne({ _id: 3 }, { $set: { 'lines.2.size': 9 } })).rejects.toMatchObject(duplicate)
    expect(await carts.countDocuments({ 'lines.sku': 1, 'lines.size': 0 })).toBe(2)
    expect(await carts.countDocuments({ lines: { $elemMatch: line(1, 0) } })).toBe(1)
  })

  it('that are unique at a position of an array compare the element at it alone', async ({ client }) => {
    const people = client.db('shop').collection<Document>('people')
    await people.createIndex({ 'emails.0.address': 1 }, { unique: true })
    const emails = (...addresses: string[]) => ({ emails: addresses.map((address) => ({ address })) })
    await people.insertMany([emails('ada@example.com', 'team@example.com'), emails('eve@example.com')])
    await people.insertOne(emails('bob@example.com', 'ada@example.com'))
    await expect(people.insertOne(emails('ada@example.com'))).rejects.toMatchObject({ code: 11_000 })
  })

  it('is known by its key also where the numbers of the key are of another type', async ({ client }) => {
    const orders = client.db('shop').collection('orders')
    await orders.createIndex({ total: 1, status: -1 })
    const indexes = [{ key: { total: new Double(1), status: Long.fromInt(-1) }, name: 'total_1_status_-1' }]
    const created = await client.db('shop').command({ createIndexes: 'orders', indexes })
    expect(created).toMatchObject({ note: 'all indexes already exist' })
  })

  it('is dropped by its key also where the numbers of the key are of another type', async ({ client }) => {
    const shop = client.db('shop')
    await shop.collection('orders').createIndex({ total: 1 })
    await shop.command({ dropIndexes: 'orders', index: { total: new Double(1) } })
    await expect(shop.command({ dropIndexes: 'orders', index: { _id: new Double(1) } })).rejects.toMatchObject({
      code: 72,
      errmsg: 'cannot drop _id index',
    })
    expect(await shop.collection('orders').indexes()).toHaveLength(1)
  })

  it('is made without options that no index has, where they are to be ignored', async ({ client }) => {
    const shop = client.db('shop')
    const indexes = [{ key: { total: 1 }, name: 'total', other: true }]
    await shop.command({ createIndexes: 'orders', indexes, ignoreUnknownIndexOptions: true })
    expect((await shop.collection('orders').indexes())[1]).toEqual({ v: 2, key: { total: 1 }, name: 'total' })
  })

  it('of a position takes no document that has a field of that name', async ({ client }) => {
    const orders = client.db('shop').collection<{ _id: number; items: object[] }>('orders')
    await orders.createIndex({ 'items.0.name': 1 })
    await orders.insertOne({ _id: 1, items: [{ name: 'tea' }] })
    await expect(orders.updateOne({ _id: 1 }, { $set: { 'items.0.0': 1 } })).rejects.toMatchObject({ code: 16_746 })
    await expect(orders.insertOne({ _id: 2, items: [{ 0: 1 }] })).rejects.toMatchObject({
      code: 16_746,
      errmsg:
        'Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), ' +
        "field: '0' for array: [ { 0: 1 } ]",
    })
  })

  it('becomes unique once it takes no more duplicates and has none', async ({ client }) => {
    const shop = client.db('shop')
    const apples = shop.collection<{ _id: number; type: string }>('apples')
    await apples.insertMany([
      { _id: 1, type: 'Gala' },
      { _id: 2, type: 'Gala' },
      { _id: 3, type: 'Fuji' },
    ])
    await apples.createIndex({ type: 1 })
    const change = (options: Document, more: Document = {}) =>
      shop.command({ collMod: 'apples', index: { keyPattern: { type: 1 }, ...options }, ...more })
    await expect(change({ unique: true })).rejects.toMatchObject({
      code: 72,
      errmsg: "Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.",
    })
    expect(await change({ prepareUnique: true })).toMatchObject({ prepareUnique_old: false, prepareUnique_new: true })
    await expect(apples.insertOne({ _id: 4, type: 'Fuji' })).rejects.toMatchObject({ code: 11_000 })
    for (const more of [{}, { dryRun: true }])
      await expect(change({ unique: true }, more)).rejects.toMatchObject({
        code: 359,
        codeName: 'CannotConvertIndexToUnique',
        errorResponse: { violations: [{ ids: [1, 2] }] },
      })
    await apples.deleteOne({ _id: 2 })
    expect(await change({ unique: true }, { dryRun: true })).not.toHaveProperty('unique_new')
    expect(await change({ unique: true })).toMatchObject({ unique_new: true })
    expect((await apples.indexes())[1]).toEqual({ v: 2, key: { type: 1 }, name: 'type_1', unique: true })
    await expect(apples.insertOne({ _id: 2, type: 'Gala' })).rejects.toMatchObject({ code: 11_000 })
  })

  it('conflict when only other options differ', async ({ client }) => {
    const orders = client.db('shop').collection('orders')
    await orders.createIndex({ at: 1 }, { expireAfterSeconds: 60 })
    for (const name of ['at_1', 'second'])
      await expect(orders.createIndex({ at: 1 }, { name, expireAfterSeconds: 5 })).rejects.toMatchObject({ code: 85 })
  })

  it('are dropped and changed by their names only', async ({ client }) => {
    const shop = client.db('shop')
    await shop.collection('orders').createIndex({ total: 1 })
    await shop.collection('orders').createIndex({ total: 1 }, { name: 'second', unique: true })
    const ambiguous = { code: 181, codeName: 'AmbiguousIndexKeyPattern' }
    await expect(shop.command({ dropIndexes: 'orders', index: { total: 1 } })).rejects.toMatchObject({
      ...ambiguous,
      errmsg:
        '2 indexes found for key: { total: 1 }, identify by name instead. Conflicting indexes: ' +
        '{ v: 2, key: { total: 1 }, name: "total_1" }, { v: 2, key: { total: 1 }, name: "second", unique: true }',
    })
    const hidden = { keyPattern: { total: 1 }, hidden: true }
    await expect(shop.command({ collMod: 'orders', index: hidden })).rejects.toMatchObject(ambiguous)
    await shop.command({ dropIndexes: 'orders', index: 'second' })
    await shop.command({ dropIndexes: 'orders', index: { total: 1 } })
    expect(await shop.collection('orders').indexes()).toHaveLength(1)
  })
})

// https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/
it('$currentOp has its own pipeline, and the cursors between two commands where they are asked for', async ({
  client,
}) => {
  const orders = client.db('shop').collection<{ _id: number }>('orders')
  await orders.insertMany([{ _id: 1 }, { _id: 2 }])
  const cursor = orders.find({}, { batchSize: 1 })
  await cursor.next()
  const ask = (options: Document) =>
    client
      .db('admin')
      .aggregate([{ $currentOp: options }])
      .toArray()
  const own = { type: 'op', command: { aggregate: 1, pipeline: [{ $currentOp: {} }], $db: 'admin' } }
  expect(await ask({})).toMatchObject([own])
  const idle = { type: 'idleCursor', ns: 'shop.orders', cursor: { cursorId: cursor.id, tailable: false } }
  expect(await ask({ idleCursors: true })).toMatchObject([{ type: 'op' }, idle])
  await cursor.close()
  expect(await ask({ idleCursors: true })).toHaveLength(1)
})

// https://www.mongodb.com/docs/manual/core/clustered-collections/
describe('a clustered collection', () => {
  const clusteredIndex = { key: { _id: 1 }, unique: true, name: 'by id' }

  it('has its clustered index in the place of that of _id', async ({ client }) => {
    const shop = client.db('shop')
    const orders = await shop.createCollection<{ _id: number }>('orders', { clusteredIndex })
    expect(await orders.indexes()).toEqual([{ v: 2, clustered: true, ...clusteredIndex }])
    expect(await shop.listCollections().toArray()).toMatchObject([
      { options: { clusteredIndex: { v: 2, ...clusteredIndex } } },
    ])
    await orders.insertOne({ _id: 1 })
    await expect(orders.insertOne({ _id: 1 })).rejects.toMatchObject({ code: 11_000 })
    await expect(orders.dropIndex('by id')).rejects.toMatchObject({ code: 5_979_800 })
    await orders.dropIndexes()
    expect(await orders.indexes()).toHaveLength(1)
    await orders.createIndex({ _id: 1 })
    expect(await orders.indexes()).toHaveLength(1)
  })

  it('lets documents expire by their _id', async ({ client, docdb }) => {
    const log = await client
      .db('shop')
      .createCollection<{ _id: Date }>('log', { clusteredIndex, expireAfterSeconds: 60 })
    await log.insertOne({ _id: new Date(docdb.clock.now()) })
    docdb.clock.advance('61s')
    expect(await log.countDocuments()).toBe(0)
  })

  it.for<readonly [Document, number]>([
    [{ clusteredIndex: { key: { _id: 1 } } }, 40_414],
    [{ clusteredIndex: { key: { _id: 1 }, unique: false } }, 5_979_700],
    [{ clusteredIndex: { key: { at: 1 }, unique: true } }, 197],
    [{ clusteredIndex: true }, 5_979_703],
    [{ clusteredIndex: 'yes' }, 14],
    [{ clusteredIndex: { key: { _id: 1 }, unique: true, v: 1 } }, 5_979_704],
    [{ clusteredIndex: { key: { _id: 1 }, unique: true }, capped: true, size: 10 }, 6_049_200],
  ])('is not created with %j', async ([options, code], { client }) => {
    await expect(client.db('shop').command({ create: 'orders', ...options })).rejects.toMatchObject({ code })
  })
})

const ids = (documents: unknown) => (documents as Document[]).map(({ _id }) => _id as unknown)

describe('a cursor', () => {
  it('that is tailable ends at once in an empty collection, and counts its skip and limit over all batches', async ({
    client,
  }) => {
    const shop = client.db('shop')
    const log = await shop.createCollection<{ _id: number }>('log', { capped: true, size: 4096, max: 5 })
    const tail = { find: 'log', tailable: true, awaitData: true }
    for (const find of ['log', 'missing']) {
      expect(await shop.command({ ...tail, find })).toMatchObject({ cursor: { id: 0, firstBatch: [] } })
    }
    await log.insertMany([1, 2, 3, 4].map((_id) => ({ _id })))
    const { cursor } = await shop.command({ ...tail, skip: 1, limit: 4, batchSize: 2 }, { promoteLongs: false })
    expect(ids(cursor.firstBatch)).toEqual([2, 3])
    const more = async (id: unknown) =>
      (await shop.command({ getMore: id, collection: 'log', maxTimeMS: 1 }, { promoteLongs: false }))[
        'cursor'
      ] as Document
    expect(ids((await more(cursor.id))['nextBatch'])).toEqual([4])
    await log.insertMany([5, 6].map((_id) => ({ _id })))
    expect(ids((await more(cursor.id))['nextBatch'])).toEqual([5])
    const other = await shop.command({ ...tail, batchSize: 1 }, { promoteLongs: false })
    await log.insertMany([7, 8].map((_id) => ({ _id })))
    await expect(more(other['cursor'].id)).rejects.toMatchObject({ code: 136, codeName: 'CappedPositionLost' })
  })

  it('that is tailable has the fields of its projection, also in later batches', async ({ client }) => {
    const log = await client.db('shop').createCollection('log', { capped: true, size: 4096 })
    await log.insertOne({ line: 1, level: 'info' })
    await using cursor = log.find({}, { tailable: true, projection: { _id: 0, line: 1 } })
    expect(await cursor.next()).toEqual({ line: 1 })
    await log.insertOne({ line: 2, level: 'info' })
    expect(await cursor.next()).toEqual({ line: 2 })
  })

  it.for([
    ['dropped', (log: Collection) => log.drop()],
    ['renamed', (log: Collection) => log.rename('other')],
  ] as const)('ends when its collection is %s', async ([name, change], { client }) => {
    const log = client.db('shop').collection('log')
    await log.insertMany([{}, {}, {}])
    const cursor = log.find().batchSize(1)
    await cursor.next()
    await change(log)
    await expect(cursor.next()).rejects.toMatchObject({
      code: 175,
      codeName: 'QueryPlanKilled',
      message: expect.stringContaining(`collection ${name}`),
    })
  })
})

it('reads a member that is null as a missing one, numbers as flags, and cuts fractions', async ({ client }) => {
  const shop = client.db('shop')
  await shop.createCollection('orders')
  const { cursor } = await shop.command({ listCollections: 1, nameOnly: 1, filter: null })
  expect(cursor.firstBatch).toEqual([{ name: 'orders', type: 'collection' }])
  await shop.collection('orders').insertMany([{ _id: 1 as never }, { _id: 2 as never }, { _id: 3 as never }])
  const found = await shop.command({ find: 'orders', sort: null, limit: 2.9, skip: Decimal128.fromString('0.5') })
  expect(ids(found['cursor'].firstBatch)).toEqual([1, 2])
})
