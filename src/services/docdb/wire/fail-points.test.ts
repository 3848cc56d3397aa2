import { connect } from 'node:net'
import { serialize } from 'bson'
import { MongoClient, MongoNetworkError, MongoServerError, type CommandStartedEvent } from 'mongodb'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

/** Arms a failpoint. */
const arm = (client: MongoClient, name: string, mode: unknown, data: object = {}) =>
  client.db('admin').command({ configureFailPoint: name, mode, data })

const orders = (client: MongoClient) => client.db('shop').collection<{ _id: number }>('orders')

/** Returns a client that does not try again by itself. */
const plain = (docdb: Emulator<'docdb'>, options: object = {}) =>
  MongoClient.connect(docdb.uri, { retryWrites: false, retryReads: false, ...options })

const failure = async (work: Promise<unknown>): Promise<MongoServerError> => {
  const error: unknown = await work.catch((each: unknown) => each)
  if (error instanceof MongoServerError) return error
  throw new Error(`expected an error of the server, got ${String(error)}`)
}

describe('configureFailPoint failCommand', () => {
  it('fails a command the given number of times, and shows how often', async ({ docdb }) => {
    await using client = await plain(docdb)
    await arm(client, 'failCommand', { times: 2 }, { failCommands: ['find'], errorCode: 11601 })
    for (let at = 0; at < 2; at++) {
      expect(await failure(orders(client).findOne())).toMatchObject({ code: 11601, codeName: 'Interrupted' })
    }
    expect(await orders(client).findOne()).toBe(null)
    expect(await arm(client, 'failCommand', 'off')).toMatchObject({ count: 2 })
    expect(await arm(client, 'failCommand', 'off')).toMatchObject({ count: 0 })
  })

  it('lets commands pass first, and takes effect on every second one', async ({ docdb }) => {
    await using client = await plain(docdb)
    const outcomes = async () => {
      const all = []
      for (let at = 0; at < 4; at++) {
        all.push(
          await orders(client)
            .findOne()
            .then(
              () => 'ok',
              () => 'failed',
            ),
        )
      }
      return all
    }
    await arm(client, 'failCommand', { skip: 2 }, { failCommands: ['find'], errorCode: 1 })
    expect(await outcomes()).toEqual(['ok', 'ok', 'failed', 'failed'])
    await arm(client, 'failCommand', { activationProbability: 0.5 }, { failCommands: ['find'], errorCode: 1 })
    expect(await outcomes()).toEqual(['ok', 'failed', 'ok', 'failed'])
  })

  it('closes the connection before the command is done', async ({ docdb }) => {
    await using client = await plain(docdb)
    await arm(client, 'failCommand', { times: 1 }, { failCommands: ['insert'], closeConnection: true })
    await expect(orders(client).insertOne({ _id: 1 })).rejects.toThrow(MongoNetworkError)
    expect(await orders(client).countDocuments()).toBe(0)
  })

  it('leaves a driver without the result of a commit, which it may repeat', async ({ client }) => {
    await arm(client, 'failCommand', { times: 2 }, { failCommands: ['commitTransaction'], closeConnection: true })
    const session = client.startSession()
    session.startTransaction()
    await orders(client).insertOne({ _id: 1 }, { session })
    await expect(session.commitTransaction()).rejects.toMatchObject({
      errorLabels: expect.arrayContaining(['UnknownTransactionCommitResult']),
    })
    await session.commitTransaction()
    await session.endSession()
    expect(await orders(client).countDocuments()).toBe(1)
  })

  it('holds the connection for a while', async ({ docdb }) => {
    await using client = await plain(docdb)
    const data = { failCommands: ['find'], blockConnection: true, blockTimeMS: 60 }
    await arm(client, 'failCommand', { times: 1 }, data)
    const startedAt = performance.now()
    expect(await orders(client).findOne()).toBe(null)
    expect(performance.now() - startedAt).toBeGreaterThan(55)
  })

  it('lets a driver try a write again by the label that the server adds, or by those that it names', async ({
    docdb,
    client,
  }) => {
    await arm(client, 'failCommand', { times: 1 }, { failCommands: ['insert'], errorCode: 189 })
    await orders(client).insertOne({ _id: 1 })
    await arm(client, 'failCommand', { times: 1 }, { failCommands: ['insert'], errorCode: 189, errorLabels: [] })
    const error = await failure(orders(client).insertOne({ _id: 2 }))
    expect([error.code, error.errorLabels]).toEqual([189, []])
    await arm(client, 'failCommand', { times: 1 }, { failCommands: ['insert'], errorCode: 1, errorLabels: ['Odd'] })
    expect((await failure(orders(client).insertOne({ _id: 3 }))).hasErrorLabel('Odd')).toBe(true)
    expect(docdb.collection('shop.orders').find()).toEqual([{ _id: 1 }])
  })

  it('adds an error of the write concern to the reply of a write that is done', async ({ docdb }) => {
    await using client = await plain(docdb)
    const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out', errInfo: { wtimeout: true } }
    await arm(client, 'failCommand', { times: 1 }, { failCommands: ['insert'], writeConcernError })
    const error = await failure(orders(client).insertOne({ _id: 1 }))
    expect(error).toMatchObject({ code: 64, result: { writeConcernError: { errInfo: { wtimeout: true } } } })
    expect(docdb.collection('shop.orders').count()).toBe(1)
  })

  it('is for one application, or for one collection', async ({ docdb }) => {
    await using shop = await plain(docdb, { appName: 'shop' })
    await using other = await plain(docdb, { appName: 'other' })
    await arm(shop, 'failCommand', 'alwaysOn', { failCommands: ['find'], errorCode: 1, appName: 'shop' })
    expect(await orders(other).findOne()).toBe(null)
    expect(await failure(orders(shop).findOne())).toMatchObject({ code: 1 })
    await arm(shop, 'failCommand', 'alwaysOn', { failCommands: ['find'], errorCode: 2, namespace: 'shop.carts' })
    expect(await orders(shop).findOne()).toBe(null)
    expect(await failure(shop.db('shop').collection('carts').findOne())).toMatchObject({ code: 2 })
  })

  it('fails the commands by which drivers find the server too', async ({ docdb, client }) => {
    const data = { failCommands: ['hello', 'isMaster'], errorCode: 91, appName: 'late' }
    await arm(client, 'failCommand', 'alwaysOn', data)
    const late = new MongoClient(docdb.uri, { appName: 'late', serverSelectionTimeoutMS: 100 })
    await expect(late.connect()).rejects.toThrow('failpoint')
    await late.close()
  })

  it('is refused for a failpoint or a mode that the server does not have', async ({ client }) => {
    expect(await failure(arm(client, 'failEverything', 'off'))).toMatchObject({ code: 192 })
    expect(await failure(arm(client, 'failCommand', 'sometimes'))).toMatchObject({ code: 2 })
    expect(await failure(arm(client, 'failCommand', { times: -1 }))).toMatchObject({ code: 2 })
    expect(await failure(arm(client, 'failCommand', 7))).toMatchObject({ code: 14 })
    expect(await failure(client.db('shop').command({ configureFailPoint: 'failCommand', mode: 'off' }))).toMatchObject({
      code: 13,
    })
  })
})

