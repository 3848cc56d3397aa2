import { Decimal128, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// Operands that update operators cannot have. https://www.mongodb.com/docs/manual/reference/operator/update/

const it = databaseTest().extend('items', ({ client }) => client.db('shop').collection<Document>('items'))

/** An update with the code and the message by which the server refuses it. */
type Refusal = readonly [update: Document, code: number, message: string]

const ANY_DOCUMENT: readonly Refusal[] = [
  [{ $inc: { a: 'x' } }, 14, 'Cannot increment with non-numeric argument: {a: "x"}'],
  [{ $mul: { 'a.b': null } }, 14, 'Cannot multiply with non-numeric argument: {a.b: null}'],
  [{ $addToSet: { a: { $each: 1 } } }, 14, 'The argument to $each in $addToSet must be an array'],
  [{ $addToSet: { a: { $each: [1], $slice: 2 } } }, 2, 'Found unexpected fields after $each in $addToSet'],
  [{ $push: { a: { $each: [1], $top: 1 } } }, 2, 'Unrecognized clause in $push: $top'],
  [
    { $push: { a: { $each: [1], $position: 'x' } } },
    2,
    'The value for $position must be an integer value, not of type',
  ],
  [{ $push: { a: { $each: [1], $sort: {} } } }, 2, 'The sort pattern is empty when it should be a set of fields.'],
  [{ $push: { a: { $each: [1], $sort: { n: 'up' } } } }, 2, 'The sort element value must be either 1 or -1'],
  [{ $push: { a: { $each: [1], $sort: { 'n.': 1 } } } }, 2, 'The sort field is a dotted field but has an empty part'],
  [{ $push: { a: { $each: [1], $sort: 2 } } }, 2, 'The $sort element value must be either 1 or -1'],
  [{ $pop: { a: 'x' } }, 9, 'Expected a number in: a: "x"'],
  [{ $pop: { a: 2 } }, 9, '$pop expects 1 or -1, found: 2'],
  [{ $pull: { a: { $size: 'x' } } }, 2, 'Failed to parse $size. Expected a number in'],
  [{ $pullAll: { a: 1 } }, 2, '$pullAll requires an array argument but was given a int'],
  [{ $pullAll: { 'a.b': [1], a: {} } }, 2, '$pullAll requires an array argument but was given a object'],
  [{ $bit: { a: {} } }, 2, 'You must pass in at least one bitwise operation.'],
  [{ $currentDate: { a: { $type: 'date', at: 1 } } }, 2, 'Unrecognized $currentDate option: at'],
  [{ $set: { 'a.$.b.$': 1 } }, 2, "Too many positional (i.e. '$') elements found in path 'a.$.b.$'"],
  [{ $rename: { a: 'a.b' } }, 2, 'The source and target field for $rename must not be on the same path: a: "a.b"'],
  [{ $rename: { 'a.$[].b': 'c' } }, 2, 'The source field for $rename may not be dynamic: a.$[].b'],
  [{ $rename: { a: 'c.$[]' } }, 2, 'The destination field for $rename may not be dynamic: c.$[]'],
  [{ $rename: { a: 'b' }, $inc: { b: 1 } }, 40, "Updating the path 'b' would create a conflict at 'b'"],
  [{ $rename: { a: 'b', b: 'c' } }, 40, "Updating the path 'b' would create a conflict at 'b'"],
  [{ $rename: { a: 'c', b: 'c' } }, 40, "Updating the path 'c' would create a conflict at 'c'"],
]

describe('an operand that an operator cannot have', () => {
  it.for(ANY_DOCUMENT)(
    'is refused, whether a document matches or not: %j',
    async ([update, code, message], { items }) => {
      const refused = items.updateOne({ _id: 1 as never }, update)
      await expect(refused).rejects.toMatchObject({ code })
      await expect(refused).rejects.toThrow(message)
    },
  )
})

describe('a document that an operator cannot change', () => {
  it.for<readonly [before: Document, ...Refusal]>([
    [{ a: 5 }, { $pop: { 'a.b': 1 } }, 28, 'Cannot use the part (b) of (a.b) to traverse the element ({a: 5})'],
    [{ a: [{ b: [1] }] }, { $pop: { 'a.b': 1 } }, 28, 'Cannot use the part (b) of (a.b)'],
    [
      { a: null },
      { $bit: { a: { or: 1 } } },
      2,
      'Cannot apply $bit to a value of non-integral type._id: 1 has the field a',
    ],
    [{ a: 5 }, { $rename: { 'a.b': 'c' } }, 28, 'to traverse the element ({a: 5})'],
    [{ a: 5, list: [1] }, { $rename: { a: 'list.0' } }, 2, 'The destination field cannot be an array element'],
    [{ a: 1 }, { $rename: { a: '_id' } }, 66, "would modify the immutable field '_id'"],
    [{ a: 1 }, { $rename: { a: '$b' } }, 52, "The dollar ($) prefixed field '$b' in '$b' is not valid for storage."],
  ])('%j is left as it is by %j', async ([before, update, code, message], { items }) => {
    await items.insertOne({ ...before, _id: 1 as never })
    const refused = items.updateOne({}, update)
    await expect(refused).rejects.toMatchObject({ code })
    await expect(refused).rejects.toThrow(message)
    expect(await items.findOne({})).toEqual({ ...before, _id: 1 })
  })

  it('has no place for $ where the filter only says what an array has not', async ({ items }) => {
    await items.insertOne({ _id: 1 as never, list: [1, 2] })
    for (const condition of [{ $ne: 5 }, { $nin: [5] }, { $not: { $eq: 5 } }])
      await expect(items.updateOne({ list: condition }, { $set: { 'list.$': 9 } })).rejects.toMatchObject({ code: 2 })
    await items.updateOne({ list: { $ne: 5, $gt: 1 } }, { $set: { 'list.$': 9 } })
    expect(await items.findOne({})).toEqual({ _id: 1, list: [1, 9] })
  })
})

it('a pipeline is refused also where it has no document to change', async ({ client, items }) => {
  const update = (stage: Document) =>
    client.db(items.dbName).command({ update: items.collectionName, updates: [{ q: { _id: 'none' }, u: [stage] }] })
  await expect(update({ $invalid: 1 })).rejects.toMatchObject({
    code: 40_324,
    message: "Unrecognized pipeline stage name: '$invalid'",
  })
  // A stage that only other pipelines have is the mistake of its statement.
  const message = '$match is not allowed to be used within an update'
  expect(await update({ $match: {} })).toMatchObject({ ok: 1, writeErrors: [{ code: 72, errmsg: message }] })
})

it('a pipeline reads the constants of its statement as values', async ({ client, items }) => {
  await items.insertOne({ a: 1 })
  const statement = { q: {}, u: [{ $set: { a: '$$own' } }], c: { own: '$b' } }
  await client.db(items.dbName).command({ update: items.collectionName, updates: [statement] })
  expect(await items.findOne({}, { projection: { _id: 0 } })).toEqual({ a: '$b' })
})

it('$pull takes the elements that equal a value, not the arrays that hold it', async ({ items }) => {
  await items.insertOne({ _id: 1 as never, list: [[1, 2], 1, Decimal128.fromString('1'), [{ x: 1 }], { x: 1 }] })
  await items.updateOne({}, { $pull: { list: 1 } } as Document)
  await items.updateOne({}, { $pull: { list: { x: 1 } } } as Document)
  expect(await items.findOne({})).toEqual({ _id: 1, list: [[1, 2], [{ x: 1 }]] })
})

it('$rename of a field that begins with a dollar sign, which is not there, changes nothing', async ({ items }) => {
  await items.insertOne({ _id: 1 as never, a: 1 })
  expect(await items.updateOne({}, { $rename: { $a: 'b' } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
})
