import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/core/query-plans/#index-filters

const documents = [1, 2, 3].map((_id) => ({ _id, customer: 'ada', total: _id, placed: _id }))
const indexes = [{ key: { customer: 1, total: 1 } }, { key: { customer: 1, placed: 1 } }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents, indexes }] })

const shop = (client: MongoClient) => client.db('shop')

/** Returns whether a filter holds for a query, and the index that the query uses. */
async function planOf(client: MongoClient, filter: Document, hint?: string): Promise<readonly [boolean, string]> {
  const found = shop(client).collection('orders').find(filter)
  const { queryPlanner } = await (hint === undefined ? found : found.hint(hint)).explain('queryPlanner')
  const { winningPlan, indexFilterSet } = queryPlanner
  return [indexFilterSet, winningPlan.inputStage?.indexName ?? winningPlan.stage]
}

describe('an index filter', () => {
  const query = { customer: 'bob' }

  it('decides for the queries of its shape, also against a hint', async ({ client }) => {
    await shop(client).command({ planCacheSetFilter: 'orders', query, indexes: [{ customer: 1, placed: 1 }] })
    expect(await planOf(client, { customer: 'ada' })).toEqual([true, 'customer_1_placed_1'])
    expect(await planOf(client, { customer: 'ada' }, 'customer_1_total_1')).toEqual([true, 'customer_1_placed_1'])
    expect(await planOf(client, { customer: 'ada', total: 1 })).toEqual([false, 'customer_1_total_1'])
    expect(await shop(client).collection('orders').countDocuments({ customer: 'ada' })).toBe(3)
  })

  it('without an index that fits reads the whole collection', async ({ client }) => {
    await shop(client).command({ planCacheSetFilter: 'orders', query, indexes: ['none_1'] })
    expect(await planOf(client, { customer: 'ada' })).toEqual([true, 'COLLSCAN'])
  })

  it('is listed until it is cleared, or its collection is dropped', async ({ client }) => {
    await shop(client).command({ planCacheSetFilter: 'orders', query, indexes: ['customer_1_total_1'] })
    await shop(client).command({ planCacheSetFilter: 'orders', query: { total: 1 }, indexes: [{ total: 1 }] })
    await shop(client).command({ planCacheClearFilters: 'orders', query: { total: 7 } })
    expect(await shop(client).command({ planCacheListFilters: 'orders' })).toMatchObject({
      filters: [{ query, sort: {}, projection: {}, indexes: ['customer_1_total_1'] }],
    })
    await shop(client).command({ planCacheClearFilters: 'orders' })
    expect(await shop(client).command({ planCacheListFilters: 'orders' })).toMatchObject({ filters: [] })
  })

  it.for<readonly [string, Document, number, string]>([
    ['no collection', { planCacheSetFilter: 'none', query, indexes: ['a_1'] }, 2, 'no such collection'],
    ['no query', { planCacheSetFilter: 'orders', indexes: ['a_1'] }, 2, 'required field query missing'],
    ['no indexes', { planCacheSetFilter: 'orders', query }, 2, 'required field indexes missing'],
    [
      'an empty list',
      { planCacheSetFilter: 'orders', query, indexes: [] },
      2,
      'required field indexes must contain at least one index',
    ],
    [
      'a sort that is none',
      { planCacheSetFilter: 'orders', query, sort: 1, indexes: ['a_1'] },
      2,
      'optional field sort must be an object',
    ],
  ])('is refused for %s', async ([, command, code, errmsg], { client }) => {
    await expect(shop(client).command(command)).rejects.toMatchObject({ code, errmsg })
  })
})
