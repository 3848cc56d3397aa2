import { Timestamp, type ChangeStream, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents: [{ _id: 1, total: 10 }] }] })

interface Order extends Document {
  _id: number
}

const orders = (client: MongoClient) => client.db('shop').collection<Order>('orders')

/** Opens a stream of the orders, and waits until the server has begun it. */
async function watch(client: MongoClient, options: Document = {}, pipeline: Document[] = []): Promise<ChangeStream> {
  const stream = orders(client).watch(pipeline, { maxAwaitTimeMS: 5, ...options })
  await stream.tryNext()
  return stream
}

describe('the parts of an ambiguous path', () => {
  it.for<readonly [Document, string, unknown]>([
    [{ lines: { 1: 'a' } }, 'lines.1', ['lines', '1']],
    [{ lines: [{ 1: 'a' }] }, 'lines.0.1', ['lines', 0, '1']],
  ])('of %o are in disambiguatedPaths', async ([fields, path, parts], { client }) => {
    await orders(client).updateOne({ _id: 1 }, { $set: fields })
    const [stream, plain] = [await watch(client, { showExpandedEvents: true }), await watch(client)]
    await orders(client).updateOne({ _id: 1 }, { $set: { [path]: 'b' } })
    const { updateDescription } = (await stream.next()) as Document
    expect(updateDescription).toMatchObject({ updatedFields: { [path]: 'b' }, disambiguatedPaths: { [path]: parts } })
    expect(await plain.next()).not.toHaveProperty('updateDescription.disambiguatedPaths')
    await Promise.all([stream.close(), plain.close()])
  })

  it('are none for fields and indexes that are plain', async ({ client }) => {
    await orders(client).updateOne({ _id: 1 }, { $set: { lines: ['a'] } })
    const stream = await watch(client, { showExpandedEvents: true })
    await orders(client).updateOne({ _id: 1 }, { $set: { 'lines.0': 'b' } })
    expect(await stream.next()).toMatchObject({ updateDescription: { disambiguatedPaths: {} } })
    await stream.close()
  })
})

describe('showExpandedEvents', () => {
  it('describes a renaming, with the collection in whose place it comes', async ({ client }) => {
    await client.db('shop').createCollection('old')
    const [stream, plain] = [await watch(client, { showExpandedEvents: true }), await watch(client)]
    await orders(client).rename('old', { dropTarget: true })
    const to = { db: 'shop', coll: 'old' }
    const event = (await stream.next()) as Document
    expect(event).toMatchObject({ operationType: 'rename', to, operationDescription: { to } })
    expect(event['operationDescription'].dropTarget.toString('hex')).toMatch(/^[0-9a-f]{32}$/)
    const { operationDescription } = (await plain.next()) as Document
    expect(operationDescription).toBe(undefined)
    await Promise.all([stream.close(), plain.close()])
  })
})

