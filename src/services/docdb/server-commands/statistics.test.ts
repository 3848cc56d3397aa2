import { createHash } from 'node:crypto'
import { calculateObjectSize } from 'bson'
import { GridFSBucket, MongoClient, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/nav-diagnostic/

const documents = [1, 2, 3].map((_id) => ({ _id, text: 'x'.repeat(1000) }))
const size = documents.reduce((sum, each) => sum + calculateObjectSize(each), 0)
const it = databaseTest({
  data: [{ database: 'shop', collection: 'notes', documents, indexes: [{ key: { text: 1 } }] }],
})

describe('statistics', () => {
  it.for<readonly [Document, Document]>([
    [{ collStats: 'notes' }, { size, count: 3, avgObjSize: Math.floor(size / 3), nindexes: 2, scaleFactor: 1 }],
    [
      { collStats: 'notes', scale: 1024 },
      { size: Math.floor(size / 1024), scaleFactor: 1024, indexSizes: { _id_: 4 } },
    ],
    [{ collStats: 'none' }, { size: 0, count: 0, nindexes: 0, capped: false }],
    [{ dbStats: 1 }, { db: 'shop', collections: 1, objects: 3, dataSize: size, indexes: 2, indexSize: 8192 }],
    [
      { dbStats: 1, scale: 8192 },
      { indexSize: 1, scaleFactor: 8192 },
    ],
    [
      { dbStats: 1, freeStorage: 1 },
      { freeStorageSize: 0, indexFreeStorageSize: 0, totalFreeStorageSize: 0 },
    ],
    [{ dataSize: 'shop.notes' }, { size, numObjects: 3, estimate: false }],
    [
      { dataSize: 'shop.notes', maxObjects: 1 },
      { numObjects: 2, maxReached: true },
    ],
    [
      { dataSize: 'shop.notes', maxSize: 1 },
      { numObjects: 1, maxReached: true },
    ],
    [{ dataSize: 'shop.none' }, { size: 0, numObjects: 0 }],
  ])('of %j are those of the documents', async ([command, expected], { client }) => {
    expect(await client.db('shop').command(command)).toMatchObject(expected)
  })

  it('count the commands of each collection', async ({ client }) => {
    const notes = client.db('shop').collection<{ _id: number }>('notes')
    await notes.insertOne({ _id: 9 })
    await notes.find().toArray()
    await notes.countDocuments()
    const { totals } = await client.db('admin').command({ top: 1 })
    expect(Object.keys(totals)).toEqual(['note', 'shop.notes'])
    const counts = { total: { count: 3 }, writeLock: { count: 1 }, queries: { count: 1 }, insert: { count: 1 } }
    expect(totals['shop.notes']).toMatchObject({ ...counts, commands: { count: 1 }, update: { count: 0 } })
    await expect(client.db('shop').command({ top: 1 })).rejects.toMatchObject({ code: 13 })
  })

  it.for<readonly [Document, number]>([
    [{ collStats: 'notes', scale: 0 }, 2],
    [{ validate: 'none' }, 26],
    [{ validate: 'notes', full: true, background: true }, 72],
    [{ validate: 'notes', repair: true }, 72],
    [{ validate: 'notes', metadata: true, full: true }, 72],
    [{ dataSize: 'notes' }, 73],
    [{ convertToCapped: 'none', size: 1000 }, 26],
    [{ convertToCapped: 'notes' }, 72],
  ])('are refused with %j', async ([command, code], { client }) => {
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code })
  })
})

it('the server counts its commands and shows what monitors read', async ({ client }) => {
  const status = () => client.db('admin').command({ serverStatus: 1 })
  const before = await status()
  await client.db('shop').collection('notes').findOne()
  const { opcounters, network, mem, globalLock } = await status()
  expect(opcounters.query).toBe(before['opcounters'].query + 1)
  expect(network.numRequests).toBeGreaterThanOrEqual(before['network'].numRequests + 2)
  expect(mem).toMatchObject({ bits: 64, supported: true })
  expect(globalLock.currentQueue).toMatchObject({ total: 0 })
})

it('the server counts the connections of drivers', async ({ docdb, client }) => {
  const connections = async () => (await client.db('admin').command({ serverStatus: 1 }))['connections']
  const before = await connections()
  const other = await MongoClient.connect(docdb.uri, { directConnection: true })
  const during = await connections()
  expect(during.totalCreated).toBeGreaterThan(before.totalCreated)
  expect(during.current).toBeGreaterThan(before.current)
  expect(during.current + during.available).toBe(before.current + before.available)
  await other.close()
  await expect.poll(async () => (await connections()).current).toBe(before.current)
  expect((await connections()).totalCreated).toBe(during.totalCreated)
})

it('a collection becomes a capped one, with its newest documents and without its indexes', async ({ client }) => {
  const shop = client.db('shop')
  const notes = shop.collection<{ _id: number; text: string }>('notes')
  await shop.command({ convertToCapped: 'notes', size: 4096 })
  expect(await notes.isCapped()).toBe(true)
  expect(await notes.find().toArray()).toEqual(documents)
  expect(await notes.indexes()).toMatchObject([{ name: '_id_' }])
  await notes.insertOne({ _id: 4, text: 'y'.repeat(2000) })
  expect(await notes.distinct('_id', { _id: { $lte: 3 } })).toEqual([2, 3])
})

it('the digest of a file of GridFS is that of its parts', async ({ client }) => {
  const bucket = new GridFSBucket(client.db('shop'), { chunkSizeBytes: 4 })
  const bytes = Buffer.from('ten bytes!')
  const upload = bucket.openUploadStream('a.txt')
  upload.end(bytes)
  await new Promise((resolve) => upload.on('finish', resolve))
  const digest = { numChunks: 3, md5: createHash('md5').update(bytes).digest('hex') }
  expect(await client.db('shop').command({ filemd5: upload.id, root: 'fs' })).toMatchObject(digest)
  await client.db('shop').collection<{ n: number }>('fs.chunks').deleteOne({ n: 1 })
  await expect(client.db('shop').command({ filemd5: upload.id })).rejects.toMatchObject({ code: 10_040 })
})
