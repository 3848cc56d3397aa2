import { connect, type Socket } from 'node:net'
import { deserialize, serialize } from 'bson'
import { MongoClient, type CommandStartedEvent, type Document, type MongoClientOptions } from 'mongodb'
import mongoose from 'mongoose'
import { describe, expect, vi } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/replication/

const database = databaseTest({ data: [{ database: 'shop', collection: 'orders', documents: [{ _id: 1 }] }] })

/** Connects clients of the test, and closes them after it. */
const it = database.extend('open', async ({ docdb }, { onCleanup }) => {
  const clients: MongoClient[] = []
  onCleanup(async () => {
    for (const each of clients) await each.close()
  })
  return async (options: MongoClientOptions = {}, uri = docdb.uri): Promise<MongoClient> => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000, ...options })
    clients.push(client)
    return client.connect()
  }
})

const orders = (client: MongoClient) => client.db('shop').collection<{ _id: number }>('orders')

/** Returns the members of the set, the primary first at the beginning. */
const hostsOf = async (client: MongoClient): Promise<string[]> => {
  const { hosts }: Document = await client.db('admin').command({ hello: 1 })
  return hosts
}

/** Returns the addresses to which a client sends a command. */
function sentTo(client: MongoClient, name: string): string[] {
  const addresses: string[] = []
  client.on('commandStarted', ({ commandName, address }: CommandStartedEvent) => {
    if (commandName === name) addresses.push(address)
  })
  return addresses
}

const direct = (host: string | undefined): string => `mongodb://${host}/?directConnection=true`

describe('a secondary', () => {
  it('answers reads that ask for one, with what the primary has', async ({ open }) => {
    const client = await open({ monitorCommands: true, readPreference: 'secondary' })
    const [primary, ...secondaries] = await hostsOf(await open())
    const sent = sentTo(client, 'find')
    await orders(client).insertOne({ _id: 2 })
    for (let read = 0; read < 20; read++) expect(await orders(client).find().toArray()).toHaveLength(2)
    expect(sent).not.toContain(primary)
    expect(secondaries).toEqual(expect.arrayContaining([...new Set(sent)]))
  })

  it.for(['nearest', 'secondaryPreferred', 'primaryPreferred'] as const)(
    'is known to a client that reads from %s',
    async (readPreference, { open }) => {
      const client = await open({ readPreference, maxStalenessSeconds: 90 })
      expect(await orders(client).countDocuments()).toBe(1)
    },
  )

  it('is chosen by its tags', async ({ open }) => {
    const client = await open({ monitorCommands: true })
    const sent = sentTo(client, 'find')
    const [, , third] = await hostsOf(client)
    const withTags = (tags: Record<string, string>) =>
      orders(client)
        .find({}, { readPreference: { mode: 'secondary', tags: [tags] } as never }) // as the specification writes it
        .toArray()
    await withTags({ availabilityZone: 'use1-az3', provider: 'AWS', nodeType: 'ELECTABLE' })
    expect(sent).toEqual([third])
  })

  it('refuses writes, and reads without a read preference', async ({ open, docdb }) => {
    const [, second] = await hostsOf(await open())
    const secondary = await open({}, direct(second))
    await expect(orders(secondary).insertOne({ _id: 3 })).rejects.toMatchObject({
      code: 10_107,
      codeName: 'NotWritablePrimary',
      message: 'not primary',
    })
    const [reply, legacy] = await conversation(second, [
      { find: 'orders', $db: 'shop' },
      { isMaster: 1, $db: 'admin' },
    ])
    expect(reply).toMatchObject({ ok: 0, code: 13_435, errmsg: 'not master and slaveOk=false' })
    expect(legacy).toMatchObject({ ismaster: false, secondary: true, me: second })
    expect(docdb.collection('shop.orders').count()).toBe(1)
  })

  it('answers whom a client connects to directly', async ({ open }) => {
    const [, second] = await hostsOf(await open())
    const secondary = await open({}, direct(second))
    expect(await orders(secondary).find().toArray()).toEqual([{ _id: 1 }])
    expect(await secondary.db('admin').command({ hello: 1 })).toMatchObject({ isWritablePrimary: false, me: second })
  })

  it('runs no transaction', async ({ open }) => {
    const [, second] = await hostsOf(await open())
    const secondary = await open({}, direct(second))
    const session = secondary.startSession()
    session.startTransaction({ readPreference: 'primary' })
    const read = orders(secondary).findOne({}, { session })
    await expect(read).rejects.toMatchObject({ code: 10_107 })
    await session.endSession()
  })

  it('serves nothing but the protocol, and ends with the instance', async () => {
    const docdb = await createEmulator({ service: 'docdb', port: 0 })
    const client = await MongoClient.connect(docdb.uri)
    const [, second] = await hostsOf(client)
    await expect(fetch(`http://${second}/`)).rejects.toThrow('fetch failed')
    await client.close()
    await docdb.close()
    await expect(conversation(second, [{ ping: 1, $db: 'admin' }])).rejects.toThrow('ECONNREFUSED')
  })

  it('answers mongoose', async ({ docdb }) => {
    const connection = await mongoose.createConnection(docdb.uri, { dbName: 'shop' }).asPromise()
    const Order = connection.model('Order', new mongoose.Schema({ _id: Number }, { collection: 'orders' }))
    expect(await Order.find().read('secondary').maxTimeMS(5000).lean()).toEqual([{ _id: 1 }])
    await connection.close()
  })
})

