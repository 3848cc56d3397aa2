import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate, Query, updateMany } from 'mingo'
import { startDatabase } from '#docdb/driver.fixture.ts'

// Random documents, filters and updates: an index may change how documents are found, never which.

const scalar = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  // The same numbers in other types, and values between them.
  fc.constantFrom<unknown>(
    { $numberLong: '2' },
    { $numberDouble: '1.0' },
    { $numberDouble: '-0.5' },
    { $numberDecimal: '1.50' },
    { $numberDecimal: '2' },
    { $date: '1970-01-01T00:00:01Z' },
    { $oid: '0123456789abcdef01234567' },
    { $binary: { base64: 'AQ==', subType: '00' } },
  ),
  fc.constantFrom('a', 'b', 'ab', ''),
  fc.boolean(),
  fc.constant(null),
)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ x: scalar }, { requiredKeys: [], noNullPrototype: true }),
)
// Two fields with arrays could not be in one index.
const document = fc.record(
  { a: value, b: scalar, c: fc.array(fc.record({ x: scalar }, { noNullPrototype: true }), { maxLength: 2 }) },
  { requiredKeys: [], noNullPrototype: true },
)
/** Conditions that an index helps with by the types of values, by prefixes, or by what they exclude. */
const looseCondition = fc.oneof(
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $not: fc.oneof(fc.record({ $gt: scalar }), fc.record({ $lte: scalar }), fc.record({ $eq: scalar })) }),
  fc.constantFrom<unknown>(
    { $regularExpression: { pattern: '^a', options: '' } },
    { $regex: '^ab?' },
    { $regex: '^A', $options: 'i' },
    { $not: { $regex: '^a' } },
    { $regex: 'b' },
    { $in: ['', { $regularExpression: { pattern: '^a', options: '' } }] },
    { $type: 'number' },
    { $type: ['string', 'null'] },
    { $type: 'object' },
    { $type: 'array' },
    { $mod: [2, 1] },
    { $not: { $exists: true } },
    { $not: { $exists: false } },
    { $not: { $in: [1, null] } },
    { $gte: { x: 0 } },
    { $all: [1, 2] },
  ),
  fc.record({ $elemMatch: fc.record({ $gte: scalar, $ne: scalar }) }),
  fc.record({ $elemMatch: fc.record({ $not: fc.record({ $gt: scalar }) }) }),
)
const condition = fc.oneof(
  { weight: 6, arbitrary: looseCondition },
  scalar,
  fc.record({ $gt: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
)
const path = fc.constantFrom('a', 'b', 'a.x', 'c.x')
const plainFilter = fc.dictionary(path, condition, { maxKeys: 2 })
const filter = fc.oneof(
  plainFilter,
  fc.record({ $or: fc.array(plainFilter, { minLength: 1, maxLength: 2 }) }),
  fc.record({ c: fc.record({ $elemMatch: fc.record({ x: condition }) }) }),
)
const update = fc.oneof(
  fc.record({ $set: fc.record({ a: value }) }),
  fc.record({ $unset: fc.constant({ b: '' }) }),
  fc.record({ $push: fc.record({ d: scalar }) }),
)
const index = fc.constantFrom<Record<string, number>>(
  { a: 1 },
  { b: -1 },
  { a: 1, b: -1 },
  { 'c.x': 1 },
  { 'a.x': 1, b: 1 },
  { '$**': 1 },
  { 'a.$**': 1 },
)

describe('an index', () => {
  it('never changes what a filter finds, and what an update changes', async () => {
    await using docdb = await startDatabase()
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 12 }),
        filter,
        update,
        index,
        fc.boolean(),
        (documents, where, change, key, sparse) => {
          docdb.reset()
          const isWildcard = Object.keys(key).some((name) => name.includes('*'))
          const numbered = documents.map((each, _id) => ({ _id, ...each }))
          const [plain, indexed] = [docdb.collection('shop.plain'), docdb.collection('shop.indexed')]
          indexed.createIndex(key, sparse && !isWildcard ? { sparse } : {})
          if (numbered.length > 0) for (const each of [plain, indexed]) each.insert(numbered)
          const found = (collection: typeof plain) => collection.find(where, { sort: { _id: 1 } })
          expect(found(indexed)).toEqual(found(plain))
          expect(indexed.update(where, change)).toBe(plain.update(where, change))
          expect(indexed.find({}, { sort: { _id: 1 } })).toEqual(plain.find({}, { sort: { _id: 1 } }))
          expect(found(indexed)).toEqual(found(plain))
          const sorted = (collection: typeof plain) =>
            collection.find({}, { sort: { ...(isWildcard ? {} : key), _id: 1 } })
          expect(sorted(indexed)).toEqual(sorted(plain))
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('finds the values of one field, of every type, before and after they change', async () => {
    await using docdb = await startDatabase()
    const small = fc.integer({ min: 0, max: 3 })
    const own = fc.oneof(scalar, small, fc.constantFrom('', 'a'), fc.array(small, { maxLength: 3 }))
    const range = fc.oneof(
      scalar,
      fc.record({ $gte: scalar }),
      fc.record({ $lte: fc.oneof(scalar, fc.constantFrom('a', 'b')) }),
      fc.record({ $gt: small, $lt: small }),
      fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
      looseCondition,
    )
    fc.assert(
      fc.property(
        fc.array(own, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<1 | -1>(1, -1),
        range,
        range,
        own,
        (values, direction, first, second, changed) => {
          docdb.reset()
          const [plain, indexed] = [docdb.collection('shop.plain'), docdb.collection('shop.indexed')]
          indexed.createIndex({ a: direction })
          for (const each of [plain, indexed]) each.insert(values.map((a, _id) => ({ _id, a })))
          const ids = (collection: typeof plain, a: unknown) => collection.find({ a }).map(({ _id }) => Number(_id))
          const inOrder = (found: number[]) => found.toSorted((left, right) => left - right)
          expect(inOrder(ids(indexed, first))).toEqual(ids(plain, first))
          expect(indexed.update({ a: first }, { $set: { a: changed } })).toBe(
            plain.update({ a: first }, { $set: { a: changed } }),
          )
          for (const each of [first, second]) expect(inOrder(ids(indexed, each))).toEqual(ids(plain, each))
          expect(indexed.find({}, { sort: { a: direction, _id: 1 } })).toEqual(
            plain.find({}, { sort: { a: direction, _id: 1 } }),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

// Strings that are equal, or not, depending on the strength of a collation.
const word = fc.constantFrom('a', 'A', 'á', 'Á', 'ab', 'aB', 'Ab', 'b', 'B', '', 'z')
const wordCondition = fc.oneof(
  word,
  fc.constantFrom({ $regex: '^a' }, { $not: { $gt: 'a' } }, { $type: 'string' }),
  fc.record({ $in: fc.array(word, { maxLength: 3 }) }),
  fc.record({ $gte: word }),
  fc.record({ $gt: word, $lt: word }),
  fc.record({ $ne: word }),
)

describe.each([1, 2, 3])('an index with a collation of strength %i', (strength) => {
  it('never changes what a filter finds', async () => {
    const options = { collation: { locale: 'en', strength } }
    const seeded = (collection: string) => ({ database: 'shop', collection, options })
    await using docdb = await startDatabase({ data: [seeded('plain'), seeded('indexed')] })
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.oneof(word, fc.array(word, { maxLength: 2 })), b: word }), { maxLength: 10 }),
        fc.record({ a: wordCondition, b: wordCondition }, { requiredKeys: [] }),
        fc.constantFrom({ a: 1 }, { b: -1, a: 1 }),
        (documents, where, key) => {
          docdb.reset()
          const [plain, indexed] = [docdb.collection('shop.plain'), docdb.collection('shop.indexed')]
          indexed.createIndex(key, options)
          const numbered = documents.map((each, _id) => ({ _id, ...each }))
          if (numbered.length > 0) for (const each of [plain, indexed]) each.insert(numbered)
          const found = (collection: typeof plain) => collection.find(where, { sort: { _id: 1 } })
          expect(found(indexed)).toEqual(found(plain))
        },
      ),
      { numRuns: 100 },
    )
  })
})

// Values that mingo and the server both have.
const plainScalar = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('a', 'b', 'ab', ''),
  fc.boolean(),
  fc.constant(null),
)
const plainValue = fc.oneof(plainScalar, fc.array(plainScalar, { maxLength: 3 }))
const plainDocument = fc.record({ a: plainValue, b: plainScalar }, { requiredKeys: [], noNullPrototype: true })

describe('a filter', () => {
  it('finds what mingo finds, where mingo agrees with the server', async () => {
    await using docdb = await startDatabase()
    const own = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('a', 'b'))
    const several = fc.array(own, { maxLength: 3 })
    const condition = fc.oneof(
      own,
      fc.record({ $eq: own }),
      fc.record({ $ne: own }),
      fc.record({ $gt: own }),
      fc.record({ $gte: own }),
      fc.record({ $lt: own }),
      fc.record({ $lte: own }),
      fc.record({ $in: several }),
      fc.record({ $nin: several }),
      fc.record({ $exists: fc.boolean() }),
      fc.record({ $not: fc.record({ $gte: own }) }),
    )
    const conditions = fc.dictionary(fc.constantFrom('a', 'b'), condition, { maxKeys: 2 })
    const clauses = fc.array(conditions, { minLength: 1, maxLength: 2 })
    const agreed = fc.oneof(
      { weight: 3, arbitrary: conditions },
      fc.record({ $or: clauses }),
      fc.record({ $and: clauses }),
      fc.record({ $nor: clauses }),
    )
    fc.assert(
      fc.property(fc.array(plainDocument, { maxLength: 12 }), agreed, (documents, where) => {
        docdb.reset()
        const numbered = documents.map((each, _id) => ({ _id, ...each }))
        if (numbered.length > 0) docdb.collection('shop.items').insert(numbered)
        const query = new Query(where)
        const expected = numbered.filter((each) => query.test(each)).map(({ _id }) => _id)
        expect(
          docdb
            .collection('shop.items')
            .find(where, { sort: { _id: 1 } })
            .map(({ _id }) => _id),
        ).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

describe('an update and a pipeline', () => {
  it('make what mingo makes, where mingo agrees with the server', async () => {
    await using docdb = await startDatabase()
    const number = fc.integer({ min: -3, max: 3 })
    // Of an array with a value twice, $addToSet of mingo makes a set.
    const plain = fc.record({ a: number, b: fc.constantFrom('x', 'y'), c: fc.uniqueArray(number, { maxLength: 3 }) })
    const change = fc.oneof(
      fc.record({ $inc: fc.record({ a: number }) }),
      // By zero, mingo makes the -0 that whole numbers of the server do not have.
      fc.record({ $mul: fc.record({ a: fc.integer({ min: 1, max: 3 }) }) }),
      fc.record({ $max: fc.record({ a: number }) }),
      fc.record({ $min: fc.record({ a: number, d: number }) }),
      fc.record({ $set: fc.record({ b: fc.constant('z'), 'e.f': number }) }),
      fc.record({ $unset: fc.record({ b: fc.constant('') }) }),
      fc.record({ $push: fc.record({ c: fc.record({ $each: fc.array(number, { maxLength: 2 }), $slice: number }) }) }),
      fc.record({ $addToSet: fc.record({ c: number }) }),
      fc.record({ $pull: fc.record({ c: fc.record({ $gt: number }) }) }),
      fc.record({ $pop: fc.record({ c: fc.constantFrom(1, -1) }) }),
    )
    const stages = fc.constantFrom<Record<string, unknown>[]>(
      [
        { $group: { _id: '$b', sum: { $sum: '$a' }, all: { $push: '$a' }, most: { $max: '$a' } } },
        { $sort: { _id: 1 } },
      ],
      [{ $unwind: '$c' }, { $group: { _id: '$c', n: { $sum: 1 } } }, { $sort: { n: -1, _id: 1 } }],
      [{ $project: { b: 1, twice: { $multiply: ['$a', 2] }, size: { $size: '$c' } } }],
      [{ $addFields: { top: { $filter: { input: '$c', cond: { $gt: ['$$this', 0] } } } } }],
      [{ $sort: { b: 1, a: -1, _id: 1 } }, { $skip: 1 }, { $limit: 3 }],
      [{ $sortByCount: '$b' }, { $sort: { _id: 1 } }],
    )
    fc.assert(
      fc.property(
        fc.array(plain, { maxLength: 8 }),
        fc.constantFrom('x', 'y'),
        change,
        stages,
        (documents, b, how, pipeline) => {
          docdb.reset()
          const items = docdb.collection('shop.items')
          const numbered = documents.map((each, _id) => ({ _id, ...each }))
          if (numbered.length > 0) items.insert(numbered)
          const expected = structuredClone(numbered)
          updateMany(expected, { b }, how as never)
          items.update({ b }, how)
          expect(items.find({}, { sort: { _id: 1 } })).toEqual(expected)
          // A pipeline reads fields that every document has.
          docdb.reset()
          if (numbered.length > 0) items.insert(numbered)
          expect(items.aggregate(pipeline)).toEqual(aggregate(structuredClone(numbered), pipeline))
        },
      ),
      { numRuns: 200 },
    )
  })
})
