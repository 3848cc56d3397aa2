import { Decimal128, Double, Int32, Long, type Document, type MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/#accumulator-operator

const it = databaseTest({ data: [{ database: 'shop', collection: 'numbers', documents: [] }] })

/** Returns the result of an accumulator over values, with the types that the server gives it. */
async function accumulated(client: MongoClient, accumulator: Document, values: readonly unknown[]): Promise<unknown> {
  const numbers = client.db('shop').collection('numbers')
  await numbers.insertMany(values.map((value) => ({ value })))
  const [group] = await numbers
    .aggregate([{ $group: { _id: null, result: accumulator } }], { promoteValues: false, promoteLongs: false })
    .toArray()
  return group?.['result']
}

describe('$sum', () => {
  const largest = Long.fromString('9223372036854775807')
  it.for<readonly [string, readonly unknown[], unknown]>([
    ['does not gather the errors of Doubles', Array.from({ length: 100 }, () => 0.1), new Double(10)],
    ['is an Int32 where only a part of it is too large', [2_147_483_647, 1, -1], new Int32(2_147_483_647)],
    ['is an Int64 where only a part of it is too large', [largest, new Int32(1), new Int32(-1)], largest],
    ['is a Double where an Int64 is too small', [largest, new Int32(1)], new Double(2 ** 63)],
    [
      'is exact in Decimal128',
      [largest, new Int32(1), Decimal128.fromString('0')],
      Decimal128.fromString('9223372036854775808'),
    ],
    [
      'has the digits of its Doubles in Decimal128',
      [new Double(1.5), Decimal128.fromString('4.5')],
      Decimal128.fromString('6.0'),
    ],
    ['is infinite where a Double is', [new Double(Infinity), new Int32(1)], new Double(Infinity)],
  ])('%s', async ([, values, sum], { client }) => {
    expect(await accumulated(client, { $sum: '$value' }, values)).toEqual(sum)
  })
})

describe('$avg', () => {
  it('does not gather the errors of Doubles', async ({ client }) => {
    const values = Array.from({ length: 100 }, () => 0.1)
    expect(await accumulated(client, { $avg: '$value' }, values)).toEqual(new Double(0.1))
  })
})

describe('an accumulator of different values', () => {
  it('keeps the first of equal ones', async ({ client }) => {
    const values = [new Int32(5), Long.fromNumber(5), new Double(5)]
    expect(await accumulated(client, { $addToSet: '$value' }, values)).toEqual([new Int32(5)])
  })

  it('takes those for equal that the collation does', async ({ client }) => {
    const numbers = client.db('shop').collection('numbers')
    await numbers.insertMany([{ value: 'a' }, { value: 'A' }])
    const collation = { locale: 'en', strength: 1 }
    const pipeline = [{ $group: { _id: null, result: { $addToSet: '$value' } } }]
    expect(await numbers.aggregate(pipeline, { collation }).toArray()).toEqual([{ _id: null, result: ['a'] }])
  })
})

describe('an accumulator', () => {
  it.for<readonly [Document, number, string]>([
    [{ $push: ['$value'] }, 40_237, 'The $push accumulator is a unary operator'],
    [{ $sum: [] }, 40_237, 'The $sum accumulator is a unary operator'],
    [{}, 40_234, "The field 'result' must be an accumulator object"],
    [{ value: 1 }, 40_234, "The field 'result' must be an accumulator object"],
    [{ $sum: 1, $avg: 1 }, 40_238, "The field 'result' must specify one accumulator"],
  ])('%j is refused', async ([accumulator, code, errmsg], { client }) => {
    await expect(accumulated(client, accumulator, [1])).rejects.toMatchObject({
      code: new Int32(code),
      message: errmsg,
    })
  })

  it.for(['$concatArrays', '$setUnion'])('%s takes arrays and missing values only', async (name, { client }) => {
    expect(await accumulated(client, { [name]: '$missing' }, [1])).toEqual([])
    await expect(accumulated(client, { [name]: '$value' }, [2])).rejects.toMatchObject({
      code: new Int32(14),
      message: expect.stringContaining(`${name} requires array inputs, but input 1 is of type int`),
    })
  })

  it('has no name that begins with a dollar sign', async ({ client }) => {
    const pipeline = [{ $group: { _id: null, $total: { $sum: 1 } } }]
    await expect(client.db('shop').collection('numbers').aggregate(pipeline).toArray()).rejects.toMatchObject({
      code: 40_236,
      errmsg: "The field name '$total' cannot be an operator name",
    })
  })
})

describe('an accumulator with named members', () => {
  const first = { n: 1, input: '$value' }
  const top = { n: 1, output: '$value', sortBy: { value: 1 } }
  const percentile = { input: '$value', p: [0.5], method: 'approximate' }
  it.for<readonly [Document, number]>([
    [{ $count: 1 }, 14],
    [{ $firstN: 1 }, 5787900],
    [{ $lastN: { ...first, sortBy: {} } }, 5787901],
    [{ $maxN: { ...first, n: '1' } }, 5787902],
    [{ $minN: { ...first, n: 1.5 } }, 5787903],
    [{ $firstN: { input: 1 } }, 5787906],
    [{ $firstN: { n: 1 } }, 5787907],
    [{ $firstN: { ...first, n: 0 } }, 5787908],
    [{ $topN: 1 }, 5788001],
    [{ $top: top }, 5788002],
    [{ $topN: { output: 1, sortBy: {} } }, 5788003],
    [{ $bottomN: { n: 1, sortBy: {} } }, 5788004],
    [{ $bottom: { output: 1 } }, 5788005],
    [{ $topN: { ...top, sortBy: 1 } }, 10_065],
    [{ $percentile: 1 }, 7429703],
    [{ $median: 1 }, 7436100],
    [{ $percentile: { ...percentile, q: 1 } }, 40_415],
    [{ $median: { input: 1 } }, 40_414],
    [{ $median: { input: 1, method: 'exact' } }, 2],
    [{ $percentile: { ...percentile, p: 0.5 } }, 7750301],
    [{ $percentile: { ...percentile, p: [] } }, 7750301],
    [{ $percentile: { ...percentile, p: ['0.5'] } }, 7750302],
    [{ $percentile: { ...percentile, p: [2] } }, 7750303],
  ])('%j is refused with the code %i', async ([accumulator, code], { client }) => {
    const numbers = client.db('shop').collection('numbers')
    const pipeline = [{ $group: { _id: null, result: accumulator } }]
    await expect(numbers.aggregate(pipeline).toArray()).rejects.toMatchObject({ code })
  })

  it.for<readonly [Document, unknown]>([
    [{ $topN: { n: 2, output: '$value', sortBy: { value: -1 } } }, [3, 2]],
    [{ $bottom: { output: '$value', sortBy: { value: 1 } } }, 3],
    [{ $lastN: { n: 2, input: '$value' } }, [2, 1]],
    [{ $percentile: { ...percentile, p: [0.1, 1] } }, [1, 3]],
    [{ $median: { input: '$value', method: 'approximate' } }, 2],
  ])('%j takes of 3, 2 and 1 what it says', async ([accumulator, expected], { client }) => {
    expect(JSON.parse(JSON.stringify(await accumulated(client, accumulator, [3, 2, 1])))).toEqual(expected)
  })
})
