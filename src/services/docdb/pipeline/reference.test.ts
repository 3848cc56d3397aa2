import * as stages from 'mingo/operators/pipeline'
import { type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// A case for every stage of the manual. https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/

const day = (text: string) => new Date(`2026-01-${text}T00:00:00Z`)
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] })

const ORDERS = [
  { _id: 1, c: 'ada', total: 10, items: ['x', 'y'], at: day('01'), place: point(0, 0) },
  { _id: 2, c: 'bob', total: 20, items: ['x'], at: day('02'), place: point(0, 1) },
  { _id: 3, c: 'ada', total: 30, items: [], at: day('04'), place: point(0, 2) },
]

const PEOPLE = [
  { _id: 'a', name: 'ada' },
  { _id: 'b', name: 'bob', boss: 'ada' },
  { _id: 'c', name: 'cleo', boss: 'bob' },
]

const it = databaseTest({
  data: [
    { database: 'test', collection: 'orders', documents: ORDERS, indexes: [{ key: { place: '2dsphere' } }] },
    { database: 'test', collection: 'people', documents: PEOPLE },
  ],
}).extend('db', ({ client }) => client.db('test'))

const ids = (...values: unknown[]) => values.map((_id) => ({ _id }))
const onlyId = { $project: { _id: 1 } }
const byId = { $sort: { _id: 1 } }

