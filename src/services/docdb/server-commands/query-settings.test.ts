import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/setQuerySettings/

const documents = [1, 2, 3].map((_id) => ({ _id, customer: 'ada', total: _id, placed: _id }))
const indexes = [{ key: { customer: 1, total: 1 } }, { key: { customer: 1, placed: 1 } }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents, indexes }] })

const ns = { db: 'shop', coll: 'orders' }
const byPlace = { indexHints: { ns, allowedIndexes: ['customer_1_placed_1'] } }
const found = { find: 'orders', filter: { customer: 'bob' }, $db: 'shop' }

const admin = (client: MongoClient) => client.db('admin')
const orders = (client: MongoClient) => client.db('shop').collection('orders')

/** Returns the index that a query uses, and the settings that its plan shows. */
async function planOf(client: MongoClient, filter: Document): Promise<readonly unknown[]> {
  const { queryPlanner } = await orders(client).find(filter).explain('queryPlanner')
  return [queryPlanner.winningPlan.inputStage?.indexName ?? queryPlanner.winningPlan.stage, queryPlanner.querySettings]
}

describe('settings of a query', () => {
  it('decide which indexes the queries of its shape use, also against a hint', async ({ client }) => {
    const reply = await admin(client).command({ setQuerySettings: found, settings: byPlace })
    const settings = { indexHints: [{ ns, allowedIndexes: ['customer_1_placed_1'] }] }
    expect(reply).toMatchObject({
      queryShapeHash: expect.stringMatching(/^[0-9A-F]{64}$/),
      settings,
      representativeQuery: found,
    })
    expect(await planOf(client, { customer: 'ada' })).toEqual(['customer_1_placed_1', settings])
    expect(await planOf(client, { customer: 7 })).toEqual(['customer_1_total_1', undefined])
    expect(await planOf(client, { customer: 'ada', total: 1 })).toEqual(['customer_1_total_1', undefined])
    const hinted = await orders(client).find({ customer: 'ada' }).hint('customer_1_total_1').explain('queryPlanner')
    expect(hinted['queryPlanner'].winningPlan.inputStage.indexName).toBe('customer_1_placed_1')
    expect(await orders(client).find({ customer: 'ada' }).toArray()).toHaveLength(3)
  })

  it('hold for the pipelines of a shape', async ({ client }) => {
    const pipeline = [{ $match: { customer: 'bob' } }, { $limit: 5 }]
    const settings = { indexHints: { ns, allowedIndexes: [{ $natural: 1 }] } }
    await admin(client).command({ setQuerySettings: { aggregate: 'orders', pipeline, $db: 'shop' }, settings })
    const own = orders(client).aggregate([{ $match: { customer: 'ada' } }, { $limit: 2 }])
    expect((await own.explain('queryPlanner'))['queryPlanner']).toMatchObject({ querySettings: expect.anything() })
    expect(
      await orders(client)
        .aggregate([{ $match: { customer: 'ada' } }, { $limit: 2 }])
        .toArray(),
    ).toHaveLength(2)
  })

  it('without an index that exists leave the plan as it is', async ({ client }) => {
    const settings = { indexHints: { ns, allowedIndexes: ['none_1'] } }
    await admin(client).command({ setQuerySettings: found, settings })
    expect((await planOf(client, { customer: 'ada' }))[0]).toBe('customer_1_total_1')
  })

  it.for<readonly [Document, (client: MongoClient) => Promise<unknown>]>([
    [found, (client) => orders(client).find({ customer: 'ada' }).toArray()],
    [
      { distinct: 'orders', key: 'total', query: { customer: 'bob' }, $db: 'shop' },
      (client) => orders(client).distinct('total', { customer: 'ada' }),
    ],
    [
      { aggregate: 'orders', pipeline: [{ $match: { total: { $gt: 1 } } }], $db: 'shop' },
      (client) =>
        orders(client)
          .aggregate([{ $match: { total: { $gt: 2 } } }])
          .toArray(),
    ],
  ])('refuse the queries of the shape of %j', async ([query, run], { client }) => {
    await run(client)
    await admin(client).command({ setQuerySettings: query, settings: { reject: true } })
    await expect(run(client)).rejects.toMatchObject({ code: 411, message: 'Query rejected by admin query settings' })
    await orders(client).findOne({ placed: 1 })
    await admin(client).command({ removeQuerySettings: query })
    await run(client)
  })

  it('are listed, changed by the hash of their shape, and removed', async ({ client }) => {
    const { queryShapeHash } = await admin(client).command({ setQuerySettings: found, settings: byPlace })
    await admin(client).command({ setQuerySettings: queryShapeHash, settings: { reject: true, comment: 'slow' } })
    const list = (options: Document) =>
      admin(client)
        .aggregate([{ $querySettings: options }])
        .toArray()
    const listed = {
      queryShapeHash,
      settings: {
        indexHints: [{ ns, allowedIndexes: ['customer_1_placed_1'] }],
        reject: true,
        comment: 'slow',
      },
      representativeQuery: found,
    }
    expect(await list({})).toEqual([listed])
    expect(await list({ showDebugQueryShape: true })).toEqual([
      {
        ...listed,
        debugQueryShape: { cmdNs: ns, command: 'find', filter: { customer: { $eq: '?string' } } },
      },
    ])
    await admin(client).command({ setQuerySettings: queryShapeHash, settings: { reject: false } })
    expect(await orders(client).countDocuments()).toBe(3)
    await admin(client).command({ removeQuerySettings: queryShapeHash })
    expect(await list({})).toEqual([])
  })

  it.for<readonly [Document, number]>([
    [{ setQuerySettings: found, settings: {} }, 8_727_502],
    [{ setQuerySettings: found, settings: { reject: false } }, 7_746_604],
    [{ setQuerySettings: found, settings: { other: 1 } }, 40_415],
    [{ setQuerySettings: 'F'.repeat(64), settings: { reject: true } }, 7_746_401],
    [{ setQuerySettings: { find: 'orders', filter: { _id: 1 }, $db: 'shop' }, settings: { reject: true } }, 7_746_606],
    [{ setQuerySettings: { ...found, $db: 'local' }, settings: { reject: true } }, 8_584_900],
    [{ setQuerySettings: { ...found, find: 'system.views' }, settings: { reject: true } }, 8_584_901],
    [{ setQuerySettings: { insert: 'orders', $db: 'shop' }, settings: { reject: true } }, 7_746_402],
    [
      { setQuerySettings: found, settings: { indexHints: { ns: { coll: 'orders' }, allowedIndexes: ['a_1'] } } },
      8_727_500,
    ],
    [{ setQuerySettings: found, settings: { indexHints: [byPlace.indexHints, byPlace.indexHints] } }, 7_746_608],
    [{ removeQuerySettings: found }, 7_746_701],
  ])('are refused with %j', async ([command, code], { client }) => {
    await expect(admin(client).command(command)).rejects.toMatchObject({ code })
  })

  it('are those of administrators, and of the database admin', async ({ client }) => {
    const command = { setQuerySettings: found, settings: byPlace }
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code: 13 })
    await expect(
      admin(client)
        .aggregate([{ $querySettings: 1 }])
        .toArray(),
    ).rejects.toMatchObject({ code: 7_746_801 })
  })
})
