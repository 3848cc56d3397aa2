import { describe, expect } from 'vitest'
import { Timestamp, type Document, type MongoClient } from 'mongodb'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()
const itemsOf = (client: MongoClient) => client.db('shop').collection<Document>('items')

// https://www.mongodb.com/docs/manual/reference/operator/update/#behavior
describe('the fields that an update adds', () => {
  it.for<readonly [Document, string[]]>([
    [{ $set: { b: 1, a: 1 } }, ['_id', 'z', 'a', 'b']],
    [{ $set: { c: 1, b: 1 }, $inc: { a: 1 }, $currentDate: { d: true } }, ['_id', 'z', 'a', 'b', 'c', 'd']],
    [{ $set: { '10': 1, '9': 1, x: 1 } }, ['9', '10', '_id', 'z', 'x']],
    [{ $set: { b: 1 }, $rename: { z: 'a' } }, ['_id', 'a', 'b']],
  ])('are in the order of their names: %j', async ([update, names], { client }) => {
    await itemsOf(client).insertOne({ _id: 1 as never, z: 1 })
    await itemsOf(client).updateOne({}, update)
    expect(Object.keys((await itemsOf(client).findOne({})) ?? {})).toEqual(names)
  })

  it('are in that order below the top and in an upsert too, after those of the filter', async ({ client }) => {
    const update = { $set: { 'b.y': 1, 'b.x': 2, a: 1 }, $setOnInsert: { c: 1, aa: 1 } }
    await itemsOf(client).updateOne({ z: 1 }, update, { upsert: true })
    const stored = await itemsOf(client).findOne({ b: { x: 2, y: 1 } })
    expect(Object.keys(stored ?? {})).toEqual(['_id', 'z', 'a', 'aa', 'b', 'c'])
  })

  it('are padded by the number of an element, not by its digits', async ({ client }) => {
    await itemsOf(client).insertOne({ _id: 1 as never, list: [] })
    await itemsOf(client).updateOne({}, { $set: { 'list.10': 'b', 'list.2': 'a' } })
    const list = (await itemsOf(client).findOne({}))?.['list'] as unknown[]
    expect([list.length, list[2], list[10]]).toEqual([11, 'a', 'b'])
  })
})

it('refuses an upsert that changes the _id of its filter', async ({ client }) => {
  const items = itemsOf(client)
  const id = { _id: 1 as never }
  for (const update of [{ $set: { _id: 2 } }, { $setOnInsert: { _id: 2 } }])
    await expect(items.updateOne(id, update, { upsert: true })).rejects.toMatchObject({
      code: 66,
      errmsg: "Performing an update on the path '_id' would modify the immutable field '_id'",
    })
  await items.updateOne(id, { $setOnInsert: { _id: 1 } }, { upsert: true })
  await items.updateOne({ a: 1 }, { $setOnInsert: { _id: 2 } }, { upsert: true })
  expect(await items.distinct('_id')).toEqual([1, 2])
})

// https://www.mongodb.com/docs/manual/reference/bson-types/#timestamps
it('puts the time in place of empty timestamps at the top of a document that is stored whole', async ({ client }) => {
  const items = itemsOf(client)
  const empty = new Timestamp(0n)
  await items.insertOne({ _id: empty as never, at: empty, also: empty, deep: { at: empty } })
  const inserted: Document = (await items.findOne({})) ?? {}
  expect([inserted['_id'], (inserted['deep'] as Document)['at']]).toEqual([empty, empty])
  const [first, second] = [inserted['at'] as Timestamp, inserted['also'] as Timestamp]
  expect(first.isZero()).toBe(false)
  expect(second.greaterThan(first)).toBe(true)
  await items.replaceOne({}, { at: empty })
  const replaced = (await items.findOne({}))?.['at'] as Timestamp
  expect(replaced.greaterThan(second)).toBe(true)
  await items.updateOne({}, { $set: { at: empty } })
  expect((await items.findOne({}))?.['at']).toEqual(empty)
})
