import * as queries from 'mingo/operators/query'
import * as projections from 'mingo/operators/projection'
import {
  BSONRegExp,
  Binary,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  MongoClient,
  ObjectId,
  Timestamp,
  type Collection,
  type Document,
} from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

// A case for every query and projection operator of the manual.
// https://www.mongodb.com/docs/manual/reference/operator/query/

/** Bytes as a client encrypts a value, with the number of its type. */
const encryptedOf = (type: number) => {
  const bytes = Buffer.alloc(40)
  bytes.set([1], 0)
  bytes.set([type], 17)
  return new Binary(bytes, 6)
}

const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] })
const square = (low: number, high: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ],
  ],
})

const DOCUMENTS: readonly Document[] = [
  { _id: 1, n: 5, s: 'Apple pie', tags: ['a', 'b'], o: { x: 1 }, at: point(0, 0), flat: [0, 0], bits: 0b101 },
  { _id: 2, n: 10, s: 'banana', tags: [], o: null, at: point(1, 1), flat: [1, 1], bits: new Binary(Buffer.from([6])) },
  { _id: 3, n: new Double(7.5), s: 'cherry tart', tags: 'a', at: point(10, 10), flat: [10, 10] },
  {
    _id: 4,
    n: '5',
    rows: [
      { k: 1, v: 5 },
      { k: 2, v: 9 },
    ],
  },
]

let docdb: Emulator<'docdb'>
let client: MongoClient
let items: Collection<Document>
beforeAll(async () => {
  docdb = await startDatabase()
  client = await MongoClient.connect(docdb.uri)
  items = client.db('test').collection('items')
  await items.insertMany([...DOCUMENTS])
  await items.createIndexes([{ key: { s: 'text' } }, { key: { at: '2dsphere' } }, { key: { flat: '2d' } }])
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})