describe('an earlier or later version of a document', () => {
  const enable = (client: MongoClient) =>
    client.db('shop').command({ collMod: 'orders', changeStreamPreAndPostImages: { enabled: true } })

  it.for(['fullDocument', 'fullDocumentBeforeChange'])(
    '%s is null where none are kept, or required',
    async (name, { client }) => {
      const stream = await watch(client, { [name]: 'whenAvailable' })
      const strict = await watch(client, { [name]: 'required' })
      await orders(client).updateOne({ _id: 1 }, { $set: { total: 11 } })
      expect(await stream.next()).toMatchObject({ [name]: null })
      await expect(strict.next()).rejects.toMatchObject({ code: 47 })
      await Promise.all([stream.close(), strict.close()])
    },
  )

  it('is there where the collection keeps them', async ({ client }) => {
    await enable(client)
    const stream = await watch(client, { fullDocument: 'required', fullDocumentBeforeChange: 'required' })
    await orders(client).updateOne({ _id: 1 }, { $set: { total: 11 } })
    expect(await stream.next()).toMatchObject({ fullDocument: { total: 11 }, fullDocumentBeforeChange: { total: 10 } })
    await stream.close()
  })

  it('that makes an event too large is split, and a stream resumes between the fragments', async ({ client }) => {
    await enable(client)
    const text = (letter: string) => letter.repeat(10 * 1024 * 1024)
    await orders(client).updateOne({ _id: 1 }, { $set: { note: text('q') } })
    const options = { fullDocumentBeforeChange: 'required' }
    const pipeline = [{ $changeStreamSplitLargeEvent: {} }]
    const stream = await watch(client, options, pipeline)
    const plain = await watch(client, options)
    await orders(client).updateOne({ _id: 1 }, { $set: { note: text('z') } })
    const first = (await stream.next()) as Document
    expect(first).toMatchObject({ splitEvent: { fragment: 1, of: 2 }, operationType: 'update' })
    const second = (await stream.next()) as Document
    expect(second).toMatchObject({ splitEvent: { fragment: 2, of: 2 } })
    expect(Object.keys({ ...first, ...second })).toContain('fullDocumentBeforeChange')
    const resumed = orders(client).watch(pipeline, { ...options, maxAwaitTimeMS: 5, resumeAfter: first['_id'] })
    expect(await resumed.next()).toEqual(second)
    await expect(plain.next()).rejects.toMatchObject({ code: 10_334 })
    await Promise.all([stream.close(), plain.close(), resumed.close()])
  })
})

describe('a change stream', () => {
  it('reports no change before the time at which it starts, also where that is to come', async ({ client }) => {
    const startAtOperationTime = new Timestamp({ t: Math.floor(Date.now() / 1000) + 3600, i: 1 })
    const [later, now] = [await watch(client, { startAtOperationTime }), await watch(client)]
    await orders(client).insertOne({ _id: 2 })
    expect(await now.next()).toMatchObject({ documentKey: { _id: 2 } })
    expect(await later.tryNext()).toBeNull()
    await Promise.all([later.close(), now.close()])
  })

  it('is refused without the _id of its events', async ({ client }) => {
    const stream = await watch(client, {}, [{ $project: { _id: 0 } }])
    await orders(client).insertOne({ _id: 2 })
    await expect(stream.next()).rejects.toMatchObject({
      code: 280,
      errorLabels: expect.arrayContaining(['NonResumableChangeStreamError']),
    })
    await stream.close()
  })

  it.for<readonly [Document, number]>([
    [{ $changeStream: { fullDocument: 'sometimes' } }, 2],
    [{ $changeStream: { fullDocumentBeforeChange: 'default' } }, 2],
    [{ $changeStream: { odd: true } }, 40_415],
    [{ $changeStream: { startAtOperationTime: 5 } }, 14],
    [{ $changeStream: { resumeAfter: { _data: '00' }, startAfter: { _data: '00' } } }, 50_865],
  ])('%o is refused when it is opened', async ([stage, code], { client }) => {
    const command = { aggregate: 'orders', pipeline: [stage], cursor: {} }
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code })
  })

  it('reads what a majority has, and nothing else', async ({ client }) => {
    const open = (level: string) =>
      client
        .db('shop')
        .command({ aggregate: 'orders', pipeline: [{ $changeStream: {} }], cursor: {}, readConcern: { level } })
    await expect(open('local')).rejects.toMatchObject({
      code: 72,
      message:
        "Aggregation stage $changeStream cannot run with a readConcern other than 'majority', or in a multi-document transaction. Current readConcern: local",
    })
    expect(await open('majority')).toMatchObject({ ok: 1 })
  })

  it('splits events only in its last stage', async ({ client }) => {
    const pipeline = [{ $changeStream: {} }, { $changeStreamSplitLargeEvent: {} }, { $match: {} }]
    const command = { aggregate: 'orders', pipeline, cursor: {} }
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code: 7_182_802 })
  })
})

