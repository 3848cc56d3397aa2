import { EJSON } from 'bson'
import * as accumulators from 'mingo/operators/accumulator'
import * as expressions from 'mingo/operators/expression'
import * as windows from 'mingo/operators/window'
import { MongoClient, type Collection } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

// A case for every operator of the manual, with the types of the results. No package carries cases of the server: these
// follow the manual's descriptions. https://www.mongodb.com/docs/manual/reference/operator/aggregation/

let docdb: Emulator<'docdb'>
let client: MongoClient
let one: Collection
beforeAll(async () => {
  docdb = await startDatabase()
  client = await MongoClient.connect(docdb.uri)
  one = client.db('test').collection('one')
  await one.insertOne({ _id: 1 as never })
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})

const long = (text: string) => ({ $numberLong: text })
const double = (text: string) => ({ $numberDouble: text })
const decimal = (text: string) => ({ $numberDecimal: text })
const date = (text: string) => ({ $date: { $numberLong: String(Date.parse(text)) } })
const binary = (base64: string, subType = '00') => ({ $binary: { base64, subType } })
const oid = (text: string) => ({ $oid: text })
const literal = (value: unknown) => ({ $literal: value })

/** Returns canonical Extended JSON of a value in which whole numbers stand for Int32. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') return { $numberInt: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(canonical)
  const [name, ...others] = Object.keys(value)
  if (name?.startsWith('$') === true && others.length === 0) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, canonical(each)]))
}

/** Returns the documents that a pipeline makes, as canonical Extended JSON. */
async function run(stages: readonly unknown[], from: Collection = one): Promise<unknown[]> {
  const pipeline = EJSON.deserialize({ stages }, { relaxed: false })['stages'] as never
  const documents = await from.aggregate(pipeline, { promoteValues: false }).toArray()
  return documents.map((each) => JSON.parse(EJSON.stringify(each, { relaxed: false })) as unknown)
}

const noon = date('2026-03-29T12:34:56.789Z')
const MISSING = Symbol('missing')

type Case = readonly [operand: unknown, expected: unknown]

