import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/atlas/atlas-search/

const documents = [
  {
    _id: 1,
    title: 'The Time Machine',
    plot: 'An inventor travels to the future. He meets the Eloi there.',
    year: 1895,
    genres: ['novel', 'future'],
    rating: 4,
  },
  {
    _id: 2,
    title: 'A Brief History of Time',
    plot: 'The universe, from its beginning to black holes.',
    year: 1988,
    genres: ['science'],
    rating: 5,
  },
  {
    _id: 3,
    title: 'Time and Time Again',
    plot: 'A soldier goes back in time.',
    year: 2014,
    genres: ['novel'],
    isSold: true,
  },
  {
    _id: 4,
    title: 'The Invisible Man',
    plot: 'A scientist is seen by nobody; time is short.',
    year: 1897,
    genres: ['novel'],
    rating: 3,
    author: { name: 'Wells' },
  },
  { _id: 5, title: 'Café Europa', plot: null, year: 1996, genres: [], printed: new Date('1996-05-01') },
]
const text = { type: 'string' }
const mappings = {
  dynamic: true,
  fields: {
    title: [
      { ...text, multi: { whole: { type: 'string', analyzer: 'lucene.keyword' } } },
      { type: 'autocomplete' },
      { type: 'token', normalizer: 'lowercase' },
    ],
    plot: { type: 'string', analyzer: 'lucene.english' },
    genres: [text, { type: 'token' }],
  },
}
const search_indexes = [{ name: 'default', definition: { mappings } }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'books', documents, search_indexes }] })

const shelf = (client: MongoClient) => client.db('shop').collection<{ _id: number }>('books')

/** Returns the ids of the books that a search finds, in order. */
async function found(client: MongoClient, search: Document, ...stages: Document[]): Promise<number[]> {
  const documents = await shelf(client)
    .aggregate([{ $search: search }, ...stages, { $project: { _id: 1 } }])
    .toArray()
  return documents.map((each) => Number(each['_id']))
}

/** Returns the score of each book that a search finds. */
async function scored(client: MongoClient, search: Document): Promise<Record<string, number>> {
  const documents = await shelf(client)
    .aggregate([{ $search: search }, { $project: { score: { $meta: 'searchScore' } } }])
    .toArray()
  return Object.fromEntries(documents.map(({ _id, score }) => [_id, score]))
}

