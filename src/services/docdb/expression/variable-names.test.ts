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
