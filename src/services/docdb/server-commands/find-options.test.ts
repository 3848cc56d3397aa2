import type { MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/find/

const documents = [
  { _id: 1, item: 'apple', size: 3, note: 'a' },
  { _id: 2, item: 'apple', size: 1, note: 'b' },
  { _id: 3, item: 'pear', size: 2, note: 'c' },
  { _id: 4, item: ['fig', 'plum'], size: 5 },
]
const indexes = [
  { key: { item: 1, size: -1 }, name: 'items' },
  { key: { note: 'text' }, name: 'words' },
]
const it = databaseTest({ data: [{ database: 'shop', collection: 'fruits', documents, indexes }] })
const fruits = (client: MongoClient) => client.db('shop').collection<{ _id: number }>('fruits')

const ids = (found: readonly { _id: number }[]) => found.map(({ _id }) => _id)

describe('the options min and max of a find', () => {
  it.for([
    [{ min: { item: 'apple', size: 2 } }, [2, 4, 3]],
    [{ max: { item: 'fig', size: 5 } }, [1, 2]],
    [{ min: { item: 'apple', size: 3 }, max: { item: 'apple', size: 1 } }, [1]],
    [{ min: { item: 'b', size: 1 }, max: { item: 'z', size: 1 } }, [4, 3]],
    [{ min: { item: 'b', size: 1 }, sort: { _id: 1 } }, [3, 4]],
    [{ min: {}, max: {} }, [1, 2, 4, 3]],
  ] as const)('read a part of the hinted index: %j', async ([options, expected], { client }) => {
    expect(
      ids(
        await fruits(client)
          .find({}, { ...options, hint: 'items' })
          .toArray(),
      ),
    ).toEqual(expected)
  })

  it('go together with a filter', async ({ client }) => {
    const options = { min: { _id: 2 }, hint: { _id: 1 } } as const
    expect(
      ids(
        await fruits(client)
          .find({ size: { $gt: 1 } } as object, options)
          .toArray(),
      ),
    ).toEqual([3, 4])
  })

  it.for([
    [{ min: { _id: 1 } }, 51_173],
    [{ min: { item: 'apple' }, hint: 'items' }, 51_174],
    [{ max: { size: 1, item: 'apple' }, hint: 'items' }, 51_174],
    [{ min: { note: 'a' }, hint: 'words' }, 51_174],
    [{ min: { item: 'a', size: 1 }, hint: 'items', collation: { locale: 'en', strength: 2 } }, 51_174],
    [{ min: { _id: 3 }, max: { _id: 3 }, hint: '_id_' }, 51_175],
    [{ min: { item: 'a', size: 1 }, max: { item: 'a', size: 2 }, hint: 'items' }, 51_175],
  ] as const)('are refused as %j', async ([options, code], { client }) => {
    await expect(fruits(client).find({}, options).toArray()).rejects.toMatchObject({ code })
  })
})

describe('explain', () => {
  it('shows the index that min and max are about, and how many of its keys they leave', async ({ client }) => {
    const options = { min: { item: 'apple', size: 2 }, max: { item: 'z', size: 1 }, hint: 'items' } as const
    const { queryPlanner, executionStats } = await fruits(client).find({}, options).explain('executionStats')
    expect(queryPlanner.winningPlan).toMatchObject({ stage: 'FETCH', inputStage: { indexName: 'items' } })
    expect(executionStats).toMatchObject({ nReturned: 3, totalKeysExamined: 4, totalDocsExamined: 3 })
  })

  it('refuses bounds that a find refuses', async ({ client }) => {
    await expect(
      fruits(client)
        .find({}, { min: { _id: 1 } })
        .explain(),
    ).rejects.toMatchObject({ code: 51_173 })
  })

  it('shows the stages that return keys and places', async ({ client }) => {
    const keys = await fruits(client)
      .find({ item: 'apple' } as object, { returnKey: true })
      .explain('queryPlanner')
    expect(keys['queryPlanner'].winningPlan).toMatchObject({ stage: 'RETURN_KEY', inputStage: { stage: 'FETCH' } })
    const places = await fruits(client).find({}, { showRecordId: true }).explain('queryPlanner')
    expect(places['queryPlanner'].winningPlan).toMatchObject({
      stage: 'PROJECTION_DEFAULT',
      transformBy: { $recordId: { $meta: 'recordId' } },
    })
  })
})

describe('a find', () => {
  it('shows the places of documents', async ({ client }) => {
    const options = { showRecordId: true, projection: { size: 1 }, sort: { size: 1 }, limit: 2 } as const
    expect(await fruits(client).find({}, options).toArray()).toEqual([
      { _id: 2, size: 1, $recordId: 2 },
      { _id: 3, size: 2, $recordId: 3 },
    ])
  })

  it('returns keys of the index that it reads, and nothing without one', async ({ client }) => {
    const filter = { item: 'apple' } as object
    expect(await fruits(client).find(filter, { returnKey: true, showRecordId: true }).toArray()).toEqual([
      { item: 'apple', size: 3 },
      { item: 'apple', size: 1 },
    ])
    expect(
      await fruits(client)
        .find({ size: 5 } as object, { returnKey: true })
        .toArray(),
    ).toEqual([{}])
  })
})
