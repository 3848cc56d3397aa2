import type { Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// The writes of `$merge`. https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/

const it = databaseTest({
  data: [
    {
      database: 'shop',
      collection: 'source',
      documents: [1, 2, 3].map((_id) => ({ _id, a: _id })),
    },
    { database: 'shop', collection: 'nulls', documents: [{ _id: null, a: 0 }] },
  ],
}).extend('shop', ({ client }) => {
  const db = client.db('shop')
  const collection = (name: string) => db.collection<Document & { _id: number }>(name)
  const merged = (options: Document, before: Document[] = []) =>
    collection('source')
      .aggregate([...before, { $sort: { _id: 1 } }, { $merge: { into: 'target', ...options } }])
      .toArray()
  return { db, collection, merged }
})

describe('$merge', () => {
  it.for([
    ['replace', { _id: 1, a: 1 }],
    ['merge', { _id: 1, a: 1, b: 1 }],
    [[{ $set: { x: 2 } }], { _id: 1, b: 1, x: 2 }],
  ] as const)(
    'writes all that have a match by %j before it fails for one that has none',
    async ([whenMatched, first], { shop }) => {
      const { collection, merged } = shop
      await collection('target').insertMany([1, 3].map((_id) => ({ _id, b: _id })))
      await expect(merged({ whenMatched, whenNotMatched: 'fail' })).rejects.toMatchObject({ code: 13_113 })
      const [one, three] = await collection('target').find().sort({ _id: 1 }).toArray()
      expect(one).toEqual(first)
      expect(three).not.toEqual({ _id: 3, b: 3 })
    },
  )

  it('writes all that have no match before it fails for one that has', async ({ shop }) => {
    const { collection, merged } = shop
    await collection('target').insertOne({ _id: 2, b: 2 })
    await expect(merged({ whenMatched: 'fail' })).rejects.toMatchObject({
      code: 11_000,
      message: expect.stringContaining(
        "$merge with whenMatched: fail found an existing document with the same values for the 'on' fields :: caused by :: E11000",
      ),
    })
    expect(await collection('target').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, a: 1 },
      { _id: 2, b: 2 },
      { _id: 3, a: 3 },
    ])
  })

  it('names itself in the refusal of a key that another index has', async ({ shop }) => {
    const { collection, merged } = shop
    await collection('target').createIndex({ same: 1 }, { unique: true })
    await expect(merged({ whenMatched: 'replace' }, [{ $set: { same: 0 } }])).rejects.toMatchObject({
      code: 11_000,
      message: expect.stringContaining('$merge failed due to a DuplicateKey error :: caused by :: E11000'),
    })
    expect(await collection('target').countDocuments()).toBe(1)
  })

  it('writes nothing of a batch with a document that cannot be joined', async ({ shop }) => {
    const { collection, merged } = shop
    await collection('target').createIndex({ a: 1 }, { unique: true })
    const lists = [{ $set: { a: { $cond: [{ $eq: ['$a', 3] }, [3], '$a'] } } }]
    await expect(merged({ on: 'a' }, lists)).rejects.toMatchObject({ code: 51_185 })
    expect(await collection('target').countDocuments()).toBe(0)
  })

  it('gives a document without _id a new one where it joins by that', async ({ shop }) => {
    const { collection, merged } = shop
    await merged({ into: 'nulls' }, [{ $unset: '_id' }])
    expect(await collection('nulls').countDocuments({ _id: { $type: 'objectId' } })).toBe(3)
    expect(await collection('nulls').countDocuments({ a: 0 })).toBe(1)
  })

  it('makes no collection where it writes nothing', async ({ shop }) => {
    const { db, merged } = shop
    await merged({ whenNotMatched: 'discard' })
    await merged({}, [{ $match: { none: 1 } }])
    expect(await db.listCollections({ name: 'target' }).toArray()).toEqual([])
  })

  it('needs a unique index with the collation of the command', async ({ shop }) => {
    const { collection } = shop
    const collation = { locale: 'en', strength: 2 }
    await collection('target').createIndex({ a: 1 }, { unique: true, collation })
    const stages = [{ $merge: { into: 'target', on: 'a' } }]
    await expect(collection('source').aggregate(stages).toArray()).rejects.toMatchObject({
      code: 51_183,
      message: 'Cannot find index to verify that join fields will be unique',
    })
    await collection('source').aggregate(stages, { collation }).toArray()
    expect(await collection('target').countDocuments()).toBe(3)
  })

  it('needs an index of values, and not one of words or places', async ({ shop }) => {
    const { collection, merged } = shop
    await collection('target').createIndex({ a: 1, at: '2dsphere' }, { unique: true })
    await expect(merged({ on: ['a', 'at'] })).rejects.toMatchObject({ code: 51_183 })
  })

  it('refuses a view as its target, as $out does', async ({ shop }) => {
    const { db, collection, merged } = shop
    await db.createCollection('target', { viewOn: 'source', pipeline: [] })
    await expect(merged({})).rejects.toMatchObject({ code: 166 })
    const out = collection('source').aggregate([{ $out: 'target' }])
    await expect(out.toArray()).rejects.toMatchObject({ code: 166 })
  })

  it.for<readonly [Document, number]>([
    [{ whenMatched: 'fail', whenNotMatched: 'fail' }, 51_181],
    [{ whenMatched: 'fail', whenNotMatched: 'discard' }, 51_181],
    [{ whenMatched: 'keepExisting', whenNotMatched: 'fail' }, 51_181],
    [{ whenMatched: 'keepExisting', whenNotMatched: 'discard' }, 51_181],
    [{ on: [] }, 51_187],
    [{ into: 'system.views' }, 31_319],
    [{ into: { db: 'admin', coll: 'copies' } }, 31_320],
  ])('refuses %j', async ([options, code], { shop }) => {
    await expect(shop.merged(options)).rejects.toMatchObject({ code })
  })
})
