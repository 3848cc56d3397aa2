import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { cpuTime } from '#testkit/steepness.ts'

const it = databaseTest()

const find = (client: MongoClient, $search: string): Promise<number> =>
  client.db('shop').collection('texts').countDocuments({ $text: { $search } })

describe('$text', () => {
  it.beforeEach(async ({ client }) => {
    const texts = client.db('shop').collection('texts')
    await texts.createIndex({ text: 'text' }, { default_language: 'none' })
    await texts.insertOne({ text: `start ${'she sells sea shells '.repeat(50_000)} end` })
  })

  it('finds and excludes phrases', async ({ client }) => {
    expect(await find(client, 'start "sea shells she"')).toBe(1)
    expect(await find(client, 'start "sea shells he"')).toBe(0)
    expect(await find(client, 'start -"sells sea"')).toBe(0)
    expect(await find(client, 'start -"sea sells"')).toBe(1)
    expect(await find(client, 'start -sells')).toBe(0)
  })

  it.for([
    ['words', (at: number) => `-no${at}`],
    ['phrases', (at: number) => `-"shells no${at}"`],
    ['needed phrases', (at: number) => `"shells no${at}"`],
  ] as const)('takes 20,000 %s at once', async ([_name, make], { client }) => {
    const words = Array.from({ length: 20_000 }, (_, at) => make(at))
    expect(await cpuTime(() => find(client, `start ${words.join(' ')}`))).toBeLessThan(4000)
  })
})

it('indexes a word of a megabyte', async ({ client }) => {
  const texts = client.db('shop').collection('words')
  await texts.createIndex({ text: 'text' })
  expect(await cpuTime(() => texts.insertOne({ text: 'a'.repeat(1_000_000) }))).toBeLessThan(4000)
})

// https://www.mongodb.com/docs/manual/reference/operator/query/text/
it('scores documents by their words, their number and the length of the text', async ({ client }) => {
  const texts = client.db('shop').collection<{ _id: number; name: string; note?: string }>('scored')
  await texts.createIndex({ name: 'text', note: 'text' })
  await texts.insertMany([
    { _id: 1, name: 'Java Hut', note: 'Coffee and cakes' },
    { _id: 2, name: 'Burger Buns', note: 'Gourmet hamburgers' },
    { _id: 3, name: 'Coffee Shop', note: 'Just coffee' },
    { _id: 4, name: 'java' },
    { _id: 5, name: 'coffee, tea and coffee' },
  ])
  const score = { $meta: 'textScore' } as const
  const found = await texts
    .find({ $text: { $search: 'java coffee shop' } }, { projection: { score } })
    .sort({ score })
    .toArray()
  expect(found).toMatchObject([
    { _id: 3, score: 2.25 },
    { _id: 1, score: 1.5 },
    { _id: 5, score: 1.25 },
    { _id: 4, score: 1.1 },
  ])
})

// https://www.mongodb.com/docs/manual/reference/operator/aggregation/meta/
describe('$meta', () => {
  const score = { $meta: 'textScore' } as const

  it.for(['with a text index', 'without one'])(
    'has no score of a find without $text, %s',
    async (index, { client }) => {
      const texts = client.db('shop').collection('unsearched')
      await texts.insertOne({ name: 'Coffee' })
      if (index === 'with a text index') await texts.createIndex({ name: 'text' })
      const refused = { code: 40218, errmsg: 'query requires text score metadata, but it is not available' }
      await expect(texts.find({}, { projection: { score } }).toArray()).rejects.toMatchObject(refused)
      await expect(texts.find({}).sort({ score }).toArray()).rejects.toMatchObject(refused)
      await expect(texts.find({ name: 'none' }, { projection: { score } }).toArray()).rejects.toMatchObject(refused)
      for (const stage of [{ $project: { score } }, { $sort: { score } }, { $match: { $expr: { $gt: [score, 1] } } }])
        await expect(texts.aggregate([stage]).toArray()).rejects.toMatchObject({ code: 40218 })
    },
  )

  it('reads the score of a $text within $and', async ({ client }) => {
    const texts = client.db('shop').collection('within')
    await texts.createIndex({ name: 'text' })
    await texts.insertOne({ name: 'Coffee', open: true })
    const filter = { $and: [{ open: true }, { $text: { $search: 'coffee' } }] }
    expect(await texts.find(filter, { projection: { score } }).toArray()).toMatchObject([{ score: 1 }])
    expect(await texts.aggregate([{ $match: filter }, { $project: { score } }]).toArray()).toMatchObject([{ score: 1 }])
  })

  it.for([
    ['nothing', 17308, 'Unsupported argument to $meta: nothing'],
    [5, 17307, '$meta only supports string arguments'],
  ] as const)('does not know %j', async ([name, code, errmsg], { client }) => {
    const texts = client.db('shop').collection('unknown')
    const projection = { score: { $meta: name } } as unknown as Document // the driver's types know the names
    await expect(texts.find({}, { projection }).toArray()).rejects.toMatchObject({ code, errmsg })
    await texts.insertOne({ name: 'Coffee' })
    await expect(texts.aggregate([{ $addFields: projection }]).toArray()).rejects.toMatchObject({ code })
  })
})
