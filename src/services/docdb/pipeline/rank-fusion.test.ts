import type { Document, MongoClient } from 'mongodb'
import { beforeEach, describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

const rank = (...ranks: number[]) => ranks.reduce((sum, each) => sum + 1 / (60 + each), 0)
const fusion = (pipelines: Document, others: Document = {}): Document => ({
  $rankFusion: { input: { pipelines }, ...others },
})

// https://www.mongodb.com/docs/manual/reference/operator/aggregation/rankFusion/
describe('$rankFusion', () => {
  beforeEach<{ client: MongoClient }>(async ({ client }) => {
    await client
      .db('shop')
      .collection<Document & { _id: number }>('books')
      .insertMany([
        { _id: 1, a: 30, b: 10, title: 'red rose', v: [1, 0] },
        { _id: 2, a: 20, b: 30, title: 'red', v: [0, 1] },
        { _id: 3, a: 10, b: 20, title: 'blue', v: [0.9, 0.1] },
      ])
  })

  it('adds the ranks of its pipelines, with the details where they are asked for', async ({ client }) => {
    const books = client.db('shop').collection('books')
    const pipelines = { p1: [{ $sort: { a: -1 } }], p2: [{ $sort: { b: -1 } }, { $limit: 1 }] }
    const found = await books
      .aggregate([
        fusion(pipelines, { combination: { weights: { p2: 0.5 } }, scoreDetails: true }),
        { $project: { score: { $meta: 'score' }, details: { $meta: 'scoreDetails' } } },
      ])
      .toArray()
    expect(found.map(({ _id }) => _id as unknown)).toEqual([2, 1, 3])
    expect(found[0]).toEqual({
      _id: 2,
      score: rank(2) + 0.5 * rank(1),
      details: {
        value: rank(2) + 0.5 * rank(1),
        description: expect.stringContaining('reciprocal rank fusion') as string,
        details: [
          { inputPipelineName: 'p1', rank: 2, weight: 1, details: [] },
          { inputPipelineName: 'p2', rank: 1, weight: 0.5, details: [] },
        ],
      },
    })
    expect(found[2]).toMatchObject({ details: { details: [{ rank: 3 }, { inputPipelineName: 'p2', rank: 'NA' }] } })
  })

  it('gives documents that an order does not tell apart one rank, and orders equal scores by _id', async ({
    client,
  }) => {
    const books = client.db('shop').collection<Document & { _id: number }>('books')
    await books.updateMany({ _id: { $in: [1, 2] } }, { $set: { a: 5 } })
    const found = await books
      .aggregate([fusion({ p: [{ $sort: { a: 1 } }] }), { $project: { score: { $meta: 'score' } } }])
      .toArray()
    expect(found).toEqual([
      { _id: 1, score: rank(1) },
      { _id: 2, score: rank(1) },
      { _id: 3, score: rank(3) },
    ])
  })

  it('fuses a search of words with one of vectors, and later stages sort by the score', async ({ client, docdb }) => {
    const books = client.db('shop').collection('books')
    await books.createSearchIndexes([
      { name: 'words', definition: { mappings: { dynamic: true } } },
      {
        name: 'vectors',
        type: 'vectorSearch',
        definition: { fields: [{ type: 'vector', path: 'v', numDimensions: 2, similarity: 'cosine' }] },
      },
    ])
    docdb.clock.advance('10 minutes')
    const found = await books
      .aggregate([
        fusion(
          {
            words: [{ $search: { index: 'words', text: { query: 'red', path: 'title' } } }],
            vectors: [
              { $vectorSearch: { index: 'vectors', path: 'v', queryVector: [1, 0], numCandidates: 10, limit: 2 } },
            ],
          },
          { scoreDetails: true },
        ),
        { $set: { score: { $meta: 'score' }, details: { $meta: 'scoreDetails' } } },
        { $sort: { score: { $meta: 'score' } } },
      ])
      .toArray()
    expect(found.map(({ _id }) => _id as unknown)).toEqual([1, 2, 3])
    expect(found[0]).toMatchObject({
      score: rank(2, 1),
      details: { details: [{ inputPipelineName: 'words', value: expect.any(Number) as number }, { rank: 1 }] },
    })
  })

  it('reads a view, and finds nothing where no collection is', async ({ client }) => {
    const shop = client.db('shop')
    await shop.createCollection('cheap', { viewOn: 'books', pipeline: [{ $match: { a: { $lt: 25 } } }] })
    const stage = fusion({ p: [{ $sort: { a: -1 } }] })
    expect(await shop.collection('cheap').aggregate([stage]).toArray()).toMatchObject([{ _id: 2 }, { _id: 3 }])
    expect(await shop.collection('none').aggregate([stage]).toArray()).toEqual([])
  })

  it.for<[Document | Document[], number]>([
    [fusion({}), 2],
    [{ $rankFusion: {} }, 40_414],
    [fusion({ p: [] }), 9_834_300],
    [fusion({ p: [{ $match: {} }] }), 9_191_100],
    [fusion({ p: [{ $sort: { a: 1 } }, { $set: { b: 1 } }] }), 9_191_103],
    [fusion({ p: [fusion({ q: [{ $sort: { a: 1 } }] })] }), 10_473_002],
    [fusion({ 'p.q': [{ $sort: { a: 1 } }] }), 16_412],
    [fusion({ $p: [{ $sort: { a: 1 } }] }), 16_410],
    [fusion({ p: [{ $sort: { a: 1 } }] }, { combination: { weights: { q: 1 } } }), 9_967_500],
    [fusion({ p: [{ $sort: { a: 1 } }] }, { combination: { weights: { p: -1 } } }), 9_460_300],
    [fusion({ p: [{ $sort: { a: 1 } }] }, { combination: { weights: { p: true } } }), 13_118],
    [fusion({ p: [{ $sort: { a: 1 } }] }, { scoreDetails: 1 }), 14],
    [fusion({ p: [{ $sort: { a: 1 } }] }, { colour: 1 }), 40_415],
    [[{ $match: {} }, fusion({ p: [{ $sort: { a: 1 } }] })], 10_170_100],
    [[fusion({ p: [{ $sort: { a: 1 } }] }), { $project: { d: { $meta: 'scoreDetails' } } }], 40_218],
  ])('refuses %j', async ([stages, code], { client }) => {
    const books = client.db('shop').collection('books')
    await expect(books.aggregate([stages].flat()).toArray()).rejects.toMatchObject({ code })
  })
})
