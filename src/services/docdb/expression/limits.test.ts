import { Decimal128, type Document, type MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

/** Returns the value of an expression. */
async function valueOf(client: MongoClient, expression: unknown): Promise<unknown> {
  const [found] = await client
    .db('shop')
    .aggregate([{ $documents: [{}] }, { $project: { value: expression } }])
    .toArray()
  return (found as Document)['value']
}

const latest = new Date(8_640_000_000_000_000)

it.for([
  ['$dateAdd', { $dateAdd: { startDate: latest, unit: 'year', amount: 5 } }, 5_166_406],
  ['$dateAdd of hours', { $dateAdd: { startDate: latest, unit: 'hour', amount: 1 } }, 5_166_406],
  ['$dateSubtract', { $dateSubtract: { startDate: new Date(-8.64e15), unit: 'day', amount: 1 } }, 5_166_406],
  ['$add', { $add: [latest, 1] }, 15],
  ['$subtract', { $subtract: [latest, -1] }, 15],
] as const)('refuses a date beyond the latest: %s', async ([_name, expression, code], { client }) => {
  await expect(valueOf(client, expression)).rejects.toMatchObject({ code })
})

it('divides by a decimal number that no double can be', async ({ client }) => {
  const tiny = Decimal128.fromString('7E-6000')
  expect(String(await valueOf(client, { $mod: [Decimal128.fromString('15E-6000'), tiny] }))).toBe('1E-6000')
  expect(String(await valueOf(client, { $divide: [Decimal128.fromString('14E-6000'), tiny] }))).toBe('2')
  await expect(valueOf(client, { $mod: [1, Decimal128.fromString('0E-6000')] })).rejects.toMatchObject({ code: 16_610 })
})