describe('$search', () => {
  it.for<readonly [string, Document, readonly number[]]>([
    ['words, the best match first', { text: { path: 'title', query: 'time' } }, [3, 1, 2]],
    ['one of several words', { text: { path: 'title', query: 'invisible machine' } }, [1, 4]],
    ['all of several words', { text: { path: 'title', query: 'time machine', matchCriteria: 'all' } }, [1]],
    ['words in several fields', { text: { path: ['title', 'plot'], query: 'time' } }, [3, 4, 1, 2]],
    ['words in every field', { text: { path: { wildcard: '*' }, query: 'wells' } }, [4]],
    ['words in fields with a beginning', { text: { path: { wildcard: 'author.*' }, query: 'wells' } }, [4]],
    ['another analysis of a field', { text: { path: { value: 'title', multi: 'whole' }, query: 'Café Europa' } }, [5]],
    ['English words in another form', { text: { path: 'plot', query: 'travelling' } }, [1]],
    ['words with a typing error', { text: { path: 'title', query: 'invisibel', fuzzy: {} } }, [4]],
    ['no word that is two errors away', { text: { path: 'title', query: 'machne', fuzzy: { maxEdits: 1 } } }, [1]],
    ['no word with another beginning', { text: { path: 'title', query: 'tachine', fuzzy: { prefixLength: 1 } } }, []],
    ['a phrase', { phrase: { path: 'title', query: 'time machine' } }, [1]],
    ['no words in another order', { phrase: { path: 'title', query: 'machine time' } }, []],
    ['a phrase with words between', { phrase: { path: 'title', query: 'brief time', slop: 2 } }, [2]],
    ['a phrase with too many words between', { phrase: { path: 'title', query: 'brief time', slop: 1 } }, []],
    ['the beginning of a word', { autocomplete: { path: 'title', query: 'inv' } }, [4]],
    ['the beginning of a word without its accent', { autocomplete: { path: 'title', query: 'caf' } }, [5]],
    [
      'the beginning of words that follow one another',
      { autocomplete: { path: 'title', query: 'time mac', tokenOrder: 'sequential' } },
      [1],
    ],
    [
      'the beginning of a word with an error',
      { autocomplete: { path: 'title', query: 'inb', fuzzy: { maxEdits: 1, prefixLength: 1 } } },
      [4],
    ],
    ['a pattern', { wildcard: { path: { value: 'title', multi: 'whole' }, query: '*Time*' } }, [1, 2, 3]],
    [
      'a pattern in an analyzed field',
      { wildcard: { path: 'title', query: 'Mach?ne', allowAnalyzedField: true } },
      [1],
    ],
    [
      'a regular expression',
      { regex: { path: { value: 'title', multi: 'whole' }, query: 'The (Time|Invisible) .*' } },
      [1, 4],
    ],
    ['a range of numbers', { range: { path: 'year', gte: 1895, lt: 1988 } }, [1, 4]],
    ['a range of dates', { range: { path: 'printed', gt: new Date('1996-01-01') } }, [5]],
    ['a range of tokens', { range: { path: 'title', lt: 'b' } }, [2]],
    ['a number', { equals: { path: 'year', value: 1996 } }, [5]],
    ['true', { equals: { path: 'isSold', value: true } }, [3]],
    ['null', { equals: { path: 'plot', value: null } }, [5]],
    ['a token, whatever its case', { equals: { path: 'title', value: 'CAFÉ EUROPA' } }, [5]],
    ['one of several values', { in: { path: 'genres', value: ['science', 'future'] } }, [1, 2]],
    ['a field that exists', { exists: { path: 'author.name' } }, [4]],
    ['what is near a number, the nearest first', { near: { path: 'year', origin: 1990, pivot: 10 } }, [2, 5, 3, 4, 1]],
    [
      'what must and must not match',
      {
        compound: {
          must: [{ text: { path: 'title', query: 'time' } }],
          mustNot: [{ range: { path: 'year', lt: 1900 } }],
        },
      },
      [3, 2],
    ],
    [
      'what should match first',
      {
        compound: {
          filter: [{ text: { path: 'genres', query: 'novel' } }],
          should: [{ near: { path: 'year', origin: 2014, pivot: 1 } }],
        },
      },
      [3, 4, 1],
    ],
    [
      'as many as should match',
      {
        compound: {
          should: [
            { text: { path: 'title', query: 'time' } },
            { range: { path: 'year', gt: 1900 } },
            { exists: { path: 'rating' } },
          ],
          minimumShouldMatch: 3,
        },
      },
      [2],
    ],
    ['what only must not match', { compound: { mustNot: [{ exists: { path: 'rating' } }] } }, [3, 5]],
    ['a query of words', { queryString: { defaultPath: 'title', query: 'time AND NOT history' } }, [3, 1]],
    [
      'a query of groups and fields',
      { queryString: { defaultPath: 'title', query: '(machine OR man) AND plot:"travels to the future"' } },
      [1],
    ],
    [
      'a query of patterns, ranges and errors',
      { queryString: { defaultPath: 'title', query: 'mach* OR [europa TO europe] OR invisibel~1' } },
      [1, 5, 4],
    ],
  ])('finds %s', async ([_name, search, ids], { client }) => {
    expect(await found(client, search)).toEqual(ids)
  })

  it('scores by the rarity of words, their number and the length of the text', async ({ client }) => {
    // Three of five titles have the word; they have 3, 5 and 4 words, and all titles have 17.
    const rarity = Math.log(1 + (5 - 3 + 0.5) / (3 + 0.5))
    const score = (occurrences: number, length: number) => {
      const norm = 1.2 * (1 - 0.75 + (0.75 * length) / (17 / 5))
      return expect.closeTo((rarity * occurrences) / (occurrences + norm), 5)
    }
    expect(await scored(client, { text: { path: 'title', query: 'time' } })).toEqual({
      1: score(1, 3),
      2: score(1, 5),
      3: score(2, 4),
    })
  })

  it.for<readonly [string, Document, number]>([
    ['a constant', { constant: { value: 7 } }, 7],
    ['a boost by a field', { boost: { path: 'rating' } }, 4],
    ['a boost by a field that is missing', { boost: { path: 'none', undefined: 3 } }, 3],
    ['a boost by a number', { boost: { value: 2 } }, 2],
    [
      'a function',
      { function: { add: [{ score: 'relevance' }, { multiply: [{ path: 'rating' }, { constant: 2 }] }] } },
      9,
    ],
    ['a logarithm', { function: { log1p: { path: { value: 'none', undefined: 9 } } } }, 1],
    ['a distance', { function: { gauss: { path: 'year', origin: 1900, scale: 5, decay: 0.5 } } }, 0.5],
  ])('changes scores by %s', async ([_name, score, expected], { client }) => {
    expect(await scored(client, { range: { path: 'year', lte: 1895, score } })).toEqual({ 1: expected })
  })

  it('keeps scores through the stages that change documents', async ({ client }) => {
    const documents = await shelf(client)
      .aggregate([
        { $search: { equals: { path: 'year', value: 1895 } } },
        { $addFields: { first: { $meta: 'searchScore' } } },
        { $unwind: '$genres' },
        { $match: { genres: 'future' } },
        { $project: { first: 1, second: { $meta: 'searchScore' } } },
      ])
      .toArray()
    expect(documents).toEqual([{ _id: 1, first: 1, second: 1 }])
  })

  it('highlights the words that it has found, in their sentences', async ({ client }) => {
    const [book] = await shelf(client)
      .aggregate([
        { $search: { text: { path: 'plot', query: 'meeting' }, highlight: { path: 'plot' } } },
        { $project: { highlights: { $meta: 'searchHighlights' } } },
      ])
      .toArray()
    expect(book).toEqual({
      _id: 1,
      highlights: [
        {
          score: expect.any(Number),
          path: 'plot',
          texts: [
            { value: 'He ', type: 'text' },
            { value: 'meets', type: 'hit' },
            { value: ' the Eloi there.', type: 'text' },
          ],
        },
      ],
    })
  })

  it('sorts by fields, with missing values first or last', async ({ client }) => {
    const all = { exists: { path: 'year' } }
    expect(await found(client, { ...all, sort: { year: -1 } })).toEqual([3, 5, 2, 4, 1])
    expect(await found(client, { ...all, sort: { rating: 1, year: 1 } })).toEqual([5, 3, 4, 1, 2])
    expect(await found(client, { ...all, sort: { rating: { order: 1, noData: 'highest' }, year: 1 } })).toEqual([
      4, 1, 2, 5, 3,
    ])
    expect(await found(client, { ...all, sort: { title: 1 } })).toEqual([2, 5, 4, 1, 3])
  })

  it('goes on after a document, and back before one', async ({ client }) => {
    const search = { text: { path: 'title', query: 'time' } }
    const [first, second] = await shelf(client)
      .aggregate([{ $search: search }, { $project: { token: { $meta: 'searchSequenceToken' } } }])
      .toArray()
    expect(await found(client, { ...search, searchAfter: first?.['token'] })).toEqual([1, 2])
    expect(await found(client, { ...search, searchBefore: second?.['token'] })).toEqual([3])
  })

  it('counts what it has found, and its facets, for all stages', async ({ client }) => {
    const facets = {
      genres: { type: 'string', path: 'genres' },
      centuries: { type: 'number', path: 'year', boundaries: [1800, 1900, 2000], default: 'later' },
    }
    const facet = { operator: { exists: { path: 'year' } }, facets }
    const meta = {
      count: { lowerBound: 5 },
      facet: {
        genres: {
          buckets: [
            { _id: 'novel', count: 3 },
            { _id: 'future', count: 1 },
            { _id: 'science', count: 1 },
          ],
        },
        centuries: {
          buckets: [
            { _id: 1800, count: 2 },
            { _id: 1900, count: 2 },
            { _id: 'later', count: 1 },
          ],
        },
      },
    }
    expect(
      await shelf(client)
        .aggregate([{ $searchMeta: { facet } }])
        .toArray(),
    ).toEqual([meta])
    const [book] = await shelf(client)
      .aggregate([
        { $search: { facet, count: { type: 'total' } } },
        { $limit: 1 },
        { $project: { meta: '$$SEARCH_META' } },
      ])
      .toArray()
    expect(book).toEqual({ _id: 1, meta: { ...meta, count: { total: 5 } } })
  })

  it('follows every write, and a reset', async ({ client, docdb }) => {
    const search = { text: { path: 'title', query: 'time' } }
    await shelf(client).insertOne({ _id: 6, title: 'Time Out' } as { _id: number })
    await shelf(client).updateOne({ _id: 1 }, { $set: { title: 'The Machine' } })
    await shelf(client).deleteOne({ _id: 3 })
    expect(await found(client, search)).toEqual([6, 2])
    await client.db('shop').collection('books').drop()
    expect(await found(client, search)).toEqual([])
    docdb.reset()
    expect(await found(client, search)).toEqual([3, 1, 2])
  })

  it('is a stage of a joined pipeline, too', async ({ client }) => {
    const pipeline = [
      { $search: { equals: { path: 'year', value: 1895 } } },
      { $project: { score: { $meta: 'searchScore' } } },
    ]
    const joined = await shelf(client)
      .aggregate([
        { $match: { _id: 4 } },
        { $lookup: { from: 'books', pipeline, as: 'near' } },
        { $project: { near: 1 } },
      ])
      .toArray()
    expect(joined).toEqual([{ _id: 4, near: [{ _id: 1, score: 1 }] }])
  })

  it('finds nothing by an index that does not exist', async ({ client }) => {
    expect(await found(client, { index: 'none', text: { path: 'title', query: 'time' } })).toEqual([])
    const [meta] = await shelf(client)
      .aggregate([{ $searchMeta: { index: 'none', exists: { path: 'year' } } }])
      .toArray()
    expect(meta).toEqual({ count: { total: 0 } })
    const missing = client.db('library').collection('missing')
    expect(await missing.aggregate([{ $searchMeta: { exists: { path: 'year' } } }]).toArray()).toEqual([])
  })

  it.for<readonly [string, Document, string]>([
    ['with a flag that is none', { exists: { path: 'year' }, concurrent: 1 }, '"concurrent" must be a boolean'],
    ['with a scope without a path', { exists: { path: 'year' }, returnScope: {} }, '"returnScope.path" is required'],
    ['without a path', { text: { query: 'time' } }, '"text.path" is required'],
    ['without words', { text: { path: 'title', query: '' } }, '"text.query" cannot be empty'],
    [
      'with an unknown option',
      { compound: { must: [{ text: { path: 'title', query: 'a', near: 1 } }] } },
      '"compound.must[0].text" unrecognized field "near"',
    ],
    ['without an operator', { index: 'default' }, 'Query should contain either an operator'],
    ['with an unknown operator', { texts: {} }, 'unrecognized field "texts"'],
    ['without clauses', { compound: {} }, '"compound" must have at least one clause'],
    [
      'with a range of two types',
      { range: { path: 'year', gt: 1, lt: new Date() } },
      '"range" bounds must be of the same type',
    ],
    [
      'without a field for beginnings',
      { autocomplete: { path: 'plot', query: 'a' } },
      'autocomplete index field definition not present at path plot',
    ],
    [
      'with a text that is no token',
      { equals: { path: 'plot', value: 'a' } },
      "Path 'plot' needs to be indexed as token",
    ],
    ['with a pattern for words', { wildcard: { path: 'title', query: '*' } }, 'Field title is analyzed.'],
    [
      'with a facet by words',
      { facet: { facets: { plot: { type: 'string', path: 'plot' } } } },
      'Cannot facet on field "string" "plot"',
    ],
    [
      'with a query that cannot be read',
      { queryString: { defaultPath: 'title', query: '(time' } },
      "Cannot parse '(time'",
    ],
  ])('is refused %s', async ([_name, search, message], { client }) => {
    await expect(found(client, search)).rejects.toMatchObject({
      code: 8,
      message: expect.stringContaining(`Remote error from mongot :: caused by :: ${message}`),
    })
  })

  it('comes first in a pipeline, and in no transaction', async ({ client }) => {
    const search = { $search: { exists: { path: 'year' } } }
    await expect(
      shelf(client)
        .aggregate([{ $match: {} }, search])
        .toArray(),
    ).rejects.toMatchObject({ code: 40602 })
    const inTransaction = client.withSession((session) =>
      session.withTransaction(() => shelf(client).aggregate([search], { session }).toArray()),
    )
    await expect(inTransaction).rejects.toMatchObject({ code: 263 })
  })
})
