import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

const join = (fields: object) => ({ $lookup: { from: 'orders', as: 'found', ...fields } })
const windowed = (spec: object, sortBy: object | null = { x: 1 }) => ({
  $setWindowFields: { sortBy, output: { total: { $sum: '$x', ...spec } } },
})
const long = Array.from({ length: 201 }, () => 'a').join('.')

describe('a stage', () => {
  it.for<[Record<string, unknown>, number]>([
    [join({ localField: '$x', foreignField: 'y' }), 16_410],
    [join({ localField: 'x', foreignField: 'y.' }), 40_353],
    [join({ localField: '.x', foreignField: 'y' }), 15_998],
    [join({ localField: '', foreignField: 'y' }), 9],
    [join({ localField: long, foreignField: 'y' }), 15],
    [join({ from: '', localField: 'x', foreignField: 'y' }), 73],
    [join({ from: { db: 'other', coll: 'orders' }, localField: 'x', foreignField: 'y' }), 9],
    [join({ from: { name: 'orders' }, localField: 'x', foreignField: 'y' }), 40_415],
    [{ $sort: { $x: 1 } }, 16_410],
    [{ $sort: { '': 1 } }, 40_352],
    [{ $sort: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, 1])) }, 13_103],
    [{ $sort: { x: { $other: 1 } } }, 17_312],
    [{ $sort: { x: { $meta: 'textScore', also: 1 } } }, 9],
    [{ $sort: { x: { $meta: 'recordId' } } }, 31_138],
    [{ $group: { _id: { x: 1 } } }, 17_390],
    [{ $group: { _id: { x: true } } }, 17_390],
    [{ $count: '_id' }, 9_039_800],
    [{ $out: { db: 'admin', coll: 'copies' } }, 31_321],
    [{ $out: 'system.copies' }, 17_385],
    [{ $out: '$copies' }, 20],
    [{ $merge: { into: 'copies', let: { a: 1 }, whenMatched: 'merge' } }, 51_199],
    [{ $merge: { into: 'copies', let: { new: '$x' }, whenMatched: [] } }, 51_273],
    [windowed({ window: { documents: [-1, 0], other: 1 } }), 9],
    [windowed({ window: { documents: [-1] } }), 9],
    [windowed({ window: { documents: [-1.5, 0] } }), 9],
    [windowed({ window: { documents: ['first', 0] } }), 9],
    [windowed({ window: { documents: [-1, 0], range: [-1, 0] } }), 9],
    [windowed({ window: { unit: 'day' } }), 9],
    [windowed({ window: { range: [-1, 0], unit: 7 } }), 9],
    [windowed({ window: { documents: [1, -1] } }), 5_339_900],
    [windowed({ window: { range: [1, -1] } }), 5_339_900],
    [windowed({ window: { range: [-1, 1] } }, { x: -1 }), 8_947_401],
    [windowed({ window: { range: [-1, 1] } }, null), 5_339_902],
    [{ $setWindowFields: { sortBy: 5, output: {} } }, 14],
    [{ $setWindowFields: { output: {}, other: 1 } }, 40_415],
  ])('is refused as %j', async ([stage, code], { client }) => {
    const products = client.db('shop').collection('products')
    await expect(products.aggregate([stage]).toArray()).rejects.toMatchObject({ code })
  })

  it.for<[object, object, number]>([
    [{ x: 'seven' }, { range: [-1, 1] }, 5_429_414],
    [{}, { range: [-1, 1] }, 5_429_414],
    [{ x: 7 }, { range: [-1, 1], unit: 'day' }, 5_429_513],
  ])('measures a range from no document as %j', async ([document, window, code], { client }) => {
    const points = client.db('shop').collection('points')
    await points.insertOne({ ...document })
    await expect(points.aggregate([windowed({ window })]).toArray()).rejects.toMatchObject({ code })
    expect(
      await points.aggregate([windowed({ window: { range: ['unbounded', 'unbounded'] } })]).toArray(),
    ).toHaveLength(1)
  })
})