describe('the failpoints and the faults of a test', () => {
  it('are the same: what a client arms is among the faults, and ends with them', async ({ docdb, client }) => {
    await arm(client, 'failCommand', { times: 1 }, { failCommands: ['ping', 'find'], errorCode: 50 })
    expect(docdb.faults.list()).toMatchObject([
      { operation: ['ping', 'find'], code: '50', times: 1, matched: 0, protocol: { failPoint: 'failCommand' } },
    ])
    docdb.faults.clear()
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 })
    await arm(client, 'failCommand', 'alwaysOn', { failCommands: ['ping'], errorCode: 50 })
    docdb.reset()
    expect(docdb.faults.list()).toEqual([])
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 })
  })

  it('are the same: what a test arms is shown to clients, which turn it off', async ({ docdb, client }) => {
    docdb.faults.add({ operation: 'find', code: 'WriteConflict', times: 3, protocol: { appName: 'shop' } })
    const parameter = { getParameter: 1, 'failpoint.failCommand': 1 }
    expect(await client.db('admin').command(parameter)).toMatchObject({
      'failpoint.failCommand': { mode: 3, data: { failCommands: ['find'], errorCode: 112, appName: 'shop' } },
    })
    await arm(client, 'failCommand', 'off')
    expect(docdb.faults.list()).toEqual([])
    expect(await client.db('admin').command(parameter)).toMatchObject({ 'failpoint.failCommand': { mode: 0 } })
  })

  it('refuse what docdb does not know', ({ docdb }) => {
    const { faults } = docdb
    expect(() => faults.add({ code: '1', protocol: { errorLabel: ['x'] } })).toThrow('fault: protocol: errorLabel')
    expect(() => faults.add({ code: '1', protocol: { errorLabels: 'x' } })).toThrow('fault: protocol: errorLabels')
    expect(() => faults.add({ code: 'WriteConflic' })).toThrow('did you mean "WriteConflict"?')
  })
})