it('a stream has the collation of its command, and not that of its collection', async ({ client }) => {
  const collation = { locale: 'en', strength: 2 }
  const names = await client.db('shop').createCollection('names', { collation })
  const stages = [{ $match: { 'fullDocument.name': 'abc' } }]
  const [plain, collated] = [names.watch(stages), names.watch(stages, { collation })]
  await Promise.all([plain.tryNext(), collated.tryNext()])
  await names.insertMany([{ name: 'ABC' }, { name: 'abc' }])
  expect(await plain.next()).toMatchObject({ fullDocument: { name: 'abc' } })
  expect(await collated.next()).toMatchObject({ fullDocument: { name: 'ABC' } })
  await Promise.all([plain.close(), collated.close()])
})

describe('a collection that is renamed over another one', () => {
  it('is one event, without one of the collection whose place it takes', async ({ client }) => {
    const shop = client.db('shop')
    const [over, under] = [await shop.createCollection('over'), await shop.createCollection('under')]
    const [whole, target] = [shop.watch(), under.watch()]
    await Promise.all([whole.tryNext(), target.tryNext()])
    await over.rename('under', { dropTarget: true })
    await under.insertOne({ a: 1 })
    const renaming = { operationType: 'rename', ns: { coll: 'over' }, to: { coll: 'under' } }
    expect(await whole.next()).toMatchObject(renaming)
    expect(await whole.next()).toMatchObject({ operationType: 'insert' })
    expect(await target.next()).toMatchObject(renaming)
    expect(await target.next()).toMatchObject({ operationType: 'invalidate' })
    await Promise.all([whole.close(), target.close()])
  })
})

it('the databases and collections of the server are in no stream of several collections', async ({ client }) => {
  const stream = client.watch()
  await stream.tryNext()
  await client.db('admin').collection('settings').insertOne({ a: 1 })
  await client.db('shop').collection('system.js').insertOne({ a: 2 })
  await client.db('shop').collection('plain').insertOne({ a: 3 })
  expect(await stream.next()).toMatchObject({ fullDocument: { a: 3 } })
  await stream.close()
})

describe('the options of a stream', () => {
  const open = (client: MongoClient, $changeStream: unknown) =>
    client.db('shop').command({ aggregate: 'orders', pipeline: [{ $changeStream }], cursor: {} })

  it.for<readonly [unknown, number]>([
    [null, 6_188_500],
    [[], 6_188_500],
    [{ fullDocuments: 'default' }, 40_415],
    [{ fullDocument: 1 }, 14],
    [{ fullDocument: 'off' }, 2],
    [{ fullDocumentBeforeChange: 'default' }, 2],
    [{ showExpandedEvents: 1 }, 14],
    [{ allChangesForCluster: null }, 14],
    [{ startAtOperationTime: 1 }, 14],
    [{ resumeAfter: 'token' }, 14],
    [{ startAfter: {} }, 40_647],
    [{ startAfter: { _data: '82', _typeBits: '' } }, 40_648],
    [{ startAfter: { _data: '' } }, 40_649],
    [{ startAfter: { _data: '8' } }, 9],
    [{ startAfter: { _data: '82' } }, 50_795],
    [{ startAfter: {}, resumeAfter: {} }, 50_865],
    [{ startAfter: {}, startAtOperationTime: new Timestamp({ t: 1, i: 1 }) }, 40_674],
    [{ allChangesForCluster: true }, 72],
  ])('are refused when they are %j', async ([options, code], { client }) => {
    await expect(open(client, options)).rejects.toMatchObject({ code })
  })

  it.for<readonly [string, string, number]>([
    ['shop', 'open', 166],
    ['shop', 'system.views', 73],
    ['admin', 'orders', 73],
    ['config', 'orders', 73],
    ['local', 'orders', 73],
  ])('are not for %s.%s', async ([database, collection, code], { client }) => {
    await client.db('shop').createCollection('open', { viewOn: 'orders', pipeline: [] })
    const command = { aggregate: collection, pipeline: [{ $changeStream: {} }], cursor: {} }
    await expect(client.db(database).command(command)).rejects.toMatchObject({ code })
  })

  it.for(['$group', '$sort', '$count', '$lookup'])(
    'has no stage %s, which needs all documents',
    async (name, { client }) => {
      const operands: Document = {
        $group: { _id: null },
        $sort: { _id: 1 },
        $count: 'n',
        $lookup: { from: 'a', pipeline: [], as: 'b' },
      }
      const pipeline = [{ $changeStream: {} }, { [name]: operands[name] }]
      const refused = client.db('shop').command({ aggregate: 'orders', pipeline, cursor: {} })
      await expect(refused).rejects.toMatchObject({
        code: 20,
        errmsg: `${name} is not permitted in a $changeStream pipeline`,
      })
    },
  )

  it('are those of the stable API for a client that is strict', async ({ client }) => {
    const pipeline = [{ $changeStream: { showExpandedEvents: false } }]
    const command = { aggregate: 'orders', pipeline, cursor: {}, apiVersion: '1', apiStrict: true }
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code: 323 })
  })

  it('may be null but for flags', async ({ client }) => {
    const names = ['fullDocument', 'fullDocumentBeforeChange', 'resumeAfter', 'startAfter', 'startAtOperationTime']
    const reply = await open(client, Object.fromEntries(names.map((name) => [name, null])))
    expect(reply['cursor']).toMatchObject({ firstBatch: [] })
  })
})

