import type { MongoClient } from 'mongodb'
import { Decimal128 } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

/** Returns what a window function makes of documents in the order of `x`. */
async function windowed(client: MongoClient, spec: Record<string, unknown>, documents: readonly object[]) {
  const points = client.db('shop').collection('points')
  if (documents.length > 0) await points.insertMany(documents.map((each) => ({ ...each })))
  const stage = { $setWindowFields: { sortBy: { x: 1 }, output: { result: spec } } }
  return (await points.aggregate([stage]).toArray()).map(({ result }) => result)
}

describe('a covariance', () => {
  it('is a Decimal128 where one of the numbers is one', async ({ client }) => {
    const documents = [
      { x: Decimal128.fromString('1'), y: 2 },
      { x: 2, y: 4 },
      { x: 3, y: 6 },
    ]
    const [first] = await windowed(client, { $covarianceSamp: ['$x', '$y'] }, documents)
    expect(first).toEqual(Decimal128.fromString('2'))
  })

  it('is null unless it has two operands', async ({ client }) => {
    expect(await windowed(client, { $covariancePop: '$x' }, [{ x: 1 }, { x: 2 }])).toEqual([null, null])
    expect(await windowed(client, { $covariancePop: ['$x', '$x', '$x'] }, [])).toEqual([null, null])
  })
})

describe('a window function', () => {
  it('takes a list of expressions as one operand', async ({ client }) => {
    expect(await windowed(client, { $addToSet: ['$x', '$x'] }, [{ x: 1 }])).toEqual([[[1, 1]]])
  })

  it.for<[Record<string, unknown>, number]>([
    [{ $sum: '$x', other: 1 }, 9],
    [{ $sum: '$x', $avg: '$x' }, 9],
    [{ $sum: '$x', window: 5 }, 9],
    [{ window: {} }, 9],
    [{ $rank: 'x' }, 5_371_603],
    [{ $rank: { x: 1 } }, 5_371_603],
    [{ $documentNumber: {}, window: { documents: ['unbounded', 'current'] } }, 5_371_601],
  ])('is refused as %j', async ([spec, code], { client }) => {
    await expect(windowed(client, spec, [])).rejects.toMatchObject({ code })
  })

  it('ranks by exactly one field', async ({ client }) => {
    const stage = { $setWindowFields: { sortBy: { x: 1, y: 1 }, output: { result: { $rank: {} } } } }
    const ranked = client.db('shop').collection('points').aggregate([stage]).toArray()
    await expect(ranked).rejects.toMatchObject({ code: 5_371_602 })
  })
})