const EXPRESSIONS: Readonly<Record<string, readonly Case[]>> = {
  // Arithmetic
  $abs: [
    [-5, 5],
    [{ $numberInt: '-2147483648' }, long('2147483648')],
    [null, null],
  ],
  $add: [
    [[1, 2], 3],
    [[{ $numberInt: '2147483647' }, 1], long('2147483648')],
    [[1, double('1.5')], double('2.5')],
    [[decimal('0.1'), decimal('0.2')], decimal('0.3')],
    [[noon, 1000], date('2026-03-29T12:34:57.789Z')],
    [[1, null], null],
  ],
  $ceil: [
    [double('7.8'), double('8.0')],
    [double('-2.8'), double('-2.0')],
    [5, 5],
  ],
  $divide: [
    [[10, 4], double('2.5')],
    [[6, 3], double('2.0')],
    [[decimal('1'), 3], decimal('0.3333333333333333333333333333333333')],
  ],
  $exp: [[0, double('1.0')]],
  $floor: [
    [double('7.8'), double('7.0')],
    [double('-2.1'), double('-3.0')],
  ],
  $ln: [[1, double('0.0')]],
  $log: [[[8, 2], double('3.0')]],
  $log10: [[100, double('2.0')]],
  $mod: [
    [[-7, 3], -1],
    [[double('7.5'), 2], double('1.5')],
  ],
  $multiply: [
    [[3, 4], 12],
    [[long('3'), 4], long('12')],
  ],
  $pow: [
    [[5, 2], 25],
    [[2, -1], double('0.5')],
    [[2, 40], long('1099511627776')],
  ],
  $round: [
    [[double('2.5'), 0], double('2.0')],
    [[double('19.25'), 1], double('19.2')],
    [[1234, -2], 1200],
    [decimal('2.5'), decimal('2')],
  ],
  $sigmoid: [[0, double('0.5')]],
  $sqrt: [[25, double('5.0')]],
  $subtract: [
    [[5, 7], -2],
    [[noon, date('2026-03-29T12:34:55.789Z')], long('1000')],
    [[noon, 789], date('2026-03-29T12:34:56Z')],
  ],
  $trunc: [
    [[double('7.85'), 1], double('7.8')],
    [double('-2.9'), double('-2.0')],
  ],
  // Arrays
  $arrayElemAt: [
    [[[1, 2, 3], 0], 1],
    [[[1, 2, 3], -1], 3],
    [[[1, 2, 3], 9], MISSING],
  ],
  $arrayToObject: [
    [[[['a', 1]]], { a: 1 }],
    [literal([{ k: 'a', v: 1 }]), { a: 1 }],
  ],
  $concatArrays: [
    [
      [[1], [2, 3]],
      [1, 2, 3],
    ],
    [[[1], null], null],
  ],
  $filter: [
    [{ input: [1, 2, 3, 4], as: 'n', cond: { $gt: ['$$n', 1] }, limit: 2 }, [2, 3]],
    [{ input: null, cond: true }, null],
  ],
  $first: [
    [[[1, 2]], 1],
    [[[]], MISSING],
  ],
  $firstN: [[{ input: [1, 2, 3], n: 2 }, [1, 2]]],
  $in: [
    [[2, [1, 2]], true],
    [['x', [1, 2]], false],
  ],
  $indexOfArray: [
    [[['a', 'b', 'a'], 'a', 1], 2],
    [[['a'], 'z'], -1],
    [[null, 'z'], null],
  ],
  $isArray: [
    [[[1]], true],
    [['x'], false],
  ],
  $last: [[[[1, 2]], 2]],
  $lastN: [[{ input: [1, 2, 3], n: 2 }, [2, 3]]],
  $map: [[{ input: [1, 2], as: 'n', in: { $add: ['$$n', 1] } }, [2, 3]]],
  $maxN: [[{ input: [1, 9, 4], n: 2 }, [9, 4]]],
  $minN: [[{ input: [1, 9, 4], n: 2 }, [1, 4]]],
  $range: [
    [
      [0, 10, 4],
      [0, 4, 8],
    ],
    [
      [3, 0, -1],
      [3, 2, 1],
    ],
  ],
  $reduce: [[{ input: ['a', 'b'], initialValue: '', in: { $concat: ['$$value', '$$this'] } }, 'ab']],
  $reverseArray: [[[[1, 2]], [2, 1]]],
  $size: [[[[1, 2]], 2]],
  $slice: [
    [
      [[1, 2, 3], 2],
      [1, 2],
    ],
    [
      [[1, 2, 3], -2],
      [2, 3],
    ],
    [[[1, 2, 3], 1, 1], [2]],
  ],
  $sortArray: [
    [{ input: [3, 1, 2], sortBy: -1 }, [3, 2, 1]],
    [{ input: literal([{ a: 2 }, { a: 1 }]), sortBy: { a: 1 } }, [{ a: 1 }, { a: 2 }]],
  ],
  $zip: [
    [
      { inputs: [[1], ['a', 'b']], useLongestLength: true, defaults: [0, 'z'] },
      [
        [1, 'a'],
        [0, 'b'],
      ],
    ],
  ],
  // Bits
  $bitAnd: [[[12, 10], 8]],
  $bitNot: [
    [5, -6],
    [long('5'), long('-6')],
  ],
  $bitOr: [[[12, 10], 14]],
  $bitXor: [
    [[12, 10], 6],
    [[long('12'), 10], long('6')],
  ],
  // Conditions and comparisons
  $and: [
    [[1, 'x'], true],
    [[1, null], false],
    [[], true],
  ],
  $or: [
    [[0, null], false],
    [[0, 1], true],
    [[], false],
  ],
  $not: [
    [[0], true],
    [['x'], false],
  ],
  $cmp: [
    [[1, 2], -1],
    [['a', 1], 1],
    [[decimal('1.0'), 1], 0],
  ],
  $eq: [
    [[1, long('1')], true],
    [[1, '1'], false],
  ],
  $gt: [[['a', 1], true]],
  $gte: [[[1, 1], true]],
  $lt: [[[null, 1], true]],
  $lte: [[[2, 1], false]],
  $ne: [[[1, 2], true]],
  $cond: [
    // oxlint-disable-next-line unicorn/no-thenable -- the operator's own word
    [{ if: true, then: 'a', else: 'b' }, 'a'],
    [[false, 'a', 'b'], 'b'],
  ],
  $ifNull: [
    [['$none', null, 'x'], 'x'],
    [[0, 'x'], 0],
  ],
  $switch: [
    // oxlint-disable-next-line unicorn/no-thenable -- the operator's own word
    [{ branches: [{ case: { $eq: [1, 1] }, then: 'a' }] }, 'a'],
    // oxlint-disable-next-line unicorn/no-thenable -- the operator's own word
    [{ branches: [{ case: false, then: 'a' }], default: 'b' }, 'b'],
  ],
  // Dates
  $dateAdd: [
    [{ startDate: date('2024-01-31T00:00:00Z'), unit: 'month', amount: 1 }, date('2024-02-29T00:00:00Z')],
    [
      { startDate: date('2026-03-28T23:30:00Z'), unit: 'day', amount: 1, timezone: 'Europe/Paris' },
      date('2026-03-29T22:30:00Z'),
    ],
  ],
  $dateSubtract: [[{ startDate: noon, unit: 'hour', amount: 24 }, date('2026-03-28T12:34:56.789Z')]],
  $dateDiff: [
    [{ startDate: date('2026-01-31T23:00:00Z'), endDate: date('2026-02-01T01:00:00Z'), unit: 'month' }, long('1')],
    [
      {
        startDate: date('2026-01-04T00:00:00Z'),
        endDate: date('2026-01-05T00:00:00Z'),
        unit: 'week',
        startOfWeek: 'monday',
      },
      long('1'),
    ],
    [{ startDate: date('2026-01-31T23:30:00Z'), endDate: noon, unit: 'quarter', timezone: 'Europe/Paris' }, long('0')],
  ],
  $dateFromParts: [
    [{ year: 2026, month: 14, day: 1 }, date('2027-02-01T00:00:00Z')],
    [{ isoWeekYear: 2026, isoWeek: 1, isoDayOfWeek: 1 }, date('2025-12-29T00:00:00Z')],
    [{ year: 2026, month: 7, timezone: 'America/New_York' }, date('2026-07-01T04:00:00Z')],
  ],
  $dateFromString: [
    [{ dateString: '2026-02-03' }, date('2026-02-03T00:00:00Z')],
    [{ dateString: '2026-02-03T10:00:00', timezone: '+02:00' }, date('2026-02-03T08:00:00Z')],
    [{ dateString: 'nonsense', onError: 'bad' }, 'bad'],
    [{ dateString: null, onNull: 'none' }, 'none'],
    [{ dateString: '03 Feb 2026', format: '%d %b %Y' }, date('2026-02-03T00:00:00Z')],
  ],
  $dateToParts: [
    [{ date: noon }, { year: 2026, month: 3, day: 29, hour: 12, minute: 34, second: 56, millisecond: 789 }],
    [
      { date: noon, iso8601: true },
      { isoWeekYear: 2026, isoWeek: 13, isoDayOfWeek: 7, hour: 12, minute: 34, second: 56, millisecond: 789 },
    ],
  ],
  $dateToString: [
    [{ date: noon }, '2026-03-29T12:34:56.789Z'],
    [
      { date: noon, format: '%Y/%m/%d %H:%M:%S.%L %j %u %V %G %w %U %% %z %Z', timezone: 'Asia/Tokyo' },
      '2026/03/29 21:34:56.789 088 7 13 2026 1 13 % +0900 540',
    ],
    [{ date: noon, format: '%d %b %B' }, '29 Mar March'],
    [{ date: null, onNull: 'none' }, 'none'],
  ],
  $dateTrunc: [
    [{ date: noon, unit: 'hour', binSize: 6 }, date('2026-03-29T12:00:00Z')],
    [{ date: noon, unit: 'week', startOfWeek: 'friday' }, date('2026-03-27T00:00:00Z')],
    [{ date: noon, unit: 'month', timezone: 'Europe/Paris' }, date('2026-02-28T23:00:00Z')],
    [{ date: noon, unit: 'quarter' }, date('2026-01-01T00:00:00Z')],
  ],
  $dayOfMonth: [[noon, 29]],
  $dayOfWeek: [[noon, 1]],
  $dayOfYear: [[noon, 88]],
  $hour: [
    [noon, 12],
    [{ date: noon, timezone: 'Asia/Tokyo' }, 21],
  ],
  $isoDayOfWeek: [[noon, 7]],
  $isoWeek: [[noon, 13]],
  $isoWeekYear: [[date('2027-01-01T00:00:00Z'), long('2026')]],
  $millisecond: [[noon, 789]],
  $minute: [[noon, 34]],
  $month: [[noon, 3]],
  $second: [[noon, 56]],
  $week: [[noon, 13]],
  $year: [[noon, 2026]],
  $tsIncrement: [[{ $timestamp: { t: 7, i: 9 } }, long('9')]],
  $tsSecond: [[{ $timestamp: { t: 7, i: 9 } }, long('7')]],
  // Literals, variables and objects
  $literal: [['$x', '$x']],
  $const: [['$x', '$x']],
  $let: [[{ vars: { a: 1 }, in: { $add: ['$$a', 1] } }, 2]],
  $getField: [
    [{ field: 'a.b', input: literal({ 'a.b': 1 }) }, 1],
    [{ field: literal('$a'), input: literal({ $a: 2 }) }, 2],
  ],
  $setField: [
    [
      { field: 'a.b', input: literal({ c: 1 }), value: 2 },
      { c: 1, 'a.b': 2 },
    ],
  ],
  $unsetField: [[{ field: 'a', input: literal({ a: 1, b: 2 }) }, { b: 2 }]],
  $mergeObjects: [[[literal({ a: 1, b: 1 }), null, literal({ b: 2 })], { a: 1, b: 2 }]],
  $objectToArray: [[literal({ a: 1 }), [{ k: 'a', v: 1 }]]],
  $bsonSize: [[literal({ a: 1 }), 12]],
  $binarySize: [
    [binary('AQID'), 3],
    ['é', 2],
  ],
  $meta: [],
  $rand: [],
  $sampleRate: [],
  $median: [[{ input: [1, 5, 9], method: 'approximate' }, double('5.0')]],
  $percentile: [[{ input: [1, 2, 3, 4, 5], p: [0.5, 0.95], method: 'approximate' }, [double('3.0'), double('5.0')]]],
  // Sets
  $allElementsTrue: [[[[true, 1, 'x']], true]],
  $anyElementTrue: [[[[false, 0]], false]],
  $setDifference: [
    [
      [
        [1, 2, 3],
        [2, 3],
      ],
      [1],
    ],
  ],
  $setEquals: [
    [
      [
        [1, 2, 2],
        [2, 1],
      ],
      true,
    ],
  ],
  $setIntersection: [
    [
      [
        [3, 1],
        [1, 3, 2],
      ],
      [1, 3],
    ],
  ],
  $setIsSubset: [[[[1], [1, 2]], true]],
  $setUnion: [
    [
      [
        [2, 1],
        [3, 1],
      ],
      [1, 2, 3],
    ],
  ],
  // Strings
  $concat: [
    [['a', 'b'], 'ab'],
    [['a', null], null],
  ],
  $indexOfBytes: [
    [['éa', 'a'], 2],
    [['abc', 'z'], -1],
  ],
  $indexOfCP: [[['éa', 'a'], 1]],
  $ltrim: [[{ input: '  a ' }, 'a ']],
  $rtrim: [[{ input: 'axx', chars: 'x' }, 'a']],
  $trim: [[{ input: ' \n a \t' }, 'a']],
  $regexFind: [
    [
      { input: 'line a1', regex: '([a-z])(\\d)' },
      { match: 'a1', idx: 5, captures: ['a', '1'] },
    ],
    [{ input: 'x', regex: 'y' }, null],
  ],
  $regexFindAll: [
    [
      { input: 'a1b2', regex: '[a-z]' },
      [
        { match: 'a', idx: 0, captures: [] },
        { match: 'b', idx: 2, captures: [] },
      ],
    ],
  ],
  $regexMatch: [
    [{ input: 'ABC', regex: 'b', options: 'i' }, true],
    [{ input: null, regex: 'b' }, false],
  ],
  $replaceAll: [[{ input: 'aXbX', find: 'X', replacement: '-' }, 'a-b-']],
  $replaceOne: [[{ input: 'aXbX', find: 'X', replacement: '-' }, 'a-bX']],
  $split: [
    [
      ['a,b,', ','],
      ['a', 'b', ''],
    ],
  ],
  $strLenBytes: [['é', 2]],
  $strLenCP: [['é', 1]],
  $strcasecmp: [[['abc', 'ABD'], -1]],
  $substr: [[['hello', 1, 2], 'el']],
  $substrBytes: [[['hello', 1, -1], 'ello']],
  $substrCP: [[['héllo', 1, 2], 'él']],
  $toLower: [
    ['ABC', 'abc'],
    [null, ''],
  ],
  $toUpper: [['abc', 'ABC']],
  // Trigonometry
  $acos: [[1, double('0.0')]],
  $acosh: [[1, double('0.0')]],
  $asin: [[0, double('0.0')]],
  $asinh: [[0, double('0.0')]],
  $atan: [[0, double('0.0')]],
  $atan2: [[[0, 1], double('0.0')]],
  $atanh: [[0, double('0.0')]],
  $cos: [[0, double('1.0')]],
  $cosh: [[0, double('1.0')]],
  $sin: [[0, double('0.0')]],
  $sinh: [[0, double('0.0')]],
  $tan: [[0, double('0.0')]],
  $tanh: [[0, double('0.0')]],
  $degreesToRadians: [[180, double('3.141592653589793')]],
  $radiansToDegrees: [[double('3.141592653589793'), double('180.0')]],
  // Types
  $convert: [
    [{ input: '5', to: 'int' }, 5],
    [{ input: 'x', to: 'int', onError: -1 }, -1],
    [{ input: null, to: 'int', onNull: 0 }, 0],
    [{ input: '5', to: 16 }, 5],
  ],
  $isNumber: [
    [decimal('1'), true],
    ['1', false],
  ],
  $toBool: [
    ['', true],
    [0, false],
  ],
  $toDate: [
    ['2026-01-01', date('2026-01-01T00:00:00Z')],
    [long('1000'), date('1970-01-01T00:00:01Z')],
    [oid('000000010000000000000000'), date('1970-01-01T00:00:01Z')],
  ],
  $toDecimal: [
    ['1.10', decimal('1.10')],
    [5, decimal('5')],
    [double('0.1'), decimal('0.100000000000000')],
  ],
  $toDouble: [
    ['-5.5', double('-5.5')],
    [true, double('1.0')],
  ],
  $toInt: [
    [double('5.7'), 5],
    ['-5', -5],
  ],
  $toLong: [
    ['5', long('5')],
    [noon, long(String(Date.parse('2026-03-29T12:34:56.789Z')))],
  ],
  $toObjectId: [['aaaaaaaaaaaaaaaaaaaaaaaa', oid('a'.repeat(24))]],
  $toString: [
    [double('2.5'), '2.5'],
    [long('7'), '7'],
    [true, 'true'],
    [noon, '2026-03-29T12:34:56.789Z'],
    [oid('a'.repeat(24)), 'a'.repeat(24)],
  ],
  $toUUID: [['00112233-4455-6677-8899-aabbccddeeff', binary('ABEiM0RVZneImaq7zN3u/w==', '04')]],
  $toHashedIndexKey: [
    [1, long('5902408780260971510')],
    ['string to hash', long('763543691661428748')],
  ],
  $type: [
    ['x', 'string'],
    ['$none', 'missing'],
    [decimal('1'), 'decimal'],
    [noon, 'date'],
  ],
  // Accumulators as expressions
  $avg: [[[1, 2, 'x'], double('1.5')]],
  $max: [[[1, 'x', 3], 'x']],
  $min: [[[3, 1, null], 1]],
  $stdDevPop: [[[1, 3], double('1.0')]],
  $stdDevSamp: [[[1, 3], double('1.4142135623730951')]],
  $sum: [
    [[1, 2, 'x'], 3],
    [[[1, 2]], 3],
  ],
}

