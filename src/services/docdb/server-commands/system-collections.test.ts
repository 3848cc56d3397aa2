import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const documents = [{ _id: 1, status: 'open', place: { city: 'Ulm' }, lines: [1, 2, 3] }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents }] })

const oplog = (client: MongoClient) => client.db('local').collection('oplog.rs')
const orders = (client: MongoClient) => client.db('shop').collection<Document & { _id: number }>('orders')

/** Returns the newest entries of the oplog, oldest first. */
async function newest(client: MongoClient, count: number): Promise<Document[]> {
  return (await oplog(client).find().sort({ $natural: -1 }).limit(count).toArray()).toReversed()
}

// https://www.mongodb.com/docs/manual/core/replica-set-oplog/
describe('the oplog', () => {
  it('has an entry for each write, which tells how to repeat it', async ({ client }) => {
    await orders(client).insertOne({ _id: 2 })
    await orders(client).updateOne(
      { _id: 1 },
      { $set: { status: 'paid', 'place.zip': '89073', 'lines.1': 7, paid: true }, $unset: { total: 1 } },
    )
    await orders(client).updateOne({ _id: 1 }, { $pop: { lines: 1 }, $unset: { paid: 1 } })
    await orders(client).replaceOne({ _id: 2 }, { a: 1 })
    await orders(client).deleteOne({ _id: 2 })
    const ns = 'shop.orders'
    expect(await newest(client, 5)).toMatchObject([
      { op: 'i', ns, o: { _id: 2 }, o2: { _id: 2 } },
      {
        op: 'u',
        ns,
        o: {
          $v: 2,
          diff: {
            u: { status: 'paid' },
            i: { paid: true },
            splace: { i: { zip: '89073' } },
            slines: { a: true, u1: 7 },
          },
        },
        o2: { _id: 1 },
      },
      { op: 'u', ns, o: { $v: 2, diff: { d: { paid: false }, slines: { a: true, l: 2 } } } },
      { op: 'u', ns, o: { _id: 2, a: 1 }, o2: { _id: 2 } },
      { op: 'd', ns, o: { _id: 2 } },
    ])
  })

  it('begins with an entry that changes nothing, and its times rise', async ({ client }) => {
    await orders(client).insertOne({ _id: 2 })
    const entries = await oplog(client).find().toArray()
    expect(entries[0]).toMatchObject({ op: 'n', ns: '' })
    const times = entries.map(({ ts }) => ts.toBigInt())
    expect(times).toEqual([...new Set(times)].toSorted((left, right) => (left < right ? -1 : 1)))
    expect(await oplog(client).countDocuments({ op: 'i', ns: 'shop.orders' })).toBe(1)
    expect(await oplog(client).estimatedDocumentCount()).toBe(entries.length)
  })

  it('has the changes of collections and databases as commands', async ({ client }) => {
    const shop = client.db('shop')
    await shop.createCollection('items')
    await shop.collection('items').createIndex({ a: 1 })
    await shop.renameCollection('items', 'things')
    await shop.collection('things').drop()
    expect(await newest(client, 4)).toMatchObject([
      { op: 'c', ns: 'shop.$cmd', o: { create: 'items' } },
      { op: 'c', o: { createIndexes: 'items', key: { a: 1 }, name: 'a_1' } },
      { op: 'c', o: { renameCollection: 'shop.items', to: 'shop.things' } },
      { op: 'c', o: { drop: 'things' } },
    ])
    await shop.dropDatabase()
    expect(await newest(client, 1)).toMatchObject([{ op: 'c', ns: 'shop.$cmd', o: { dropDatabase: 1 } }])
  })

  it('has the writes of a transaction as one entry', async ({ client }) => {
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await orders(client).insertOne({ _id: 3 }, { session })
        await orders(client).deleteOne({ _id: 1 }, { session })
      }),
    )
    const operations = [
      { op: 'i', ns: 'shop.orders', o: { _id: 3 } },
      { op: 'd', ns: 'shop.orders', o: { _id: 1 } },
    ]
    expect(await newest(client, 1)).toMatchObject([
      { op: 'c', ns: 'admin.$cmd', o: { applyOps: operations }, lsid: expect.anything(), txnNumber: expect.anything() },
    ])
  })

  it('is tailed from a time, as Meteor does', async ({ client }) => {
    const [last] = await newest(client, 1)
    const written = { ns: /^(?:shop\.|admin\.\$cmd)/, op: { $in: ['i', 'u', 'd'] }, ts: { $gt: last?.['ts'] } }
    const cursor = oplog(client).find(written, { tailable: true, awaitData: true, maxAwaitTimeMS: 5000 })
    cursor.addCursorFlag('oplogReplay', true)
    const next = cursor.next()
    await client.db('other').collection('a').insertOne({})
    await orders(client).insertOne({ _id: 4 })
    expect(await next).toMatchObject({ op: 'i', ns: 'shop.orders', o: { _id: 4 } })
    const later = cursor.next()
    await orders(client).deleteOne({ _id: 4 })
    expect(await later).toMatchObject({ op: 'd', o: { _id: 4 } })
    await cursor.close()
  })
})