describe('a step-down', () => {
  it('has another member elected, and clients go on with it', async ({ open, docdb }) => {
    const client = await open({ monitorCommands: true })
    const [first, second] = await hostsOf(client)
    const sent = sentTo(client, 'insert')
    await orders(client).insertOne({ _id: 10 })
    docdb.stepDown()
    await orders(client).insertOne({ _id: 11 })
    expect(sent.at(0)).toBe(first)
    expect(sent.at(-1)).toBe(second)
    expect(await client.db('admin').command({ hello: 1 })).toMatchObject({ primary: second, me: second })
  })

  it('is announced to clients before their next heartbeat', async ({ open, docdb }) => {
    const client = await open({ heartbeatFrequencyMS: 60_000 })
    const [, second] = await hostsOf(client)
    const elected = new Promise((resolve) => {
      client.on('serverDescriptionChanged', ({ address, newDescription }) => {
        if (newDescription.type === 'RSPrimary') resolve(address)
      })
    })
    docdb.stepDown()
    expect(await elected).toBe(second)
  })

  it('is ended by a reset, which brings the first primary back', async ({ open, docdb }) => {
    const client = await open({ monitorCommands: true })
    const [first] = await hostsOf(client)
    for (let round = 1; round <= 3; round++) {
      docdb.stepDown()
      await orders(client).insertOne({ _id: 20 })
      docdb.reset()
      const sent = sentTo(client, 'insert')
      await orders(client).insertOne({ _id: 20 })
      expect(sent.at(-1)).toBe(first)
      docdb.reset()
    }
  })

  it('can leave the set without a primary for a while of the clock', async ({ open, docdb }) => {
    const client = await open({ serverSelectionTimeoutMS: 300 })
    docdb.stepDown({ electionTime: '10s' })
    await expect(orders(client).insertOne({ _id: 30 })).rejects.toMatchObject({ code: 10_107 })
    await expect(orders(client).insertOne({ _id: 30 })).rejects.toMatchObject({ name: 'MongoServerSelectionError' })
    expect(await orders(client).countDocuments({}, { readPreference: 'secondary' })).toBe(1)
    docdb.clock.advance('10s')
    await orders(client).insertOne({ _id: 30 })
  })

  it('ends transactions, which are tried again', async ({ open, docdb }) => {
    const client = await open()
    let attempts = 0
    await client.withSession((session) =>
      session.withTransaction(async () => {
        attempts += 1
        await orders(client).insertOne({ _id: 40 }, { session })
        if (attempts === 1) docdb.stepDown()
      }),
    )
    expect(attempts).toBe(2)
    expect(docdb.collection('shop.orders').count({ _id: 40 })).toBe(1)
  })

  it('can be asked for by a client, of the primary only', async ({ open }) => {
    const client = await open()
    const [, second, third] = await hostsOf(client)
    const admin = client.db('admin')
    await expect(admin.command({ replSetStepDown: 0 })).rejects.toMatchObject({ code: 2 })
    await expect(admin.command({ replSetStepDown: 5, secondaryCatchUpPeriodSecs: 10 })).rejects.toMatchObject({
      code: 2,
    })
    await admin.command({ replSetStepDown: 60 })
    await vi.waitFor(async () => expect(await admin.command({ hello: 1 })).toMatchObject({ me: second }))
    expect(await admin.command({ replSetGetStatus: 1 })).toMatchObject({
      myState: 1,
      term: expect.any(Number),
      members: [{ stateStr: 'SECONDARY' }, { stateStr: 'PRIMARY', self: true }, { stateStr: 'SECONDARY' }],
    })
    const secondary = await open({}, direct(third))
    await expect(secondary.db('admin').command({ replSetStepDown: 60 })).rejects.toMatchObject({ code: 10_107 })
    await secondary.db('admin').command({ replSetStepUp: 1 })
    expect(await secondary.db('admin').command({ hello: 1 })).toMatchObject({ isWritablePrimary: true })
  })
})

