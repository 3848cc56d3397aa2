import { ObjectId, type Document, type MongoClient } from 'mongodb'
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
  it.for<[filter: Document, projection: Document, isCovered: boolean]>([
    [{ total: { $gt: 10 } }, { _id: 0, total: 1 }, true],
    [{ total: { $gt: 10 } }, { total: 1 }, false],
    [{ total: { $gt: 10 } }, { _id: 0, status: 1 }, false],
    [{ total: { $gt: 10 }, status: 'open' }, { _id: 0, total: 1 }, false],
    [{ total: { $gt: 10 } }, { _id: 0 }, false],
    [{ total: null }, { _id: 0, total: 1 }, false],
  ])(
    'shows that %j with %j is answered by the index alone: %s',
    async ([filter, projection, isCovered], { client }) => {
      const { executionStats, queryPlanner } = await orders(client)
        .find(filter as object, { projection, hint: 'total_1' })
        .explain('executionStats')
      const { stage, inputStage } = queryPlanner.winningPlan
      expect([stage, inputStage.stage]).toEqual(
        isCovered ? ['PROJECTION_COVERED', 'IXSCAN'] : ['PROJECTION_SIMPLE', 'FETCH'],
      )
      if (isCovered) expect(executionStats.totalDocsExamined).toBe(0)
    },
  )

  it('shows the whole collation of a query, and none where there is none', async ({ client }) => {
    const collation = { locale: 'en_US', strength: 2 } as const
    const plain = await orders(client).find({ status: 'OPEN' }).explain('queryPlanner')
    expect(plain['queryPlanner']).not.toHaveProperty('collation')
    for (const { queryPlanner } of [
      await orders(client).find({ status: 'OPEN' }, { collation }).explain('queryPlanner'),
      await orders(client)
        .aggregate([{ $match: { status: 'OPEN' } }], { collation })
        .explain('queryPlanner'),
    ])
      expect(queryPlanner.collation).toMatchObject({ ...collation, caseLevel: false, alternate: 'non-ignorable' })
  })

  it('shows a projection by names within the query for one id', async ({ client }) => {
    const plan = await orders(client)
      .find({ _id: 1 }, { projection: { total: 1 } })
      .explain('queryPlanner')
    expect(plan['queryPlanner'].winningPlan).toMatchObject({ stage: 'EXPRESS_IXSCAN' })
  })

  it('shows that a range of ids of a clustered collection needs no index', async ({ client }) => {
    await shop(client).createCollection('days', { clusteredIndex: { key: { _id: 1 }, unique: true } })
    await shop(client)
      .collection<{ _id: number }>('days')
      .insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])
    const { executionStats } = await shop(client)
      .collection<{ _id: number }>('days')
      .find({ _id: { $gt: 1, $lte: 3 } })
      .explain('executionStats')
    expect(executionStats).toMatchObject({
      totalDocsExamined: 2,
      executionStages: { stage: 'CLUSTERED_IXSCAN', minRecord: 1, maxRecord: 3, direction: 'forward' },
    })
  })

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
    [
      'a count by keys',
      { count: 'orders', query: { total: { $gt: 10 } } },
      {
        stage: 'COUNT',
        inputStage: {
          stage: 'COUNT_SCAN',
          indexBounds: { startKey: { total: 10 }, startKeyInclusive: false, endKey: { total: Infinity } },
        },
      },
    ],
    [
      'a count by keys of several ranges',
      { count: 'orders', query: { total: { $ne: 10 } } },
      { stage: 'COUNT', inputStage: { stage: 'IXSCAN' } },
    ],
    [
      'a count of documents',
      { count: 'orders', query: { total: 10, status: 'open' } },
      { stage: 'COUNT', inputStage: { stage: 'FETCH', filter: { status: { $eq: 'open' } } } },
    ],
    [
      'distinct values of an index',
      { distinct: 'orders', key: 'total' },
      {
        stage: 'PROJECTION_COVERED',
        transformBy: { _id: 0, total: 1 },
        inputStage: { stage: 'DISTINCT_SCAN', indexBounds: { total: ['[MinKey, MaxKey]'] } },
      },
    ],
    ['distinct values of documents', { distinct: 'orders', key: 'status', query: { total: 10 } }, index],
    [
      'an update',
      { update: 'orders', updates: [{ q: { total: 10 }, u: { $set: { a: 1 } } }] },
      { stage: 'UPDATE', inputStage: index },
    ],
    ['a delete', { delete: 'orders', deletes: [{ q: {}, limit: 0 }] }, { stage: 'DELETE', inputStage: scan }],
    ['a removal', { findAndModify: 'orders', query: {}, remove: true }, { stage: 'DELETE', inputStage: scan }],
    ['no collection', { find: 'none' }, { stage: 'EOF' }],
    [
      'a mapReduce',
      {
        mapReduce: 'orders',
        map: 'function () {}',
        reduce: 'function () {}',
        query: { total: 10 },
        out: { inline: 1 },
      },
      index,
    ],
    ['a pipeline that only finds', { aggregate: 'orders', pipeline: [{ $match: { total: 10 } }], cursor: {} }, index],
  ] as const)('shows the stages of %s', async ([_name, command, winningPlan], { docdb, client }) => {
    const { queryPlanner } = await shop(client).command({ explain: command, verbosity: 'queryPlanner' })
    expect(queryPlanner).toMatchObject({ winningPlan })
    expect(docdb.collection('shop.orders').count()).toBe(4)
  })

  it.for<readonly [string, Document, Document, Document]>([
    [
      'a scan',
      { find: 'orders', filter: { status: 'open' }, limit: 2 },
      { nReturned: 2, totalKeysExamined: 0, totalDocsExamined: 2 },
      { stage: 'LIMIT', nReturned: 2, inputStage: { stage: 'COLLSCAN', nReturned: 2, docsExamined: 2 } },
    ],
    [
      'an index with a filter for the rest',
      { find: 'orders', filter: { total: { $gt: 10 }, _id: { $ne: 3 } } },
      { nReturned: 2, totalKeysExamined: 3, totalDocsExamined: 3 },
      { stage: 'FETCH', nReturned: 2, docsExamined: 3, inputStage: { stage: 'IXSCAN', nReturned: 3, keysExamined: 3 } },
    ],
    [
      'a sort',
      { find: 'orders', sort: { status: 1 }, skip: 1, limit: 2 },
      { nReturned: 2, totalDocsExamined: 4 },
      { stage: 'SKIP', nReturned: 2, inputStage: { stage: 'SORT', nReturned: 3, inputStage: { nReturned: 4 } } },
    ],
    [
      'a count',
      { count: 'orders', query: { total: { $gt: 10 } } },
      { nReturned: 0, totalKeysExamined: 4, totalDocsExamined: 0 },
      { stage: 'COUNT', nCounted: 3, nSkipped: 0 },
    ],
    [
      'a count of all',
      { count: 'orders' },
      { totalKeysExamined: 0, totalDocsExamined: 0 },
      { stage: 'RECORD_STORE_FAST_COUNT', nCounted: 4 },
    ],
    [
      'distinct values of an index',
      { distinct: 'orders', key: 'total', query: { total: { $lt: 30 } } },
      { nReturned: 2, totalKeysExamined: 2, totalDocsExamined: 0 },
      { stage: 'PROJECTION_COVERED' },
    ],
    ['distinct values', { distinct: 'orders', key: 'status' }, { nReturned: 4, totalDocsExamined: 4 }, scan],
    [
      'an update of all',
      { update: 'orders', updates: [{ q: { total: { $gte: 20 } }, u: { $max: { total: 30 } }, multi: true }] },
      { nReturned: 0, totalDocsExamined: 3 },
      { stage: 'UPDATE', nMatched: 3, nWouldModify: 1, nWouldUpsert: 0 },
    ],
    [
      'an update that inserts',
      { update: 'orders', updates: [{ q: { _id: 9 }, u: { $set: { total: 90 } }, upsert: true }] },
      { totalDocsExamined: 0 },
      { stage: 'UPDATE', nMatched: 0, nWouldModify: 0, nWouldUpsert: 1 },
    ],
    [
      'a removal of one',
      { delete: 'orders', deletes: [{ q: { status: 'open' }, limit: 1 }] },
      { nReturned: 0, totalDocsExamined: 1 },
      { stage: 'DELETE', nWouldDelete: 1, inputStage: scan },
    ],
    [
      'a change of one that is returned',
      { findAndModify: 'orders', query: { total: 20 }, update: { $set: { total: 25 } } },
      { nReturned: 1, totalKeysExamined: 1 },
      { stage: 'UPDATE', nMatched: 1, nWouldModify: 1 },
    ],
  ])('counts what %s takes, and changes nothing', async ([_name, command, stats, stages], { docdb, client }) => {
    const before = docdb.collection('shop.orders').find()
    const { executionStats } = await shop(client).command({ explain: command, verbosity: 'executionStats' })
    expect(executionStats).toMatchObject({ ...stats, executionSuccess: true, executionStages: stages })
    expect(executionStats).not.toHaveProperty('allPlansExecution')
    const all = await shop(client).command({ explain: command })
    expect(all['executionStats']).toEqual({ ...executionStats, allPlansExecution: [] })
    expect(docdb.collection('shop.orders').find()).toEqual(before)
  })

  it.for<readonly [filter: Document, parsed: Document]>([
    [{}, {}],
    [{ a: 1 }, { a: { $eq: 1 } }],
    [{ b: { $gt: 1, $lte: 3 }, a: 1 }, { $and: [{ a: { $eq: 1 } }, { b: { $lte: 3 } }, { b: { $gt: 1 } }] }],
    [{ $and: [{ a: 1 }, { b: 2 }], $comment: 'both' }, { $and: [{ a: { $eq: 1 } }, { b: { $eq: 2 } }] }],
    [{ $or: [{ a: 2 }, { a: 1 }] }, { a: { $in: [1, 2] } }],
    [{ $or: [{ a: 2 }, { b: 1 }] }, { $or: [{ a: { $eq: 2 } }, { b: { $eq: 1 } }] }],
    [{ a: { $in: [2, 1, 2] } }, { a: { $in: [1, 2] } }],
    [{ a: { $in: [2] } }, { a: { $eq: 2 } }],
    [{ a: { $ne: 1 } }, { a: { $not: { $eq: 1 } } }],
    [{ a: { $nin: [1, 2] } }, { a: { $not: { $in: [1, 2] } } }],
    [{ a: { $exists: false } }, { a: { $not: { $exists: true } } }],
    [{ a: { $all: [1, 2] } }, { $and: [{ a: { $eq: 1 } }, { a: { $eq: 2 } }] }],
    [{ a: /^x/i }, { a: { $regex: '^x', $options: 'i' } }],
    [{ a: { $not: /^x/ } }, { a: { $not: { $regex: '^x' } } }],
    [{ a: { $elemMatch: { b: 1 } } }, { a: { $elemMatch: { b: { $eq: 1 } } } }],
    [{ a: { $type: ['string', 'number'] } }, { a: { $type: [2, 'number'] } }],
  ])('shows the filter %j as the server reads it', async ([filter, parsedQuery], { client }) => {
    const { queryPlanner } = await orders(client).find(filter).explain('queryPlanner')
    expect(queryPlanner.parsedQuery).toEqual(parsedQuery)
  })

  const id = '0123456789abcdef01234567'
  it.for<readonly [filter: Document, bounds: readonly string[]]>([
    [{ k: 2 }, ['[2, 2]']],
    [{ k: { $in: [3, 1] } }, ['[1, 1]', '[3, 3]']],
    [{ k: { $gt: 2 } }, ['(2, inf.0]']],
    [{ k: { $gte: 2, $lt: 5.5 } }, ['[2, 5.5)']],
    [{ k: { $lt: 'b' } }, ['["", "b")']],
    [{ k: { $gt: 'b' } }, ['("b", {})']],
    [{ k: { $gt: { x: 1 } } }, ['({ x: 1 }, [])']],
    [{ k: { $lte: new Date(5) } }, ['[new Date(-9223372036854775808), new Date(5)]']],
    [{ k: { $gt: new ObjectId(id) } }, [`(ObjectId('${id}'), ObjectId('${'f'.repeat(24)}')]`]],
    [{ k: { $gt: false } }, ['(false, true]']],
    [{ k: { $ne: 2 } }, ['[MinKey, 2)', '(2, MaxKey]']],
    [{ k: { $nin: [1, 2] } }, ['[MinKey, 1)', '(1, 2)', '(2, MaxKey]']],
    [{ k: { $not: { $gt: 2 } } }, ['[MinKey, 2]', '(inf.0, MaxKey]']],
    [{ k: { $exists: true } }, ['[MinKey, MaxKey]']],
    [{ k: { $exists: false } }, ['[null, null]']],
    [{ k: /^ab/ }, ['["ab", "ac")', '[/^ab/, /^ab/]']],
    [{ k: /^abc*/ }, ['["ab", "ac")', '[/^abc*/, /^abc*/]']],
    [{ k: /b/ }, ['["", {})', '[/b/, /b/]']],
    [{ k: /^a|b/ }, ['["", {})', '[/^a|b/, /^a|b/]']],
    [{ k: /^a\|/ }, ['["a|", "a}")', '[/^a\\|/, /^a\\|/]']],
    [{ k: /^a\.b+/ }, ['["a.b", "a.c")', '[/^a\\.b+/, /^a\\.b+/]']],
    [{ k: { $type: 'string' } }, ['["", {})']],
    [{ k: { $mod: [2, 0] } }, ['[nan.0, inf.0]']],
  ])('shows the keys that an index is read for by %j', async ([filter, bounds], { client }) => {
    const keys = shop(client).collection('keys')
    await keys.createIndex({ k: 1, l: -1 })
    const forward = await keys.find(filter).explain('queryPlanner')
    const { inputStage } = forward['queryPlanner'].winningPlan
    expect(inputStage.indexBounds).toEqual({ k: bounds, l: ['[MaxKey, MinKey]'] })
    const backward = await keys.find(filter).sort({ k: -1, l: 1 }).explain('queryPlanner')
    expect(backward['queryPlanner'].winningPlan.inputStage).toMatchObject({
      direction: 'backward',
      indexBounds: { l: ['[MinKey, MaxKey]'] },
    })
  })

  it.for<readonly [filter: Document, ofKeys: Document | undefined, ofDocuments: Document | undefined]>([
    [{ total: { $gt: 10 } }, undefined, undefined],
    [{ total: { $ne: 10 } }, undefined, undefined],
    [{ total: { $mod: [20, 0] } }, { total: { $mod: [20, 0] } }, undefined],
    [{ total: null }, undefined, { total: { $eq: null } }],
    [{ total: 10, status: 'open' }, undefined, { status: { $eq: 'open' } }],
    [{ total: 10, $expr: { $eq: ['$total', 10] } }, undefined, { $expr: { $eq: ['$total', 10] } }],
  ])('shows which stage decides %j', async ([filter, ofKeys, ofDocuments], { client }) => {
    const { queryPlanner } = await orders(client).find(filter).explain('queryPlanner')
    expect(queryPlanner.winningPlan.filter).toEqual(ofDocuments)
    expect(queryPlanner.winningPlan.inputStage).toMatchObject({ indexName: 'total_1' })
    expect(queryPlanner.winningPlan.inputStage.filter).toEqual(ofKeys)
  })

  it('reads no document for a key that does not match', async ({ client }) => {
    const { executionStats } = await orders(client)
      .find({ total: { $mod: [20, 0] } })
      .explain('executionStats')
    expect(executionStats).toMatchObject({ nReturned: 2, totalKeysExamined: 4, totalDocsExamined: 2 })
  })

  it.for<readonly [condition: unknown, keysRead: number]>([
    [{ $in: [10, 30] }, 4],
    [{ $in: [10, 20] }, 3],
    [{ $in: [30, 40] }, 2],
    [{ $in: [5, 15, 50] }, 2],
    [{ $gte: 20 }, 3],
    [{ $ne: 20 }, 4],
  ])('counts the keys by which %j sees that a part of an index ends', async ([total, keysRead], { client }) => {
    const { executionStats } = await orders(client)
      .find({ total } as object)
      .explain('executionStats')
    expect(executionStats.totalKeysExamined).toBe(keysRead)
  })

  it('shows where the documents of an index have arrays', async ({ client }) => {
    const keys = shop(client).collection('keys')
    await keys.createIndex({ 'a.b': 1, c: 1 })
    await keys.insertMany([{ a: [{ b: [1, 2] }, { b: 3 }], c: 1 }])
    const { queryPlanner } = await keys.find({ 'a.b': 1 }).explain('queryPlanner')
    expect(queryPlanner.winningPlan.inputStage).toMatchObject({
      isMultiKey: true,
      multiKeyPaths: { 'a.b': ['a', 'a.b'], c: [] },
    })
  })

  it('shows the path that a wildcard index is read for', async ({ client }) => {
    const keys = shop(client).collection('keys')
    await keys.createIndex({ '$**': 1 })
    await keys.insertOne({ a: { b: 5 } })
    const { queryPlanner } = await keys.find({ 'a.b': { $gt: 3 } }).explain('queryPlanner')
    expect(queryPlanner.winningPlan).toMatchObject({
      stage: 'FETCH',
      inputStage: {
        keyPattern: { $_path: 1, 'a.b': 1 },
        isMultiKey: false,
        multiKeyPaths: { $_path: [], 'a.b': [] },
        indexBounds: { $_path: ['["a.b", "a.b"]'], 'a.b': ['(3, inf.0]'] },
      },
    })
  })

  it('gives queries of one shape one hash, and other plans to other indexes', async ({ client }) => {
    const plan = async (filter: Document) => (await orders(client).find(filter).explain('queryPlanner'))['queryPlanner']
    const [first, second, other] = [await plan({ total: 1 }), await plan({ total: 2 }), await plan({ status: 'open' })]
    expect(first.queryHash).toMatch(/^[0-9A-F]{8}$/)
    expect([second.queryHash, second.planCacheKey]).toEqual([first.queryHash, first.planCacheKey])
    expect(other.queryHash).not.toBe(first.queryHash)
    await orders(client).createIndex({ status: 1 })
    const later = await plan({ total: 1 })
    expect(later.planCacheShapeHash).toBe(first.planCacheShapeHash)
    expect(later.planCacheKey).not.toBe(first.planCacheKey)
  })

  it('counts the documents of each stage of a pipeline', async ({ client }) => {
    const pipeline = [{ $match: { total: { $gt: 10 } } }, { $unwind: '$status' }, { $group: { _id: '$status' } }]
    const { stages } = await orders(client).aggregate(pipeline).explain('executionStats')
    expect(stages).toMatchObject([{ nReturned: 3 }, { $unwind: '$status', nReturned: 3 }, { nReturned: 1 }])
  })

  it('shows the plan of a view by its collection', async ({ client }) => {
    await shop(client).createCollection('dear', { viewOn: 'orders', pipeline: [{ $match: { total: { $gt: 20 } } }] })
    const explained = await shop(client).collection('dear').find({ status: 'open' }).explain('executionStats')
    expect(explained).toMatchObject({
      stages: [{ $cursor: { queryPlanner: { winningPlan: index } }, nReturned: 2 }, { $match: { status: 'open' } }],
    })
  })

  it.for<readonly [string, Document, number, string]>([
    ['another verbosity', { explain: { find: 'orders' }, verbosity: 'all' }, 2, "Enumeration value 'all' for field"],
    ['a command without a plan', { explain: { insert: 'orders', documents: [{}] } }, 20, 'Cannot explain cmd: insert'],
    ['an unknown command', { explain: { fetch: 'orders' } }, 59, 'Explain failed due to unknown command: fetch'],
    [
      'an unknown member',
      { explain: { find: 'orders', fitler: {} } },
      40_415,
      "'FindCommandRequest.fitler' is an unknown",
    ],
    ['a write concern', { explain: { find: 'orders' }, writeConcern: { w: 1 } }, 72, 'does not support writeConcern'],
    [
      'a pipeline that writes',
      { explain: { aggregate: 'orders', pipeline: [{ $out: 'copy' }], cursor: {} } },
      51_184,
      'explain of $out is not allowed with verbosity',
    ],
  ])('is refused with %s', async ([_name, command, code, message], { client }) => {
    await expect(shop(client).command(command)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
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