/** Pipelines over the orders, and their results. */
const CASES: Readonly<Record<string, readonly (readonly [pipeline: readonly Document[], expected: unknown])[]>> = {
  $addFields: [
    [
      [{ $match: { _id: 1 } }, { $addFields: { 'deep.sum': { $add: ['$total', 1] } } }, { $project: { deep: 1 } }],
      [{ _id: 1, deep: { sum: 11 } }],
    ],
  ],
  $bucket: [
    [
      [
        {
          $bucket: { groupBy: '$total', boundaries: [0, 15, 25], default: 'more', output: { all: { $push: '$_id' } } },
        },
      ],
      [
        { _id: 0, all: [1] },
        { _id: 15, all: [2] },
        { _id: 'more', all: [3] },
      ],
    ],
  ],
  $bucketAuto: [
    [
      [{ $bucketAuto: { groupBy: '$total', buckets: 2 } }],
      [
        { _id: { min: 10, max: 30 }, count: 2 },
        { _id: { min: 30, max: 30 }, count: 1 },
      ],
    ],
    [
      [{ $bucketAuto: { groupBy: '$total', buckets: 2, granularity: 'R5' } }],
      [
        { _id: { min: 6.3, max: 25 }, count: 2 },
        { _id: { min: 25, max: 40 }, count: 1 },
      ],
    ],
  ],
  '$bucketAuto with values below a rounded limit': [
    [
      [
        { $set: { total: { $min: ['$total', 24] } } },
        { $bucketAuto: { groupBy: '$total', buckets: 3, granularity: 'R5' } },
      ],
      [
        { _id: { min: 6.3, max: 16 }, count: 1 },
        { _id: { min: 16, max: 25 }, count: 2 },
      ],
    ],
  ],
  $collStats: [
    [[{ $collStats: { count: {} } }, { $project: { ns: 1, count: 1 } }], [{ ns: 'test.orders', count: 3 }]],
    [
      [{ $collStats: { storageStats: {} } }, { $project: { 'storageStats.count': 1 } }],
      [{ storageStats: { count: 3 } }],
    ],
  ],
  $count: [
    [[{ $count: 'n' }], [{ n: 3 }]],
    [[{ $match: { _id: 9 } }, { $count: 'n' }], []],
  ],
  $densify: [
    [
      [{ $densify: { field: 'at', range: { step: 1, unit: 'day', bounds: 'full' } } }, { $project: { _id: 0, at: 1 } }],
      ['01', '02', '03', '04'].map((each) => ({ at: day(each) })),
    ],
    [
      [{ $densify: { field: 'total', range: { step: 5, bounds: [10, 25] } } }, { $project: { _id: 0, total: 1 } }],
      [10, 15, 20, 30].map((total) => ({ total })),
    ],
  ],
  $facet: [
    [
      [{ $facet: { n: [{ $count: 'n' }], top: [{ $sort: { total: -1 } }, { $limit: 1 }, onlyId] } }],
      [{ n: [{ n: 3 }], top: [{ _id: 3 }] }],
    ],
  ],
  $fill: [
    [
      [
        { $densify: { field: 'at', range: { step: 1, unit: 'day', bounds: 'full' } } },
        {
          $fill: { sortBy: { at: 1 }, output: { total: { method: 'linear' }, c: { method: 'locf' }, n: { value: 7 } } },
        },
        { $project: { _id: 0, total: 1, c: 1, n: 1 } },
      ],
      [
        { c: 'ada', total: 10, n: 7 },
        { c: 'bob', total: 20, n: 7 },
        { c: 'bob', total: 25, n: 7 },
        { c: 'ada', total: 30, n: 7 },
      ],
    ],
  ],
  $geoNear: [
    [
      [
        { $geoNear: { near: point(0, 2), distanceField: 'd', spherical: true, maxDistance: 120_000 } },
        { $project: { d: { $round: ['$d', 0] } } },
      ],
      [
        { _id: 3, d: 0 },
        { _id: 2, d: 111_319 },
      ],
    ],
  ],
  $graphLookup: [
    [
      [
        { $match: { _id: 1 } },
        {
          $graphLookup: {
            from: 'people',
            startWith: 'cleo',
            connectFromField: 'boss',
            connectToField: 'name',
            as: 'chain',
            depthField: 'depth',
            maxDepth: 1,
          },
        },
        { $project: { chain: { $sortArray: { input: '$chain', sortBy: { depth: 1 } } } } },
      ],
      [
        {
          _id: 1,
          chain: [
            { _id: 'c', name: 'cleo', boss: 'bob', depth: 0 },
            { _id: 'b', name: 'bob', boss: 'ada', depth: 1 },
          ],
        },
      ],
    ],
  ],
  $group: [
    [
      [{ $group: { _id: { c: '$c' }, sum: { $sum: '$total' } } }, byId],
      [
        { _id: { c: 'ada' }, sum: 40 },
        { _id: { c: 'bob' }, sum: 20 },
      ],
    ],
  ],
  $indexStats: [
    [
      [{ $indexStats: {} }, { $project: { name: 1 } }],
      [{ name: '_id_' }, { name: 'place_2dsphere' }],
    ],
  ],
  $limit: [[[byId, { $limit: 2 }, onlyId], ids(1, 2)]],
  $lookup: [
    [
      [
        { $match: { _id: 2 } },
        { $lookup: { from: 'people', localField: 'c', foreignField: 'name', as: 'who' } },
        { $project: { who: 1 } },
      ],
      [{ _id: 2, who: [PEOPLE[1]] }],
    ],
    [
      [
        { $match: { _id: 1 } },
        {
          $lookup: {
            from: 'people',
            localField: 'c',
            foreignField: 'name',
            let: { t: '$total' },
            pipeline: [{ $project: { _id: 0, paid: '$$t' } }],
            as: 'who',
          },
        },
        { $project: { who: 1 } },
      ],
      [{ _id: 1, who: [{ paid: 10 }] }],
    ],
    [
      [
        { $match: { _id: 1 } },
        { $lookup: { pipeline: [{ $documents: [{ a: 1 }] }], as: 'made' } },
        { $project: { made: 1 } },
      ],
      [{ _id: 1, made: [{ a: 1 }] }],
    ],
  ],
  $match: [[[{ $match: { $expr: { $gt: ['$total', 15] } } }, byId, onlyId], ids(2, 3)]],
  $project: [
    [
      [{ $match: { _id: 1 } }, { $project: { _id: 0, t: '$total', first: { $first: '$items' } } }],
      [{ t: 10, first: 'x' }],
    ],
    [[{ $match: { _id: 3 } }, { $project: { at: 0, place: 0, items: 0 } }], [{ _id: 3, c: 'ada', total: 30 }]],
  ],
  $redact: [[[{ $redact: { $cond: [{ $eq: ['$c', 'ada'] }, '$$PRUNE', '$$KEEP'] } }, onlyId], ids(2)]],
  $replaceRoot: [[[{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: { only: '$c' } } }], [{ only: 'ada' }]]],
  $replaceWith: [[[{ $match: { _id: 1 } }, { $replaceWith: { only: '$c' } }], [{ only: 'ada' }]]],
  $sample: [[[{ $sample: { size: 2 } }, { $count: 'n' }], [{ n: 2 }]]],
  $set: [[[{ $match: { _id: 1 } }, { $set: { total: 99 } }, { $project: { total: 1 } }], [{ _id: 1, total: 99 }]]],
  $setWindowFields: [
    [
      [
        {
          $setWindowFields: {
            partitionBy: '$c',
            sortBy: { at: 1 },
            output: { sum: { $sum: '$total', window: { documents: ['unbounded', 'current'] } } },
          },
        },
        byId,
        { $project: { sum: 1 } },
      ],
      [
        { _id: 1, sum: 10 },
        { _id: 2, sum: 20 },
        { _id: 3, sum: 40 },
      ],
    ],
  ],
  $skip: [[[byId, { $skip: 1 }, onlyId], ids(2, 3)]],
  $sort: [[[{ $sort: { c: 1, total: -1 } }, onlyId], ids(3, 1, 2)]],
  $sortByCount: [
    [
      [{ $sortByCount: '$c' }],
      [
        { _id: 'ada', count: 2 },
        { _id: 'bob', count: 1 },
      ],
    ],
  ],
  $unionWith: [[[onlyId, { $unionWith: { coll: 'people', pipeline: [onlyId] } }], ids(1, 2, 3, 'a', 'b', 'c')]],
  $unset: [[[{ $match: { _id: 1 } }, { $unset: ['at', 'place', 'items'] }], [{ _id: 1, c: 'ada', total: 10 }]]],
  $unwind: [
    [
      [
        { $unwind: { path: '$items', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } },
        { $project: { items: 1, i: 1 } },
      ],
      [
        { _id: 1, items: 'x', i: 0 },
        { _id: 1, items: 'y', i: 1 },
        { _id: 2, items: 'x', i: 0 },
        { _id: 3, i: null },
      ],
    ],
  ],
}

