import { once } from 'node:events'
import { deflateSync } from 'node:zlib'
import { createConnection, type Socket } from 'node:net'
import { crc32c } from '@aws-crypto/crc32c'
import { BSONSymbol, Code, deserialize, serialize, type Document } from 'bson'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, vi } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// Messages byte by byte. https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/

const [OP_REPLY, OP_QUERY, OP_COMPRESSED, OP_MSG] = [1, 2004, 2012, 2013]

let socket: Socket

const it = databaseTest()

it.beforeEach(async ({ docdb }) => {
  socket = createConnection(docdb.port, '127.0.0.1')
  await once(socket, 'connect')
})
afterEach(() => socket.destroy())

function int32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, at * 4)
  return bytes
}

function message(code: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([int32(16 + body.length, 7, 0, code), body])
}

function checked(bytes: Buffer, change = 0): Buffer {
  const whole = Buffer.concat([bytes, Buffer.alloc(4)])
  whole.writeInt32LE(whole.length, 0)
  whole.writeUInt32LE((crc32c(whole.subarray(0, -4)) + change) >>> 0, whole.length - 4)
  return whole
}

/** A message as a frame of zlib (2) or of none (0) that says a size of its own. */
function compressed(whole: Buffer, compressor: 0 | 2, size = whole.length - 16): Buffer {
  const body = compressor === 2 ? deflateSync(whole.subarray(16)) : whole.subarray(16)
  return message(OP_COMPRESSED, int32(OP_MSG, size), Buffer.from([compressor]), body)
}

const command = (document: Document, flags = 0) => message(OP_MSG, int32(flags), Buffer.from([0]), serialize(document))

async function reply(bytes: Buffer): Promise<Buffer> {
  socket.write(bytes)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk
}

it('answers a message with a checksum by one with a checksum', async () => {
  const answer = await reply(checked(command({ ping: 1, $db: 'admin' }, 1)))
  expect([answer.readInt32LE(8), answer.readInt32LE(12), answer.readInt32LE(16)]).toEqual([7, OP_MSG, 1])
  expect(answer.readUInt32LE(answer.length - 4)).toBe(crc32c(answer.subarray(0, -4)))
  expect(deserialize(answer.subarray(21, -4))).toMatchObject({ ok: 1 })
})

it('closes a connection whose checksum is wrong', async ({ docdb }) => {
  socket.write(checked(command({ ping: 1, $db: 'admin' }, 1), 1))
  await once(socket, 'close')
  expect(docdb.requests).toEqual([])
})

it.for([0, 2] as const)('answers a compressed frame, compressor %i', async (compressor) => {
  const answer = await reply(compressed(command({ ping: 1, $db: 'admin' }), compressor))
  expect(answer.readInt32LE(12)).toBe(OP_COMPRESSED)
})

it('answers the old form of a driver’s first message', async () => {
  const query = message(
    OP_QUERY,
    int32(0),
    Buffer.from('admin.$cmd\0'),
    int32(0, -1),
    serialize({ isMaster: 1, helloOk: true }),
  )
  const answer = await reply(query)
  expect([answer.readInt32LE(8), answer.readInt32LE(12), answer.readInt32LE(32)]).toEqual([7, OP_REPLY, 1])
  expect(deserialize(answer.subarray(36))).toMatchObject({ ismaster: true, helloOk: true, ok: 1 })
})

it('takes documents in a sequence beside the command, and a message in pieces', async ({ docdb }) => {
  const documents = Buffer.concat([serialize({ _id: 1 }), serialize({ _id: 2 })])
  const name = Buffer.from('documents\0')
  const sequence = Buffer.concat([Buffer.from([1]), int32(4 + name.length + documents.length), name, documents])
  const body = Buffer.concat([Buffer.from([0]), serialize({ insert: 'items', $db: 'shop' })])
  const whole = message(OP_MSG, int32(0), body, sequence)
  socket.write(whole.subarray(0, 10))
  socket.write(whole.subarray(10, 60))
  const answer = await reply(whole.subarray(60))
  expect(deserialize(answer.subarray(21))).toMatchObject({ n: 2, ok: 1 })
  expect(docdb.collection('shop.items').count()).toBe(2)
})

