import { Binary, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/atlas/atlas-vector-search/vector-search-stage/

const documents = [
  { _id: 1, at: [1, 0], kind: 'a' },
  { _id: 2, at: [0, 2], kind: 'b' },
  { _id: 3, at: [3, 3], kind: 'a' },
  { _id: 4, at: [1, 2, 3], kind: 'a' },
  { _id: 5, kind: 'a' },
]
const index = (similarity: string) => ({
  name: similarity,
  type: 'vectorSearch',
  definition: {
    fields: [
      { type: 'vector', path: 'at', numDimensions: 2, similarity },
      { type: 'filter', path: 'kind' },
    ],
  },
})
const search_indexes = ['cosine', 'dotProduct', 'euclidean'].map(index)
const it = databaseTest({ data: [{ database: 'shop', collection: 'points', documents, search_indexes }] })

/** Returns the ids and the scores of the points that a search finds, in order. */
async function found(client: MongoClient, search: Document): Promise<[unknown, number][]> {
  const points = client.db('shop').collection('points')
  const stages = [{ $vectorSearch: search }, { $project: { score: { $meta: 'vectorSearchScore' } } }]
  return (await points.aggregate(stages).toArray()).map(({ _id, score }) => [_id, score])
}

const near = { index: 'cosine', path: 'at', queryVector: [1, 0], numCandidates: 10, limit: 3 }

describe('$vectorSearch', () => {
  it.for<readonly [string, readonly (readonly [number, number])[]]>([
    [
      'cosine',
      [
        [1, 1],
        [3, (1 + Math.SQRT1_2) / 2],
        [2, 0.5],
      ],
    ],
    [
      'dotProduct',
      [
        [3, 2],
        [1, 1],
        [2, 0.5],
      ],
    ],
    [
      'euclidean',
      [
        [1, 1],
        [2, 1 / 6],
        [3, 1 / 14],
      ],
    ],
  ])('finds the nearest vectors by %s, with their scores', async ([name, expected], { client }) => {
    const scores = expected.map(([id, score]) => [id, expect.closeTo(score, 6)])
    expect(await found(client, { ...near, index: name })).toEqual(scores)
  })

  it('finds as many as it is asked for, of those that a filter leaves', async ({ client }) => {
    const ids = async (search: Document) => (await found(client, search)).map(([id]) => id)
    expect(await ids({ ...near, limit: 1 })).toEqual([1])
    expect(await ids({ ...near, filter: { kind: { $ne: 'a' } } })).toEqual([2])
    expect(await ids({ index: 'cosine', path: 'at', queryVector: [0, 1], exact: true, limit: 5 })).toEqual([2, 3, 1])
  })

  it('takes vectors of the type for vectors', async ({ client }) => {
    const points = client.db('shop').collection<{ _id: number; at: Binary }>('points')
    await points.insertOne({ _id: 6, at: Binary.fromFloat32Array(Float32Array.of(0, 1)) })
    const queryVector = Binary.fromInt8Array(Int8Array.of(0, 9))
    expect((await found(client, { ...near, queryVector })).map(([id]) => id)).toEqual([2, 6, 3])
  })

  it('finds nothing by an index that does not exist', async ({ client }) => {
    expect(await found(client, { ...near, index: 'none' })).toEqual([])
  })

  it.for<readonly [string, Document, string]>([
    ['without an index', { index: undefined }, '"index" is required'],
    [
      'without a number of candidates',
      { numCandidates: undefined },
      'numCandidates is required for approximate vector search',
    ],
    ['with fewer candidates than results', { numCandidates: 2 }, 'limit should be less than or equal to numCandidates'],
    [
      'with candidates though it is exact',
      { exact: true },
      '"numCandidates" must be omitted when "exact" is set to true',
    ],
    [
      'for a vector of another size',
      { queryVector: [1, 2, 3] },
      'vector field is indexed with 2 dimensions but queried with 3',
    ],
    ['for a path without vectors', { path: 'kind' }, 'kind is not indexed as vector'],
    [
      'for a vector without a direction',
      { queryVector: [0, 0] },
      'Cosine similarity cannot be calculated against a zero vector.',
    ],
    ['with a filter by another field', { filter: { size: 1 } }, "Path 'size' needs to be indexed as filter"],
  ])('is refused %s', async ([_name, change, message], { client }) => {
    await expect(found(client, { ...near, ...change })).rejects.toMatchObject({
      code: 8,
      message: expect.stringContaining(`Remote error from mongot :: caused by :: ${message}`),
    })
  })
})
