import type { Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/database-profiler/

const documents = [1, 2, 3].map((_id) => ({ _id, total: _id * 10 }))
const indexes = [{ key: { total: 1 } }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents, indexes }] })
  .extend('shop', ({ client }) => client.db('shop'))
  .extend('orders', ({ shop }) => shop.collection<{ _id: number; total?: number }>('orders'))
  .extend(
    'recorded',
    ({ shop }) =>
      () =>
        shop.collection('system.profile').find({ ns: 'shop.orders' }).toArray(),
  )

describe('the profiler', () => {
  it('records all operations at level 2, and none after it is turned off', async ({ shop, orders, recorded }) => {
    expect(await shop.command({ profile: 2 })).toMatchObject({ was: 0, slowms: 100, sampleRate: 1 })
    await orders.insertOne({ _id: 4, total: 40 })
    await orders.find({ total: { $gt: 10 } }).toArray()
    await orders.updateOne({ _id: 1 }, { $set: { total: 11 } }, { comment: 'why' })
    await orders.deleteMany({ total: { $lt: 15 } })
    await orders.countDocuments()
    expect(await shop.command({ profile: 0 })).toMatchObject({ was: 2 })
    await orders.findOne()
    expect(await recorded()).toMatchObject([
      { op: 'insert', ninserted: 1, command: { insert: 'orders' }, client: '127.0.0.1' },
      { op: 'query', nreturned: 3, keysExamined: 3, docsExamined: 3, planSummary: 'IXSCAN { total: 1 }' },
      { op: 'update', nMatched: 1, nModified: 1, command: { q: { _id: 1 }, comment: 'why' } },
      { op: 'remove', ndeleted: 1, command: { q: { total: { $lt: 15 } }, limit: 0 } },
      { op: 'command', command: { aggregate: 'orders' }, planSummary: 'COLLSCAN' },
    ])
  })

  it('records each statement, and each batch', async ({ shop, orders, recorded }) => {
    await shop.command({ profile: 2 })
    await orders.bulkWrite([1, 2].map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { total: 0 } } } })))
    await orders.find({}, { batchSize: 2 }).toArray()
    const entries = await recorded()
    expect(entries.map(({ op }) => op as string)).toEqual(['update', 'update', 'query', 'getmore'])
    expect(entries[3]).toMatchObject({ cursorExhausted: true, nreturned: 1 })
  })

  it('records an explanation as the command that it is', async ({ shop, orders, recorded }) => {
    await shop.command({ profile: 2 })
    await orders.find({ total: 10 }).comment('why').explain('queryPlanner')
    expect(await recorded()).toMatchObject([
      { op: 'command', command: { explain: { find: 'orders', comment: 'why' } } },
    ])
  })

  it('keeps its records in a capped collection of the database, which is dropped when it is off', async ({ shop }) => {
    await shop.command({ profile: 2 })
    expect(await shop.collection('system.profile').options()).toEqual({ capped: true, size: 1024 * 1024 })
    const drop = () => shop.command({ drop: 'system.profile' })
    await expect(drop()).rejects.toMatchObject({
      code: 20,
      message: 'turn off profiling before dropping system.profile collection',
    })
    await shop.command({ profile: 0 })
    expect(await drop()).toMatchObject({ ok: 1 })
    expect(await shop.command({ profile: -1 })).toMatchObject({ was: 0 })
  })

  it('records what is slow at level 1, or what its filter matches', async ({ shop, orders, recorded }) => {
    await shop.command({ profile: 1, slowms: 60_000 })
    await orders.findOne()
    expect(await recorded()).toEqual([])
    await shop.command({ profile: 1, filter: { op: 'insert' } })
    await orders.insertOne({ _id: 5 })
    await orders.findOne()
    const found: Document[] = await recorded()
    expect(found.map(({ op }) => op as string)).toEqual(['insert'])
    expect(await shop.command({ profile: 0, filter: 'unset' })).toMatchObject({ was: 1, filter: { op: 'insert' } })
    expect(await shop.command({ profile: -1 })).not.toHaveProperty('filter')
  })

  it('is off again after a reset', async ({ docdb, shop }) => {
    await shop.command({ profile: 2 })
    docdb.reset()
    expect(await shop.command({ profile: -1 })).toMatchObject({ was: 0 })
  })
})
