import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/explain-results/

const documents = [1, 2, 3, 4].map((_id) => ({ _id, status: 'open', total: _id * 10 }))
const indexes = [{ key: { total: 1 } }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents, indexes }] })

const shop = (client: MongoClient) => client.db('shop')
const orders = (client: MongoClient) => shop(client).collection<{ _id: number }>('orders')

describe('explain', () => {
  it('runs a query only where its effort is asked for', async ({ client }) => {
    expect(await orders(client).find({ total: 10 }).explain('queryPlanner')).not.toHaveProperty('executionStats')
    const { executionStats } = await orders(client)
      .find({ total: { $gt: 20 } })
      .explain('executionStats')
    expect(executionStats).toMatchObject({ nReturned: 2, totalKeysExamined: 2, totalDocsExamined: 2 })
  })

  const scan = { stage: 'COLLSCAN' }
  const index = { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'total_1', direction: 'forward' } }
  it.for<readonly [string, Document, Document]>([
    ['one id', { find: 'orders', filter: { _id: 1 } }, { stage: 'EXPRESS_IXSCAN', indexName: '_id_' }],
    ['a range of ids', { find: 'orders', filter: { _id: { $gt: 1 } } }, { stage: 'FETCH' }],
    ['an index', { find: 'orders', filter: { total: 10 } }, index],
    [
      'a limit',
      { find: 'orders', filter: { total: 10 }, limit: 2 },
      { stage: 'LIMIT', limitAmount: 2, inputStage: index },
    ],
    [
      'a sort in memory',
      { find: 'orders', filter: {}, sort: { status: 1 }, skip: 1, limit: 2, projection: { total: 1 } },
      {
        stage: 'PROJECTION_SIMPLE',
        inputStage: { stage: 'SKIP', skipAmount: 1, inputStage: { stage: 'SORT', limitAmount: 3, inputStage: scan } },
      },
    ],
    [
      'a sort by an index',
      { find: 'orders', sort: { total: -1 } },
      { stage: 'FETCH', inputStage: { direction: 'backward' } },
    ],
    ['a count', { count: 'orders', query: { total: 10 } }, { stage: 'COUNT', inputStage: index }],
    [
      'an update',
      { update: 'orders', updates: [{ q: { total: 10 }, u: { $set: { a: 1 } } }] },
      { stage: 'UPDATE', inputStage: index },
    ],
    ['a delete', { delete: 'orders', deletes: [{ q: {}, limit: 0 }] }, { stage: 'DELETE', inputStage: scan }],
    ['a removal', { findAndModify: 'orders', query: {}, remove: true }, { stage: 'DELETE', inputStage: scan }],
    ['no collection', { find: 'none' }, { stage: 'EOF' }],
    ['a pipeline that only finds', { aggregate: 'orders', pipeline: [{ $match: { total: 10 } }], cursor: {} }, index],
  ] as const)('shows the stages of %s', async ([_name, command, winningPlan], { docdb, client }) => {
    const { queryPlanner } = await shop(client).command({ explain: command, verbosity: 'queryPlanner' })
    expect(queryPlanner).toMatchObject({ winningPlan })
    expect(docdb.collection('shop.orders').count()).toBe(4)
  })

  it('shows the other stages of a pipeline after its cursor', async ({ client }) => {
    const pipeline = [{ $match: { total: { $gt: 10 } } }, { $sort: { total: 1 } }, { $group: { _id: '$status' } }]
    const explained = await orders(client).aggregate(pipeline).explain('executionStats')
    expect(explained).toMatchObject({
      stages: [
        { $cursor: { queryPlanner: { winningPlan: index }, executionStats: { nReturned: 3 } } },
        { $group: { _id: '$status' } },
      ],
    })
    expect(explained).not.toHaveProperty('queryPlanner')
  })

  it('is an option of a pipeline, too', async ({ client }) => {
    const explained = await shop(client).command({ aggregate: 'orders', pipeline: [], explain: true })
    expect(explained).toMatchObject({ queryPlanner: { winningPlan: scan }, ok: 1 })
  })
})
