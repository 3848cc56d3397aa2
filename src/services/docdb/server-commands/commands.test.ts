import { Double, Long, MongoClient, ReadPreference, type Db, type Document } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'
import { COMMANDS } from './table.ts'

// A case for every command. https://www.mongodb.com/docs/manual/reference/command/

const ORDERS = [
  { _id: 1, customer: 'ada', total: 10 },
  { _id: 2, customer: 'bob', total: 20 },
  { _id: 3, customer: 'ada', total: 30 },
]

let docdb: Emulator<'docdb'>
let client: MongoClient
let shop: Db
let admin: Db
beforeAll(async () => {
  const data = [
    { database: 'shop', collection: 'orders', documents: ORDERS, indexes: [{ key: { customer: 1 } }] },
    { database: 'shop', collection: 'log', documents: [{ line: 1 }], options: { capped: true, size: 4096 } },
  ]
  docdb = await startDatabase({ data })
  client = await MongoClient.connect(docdb.uri, { maxPoolSize: 5 })
  shop = client.db('shop')
  admin = client.db('admin')
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})
beforeEach(() => docdb.reset())

type Case = readonly [command: Document, reply: Document, on?: 'admin']

const ANY = expect.anything()
const cursor = (firstBatch: unknown, ns: string = ANY) => ({ cursor: { firstBatch, id: ANY, ns } })

