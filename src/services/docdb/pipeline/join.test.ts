import type { Document, MongoClient } from 'mongodb'
import { beforeEach, describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

const numbered = (client: MongoClient, name: string) => client.db('shop').collection<Document & { _id: number }>(name)

describe('a stage that reads another collection', () => {
  beforeEach<{ client: MongoClient }>(async ({ client }) => {
    await numbered(client, 'orders').insertMany([
      { _id: 1, item: 'rose', box: 'small' },
      { _id: 2, item: 'tulip', box: [1, 2] },
    ])
    await numbered(client, 'notes').insertMany([
      { _id: 1, text: 'a red rose', item: 'rose' },
      { _id: 2, text: 'a tulip', item: 'tulip' },
    ])
  })

  it('begins with a search of its own, whose scores the later stages read', async ({ client, docdb }) => {
    await numbered(client, 'notes').createSearchIndex({ name: 'default', definition: { mappings: { dynamic: true } } })
    docdb.clock.advance('10 minutes')
    const search = { $search: { text: { query: 'tulip', path: 'text' } } }
    const pipeline = [search, { $set: { score: { $meta: 'searchScore' } } }]
    const found = await numbered(client, 'orders')
      .aggregate([{ $match: { _id: 1 } }, { $unionWith: { coll: 'notes', pipeline } }])
      .toArray()
    expect(found).toMatchObject([{ item: 'rose' }, { text: 'a tulip', score: expect.any(Number) as number }])
  })

  it('begins with the statistics of the other collection', async ({ client }) => {
    const pipeline = [{ $collStats: { count: {} } }]
    const found = await numbered(client, 'orders')
      .aggregate([{ $limit: 1 }, { $unionWith: { coll: 'notes', pipeline } }])
      .toArray()
    expect(found).toMatchObject([{ _id: 1 }, { ns: 'shop.notes', count: 2 }])
  })

  it.for([
    { $lookup: { from: 'notes', localField: 'item', foreignField: 'item', as: 'box.notes' } },
    {
      $graphLookup: {
        from: 'notes',
        startWith: '$item',
        connectFromField: 'none',
        connectToField: 'item',
        as: 'box.notes',
      },
    },
  ])('makes room for its documents where no document is on their way: %j', async (stage, { client }) => {
    expect(await numbered(client, 'orders').aggregate([stage]).toArray()).toMatchObject([
      { _id: 1, box: { notes: [{ _id: 1 }] } },
      { _id: 2, box: { notes: [{ _id: 2 }] } },
    ])
  })
})

describe('$merge', () => {
  it('takes null for a missing member', async ({ client }) => {
    await numbered(client, 'source').insertOne({ _id: 1 })
    const merge = { into: { db: '', coll: 'target' }, on: null, let: null, whenMatched: null, whenNotMatched: null }
    await numbered(client, 'source')
      .aggregate([{ $merge: merge }])
      .toArray()
    expect(await numbered(client, 'target').find().toArray()).toEqual([{ _id: 1 }])
  })

  it.for<[Document, number]>([
    [{ into: { db: 5, coll: 'a' } }, 14],
    [{ into: { coll: 'a', colour: 1 } }, 40_415],
    [{ into: 'a', let: 5 }, 14],
    [{ into: 'a', whenMatched: 5 }, 51_191],
    [{ into: 'a', whenMatched: 'none' }, 2],
  ])('refuses %j', async ([spec, code], { client }) => {
    await expect(
      numbered(client, 'source')
        .aggregate([{ $merge: spec }])
        .toArray(),
    ).rejects.toMatchObject({ code })
  })
})

describe('$out', () => {
  it('makes a time series', async ({ client }) => {
    await numbered(client, 'source').insertOne({ _id: 1, at: new Date(0), of: 'a' })
    const timeseries = { timeField: 'at', metaField: 'of', granularity: 'hours' }
    await numbered(client, 'source')
      .aggregate([{ $out: { db: 'shop', coll: 'heat', timeseries } }])
      .toArray()
    expect(await client.db('shop').listCollections({ name: 'heat' }).toArray()).toMatchObject([
      { type: 'timeseries', options: { timeseries } },
    ])
    expect(await numbered(client, 'heat').countDocuments()).toBe(1)
  })

  it.for<[Document, number]>([
    [{ db: 5, coll: 'a' }, 14],
    [{ db: 'shop' }, 40_414],
    [{ db: 'shop', coll: 'a', colour: 1 }, 40_415],
  ])('refuses %j', async ([spec, code], { client }) => {
    await expect(
      numbered(client, 'source')
        .aggregate([{ $out: spec }])
        .toArray(),
    ).rejects.toMatchObject({ code })
  })
})

it('$bucketAuto fills every bucket with as many documents, and the last one with the rest', async ({ client }) => {
  await numbered(client, 'orders').insertMany(Array.from({ length: 7 }, (_, at) => ({ _id: at })))
  const counted = (spec: Document) =>
    numbered(client, 'orders')
      .aggregate([{ $bucketAuto: { groupBy: '$_id', buckets: 3, ...spec } }])
      .toArray()
  expect((await counted({})).map(({ count }) => count as unknown)).toEqual([2, 2, 3])
  expect((await counted({ output: {} }))[0]).toEqual({ _id: { min: 0, max: 2 }, count: 2 })
})

it('a sort cuts the fraction of a direction, and an empty window is the whole partition', async ({ client }) => {
  await numbered(client, 'orders').insertMany([{ _id: 1 }, { _id: 2 }])
  const output = { n: { $sum: 1, window: {} } }
  expect(
    await numbered(client, 'orders')
      .aggregate([{ $sort: { _id: -1.9 } }, { $setWindowFields: { output } }])
      .toArray(),
  ).toEqual([
    { _id: 2, n: 2 },
    { _id: 1, n: 2 },
  ])
})
