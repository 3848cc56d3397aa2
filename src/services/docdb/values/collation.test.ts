import type { CollationOptions, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

const words = (client: MongoClient) => client.db('shop').collection<{ word: string }>('words')

/** Returns words in the order of a collation. */
async function inOrder(client: MongoClient, list: readonly string[], collation: CollationOptions): Promise<string[]> {
  await words(client).insertMany(list.map((word) => ({ word })))
  const found = await words(client)
    .find({}, { collation, sort: { word: 1 } })
    .toArray()
  return found.map(({ word }) => word)
}

/** Returns the words that a collation takes as equal to another. */
async function equalTo(
  client: MongoClient,
  word: string,
  list: readonly string[],
  collation: CollationOptions,
): Promise<string[]> {
  await words(client).insertMany(list.map((each) => ({ word: each })))
  const found = await words(client).find({ word }, { collation }).toArray()
  return found.map((each) => each.word)
}

describe('a collation', () => {
  it('compares accents from the end where it says so, as the French of Canada does', async ({ client }) => {
    const list = ['côté', 'coté', 'côte', 'cote']
    const forwards = ['cote', 'coté', 'côte', 'côté']
    const backwards = ['cote', 'côte', 'coté', 'côté']
    expect(await inOrder(client, list, { locale: 'fr' })).toEqual(forwards)
    await words(client).drop()
    expect(await inOrder(client, list, { locale: 'fr', backwards: true })).toEqual(backwards)
    await words(client).drop()
    expect(await inOrder(client, list, { locale: 'fr_CA' })).toEqual(backwards)
    await words(client).drop()
    expect(await inOrder(client, list, { locale: 'fr_CA', backwards: false })).toEqual(forwards)
  })

  it.for<[string, CollationOptions, string, string[], string[]]>([
    ['case by its level', { locale: 'en', strength: 2, caseLevel: true }, 'a', ['a', 'A', 'á'], ['a']],
    ['nothing but letters', { locale: 'en', strength: 1 }, 'a', ['a', 'A', 'á', 'b'], ['a', 'A', 'á']],
    ['no punctuation', { locale: 'en', alternate: 'shifted' }, 'ab', ['ab', 'a-b', 'a b'], ['ab', 'a-b', 'a b']],
    [
      'no spaces, but punctuation',
      { locale: 'en', alternate: 'shifted', maxVariable: 'space' },
      'ab',
      ['ab', 'a-b', 'a b'],
      ['ab', 'a b'],
    ],
    [
      'punctuation at the fourth level',
      { locale: 'en', alternate: 'shifted', strength: 4 },
      'ab',
      ['ab', 'a-b', 'a b'],
      ['ab'],
    ],
    ['code points at the fifth level', { locale: 'en', strength: 5 }, 'ab', ['ab', 'a\u200bb'], ['ab']],
    ['numbers by their value', { locale: 'en', numericOrdering: true }, '7', ['7', '007', '70'], ['7', '007']],
  ])('compares %s', async ([, collation, word, list, expected], { client }) => {
    expect(await equalTo(client, word, list, collation)).toEqual(expected)
  })

  it.for<[Record<string, unknown>, number]>([
    [{ locale: 'en', strengh: 2 }, 40_415],
    [{ locale: 'en', caseLevel: 'yes' }, 14],
    [{ locale: 'en', alternate: 'none' }, 2],
    [{ locale: 'en', strength: 1, caseFirst: 'upper' }, 2],
    [{ locale: 'en', strength: 1, backwards: true }, 2],
  ])('is refused as %j', async ([collation, code], { client }) => {
    const command = { find: 'words', filter: {}, collation }
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code })
  })

  it('is the one of the collection where a command has an empty one', async ({ client }) => {
    const db = client.db('shop')
    await db.createCollection('words', { collation: { locale: 'en', strength: 2 } })
    await words(client).insertOne({ word: 'Apple' })
    const { cursor } = await db.command({ find: 'words', filter: { word: 'apple' }, collation: {} })
    expect(cursor.firstBatch).toMatchObject([{ word: 'Apple' }])
  })

  it('orders the different values of a field', async ({ client }) => {
    await words(client).insertMany([{ word: 'file2' }, { word: 'file10' }, { word: 'file1' }])
    const values = await words(client).distinct('word', {}, { collation: { locale: 'en', numericOrdering: true } })
    expect(values).toEqual(['file1', 'file2', 'file10'])
  })

  it('puts words into buckets', async ({ client }) => {
    await words(client).insertMany([{ word: 'Apple' }, { word: 'APPLE' }, { word: 'banana' }])
    const collation = { locale: 'en', strength: 1 }
    const byBounds = { $bucket: { groupBy: '$word', boundaries: ['apple', 'banana', 'cherry'] } }
    expect(await words(client).aggregate([byBounds], { collation }).toArray()).toEqual([
      { _id: 'apple', count: 2 },
      { _id: 'banana', count: 1 },
    ])
    const byNumber = { $bucketAuto: { groupBy: '$word', buckets: 3 } }
    expect(await words(client).aggregate([byNumber], { collation }).toArray()).toMatchObject([
      { count: 2 },
      { count: 1 },
    ])
  })
})