describe('other failpoints', () => {
  it('failGetMoreAfterCursorCheckout lets a change stream resume, by the label that the server adds', async ({
    client,
    docdb,
  }) => {
    const started: string[] = []
    const note = ({ commandName, command }: CommandStartedEvent) => {
      const stage: unknown = command['pipeline']?.[0]?.['$changeStream']
      if (stage !== undefined) started.push(`${commandName} ${Object.keys(stage as object).join()}`)
    }
    await using monitored = await MongoClient.connect(docdb.uri, { monitorCommands: true })
    monitored.on('commandStarted', note)
    const stream = orders(monitored).watch([], { maxAwaitTimeMS: 5 })
    await stream.tryNext()
    await orders(client).insertOne({ _id: 1 })
    await arm(client, 'failGetMoreAfterCursorCheckout', { times: 1 }, { errorCode: 11600, closeConnection: false })
    expect(await stream.next()).toMatchObject({ operationType: 'insert' })
    expect(started).toEqual(['aggregate ', 'aggregate resumeAfter'])
    await stream.close()
  })

  it('onPrimaryTransactionalWrite loses the answer of a write that is done, which is then done once', async ({
    client,
    docdb,
  }) => {
    await arm(client, 'onPrimaryTransactionalWrite', { times: 2 })
    await orders(client).insertOne({ _id: 1 })
    await orders(client).updateOne({ _id: 1 }, { $inc: { total: 5 } })
    expect(docdb.collection('shop.orders').find()).toEqual([{ _id: 1, total: 5 }])
    const inserts = docdb.requests.filter(({ operation }) => operation === 'insert' || operation === 'update')
    expect(inserts.map(({ operation, status }) => [operation, status])).toEqual([
      ['insert', null],
      ['insert', 200],
      ['update', null],
      ['update', 200],
    ])
  })

  it('onPrimaryTransactionalWrite fails a retryable write before it is done', async ({ client, docdb }) => {
    await arm(client, 'onPrimaryTransactionalWrite', 'alwaysOn', {
      failBeforeCommitExceptionCode: 1,
      closeConnection: false,
    })
    expect(await failure(orders(client).insertOne({ _id: 1 }))).toMatchObject({ code: 1 })
    await using other = await plain(docdb)
    await orders(other).insertOne({ _id: 2 })
    expect(docdb.collection('shop.orders').find()).toEqual([{ _id: 2 }])
  })

  it('maxTimeAlwaysTimeOut ends each command that has a limit, maxTimeNeverTimeOut none', async ({ client }) => {
    await arm(client, 'maxTimeAlwaysTimeOut', 'alwaysOn')
    expect(await failure(orders(client).findOne({}, { maxTimeMS: 5000 }))).toMatchObject({ code: 50 })
    expect(await orders(client).findOne()).toBe(null)
    await arm(client, 'maxTimeAlwaysTimeOut', 'off')
    await orders(client).insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id })))
    const cursor = orders(client).find({}, { batchSize: 1, maxTimeMS: 5000 })
    await cursor.next()
    await arm(client, 'maxTimeAlwaysTimeOut', 'alwaysOn')
    expect(await failure(cursor.next())).toMatchObject({ code: 50 })
    await arm(client, 'maxTimeAlwaysTimeOut', 'off')
    const slow = () =>
      orders(client)
        .find(
          {
            $expr: {
              $gt: [{ $reduce: { input: { $range: [0, 500] }, initialValue: 0, in: { $add: ['$$value', 1] } } }, 0],
            },
          },
          { maxTimeMS: 1 },
        )
        .toArray()
    expect(await failure(slow())).toMatchObject({ code: 50 })
    await arm(client, 'maxTimeNeverTimeOut', 'alwaysOn')
    expect(await slow()).toHaveLength(100)
  })
})