const QUERIES: Readonly<Record<string, readonly (readonly [filter: Document, ids: readonly number[]])[]>> = {
  $all: [
    [{ tags: { $all: ['b', 'a'] } }, [1]],
    [{ tags: { $all: [] } }, []],
    [{ tags: { $all: [{ $unknown: 'a' }] } }, []],
    [{ rows: { $all: [{ $elemMatch: { k: 1 } }, { $elemMatch: { v: 9 } }] } }, [4]],
  ],
  $and: [[{ $and: [{ n: { $gt: 4 } }, { n: { $lt: 8 } }] }, [1, 3]]],
  $bitsAllClear: [[{ bits: { $bitsAllClear: [1] } }, [1]]],
  $bitsAllSet: [
    [{ bits: { $bitsAllSet: 5 } }, [1]],
    [{ bits: { $bitsAllSet: new Binary(Buffer.from([6])) } }, [2]],
  ],
  $bitsAnyClear: [[{ bits: { $bitsAnyClear: [0, 1] } }, [1, 2]]],
  $bitsAnySet: [[{ bits: { $bitsAnySet: [1] } }, [2]]],
  $comment: [[{ n: 5, $comment: 'why' }, [1]]],
  $elemMatch: [
    [{ rows: { $elemMatch: { k: 1, v: 9 } } }, []],
    [{ rows: { $elemMatch: { k: 2, v: { $gte: 9 } } } }, [4]],
    [{ tags: { $elemMatch: { $gt: 'a' } } }, [1]],
  ],
  $eq: [
    [{ n: { $eq: 5 } }, [1]],
    [{ n: new Long(5) }, [1]],
    [{ n: Decimal128.fromString('7.50') }, [3]],
  ],
  $exists: [
    [{ o: { $exists: true } }, [1, 2]],
    [{ tags: { $exists: false } }, [4]],
  ],
  $expr: [[{ $expr: { $eq: [{ $type: '$n' }, 'double'] } }, [3]]],
  $geoIntersects: [[{ at: { $geoIntersects: { $geometry: square(-1, 1) } } }, [1, 2]]],
  $geoWithin: [
    [{ at: { $geoWithin: { $geometry: square(-1, 2) } } }, [1, 2]],
    [{ at: { $geoWithin: { $centerSphere: [[0, 0], 0.01] } } }, [1]],
    [{ flat: { $geoWithin: { $center: [[0, 0], 2] } } }, [1, 2]],
    [
      {
        flat: {
          $geoWithin: {
            $box: [
              [0.5, 0.5],
              [11, 11],
            ],
          },
        },
      },
      [2, 3],
    ],
    [
      {
        flat: {
          $geoWithin: {
            $polygon: [
              [-1, -1],
              [2, -1],
              [0, 2],
            ],
          },
        },
      },
      [1],
    ],
  ],
  $gt: [[{ n: { $gt: 5 } }, [2, 3]]],
  $gte: [[{ n: { $gte: 5 } }, [1, 2, 3]]],
  $in: [
    [{ n: { $in: [5, '5'] } }, [1, 4]],
    [{ s: { $in: [/^b/] } }, [2]],
  ],
  $jsonSchema: [
    [{ $jsonSchema: { required: ['rows'], properties: { rows: { bsonType: 'array', minItems: 2 } } } }, [4]],
  ],
  $lt: [[{ n: { $lt: 7.5 } }, [1]]],
  $lte: [[{ n: { $lte: 7.5 } }, [1, 3]]],
  $mod: [[{ n: { $mod: [5, 0] } }, [1, 2]]],
  $ne: [[{ n: { $ne: 5 } }, [2, 3, 4]]],
  $near: [
    [{ at: { $near: { $geometry: point(1, 1), $maxDistance: 200_000 } } }, [2, 1]],
    [{ flat: { $near: [9, 9], $maxDistance: 12 } }, [3, 2]],
    [{ at: { $near: { $geometry: point(0, 0), $minDistance: 1000, $maxDistance: 200_000 } } }, [2]],
  ],
  $nearSphere: [[{ at: { $nearSphere: { $geometry: point(10, 10), $maxDistance: 10 } } }, [3]]],
  $nin: [[{ n: { $nin: [5, 10] } }, [3, 4]]],
  $nor: [[{ $nor: [{ n: 5 }, { n: 10 }] }, [3, 4]]],
  $not: [
    [{ n: { $not: { $gt: 6 } } }, [1, 4]],
    [{ s: { $not: /^a/i } }, [2, 3, 4]],
  ],
  $or: [[{ $or: [{ n: 5 }, { 'rows.k': 2 }] }, [1, 4]]],
  $regex: [
    [{ s: { $regex: '^APPLE', $options: 'i' } }, [1]],
    [{ s: new BSONRegExp('TART$', 'i') }, [3]],
    [{ s: { $regex: 'a p # comment', $options: 'xi' } }, [1]],
  ],
  $sampleRate: [[{ $sampleRate: 1 }, [1, 2, 3, 4]]],
  $size: [
    [{ tags: { $size: 2 } }, [1]],
    [{ tags: { $size: 0 } }, [2]],
  ],
  $text: [
    [{ $text: { $search: 'tarts pies' } }, [1, 3]],
    [{ $text: { $search: 'pie -apple' } }, []],
  ],
  $type: [
    [{ n: { $type: 'number' } }, [1, 2, 3]],
    [{ n: { $type: 2 } }, [4]],
    [{ o: { $type: ['object', 'null'] } }, [1, 2]],
  ],
}

