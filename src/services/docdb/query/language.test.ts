import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// Cases after the examples of the manual. https://www.mongodb.com/docs/manual/reference/operator/

type Documents = readonly Record<string, unknown>[]

const it = databaseTest()

const decimal = (text: string) => ({ $numberDecimal: text })
const double = (text: string) => ({ $numberDouble: text })
const date = (text: string) => ({ $date: text })

describe('a filter', () => {
  const people: Documents = [
    {
      _id: 1,
      name: 'Ada',
      age: 36,
      tags: ['a', 'b'],
      address: { city: 'London' },
      scores: [
        { k: 1, v: 5 },
        { k: 2, v: 9 },
      ],
    },
    { _id: 2, name: 'grace', age: 85, tags: [], address: null, born: date('1906-12-09T00:00:00Z') },
    { _id: 3, name: 'Alan', age: double('41.5'), tags: 'a', height: decimal('1.80'), grid: [[7, { x: 1 }]] },
    { _id: 4, name: 'Bob', age: '36', grid: [{ x: 1 }] },
  ]
  it.for<[string, Record<string, unknown>, number[]]>([
    ['compares only values of one type', { age: { $gt: 36 } }, [2, 3]],
    ['takes a missing field as null', { address: null }, [2, 3, 4]],
    ['tells missing fields by $exists', { address: { $exists: false } }, [3, 4]],
    ['looks at the elements of arrays', { tags: 'a' }, [1, 3]],
    ['compares whole arrays', { tags: [] }, [2]],
    ['follows dotted paths', { 'address.city': 'London' }, [1]],
    ['follows positions', { 'scores.1.v': 9 }, [1]],
    ['matches patterns', { name: { $regex: '^a', $options: 'i' } }, [1, 3]],
    ['matches one element by all conditions', { scores: { $elemMatch: { k: 1, v: { $gt: 5 } } } }, []],
    ['takes a list within an array for a document of its positions', { grid: { $elemMatch: { x: 1 } } }, [4]],
    ['finds the positions of such a list', { grid: { $elemMatch: { 0: 7 } } }, [3]],
    ['lets each condition be met by another element', { 'scores.k': 1, 'scores.v': 9 }, [1]],
    ['asks for all values', { tags: { $all: ['a', 'b'] } }, [1]],
    ['asks for types', { age: { $type: ['double', 'string'] } }, [3, 4]],
    ['compares decimals with doubles', { height: { $lt: 2 } }, [3]],
    ['negates', { age: { $not: { $gt: 40 } } }, [1, 4]],
    ['computes', { $expr: { $gt: [{ $size: { $ifNull: ['$scores', []] } }, 1] } }, [1]],
    ['joins by $or and $nor', { $or: [{ _id: 1 }, { _id: 4 }], $nor: [{ name: 'Bob' }] }, [1]],
    ['divides', { age: { $mod: [5, 0] } }, [2]],
    ['checks schemas', { $jsonSchema: { required: ['born'], properties: { born: { bsonType: 'date' } } } }, [2]],
  ] as const)('%s', ([_name, filter, ids], { docdb }) => {
    docdb.collection('test.people').insert(people)
    expect(
      docdb
        .collection('test.people')
        .find(filter, { sort: { _id: 1 } })
        .map(({ _id }) => _id),
    ).toEqual(ids)
  })

  it.for<[Record<string, unknown>, string]>([
    [{ a: { $foo: 1 } }, 'unknown operator: $foo'],
    [
      { $foo: 1 },
      "unknown top level operator: $foo. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.",
    ],
    [{ a: { $in: 1 } }, '$in needs an array'],
    [{ $or: [] }, '$and/$or/$nor must be a nonempty array'],
  ] as const)('%j is refused in the server’s words', ([filter, message], { docdb }) => {
    expect(() => docdb.collection('test.people').find(filter)).toThrow(message)
  })

  it('orders all types as the server does', ({ docdb }) => {
    const values = [
      { $minKey: 1 },
      null,
      1,
      double('1.5'),
      decimal('2'),
      'a',
      { a: 1 },
      [3],
      { $oid: 'a'.repeat(24) },
      false,
      true,
      date('2026-01-01T00:00:00Z'),
      { $timestamp: { t: 1, i: 1 } },
      { $regularExpression: { pattern: 'a', options: '' } },
      { $maxKey: 1 },
    ]
    docdb
      .collection('test.values')
      .insert(values.map((v, _id) => ({ _id, v: Array.isArray(v) ? { $literal: v } : v })).toReversed())
    const ids = docdb
      .collection('test.values')
      .find({}, { sort: { v: 1 } })
      .map(({ _id }) => _id)
    expect(ids.filter((each) => each !== 7)).toEqual(values.map((_, at) => at).filter((each) => each !== 7))
  })

  it('compares strings by a collation', async ({ docdb }) => {
    const { MongoClient } = await import('mongodb')
    const client = await MongoClient.connect(docdb.uri)
    const names = client.db('test').collection('names')
    await names.insertMany([{ name: 'émile' }, { name: 'Emile' }, { name: 'zoe' }])
    expect(await names.countDocuments({ name: 'emile' }, { collation: { locale: 'fr', strength: 1 } })).toBe(2)
    expect(await names.countDocuments({ name: 'EMILE' }, { collation: { locale: 'fr', strength: 2 } })).toBe(1)
    await names.createIndex({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
    await expect(names.insertOne({ name: 'ZOE' })).rejects.toMatchObject({ code: 11000 })
    await client.close()
  })

  it('searches a text index, and points near a point', ({ docdb }) => {
    const places = docdb.collection('test.places')
    places.createIndex({ text: 'text' })
    places.createIndex({ at: '2dsphere' })
    const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] })
    places.insert([
      { _id: 1, text: 'Coffee shops and bakeries', at: point(2.35, 48.85) },
      { _id: 2, text: 'A running club', at: point(2.36, 48.86) },
      { _id: 3, text: 'Coffee roasters', at: point(13.4, 52.5) },
    ])
    const ids = (filter: Record<string, unknown>) => places.find(filter).map(({ _id }) => _id)
    expect(ids({ $text: { $search: 'coffee' } })).toEqual([1, 3])
    expect(ids({ $text: { $search: 'run -club' } })).toEqual([])
    expect(ids({ $text: { $search: '"coffee shops"' } })).toEqual([1])
    expect(ids({ at: { $near: { $geometry: point(2.36, 48.86), $maxDistance: 5000 } } })).toEqual([2, 1])
    expect(
      ids({
        at: {
          $geoWithin: {
            $box: [
              [2, 48],
              [3, 49],
            ],
          },
        },
      }),
    ).toEqual([1, 2])
  })
})