/** Expressions that run functions of the client: those have tests of their own. */
const OWN_TESTS = ['$function', '$accumulator']

describe('an expression', () => {
  it.each(Object.keys(expressions).filter((name) => !OWN_TESTS.includes(name)))('%s has a case', (name) => {
    expect(Object.keys(EXPRESSIONS)).toContain(name)
  })

  it.each(
    Object.entries(EXPRESSIONS).flatMap(([name, cases]) => cases.map(([given, result]) => [name, given, result])),
  )('%s of %j is %j', async (name, operand, expected) => {
    const [found] = await run([{ $project: { _id: 0, value: { [String(name)]: operand } } }])
    expect(found).toEqual(expected === MISSING ? {} : { value: canonical(expected) })
  })

  it.each(['$rand', '$sampleRate'])('%s is random', async (name) => {
    const operand = name === '$rand' ? { $lt: [{ $rand: {} }, 1] } : { $in: [{ $sampleRate: 0.5 }, [true, false]] }
    expect(await run([{ $project: { _id: 0, value: operand } }])).toEqual([{ value: true }])
  })
})

type GroupCase = readonly [spec: unknown, expected: unknown]

const ACCUMULATORS: Readonly<Record<string, GroupCase>> = {
  $addToSet: [{ $sum: [{ $size: { $ifNull: ['$none', []] } }, 1] }, [1]],
  $avg: ['$n', double('2.0')],
  $bottom: [{ sortBy: { n: 1 }, output: '$s' }, 'c'],
  $bottomN: [{ sortBy: { n: 1 }, output: '$s', n: 2 }, ['b', 'c']],
  $concatArrays: ['$list', [1, 2, 3]],
  $count: [{}, 3],
  $first: ['$s', 'a'],
  $firstN: [{ input: '$s', n: 2 }, ['a', 'b']],
  $last: ['$s', 'c'],
  $lastN: [{ input: '$s', n: 2 }, ['b', 'c']],
  $max: ['$n', 3],
  $maxN: [{ input: '$n', n: 2 }, [3, 2]],
  $median: [{ input: '$n', method: 'approximate' }, double('2.0')],
  $mergeObjects: ['$o', { a: 1, b: 2, c: 3 }],
  $min: ['$n', 1],
  $minN: [{ input: '$n', n: 2 }, [1, 2]],
  $percentile: [{ input: '$n', p: [0.5], method: 'approximate' }, [double('2.0')]],
  $push: ['$s', ['a', 'b', 'c']],
  $setUnion: ['$list', [1, 2, 3]],
  $stdDevPop: ['$n', double('0.816496580927726')],
  $stdDevSamp: ['$n', double('1.0')],
  $sum: ['$n', 6],
  $top: [{ sortBy: { n: -1 }, output: '$s' }, 'c'],
  $topN: [{ sortBy: { n: -1 }, output: '$s', n: 2 }, ['c', 'b']],
}