describe('a query', () => {
  it.each(Object.keys(queries).filter((name) => name !== '$where'))('%s has a case', (name) => {
    expect(Object.keys(QUERIES)).toContain(name)
  })

  it.each(
    Object.entries(QUERIES).flatMap(([name, cases]) => cases.map(([filter, ids]) => [name, filter, ids] as const)),
  )('%s: %j finds %j', async (_name, filter, ids) => {
    const found = await items.find(filter).project({ _id: 1 }).toArray()
    const isOrdered = JSON.stringify(filter).includes('$near')
    const own = found.map(({ _id }) => Number(_id))
    expect(isOrdered ? own : own.toSorted((left, right) => left - right)).toEqual(ids)
  })

  it.each<[Document, number, string]>([
    [{ n: { $foo: 1 } }, 2, 'unknown operator: $foo'],
    [{ n: { $in: 1 } }, 2, '$in needs an array'],
    [{ n: { $size: 'x' } }, 2, 'Failed to parse $size. Expected a number in: $size: "x"'],
    [{ n: { $mod: [0, 1] } }, 2, 'divisor cannot be 0'],
    [{ n: { $type: 'nothing' } }, 2, 'Unknown type name alias: nothing'],
    [{ s: { $regex: '(' } }, 51_091, 'Regular expression is invalid'],
    [{ $or: [] }, 2, '$and/$or/$nor must be a nonempty array'],
    [{ $expr: { $foo: 1 } }, 168, "Unrecognized expression '$foo'"],
    [{ $jsonSchema: { properties: 1 } }, 14, "$jsonSchema keyword 'properties' must be an object"],
    [{ n: { $not: 5 } }, 2, '$not needs a regex or a document'],
    [{ n: { $type: true } }, 14, 'type must be represented as a number or a string'],
    [{ tags: { $all: [{ $elemMatch: {} }, 1] } }, 2, '$all/$elemMatch has to be consistent'],
    [{ tags: { $all: [1, { $elemMatch: {} }] } }, 2, 'no $ expressions in $all'],
    [{ rows: { $elemMatch: { $or: [{ $expr: true }] } } }, 2, '$expr can only be applied to the top-level document'],
    [{ n: { $elemMatch: 1 } }, 2, '$elemMatch needs an Object'],
  ])('%j is refused with the code %i', async (filter, code, message) => {
    const refused = items.find(filter).toArray()
    await expect(refused).rejects.toMatchObject({ code })
    await expect(refused).rejects.toThrow(message)
  })

  it('orders the values of all types as the server does', async () => {
    const values = [
      new MinKey(),
      null,
      -1,
      new Double(-0.5),
      new Long(3),
      Decimal128.fromString('3.5'),
      '',
      'B',
      'a',
      {},
      { a: 1 },
      { b: 0 },
      new Binary(Buffer.from([9])),
      new Binary(Buffer.from([1, 2])),
      new ObjectId('a'.repeat(24)),
      false,
      true,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      /a/,
      new MaxKey(),
    ]
    const collection = client.db('test').collection<Document>('values')
    await collection.insertMany(values.map((v, _id) => ({ _id: _id as never, v })).toReversed())
    const expected = values.map((_, _id) => _id)
    const ids = async (sort: Document) => (await collection.find().sort(sort).toArray()).map(({ _id }) => Number(_id))
    expect(await ids({ v: 1 })).toEqual(expected)
    await collection.createIndex({ v: -1 })
    expect(await ids({ v: -1 })).toEqual(expected.toReversed())
  })
})