describe('an update', () => {
  it.for<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
    [
      'sets, removes and renames',
      { a: 1, b: 2, c: 3 },
      { $set: { 'd.e': 5 }, $unset: { a: '' }, $rename: { b: 'z' } },
      { c: 3, d: { e: 5 }, z: 2 },
    ],
    [
      'adds and multiplies',
      { a: 1, b: decimal('1.10') },
      { $inc: { a: 2, n: 5 }, $mul: { b: 2 } },
      { a: 3, b: decimal('2.20'), n: 5 },
    ],
    ['takes the least and greatest', { a: 5, b: 5 }, { $min: { a: 3 }, $max: { b: 9 } }, { a: 3, b: 9 }],
    [
      'pushes with modifiers',
      { a: [3, 1] },
      { $push: { a: { $each: [2, 5], $sort: -1, $slice: 3 } } },
      { a: [5, 3, 2] },
    ],
    ['adds to sets', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
    [
      'pulls',
      { a: [1, 5, 9], b: [{ x: 1 }, { x: 2 }] },
      { $pull: { a: { $gte: 5 }, b: { x: 1 } } },
      { a: [1], b: [{ x: 2 }] },
    ],
    ['pops', { a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
    ['changes all elements', { a: [{ x: 1 }, { x: 2 }] }, { $inc: { 'a.$[].x': 10 } }, { a: [{ x: 11 }, { x: 12 }] }],
    ['sets bits', { a: 13 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
    ['pads arrays', { a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
  ] as const)('%s', ([_name, before, change, after], { docdb }) => {
    docdb.collection('test.items').insert({ _id: 1, ...before })
    docdb.collection('test.items').update({ _id: 1 }, change)
    expect(docdb.collection('test.items').find({}, { projection: { _id: 0 } })).toEqual([after])
  })

  it('follows the positional operator and pipelines', ({ docdb }) => {
    const items = docdb.collection('test.items')
    items.insert({
      _id: 1,
      grades: [
        { s: 'a', v: 1 },
        { s: 'b', v: 2 },
      ],
      total: 0,
    })
    items.update({ 'grades.s': 'b' }, { $set: { 'grades.$.v': 20 } })
    items.update({}, [{ $set: { total: { $sum: '$grades.v' } } }])
    expect(items.findOne()).toEqual({
      _id: 1,
      grades: [
        { s: 'a', v: 1 },
        { s: 'b', v: 20 },
      ],
      total: 21,
    })
  })

  it('takes the position of the element that the filter found, not of one that its path names', ({ docdb }) => {
    const items = docdb.collection('test.items')
    items.insert({ _id: 1, rows: [{ cells: [0, 1] }], marks: [0, 1] })
    items.update({ 'rows.0.cells': 1 }, { $set: { 'rows.0.cells.$': 2 } })
    items.update({ marks: 1, 'rows.0.cells.0': 0 }, { $set: { 'marks.$': 2 } })
    expect(items.findOne()).toEqual({ _id: 1, rows: [{ cells: [0, 2] }], marks: [0, 2] })
  })

  it.for<[Record<string, unknown>, string]>([
    [{ $set: { a: 1 }, $inc: { a: 1 } }, "Updating the path 'a' would create a conflict at 'a'"],
    [{ $set: { a: 1, 'a.b': 2 } }, "Updating the path 'a.b' would create a conflict at 'a'"],
    [{ $set: { _id: 2 } }, "Performing an update on the path '_id' would modify the immutable field '_id'"],
    [
      { $inc: { s: 1 } },
      "Cannot apply $inc to a value of non-numeric type. {_id: 1} has the field 's' of non-numeric type string",
    ],
    [{ $set: { 's.x': 1 } }, 'Cannot create field \'x\' in element {s: "text"}'],
    [{ $foo: { a: 1 } }, 'Unknown modifier: $foo'],
    [{ $push: { s: 1 } }, "The field 's' must be an array but is of type string in document {_id: 1}"],
  ] as const)('%j is refused in the server’s words', ([change, message], { docdb }) => {
    docdb.collection('test.items').insert({ _id: 1, s: 'text' })
    expect(() => docdb.collection('test.items').update({ _id: 1 }, change)).toThrow(message)
  })
})

describe('an expression', () => {
  const now = date('2026-03-29T00:30:00Z')
  it.for<[unknown, unknown]>([
    [{ $add: [1, { $numberLong: '2' }] }, { $numberLong: '3' }],
    [{ $add: [{ $numberInt: '2147483647' }, 1] }, { $numberLong: '2147483648' }],
    [{ $add: [decimal('0.1'), decimal('0.2')] }, decimal('0.3')],
    [{ $divide: [7, 2] }, double('3.5')],
    [{ $mod: [-7, 3] }, { $numberInt: '-1' }],
    [{ $round: [double('2.5')] }, double('2.0')],
    [{ $trunc: [double('-2.567'), 1] }, double('-2.5')],
    [{ $concat: ['a', 'b'] }, 'ab'],
    [{ $substrCP: ['héllo', 1, 3] }, 'éll'],
    [{ $split: ['a-b-c', '-'] }, ['a', 'b', 'c']],
    [
      { $regexFind: { input: 'abc123', regex: '(\\d)(\\d)' } },
      { match: '12', idx: { $numberInt: '3' }, captures: ['1', '2'] },
    ],
    [{ $filter: { input: [1, 2, 3], cond: { $gt: ['$$this', 1] } } }, [{ $numberInt: '2' }, { $numberInt: '3' }]],
    [{ $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, { $numberInt: '6' }],
    [
      { $map: { input: { $range: [0, 3] }, as: 'n', in: { $multiply: ['$$n', 2] } } },
      [0, 2, 4].map((n) => ({ $numberInt: String(n) })),
    ],
    [
      {
        $setUnion: [
          ['b', 'a'],
          ['a', 'c'],
        ],
      },
      ['a', 'b', 'c'],
    ],
    [{ $mergeObjects: [{ a: 'x' }, { b: 'y' }] }, { a: 'x', b: 'y' }],
    // oxlint-disable-next-line unicorn/no-thenable -- the operator's own word
    [{ $switch: { branches: [{ case: false, then: 'no' }], default: 'yes' } }, 'yes'],
    [{ $convert: { input: 'abc', to: 'int', onError: 'none' } }, 'none'],
    [{ $toString: { $toDecimal: '1.10' } }, '1.10'],
    [{ $type: { $toLong: '5' } }, 'long'],
    [{ $dateToString: { date: now, format: '%Y-%m-%d %H:%M %z', timezone: 'Europe/Paris' } }, '2026-03-29 01:30 +0100'],
    [{ $dateAdd: { startDate: now, unit: 'day', amount: 1, timezone: 'Europe/Paris' } }, date('2026-03-29T23:30:00Z')],
    [{ $dateAdd: { startDate: date('2026-01-31T00:00:00Z'), unit: 'month', amount: 1 } }, date('2026-02-28T00:00:00Z')],
    [{ $dateDiff: { startDate: date('2025-12-31T00:00:00Z'), endDate: now, unit: 'month' } }, { $numberLong: '3' }],
    [{ $dateTrunc: { date: now, unit: 'week', startOfWeek: 'monday' } }, date('2026-03-23T00:00:00Z')],
    [{ $dateFromString: { dateString: '29/03/2026', format: '%d/%m/%Y' } }, date('2026-03-29T00:00:00Z')],
    [{ $isoWeek: now }, { $numberInt: '13' }],
    [{ $getField: { field: 'a.b', input: { $literal: { 'a.b': 'x' } } } }, 'x'],
    [{ $sortArray: { input: ['b', 'a'], sortBy: 1 } }, ['a', 'b']],
    [{ $zip: { inputs: [['a'], ['b']] } }, [['a', 'b']]],
    [{ $arrayToObject: [[['k', 'v']]] }, { k: 'v' }],
  ] as const)('%j', async ([expression, expected], { docdb }) => {
    docdb.collection('test.one').insert({ _id: 1 })
    const response = await fetch(`${docdb.url}/app/a/endpoint/data/v1/action/aggregate`, {
      method: 'POST',
      headers: { 'api-key': 'k', 'content-type': 'application/ejson', accept: 'application/ejson' },
      body: JSON.stringify({
        dataSource: 'x',
        database: 'test',
        collection: 'one',
        pipeline: [{ $project: { _id: 0, value: expression } }],
      }),
    })
    const body = (await response.json()) as { documents: { value: unknown }[]; error?: string }
    const canonical = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value).replaceAll(
          /\{"\$date":"([^"]+)"\}/g,
          (_, text: string) => `{"$date":{"$numberLong":"${Date.parse(text)}"}}`,
        ),
      )
    expect(body.documents?.[0]?.value, body.error).toEqual(canonical(expected))
  })
})

describe('a pipeline', () => {
  const orders: Documents = [
    { _id: 1, c: 'ada', total: 10, items: ['x', 'y'], at: date('2026-01-01T00:00:00Z') },
    { _id: 2, c: 'bob', total: 20, items: ['x'], at: date('2026-01-02T00:00:00Z') },
    { _id: 3, c: 'ada', total: 30, items: [], at: date('2026-01-04T00:00:00Z') },
  ]
  it.for<[string, Documents, unknown]>([
    [
      'groups',
      [
        { $group: { _id: '$c', n: { $sum: 1 }, avg: { $avg: '$total' }, all: { $push: '$total' } } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 'ada', n: 2, avg: 20, all: [10, 30] },
        { _id: 'bob', n: 1, avg: 20, all: [20] },
      ],
    ],
    [
      'unwinds',
      [
        { $unwind: { path: '$items', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
        { $project: { items: 1, i: 1 } },
      ],
      [
        { _id: 1, items: 'x', i: 0 },
        { _id: 1, items: 'y', i: 1 },
        { _id: 2, items: 'x', i: 0 },
        { _id: 3, i: null },
      ],
    ],
    [
      'joins',
      [
        { $match: { _id: 2 } },
        { $lookup: { from: 'customers', localField: 'c', foreignField: 'name', as: 'who' } },
        { $project: { who: 1 } },
      ],
      [{ _id: 2, who: [{ _id: 'b', name: 'bob', boss: 'ada' }] }],
    ],
    [
      'joins by a pipeline',
      [
        { $match: { _id: 1 } },
        {
          $lookup: {
            from: 'customers',
            let: { name: '$c' },
            pipeline: [{ $match: { $expr: { $eq: ['$name', '$$name'] } } }, { $project: { _id: 1 } }],
            as: 'who',
          },
        },
        { $project: { who: 1 } },
      ],
      [{ _id: 1, who: [{ _id: 'a' }] }],
    ],
    [
      'walks graphs',
      [
        { $match: { _id: 2 } },
        {
          $graphLookup: {
            from: 'customers',
            startWith: '$c',
            connectFromField: 'boss',
            connectToField: 'name',
            as: 'chain',
            depthField: 'd',
          },
        },
        { $project: { 'chain._id': 1, 'chain.d': 1 } },
      ],
      [
        {
          _id: 2,
          chain: [
            { _id: 'b', d: 0 },
            { _id: 'a', d: 1 },
          ],
        },
      ],
    ],
    [
      'facets',
      [{ $facet: { n: [{ $count: 'n' }], top: [{ $sort: { total: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }] } }],
      [{ n: [{ n: 3 }], top: [{ _id: 3 }] }],
    ],
    [
      'buckets',
      [{ $bucket: { groupBy: '$total', boundaries: [0, 15, 25], default: 'more' } }],
      [
        { _id: 0, count: 1 },
        { _id: 15, count: 1 },
        { _id: 'more', count: 1 },
      ],
    ],
    [
      'buckets by itself',
      [{ $bucketAuto: { groupBy: '$total', buckets: 2 } }],
      [
        { _id: { min: 10, max: 30 }, count: 2 },
        { _id: { min: 30, max: 30 }, count: 1 },
      ],
    ],
    [
      'counts by value',
      [{ $sortByCount: '$c' }],
      [
        { _id: 'ada', count: 2 },
        { _id: 'bob', count: 1 },
      ],
    ],
    [
      'runs windows',
      [
        {
          $setWindowFields: {
            partitionBy: '$c',
            sortBy: { at: 1 },
            output: { sum: { $sum: '$total', window: { documents: ['unbounded', 'current'] } }, rank: { $rank: {} } },
          },
        },
        { $project: { sum: 1, rank: 1 } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 1, sum: 10, rank: 1 },
        { _id: 2, sum: 20, rank: 1 },
        { _id: 3, sum: 40, rank: 2 },
      ],
    ],
    [
      'densifies and fills',
      [
        { $densify: { field: 'at', range: { step: 1, unit: 'day', bounds: 'full' } } },
        { $fill: { sortBy: { at: 1 }, output: { total: { method: 'linear' } } } },
        { $project: { _id: 0, total: 1 } },
      ],
      [{ total: 10 }, { total: 20 }, { total: 25 }, { total: 30 }],
    ],
    [
      'unites',
      [{ $project: { _id: 1 } }, { $unionWith: { coll: 'customers', pipeline: [{ $project: { _id: 1 } }] } }],
      [{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 'a' }, { _id: 'b' }],
    ],
    ['replaces the root', [{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: { only: '$c' } } }], [{ only: 'ada' }]],
    [
      'computes the best',
      [
        {
          $group: {
            _id: null,
            best: { $top: { sortBy: { total: -1 }, output: '$c' } },
            two: { $maxN: { input: '$total', n: 2 } },
          },
        },
      ],
      [{ _id: null, best: 'ada', two: [30, 20] }],
    ],
  ] as const)('%s', ([_name, stages, expected], { docdb }) => {
    docdb.collection('test.orders').insert(orders)
    docdb.collection('test.customers').insert([
      { _id: 'a', name: 'ada' },
      { _id: 'b', name: 'bob', boss: 'ada' },
    ])
    expect(docdb.collection('test.orders').aggregate(stages)).toEqual(expected)
  })

  it('writes by $out and $merge', ({ docdb }) => {
    docdb.collection('test.orders').insert(orders)
    docdb.collection('test.orders').aggregate([{ $group: { _id: '$c', n: { $sum: 1 } } }, { $out: 'totals' }])
    expect(docdb.collection('test.totals').find({}, { sort: { _id: 1 } })).toEqual([
      { _id: 'ada', n: 2 },
      { _id: 'bob', n: 1 },
    ])
    docdb
      .collection('test.orders')
      .aggregate([{ $match: { c: 'ada' } }, { $group: { _id: '$c', sum: { $sum: '$total' } } }, { $merge: 'totals' }])
    expect(docdb.collection('test.totals').findOne({ _id: 'ada' })).toEqual({ _id: 'ada', n: 2, sum: 40 })
  })

  it('refuses unknown stages by name', ({ docdb }) => {
    expect(() => docdb.collection('test.orders').aggregate([{ $foo: 1 }])).toThrow(
      "Unrecognized pipeline stage name: '$foo'",
    )
  })
})