const ROWS = [
  {
    $documents: [1, 2, 3].map((n) => ({
      n,
      s: 'xabc'[n],
      list: [n],
      o: { ['xabc'[n] ?? '']: n },
      t: date(`2026-01-0${n}`),
    })),
  },
]

/** Runs a pipeline over three rows. */
const ofRows = (...stages: unknown[]) =>
  EJSON.deserialize({ stages: [...ROWS, ...stages] }, { relaxed: false })['stages'] as never

async function runRows(...stages: unknown[]): Promise<unknown[]> {
  const found = await client
    .db('test')
    .aggregate(ofRows(...stages), { promoteValues: false })
    .toArray()
  return found.map((each) => JSON.parse(EJSON.stringify(each, { relaxed: false })) as unknown)
}

describe('an accumulator', () => {
  const WINDOW_ONLY = ['$covariancePop', '$covarianceSamp']
  it.each(Object.keys(accumulators).filter((name) => !OWN_TESTS.includes(name) && !WINDOW_ONLY.includes(name)))(
    '%s has a case',
    (name) => {
      expect(Object.keys(ACCUMULATORS)).toContain(name)
    },
  )

  it.each(Object.entries(ACCUMULATORS))('%s collects the documents of a group', async (name, [spec, expected]) => {
    expect(await runRows({ $group: { _id: null, value: { [name]: spec } } })).toEqual([
      { _id: null, value: canonical(expected) },
    ])
  })
})

