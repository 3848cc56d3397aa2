import { createMongoDBDataAPI } from 'mongodb-data-api'
import { describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

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
  it('answers plain JSON, and canonical Extended JSON where that is accepted', async () => {
    await using docdb = await startDatabase()
    const document = {
      _id: { $oid: 'a'.repeat(24) },
      year: { $numberLong: '2022' },
      weight: { $numberDecimal: '1.10' },
      lines: [{ at: { $date: { $numberLong: '1641954803067' } } }],
      bytes: { $binary: { base64: 'AQI=', subType: '00' } },
    }
    await call(docdb, 'insertOne', { document })
    const at = '2022-01-12T02:33:23.067Z'
    const plain = { ...document, _id: 'a'.repeat(24), year: 2022, weight: '1.10', lines: [{ at }] }
    const answered = { type: 'application/json', body: { document: plain } }
    expect(await call(docdb, 'findOne', { filter: {} })).toMatchObject(answered)
    const json = { 'api-key': 'k', accept: 'application/json' }
    expect(await call(docdb, 'findOne', { filter: {} }, json)).toMatchObject(answered)
    const ejson = { 'api-key': 'k', accept: 'application/ejson' }
    expect(await call(docdb, 'findOne', { filter: {} }, ejson)).toMatchObject({
      type: 'application/ejson',
      body: { document },
    })
  })

  it('refuses in the vendor’s envelope', async () => {
    await using docdb = await startDatabase()
    expect(await call(docdb, 'findOne', {}, {})).toMatchObject({
      status: 400,
      body: {
        error: 'no authentication methods were specified',
        error_code: 'InvalidParameter',
        link: expect.stringContaining('/groups/') as string,
      },
    })
    expect(await call(docdb, 'findOne', {}, { email: 'ada@example.com' })).toMatchObject({
      status: 400,
      body: { error_code: 'MissingParameter' },
    })
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

  it('takes both forms of Extended JSON by either content type', async () => {
    await using docdb = await startDatabase()
    const date = '2026-01-01T00:00:00Z'
    const forms = [
      { _id: 1, n: { $numberInt: '5' }, at: { $date: { $numberLong: String(Date.parse(date)) } } },
      { _id: 2, n: 5, at: { $date: date } },
    ]
    for (const type of ['application/json', 'application/ejson']) {
      docdb.reset()
      const headers = { 'api-key': 'k', 'content-type': type, accept: 'application/ejson' }
      expect(await call(docdb, 'insertMany', { documents: forms }, headers)).toMatchObject({
        type: 'application/ejson',
        body: { insertedIds: [{ $numberInt: '1' }, { $numberInt: '2' }] },
      })
      const { body } = await call(docdb, 'find', { filter: { at: forms[0]?.at } }, headers)
      expect(body).toEqual({ documents: forms.map(({ _id }) => ({ ...forms[0], _id: { $numberInt: String(_id) } })) })
      expect((await call(docdb, 'deleteMany', { filter: {} }, headers)).body).toEqual({
        deletedCount: { $numberInt: '2' },
      })
    }
    const { body } = await call(docdb, 'insertOne', { document: {} })
    expect(body).toEqual({ insertedId: expect.stringMatching(/^[0-9a-f]{24}$/) as string })
  })

  it.each([
    ['find', { dataSource: undefined }, 'dataSource is required'],
    ['find', { collection: 5 }, 'collection must be a non-empty string'],
    ['find', { dataSource: 'Cluster9' }, 'no cluster is named "Cluster9"'],
    ['find', { filter: [] }, 'filter must be an object'],
    ['find', { filter: { $nope: 1 } }, '(BadValue) unknown top level operator: $nope'],
    ['find', { limit: -1 }, 'limit must be a non-negative number'],
    ['find', { limit: 50_001 }, 'limit must be at most 50000'],
    ['find', { filter: { _id: { $oid: 'x' } } }, '$oid: expected 24 hexadecimal digits'],
    ['insertOne', {}, 'document is required'],
    [
      'insertOne',
      { document: { _id: 1 } },
      'E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 1 }',
    ],
    ['insertMany', { documents: [] }, 'documents must be a non-empty array'],
    ['insertMany', { documents: [5] }, 'documents must be an array of objects'],
    ['updateOne', { filter: {} }, 'update is required'],
    ['updateOne', { filter: {}, update: { total: 5 } }, "update document must contain key beginning with '$'"],
    ['updateMany', { update: { $set: { a: 1 } } }, 'filter is required'],
    ['updateOne', { filter: { _id: 1 }, update: { $set: { _id: 2 } } }, '(ImmutableField)'],
    ['updateOne', { filter: {}, update: { $inc: { a: 1 }, $set: { a: 1 } } }, '(ConflictingUpdateOperators)'],
    ['replaceOne', { filter: {} }, 'replacement is required'],
    [
      'replaceOne',
      { filter: {}, replacement: { $set: { a: 2 } } },
      "replacement document cannot contain keys beginning with '$'",
    ],
    ['deleteOne', {}, 'filter is required'],
    ['deleteMany', {}, 'filter is required'],
    ['aggregate', { pipeline: {} }, 'pipeline must be an array'],
    ['aggregate', { pipeline: [{ $rankFusion: {} }] }, '$rankFusion'],
  ])('refuses %s %j', async (action, body, message) => {
    await using docdb = await startDatabase({
      clusters: [{ name: 'Cluster0' }],
      data: [{ database: 'shop', collection: 'orders', documents: [{ _id: 1, a: 1 }] }],
    })
    expect(await call(docdb, action, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(message) as string, error_code: 'InvalidParameter' },
    })
  })

  it('refuses a body that is no JSON, and one of another type', async () => {
    await using docdb = await startDatabase()
    const send = async (type: string, body: string) => {
      const url = `${docdb.url}/app/data-abc/endpoint/data/v1/action/find`
      const response = await fetch(url, { method: 'POST', headers: { 'api-key': 'k', 'content-type': type }, body })
      return [response.status, ((await response.json()) as { error_code: string }).error_code]
    }
    expect(await send('application/json', '{')).toEqual([400, 'MalformedJSON'])
    expect(await send('text/plain', '{}')).toEqual([400, 'InvalidParameter'])
    expect(await send('application/json', '[]')).toEqual([400, 'InvalidParameter'])
  })

  it.each(['findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete', 'bulkWrite', 'countDocuments', 'distinct'])(
    'has no action %s',
    async (action) => {
      await using docdb = await startDatabase()
      expect(await call(docdb, action, { filter: {} })).toMatchObject({
        status: 400,
        body: { error_code: 'InvalidParameter' },
      })
    },
  )

  it('keeps the documents before one that insertMany refuses', async () => {
    await using docdb = await startDatabase()
    const documents = [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }]
    expect(await call(docdb, 'insertMany', { documents })).toMatchObject({ status: 400 })
    expect(docdb.collection('shop.orders').find()).toEqual([{ _id: 1 }, { _id: 2 }])
  })

  it('takes a token of the seed, and faults', async () => {
    await using docdb = await startDatabase({ api_keys: [{ public_key: 'a', private_key: 'b' }] })
    expect((await call(docdb, 'find', {}, { authorization: 'Bearer backlot_admin' })).status).toBe(200)
    expect((await call(docdb, 'find', {}, { jwttokenstring: 'nobody' })).status).toBe(401)
    docdb.faults.add({ operation: 'dataApi_find', status: 429, times: 1 })
    expect(await call(docdb, 'find', {}, { 'api-key': 'b' })).toMatchObject({
      status: 429,
      body: { error_code: 'TooManyRequests', link: expect.any(String) as string },
    })
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

it.each([
  ['a timestamp before 1970', { $timestamp: { t: -1, i: 0 } }],
  ['a timestamp of a fraction', { $timestamp: { t: 1, i: 0.5 } }],
  ['unknown options of a regular expression', { $regularExpression: { pattern: 'a', options: 'zz' } }],
  ['a zero byte in the options of a regular expression', { $regularExpression: { pattern: 'a', options: 'i\0' } }],
  ['a zero byte in a regular expression', { $regularExpression: { pattern: 'a\0', options: '' } }],
  ['a zero byte in a name', { 'a\0b': 1 }],
  ['a date that no date can be', { $date: { $numberLong: '9000000000000000' } }],
  ['a double that is no number', { $numberDouble: 'x' }],
  ['a UUID that is too short', { $uuid: '00' }],
  ['a binary of an unknown type', { $binary: { base64: '', subType: 'zz' } }],
  ['a scope that is no object', { $code: 'x', $scope: 1 }],
])('refuses Extended JSON with %s', async (_name, value) => {
  await using docdb = await startDatabase()
  expect(await call(docdb, 'insertOne', { document: { value } })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('invalid extended JSON') as string },
  })
})