describe('a hello', () => {
  it('waits for a change when it names the state that the client knows', async ({ docdb }) => {
    const socket = await connected(docdb.uri.replace(/^mongodb:\/\/|\/$/g, ''))
    const [{ topologyVersion } = {}] = await ask(socket, { hello: 1, $db: 'admin' }, 1)
    const awaited = { hello: 1, $db: 'admin', topologyVersion, maxAwaitTimeMS: 60_000 }
    const first = ask(socket, awaited, 1, EXHAUST_ALLOWED)
    docdb.stepDown()
    expect(await first).toMatchObject([{ isWritablePrimary: false, topologyVersion: { counter: expect.any(Number) } }])
    const second = nextReplies(socket, 1)
    docdb.reset()
    expect(await second).toMatchObject([{ isWritablePrimary: true }])
    socket.destroy()
  })

  it('has a new version after a step-down and a reset that only another connection has asked about', async ({
    docdb,
  }) => {
    const host = docdb.uri.replace(/^mongodb:\/\/|\/$/g, '')
    const [socket, other] = [await connected(host), await connected(host)]
    const counterOf = async (asked: Socket): Promise<number> => {
      const [{ topologyVersion } = {}] = await ask(asked, { hello: 1, $db: 'admin' }, 1)
      return topologyVersion.counter
    }
    const before = await counterOf(socket)
    docdb.stepDown()
    const between = await counterOf(other)
    docdb.reset()
    expect(between).toBeGreaterThan(before)
    expect(await counterOf(socket)).toBeGreaterThan(between)
    for (const each of [socket, other]) each.destroy()
  })

  it('goes on answering when a fault delays it', async ({ docdb, open }) => {
    docdb.faults.add({ operation: 'hello', delay: 5 })
    const client = await open()
    const failures: unknown[] = []
    client.on('serverHeartbeatFailed', (event) => failures.push(event))
    docdb.stepDown()
    await orders(client).insertOne({ _id: 60 })
    expect(failures).toEqual([])
  })

  it('ends its wait after its time', async ({ docdb }) => {
    const socket = await connected(docdb.uri.replace(/^mongodb:\/\/|\/$/g, ''))
    const [{ topologyVersion } = {}] = await ask(socket, { hello: 1, $db: 'admin' }, 1)
    const awaited = { hello: 1, $db: 'admin', topologyVersion, maxAwaitTimeMS: 1 }
    expect(await ask(socket, awaited, 3, EXHAUST_ALLOWED)).toMatchObject([{ ok: 1 }, { ok: 1 }, { ok: 1 }])
    socket.destroy()
  })

  it('is refused where the driver tells too much about itself', async ({ open }) => {
    const client = await open()
    const tell = (text: string) => client.db('admin').command({ hello: 1, client: { application: { name: text } } })
    await expect(tell('x'.repeat(600))).rejects.toMatchObject({ code: 185 })
    await tell('shop')
  })

  it.for([
    [{ topologyVersion: {} }, 31_368],
    [{ maxAwaitTimeMS: 5 }, 31_368],
    [{ topologyVersion: 1, maxAwaitTimeMS: 5 }, 14],
    [{ topologyVersion: {}, maxAwaitTimeMS: -1 }, 31_373],
  ] as const)('is refused with %j', async ([members, code], { open }) => {
    const client = await open()
    await expect(client.db('admin').command({ hello: 1, ...members })).rejects.toMatchObject({ code })
  })
})

