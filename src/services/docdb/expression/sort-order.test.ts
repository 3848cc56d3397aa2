import { describe, expect } from 'vitest'
import { Code, type Document, type MongoClient } from 'mongodb'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()
const itemsOf = (client: MongoClient) => client.db('shop').collection<Document>('items')

// https://www.mongodb.com/docs/manual/reference/method/cursor.sort/#sort-by-an-array-field
describe('an order by a position of an array', () => {
  it.for([false, true])('goes by the element at it alone (with an index: %s)', async (isIndexed, { client }) => {
    const items = itemsOf(client)
    if (isIndexed) await items.createIndex({ 'list.0.x': 1 })
    await items.insertMany([
      { _id: 'three', list: [{ x: 3 }, { x: 0 }] },
      { _id: 'one', list: [{ x: 1 }, { x: 9 }] },
      { _id: 'no element', list: [] },
      { _id: 'numbers', list: [7] },
      { _id: 'two', list: [{ x: 2 }] },
    ] as never[])
    const found = items.find({ list: { $exists: true } }).sort({ 'list.0.x': 1 })
    const ids = (await found.toArray()).map(({ _id }) => String(_id))
    expect(ids).toEqual(['no element', 'numbers', 'one', 'two', 'three'])
    const beyond = await items.find().sort({ 'list.5': 1, _id: 1 }).toArray()
    expect(beyond).toHaveLength(5)
  })
})

describe('code of the client', () => {
  it('with a scope is of a type of its own, and comes after code without one', async ({ client }) => {
    const items = itemsOf(client)
    await items.insertMany([{ run: new Code('b', { x: 1 }) }, { run: new Code('a', { x: 2 }) }, { run: new Code('c') }])
    const texts = (found: Document[]) => found.map(({ run }) => (run as Code).code)
    expect(texts(await items.find({ run: { $type: 'javascript' } }).toArray())).toEqual(['c'])
    expect(texts(await items.find({ run: { $type: 15 } }).toArray())).toEqual(['b', 'a'])
    expect(texts(await items.find().sort({ run: 1 }).toArray())).toEqual(['c', 'a', 'b'])
    await items.createIndex({ run: 1 })
    expect(texts(await items.find({ run: new Code('a', { x: 2 }) }).toArray())).toEqual(['a'])
    expect(texts(await items.find({ run: new Code('a', { x: 3 }) }).toArray())).toEqual([])
  })
})

describe('an order by two fields', () => {
  it('that lead into different arrays is refused', async ({ client }) => {
    const items = itemsOf(client)
    await items.insertMany([{ a: [1], b: [2] }, { a: 1 }])
    const refused = { code: 2, codeName: 'BadValue' }
    const errmsg = expect.stringContaining('cannot sort with keys that are parallel arrays') as string
    await expect(items.find().sort({ a: 1, b: 1 }).toArray()).rejects.toMatchObject({ ...refused, errmsg })
    await expect(items.aggregate([{ $sort: { b: 1, a: 1 } }]).toArray()).rejects.toMatchObject({ ...refused, errmsg })
    expect(await items.find().sort({ a: 1, c: 1 }).toArray()).toHaveLength(2)
    await items.insertOne({ c: [{ x: [1], y: [2] }] })
    await expect(items.find().sort({ 'c.x': 1, 'c.y': 1 }).toArray()).rejects.toMatchObject({ ...refused, errmsg })
  })

  it('of the same array goes by one element of each document', async ({ client }) => {
    const items = itemsOf(client)
    await items.insertMany([
      {
        _id: 'least x with a great y',
        list: [
          { x: 1, y: 9 },
          { x: 2, y: 0 },
        ],
      },
      { _id: 'least x with a small y', list: [{ x: 1, y: 5 }] },
      { _id: 'empty', list: [] },
      { _id: 'missing' },
      { _id: 'no array', list: { x: 1, y: 7 } },
    ] as never[])
    const ids = async (sort: Document) =>
      (
        await items
          .find()
          .sort(sort as never)
          .toArray()
      ).map(({ _id }) => String(_id))
    expect(await ids({ 'list.x': 1, 'list.y': 1, _id: 1 })).toEqual([
      'empty',
      'missing',
      'least x with a small y',
      'no array',
      'least x with a great y',
    ])
    expect((await ids({ 'list.x': -1, 'list.y': -1 }))[0]).toBe('least x with a great y')
  })
})