describe('the parameters of the server', () => {
  it('are shown, and set while it runs', async ({ client, docdb }) => {
    const admin = client.db('admin')
    expect(await admin.command({ getParameter: '*' })).toMatchObject({ enableTestCommands: true, logLevel: 0 })
    const set = { setParameter: 1, transactionLifetimeLimitSeconds: 5 }
    expect(await admin.command(set)).toMatchObject({ was: 60 })
    const session = client.startSession()
    session.startTransaction()
    await orders(client).insertOne({ _id: 1 }, { session })
    docdb.clock.advance('6s')
    await admin.command({ ping: 1 })
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    await session.endSession()
    docdb.reset()
    const read = { getParameter: 1, transactionLifetimeLimitSeconds: 1 }
    expect(await admin.command(read)).toMatchObject({ transactionLifetimeLimitSeconds: 60 })
  })

  it('refuse a name that the server does not have, and one that is for its start', async ({ client }) => {
    const admin = client.db('admin')
    expect(await failure(admin.command({ getParameter: 1, odd: 1 }))).toMatchObject({ code: 72 })
    expect(await failure(admin.command({ setParameter: 1, odd: 1 }))).toMatchObject({ code: 72 })
    expect(await failure(admin.command({ setParameter: 1, enableTestCommands: false }))).toMatchObject({ code: 20 })
    expect(await failure(admin.command({ setParameter: 1, quiet: 'x' }))).toMatchObject({ code: 2 })
  })

  it('requireApiVersion refuses a command without a version', async ({ client, docdb }) => {
    await client.db('admin').command({ setParameter: 1, requireApiVersion: true })
    expect(await failure(orders(client).findOne())).toMatchObject({ code: 498_870 })
    await using versioned = await MongoClient.connect(docdb.uri, { serverApi: '1' })
    expect(await orders(versioned).findOne()).toBe(null)
  })

  it('limit how many connections are taken in a second', async ({ docdb }) => {
    const client = await MongoClient.connect(docdb.uri, { directConnection: true, maxPoolSize: 1, minPoolSize: 1 })
    const set = (name: string, value: unknown) =>
      client.db('admin').command({ setParameter: 1, [`ingressConnectionEstablishment${name}`]: value })
    await client.db('admin').command({ ping: 1 })
    await set('RatePerSec', 20)
    await set('BurstCapacitySecs', 0.1)
    await set('MaxQueueDepth', 1)
    await set('RateLimiterEnabled', true)
    await expect(set('RatePerSec', 0)).rejects.toMatchObject({ code: 2 })
    const began = performance.now()
    const connections = Array.from({ length: 5 }, () => conversation(docdb.port))
    const replies = await Promise.all(connections.map(({ reply }) => reply))
    expect(replies).toEqual([true, true, true, false, false])
    expect(performance.now() - began).toBeGreaterThanOrEqual(49)
    await client.close()
  })
})

/** Opens a connection that greets; the reply tells whether there was one before the connection ended. */
function conversation(port: number): { reply: Promise<boolean> } {
  const socket = connect(port, '127.0.0.1')
  const body = serialize({ hello: 1, $db: 'admin' })
  const head = Buffer.alloc(21)
  for (const [at, value] of [21 + body.length, 7, 0, 2013, 0].entries()) head.writeInt32LE(value, at * 4)
  socket.write(Buffer.concat([head, body]))
  const reply = new Promise<boolean>((resolve) => {
    socket.once('data', () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
  return { reply }
}
