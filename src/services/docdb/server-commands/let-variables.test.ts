import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

describe('let of a command', () => {
  it('has variables that read those before them', async ({ client }) => {
    const numbers = client.db('shop').collection('numbers')
    await numbers.insertMany([{ x: 1 }, { x: 4 }])
    const options = { let: { a: 1, b: { $add: ['$$a', 2] } }, projection: { _id: 0 } }
    expect(await numbers.find({ $expr: { $gt: ['$x', '$$b'] } }, options).toArray()).toEqual([{ x: 4 }])
  })

  it.for<[Record<string, unknown>, number]>([
    [{ a: '$x' }, 4_890_500],
    [{ a: { $add: [1, '$$ROOT.x'] } }, 4_890_500],
    [{ a: '$$NOW' }, 51_144],
    [{ NOW: 1 }, 4_738_901],
    [{ b: '$$c', c: 1 }, 17_276],
  ])('is refused as %j', async ([variables, code], { client }) => {
    const command = { find: 'numbers', filter: {}, let: variables }
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code })
  })

  it('takes a path as a text within $literal', async ({ client }) => {
    const numbers = client.db('shop').collection('numbers')
    await numbers.insertOne({ x: '$x' })
    const options = { let: { a: { $literal: '$x' } } }
    expect(await numbers.find({ $expr: { $eq: ['$x', '$$a'] } }, options).toArray()).toHaveLength(1)
  })
})

describe('an aggregation', () => {
  it.for<[Record<string, unknown>, number]>([
    [{ pipeline: Array.from({ length: 1001 }, () => ({ $match: {} })) }, 7_749_501],
    [{ pipeline: [{ $facet: { all: Array.from({ length: 1001 }, () => ({ $match: {} })) } }] }, 7_749_501],
    [{ pipeline: [], cursor: { batchSize: -1 } }, 51_024],
    [{ pipeline: [], hint: { $natural: 2 } }, 2],
    [{ pipeline: [], hint: { $natural: 1, x: 1 } }, 2],
  ])('is refused %#', async ([members, code], { client }) => {
    const db = client.db('shop')
    await db.collection('numbers').insertOne({ x: 1 })
    const command = { aggregate: 'numbers', cursor: {}, ...members }
    await expect(db.command(command)).rejects.toMatchObject({ code })
  })
})