describe('a stream that resumes', () => {
  const open = async (client: MongoClient, options: Document, collection: string | number = 'orders') =>
    (await client.db('shop').command({ aggregate: collection, pipeline: [{ $changeStream: options }], cursor: {} }))[
      'cursor'
    ] as Document

  /** Returns the events of the database since a stream was opened. */
  const eventsOf = async (client: MongoClient, work: () => Promise<unknown>): Promise<Document[]> => {
    const { postBatchResumeToken: startAfter } = await open(client, {}, 1)
    await work()
    return (await open(client, { startAfter }, 1))['firstBatch'] as Document[]
  }

  it('has in its first batch what has happened since', async ({ client }) => {
    const [first] = await eventsOf(client, () => orders(client).insertMany([{ _id: 2 }, { _id: 3 }, { _id: 4 }]))
    for (const option of ['resumeAfter', 'startAfter'])
      expect((await open(client, { [option]: first?.['_id'] }))['firstBatch']).toMatchObject([
        { documentKey: { _id: 3 } },
        { documentKey: { _id: 4 } },
      ])
  })

  it('is ended after the removal of its collection, and begins anew after its end', async ({ client }) => {
    const [, dropped] = await eventsOf(client, async () => {
      await orders(client).insertOne({ _id: 2 })
      await orders(client).drop()
    })
    const { firstBatch, id } = await open(client, { resumeAfter: dropped?.['_id'] })
    expect([firstBatch, Number(id)]).toMatchObject([[{ operationType: 'invalidate' }], 0])
    const token = firstBatch[0]._id
    await expect(open(client, { resumeAfter: token })).rejects.toMatchObject({ code: 260 })
    await orders(client).insertOne({ _id: 5 })
    expect((await open(client, { startAfter: token }))['firstBatch']).toMatchObject([{ documentKey: { _id: 5 } }])
  })

  it('is at the token of its last event, until anything else happens', async ({ client }) => {
    const { postBatchResumeToken: startAfter } = await open(client, {})
    await orders(client).insertOne({ _id: 2 })
    const { firstBatch, postBatchResumeToken: token } = await open(client, { startAfter })
    expect(token).toEqual(firstBatch[0]._id)
    expect(await open(client, { resumeAfter: token })).toMatchObject({ firstBatch: [], postBatchResumeToken: token })
    await client.db('shop').collection('others').insertOne({})
    expect((await open(client, { resumeAfter: token }))['postBatchResumeToken']).not.toEqual(token)
  })

  it('is not one that would not have reported the change of the token', async ({ client }) => {
    const [other] = await eventsOf(client, () => client.db('shop').collection('others').insertOne({}))
    await expect(open(client, { resumeAfter: other?.['_id'] })).rejects.toMatchObject({
      code: 280,
      errorLabels: expect.arrayContaining(['NonResumableChangeStreamError']),
    })
  })
})