describe('a stream of batches', () => {
  const EXHAUST = 1 << 16
  const MORE_TO_COME = 2
  const documents = Array.from({ length: 7 }, (_, _id) => ({ _id }))

  /** Starts to read seven documents in batches of two; returns the id of their cursor. */
  async function openCursor(): Promise<unknown> {
    await reply(command({ insert: 'items', documents, $db: 'shop' }))
    const first = await reply(command({ find: 'items', batchSize: 2, $db: 'shop' }, EXHAUST))
    expect(first.readInt32LE(16) & MORE_TO_COME).toBe(0)
    return deserialize(first.subarray(21), { useBigInt64: true })['cursor'].id
  }

  it('follows one getMore of a driver that takes it, each reply to the one before', async ({ docdb }) => {
    const id = await openCursor()
    socket.write(command({ getMore: id, collection: 'items', batchSize: 2, $db: 'shop' }, EXHAUST))
    const [batches, answered, hasMore]: [unknown[], number[], boolean[]] = [[], [], []]
    let bytes = Buffer.alloc(0)
    while (hasMore.at(-1) !== false) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      bytes = Buffer.concat([bytes, chunk])
      while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
        const one = bytes.subarray(0, bytes.readInt32LE(0))
        bytes = bytes.subarray(one.length)
        batches.push(deserialize(one.subarray(21))['cursor'].nextBatch.map(({ _id }: Document) => _id))
        answered.push(one.readInt32LE(8))
        hasMore.push((one.readInt32LE(16) & MORE_TO_COME) !== 0)
      }
    }
    expect(batches).toEqual([[2, 3], [4, 5], [6]])
    expect(hasMore).toEqual([true, true, false])
    // The first is the reply to the driver's own message.
    expect(answered[0]).toBe(7)
    expect(docdb.requests.filter(({ operation }) => operation === 'getMore')).toHaveLength(3)
  })

  it('ends with the connection, and its cursor with it', async ({ client }) => {
    const options = { capped: true, size: 4096, $db: 'shop' }
    await reply(command({ create: 'log', ...options }))
    await reply(command({ insert: 'log', documents: [{ _id: 1 }], $db: 'shop' }))
    const first = await reply(command({ find: 'log', tailable: true, awaitData: true, $db: 'shop' }))
    const { id } = deserialize(first.subarray(21), { useBigInt64: true })['cursor']
    const batch = await reply(command({ getMore: id, collection: 'log', maxTimeMS: 50, $db: 'shop' }, EXHAUST))
    expect(batch.readInt32LE(16) & MORE_TO_COME).toBe(MORE_TO_COME)
    const open = async () => {
      const { metrics } = await client.db('admin').command({ serverStatus: 1 })
      return metrics.cursor.open.total
    }
    await vi.waitUntil(async () => (await open()) == 1)
    socket.destroy()
    await vi.waitUntil(async () => (await open()) == 0)
  })
})

it('refuses a command without a database', async () => {
  expect(deserialize((await reply(command({ ping: 1 }))).subarray(21))).toMatchObject({ ok: 0, code: 40_571 })
})

it.for([
  ['a database that is code', { ping: 1, $db: new Code('x') }, 40_571],
  ['a database that is a symbol', { ping: 1, $db: new BSONSymbol('x') }, 40_571],
  ['a collection that is code with a scope', { drop: new Code('x', { a: 1 }), $db: 'shop' }, 73],
  ['a cursor id beyond 64 bits', { killCursors: 'c', cursors: [1e308], $db: 'shop' }, 14],
  [
    'a document that is code',
    {
      aggregate: 1,
      pipeline: [{ $documents: [{}] }, { $replaceRoot: { newRoot: new Code('x') } }],
      cursor: {},
      $db: 'shop',
    },
    40_228,
  ],
  [
    'a limit that is a symbol',
    { aggregate: 'c', pipeline: [{ $limit: new BSONSymbol('x') }], cursor: {}, $db: 'shop' },
    5_107_201,
  ],
  ['a command named as a member of every object', { constructor: 1, $db: 'shop' }, 59],
  [
    'a type named as a member of every object',
    { find: 'c', filter: { $jsonSchema: { type: 'constructor' } }, $db: 'shop' },
    2,
  ],
  [
    'a keyword named as a member of every object',
    { find: 'c', filter: { $jsonSchema: { constructor: 1 } }, $db: 'shop' },
    9,
  ],
] as const)('answers a command with %s by its error', async ([_name, sent, code], { docdb }) => {
  expect(deserialize((await reply(command(sent))).subarray(21))).toMatchObject({ ok: 0, code })
  expect(docdb.requests.at(-1)).toMatchObject({ status: 400 })
})

