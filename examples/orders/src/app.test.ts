import { docdbFixture } from 'backlot/vitest'
import { createConnection } from 'mongoose'
import { afterAll, expect, test as base, vi } from 'vitest'
import { appOf } from './app.ts'
import { createIndexes, shopOf, summarizeOrders, type Shop } from './shop.ts'

// One connection for all tests: a reset leaves it open.
let opened: Shop | undefined
afterAll(() => opened?.connection.close())

const withDocdb = base.extend(docdbFixture)

type Send = (path: string, body?: object) => Promise<[status: number, body: unknown]>

const test = withDocdb.extend<{ shop: Shop; send: Send }>({
  shop: async ({ docdb }, use) => {
    const options = { dbName: 'shop', autoIndex: false, autoCreate: false }
    opened ??= shopOf(await createConnection(docdb.uri, options).asPromise())
    await createIndexes(opened)
    await use(opened)
  },
  send: async ({ shop }, use) => {
    const app = appOf(shop)
    await use(async (path, body) => {
      const response = await app.request(path, body && { method: 'POST', body: JSON.stringify(body) })
      return [response.status, response.status === 204 ? null : await response.json()]
    })
  },
})

const ORDER = { customer: 'ada', reference: 'a-1' }

test('an order takes the items of the cart from the stock', async ({ docdb, send }) => {
  await send('/carts/ada/items', { sku: 'tea', quantity: 3 })
  await send('/carts/ada/items', { sku: 'cup', quantity: 1 })
  expect(await send('/orders', ORDER)).toMatchObject([201, { total: 3 * 450 + 1200, status: 'open' }])
  expect(await send('/carts/ada')).toEqual([200, { items: [] }])
  const products = docdb.collection('shop.products')
  expect(products.find({}, { projection: { _id: 0, sku: 1, stock: 1 } })).toEqual([
    { sku: 'tea', stock: 7 },
    { sku: 'cup', stock: 1 },
  ])
})

test('nothing changes when the stock is short', async ({ docdb, send }) => {
  await send('/carts/ada/items', { sku: 'tea', quantity: 3 })
  await send('/carts/ada/items', { sku: 'cup', quantity: 5 })
  expect(await send('/orders', ORDER)).toEqual([409, { error: 'there are not 5 of cup in stock' }])
  expect(docdb.collection('shop.products').findOne({ sku: 'tea' })).toMatchObject({ stock: 10 })
  expect(docdb.collection('shop.carts').count()).toBe(1)
  expect(docdb.collection('shop.orders').count()).toBe(0)
})

test('an order that is sent twice is placed once', async ({ docdb, send }) => {
  for (const status of [201, 409]) {
    await send('/carts/ada/items', { sku: 'tea', quantity: 1 })
    expect(await send('/orders', ORDER)).toMatchObject([status, {}])
  }
  expect(docdb.collection('shop.products').findOne({ sku: 'tea' })).toMatchObject({ stock: 9 })
})

test('an order that meets another one is tried again', async ({ docdb, send }) => {
  await send('/carts/ada/items', { sku: 'tea', quantity: 1 })
  docdb.faults.add({ operation: 'insert', code: 'WriteConflict', times: 1 })
  expect(await send('/orders', ORDER)).toMatchObject([201, { total: 450 }])
  const operations = docdb.requests.map(({ operation }) => operation)
  expect(operations.filter((each) => each === 'insert' || each?.endsWith('Transaction'))).toEqual([
    'insert',
    'abortTransaction',
    'insert',
    'commitTransaction',
  ])
  expect(docdb.collection('shop.products').findOne({ sku: 'tea' })).toMatchObject({ stock: 9 })
})

test('the orders of a customer are summarized, also those of a pause', async ({ docdb, shop, send }) => {
  const summarize = async (work: () => Promise<unknown>, texts: string[]): Promise<void> => {
    const stop = new AbortController()
    const summarizing = summarizeOrders(shop, stop.signal)
    await vi.waitFor(() => expect(docdb.requests.at(-1)?.operation).toMatch(/aggregate|getMore/))
    await work()
    await vi.waitFor(async () => expect(await send('/customers/ada/orders')).toEqual([200, texts]))
    stop.abort()
    await summarizing
  }
  const place = async (reference: string) => {
    await send('/carts/ada/items', { sku: 'tea', quantity: 2 })
    await send('/orders', { customer: 'ada', reference })
  }
  await summarize(() => place('a-1'), ['1 items, 9 €, open'])
  expect(await send('/orders/a-1/payment', {})).toEqual([204, null])
  await summarize(() => place('a-2'), ['1 items, 9 €, open', '1 items, 9 €, paid'])
})

test('a cart is forgotten after half an hour', async ({ docdb, send }) => {
  await send('/carts/ada/items', { sku: 'tea', quantity: 1 })
  docdb.clock.advance('29m')
  await send('/carts/grace/items', { sku: 'tea', quantity: 1 })
  docdb.clock.advance('2m')
  expect(await send('/carts/ada')).toEqual([200, { items: [] }])
  expect(await send('/carts/grace')).toMatchObject([200, { items: [{ sku: 'tea' }] }])
})
