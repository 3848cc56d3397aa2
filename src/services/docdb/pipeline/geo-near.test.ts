import type { Document, MongoClient } from 'mongodb'
import { beforeEach, describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

// https://www.mongodb.com/docs/manual/reference/operator/aggregation/geoNear/
describe('$geoNear', () => {
  const here = { type: 'Point', coordinates: [0, 0] }
  beforeEach<{ client: MongoClient }>(async ({ client }) => {
    const places = client.db('shop').collection<Document & { _id: number }>('places')
    await places.createIndex({ at: '2dsphere' })
    await places.insertMany([0, 1, 2].map((_id) => ({ _id, at: { type: 'Point', coordinates: [_id, 0] } })))
  })

  it('takes its point and distances from variables, and $meta reads what it has found', async ({ client }) => {
    const places = client.db('shop').collection('places')
    const stages = [
      { $geoNear: { near: '$$here', maxDistance: { $multiply: ['$$far', 1000] } } },
      { $project: { away: { $meta: 'geoNearDistance' }, place: { $meta: 'geoNearPoint' } } },
    ]
    const found = await places.aggregate(stages, { let: { here, far: 120 } }).toArray()
    expect(found).toMatchObject([
      { _id: 0, away: 0, place: here },
      { _id: 1, away: expect.closeTo(111_319, 0) as number },
    ])
  })

  it.for<[Document, number]>([
    [{ near: 5 }, 5_860_401],
    [{ near: '$a' }, 5_860_402],
    [{ near: here, distanceField: 5 }, 16_606],
    [{ near: here, distanceField: 'a..b' }, 15_998],
    [{ near: here, includeLocs: 5 }, 16_607],
    [{ near: here, key: '' }, 2],
    [{ near: here, query: 5 }, 14],
    [{ near: here, query: { at: { $near: [0, 0] } } }, 5_626_500],
    [{ near: here, maxDistance: 'far' }, 14],
    [{ near: here, minDistance: -1 }, 2],
    [{ near: here, distanceMultiplier: -1 }, 2],
    [{ near: here, colour: 1 }, 40_415],
  ])('refuses %j', async ([spec, code], { client }) => {
    const places = client.db('shop').collection('places')
    await expect(places.aggregate([{ $geoNear: spec }]).toArray()).rejects.toMatchObject({ code })
  })
})
