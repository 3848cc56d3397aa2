import { serialize } from 'bson'
import { expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { Client } from './driver.ts'
import { steepness } from '#testkit/steepness.ts'

// Every command, operator and stage of docdb that takes a text, a list or a document, at one size and at twice that.

const it = databaseTest()

/** The sizes of lists, of texts in characters, and of the collection, before they double. */
const [LIST, TEXT, DOCUMENTS] = [2_000, 60_000, 4_000]

type Command = Readonly<Record<string, unknown>>

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const words = (count: number): string[] => numbers(count).map((at) => `w${at}`)
const fields = (count: number, value: (at: number) => unknown = (at) => at): Record<string, unknown> =>
  Object.fromEntries(numbers(count).map((at) => [`f${at}`, value(at)]))
const pairs = (count: number): [string, number][] => numbers(count).map((at) => [`f${at}`, at])
const ring = (count: number): number[][] => numbers(count).map((at) => [Math.cos(at) * 50, Math.sin(at) * 50])

/** Returns the command for the value of an expression. */
const valueOf = (expression: unknown): Command => ({
  aggregate: 1,
  pipeline: [{ $documents: [{}] }, { $project: { size: { $strLenBytes: { $toString: { $size: [[expression]] } } } } }],
  cursor: {},
})
const find = (filter: unknown): Command => ({ find: 'things', filter, limit: 5 })
const stages = (...pipeline: readonly unknown[]): Command => ({
  aggregate: 'things',
  pipeline: [...pipeline, { $limit: 5 }],
  cursor: {},
})
const update = (u: unknown, more: Command = {}): Command => ({ update: 'wide', updates: [{ q: {}, u, ...more }] })

/** Expressions of a list with so many elements. */
const LISTS: Readonly<Record<string, (count: number) => unknown>> = {
  $concat: (count) => ({ $concat: words(count) }),
  $and: (count) => ({ $and: numbers(count).map((at) => ({ $gte: [at, 0] })) }),
  $switch: (count) => ({
    // oxlint-disable-next-line unicorn/no-thenable -- the vendor's name of a branch's value
    $switch: { branches: numbers(count).map((at) => ({ case: { $eq: [at, -1] }, then: at })), default: 0 },
  }),
  $in: (count) => ({ $in: [-1, numbers(count)] }),
  $map: (count) => ({ $map: { input: numbers(count), in: { $in: ['$$this', [1]] } } }),
  $filter: (count) => ({ $filter: { input: numbers(count), cond: { $gt: ['$$this', 5] } } }),
  $reduce: (count) => ({ $reduce: { input: numbers(count), initialValue: 0, in: { $add: ['$$value', '$$this'] } } }),
  $zip: (count) => ({ $zip: { inputs: [numbers(count), numbers(count)] } }),
  $sortArray: (count) => ({ $sortArray: { input: words(count), sortBy: 1 } }),
  $setUnion: (count) => ({ $setUnion: [words(count), words(count)] }),
  $setIntersection: (count) => ({ $setIntersection: [words(count), words(count).toReversed()] }),
  $setDifference: (count) => ({ $setDifference: [words(count), words(count).toReversed()] }),
  $setEquals: (count) => ({ $setEquals: [words(count), words(count).toReversed()] }),
  $setIsSubset: (count) => ({ $setIsSubset: [words(count), words(count).toReversed()] }),
  $reverseArray: (count) => ({ $reverseArray: { $concatArrays: [numbers(count), numbers(count)] } }),
  $indexOfArray: (count) => ({ $indexOfArray: [numbers(count), -1] }),
  $arrayToObject: (count) => ({ $objectToArray: { $arrayToObject: { $literal: pairs(count) } } }),
  $mergeObjects: (count) => ({ $mergeObjects: numbers(count).map((at) => ({ [`f${at}`]: at })) }),
  $setField: (count) => ({ $setField: { field: 'f1', input: { $literal: fields(count) }, value: 1 } }),
  $let: (count) => ({ $let: { vars: fields(count), in: '$$f1' } }),
  $max: (count) => ({ $max: numbers(count) }),
  $firstN: (count) => ({ $maxN: { n: count, input: numbers(count) } }),
}

/** Expressions of a text with so many characters. */
const TEXTS: Readonly<Record<string, (text: string) => unknown>> = {
  $split: (text) => ({ $split: [text, 'a'] }),
  $replaceAll: (text) => ({ $replaceAll: { input: text, find: 'a', replacement: 'b' } }),
  $indexOfCP: (text) => ({ $indexOfCP: [text, 'zz'] }),
  $substrCP: (text) => ({ $substrCP: [text, 5, text.length] }),
  $trim: (text) => ({ $trim: { input: `${' '.repeat(text.length)}${text}${' '.repeat(text.length)}` } }),
  $toUpper: (text) => ({ $strcasecmp: [{ $toUpper: text }, text] }),
  $strLenCP: (text) => ({ $strLenCP: text }),
  $regexFindAll: (text) => ({ $regexFindAll: { input: text, regex: 'a+b|a' } }),
  $regexMatch: (text) => ({ $regexMatch: { input: text, regex: '(a|b)*c' } }),
  $dateFromString: (text) => ({ $dateFromString: { dateString: text, onError: null } }),
  $toInt: (text) => ({ $convert: { input: text, to: 'decimal', onError: null } }),
}

/** Commands of one size. */
const COMMANDS: Readonly<Record<string, (scale: 1 | 2) => Command>> = {
  ...Object.fromEntries(
    Object.entries(LISTS).map(([name, make]) => [name, (scale: number) => valueOf(make(LIST * scale))]),
  ),
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, make]) => [name, (scale: number) => valueOf(make('a '.repeat(TEXT * scale)))]),
  ),
  'find with $in': (scale) => find({ n: { $in: words(LIST * scale) } }),
  'find with $nin': (scale) => find({ n: { $nin: words(LIST * scale) } }),
  'find with $or': (scale) => ({
    ...find({ $or: numbers(20 * scale).map((at) => ({ missing: at })) }),
  }),
  'find with many fields': (scale) => find(fields(LIST * scale)),
  'find with a pattern': (scale) => find({ text: { $regex: `(${words(LIST * scale).join('|')})` } }),
  'find with $jsonSchema': (scale) =>
    find({ $jsonSchema: { properties: fields(LIST * scale, () => ({ bsonType: 'int' })), required: words(LIST) } }),
  'find with a polygon': (scale) => ({ ...find({ at: { $geoWithin: { $polygon: ring(200 * scale) } } }) }),
  'find with a sort': (scale) => ({
    find: 'things',
    sort: { text: 1, n: -1 },
    limit: 1,
    skip: (DOCUMENTS / 4) * scale,
  }),
  'find with a projection': (scale) => ({ find: 'wide', projection: fields(LIST * scale, () => 1) }),
  'a path of many parts': (scale) => find({ [Array.from({ length: 60 * scale }, () => 'a').join('.')]: 1 }),
  'many stages': (scale) => stages(...numbers(30 * scale).map(() => ({ $addFields: { x: 1 } }))),
  $group: (scale) => stages({ $limit: (DOCUMENTS / 2) * scale }, { $group: { _id: '$n', all: { $push: '$text' } } }),
  $facet: (scale) => stages({ $facet: fields(10 * scale, () => [{ $match: { n: 1 } }]) }),
  $bucket: (scale) => stages({ $bucket: { groupBy: '$n', boundaries: numbers(LIST * scale), default: -1 } }),
  $bucketAuto: (scale) => stages({ $bucketAuto: { groupBy: '$n', buckets: 500 * scale } }),
  $sortByCount: (scale) => stages({ $limit: (DOCUMENTS / 2) * scale }, { $sortByCount: '$n' }),
  $unwind: (scale) => stages({ $limit: 1 }, { $project: { a: numbers(LIST * scale) } }, { $unwind: '$a' }),
  $densify: (scale) =>
    stages({ $limit: 2 }, { $densify: { field: 'n', range: { step: 1, bounds: [0, LIST * 5 * scale] } } }),
  $fill: (scale) =>
    stages(
      { $limit: (DOCUMENTS / 2) * scale },
      { $fill: { sortBy: { n: 1 }, output: { gone: { method: 'linear' } } } },
    ),
  $graphLookup: (scale) =>
    stages(
      { $limit: 1 },
      {
        $graphLookup: {
          from: 'things',
          startWith: '$next',
          connectFromField: 'next',
          connectToField: '_id',
          as: 'chain',
          maxDepth: 100 * scale,
        },
      },
    ),
  $documents: (scale) => ({
    aggregate: 1,
    pipeline: [{ $documents: numbers(LIST * scale).map((at) => ({ at })) }, { $limit: 1 }],
    cursor: {},
  }),
  distinct: (scale) => ({ distinct: 'things', key: 'n', query: { n: { $lt: (DOCUMENTS / 2) * scale } } }),
  insert: (scale) => ({ insert: 'new', documents: numbers(LIST * scale).map((at) => ({ at })) }),
  'insert of many fields': (scale) => ({ insert: 'new', documents: [fields(LIST * 4 * scale)] }),
  'insert of deep documents': (scale) => {
    let deep: unknown = 1
    for (let at = 0; at < 80 * scale; at++) deep = { deep }
    return { insert: 'new', documents: [{ deep }] }
  },
  'update of many statements': (scale) => ({
    update: 'things',
    updates: numbers(LIST * scale).map((at) => ({ q: { _id: at }, u: { $inc: { n: 1 } } })),
  }),
  'delete of many statements': (scale) => ({
    delete: 'things',
    deletes: numbers(LIST * scale).map((at) => ({ q: { _id: at }, limit: 1 })),
  }),
  bulkWrite: (scale) => ({
    bulkWrite: 1,
    ops: numbers(LIST * scale).map((at) => ({ insert: 0, document: { at } })),
    nsInfo: [{ ns: 'test.new' }],
    $db: 'admin',
  }),
  $set: (scale) => update({ $set: fields(LIST * scale) }),
  $unset: (scale) => update({ $unset: fields(LIST * scale) }),
  $push: (scale) => update({ $push: { list: { $each: numbers(LIST * scale), $sort: 1, $slice: -LIST } } }),
  $addToSet: (scale) => update({ $addToSet: { none: { $each: words(LIST * scale) } } }),
  $pullAll: (scale) => update({ $pullAll: { list: words(LIST * scale) } }),
  'update of many elements': (scale) =>
    update({ $set: { 'list.$[e]': 1 } }, { arrayFilters: [{ e: { $in: words(LIST * scale) } }] }),
}