// https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/
describe('the buckets of a time series', () => {
  const timeseries = { timeField: 'at', metaField: 'sensor' }
  const buckets = (client: MongoClient, name = 'readings') => client.db('shop').collection(`system.buckets.${name}`)

  async function readings(client: MongoClient): Promise<void> {
    const made = await client.db('shop').createCollection('readings', { timeseries })
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute, 30))
    await made.insertMany([
      { _id: 1 as never, at: at(0), sensor: 'a', value: 3 },
      { _id: 2 as never, at: at(5), sensor: 'a', value: 1 },
      { _id: 3 as never, at: at(5), sensor: 'b' },
      { _id: 4 as never, at: at(90), sensor: 'a', value: 2 },
    ])
  }

  it('hold what one sensor has measured within an hour', async ({ client }) => {
    await readings(client)
    const found = await buckets(client).find().toArray()
    expect(found).toMatchObject([
      {
        control: {
          version: 1,
          min: { _id: 1, at: new Date('2026-01-01T00:00:00Z'), value: 1 },
          max: { _id: 2, at: new Date('2026-01-01T00:05:30Z'), value: 3 },
        },
        meta: 'a',
        data: { _id: { 0: 1, 1: 2 }, value: { 0: 3, 1: 1 } },
      },
      { meta: 'b', data: { _id: { 0: 3 } } },
      { meta: 'a', data: { _id: { 0: 4 } } },
    ])
    expect(found[0]?._id.getTimestamp()).toEqual(new Date('2026-01-01T00:00:00Z'))
    expect(await buckets(client).countDocuments({ meta: 'a' })).toBe(2)
  })

  it('are restored as measurements', async ({ client }) => {
    await readings(client)
    const copied = await buckets(client).find().toArray()
    await client.db('shop').createCollection('copies', { timeseries })
    await buckets(client, 'copies').insertMany(copied)
    const all = (name: string) => client.db('shop').collection(name).find().sort({ _id: 1 }).toArray()
    expect(await all('copies')).toEqual(await all('readings'))
    const compressed = { control: { version: 2 }, data: {} }
    await expect(buckets(client, 'copies').insertOne(compressed)).rejects.toMatchObject({ code: 2 })
  })

  it('are counted by collStats in place of documents', async ({ client }) => {
    await readings(client)
    const stats = await client.db('shop').command({ collStats: 'readings' })
    expect(stats).not.toHaveProperty('count')
    expect(stats['timeseries']).toMatchObject({
      bucketsNs: 'shop.system.buckets.readings',
      bucketCount: 3,
      numBucketInserts: 3,
      numMeasurementsCommitted: 4,
    })
    const [counted] = await client
      .db('shop')
      .collection('readings')
      .aggregate([{ $collStats: { count: {} } }])
      .toArray()
    expect(counted?.['count']).toBe(3)
  })
})