/** Stages that the tests below show, since they have no result, or come from no collection. */
const ELSEWHERE = [
  '$documents',
  '$merge',
  '$out',
  '$currentOp',
  '$listSessions',
  '$listLocalSessions',
  '$planCacheStats',
]

describe('a pipeline', () => {
  it.for(Object.keys(stages))('%s has a case', (name) => {
    expect([...Object.keys(CASES), ...ELSEWHERE]).toContain(name)
  })

  it.for(
    Object.entries(CASES).flatMap(([name, cases]) => cases.map(([stage, result]) => [name, stage, result] as const)),
  )('%s in %j', async ([_name, pipeline, expected], { db }) => {
    expect(
      await db
        .collection('orders')
        .aggregate([...pipeline])
        .toArray(),
    ).toEqual(expected)
  })

  it('$documents makes documents without a collection', async ({ db }) => {
    expect(await db.aggregate([{ $documents: [{ a: 1 }] }, { $set: { b: 2 } }]).toArray()).toEqual([{ a: 1, b: 2 }])
  })

  it('$out replaces a collection, and keeps its indexes', async ({ client, db }) => {
    await db.collection('totals').createIndex({ n: 1 })
    await db.collection('totals').insertOne({ n: 0 })
    await db
      .collection('orders')
      .aggregate([{ $group: { _id: '$c', n: { $sum: 1 } } }, { $out: 'totals' }])
      .toArray()
    expect(await db.collection('totals').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'ada', n: 2 },
      { _id: 'bob', n: 1 },
    ])
    expect((await db.collection('totals').indexes()).map(({ name }) => name)).toEqual(['_id_', 'n_1'])
    await db
      .collection('orders')
      .aggregate([{ $limit: 1 }, { $out: { db: 'other', coll: 'orders' } }])
      .toArray()
    expect(await client.db('other').collection('orders').countDocuments()).toBe(1)
  })

  it.for([
    ['merge', { _id: 1, c: 'old', total: 10, kept: true }],
    ['replace', { _id: 1, total: 10 }],
    ['keepExisting', { _id: 1, c: 'old', kept: true }],
    [[{ $set: { sum: { $add: ['$$new.total', 1] } } }], { _id: 1, c: 'old', kept: true, sum: 11 }],
  ] as const)('$merge joins a document by %j', async ([whenMatched, expected], { db }) => {
    await db.collection<Document>('totals').insertOne({ _id: 1 as never, c: 'old', kept: true })
    // Documents without a match may be left out with some of them only.
    const whenNotMatched = whenMatched === 'keepExisting' ? 'insert' : 'discard'
    const merge = { into: 'totals', on: '_id', whenMatched, whenNotMatched }
    await db
      .collection('orders')
      .aggregate([{ $project: { total: 1 } }, { $merge: merge }])
      .toArray()
    expect(
      await db
        .collection<Document>('totals')
        .find({ _id: 1 as never })
        .toArray(),
    ).toEqual([expected])
    expect(await db.collection('totals').countDocuments()).toBe(whenNotMatched === 'insert' ? 3 : 1)
  })

  it('$merge fails where it is told to', async ({ db }) => {
    await db.collection<Document>('totals').insertOne({ _id: 1 as never })
    const merge = async (options: Document) =>
      db
        .collection('orders')
        .aggregate([{ $merge: { into: 'totals', ...options } }])
        .toArray()
    await expect(merge({ whenMatched: 'fail' })).rejects.toMatchObject({ code: 11_000 })
    await db.collection<Document>('totals').deleteOne({ _id: 2 as never })
    await expect(merge({ whenNotMatched: 'fail' })).rejects.toMatchObject({ code: 13_113 })
    await expect(merge({ on: 'total' })).rejects.toMatchObject({ code: 51_183 })
  })

  it('$merge leaves the _id of a document as it is, and takes no arrays to join by', async ({ db }) => {
    const items = db.collection<Document>('totals')
    await items.createIndex({ key: 1 }, { unique: true })
    await items.insertOne({ _id: 1 as never, key: 'a' })
    const merged = async (document: Document, whenMatched: Document[] | 'merge' | 'replace' = 'merge') =>
      db.aggregate([{ $documents: [document] }, { $merge: { into: 'totals', on: 'key', whenMatched } }]).toArray()
    await expect(merged({ _id: 2, key: 'a' })).rejects.toMatchObject({ code: 66 })
    await expect(merged({ _id: 2, key: 'a' }, 'replace')).rejects.toMatchObject({ code: 66 })
    await expect(merged({ key: 'a' }, [{ $set: { _id: 3 } }])).rejects.toMatchObject({ code: 66 })
    await expect(merged({ _id: 1, key: ['a'] })).rejects.toMatchObject({ code: 51_185 })
    expect(await items.find().toArray()).toEqual([{ _id: 1, key: 'a' }])
  })

  it('$out and $merge keep the validator of their collection, which a client may bypass', async ({ db }) => {
    await db.createCollection('checked', { validator: { total: { $exists: true } } })
    for (const [at, stage] of [{ $out: 'checked' }, { $merge: 'checked' }].entries()) {
      const stages = [{ $documents: [{ _id: at }] }, stage]
      await expect(db.aggregate(stages).toArray()).rejects.toMatchObject({ code: 121 })
      await db.aggregate(stages, { bypassDocumentValidation: true }).toArray()
      expect(await db.collection<Document>('checked').countDocuments({ _id: at as never })).toBe(1)
    }
    await expect(db.collection('checked').insertOne({ a: 1 })).rejects.toMatchObject({ code: 121 })
  })

  it('$lookup takes an array apart once, and $project makes documents of all elements', async ({ db }) => {
    await db.collection<Document>('joined').insertMany([
      { _id: 1 as never, f: ['a'] },
      { _id: 2 as never, f: 'a' },
    ])
    const lookup = { from: 'joined', localField: 'l', foreignField: 'f', as: 'found' }
    const [read] = await db.aggregate([{ $documents: [{ l: [['a']] }] }, { $lookup: lookup }]).toArray()
    expect(read?.['found']).toEqual([{ _id: 1, f: ['a'] }])
    const stages = [{ $documents: [{ a: [{ b: 1 }, 5, null] }] }, { $project: { _id: null, 'a.b': { $literal: 9 } } }]
    expect(await db.aggregate(stages).toArray()).toEqual([{ _id: null, a: [{ b: 9 }, { b: 9 }, { b: 9 }] }])
  })

  it('$project leaves a field out of the documents of an array, and the other elements as they are', async ({ db }) => {
    const stages = [{ $documents: [{ a: [{ b: 1, c: 2 }, null, 5, [null]] }] }, { $project: { 'a.b': 0 } }]
    expect(await db.aggregate(stages).toArray()).toEqual([{ a: [{ c: 2 }, null, 5, [null]] }])
  })

  it.for([1.9, 2.1])('$sample cuts the fraction of %j', async (size, { db }) => {
    const sampled = await db.aggregate([{ $documents: [{}, {}, {}] }, { $sample: { size } }]).toArray()
    expect(sampled).toHaveLength(Math.floor(size))
  })

  it('$scoreFusion of Atlas Search is refused by name', async ({ db }) => {
    await expect(
      db
        .collection('orders')
        .aggregate([{ $scoreFusion: {} }])
        .toArray(),
    ).rejects.toThrow('$scoreFusion is not supported')
  })

  it.for([
    [[{ $foo: 1 }], 40_324, "Unrecognized pipeline stage name: '$foo'"],
    [[{ $match: {}, $limit: 1 }], 40_323, 'A pipeline stage specification object must contain exactly one field.'],
    [[{ $limit: 0 }], 15_958, 'the limit must be positive'],
    [[{ $limit: 1.5 }], 5_107_201, 'invalid argument to $limit stage: Expected an integer: $limit: 1.5'],
    [[{ $skip: -1 }], 5_107_200, 'invalid argument to $skip stage: Expected a non-negative number in: $skip: -1'],
    [[{ $match: 5 }], 15_959, 'the match filter must be an expression in an object'],
    [
      [{ $bucket: { groupBy: 'a', boundaries: [0, 1] } }],
      40_202,
      `The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression, but found: "a".`,
    ],
    [
      [{ $bucket: { groupBy: '$a', boundaries: [0, 'x'] } }],
      40_193,
      "All values in the 'boundaries' option to $bucket must have the same type. Found conflicting types int and string.",
    ],
    [
      [{ $bucketAuto: { groupBy: '$a', buckets: 1, output: 'x' } }],
      40_244,
      "The $bucketAuto 'output' field must be an object, but found type: string.",
    ],
    [[{ $merge: { into: true } }], 51_178, "$merge 'into' field  must be either a string or an object, but found bool"],
    [
      [{ $lookup: { from: 'x', localField: 1, foreignField: 'a', as: 'b' } }],
      14,
      "$lookup argument 'localField: 1' must be a string, is type int",
    ],
    [[{ $out: 'x' }, { $match: {} }], 40_601, '$out can only be the final stage in the pipeline'],
    [[{ $match: {} }, { $indexStats: {} }], 40_602, '$indexStats is only valid as the first stage in a pipeline.'],
    [[{ $group: {} }], 15_955, 'a group specification must include an _id'],
    [[{ $facet: { a: [{ $out: 'x' }] } }], 40_600, '$out is not allowed to be used within a $facet stage'],
    [
      [{ $facet: { 'a.b': [] } }],
      16_412,
      "FieldPath field names may not contain '.'. Consider using $getField or $setField.",
    ],
    [
      [{ $lookup: { from: 'x', pipeline: [{ $out: 'y' }], as: 'b' } }],
      51_047,
      "$out is not allowed within a $lookup's sub-pipeline",
    ],
    [
      [{ $lookup: { from: 'x', pipeline: [{ $changeStream: {} }], as: 'b' } }],
      51_047,
      "$changeStream is not allowed within a $lookup's sub-pipeline",
    ],
    [
      [{ $unionWith: { coll: 'x', pipeline: [{ $merge: 'y' }] } }],
      31_441,
      "$merge is not allowed within a $unionWith's sub-pipeline",
    ],
    [[{ $lookup: { from: 'x', pipeline: [], as: '' } }], 40_352, 'FieldPath cannot be constructed with empty string'],
    [
      [{ $unwind: ['$a'] }],
      15_981,
      'expected either a string or an object as specification for $unwind stage, got array',
    ],
    [[{ $unwind: {} }], 28_812, 'no path specified to $unwind stage'],
    [
      [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: 1 } }],
      28_809,
      'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got int',
    ],
    [
      [{ $unwind: { path: '$a', includeArrayIndex: '$i' } }],
      28_822,
      "includeArrayIndex option to $unwind stage should not be prefixed with a '$': $i",
    ],
    [[{ $unwind: { path: '$a', index: 'i' } }], 28_811, 'unrecognized option to $unwind stage: index'],
    [[{ $unwind: '$a.' }], 40_353, "FieldPath must not end with a '.'."],
    [[{ $unset: ['a', 'a'] }], 31_250, 'Invalid $unset :: caused by :: Path collision at a'],
    [[{ $sample: {} }], 28_749, '$sample stage must specify a size'],
    [[{ $sample: { size: 'x', seed: 1 } }], 28_746, 'size argument to $sample must be a number'],
    [[{ $sample: { size: 1, seed: 1 } }], 28_748, 'unrecognized option to $sample: seed'],
    [
      [{ $bucket: { groupBy: '$a', boundaries: [0, 10], default: 5 } }],
      40_199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    ],
    [
      [{ $project: { 'a.$': 1 } }],
      31_324,
      'Invalid $project :: caused by :: Cannot use positional projection in aggregation projection',
    ],
    [
      [{ $set: { a: { 'b.c': 1 } } }],
      40_183,
      "Invalid $set :: caused by :: cannot use dotted field name 'b.c' in a sub object: { b.c: 1 }",
    ],
  ] as const)('%j is refused with the code %i', async ([pipeline, code, message], { db }) => {
    await expect(
      db
        .collection('orders')
        .aggregate([...pipeline])
        .toArray(),
    ).rejects.toMatchObject({ code, message })
  })
})
