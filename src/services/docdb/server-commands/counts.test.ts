import { describe, expect } from 'vitest'
import type { Document } from 'mongodb'
import { databaseTest } from '#docdb/driver.fixture.ts'

const documents = [1, 2, 3, 4].map((size) => ({ _id: size, size }))
const it = databaseTest({ data: [{ database: 'shop', collection: 'fruits', documents }] }).extend('db', ({ client }) =>
  client.db('shop'),
)

// https://www.mongodb.com/docs/manual/reference/command/count/
describe('count', () => {
  it('skips and limits the documents of a view', async ({ db }) => {
    await db.createCollection('large', { viewOn: 'fruits', pipeline: [{ $match: { size: { $gt: 1 } } }] })
    expect(await db.command({ count: 'large', query: {}, skip: 1 })).toMatchObject({ n: 2 })
    expect(await db.command({ count: 'large', limit: 2 })).toMatchObject({ n: 2 })
    expect(await db.command({ count: 'large', skip: 2, limit: 5 })).toMatchObject({ n: 1 })
  })

  it.for<readonly [hint: unknown, code: number]>([
    ['size_1', 2],
    [{ size: 1 }, 2],
    [5, 9],
    [[], 9],
  ])('is refused with the hint %j, also without a query', async ([hint, code], { db }) => {
    for (const query of [{}, { size: 1 }])
      await expect(db.command({ count: 'fruits', query, hint })).rejects.toMatchObject({ code })
  })

  it('counts only what a hinted sparse index has, also without a query', async ({ db }) => {
    const fruits = db.collection<Document>('fruits')
    await fruits.insertOne({ colour: 'red' })
    await fruits.createIndex({ colour: 1 }, { sparse: true })
    expect(await db.command({ count: 'fruits', hint: 'colour_1' })).toMatchObject({ n: 1 })
    expect(await db.command({ count: 'fruits', hint: { _id: 1 } })).toMatchObject({ n: 5 })
  })
})

it('counts a replacement without an _id as a change, and one with all fields in their places not', async ({ db }) => {
  const fruits = db.collection<Document>('fruits')
  const filter = { _id: 1 as never }
  expect(await fruits.replaceOne(filter, { size: 1 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
  expect(await fruits.replaceOne(filter, { _id: 1, size: 1 })).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
})

it('reads the pipeline of a view that has none as an empty one', async ({ db }) => {
  await db.createCollection('all', { viewOn: 'fruits' })
  expect(await db.listCollections({ name: 'all' }).toArray()).toMatchObject([
    { type: 'view', options: { viewOn: 'fruits', pipeline: [] } },
  ])
})

// https://www.mongodb.com/docs/manual/reference/command/createIndexes/
describe('an index', () => {
  it('is unique by a number, and by nothing else than a flag', async ({ db }) => {
    await db.command({ createIndexes: 'fruits', indexes: [{ key: { size: 1 }, name: 'sizes', unique: 1 }] })
    await expect(db.collection('fruits').insertOne({ size: 4 })).rejects.toMatchObject({ code: 11_000 })
    const named = { createIndexes: 'fruits', indexes: [{ key: { a: 1 }, name: 'a', sparse: 'yes' }] }
    await expect(db.command(named)).rejects.toMatchObject({ code: 14 })
  })

  it.for<readonly [quorum: unknown, code: number]>([
    [4, 278],
    ['some', 79],
  ])('is refused with the commit quorum %j, which no members can fulfil', async ([commitQuorum, code], { db }) => {
    const command = { createIndexes: 'fruits', indexes: [{ key: { size: 1 }, name: 'sizes' }] }
    await expect(db.command({ ...command, commitQuorum })).rejects.toMatchObject({ code })
    for (const fulfilled of ['majority', 'votingMembers', 3])
      expect(await db.command({ ...command, commitQuorum: fulfilled })).toMatchObject({ ok: 1 })
  })

  it('takes a flag that is null as a missing one', async ({ db }) => {
    const flags = { unique: null, sparse: null, hidden: null }
    await db.command({ createIndexes: 'fruits', indexes: [{ key: { size: 1 }, name: 'sizes', ...flags }] })
    const indexes = await db.collection('fruits').indexes()
    expect(indexes[1]).toEqual({ v: 2, key: { size: 1 }, name: 'sizes' })
  })

  it.for<readonly [spec: Document, code: number]>([
    [{ key: { $a: 1 } }, 67],
    [{ key: { 'a..b': 1 } }, 67],
    [{ key: { a: 'hashed', b: 'hashed' } }, 31_303],
    [{ key: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, 1])) }, 13_103],
    [{ key: { a: 1 }, wildcardProjection: { b: 1 } }, 2],
    [{ key: { '$**': 1 }, wildcardProjection: 'b' }, 14],
    [{ key: { '$**': 1 }, unique: true }, 67],
    [{ key: { 'a.$**': 1 }, sparse: true }, 67],
    [{ key: { '$**': 1 }, expireAfterSeconds: 5 }, 67],
    [{ key: { a: 'text' }, collation: { locale: 'en' } }, 67],
    [{ key: { a: 1 }, partialFilterExpression: 'x' }, 14],
    [{ key: { a: 1 }, expireAfterSeconds: 2_147_483_648 }, 67],
    [{ key: { a: 1 }, expireAfterSeconds: Number.NaN }, 67],
  ])('cannot be %j', async ([spec, code], { db }) => {
    const command = { createIndexes: 'fruits', indexes: [{ name: 'own', ...spec }] }
    await expect(db.command(command)).rejects.toMatchObject({ code })
  })

  it('is no hint while it is hidden', async ({ db }) => {
    await db.collection('fruits').createIndex({ size: 1 }, { hidden: true })
    await expect(db.collection('fruits').find().hint('size_1').toArray()).rejects.toMatchObject({ code: 2 })
  })

  it('shows its seconds as a whole number', async ({ db }) => {
    await db.collection('fruits').createIndex({ at: 1 }, { expireAfterSeconds: 60.5 })
    expect(await db.collection('fruits').indexes()).toContainEqual(expect.objectContaining({ expireAfterSeconds: 60 }))
  })
})

it('refuses to aggregate a number other than 1', async ({ db }) => {
  await expect(db.command({ aggregate: 2, pipeline: [], cursor: {} })).rejects.toMatchObject({ code: 9 })
})
