import type { Document, MongoClient } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { refusalOf } from './expression.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/operator/aggregation/#date-expression-operators

const it = databaseTest()

/** Returns the value of an expression, in a document without fields. */
async function valueOf(client: MongoClient, expression: unknown): Promise<unknown> {
  const stages = [{ $documents: [{}] }, { $project: { value: expression } }]
  const [found] = await client.db('shop').aggregate(stages).toArray()
  return (found as Document)['value']
}

const noon = new Date('2024-01-01T12:00:00Z')
/** A part of a date of a document that has no such field. */
const missing = '$missing'

describe('a date operator', () => {
  it.for<[expression: Document, value: unknown]>([
    [{ $dateToString: { date: noon, timezone: 'UTC' } }, '2024-01-01T12:00:00.000Z'],
    [{ $dateToString: { date: noon, timezone: 'America/New_York' } }, '2024-01-01T07:00:00.000'],
    [{ $dateToString: { date: noon, format: '%Z', timezone: '-05:00' } }, '-300'],
    [{ $dateFromString: { dateString: '2024-W24-6', format: '%G-W%V-%u' } }, new Date('2024-06-15T00:00:00Z')],
    [{ $dateFromString: { dateString: '2024 167', format: '%Y %j' } }, new Date('2024-06-15T00:00:00Z')],
  ])('reads and writes dates by their formats: %j', async ([expression, value], { client }) => {
    expect(await valueOf(client, expression)).toEqual(value)
  })

  it.for<[start: string, end: string, unit: string, count: number]>([
    ['2021-03-14T06:30:00Z', '2021-03-14T08:30:00Z', 'hour', 2],
    ['2021-11-07T05:30:00Z', '2021-11-07T07:30:00Z', 'hour', 2],
    ['2021-03-14T06:59:00Z', '2021-03-14T07:00:00Z', 'minute', 1],
    ['2021-03-14T06:59:59Z', '2021-03-14T07:00:00Z', 'second', 1],
  ])('counts no hour that the clock of a zone skips or repeats: %s to %s in %s', async (each, { client }) => {
    const [start, end, unit, count] = each
    const difference = { startDate: new Date(start), endDate: new Date(end), unit, timezone: 'America/New_York' }
    expect(await valueOf(client, { $dateDiff: difference })).toBe(count)
  })

  it.for<Document>([
    { $dateFromParts: { year: missing } },
    { $dateFromParts: { year: 2020, month: missing } },
    { $dateFromParts: { isoWeekYear: 2020, isoWeek: missing } },
    { $dateToString: { date: noon, format: missing } },
    { $dateToString: { date: noon, timezone: missing } },
    { $dateTrunc: { date: noon, unit: 'day', binSize: missing } },
  ])('is null where a member is missing: %j', async (expression, { client }) => {
    expect(await valueOf(client, expression)).toBeNull()
  })

  it.for<[expression: Document, code: number]>([
    [{ $dateFromString: { dateString: '2017-02-30' } }, 241],
    [{ $dateFromString: { dateString: '29.02.2019', format: '%d.%m.%Y' } }, 241],
    [{ $dateFromParts: { year: 2017, isoWeek: 6 } }, 40_489],
    [{ $dateFromParts: { isoWeekYear: 2017, month: 2 } }, 40_525],
    [{ $dateFromParts: { year: 10_000 } }, 40_523],
    [{ $dateFromParts: 'x' }, 40_519],
    [{ $dateToString: { format: '%Y' } }, 18_628],
    [{ $dateToString: { date: noon, to: 1 } }, 18_534],
    [{ $dateToParts: { date: noon, to: 1 } }, 40_520],
    [{ $dateDiff: { startDate: noon, endDate: noon } }, 5_166_305],
    [{ $dateTrunc: { unit: 'day' } }, 5_439_009],
    [{ $hour: { date: noon, timezone: 'america/new_york' } }, 40_485],
    [{ $hour: { date: noon, timezone: 'Z' } }, 40_485],
  ])('refuses %j with the code %i', async ([expression, code], { client }) => {
    await expect(valueOf(client, expression)).rejects.toMatchObject({ code })
  })
})

describe('dates as texts', () => {
  it.for<readonly [options: object, value: string]>([
    [{ dateString: '2017-07-04T11:56:02.81', format: '%Y-%m-%dT%H:%M:%S.%L' }, '2017-07-04T11:56:02.810Z'],
    [{ dateString: '2017-07-04T11:56:02.8', format: '%Y-%m-%dT%H:%M:%S.%L' }, '2017-07-04T11:56:02.800Z'],
    [{ dateString: '2017', onError: new Date(0) }, '1970-01-01T00:00:00.000Z'],
    [{ dateString: 5, format: null, onError: new Date(0) }, '1970-01-01T00:00:00.000Z'],
  ])('%j is %s', async ([options, value], { client }) => {
    expect(await valueOf(client, { $dateFromString: options })).toEqual(new Date(value))
  })

  it.for<readonly [expression: object, code: number]>([
    [{ $dateFromString: { dateString: '2017' } }, 241],
    [{ $dateFromString: { dateString: '2017', format: '%n', onError: null } }, 18_536],
    [{ $dateFromString: { dateString: '2017', format: '%Y%', onError: null } }, 18_535],
    [{ $dateFromString: { dateString: null, format: 5, onNull: null, onError: null } }, 40_684],
    [{ $dateToString: { date: new Date(0), format: '%Y%' } }, 18_535],
  ])('refuses %j', async ([expression, code], { client }) => {
    expect(await refusalOf(client, expression)).toBe(code)
  })
})