it('a client that connects through a load balancer finds one server', async ({ open, docdb }) => {
  const client = await open({}, `${docdb.uri}?loadBalanced=true`)
  docdb.stepDown()
  await orders(client).insertOne({ _id: 50 })
  expect(await orders(client).find({}, { readPreference: 'secondary' }).toArray()).toHaveLength(2)
  await client.withSession((session) =>
    session.withTransaction(() => orders(client).insertOne({ _id: 51 }, { session })),
  )
  expect(docdb.collection('shop.orders').count()).toBe(3)
})

it('a failpoint is one of the member that it is set at; a fault of a test is one of all', async ({ open, docdb }) => {
  const client = await open()
  const mode = 'alwaysOn'
  await client
    .db('admin')
    .command({ configureFailPoint: 'failCommand', mode, data: { failCommands: ['find'], errorCode: 50 } })
  await expect(orders(client).findOne()).rejects.toMatchObject({ code: 50 })
  const readPreference = 'secondary'
  expect(await orders(client).findOne({}, { readPreference })).toEqual({ _id: 1 })
  docdb.faults.add({ operation: 'find', code: '51', protocol: { member: 1 } })
  docdb.faults.add({ operation: 'find', code: '52', protocol: { member: 2 } })
  await expect(orders(client).findOne({}, { readPreference })).rejects.toThrow(/fault: 5[12]/)
})

// A client that sends what no driver would.

const EXHAUST_ALLOWED = 1 << 16

function connected(host: string | undefined): Promise<Socket> {
  const [, name = '', port = ''] = /^(.*):(\d+)$/.exec(host ?? '') ?? []
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), name, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends a command; returns its first replies. */
function ask(socket: Socket, command: Document, count: number, flags = 0): Promise<Document[]> {
  const body = serialize(command)
  const head = Buffer.alloc(21)
  for (const [at, value] of [21 + body.length, 7, 0, 2013, flags].entries()) head.writeInt32LE(value, at * 4)
  socket.write(Buffer.concat([head, body]))
  return nextReplies(socket, count)
}

/** Returns the replies that come next. */
function nextReplies(socket: Socket, count: number): Promise<Document[]> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const replies: Document[] = []
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0)
        replies.push(deserialize(received.subarray(21, length)))
        received = received.subarray(length)
      }
      if (replies.length < count) return
      socket.off('data', take)
      resolve(replies.slice(0, count))
    }
    socket.on('data', take)
    socket.once('close', () => reject(new Error('the server has closed the connection')))
  })
}

async function conversation(host: string | undefined, commands: readonly Document[]): Promise<Document[]> {
  const socket = await connected(host)
  const replies: Document[] = []
  for (const command of commands) replies.push(...(await ask(socket, command, 1)))
  socket.destroy()
  return replies
}
