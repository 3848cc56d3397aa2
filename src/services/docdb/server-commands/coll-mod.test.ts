import { Decimal128, Double, Long, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

// https://www.mongodb.com/docs/manual/reference/command/collMod/
describe('a change of an index', () => {
  it('reads numbers as flags, and tells only what has changed', async ({ client }) => {
    const shop = client.db('shop')
    await shop.collection('orders').createIndex({ total: 1 })
    const hide = (hidden: unknown) => shop.command({ collMod: 'orders', index: { name: 'total_1', hidden } })
    expect(await hide(0)).not.toHaveProperty('hidden_new')
    expect(await hide(new Double(0.5))).toMatchObject({ hidden_old: false, hidden_new: true })
    expect(await hide(true)).not.toHaveProperty('hidden_new')
    await hide(Decimal128.fromString('0'))
    expect((await shop.collection('orders').indexes())[1]).toEqual({ v: 2, key: { total: 1 }, name: 'total_1' })
  })

  it('makes an index expire documents, in whole seconds up to 68 years', async ({ client }) => {
    const shop = client.db('shop')
    await shop.collection('orders').createIndex({ at: 1 })
    const expire = (expireAfterSeconds: unknown) =>
      shop.command({ collMod: 'orders', index: { keyPattern: { at: 1 }, expireAfterSeconds } }, { promoteLongs: false })
    expect(await expire(new Double(50.7))).toMatchObject({ expireAfterSeconds_new: Long.fromNumber(50) })
    const [, changed] = await shop.collection('orders').indexes()
    expect(changed).toMatchObject({ expireAfterSeconds: 50 })
    expect(await expire(Long.fromNumber(2 ** 40))).toMatchObject({
      expireAfterSeconds_old: Long.fromNumber(50),
      expireAfterSeconds_new: Long.fromNumber(2 ** 31 - 1),
    })
    await expect(expire(-1)).rejects.toMatchObject({ code: 72 })
    await expect(expire(true)).rejects.toMatchObject({ code: 14 })
  })

  it('prepares an index to be unique on its own, and never makes it less than unique', async ({ client }) => {
    const shop = client.db('shop')
    await shop.collection('orders').createIndex({ no: 1 })
    const change = (index: Document, rest: Document = {}) =>
      shop.command({ collMod: 'orders', index: { name: 'no_1', ...index }, ...rest })
    await expect(change({ prepareUnique: true, hidden: true })).rejects.toMatchObject({
      code: 72,
      message: 'prepareUnique cannot be combined with any other modification.',
    })
    await expect(change({ unique: false })).rejects.toMatchObject({ code: 2 })
    await expect(change({ unique: true })).rejects.toMatchObject({ code: 72 })
    expect(await change({ prepareUnique: 1 })).toMatchObject({ prepareUnique_old: false, prepareUnique_new: true })
    expect(await change({ unique: 1 }, { dryRun: 1 })).not.toHaveProperty('unique_new')
    expect(await change({ unique: 1 })).toMatchObject({ unique_new: true })
    expect(await change({ unique: true })).not.toHaveProperty('unique_new')
  })

  it('is refused for the index of a clustered collection, and for a view', async ({ client }) => {
    const shop = client.db('shop')
    await shop.createCollection('days', { clusteredIndex: { key: { _id: 1 }, unique: true } })
    await shop.createCollection('open', { viewOn: 'days', pipeline: [] })
    const hide = (collMod: string) => shop.command({ collMod, index: { name: '_id_', hidden: true } })
    await expect(hide('days')).rejects.toMatchObject({ code: 6_011_800 })
    await expect(hide('open')).rejects.toMatchObject({ code: 72, message: 'option not supported on a view: index' })
  })
})

it('lets documents that were invalid before stay so, where the validation is moderate', async ({ client }) => {
  const shop = client.db('shop')
  const orders = shop.collection<{ _id: number; total?: unknown; note?: string }>('orders')
  await orders.insertMany([
    { _id: 1, total: 'free' },
    { _id: 2, total: 5 },
  ])
  await shop.command({ collMod: 'orders', validator: { total: { $type: 'int' } }, validationLevel: 'moderate' })
  await orders.updateOne({ _id: 1 }, { $set: { note: 'old' } })
  await expect(orders.updateOne({ _id: 2 }, { $set: { total: 'free' } })).rejects.toMatchObject({ code: 121 })
  await expect(orders.insertOne({ _id: 3 })).rejects.toMatchObject({ code: 121 })
  await shop.command({ collMod: 'orders', validationLevel: 'strict' })
  await expect(orders.updateOne({ _id: 1 }, { $set: { note: 'new' } })).rejects.toMatchObject({ code: 121 })
})

describe('the order of documents', () => {
  it('is that of _id in a clustered collection', async ({ client }) => {
    const shop = client.db('shop')
    const days = await shop.createCollection<{ _id: string }>('days', {
      clusteredIndex: { key: { _id: 1 }, unique: true },
    })
    await days.insertMany([{ _id: 'c' }, { _id: 'a' }, { _id: 'b' }])
    const ids = (found: { _id: string }[]) => found.map(({ _id }) => _id).join('')
    expect(ids(await days.find().toArray())).toBe('abc')
    expect(ids(await days.find().sort({ $natural: -1 }).toArray())).toBe('cba')
    expect(ids(await days.find({ _id: { $ne: 'b' } }).toArray())).toBe('ac')
    expect(await shop.command({ dropIndexes: 'days', index: '*' })).toMatchObject({ nIndexesWas: 0 })
  })

  it('is turned around by a hint of -1, in pipelines and writes too', async ({ client }) => {
    const log = client.db('shop').collection<{ _id: number }>('log')
    await log.insertMany([{ _id: 2 }, { _id: 1 }, { _id: 3 }])
    const hint = { $natural: -1 } as const
    expect(await log.aggregate([], { hint }).toArray()).toEqual([{ _id: 3 }, { _id: 1 }, { _id: 2 }])
    expect(await log.find().hint(hint).limit(1).toArray()).toEqual([{ _id: 3 }])
    await log.deleteOne({}, { hint })
    expect(await log.find().toArray()).toEqual([{ _id: 2 }, { _id: 1 }])
  })
})

it('reads only the documents of a sparse or partial index that a hint names', async ({ client }) => {
  const orders = client.db('shop').collection<{ _id: number; code?: null | string; total?: number }>('orders')
  await orders.insertMany([{ _id: 1, code: 'a', total: 5 }, { _id: 2, code: null, total: 20 }, { _id: 3 }])
  await orders.createIndex({ code: 1 }, { sparse: true })
  await orders.createIndex({ total: 1 }, { partialFilterExpression: { total: { $gt: 10 } } })
  expect(await orders.countDocuments({}, { hint: 'code_1' })).toBe(2)
  expect(
    await orders
      .find({ total: { $gt: 1 } })
      .hint('total_1')
      .toArray(),
  ).toMatchObject([{ _id: 2 }])
  expect(await orders.find({ total: { $gt: 1 } }).toArray()).toHaveLength(2)
})
