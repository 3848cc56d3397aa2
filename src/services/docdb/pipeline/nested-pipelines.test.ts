import { type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest({
  data: [
    {
      database: 'shop',
      collection: 'fruit',
      documents: [
        { _id: 1, text: 'apple' },
        { _id: 2, text: 'banana pie' },
        { _id: 3, text: 'apple banana' },
      ],
      indexes: [{ key: { text: 'text' } }],
    },
    { database: 'shop', collection: 'plain', documents: [{ _id: 1, list: [1] }] },
  ],
}).extend('db', ({ client }) => client.db('shop'))

const search = { $match: { $text: { $search: 'apple banana' } } }

describe('the score of a $text', () => {
  it('is there for a $sort after a $project', async ({ db }) => {
    const stages = [search, { $project: { text: 1 } }, { $sort: { score: { $meta: 'textScore' } } }]
    const found = await db.collection('fruit').aggregate(stages).toArray()
    const ordered = await db
      .collection('fruit')
      .find(search.$match)
      .sort({ score: { $meta: 'textScore' } })
      .toArray()
    expect(found).toEqual(ordered)
    expect(found[0]).toMatchObject({ _id: 3 })
  })

  it('is there after a $project that leaves the text out', async ({ db }) => {
    const stages = [
      search,
      { $project: { _id: 1 } },
      { $set: { score: { $meta: 'textScore' } } },
      { $sort: { _id: 1 } },
    ]
    const found = await db.collection('fruit').aggregate(stages).toArray()
    expect(found.map(({ score }: Document) => Number(score) > 0.5)).toEqual([true, true, true])
  })

  it('is missing after a stage that makes one document of several', async ({ db }) => {
    const score = { $meta: 'textScore' }
    const stages = [search, { $group: { _id: null, first: { $first: score } } }, { $set: { again: score } }]
    const [found] = await db.collection('fruit').aggregate(stages).toArray()
    expect(found?.['first']).toBeGreaterThan(0.5)
    expect(found).not.toHaveProperty('again')
  })

  it('is not there in a $lookup of documents that were not searched', async ({ db }) => {
    const pipeline = [{ $project: { score: { $meta: 'textScore' } } }]
    const stages = [search, { $lookup: { from: 'plain', as: 'joined', pipeline } }]
    await expect(db.collection('fruit').aggregate(stages).toArray()).rejects.toMatchObject({ code: 40_218 })
  })

  it('is there in a $lookup that searches, of a collection without a text index', async ({ db }) => {
    const pipeline = [search, { $project: { score: { $meta: 'textScore' } } }, { $sort: { _id: 1 } }]
    const [found] = await db
      .collection('plain')
      .aggregate([{ $lookup: { from: 'fruit', as: 'joined', pipeline } }])
      .toArray()
    expect(found?.['joined']).toMatchObject([{ _id: 1 }, { _id: 2 }, { _id: 3 }])
  })
})

describe('pipelines in pipelines', () => {
  it('are at most twenty within each other', async ({ db }) => {
    const nested = (depth: number): Document[] =>
      depth === 0 ? [] : [{ $lookup: { from: 'plain', as: 'joined', pipeline: nested(depth - 1) } }]
    await db.collection('plain').aggregate(nested(20)).toArray()
    await expect(db.collection('plain').aggregate(nested(21)).toArray()).rejects.toMatchObject({
      code: 232,
      codeName: 'MaxSubPipelineDepthExceeded',
    })
  })
})

it('$group takes a missing value for null where it is the only field of its _id', async ({ db }) => {
  const documents = [{}, { a: null }, { b: 1 }, { a: null, b: 1 }]
  const grouped = (id: Document) => db.aggregate([{ $documents: documents }, { $group: { _id: id } }]).toArray()
  expect(await grouped({ a: '$a' })).toEqual([{ _id: { a: null } }])
  expect(await grouped({ a: '$a', b: '$b' })).toHaveLength(4)
})

it('aggregate refuses a pipeline with something else than stages, also without a cursor', async ({ db }) => {
  await expect(db.command({ aggregate: 'plain', pipeline: [5] })).rejects.toMatchObject({ code: 14 })
})

it('$geoNear makes room for the distance where an array is in its way', async ({ db }) => {
  await db.collection('places').createIndex({ at: '2dsphere' })
  const at = { type: 'Point', coordinates: [1, 1] }
  await db.collection<Document>('places').insertOne({ _id: 1 as never, at, list: [{ b: 1 }] })
  const near = { near: at, distanceField: 'list.b', includeLocs: 'list.at' }
  expect(
    await db
      .collection('places')
      .aggregate([{ $geoNear: near }])
      .toArray(),
  ).toEqual([{ _id: 1, at, list: { b: 0, at } }])
})
