import type { Document } from 'mongodb'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { expect } from 'vitest'

// https://www.mongodb.com/docs/manual/core/index-partial/#query-coverage

const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents: [{ x: 1 }] }] })

it.for<[partial: Document, filter: Document, isUsed: boolean]>([
  [{ a: { $lte: 1.5 } }, { a: { $lte: 1 } }, true],
  [{ a: { $lte: 1.5 } }, { a: { $lte: 1.6 } }, false],
  [{ a: { $lt: 2 } }, { a: { $lte: 2 } }, false],
  [{ a: { $lte: 2 } }, { a: { $lt: 2 } }, true],
  [{ a: { $gt: 1, $lt: 9 } }, { a: { $gte: 2, $lt: 9 } }, true],
  [{ a: { $gt: 1, $lt: 9 } }, { a: { $gt: 1 } }, false],
  [{ a: { $gt: 1 } }, { a: { $lt: 5 } }, false],
  [{ a: { $gt: 1 } }, { a: { $gt: 'a' } }, false],
  [{ a: { $gt: 1 } }, { a: { $in: [2, 3] } }, true],
  [{ a: { $gt: 1 } }, { a: { $in: [1, 3] } }, false],
  [{ a: { $gt: 1 } }, { $and: [{ b: 1 }, { a: 2 }] }, true],
  [{ a: { $gt: 1 } }, { $or: [{ a: 2 }, { a: { $gt: 5 } }] }, true],
  [{ a: { $gt: 1 } }, { $or: [{ a: 2 }, { b: 2 }] }, false],
  [{ a: { $exists: true } }, { a: { $gt: 1 } }, true],
  [{ a: { $exists: true } }, { a: 'x' }, true],
  [{ a: { $exists: true } }, { a: null }, false],
  [{ a: { $exists: true } }, { a: { $lte: null } }, false],
  [{ a: { $exists: true } }, { a: { $type: 'string' } }, true],
  [{ $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }, true],
  [{ $or: [{ a: 1 }, { b: 2 }] }, { b: 2 }, true],
  [{ a: { $in: [1, 2] } }, { a: 2 }, true],
  [{ a: { $gt: 1 } }, { a: [2] }, false],
])('a partial index of %j serves %j: %s', async ([partial, filter, isUsed], { client }) => {
  const orders = client.db('shop').collection('orders')
  await orders.createIndex({ x: 1 }, { partialFilterExpression: partial })
  const plan = await orders.find({ x: 1, ...filter }).explain('queryPlanner')
  const { winningPlan } = plan['queryPlanner'] as Document
  const used = { inputStage: { stage: 'IXSCAN', indexName: 'x_1', isPartial: true } }
  expect(winningPlan).toMatchObject(isUsed ? used : { stage: 'COLLSCAN' })
})

it('finds what a query with a collation of its own asks for beside the partial index', async ({ client }) => {
  const orders = client.db('shop').collection('orders')
  await orders.createIndex({ x: 1 }, { partialFilterExpression: { kind: 'open' } })
  await orders.insertMany([
    { x: 5, kind: 'open' },
    { x: 5, kind: 'OPEN' },
  ])
  const found = orders.find({ x: 5, kind: 'open' }, { collation: { locale: 'en', strength: 2 } })
  expect(await found.toArray()).toHaveLength(2)
})
