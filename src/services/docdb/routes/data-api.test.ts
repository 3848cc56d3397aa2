import { createMongoDBDataAPI } from 'mongodb-data-api'
import { describe, expect, it } from 'vitest'
import type { Emulator } from '../../../emulator.ts'
import { startDatabase } from '../driver.fixture.ts'

async function call(
  { url }: Pick<Emulator, 'url'>,
  action: string,
  body: object,
  headers: Record<string, string> = { 'api-key': 'test' },
  version = 'v1',
): Promise<{ status: number; type: string | null; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/app/data-abc/endpoint/data/${version}/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ dataSource: 'Cluster0', database: 'shop', collection: 'orders', ...body }),
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

describe.each(['v1', 'beta'])('the Data API, %s', (version) => {
  it('does every action', async () => {
    await using docdb = await startDatabase()
    const act = async (action: string, body: object) =>
      (await call(docdb, action, body, { 'api-key': 'test' }, version)).body
    expect(await act('insertOne', { document: { _id: 1, total: 5 } })).toEqual({ insertedId: 1 })
    expect(
      await act('insertMany', {
        documents: [
          { _id: 2, total: 7 },
          { _id: 3, total: 9 },
        ],
      }),
    ).toEqual({ insertedIds: [2, 3] })
    expect(await act('findOne', { filter: { _id: 2 } })).toEqual({ document: { _id: 2, total: 7 } })
    expect(await act('findOne', { filter: { _id: 9 } })).toEqual({ document: null })
    expect(
      await act('find', {
        filter: { total: { $gt: 5 } },
        sort: { total: -1 },
        limit: 1,
        projection: { total: 1, _id: 0 },
      }),
    ).toEqual({ documents: [{ total: 9 }] })
    expect(await act('updateOne', { filter: { _id: 1 }, update: { $inc: { total: 1 } } })).toEqual({
      matchedCount: 1,
      modifiedCount: 1,
    })
    expect(await act('updateMany', { filter: {}, update: { $set: { paid: true } } })).toEqual({
      matchedCount: 3,
      modifiedCount: 3,
    })
    expect(await act('updateOne', { filter: { _id: 8 }, update: { $set: { total: 1 } }, upsert: true })).toEqual({
      matchedCount: 0,
      modifiedCount: 0,
      upsertedId: 8,
    })
    expect(await act('replaceOne', { filter: { _id: 8 }, replacement: { total: 2 } })).toEqual({
      matchedCount: 1,
      modifiedCount: 1,
    })
    expect(await act('aggregate', { pipeline: [{ $group: { _id: null, sum: { $sum: '$total' } } }] })).toEqual({
      documents: [{ _id: null, sum: 24 }],
    })
    expect(await act('deleteOne', { filter: { _id: 8 } })).toEqual({ deletedCount: 1 })
    expect(await act('deleteMany', { filter: {} })).toEqual({ deletedCount: 3 })
  })
})

describe('the Data API', () => {
  it('answers relaxed and canonical Extended JSON', async () => {
    await using docdb = await startDatabase()
    await call(docdb, 'insertOne', {
      document: { _id: { $oid: 'a'.repeat(24) }, n: { $numberLong: '5' }, d: { $numberDecimal: '1.10' } },
    })
    const relaxed = await call(docdb, 'findOne', { filter: {} })
    expect(relaxed).toMatchObject({
      type: 'application/json',
      body: { document: { _id: { $oid: 'a'.repeat(24) }, n: 5, d: { $numberDecimal: '1.10' } } },
    })
    const canonical = await call(docdb, 'findOne', { filter: {} }, { 'api-key': 'k', accept: 'application/ejson' })
    expect(canonical).toMatchObject({ type: 'application/ejson', body: { document: { n: { $numberLong: '5' } } } })
  })

  it('refuses in the vendor’s envelope', async () => {
    await using docdb = await startDatabase()
    expect(await call(docdb, 'findOne', {}, {})).toMatchObject({
      status: 401,
      body: {
        error: 'no authentication methods were specified',
        error_code: 'InvalidParameter',
        link: expect.stringContaining('/groups/') as string,
      },
    })
    expect(await call(docdb, 'findOne', {}, { email: 'ada@example.com' })).toMatchObject({ status: 400 })
    expect(await call(docdb, 'findOneAndUpdate', {})).toMatchObject({
      status: 400,
      body: { error_code: 'InvalidParameter' },
    })
    expect(await call(docdb, 'find', { database: '' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('database') as string },
    })
    await call(docdb, 'insertOne', { document: { _id: 1 } })
    expect(await call(docdb, 'insertOne', { document: { _id: 1 } })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('E11000') as string },
    })
  })

  it('takes listed keys and the email and password of users', async () => {
    await using docdb = await startDatabase({
      api_keys: [{ public_key: 'abcdefgh', private_key: 'secret-key' }],
      database_users: [{ username: 'ada@example.com', password: 'pw' }],
    })
    expect((await call(docdb, 'find', {}, { 'api-key': 'secret-key' })).status).toBe(200)
    expect(await call(docdb, 'find', {}, { 'api-key': 'other' })).toMatchObject({
      status: 401,
      body: { error: 'invalid session: error finding user for endpoint', error_code: 'InvalidSession' },
    })
    expect((await call(docdb, 'find', {}, { email: 'ada@example.com', password: 'pw' })).status).toBe(200)
    expect((await call(docdb, 'find', {}, { email: 'ada@example.com', password: 'no' })).status).toBe(401)
  })
})

it('the Data API serves the client mongodb-data-api', async () => {
  await using docdb = await startDatabase({ api_keys: [{ public_key: 'abcdefgh', private_key: 'the-private-half' }] })
  const api = createMongoDBDataAPI({
    apiKey: 'the-private-half',
    urlEndpoint: `${docdb.url}/app/shop/endpoint/data/v1`,
  })
  const orders = api
    .$cluster('Cluster0')
    .$database('shop')
    .$collection<{ _id: number; total: number; paid?: boolean }>('orders')
  expect(await orders.insertOne({ document: { _id: 1, total: 5 } })).toEqual({ insertedId: 1 })
  expect(
    await orders.insertMany({
      documents: [
        { _id: 2, total: 6 },
        { _id: 3, total: 7 },
      ],
    }),
  ).toMatchObject({
    insertedIds: [2, 3],
  })
  expect(await orders.findOne({ filter: { _id: 2 } })).toEqual({ document: { _id: 2, total: 6 } })
  expect(await orders.find({ filter: { total: { $gt: 5 } }, sort: { total: -1 }, limit: 1 })).toEqual({
    documents: [{ _id: 3, total: 7 }],
  })
  expect(await orders.updateMany({ filter: {}, update: { $set: { paid: true } } })).toMatchObject({ modifiedCount: 3 })
  expect(await orders.replaceOne({ filter: { _id: 1 }, replacement: { total: 1 } })).toMatchObject({ matchedCount: 1 })
  expect(await orders.aggregate({ pipeline: [{ $group: { _id: null, sum: { $sum: '$total' } } }] })).toEqual({
    documents: [{ _id: null, sum: 14 }],
  })
  expect(await orders.deleteMany({ filter: {} })).toEqual({ deletedCount: 3 })
  const stranger = createMongoDBDataAPI({ apiKey: 'wrong', urlEndpoint: `${docdb.url}/app/shop/endpoint/data/v1` })
  const refused = stranger.$cluster('Cluster0').$database('shop').$collection('orders').findOne({ filter: {} })
  await expect(refused).rejects.toThrow()
})