const CASES: Readonly<Record<string, readonly Case[]>> = {
  hello: [
    [{ hello: 1 }, { isWritablePrimary: true, setName: 'rs0', maxWireVersion: 25, logicalSessionTimeoutMinutes: 30 }],
  ],
  isMaster: [[{ isMaster: 1 }, { ismaster: true, helloOk: true, maxBsonObjectSize: 16_777_216 }]],
  ping: [[{ ping: 1 }, { ok: 1 }]],
  buildInfo: [[{ buildInfo: 1 }, { version: '8.0.4', versionArray: [8, 0, 4, 0] }]],
  serverStatus: [
    [
      { serverStatus: 1 },
      {
        process: 'mongod',
        storageEngine: { name: 'wiredTiger', persistent: true },
        repl: { setName: 'rs0' },
        opcounters: ANY,
      },
    ],
  ],
  replSetGetStatus: [
    [
      { replSetGetStatus: 1 },
      { set: 'rs0', myState: 1, members: [{ stateStr: 'PRIMARY' }, { stateStr: 'SECONDARY' }, ANY] },
      'admin',
    ],
  ],
  replSetGetConfig: [
    [{ replSetGetConfig: 1 }, { config: { _id: 'rs0', members: [{ _id: 0 }, { _id: 1 }, { _id: 2 }] } }, 'admin'],
  ],
  createUser: [[{ createUser: 'ada', pwd: 'secret', roles: ['readWrite'] }, { ok: 1 }]],
  dropAllUsersFromDatabase: [[{ dropAllUsersFromDatabase: 1 }, { n: 0 }]],
  usersInfo: [[{ usersInfo: 1 }, { users: [] }]],
  replSetStepDown: [[{ replSetStepDown: 60 }, { ok: 1 }, 'admin']],
  replSetFreeze: [[{ replSetFreeze: 60 }, { ok: 1 }, 'admin']],
  replSetStepUp: [[{ replSetStepUp: 1 }, { ok: 1 }, 'admin']],
  getParameter: [
    [{ getParameter: 1, featureCompatibilityVersion: 1 }, { featureCompatibilityVersion: { version: '8.0' } }, 'admin'],
  ],
  currentOp: [[{ currentOp: 1 }, { inprog: [{ active: true, command: { currentOp: 1 } }] }, 'admin']],
  killOp: [[{ killOp: 1, op: 1 }, { info: ANY }, 'admin']],
  hostInfo: [[{ hostInfo: 1 }, { system: ANY }, 'admin']],
  getCmdLineOpts: [[{ getCmdLineOpts: 1 }, { argv: ['mongod'] }, 'admin']],
  getLog: [[{ getLog: 'startupWarnings' }, { totalLinesWritten: 0, log: [] }, 'admin']],
  whatsmyuri: [[{ whatsmyuri: 1 }, { you: expect.stringContaining('127.0.0.1') }]],
  listCommands: [[{ listCommands: 1 }, { commands: { find: ANY, insert: ANY } }]],
  lockInfo: [[{ lockInfo: 1 }, { lockInfo: [] }, 'admin']],
  getDefaultRWConcern: [[{ getDefaultRWConcern: 1 }, { defaultWriteConcern: { w: 'majority' } }, 'admin']],
  profile: [[{ profile: -1 }, { was: 0 }]],
  top: [[{ top: 1 }, { totals: ANY }, 'admin']],
  fsync: [[{ fsync: 1 }, { numFiles: 1 }, 'admin']],
  logRotate: [[{ logRotate: 1 }, { ok: 1 }, 'admin']],
  setParameter: [[{ setParameter: 1, logLevel: 1 }, { was: 0 }, 'admin']],
  setFeatureCompatibilityVersion: [[{ setFeatureCompatibilityVersion: '8.0', confirm: true }, { ok: 1 }, 'admin']],
  find: [
    [
      { find: 'orders', filter: { customer: 'ada' }, projection: { _id: 1 } },
      cursor([{ _id: 1 }, { _id: 3 }], 'shop.orders'),
    ],
    [{ find: 'orders', sort: { total: -1 }, skip: 1, limit: 1 }, cursor([ORDERS[1]])],
    [{ find: 'none' }, cursor([], 'shop.none')],
  ],
  aggregate: [
    [{ aggregate: 'orders', pipeline: [{ $count: 'n' }], cursor: {} }, cursor([{ n: 3 }])],
    [{ aggregate: 1, pipeline: [{ $documents: [{ a: 1 }] }], cursor: {} }, cursor([{ a: 1 }], 'shop.$cmd.aggregate')],
  ],
  count: [
    [{ count: 'orders' }, { n: 3 }],
    [{ count: 'orders', query: { customer: 'ada' }, skip: 1 }, { n: 1 }],
  ],
  distinct: [[{ distinct: 'orders', key: 'customer' }, { values: ['ada', 'bob'] }]],
  explain: [
    [
      { explain: { find: 'orders', filter: { customer: 'ada' } }, verbosity: 'executionStats' },
      {
        queryPlanner: { winningPlan: { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'customer_1' } } },
        executionStats: { nReturned: 2, totalKeysExamined: 2, totalDocsExamined: 2 },
      },
    ],
    [
      { explain: { find: 'orders', filter: { total: 10 } }, verbosity: 'queryPlanner' },
      { queryPlanner: { winningPlan: { stage: 'COLLSCAN' } } },
    ],
    [
      { explain: { update: 'orders', updates: [{ q: { _id: 1 }, u: { $set: { a: 1 } } }] } },
      { executionStats: { totalDocsExamined: 1 } },
    ],
    [
      { explain: { count: 'orders', query: { customer: 'bob' } } },
      { executionStats: { nReturned: 0, executionStages: { nCounted: 1 } } },
    ],
  ],
  insert: [
    [{ insert: 'orders', documents: [{ _id: 4 }, { _id: 5 }] }, { n: 2 }],
    [
      { insert: 'orders', documents: [{ _id: 1 }, { _id: 6 }], ordered: false },
      { n: 1, writeErrors: [{ index: 0, code: 11_000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } }] },
    ],
  ],
  update: [
    [
      { update: 'orders', updates: [{ q: { customer: 'ada' }, u: { $inc: { total: 1 } }, multi: true }] },
      { n: 2, nModified: 2 },
    ],
    [
      { update: 'orders', updates: [{ q: { _id: 9 }, u: { a: 1 }, upsert: true }] },
      { n: 1, nModified: 0, upserted: [{ index: 0, _id: 9 }] },
    ],
  ],
  delete: [
    [{ delete: 'orders', deletes: [{ q: { customer: 'ada' }, limit: 1 }] }, { n: 1 }],
    [{ delete: 'orders', deletes: [{ q: {}, limit: 0 }] }, { n: 3 }],
  ],
  findAndModify: [
    [
      {
        findAndModify: 'orders',
        query: { customer: 'ada' },
        sort: { total: -1 },
        update: { $set: { paid: true } },
        new: true,
      },
      { lastErrorObject: { n: 1, updatedExisting: true }, value: { _id: 3, paid: true } },
    ],
    [
      { findAndModify: 'orders', query: { _id: 2 }, remove: true },
      { value: ORDERS[1], lastErrorObject: { n: 1 } },
    ],
  ],
  bulkWrite: [
    [
      { bulkWrite: 1, ops: [{ delete: 0, filter: { customer: 'ada' }, multi: true }], nsInfo: [{ ns: 'shop.orders' }] },
      { nDeleted: 2, nErrors: 0, cursor: { firstBatch: [{ ok: 1, idx: 0, n: 2 }] } },
      'admin',
    ],
  ],
  create: [[{ create: 'fresh', capped: true, size: 4096 }, { ok: 1 }]],
  drop: [[{ drop: 'orders' }, { nIndexesWas: 2, ns: 'shop.orders' }]],
  dropDatabase: [[{ dropDatabase: 1 }, { dropped: 'shop' }]],
  renameCollection: [[{ renameCollection: 'shop.orders', to: 'shop.sales' }, { ok: 1 }, 'admin']],
  collMod: [
    [
      { collMod: 'orders', index: { name: 'customer_1', hidden: true } },
      { hidden_old: false, hidden_new: true },
    ],
  ],
  listCollections: [
    [
      { listCollections: 1, filter: { name: 'log' } },
      cursor([{ name: 'log', type: 'collection', options: { capped: true, size: 4096 }, info: ANY, idIndex: ANY }]),
    ],
  ],
  listDatabases: [
    [
      { listDatabases: 1 },
      { databases: ['admin', 'config', 'local', 'shop'].map((name) => ({ name, empty: false })), totalSize: ANY },
      'admin',
    ],
    [{ listDatabases: 1, nameOnly: true, filter: { name: /^s/ } }, { databases: [{ name: 'shop' }] }, 'admin'],
  ],
  createIndexes: [
    [
      { createIndexes: 'orders', indexes: [{ key: { total: 1 }, name: 'total_1' }] },
      { numIndexesBefore: 2, numIndexesAfter: 3, createdCollectionAutomatically: false },
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { customer: 1 }, name: 'customer_1' }] },
      { numIndexesAfter: 2, note: 'all indexes already exist' },
    ],
  ],
  listIndexes: [
    [
      { listIndexes: 'orders' },
      cursor([
        { v: 2, key: { _id: 1 }, name: '_id_' },
        { v: 2, key: { customer: 1 }, name: 'customer_1' },
      ]),
    ],
  ],
  dbHash: [
    [{ dbHash: 1 }, { collections: { orders: ANY, log: ANY }, capped: ['log'], uuids: { orders: ANY }, md5: ANY }],
    [
      { dbHash: 1, collections: ['orders'] },
      { collections: { orders: ANY }, capped: [] },
    ],
  ],
  compact: [[{ compact: 'orders' }, { bytesFreed: 0 }]],
  connPoolStats: [[{ connPoolStats: 1 }, { totalCreated: 0, pools: {} }]],
  cloneCollectionAsCapped: [[{ cloneCollectionAsCapped: 'orders', toCollection: 'recent', size: 4096 }, { ok: 1 }]],
  planCacheClear: [[{ planCacheClear: 'orders' }, { ok: 1 }]],
  validateDBMetadata: [
    [
      { validateDBMetadata: 1, db: 'shop', apiParameters: { version: '1', strict: true } },
      { apiVersionErrors: [] },
      'admin',
    ],
  ],
  dropIndexes: [[{ dropIndexes: 'orders', index: 'customer_1' }, { nIndexesWas: 2 }]],
  validate: [
    [{ validate: 'orders' }, { valid: true, nrecords: 3, nIndexes: 2, keysPerIndex: { _id_: 3, customer_1: 3 } }],
  ],
  collStats: [[{ collStats: 'orders' }, { ns: 'shop.orders', count: 3, nindexes: 2 }]],
  dbStats: [[{ dbStats: 1 }, { db: 'shop', collections: 2, objects: 4 }]],
  startSession: [[{ startSession: 1 }, { id: { id: ANY }, timeoutMinutes: 30 }]],
  endSessions: [[{ endSessions: [] }, { ok: 1 }]],
  refreshSessions: [[{ refreshSessions: [] }, { ok: 1 }]],
  killSessions: [[{ killSessions: [] }, { ok: 1 }]],
  killAllSessions: [[{ killAllSessions: [] }, { ok: 1 }, 'admin']],
}

