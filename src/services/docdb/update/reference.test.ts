import * as updates from 'mingo/operators/update'
import { Decimal128, Double, Long, Timestamp, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// A case for every update operator of the manual. https://www.mongodb.com/docs/manual/reference/operator/update/

const it = databaseTest().extend('items', ({ client }) => client.db('test').collection('items'))

type Case = readonly [before: Document, update: Document | Document[], after: Document, options?: Document]

const UPDATES: Readonly<Record<string, readonly Case[]>> = {
  $addToSet: [
    [{ a: [1, 2] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
    [{ a: [{ x: 1 }] }, { $addToSet: { a: { $each: [{ x: 1 }, { x: 2 }] } } }, { a: [{ x: 1 }, { x: 2 }] }],
    [{}, { $addToSet: { 'a.b': 1 } }, { a: { b: [1] } }],
  ],
  $bit: [
    [{ a: 13 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
    [{ a: 3 }, { $bit: { a: { or: 5 } } }, { a: 7 }],
    [{ a: 1 }, { $bit: { a: { xor: 5 } } }, { a: 4 }],
  ],
  $currentDate: [],
  $inc: [
    [{ a: 1 }, { $inc: { a: -2, 'b.c': 5 } }, { a: -1, b: { c: 5 } }],
    [{ a: 1 }, { $inc: { a: new Double(0.5) } }, { a: 1.5 }],
    [{ a: Decimal128.fromString('1.10') }, { $inc: { a: 1 } }, { a: Decimal128.fromString('2.10') }],
  ],
  $max: [
    [{ a: 5 }, { $max: { a: 9 } }, { a: 9 }],
    [{ a: 5 }, { $max: { a: 1, b: 2 } }, { a: 5, b: 2 }],
  ],
  $min: [[{ a: 5 }, { $min: { a: 3 } }, { a: 3 }]],
  $mul: [
    [{ a: 5 }, { $mul: { a: 3 } }, { a: 15 }],
    [{}, { $mul: { a: 3 } }, { a: 0 }],
  ],
  $pop: [
    [{ a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
    [{ a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
  ],
  $pull: [
    [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [
      {
        a: [
          { x: 1, y: [1, 2] },
          { x: 2, y: [3] },
        ],
      },
      { $pull: { a: { y: { $elemMatch: { $gt: 2 } } } } },
      { a: [{ x: 1, y: [1, 2] }] },
    ],
    [{ a: ['x', 'y'] }, { $pull: { a: { $in: ['x'] } } }, { a: ['y'] }],
  ],
  $pullAll: [[{ a: [1, 2, 1, 3] }, { $pullAll: { a: [1, 3] } }, { a: [2] }]],
  $push: [
    [{}, { $push: { a: 1 } }, { a: [1] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [8, 9], $position: 1 } } }, { a: [1, 8, 9, 2] }],
    [
      { a: [{ n: 3 }] },
      { $push: { a: { $each: [{ n: 1 }, { n: 2 }], $sort: { n: 1 }, $slice: -2 } } },
      { a: [{ n: 2 }, { n: 3 }] },
    ],
  ],
  $rename: [[{ a: { b: 1 }, c: 2 }, { $rename: { 'a.b': 'd.e', c: 'f' } }, { a: {}, d: { e: 1 }, f: 2 }]],
  $set: [
    [{ a: 1 }, { $set: { 'b.c': 2, a: [1] } }, { a: [1], b: { c: 2 } }],
    [{ a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
    [{ a: [{ x: 1 }] }, { $set: { 'a.0.x': 2 } }, { a: [{ x: 2 }] }],
  ],
  $setOnInsert: [[{ a: 1 }, { $set: { a: 2 }, $setOnInsert: { b: 1 } }, { a: 2 }]],
  $unset: [
    [{ a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
    [{ a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
  ],
  '$ (position)': [
    [
      { a: [{ k: 1 }, { k: 2 }] },
      { $set: { 'a.$.v': 9 } },
      { a: [{ k: 1 }, { k: 2, v: 9 }] },
      { filter: { 'a.k': 2 } },
    ],
    [
      {
        a: [
          { k: 1, v: 5 },
          { k: 2, v: 5 },
        ],
      },
      { $inc: { 'a.$.v': 1 } },
      {
        a: [
          { k: 1, v: 5 },
          { k: 2, v: 6 },
        ],
      },
      { filter: { a: { $elemMatch: { k: 2, v: 5 } } } },
    ],
  ],
  '$[] (all elements)': [
    [{ a: [{ v: [1, 2] }, { v: [3] }] }, { $inc: { 'a.$[].v.$[]': 1 } }, { a: [{ v: [2, 3] }, { v: [4] }] }],
  ],
  '$[name] (array filter)': [
    [
      {
        a: [
          { k: 1, v: [1, 9] },
          { k: 2, v: [9] },
        ],
      },
      { $set: { 'a.$[row].v.$[value]': 0 } },
      {
        a: [
          { k: 1, v: [1, 0] },
          { k: 2, v: [9] },
        ],
      },
      { arrayFilters: [{ 'row.k': 1 }, { value: { $gt: 5 } }] },
    ],
  ],
  pipeline: [
    [{ a: 1 }, [{ $set: { b: { $add: ['$a', 1] } } }, { $unset: 'a' }], { b: 2 }],
    [{ a: { b: 1 } }, [{ $replaceWith: { $mergeObjects: ['$a', { c: '$$NOW' }] } }, { $unset: 'c' }], { b: 1 }],
    [{ a: 1, b: 2 }, [{ $project: { a: 1 } }], { a: 1 }],
  ],
}

describe('an update', () => {
  it.for(Object.keys(updates))('%s has a case', (name) => {
    expect(Object.keys(UPDATES)).toContain(name)
  })

  it.for(Object.entries(UPDATES).flatMap(([name, cases]) => cases.map((each) => [name, each] as const)))(
    '%s: %j',
    async ([_name, [before, update, after, { filter = {}, ...options } = {}]], { items }) => {
      await items.insertOne({ ...before, _id: 1 as never })
      expect((await items.updateOne({ _id: 1, ...filter } as never, update, options)).matchedCount).toBe(1)
      expect(await items.findOne({}, { projection: { _id: 0 } })).toEqual(after)
    },
  )

  it('$currentDate takes the clock of the instance, as a date and as a timestamp', async ({ docdb, items }) => {
    docdb.clock.set('2026-05-05T05:05:05Z')
    await items.insertOne({ _id: 1 as never })
    await items.updateOne({}, { $currentDate: { a: { $type: 'date' }, 'b.c': { $type: 'timestamp' } } })
    const found = await items.findOne()
    // The clock goes on from the moment that the test has set.
    const seconds = Date.parse('2026-05-05T05:05:05Z') / 1000
    expect(Math.floor(found?.['a'].getTime() / 1000)).toBe(seconds)
    expect(found?.['b'].c).toBeInstanceOf(Timestamp)
    expect(found?.['b'].c.t).toBe(seconds)
  })

  it('an upsert takes the fields of the filter, and $setOnInsert', async ({ items }) => {
    await items.updateOne(
      { _id: 7 as never, a: 1, b: { $gt: 1 }, 'c.d': 2 },
      { $setOnInsert: { e: 3 }, $inc: { f: 1 } },
      { upsert: true },
    )
    expect(await items.findOne()).toEqual({ _id: 7, a: 1, c: { d: 2 }, e: 3, f: 1 })
    await items.replaceOne({ _id: 8 as never }, { g: 1 }, { upsert: true })
    expect(await items.findOne({ g: 1 })).toEqual({ _id: 8, g: 1 })
    await items.updateOne({ h: 1 }, [{ $set: { i: { $add: ['$h', 1] } } }], { upsert: true })
    expect(await items.findOne({ h: 1 }, { projection: { _id: 0 } })).toEqual({ h: 1, i: 2 })
  })

  it('an update that changes nothing matches, and modifies nothing', async ({ items }) => {
    await items.insertOne({ a: 1 })
    expect(await items.updateMany({}, { $set: { a: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
    expect(await items.updateMany({}, { $set: { a: new Long(1) } })).toMatchObject({ modifiedCount: 1 })
  })

  it.for<[Document, number, string]>([
    [{ $set: { a: 1 }, $inc: { a: 1 } }, 40, "Updating the path 'a' would create a conflict at 'a'"],
    [{ $set: { 's.x': 1 } }, 28, 'Cannot create field \'x\' in element {s: "text"}'],
    [{ $inc: { s: 1 } }, 14, 'Cannot apply $inc to a value of non-numeric type'],
    [{ $push: { s: 1 } }, 2, "The field 's' must be an array but is of type string"],
    [{ $set: { _id: 2 } }, 66, "Performing an update on the path '_id' would modify the immutable field '_id'"],
    [{ $foo: { a: 1 } }, 9, 'Unknown modifier: $foo'],
    [{ $pop: { a: 5 } }, 9, '$pop expects 1 or -1'],
    [{ $rename: { a: 'a' } }, 2, 'The source and target field for $rename must differ'],
    [{ $set: { 'a.$.b': 1 } }, 2, 'The positional operator did not find the match needed from the query'],
    [{ $set: { 'a.$[x]': 1 } }, 2, "No array filter found for identifier 'x'"],
    [{ $bit: { n: { and: 'x' } } }, 2, 'The $bit modifier field must be an Integer'],
  ] as const)('%j is refused with the code %i', async ([update, code, message], { items }) => {
    await items.insertOne({ _id: 1 as never, s: 'text', a: [1], n: 1 })
    const refused = items.updateOne({ _id: 1 as never }, update)
    await expect(refused).rejects.toMatchObject({ code })
    await expect(refused).rejects.toThrow(message)
  })
})
