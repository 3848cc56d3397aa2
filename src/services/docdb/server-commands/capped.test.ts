import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/cloneCollectionAsCapped/

const documents = [{ _id: 1 }, { _id: 2 }]
const data = [
  { database: 'shop', collection: 'orders', documents },
  { database: 'shop', collection: 'open', options: { viewOn: 'orders', pipeline: [] } },
]
const it = databaseTest({ data })

const shop = (client: MongoClient) => client.db('shop')

describe('cloneCollectionAsCapped', () => {
  it('makes a capped collection with the documents of another', async ({ client }) => {
    await shop(client).command({ cloneCollectionAsCapped: 'orders', toCollection: 'recent', size: 5000 })
    expect(await shop(client).collection('recent').find().toArray()).toEqual(documents)
    expect(await shop(client).collection('recent').options()).toEqual({ capped: true, size: 5120 })
    expect(await shop(client).collection('orders').options()).toEqual({})
  })

  it.for<readonly [string, Document, number]>([
    ['a collection that is missing', { cloneCollectionAsCapped: 'none', toCollection: 'recent', size: 5000 }, 26],
    ['a view', { cloneCollectionAsCapped: 'open', toCollection: 'recent', size: 5000 }, 166],
    ['a name that is taken', { cloneCollectionAsCapped: 'orders', toCollection: 'orders', size: 5000 }, 48],
    ['no size', { cloneCollectionAsCapped: 'orders', toCollection: 'recent' }, 72],
    ['more than a petabyte', { cloneCollectionAsCapped: 'orders', toCollection: 'recent', size: 2 ** 50 + 1 }, 2],
    ['no name', { cloneCollectionAsCapped: 'orders', size: 5000 }, 14],
  ])('refuses %s', async ([, command, code], { client }) => {
    await expect(shop(client).command(command)).rejects.toMatchObject({ code })
  })
})

describe('validateDBMetadata', () => {
  it('names the indexes that version 1 of the stable API leaves out', async ({ client }) => {
    await shop(client).collection('orders').createIndex({ note: 1 }, { sparse: true })
    const apiParameters = { version: '1', strict: true }
    expect(await shop(client).command({ validateDBMetadata: 1, db: 'shop', apiParameters })).toMatchObject({
      apiVersionErrors: [
        {
          ns: 'shop.orders',
          code: 323,
          codeName: 'APIStrictError',
          errmsg: 'The index with name note_1 is not allowed in API version 1.',
        },
      ],
    })
    expect(
      await shop(client).command({ validateDBMetadata: 1, apiParameters: { version: '1', strict: false } }),
    ).toMatchObject({ apiVersionErrors: [] })
    await expect(shop(client).command({ validateDBMetadata: 1, db: 'shop' })).rejects.toMatchObject({ code: 40_414 })
  })
})

describe('renameCollection', () => {
  it('refuses views and time series, and does not replace them', async ({ client }) => {
    await shop(client).createCollection('readings', { timeseries: { timeField: 'at' } })
    const rename = (from: string, to: string) =>
      client.db('admin').command({ renameCollection: `shop.${from}`, to: `shop.${to}`, dropTarget: true })
    await expect(rename('readings', 'other')).rejects.toMatchObject({ code: 166 })
    await expect(rename('open', 'other')).rejects.toMatchObject({ code: 166 })
    await expect(rename('orders', 'readings')).rejects.toMatchObject({ code: 48 })
  })
})

describe('a batch', () => {
  it('has as many documents as fit into 16 MB', async ({ client }) => {
    const big = 'x'.repeat(3_000_000)
    for (let _id = 0; _id < 7; _id++)
      await shop(client)
        .collection<{ _id: number }>('files')
        .insertOne({ _id, big } as never)
    const first = await shop(client).command({ find: 'files', batchSize: 1 })
    const second = await shop(client).command({ getMore: first['cursor'].id, collection: 'files' })
    expect(second['cursor'].nextBatch).toHaveLength(5)
    const third = await shop(client).command({ getMore: first['cursor'].id, collection: 'files' })
    expect(third['cursor']).toMatchObject({ nextBatch: [{ _id: 6 }] })
  })
})
