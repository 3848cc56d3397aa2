import { Decimal128, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { cpuTime } from '#testkit/steepness.ts'

const it = databaseTest()

/** Returns the value of an expression. */
async function valueOf(client: MongoClient, expression: unknown): Promise<unknown> {
  const [found] = await client
    .db('shop')
    .aggregate([{ $documents: [{}] }, { $project: { value: expression } }])
    .toArray()
  return (found as Document)['value']
}

const latest = new Date(8_640_000_000_000_000)

it.for([
  ['$dateAdd', { $dateAdd: { startDate: latest, unit: 'year', amount: 5 } }, 5_166_406],
  ['$dateAdd of hours', { $dateAdd: { startDate: latest, unit: 'hour', amount: 1 } }, 5_166_406],
  ['$dateSubtract', { $dateSubtract: { startDate: new Date(-8.64e15), unit: 'day', amount: 1 } }, 5_166_406],
  ['$add', { $add: [latest, 1] }, 15],
  ['$subtract', { $subtract: [latest, -1] }, 15],
] as const)('refuses a date beyond the latest: %s', async ([_name, expression, code], { client }) => {
  await expect(valueOf(client, expression)).rejects.toMatchObject({ code })
})

it('divides by a decimal number that no double can be', async ({ client }) => {
  const tiny = Decimal128.fromString('7E-6000')
  expect(String(await valueOf(client, { $mod: [Decimal128.fromString('15E-6000'), tiny] }))).toBe('1E-6000')
  expect(String(await valueOf(client, { $divide: [Decimal128.fromString('14E-6000'), tiny] }))).toBe('2')
  await expect(valueOf(client, { $mod: [1, Decimal128.fromString('0E-6000')] })).rejects.toMatchObject({ code: 16_610 })
})

/** An expression in which each variable holds the one before several times. */
function growing(levels: number, first: unknown, grow: (inner: string) => unknown): unknown {
  let expression: unknown = '$$v'
  for (let level = 0; level < levels; level++) expression = { $let: { vars: { v: grow('$$v') }, in: expression } }
  return { $let: { vars: { v: first }, in: expression } }
}

describe('memory', () => {
  it('has no limit below 100 MB, however many values an array has', async ({ client }) => {
    const range = { $range: [0, 150_000] }
    expect(await valueOf(client, { $size: { $concatArrays: [range, []] } })).toBe(150_000)
    expect(await valueOf(client, { $size: { $zip: { inputs: [range, range] } } })).toBe(150_000)
    expect(await valueOf(client, { $size: { $range: [0, 6_000_000] } })).toBe(6_000_000)
    expect(await valueOf(client, { $max: { $map: { input: range, in: { $add: ['$$this', 1] } } } })).toBe(150_000)
  })

  it.for([
    ['$range', { $size: { $range: [0, 1_000_000_000] } }],
    ['$range downwards', { $size: { $range: [0, -1_000_000_000, -1] } }],
    ['$zip', { $size: { $zip: { inputs: [{ $range: [0, 4_000_000] }, { $range: [0, 4_000_000] }] } } }],
    ['$zip of none', { $zip: { inputs: [{ $range: [0, 20_000_000] }], useLongestLength: true } }],
    ['$map', { $map: { input: { $range: [0, 5_000_000] }, in: { a: '$$this' } } }],
    ['$concat', growing(40, 'x', (v) => ({ $concat: [v, v] }))],
    ['$concatArrays', growing(40, [1], (v) => ({ $concatArrays: [v, v] }))],
    ['an array', growing(40, [1], (v) => [v, v])],
    ['a document', growing(40, { a: 1 }, (v) => ({ a: v, b: v }))],
    ['$replaceAll', growing(40, 'xx', (v) => ({ $replaceAll: { input: v, find: 'x', replacement: v } }))],
    ['$setField', growing(40, { a: 1 }, (v) => ({ $setField: { field: 'b', input: { a: v }, value: v } }))],
    [
      '$reduce',
      { $reduce: { input: { $range: [0, 40] }, initialValue: [1], in: { $concatArrays: ['$$value', '$$value'] } } },
    ],
  ] as const)('is refused beyond 100 MB: %s', async ([_name, expression], { client }) => {
    await expect(valueOf(client, expression)).rejects.toMatchObject({ code: 146, codeName: 'ExceededMemoryLimit' })
  })

  it('is refused for stages that hold more than 100 MB of what they make', async ({ client }) => {
    const run = (...stages: Document[]) => client.db('shop').aggregate(stages).toArray()
    const range = { $documents: [{ n: { $range: [0, 2_000] } }] }
    await expect(
      run(range, { $set: { m: '$n' } }, { $unwind: '$n' }, { $unwind: '$m' }, { $count: 'count' }),
    ).rejects.toMatchObject({ code: 146 })
    await expect(
      run(range, { $unwind: '$n' }, { $set: { m: { $range: [0, 10_000] } } }, { $count: 'count' }),
    ).rejects.toMatchObject({ code: 146 })
    const union = Array.from({ length: 14 }, () => ({ $unionWith: { pipeline: [{ $documents: [{}] }] } }))
    expect(await run({ $documents: [{}] }, ...union)).toHaveLength(15)
  })

  describe('of a command without `allowDiskUse`', () => {
    // 2000 documents of 60 kB each.
    const many = [
      { $documents: [{ n: { $range: [0, 2_000] } }] },
      { $unwind: '$n' },
      { $set: { text: 'x'.repeat(60_000) } },
    ]
    const sort = 'Sort exceeded memory limit of 104857600 bytes, but did not opt in to external sorting.'
    const group = "Exceeded memory limit for $group, but didn't allow external sort. Pass allowDiskUse:true to opt in."
    const about = 'Executor error during aggregate command on namespace: shop.$cmd.aggregate :: caused by :: '

    it.for([
      ['$sort', { $sort: { n: -1 } }, sort],
      ['$group', { $group: { _id: '$n', text: { $first: '$text' } } }, group],
      ['$sortByCount', { $sortByCount: { $mergeObjects: [{ n: '$n', text: '$text' }] } }, group],
      [
        '$bucket',
        { $bucket: { groupBy: '$n', boundaries: [0, 700, 1400, 2_000], output: { all: { $push: '$text' } } } },
        group,
      ],
      ['$bucketAuto', { $bucketAuto: { groupBy: '$n', buckets: 5 } }, sort],
      ['$setWindowFields', { $setWindowFields: { sortBy: { n: 1 }, output: { m: { $sum: '$n' } } } }, sort],
    ] as const)('is refused beyond 100 MB: %s', { timeout: 60_000 }, async ([_name, stage, message], { client }) => {
      const run = (allowDiskUse?: boolean) =>
        client
          .db('shop')
          .aggregate(
            [...many, stage as Document, { $count: 'count' }],
            allowDiskUse === undefined ? {} : { allowDiskUse },
          )
          .toArray()
      await expect(run(false)).rejects.toMatchObject({
        code: 292,
        codeName: 'QueryExceededMemoryLimitNoDiskUseAllowed',
        errmsg: about + message,
      })
      expect(await run(true)).toHaveLength(1)
      expect(await run()).toHaveLength(1)
    })

    it('is that of the documents which a limit leaves, and of no order that an index has', async ({
      client,
      docdb,
    }) => {
      const run = (...stages: Document[]) =>
        client
          .db('shop')
          .aggregate([...many, ...stages, { $count: 'count' }], { allowDiskUse: false })
          .toArray()
      expect(await run({ $sort: { n: 1 } }, { $skip: 5 }, { $limit: 1_000 })).toEqual([{ count: 1_000 }])
      await expect(run({ $sort: { n: 1 } }, { $limit: 1_990 })).rejects.toMatchObject({ code: 292 })
      const text = 'x'.repeat(1_000_000)
      docdb.collection('shop.items').insert(Array.from({ length: 110 }, (_, n) => ({ n, text })))
      const items = client.db('shop').collection('items')
      const lean = { projection: { n: 1 }, allowDiskUse: false }
      await expect(items.find({}, lean).sort({ n: -1 }).toArray()).rejects.toMatchObject({
        code: 292,
        errmsg: `Executor error during find command: shop.items :: caused by :: ${sort}`,
      })
      expect(await items.find({}, lean).sort({ n: -1 }).limit(50).toArray()).toHaveLength(50)
      expect(
        await items
          .find({}, { projection: { n: 1 } })
          .sort({ n: -1 })
          .toArray(),
      ).toHaveLength(110)
      const counted = () => items.aggregate([{ $sort: { n: 1 } }, { $count: 'n' }], { allowDiskUse: false }).toArray()
      await expect(counted()).rejects.toMatchObject({ code: 292 })
      await items.createIndex({ n: 1 })
      expect(await items.find({}, lean).sort({ n: -1 }).toArray()).toHaveLength(110)
      expect(await counted()).toEqual([{ n: 110 }])
    })
  })

  it('holds a document of 16 MB and some fields in a reply', async ({ client }) => {
    const text = 'x'.repeat(2 ** 24 - 1)
    const stages = [{ $documents: [{ text }] }, { $project: { text: 1 } }]
    expect(await client.db('shop').aggregate(stages).toArray()).toEqual([{ text }])
  })

  it('stores no document of more than 16 MB', async ({ client }) => {
    const items = client.db('shop').collection('items')
    const half = 'x'.repeat(2 ** 23)
    await items.insertOne({ text: half })
    const doubled = [{ $set: { text: { $concat: ['$text', '$text'] } } }]
    await expect(items.updateOne({}, doubled)).rejects.toMatchObject({
      code: 17_419,
      message: 'Resulting document after update is larger than 16777216',
    })
  })

  it('holds no document of more than 16 MB in a reply', async ({ client }) => {
    const large = growing(25, 'x', (v) => ({ $concat: [v, v] }))
    await expect(valueOf(client, large)).rejects.toMatchObject({ code: 10_334, codeName: 'BSONObjectTooLarge' })
    expect(await valueOf(client, { $strLenBytes: large })).toBe(2 ** 25)
  })

  it('fills a gap of 200,000 documents', async ({ client }) => {
    const densify = { $densify: { field: 'n', range: { step: 1, bounds: [0, 200_000] } } }
    const stages = [{ $documents: [{ n: 0 }] }, densify, { $count: 'count' }]
    expect(await client.db('shop').aggregate(stages).toArray()).toEqual([{ count: 200_000 }])
  })
})

describe('maxTimeMS', () => {
  const million = { $range: [0, 1_000_000] }
  const square = {
    $map: { input: million, in: { $size: { $filter: { input: million, cond: { $gt: ['$$this', 1] } } } } },
  }

  /** Returns a command that computes a window function of 24,000 documents for each of them. */
  const windowed = (output: Document): Document => ({
    aggregate: 'items',
    pipeline: [
      ...Array.from({ length: 7 }, () => ({ $unionWith: 'items' })),
      { $setWindowFields: { sortBy: { n: 1 }, output: { value: output } } },
    ],
    cursor: {},
  })
  const circle = Array.from({ length: 50_000 }, (_, n) => [Math.cos(n / 7_000) * 80, Math.sin(n / 7_000) * 80])
  const line = { type: 'LineString', coordinates: circle }

  it.beforeEach(({ docdb }) => {
    docdb
      .collection('shop.items')
      .insert(Array.from({ length: 3_000 }, (_, n) => ({ n, group: n % 7, at: [n / 100, n / 100] })))
  })

  it.for([
    ['aggregate', { aggregate: 'items', pipeline: [{ $project: { square } }], cursor: {} }],
    ['find', { find: 'items', filter: { $expr: { $gt: [{ $size: square }, 0] } } }],
    ['count', { count: 'items', query: { $expr: { $gt: [{ $size: square }, 0] } } }],
    ['distinct', { distinct: 'items', key: 'n', query: { $expr: { $gt: [{ $size: square }, 0] } } }],
    [
      '$lookup',
      {
        aggregate: 'items',
        pipeline: [
          {
            $lookup: {
              from: 'items',
              let: { n: '$n' },
              as: 'all',
              pipeline: [{ $match: { $expr: { $lt: ['$n', '$$n'] } } }, { $count: 'n' }],
            },
          },
        ],
        cursor: {},
      },
    ],
    [
      '$setWindowFields',
      {
        aggregate: 'items',
        pipeline: [
          { $unionWith: 'items' },
          { $unionWith: 'items' },
          {
            $setWindowFields: {
              sortBy: { n: 1 },
              output: { sum: { $sum: '$n', window: { documents: ['unbounded', 'unbounded'] } } },
            },
          },
        ],
        cursor: {},
      },
    ],
    ['$covariancePop', windowed({ $covariancePop: ['$n', '$group'] })],
    ['$minMaxScaler', windowed({ $minMaxScaler: { input: '$n' } })],
    ['$integral', windowed({ $integral: { input: '$n' } })],
    ['a window of a range', windowed({ $sum: '$n', window: { range: [0, 0] } })],
    ['$geoWithin', { find: 'items', filter: { at: { $geoWithin: { $polygon: circle } } } }],
    ['$geoIntersects', { find: 'items', filter: { at: { $geoIntersects: { $geometry: line } } } }],
  ] as const)('ends %s', async ([_name, command], { client }) => {
    const cost = await cpuTime(() =>
      expect(client.db('shop').command({ ...command, maxTimeMS: 100 })).rejects.toMatchObject({
        code: 50,
        codeName: 'MaxTimeMSExpired',
      }),
    )
    expect(cost).toBeLessThan(3000)
  })

  it('lets a command pass that takes less, and refuses values out of range', async ({ client }) => {
    const find = { find: 'items', filter: { n: 5 } }
    expect(await client.db('shop').command({ ...find, maxTimeMS: 10_000 })).toMatchObject({ ok: 1 })
    await expect(client.db('shop').command({ ...find, maxTimeMS: -1 })).rejects.toMatchObject({ code: 2 })
  })
})

describe('an operand of another type', () => {
  it.for([
    [{ $round: [1.5, 'x'] }, 16_004],
    [{ $trunc: [1.5, 0.5] }, 51_082],
    [{ $trunc: [1.5, -21] }, 51_083],
    [{ $range: [0.5, 1] }, 34_444],
    [{ $range: [0, 1.5] }, 34_446],
    [{ $arrayToObject: [[{ k: 'a', w: 1 }]] }, 40_393],
    [{ $map: 5 }, 16_878],
    [{ $switch: { branches: [{ case: true, otherwise: 2 }] } }, 40_063],
    [{ $dateDiff: { startDate: 'x', endDate: '$$NOW', unit: 'day' } }, 5_166_307],
    [{ $dateAdd: { startDate: '$$NOW', unit: true, amount: 1 } }, 5_439_013],
  ] as const)('is refused as the server refuses it: %j', async ([expression, code], { client }) => {
    await expect(valueOf(client, expression)).rejects.toMatchObject({ code })
  })
})