/** Commands that the tests below, or those of the driver, show in their flows. */
const IN_FLOWS = [
  'getMore',
  'killCursors',
  'commitTransaction',
  'abortTransaction',
  'updateUser',
  'dropUser',
  'grantRolesToUser',
  'revokeRolesFromUser',
  'createRole',
  'updateRole',
  'dropRole',
  'dropAllRolesFromDatabase',
  'grantPrivilegesToRole',
  'revokePrivilegesFromRole',
  'grantRolesToRole',
  'revokeRolesFromRole',
  'rolesInfo',
  'createSearchIndexes',
  'updateSearchIndex',
  'dropSearchIndex',
  'listSearchIndexes',
  'dataSize',
  'filemd5',
  'convertToCapped',
  'mapReduce',
  'planCacheSetFilter',
  'planCacheListFilters',
  'planCacheClearFilters',
  'setQuerySettings',
  'removeQuerySettings',
]

describe('a command', () => {
  it.each(Object.keys(COMMANDS))('%s has a case', (name) => {
    expect([...Object.keys(CASES), ...IN_FLOWS]).toContain(name)
  })

  it.each(Object.values(CASES).flatMap((cases) => cases.map(([command, reply, on]) => ({ command, reply, on }))))(
    '$command',
    async ({ command, reply, on }) => {
      expect(await (on === 'admin' ? admin : shop).command(command)).toMatchObject({ ...reply, ok: 1 })
    },
  )

  it.each<[Document, number, string]>([
    [{ nonsense: 1 }, 59, 'CommandNotFound'],
    [{ find: 5 }, 73, 'InvalidNamespace'],
    [{ find: 'orders', filter: 5 }, 14, 'TypeMismatch'],
    [{ find: 'orders', hint: 'none' }, 2, 'BadValue'],
    [{ find: 'orders', tailable: true }, 2, 'BadValue'],
    [{ aggregate: 'orders', pipeline: [] }, 9, 'FailedToParse'],
    [{ getMore: Long.fromNumber(5), collection: 'orders' }, 43, 'CursorNotFound'],
    [{ insert: 'orders', documents: [] }, 16, 'InvalidLength'],
    [{ create: 'log' }, 48, 'NamespaceExists'],
    [{ create: 'a$b' }, 73, 'InvalidNamespace'],
    [{ create: 'c', capped: true }, 72, 'InvalidOptions'],
    [{ collMod: 'none' }, 26, 'NamespaceNotFound'],
    [{ listIndexes: 'none' }, 26, 'NamespaceNotFound'],
    [{ dropIndexes: 'orders', index: 'none' }, 27, 'IndexNotFound'],
    [{ dropIndexes: 'orders', index: '_id_' }, 72, 'InvalidOptions'],
    [{ createIndexes: 'orders', indexes: [{ key: {}, name: 'x' }] }, 67, 'CannotCreateIndex'],
    [{ createIndexes: 'orders', indexes: [{ key: { total: 1 }, name: 'customer_1' }] }, 86, 'IndexKeySpecsConflict'],
    [{ createIndexes: 'orders', indexes: [{ key: { customer: 1 }, name: 'other' }] }, 85, 'IndexOptionsConflict'],
    [{ findAndModify: 'orders', query: {} }, 9, 'FailedToParse'],
    [{ validate: 'none' }, 26, 'NamespaceNotFound'],
    [{ explain: 5 }, 14, 'TypeMismatch'],
    [{ commitTransaction: 1, autocommit: false, txnNumber: Long.fromNumber(5) }, 251, 'NoSuchTransaction'],
  ])('%j is refused with %i %s', async (command, code, codeName) => {
    await expect(shop.command(command)).rejects.toMatchObject({ code, codeName })
  })

  it.each<[string, Document, Document]>([
    ['a range', { total: 1 }, { total: { $gt: 15, $lt: 25 } }],
    ['a descending range', { total: -1 }, { total: { $gte: 15, $lte: 25 } }],
    ['a compound prefix', { customer: 1, total: -1 }, { customer: 'ada', total: { $gt: 15 } }],
    ['a wildcard', { '$**': 1 }, { total: 20 }],
    ['a wildcard below a path', { 'deep.$**': 1 }, { 'deep.er': 1 }],
    ['words', { note: 'text' }, { $text: { $search: 'urgent' } }],
  ])('reads by an index what it finds: %s', async (_name, key, filter) => {
    const items = shop.collection('items')
    await items.insertMany([
      { customer: 'ada', total: 10 },
      { customer: 'ada', total: 20, deep: { er: 1 }, note: 'An urgent order' },
      { customer: 'bob', total: 30, deep: { er: 2 }, note: 'Nothing special' },
    ])
    await items.createIndex(key)
    const { executionStats, queryPlanner } = await items.find(filter).explain('executionStats')
    expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 })
    const { winningPlan } = queryPlanner
    const fetch = winningPlan.stage === 'TEXT_MATCH' ? winningPlan.inputStage : winningPlan
    expect(fetch).toMatchObject({ stage: 'FETCH', inputStage: { stage: 'IXSCAN' } })
    expect(await items.countDocuments(filter)).toBe(1)
  })

  it('finds what a wildcard index does not hold', async () => {
    const items = shop.collection<Document>('items')
    const documents = [
      { _id: 1, a: null },
      { _id: 2 },
      { _id: 3, a: { b: 1 } },
      { _id: 4, a: [{ b: 1 }, 5] },
      { _id: 5, a: [] },
    ]
    await items.insertMany(documents as never)
    const filters = [
      { a: null },
      { a: { b: 1 } },
      { 'a.0.b': 1 },
      { 'a.b': 1 },
      { a: [] },
      { _id: 3 },
      { a: { $lte: null } },
    ]
    const found = async () =>
      Promise.all(
        filters.map(async (each) => (await items.find(each as never).toArray()).map(({ _id }) => Number(_id))),
      )
    const before = await found()
    expect(before).toEqual([[1, 2], [3, 4], [4], [3, 4], [5], [3], [1, 2]])
    await items.createIndex({ '$**': 1 })
    expect(await found()).toEqual(before)
  })

  it('takes every read concern and write concern', async () => {
    const orders = shop.collection('orders', { writeConcern: { w: 'majority', j: true, wtimeoutMS: 1000 } })
    await orders.insertOne({ number: 1 })
    for (const level of ['local', 'available', 'majority', 'linearizable'] as const) {
      expect(await shop.collection('orders', { readConcern: { level } }).countDocuments()).toBe(4)
    }
    expect(await orders.find({}, { readPreference: ReadPreference.SECONDARY_PREFERRED }).toArray()).toHaveLength(4)
    await shop.collection('orders').insertOne({ number: 2 }, { writeConcern: { w: 0 } })
    await vi.waitFor(() => expect(docdb.collection('shop.orders').count()).toBe(5))
  })
})

