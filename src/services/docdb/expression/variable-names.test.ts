import type { Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/aggregation-variables/

const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents: [{ _id: 1, lines: [1, 2] }] }] })

/** The pipelines that give a variable a name. */
const PIPELINES: readonly (readonly [what: string, pipeline: (name: string) => Document[]])[] = [
  ['$let', (name) => [{ $project: { a: { $let: { vars: { [name]: 1 }, in: 2 } } } }]],
  ['$map', (name) => [{ $project: { a: { $map: { input: '$lines', as: name, in: 2 } } } }]],
  ['$filter', (name) => [{ $project: { a: { $filter: { input: '$lines', as: name, cond: true } } } }]],
  ['$lookup', (name) => [{ $lookup: { from: 'orders', let: { [name]: 1 }, pipeline: [], as: 'others' } }]],
]

describe.for(PIPELINES)('the name of a variable of %s', ([, pipeline]) => {
  it.for([
    ['', 'empty variable names are not allowed'],
    ['Total', "'Total' starts with an invalid character for a user variable name"],
    ['_id', "'_id' starts with an invalid character for a user variable name"],
    ['a-b', "'a-b' contains an invalid character for a variable name: '-'"],
  ] as const)('is not "%s"', async ([name, errmsg], { client }) => {
    const orders = client.db('shop').collection('orders')
    await expect(orders.aggregate(pipeline(name)).toArray()).rejects.toMatchObject({
      code: 9,
      errmsg: expect.stringContaining(errmsg) as string,
    })
  })

  it.for(['total_1', 'größe', 'CURRENT'])('may be "%s"', async (name, { client }) => {
    expect(await client.db('shop').collection('orders').aggregate(pipeline(name)).toArray()).toHaveLength(1)
  })
})

it('refuses such a name in the variables of a command', async ({ client }) => {
  const find = client.db('shop').command({ find: 'orders', let: { Total: 1 } })
  await expect(find).rejects.toMatchObject({ code: 9, codeName: 'FailedToParse' })
})

describe('a variable that nothing binds', () => {
  const undefinedVariable = { code: 17276, errmsg: expect.stringContaining('Use of undefined variable: a') as string }
  const subPipeline = [{ $match: { $expr: { $eq: ['$b', '$$a'] } } }]

  it.for([
    [{ $project: { b: '$$a.c' } }],
    [{ $match: { $expr: { $eq: ['$b', '$$a'] } } }],
    [{ $group: { _id: '$$a' } }],
    [{ $project: { b: { $let: { vars: { a: 1, b: '$$a' }, in: '$$b' } } } }],
    [{ $project: { b: { $map: { input: '$$a', as: 'a', in: '$$a' } } } }],
    [{ $project: { b: { $reduce: { input: '$c', initialValue: '$$a', in: '$$value' } } } }],
    [{ $lookup: { from: 'orders', let: { b: 1 }, pipeline: subPipeline, as: 'others' } }],
    [{ $merge: { into: 'orders', whenMatched: [{ $set: { b: '$$a' } }] } }],
  ])('is refused where no document is read: %j', async (pipeline, { client }) => {
    const found = client.db('shop').collection('empty').aggregate(pipeline).toArray()
    await expect(found).rejects.toMatchObject(undefinedVariable)
  })

  it('is refused in a filter and in an update', async ({ client }) => {
    const empty = client.db('shop').collection('empty')
    await expect(empty.findOne({ $expr: '$$a' })).rejects.toMatchObject(undefinedVariable)
    await expect(empty.updateOne({}, [{ $set: { b: '$$a' } }])).rejects.toMatchObject(undefinedVariable)
  })

  it('is one of an expression around it, or of the command', async ({ client }) => {
    const orders = client.db('shop').collection('orders')
    const joined = { from: 'orders', let: { a: '$_id' }, pipeline: [{ $project: { b: '$$a' } }], as: 'lines' }
    const sum = { $reduce: { input: '$$b', initialValue: '$$a', in: { $add: ['$$value', '$$this', '$$a'] } } }
    const pipeline = [
      { $lookup: joined },
      { $project: { lines: 1, c: { $let: { vars: { b: [1, 2] }, in: sum } } } },
      { $merge: { into: 'made', let: { a: 1 }, whenMatched: [{ $set: { b: ['$$a', '$$new.c'] } }] } },
    ]
    await orders.aggregate(pipeline, { let: { a: 10 } }).toArray()
    await orders.aggregate(pipeline, { let: { a: 10 } }).toArray()
    expect(await client.db('shop').collection('made').findOne()).toEqual({
      _id: 1,
      b: [1, 33],
      c: 33,
      lines: [{ _id: 1, b: 1 }],
    })
  })
})
