import type { MongoClient } from 'mongodb'
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