const WINDOWS: Readonly<Record<string, readonly [spec: unknown, window: unknown, expected: readonly unknown[]]>> = {
  $covariancePop: [
    ['$n', '$n'],
    { documents: ['unbounded', 'current'] },
    [double('0.0'), double('0.25'), double('0.6666666666666666')],
  ],
  $covarianceSamp: [['$n', '$n'], { documents: ['unbounded', 'current'] }, [null, double('0.5'), double('1.0')]],
  $denseRank: [{}, undefined, [1, 2, 3]],
  $derivative: [{ input: '$n', unit: 'day' }, { documents: [-1, 0] }, [null, double('1.0'), double('1.0')]],
  $documentNumber: [{}, undefined, [1, 2, 3]],
  $expMovingAvg: [{ input: '$n', alpha: 0.5 }, undefined, [double('1.0'), double('1.5'), double('2.25')]],
  $integral: [
    { input: '$n', unit: 'day' },
    { documents: ['unbounded', 'current'] },
    [double('0.0'), double('1.5'), double('4.0')],
  ],
  $linearFill: ['$n', undefined, [1, 2, 3]],
  $locf: ['$n', undefined, [1, 2, 3]],
  $minMaxScaler: [
    { input: '$n' },
    { documents: ['unbounded', 'unbounded'] },
    [double('0.0'), double('0.5'), double('1.0')],
  ],
  $rank: [{}, undefined, [1, 2, 3]],
  $shift: [{ output: '$n', by: 1, default: 0 }, undefined, [2, 3, 0]],
  $sum: ['$n', { range: [-1, 0], unit: 'day' }, [1, 3, 5]],
  $avg: ['$n', { documents: [-1, 1] }, [double('1.5'), double('2.0'), double('2.5')]],
}

describe('a window function', () => {
  it.each([...Object.keys(windows), '$covariancePop', '$covarianceSamp'])('%s has a case', (name) => {
    expect(Object.keys(WINDOWS)).toContain(name)
  })

  it.each(Object.entries(WINDOWS))('%s', async (name, [spec, window, expected]) => {
    const value = { [name]: spec, ...(window === undefined ? {} : { window }) }
    expect(
      await runRows({ $setWindowFields: { sortBy: { t: 1 }, output: { value } } }, { $project: { _id: 0, value: 1 } }),
    ).toEqual(expected.map((each) => ({ value: canonical(each) })))
  })
})
