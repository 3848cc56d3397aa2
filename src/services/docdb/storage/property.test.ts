import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Query } from 'mingo'
import { startDatabase } from '../driver.fixture.ts'

// Random documents, filters and updates: an index may change how documents are found, never which.

const scalar = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
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
const condition = fc.oneof(
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
const filter = fc.oneof(plainFilter, fc.record({ $or: fc.array(plainFilter, { minLength: 1, maxLength: 2 }) }))
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
          const numbered = documents.map((each, _id) => ({ _id, ...each }))
          const [plain, indexed] = [docdb.collection('shop.plain'), docdb.collection('shop.indexed')]
          indexed.createIndex(key, sparse ? { sparse } : {})
          if (numbered.length > 0) for (const each of [plain, indexed]) each.insert(numbered)
          const found = (collection: typeof plain) => collection.find(where, { sort: { _id: 1 } })
          expect(found(indexed)).toEqual(found(plain))
          expect(indexed.update(where, change)).toBe(plain.update(where, change))
          expect(indexed.find({}, { sort: { _id: 1 } })).toEqual(plain.find({}, { sort: { _id: 1 } }))
          expect(found(indexed)).toEqual(found(plain))
          const sorted = (collection: typeof plain) => collection.find({}, { sort: { ...key, _id: 1 } })
          expect(sorted(indexed)).toEqual(sorted(plain))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a filter', () => {
  it('finds what mingo finds, where mingo agrees with the server', async () => {
    await using docdb = await startDatabase()
    const agreed = fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom('a', 'b'),
        fc.record({ $gt: fc.integer({ min: -3, max: 3 }) }),
        fc.record({ $in: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 3 }) }),
        fc.record({ $ne: fc.integer({ min: -3, max: 3 }) }),
      ),
      { maxKeys: 2 },
    )
    fc.assert(
      fc.property(fc.array(document, { maxLength: 12 }), agreed, (documents, where) => {
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
