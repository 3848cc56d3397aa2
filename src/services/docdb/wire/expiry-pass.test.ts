import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startDocdb } from '#docdb/docdb.fixture.ts'

// https://www.mongodb.com/docs/manual/core/index-ttl/

// The code of the driver's protocol is loaded with the first connection, and keeps the timers that it finds.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

it('removes within a minute what was written expired, also while the clock stands still', async () => {
  const docdb = await startDocdb()
  const client = await MongoClient.connect(docdb.uri)
  const carts = client.db('shop').collection<{ _id: number; seen: Date }>('carts')
  await carts.createIndex({ seen: 1 }, { expireAfterSeconds: 60 })
  const ago = (seconds: number): Date => new Date(docdb.clock.now() - seconds * 1000)
  await carts.insertMany([
    { _id: 1, seen: ago(61) },
    { _id: 2, seen: ago(59) },
  ])
  expect(await carts.countDocuments()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(await carts.distinct('_id')).toEqual([2])
  vi.advanceTimersByTime(600_000)
  expect(await carts.distinct('_id')).toEqual([2])
  docdb.clock.advance('1s')
  expect(await carts.countDocuments()).toBe(0)
  await client.close()
  await docdb.close()
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
})

it('looks as often as a client says, and not at all while it is turned off', async () => {
  const docdb = await startDocdb()
  const client = await MongoClient.connect(docdb.uri)
  const set = (name: string, value: unknown) => client.db('admin').command({ setParameter: 1, [name]: value })
  const carts = client.db('shop').collection<{ seen: Date }>('carts')
  await carts.createIndex({ seen: 1 }, { expireAfterSeconds: 60 })
  expect(await set('ttlMonitorSleepSecs', 1)).toMatchObject({ was: 60 })
  await expect(set('ttlMonitorSleepSecs', 0)).rejects.toMatchObject({ code: 2 })
  await set('ttlMonitorEnabled', false)
  await carts.insertOne({ seen: new Date(0) })
  vi.advanceTimersByTime(60_000)
  docdb.clock.advance('1 hour')
  expect(await carts.countDocuments()).toBe(1)
  await set('ttlMonitorEnabled', true)
  vi.advanceTimersByTime(1000)
  expect(await carts.countDocuments()).toBe(0)
  await client.close()
  await docdb.close()
})