it.for([
  ['a length beyond the largest message', int32(50_000_000, 1, 0, OP_MSG)],
  ['an unknown operation', message(2001, int32(0))],
  ['an unknown flag', command({ ping: 1, $db: 'admin' }, 8)],
  ['a compressed frame of a negative size', compressed(command({ ping: 1, $db: 'admin' }), 2, -1)],
  ['a compressed frame larger than it says', compressed(command({ ping: 1, $db: 'admin' }), 2, 10)],
  ['a compressed frame smaller than it says', compressed(command({ ping: 1, $db: 'admin' }), 2, 1000)],
  ['a frame without compression of a false size', compressed(command({ ping: 1, $db: 'admin' }), 0, 10)],
  ['a document that ends too early', message(OP_MSG, int32(0), Buffer.from([0]), int32(400), Buffer.from([0]))],
] as const)('closes a connection with %s', async ([_name, bytes], { docdb }) => {
  socket.write(bytes)
  await once(socket, 'close')
  expect(docdb.requests).toEqual([])
})

describe('a client that sends more than is answered', () => {
  const written = async (bytes: Buffer, times: number): Promise<number> => {
    for (let count = 0; count < times; count++)
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), delay(500)])
    return socket.writableLength
  }

  it('is not read while its command waits', async ({ docdb }) => {
    await reply(command({ create: 'log', capped: true, size: 4096, $db: 'shop' }))
    await reply(command({ insert: 'log', documents: [{ _id: 1 }], $db: 'shop' }))
    const found = await reply(command({ find: 'log', tailable: true, awaitData: true, $db: 'shop' }))
    const { id } = (deserialize(found.subarray(21), { promoteLongs: false }) as { cursor: { id: unknown } }).cursor
    socket.write(command({ getMore: id, collection: 'log', maxTimeMS: 60_000, $db: 'shop' }))
    const large = command({ ping: 1, $db: 'admin', filler: 'x'.repeat(8_000_000) })
    expect(await written(large, 6)).toBeGreaterThan(20_000_000)
    docdb.collection('shop.log').insert({ _id: 2 })
    await once(socket, 'data')
    await once(socket, 'drain')
    expect(socket.writableLength).toBe(0)
  })

  it('is answered no further while it does not read', async ({ docdb }) => {
    docdb.collection('shop.texts').insert({ text: 'x'.repeat(15_000_000) })
    socket.pause()
    const find = command({ find: 'texts', $db: 'shop' })
    for (let count = 0; count < 6; count++) socket.write(find)
    const finds = () => docdb.requests.filter(({ operation }) => operation === 'find').length
    await vi.waitFor(() => expect(finds()).toBe(1))
    const other = createConnection(docdb.port, '127.0.0.1')
    other.write(command({ ping: 1, $db: 'admin' }))
    await once(other, 'data')
    other.destroy()
    expect(finds()).toBe(1)
    socket.resume()
    await vi.waitFor(() => expect(finds()).toBe(6), 20_000)
  })
})

describe('text that is not UTF-8', () => {
  const raw = Buffer.from([0xc3, 0x01, 0xff, 0xe3, 0x81])

  /** Returns the bytes of a document with a text of eight letters in place of which these bytes are, three times. */
  const withRaw = (document: Document): Buffer => {
    const bytes = Buffer.from(serialize(document))
    const text = Buffer.from('x'.repeat(raw.length))
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text)) raw.copy(bytes, at)
    return bytes
  }

  it.for([
    ['short', 'x'.repeat(raw.length)],
    ['long', `größer als ein Name von vierundzwanzig Buchstaben: ${'x'.repeat(raw.length)} 漢`],
  ] as const)('is stored as it is: a %s one', async ([_name, text], { docdb }) => {
    const stored = { _id: 1, [text]: text, list: [text] }
    const insert = { insert: 'texts', documents: [stored], $db: 'shop' }
    expect(
      deserialize((await reply(message(OP_MSG, int32(0), Buffer.from([0]), withRaw(insert)))).subarray(21)),
    ).toMatchObject({ n: 1 })
    const found = await reply(command({ find: 'texts', singleBatch: true, $db: 'shop' }))
    expect(found.includes(withRaw(stored))).toBe(true)
    expect(found.readInt32LE(0)).toBe(found.length)
    expect(docdb.collection('shop.texts').count()).toBe(1)
  })

  it('is in the message about a duplicate of a long key, which the server cuts within a character', async () => {
    const insert = command({ insert: 'texts', documents: [{ _id: '🤪'.repeat(100) }], $db: 'shop' })
    await reply(insert)
    const refused = await reply(insert)
    const shown = Buffer.from(`{ _id: "${'🤪'.repeat(37)}`)
    expect(refused.includes(Buffer.concat([shown, Buffer.from([0xf0, 0x9f]), Buffer.from('..." }')]))).toBe(true)
  })
})
