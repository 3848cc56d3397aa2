import { Code, Long, ObjectId, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest, startDatabase } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/core/server-side-javascript/

const documents = [
  { _id: 1, customer: 'ada', total: 40, tags: ['a', 'b'] },
  { _id: 2, customer: 'bob', total: 25, tags: [] },
  { _id: 3, customer: 'ada', total: 10, tags: ['b'] },
]
const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents }] })
const orders = (client: MongoClient) => client.db('shop').collection<{ _id: number }>('orders')

/** Returns the value that a function has for arguments. */
async function valueOf(client: MongoClient, body: string, ...args: unknown[]): Promise<unknown> {
  const stage = {
    $project: { value: { $function: { body, args: args.map(($literal) => ({ $literal })), lang: 'js' } } },
  }
  const [document] = await orders(client)
    .aggregate([{ $limit: 1 }, stage])
    .toArray()
  return document?.['value']
}

describe('$where', () => {
  it.for<readonly [string, unknown, readonly number[]]>([
    ['an expression', 'this.total > 20', [1, 2]],
    ['statements', 'var most = 20; return obj.total < most', [3]],
    ['statements of which the last has the value', 'var most = 20; obj.total < most;', [3]],
    ['a function', 'function () { return this.tags.includes("b") }', [1, 3]],
    ['code', new Code('this.total > 30'), [1]],
  ])('finds documents by %s', async ([_name, $where, ids], { client }) => {
    const found = await orders(client)
      .find({ $where: $where as string })
      .toArray()
    expect(found.map(({ _id }) => _id)).toEqual(ids)
  })

  it('counts, changes and removes by a function, together with other conditions', async ({ client }) => {
    const filter = { customer: 'ada', $where: 'this.tags.length > 1' }
    expect(await orders(client).updateMany(filter, { $set: { seen: true } })).toMatchObject({ modifiedCount: 1 })
    expect(await orders(client).deleteMany({ $where: 'this.seen' })).toMatchObject({ deletedCount: 1 })
  })

  it('is refused in pipelines, and with the error of the function', async ({ client }) => {
    const inPipeline = orders(client)
      .aggregate([{ $match: { $where: 'true' } }])
      .toArray()
    await expect(inPipeline).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining('$where is not allowed in this context'),
    })
    await expect(orders(client).findOne({ $where: 'none.such' })).rejects.toMatchObject({
      code: 139,
      codeName: 'JSInterpreterFailure',
      message: expect.stringContaining("ReferenceError: 'none' is not defined"),
    })
    await expect(orders(client).findOne({ $where: 'return (' })).rejects.toMatchObject({ code: 139 })
    const scoped = { $where: new Code('this.total > least', { least: 30 }) as unknown as string }
    await expect(orders(client).findOne(scoped)).rejects.toMatchObject({ code: 2, message: '$where got bad type' })
  })
})

describe('a script that sleeps', () => {
  it('delays its command, and changes documents once', async ({ client }) => {
    const began = performance.now()
    const filter = { _id: 1, $where: 'sleep(60) || true' }
    expect(await orders(client).updateOne(filter, { $inc: { total: 1 } })).toMatchObject({ modifiedCount: 1 })
    expect(performance.now() - began).toBeGreaterThanOrEqual(59)
    expect(await orders(client).findOne({ _id: 1 })).toMatchObject({ total: 41 })
  })

  it('does not delay others, and ends when the time of its command is over', async ({ client }) => {
    let isDone = false
    const slow = orders(client)
      .findOne({ _id: 1, $where: 'sleep(80) || true' })
      .then(() => (isDone = true))
    await orders(client).findOne({ _id: 2 })
    expect(isDone).toBe(false)
    await slow
    const limited = orders(client).findOne({ $where: 'sleep(60000) || true' }, { maxTimeMS: 500 })
    await expect(limited).rejects.toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' })
  })
})