describe('the member ok', () => {
  it('is a Double in every reply', async () => {
    const exact = { promoteValues: false }
    expect(await shop.command({ ping: 1 }, exact)).toMatchObject({ ok: new Double(1) })
    const refused: unknown = await shop.command({ unknown: 1 }, exact).catch((error: unknown) => error)
    expect(refused).toMatchObject({ errorResponse: { ok: new Double(0) } })
    const nsInfo = [{ ns: 'shop.orders' }]
    const ops = [{ insert: 0, document: { _id: 9 } }]
    expect(await admin.command({ bulkWrite: 1, ops, nsInfo }, exact)).toMatchObject({
      cursor: { firstBatch: [{ ok: new Double(1) }] },
    })
  })
})

describe('by the clock', () => {
  it('a cursor that nobody uses ends after ten minutes, unless it asks for no timeout', async () => {
    const orders = shop.collection('orders')
    const [one, other] = [orders.find().batchSize(1), orders.find({}, { noCursorTimeout: true }).batchSize(1)]
    await Promise.all([one.next(), other.next()])
    docdb.clock.advance('11 minutes')
    await expect(one.next()).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' })
    expect(await other.next()).toMatchObject({ _id: 2 })
    await other.close()
  })

  it('a transaction ends after a minute, and frees its documents', async () => {
    const session = client.startSession()
    session.startTransaction()
    await shop.collection<Document>('orders').updateOne({ _id: 1 as never }, { $set: { total: 0 } }, { session })
    docdb.clock.advance('61s')
    expect(
      (await shop.collection<Document>('orders').findOneAndUpdate({ _id: 1 as never }, { $inc: { total: 1 } }))?.[
        'total'
      ],
    ).toBe(10)
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    await session.endSession()
  })
})

describe('currentOp', () => {
  it('shows commands that wait, and open transactions', async () => {
    const session = client.startSession()
    session.startTransaction()
    await shop.collection<Document>('orders').updateOne({ _id: 1 as never }, { $set: { total: 0 } }, { session })
    const waiting = shop.collection<Document>('orders').updateOne({ _id: 1 as never }, { $inc: { total: 5 } })
    const waits = async () => {
      const { inprog } = await admin.command({ currentOp: 1, ns: 'shop.orders' })
      return inprog as Document[]
    }
    await vi.waitFor(async () => expect(await waits()).toMatchObject([{ active: true, command: { update: 'orders' } }]))
    const all = await admin.aggregate([{ $currentOp: { idleSessions: true } }]).toArray()
    expect(all).toContainEqual(expect.objectContaining({ type: 'idleSession', active: false }))
    await session.commitTransaction()
    await waiting
    await session.endSession()
    const { opcounters } = await admin.command({ serverStatus: 1 })
    expect(opcounters).toMatchObject({ update: 2, insert: 0 })
  })
})
