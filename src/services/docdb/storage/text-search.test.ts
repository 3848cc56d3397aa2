import type { Collection, Document, MongoClient } from 'mongodb'
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

// https://www.mongodb.com/docs/manual/reference/text-search-languages/
describe('the language', () => {
  interface Text {
    _id: number
    title: string
    language?: string
    notes?: { text: string; language?: string }[]
  }

  const ids = async (texts: Collection<Text>, search: Document): Promise<number[]> =>
    (
      await texts
        .find({ $text: search as { $search: string } })
        .sort({ _id: 1 })
        .toArray()
    ).map(({ _id }) => _id)

  it('of an index cuts the endings of its words, and leaves out its stop words', async ({ client }) => {
    const texts = client.db('shop').collection<Text>('german')
    await texts.createIndex({ title: 'text' }, { default_language: 'german' })
    await texts.insertMany([
      { _id: 1, title: 'Die Häuser der Stadt' },
      { _id: 2, title: 'der Garten' },
    ])
    expect(await ids(texts, { $search: 'Haus' })).toEqual([1])
    expect(await ids(texts, { $search: 'der' })).toEqual([])
  })

  it('of a document, or of a document within, counts for its words', async ({ client }) => {
    const texts = client.db('shop').collection<Text>('mixed')
    await texts.createIndex({ title: 'text', 'notes.text': 'text' })
    await texts.insertMany([
      { _id: 1, title: 'testing', language: 'es' },
      { _id: 2, title: 'testing' },
      { _id: 3, title: 'none', notes: [{ text: 'corriendo', language: 'spanish' }, { text: 'running' }] },
    ])
    expect(await ids(texts, { $search: 'tests' })).toEqual([2])
    expect(await ids(texts, { $search: 'testing', $language: 'es' })).toEqual([1])
    expect(await ids(texts, { $search: 'corren corriendo', $language: 'es' })).toEqual([3])
    expect(await ids(texts, { $search: 'runs' })).toEqual([3])
    await texts.updateOne({ _id: 1 }, { $set: { language: 'en' } })
    expect(await ids(texts, { $search: 'tests' })).toEqual([1, 2])
    const refused = texts.insertOne({ _id: 4, title: 'x', language: 'spanglish' })
    await expect(refused).rejects.toMatchObject({ code: 17262, errmsg: 'language override unsupported: spanglish' })
  })

  it('of English has the stems of Snowball, also of words whose case counts', async ({ client }) => {
    const texts = client.db('shop').collection<Text>('english')
    await texts.createIndex({ title: 'text' })
    await texts.insertOne({ _id: 1, title: 'The Quick Fox Jumps generously, dying at a café' })
    for (const $search of ['generous', 'died', 'jumped']) expect(await ids(texts, { $search })).toEqual([1])
    expect(await ids(texts, { $search: 'Jumped', $caseSensitive: true })).toEqual([1])
    expect(await ids(texts, { $search: 'jumped', $caseSensitive: true })).toEqual([])
    expect(await ids(texts, { $search: '"Quick Fox" -"over the"', $caseSensitive: true })).toEqual([1])
    expect(await ids(texts, { $search: '"quick fox"', $caseSensitive: true })).toEqual([])
    expect(await ids(texts, { $search: 'fox -quick-slow' })).toEqual([])
    expect(await ids(texts, { $search: 'cafe' })).toEqual([1])
    expect(await ids(texts, { $search: 'cafe', $diacriticSensitive: true })).toEqual([])
  })
})

describe('a text index', () => {
  it('weighs a field that it names by that weight alone, and all others by that of $**', async ({ client }) => {
    const texts = client.db('shop').collection<{ _id: number; title: string; text: string }>('weighed')
    await texts.createIndex({ '$**': 'text' }, { weights: { title: 2 } })
    await texts.insertMany([
      { _id: 1, title: 'tea', text: 'other' },
      { _id: 2, title: 'other', text: 'tea' },
    ])
    const score = { $meta: 'textScore' } as const
    const found = await texts
      .find({ $text: { $search: 'tea' } }, { projection: { score } })
      .sort({ score })
      .toArray()
    expect(found).toMatchObject([
      { _id: 1, score: 2.2 },
      { _id: 2, score: 1.1 },
    ])
  })

  it('takes the name of one field for its weights', async ({ client }) => {
    const texts = client.db('shop').collection('named')
    await texts.createIndex({ dummy: 'text' }, { weights: '$**' as unknown as Document }) // the type knows documents
    await texts.insertOne({ title: 'a blog' })
    expect(await texts.countDocuments({ $text: { $search: 'blogs' } })).toBe(1)
  })

  it('behind other fields is read with a value for each, and takes no lists in them', async ({ client }) => {
    const texts = client.db('shop').collection('behind')
    await texts.createIndex({ 'shop.id': 1, title: 'text' })
    await texts.insertMany([
      { shop: { id: 1 }, title: 'tea' },
      { shop: { id: 2 }, title: 'tea' },
    ])
    const $text = { $search: 'tea' }
    expect(await texts.countDocuments({ 'shop.id': 1, $text })).toBe(1)
    expect(await texts.countDocuments({ $and: [{ 'shop.id': { $eq: 2 } }], $text })).toBe(1)
    for (const filter of [{ $text }, { 'shop.id': { $in: [1] }, $text }])
      await expect(texts.find(filter).toArray()).rejects.toMatchObject({
        code: 291,
        errmsg: expect.stringContaining('are equality predicates given for all prefix fields?'),
      })
    for (const shop of [[], [{ id: 1 }], { id: [1] }])
      await expect(texts.insertOne({ shop, title: 'tea' })).rejects.toMatchObject({
        code: 201,
        errmsg: expect.stringContaining("Field 'shop.id' of text index contains an array in document: "),
      })
  })
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