describe('$jsonSchema', () => {
  // https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/#available-keywords
  it.each<[keyword: string, schema: Document, valid: unknown, invalid: unknown]>([
    ['additionalItems', { items: [{ bsonType: 'int' }], additionalItems: false }, [1], [1, 2]],
    ['additionalProperties', { properties: { a: {} }, additionalProperties: false }, { a: 1 }, { a: 1, b: 2 }],
    ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, 4],
    ['anyOf', { anyOf: [{ bsonType: 'int' }, { bsonType: 'string' }] }, 'a', true],
    ['bsonType', { bsonType: ['int', 'objectId'] }, new ObjectId(), 'a'],
    ['dependencies', { dependencies: { a: ['b'] } }, { a: 1, b: 2 }, { a: 1 }],
    ['description', { description: 'A number', bsonType: 'int' }, 1, 'a'],
    ['enum', { enum: ['a', null] }, 'a', 'b'],
    ['exclusiveMaximum', { maximum: 3, exclusiveMaximum: true }, 2, 3],
    ['exclusiveMinimum', { minimum: 3, exclusiveMinimum: true }, 4, 3],
    ['items', { items: { bsonType: 'int' } }, [1, 2], [1, 'a']],
    ['maximum', { maximum: 3 }, 3, 4],
    ['maxItems', { maxItems: 1 }, [1], [1, 2]],
    ['maxLength', { maxLength: 1 }, 'é', 'ab'],
    ['maxProperties', { maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
    ['minimum', { minimum: 3 }, 3, 2],
    ['minItems', { minItems: 1 }, [1], []],
    ['minLength', { minLength: 2 }, 'ab', 'a'],
    ['minProperties', { minProperties: 1 }, { a: 1 }, {}],
    [
      'multipleOf',
      { multipleOf: Decimal128.fromString('0.1') },
      Decimal128.fromString('0.3'),
      Decimal128.fromString('0.35'),
    ],
    ['not', { not: { bsonType: 'int' } }, 'a', 1],
    ['oneOf', { oneOf: [{ minimum: 1 }, { minimum: 5 }] }, 3, 6],
    ['pattern', { pattern: '^a' }, 'ab', 'ba'],
    ['patternProperties', { patternProperties: { '^n': { bsonType: 'int' } } }, { n1: 1 }, { n1: 'a' }],
    ['properties', { properties: { a: { bsonType: 'int' } } }, { a: 1 }, { a: 'x' }],
    ['required', { required: ['a'] }, { a: 1 }, { b: 1 }],
    ['title', { title: 'T', bsonType: 'int' }, 1, 'a'],
    ['type', { type: 'number' }, new Double(1), 'a'],
    ['encrypt', { encrypt: {} }, new Binary(Buffer.alloc(20), 6), new Binary(Buffer.alloc(20))],
    ['encrypt', { encrypt: { bsonType: 'string' } }, encryptedOf(2), encryptedOf(16)],
    ['uniqueItems', { uniqueItems: true }, [1, 2], [1, new Double(1)]],
    [
      'uniqueItems',
      { uniqueItems: true },
      [{ x: 1, y: 1 }, { x: 1 }],
      [
        { x: 1, y: [{ a: 1, b: 1 }] },
        { y: [{ b: 1, a: 1 }], x: 1 },
      ],
    ],
  ])('%s', async (_keyword, schema, valid, invalid) => {
    const collection = client.db('test').collection<Document>('schemas')
    await collection.deleteMany({})
    await collection.insertMany([
      { _id: 1 as never, v: valid },
      { _id: 2 as never, v: invalid },
    ])
    const found = await collection.find({ $jsonSchema: { properties: { v: schema } } }).toArray()
    expect(found.map(({ _id }) => Number(_id))).toEqual([1])
  })

  it('counts in decimals, and has NaN within no bound', async () => {
    const collection = client.db('test').collection<Document>('schemas')
    await collection.deleteMany({})
    await collection.insertMany([{ v: 0.3 }, { v: Number.NaN }])
    const counted = async (schema: Document) =>
      collection.countDocuments({ $jsonSchema: { properties: { v: schema } } })
    expect(await counted({ multipleOf: 0.1 })).toBe(1)
    expect([await counted({ maximum: 1 }), await counted({ minimum: 0 })]).toEqual([1, 1])
  })

  it.each<[schema: Document, code: number, message: string]>([
    [{ type: 'integer' }, 9, "$jsonSchema type 'integer' is not currently supported."],
    [{ type: 'object', bsonType: 'object' }, 9, "Cannot specify both $jsonSchema keywords 'type' and 'bsonType'"],
    [{ bsonType: 1 }, 14, "$jsonSchema keyword 'bsonType' must be either a string or an array of strings"],
    [{ bsonType: [] }, 9, "$jsonSchema keyword 'bsonType' must name at least one type"],
    [{ bsonType: ['int', 'int'] }, 9, "$jsonSchema keyword 'bsonType' has duplicate value: int"],
    [{ title: 1 }, 14, "$jsonSchema keyword 'title' must be of type string"],
    [{ exclusiveMinimum: true }, 9, "'minimum' must be a present if exclusiveMinimum is present"],
    [{ maximum: 1, exclusiveMaximum: 3 }, 14, "$jsonSchema keyword 'exclusiveMaximum' must be a boolean"],
    [{ multipleOf: 0 }, 9, "$jsonSchema keyword 'multipleOf' must have a positive value"],
    [{ minLength: -1 }, 9, 'Expected a non-negative number in: minLength: -1'],
    [{ maxItems: 'x' }, 9, 'Expected a number in: maxItems: "x"'],
    [{ required: [] }, 9, "$jsonSchema keyword 'required' cannot be an empty array"],
    [{ required: ['a', 'a'] }, 9, "$jsonSchema keyword 'required' array cannot contain duplicate values"],
    [{ required: 'a' }, 14, "'required' must be an array, but found an element of type string"],
    [{ properties: { a: 1 } }, 14, "Nested schema for $jsonSchema property 'a' must be an object"],
    [{ items: 1 }, 14, "$jsonSchema keyword 'items' must be an array or an object, not int"],
    [{ additionalItems: 1 }, 14, "'additionalItems' must be either an object or a boolean, but got a int"],
    [{ encrypt: 1 }, 14, "$jsonSchema keyword 'encrypt' must be an object"],
    [
      { encrypt: {}, bsonType: 'int' },
      9,
      "$jsonSchema keyword 'encrypt' cannot be used in conjunction with 'bsonType'",
    ],
    [{ uniqueItems: 1 }, 14, "$jsonSchema keyword 'uniqueItems' must be a boolean"],
    [{ dependencies: { a: [] } }, 9, "property 'a' in $jsonSchema keyword 'dependencies' cannot be an empty array"],
    [{ dependencies: { a: ['b', 'b'] } }, 9, 'contains duplicate element: b'],
    [{ enum: [] }, 9, "$jsonSchema keyword 'enum' cannot be an empty array"],
    [{ enum: [1, 1] }, 9, "$jsonSchema keyword 'enum' array cannot contain duplicate values."],
    [{ anyOf: [] }, 2, "$jsonSchema keyword 'anyOf' must be a non-empty array"],
    [{ allOf: [1] }, 14, "$jsonSchema keyword 'allOf' must be an array of objects, but found an element of type int"],
  ])('%j is no schema', async (schema, code, message) => {
    const refused = client.db('test').createCollection('checked', { validator: { $jsonSchema: schema } })
    await expect(refused).rejects.toMatchObject({ code })
    await expect(refused).rejects.toThrow(message)
  })
})

describe('a projection', () => {
  const PROJECTIONS: Readonly<Record<string, readonly [filter: Document, projection: Document, expected: Document]>> = {
    $: [{ 'rows.v': 9 }, { _id: 0, 'rows.$': 1 }, { rows: [{ k: 2, v: 9 }] }],
    $elemMatch: [{ _id: 4 }, { _id: 0, rows: { $elemMatch: { k: 2 } } }, { rows: [{ k: 2, v: 9 }] }],
    $slice: [{ _id: 4 }, { _id: 1, n: 1, rows: { $slice: [1, 1] } }, { _id: 4, n: '5', rows: [{ k: 2, v: 9 }] }],
    $meta: [
      { $text: { $search: 'banana' } },
      { _id: 1, score: { $gt: [{ $meta: 'textScore' }, 0] } },
      { _id: 2, score: true },
    ],
    inclusion: [{ _id: 4 }, { 'rows.k': 1 }, { _id: 4, rows: [{ k: 1 }, { k: 2 }] }],
    exclusion: [{ _id: 4 }, { _id: 0, 'rows.k': 0 }, { n: '5', rows: [{ v: 5 }, { v: 9 }] }],
    expression: [{ _id: 1 }, { _id: 0, up: { $toUpper: '$s' } }, { up: 'APPLE PIE' }],
    nested: [{ _id: 1 }, { _id: 0, o: { x: 1 } }, { o: { x: 1 } }],
  }
  it.each(Object.keys(projections))('%s has a case', (name) => {
    expect(Object.keys(PROJECTIONS)).toContain(name)
  })

  it.each(Object.entries(PROJECTIONS))('%s', async (_name, [filter, projection, expected]) => {
    expect(await items.findOne(filter, { projection })).toEqual(expected)
  })

  it('has $elemMatch after the fields that are shown, and in their place where others are left out', async () => {
    const shown = async (projection: Document) =>
      Object.keys((await items.findOne({ _id: 4 } as never, { projection })) ?? {})
    const rows = { $elemMatch: { k: 2 } }
    expect(await shown({ rows, n: 1, _id: 1 })).toEqual(['_id', 'n', 'rows'])
    expect(await shown({ rows, n: 0 })).toEqual(['_id', 'rows'])
    expect(await shown({ rows, _id: 0 })).toEqual(['rows'])
  })

  // https://www.mongodb.com/docs/manual/reference/operator/projection/positional/
  it.each<[stored: Document, filter: Document, projection: Document, expected: Document]>([
    [{ a: [10, 20, 30], b: [1, 2, 3] }, { b: { $gte: 2 } }, { 'a.$': 1 }, { a: [20] }],
    [{ a: { b: [10, 20], c: [1, 2] } }, { 'a.c': 2 }, { 'a.b.$': 1 }, { a: { b: [20] } }],
    [{ a: [1, 2, 3, 4] }, { $or: [{ a: 2 }, { a: 4 }] }, { 'a.$': 1 }, { a: [2] }],
    [{ a: [1, 2, 3, 4] }, { a: { $all: [2, 4] } }, { 'a.$': 1 }, { a: [4] }],
    [{ a: [{ v: 1 }, { k: 2 }] }, { 'a.k': { $exists: true } }, { 'a.$': 1 }, { a: [{ k: 2 }] }],
    [{ a: [{ k: [1] }, { k: [1, 2] }] }, { 'a.k': { $size: 2 } }, { 'a.$': 1 }, { a: [{ k: [1, 2] }] }],
    [
      {
        a: [
          [0, 0],
          [5, 5],
        ],
      },
      {
        a: {
          $geoWithin: {
            $box: [
              [4, 4],
              [6, 6],
            ],
          },
        },
      },
      { 'a.$': 1 },
      { a: [[5, 5]] },
    ],
    [{ a: 'text' }, { a: 'text' }, { 'a.$': 1 }, { a: 'text' }],
    [{ a: { b: null } }, { 'a.b': null }, { 'a.b.$': 1 }, { a: { b: null } }],
  ])(
    'of %j found by %j shows by %j the element in the place that matched',
    async (stored, filter, projection, expected) => {
      const collection = client.db('test').collection<Document>('positions')
      await collection.deleteMany({})
      await collection.insertOne({ ...stored })
      expect(await collection.findOne(filter, { projection: { _id: 0, ...projection } })).toEqual(expected)
    },
  )

  it.each<[filter: Document, projection: Document, code: number]>([
    [{ _id: 4 }, { 'rows.$': 1 }, 51_246],
    [{ 'rows.k': 2 }, { 'rows.$': 'x' }, 31_308],
    [{ 'rows.k': 2 }, { 'rows.$': { k: 1 } }, 31_271],
    [{ 'rows.k': { $not: { $lt: 0 } } }, { 'rows.$': 1 }, 51_246],
    [{ rows: { $exists: true } }, { 'rows.$': 1 }, 51_246],
    [{ 'rows.k': 2 }, { 'rows.$.k': 1 }, 31_394],
    [{ 'rows.k': 2 }, { 'rows.$': 1, 'n.$': 1 }, 31_276],
    [{ 'rows.k': 2 }, { 'rows.$': 1, n: { $elemMatch: {} } }, 31_255],
    [{ 'rows.k': 2 }, { n: { $elemMatch: {} }, 'rows.$': 1 }, 31_256],
    [{}, { rows: { $elemMatch: 1 } }, 31_274],
    [{}, { 'rows.k': { $elemMatch: {} } }, 31_275],
    [{}, { $: 1 }, 16_410],
    [{}, { 'a..b': 1 }, 15_998],
    [{}, { 'a.': 1 }, 40_353],
  ])('of what %j finds, %j is refused with the code %i', async (filter, projection, code) => {
    await expect(items.find(filter, { projection }).toArray()).rejects.toMatchObject({ code })
  })

  it.each<[Document, number]>([
    [{ a: 1, b: 0 }, 31_254],
    [{ a: 0, b: 1 }, 31_253],
    [{ a: 1, 'a.b': 1 }, 31_249],
    [{ a: 0, b: { $add: [1, 2] } }, 31_252],
  ])('%j is refused with the code %i', async (projection, code) => {
    await expect(items.findOne({}, { projection })).rejects.toMatchObject({ code })
  })
})