describe('$function', () => {
  const id = new ObjectId()
  it.for<readonly [string, string, readonly unknown[], unknown]>([
    ['numbers', 'function (a, b) { return a + b }', [1, 2.5], 3.5],
    ['documents and arrays', '(d) => ({ ...d, list: d.list.concat(4) })', [{ list: [3] }], { list: [3, 4] }],
    ['dates', '(d) => new Date(d.getTime() + 1000)', [new Date(0)], new Date(1000)],
    ['ids', '(i) => i', [id], id],
    ['large numbers', '(n) => n', [Long.fromString('9007199254740993')], Long.fromString('9007199254740993')],
    ['nothing', '() => {}', [], undefined],
  ])('takes and returns %s', async ([_name, body, args, expected], { client }) => {
    expect(await valueOf(client, body, ...args)).toEqual(expected)
  })

  it('reaches nothing outside of its sandbox', async ({ client }) => {
    const names = ['process', 'require', 'fetch', 'setTimeout', 'Buffer', 'WebAssembly']
    expect(await valueOf(client, `(names) => names.filter((name) => name in globalThis)`, names)).toEqual([])
    expect(await valueOf(client, '() => { globalThis.left = 1 }')).toBe(undefined)
    expect(await valueOf(client, '() => typeof left')).toBe('undefined')
  })

  it('ends with the time of its command, and with that of scripts, without an end of its own', async ({ client }) => {
    const endless = { $where: 'for (;;);' }
    await expect(orders(client).findOne(endless, { maxTimeMS: 60 })).rejects.toMatchObject({ code: 50 })
    const set = { setParameter: 1, internalQueryJavaScriptFnTimeoutMillis: 50 }
    expect(await client.db('admin').command(set)).toMatchObject({ was: 10_000 })
    const began = performance.now()
    await expect(orders(client).findOne(endless)).rejects.toMatchObject({ code: 11_601, codeName: 'Interrupted' })
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await orders(client).findOne({ $where: 'this.total > 20' })).toMatchObject({ _id: 1 })
  })

  it('may use as much memory as a client sets', async ({ client }) => {
    const large = () => valueOf(client, '() => "x".repeat(8 * 1024 * 1024).length')
    expect(await large()).toBe(8 * 1024 * 1024)
    await client.db('admin').command({ setParameter: 1, internalQueryJavaScriptHeapSizeLimitMB: 4 })
    await expect(large()).rejects.toMatchObject({ code: 139 })
  })

  it('has limits of memory and of calls', async ({ client }) => {
    const full = valueOf(client, '() => { const all = []; for (;;) all.push({}) }')
    await expect(full).rejects.toMatchObject({ code: 139 })
    await expect(valueOf(client, '() => { const f = () => f() + 1; return f() }')).rejects.toMatchObject({ code: 139 })
  })
})

it('$accumulator builds a value of each group', async ({ client }) => {
  const $accumulator = {
    init: '(start) => ({ sum: start, count: 0 })',
    initArgs: [100],
    accumulate: '(state, total) => ({ sum: state.sum + total, count: state.count + 1 })',
    accumulateArgs: ['$total'],
    merge: '(one, other) => ({ sum: one.sum + other.sum, count: one.count + other.count })',
    finalize: '(state) => state.sum / state.count',
    lang: 'js',
  }
  const groups = await orders(client)
    .aggregate([{ $group: { _id: '$customer', value: { $accumulator } } }, { $sort: { _id: 1 } }])
    .toArray()
  expect(groups).toEqual([
    { _id: 'ada', value: 75 },
    { _id: 'bob', value: 125 },
  ])
})

describe('mapReduce', () => {
  const command = {
    mapReduce: 'orders',
    map: 'function () { emit(this.customer, this.total) }',
    reduce: 'function (key, values) { return Array.sum(values) }',
  }
  const run = (client: MongoClient, members: Document) => client.db('shop').command({ ...command, ...members })

  it('returns the results', async ({ client }) => {
    expect(await run(client, { out: { inline: 1 } })).toMatchObject({
      results: [
        { _id: 'ada', value: 50 },
        { _id: 'bob', value: 25 },
      ],
    })
    const finalize = 'function (key, value) { return { doubled: value * factor } }'
    expect(
      await run(client, {
        out: { inline: 1 },
        query: { total: { $gt: 20 } },
        sort: { _id: 1 },
        limit: 1,
        finalize,
        scope: { factor: 2 },
      }),
    ).toMatchObject({ results: [{ _id: 'ada', value: { doubled: 80 } }] })
  })

  it('writes the results to a collection, in place of others or together with them', async ({ client }) => {
    const totals = client.db('shop').collection('totals')
    const all = () => totals.find().sort({ _id: 1 }).toArray()
    expect(await run(client, { out: 'totals' })).toMatchObject({ result: 'totals' })
    await run(client, { out: { reduce: 'totals' }, query: { customer: 'bob' } })
    expect(await all()).toEqual([
      { _id: 'ada', value: 50 },
      { _id: 'bob', value: 50 },
    ])
    await run(client, { out: { merge: 'totals' }, query: { total: 10 } })
    expect(await all()).toMatchObject([{ value: 10 }, { value: 50 }])
    await run(client, { out: { replace: 'totals' }, query: { customer: 'bob' } })
    expect(await all()).toEqual([{ _id: 'bob', value: 25 }])
  })
})

it('functions of clients do not run where the seed says so', async () => {
  await using docdb = await startDatabase({ javascript: false })
  const { MongoClient: Client } = await import('mongodb')
  await using client = await Client.connect(docdb.uri)
  await expect(orders(client).findOne({ $where: 'true' })).rejects.toMatchObject({ code: 31_264 })
})