describe('a collection with a collation', () => {
  const collation = { locale: 'en', strength: 2 }

  it('compares by it in indexes that name none', async ({ client }) => {
    const created = await client.db('shop').createCollection('words', { collation })
    await created.createIndex({ word: 1 }, { unique: true })
    await created.createIndex({ other: 1 }, { collation: { locale: 'simple' } })
    expect(await created.indexes()).toMatchObject([{ name: '_id_', collation }, { name: 'word_1', collation }, {}])
    expect((await created.indexes())[2]).not.toHaveProperty('collation')
    await created.insertOne({ word: 'apple' })
    await expect(created.insertOne({ word: 'Apple' })).rejects.toMatchObject({ code: 11_000 })
  })

  it('takes ids as equal by it', async ({ client }) => {
    const created = await client.db('shop').createCollection<{ _id: string }>('words', { collation })
    await created.insertOne({ _id: 'apple' })
    await expect(created.insertOne({ _id: 'Apple' })).rejects.toMatchObject({ code: 11_000 })
    expect(await created.findOne({ _id: 'APPLE' })).toEqual({ _id: 'apple' })
  })

  it('has no index of words or of places on a plane', async ({ client }) => {
    const created = await client.db('shop').createCollection('words', { collation })
    await expect(created.createIndex({ word: 'text' })).rejects.toMatchObject({ code: 67 })
    await expect(created.createIndex({ at: '2d' })).rejects.toMatchObject({ code: 67 })
    await created.createIndex({ word: 'text' }, { collation: { locale: 'simple' } })
  })

  it('validates documents by it', async ({ client }) => {
    const validator = { word: { $in: ['apple', 'pear'] } }
    const created = await client.db('shop').createCollection('words', { collation, validator })
    await created.insertOne({ word: 'APPLE' })
    await expect(created.insertOne({ word: 'plum' })).rejects.toMatchObject({ code: 121 })
  })
})

describe('a view', () => {
  const refusal = { code: 167, message: "Cannot override a view's default collation" }

  it('is read by its own collation alone', async ({ client }) => {
    const db = client.db('shop')
    await words(client).insertMany([{ word: 'apple' }, { word: 'Apple' }])
    const collation = { locale: 'en', strength: 2 }
    const view = await db.createCollection('shown', { viewOn: 'words', pipeline: [], collation })
    expect(await view.countDocuments({ word: 'apple' })).toBe(2)
    expect(await view.find({ word: 'apple' }, { collation }).toArray()).toHaveLength(2)
    await expect(view.find({}, { collation: { locale: 'en', strength: 1 } }).toArray()).rejects.toMatchObject(refusal)
    await expect(view.distinct('word', {}, { collation: { locale: 'fr' } })).rejects.toMatchObject(refusal)
  })

  it.for<[Record<string, unknown>]>([
    [{ $lookup: { from: 'shown', localField: 'word', foreignField: 'word', as: 'found' } }],
    [{ $unionWith: 'shown' }],
    [
      {
        $graphLookup: {
          from: 'shown',
          startWith: '$word',
          connectFromField: 'word',
          connectToField: 'word',
          as: 'found',
        },
      },
    ],
  ])('is not joined to documents of another collation by %j', async ([stage], { client }) => {
    const db = client.db('shop')
    const collation = { locale: 'en', strength: 2 }
    await db.createCollection('shown', { viewOn: 'words', pipeline: [], collation })
    await expect(words(client).aggregate([stage]).toArray()).rejects.toMatchObject(refusal)
    expect(await words(client).aggregate([stage], { collation }).toArray()).toEqual([])
  })
})