it('the time of a command grows with the size of its input, and no faster', { timeout: 120_000 }, async ({ docdb }) => {
  const documents = numbers(DOCUMENTS).map((at) => ({
    _id: at,
    n: at % 977,
    next: at + 1,
    text: `text ${at * 7}`,
    at: [at / 100, 1],
  }))
  docdb.collection('test.things').insert(documents)
  docdb.collection('test.wide').insert([{ _id: 1, ...fields(LIST), list: words(LIST) }])
  const snapshot = docdb.snapshot()
  const client = await Client.open(docdb.port)
  const found: string[] = []
  const refused: string[] = []
  for (const [name, make] of Object.entries(COMMANDS)) {
    const steep = await steepness(async (scale, timeOf) => {
      // The command's name comes first.
      const made = make(scale)
      const bytes = Buffer.from(serialize({ ...made, $db: made['$db'] ?? 'test' }))
      let reply: Awaited<ReturnType<typeof client.ask>> = 'closed'
      const cost = await timeOf(async () => (reply = await client.ask(bytes)))
      docdb.restore(snapshot)
      if (reply === 'closed' || reply['ok'] !== 1) refused.push(`${name}: ${JSON.stringify(reply)}`.slice(0, 300))
      return cost
    })
    if (steep !== null) found.push(`${name}: ${steep}`)
  }
  client.close()
  expect(refused).toEqual([])
  expect(found).toEqual([])
})
