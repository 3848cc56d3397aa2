import { Decimal128, Double, Int32, Long } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { refusalOf, valueOf } from './expression.fixture.ts'

const it = databaseTest()

const decimal = (text: string) => Decimal128.fromString(text)
const day = new Date('2026-03-31T10:00:00Z')

describe('an operator', () => {
  it.for<[Record<string, unknown>, number]>([
    [{ $rand: 1 }, 3_040_501],
    [{ $let: { vars: 'x', in: 1 } }, 10_065],
    [{ $map: { input: '$list', as: 7, in: 1 } }, 9],
    [{ $filter: { input: '$list', as: 7, cond: true } }, 9],
    [{ $zip: { inputs: '$list' } }, 34_461],
    [{ $zip: { inputs: ['$list'], defaults: 1, useLongestLength: true } }, 34_462],
    [{ $zip: { inputs: ['$list'], useLongestLength: 1 } }, 34_463],
    [{ $zip: { inputs: ['$list'], defaults: [1, 2], useLongestLength: true } }, 34_467],
    [{ $sortArray: { input: '$list', sortBy: 2 } }, 2_942_506],
    [{ $sortArray: { input: '$list', sortBy: 'x' } }, 2_942_507],
    [{ $sortArray: { input: '$list', sortBy: {} } }, 2_942_505],
    [{ $slice: ['$list', 1.5] }, 28_726],
    [{ $substrCP: ['abc', 1.5, 1] }, 34_451],
    [{ $substrCP: ['abc', 'x', 1] }, 34_450],
    [{ $substrBytes: ['abc', { $literal: Number.NaN }, 1] }, 31_109],
    [{ $substrBytes: ['abc', -1, 1] }, 50_752],
    [{ $indexOfCP: ['abc', 7] }, 40_094],
    [{ $indexOfBytes: ['abc', 7] }, 40_092],
    [{ $indexOfCP: ['abc', 'a', '$missing'] }, 40_096],
    [{ $ltrim: { input: 7, chars: null } }, 50_699],
    [{ $regexMatch: { input: null, regex: 'a', options: 7 } }, 51_106],
    [{ $regexMatch: { input: 'a', regex: /a/i, options: 'x' } }, 51_107],
    [{ $regexMatch: { input: 'a', regex: 'a\0' } }, 51_109],
    [{ $setField: { field: 'a', input: {} } }, 4_161_103],
    [{ $unsetField: { field: 'a' } }, 4_161_109],
    [{ $unsetField: { field: 7, input: {} } }, 4_161_107],
    [{ $unsetField: { field: '$list', input: {} } }, 4_161_108],
    [{ $dateTrunc: { date: day, unit: 7 } }, 5_439_013],
    [{ $dateTrunc: { date: day, unit: 'day', binSize: 'x' } }, 5_439_017],
    [{ $dateTrunc: { date: day, unit: 'day', binSize: 0 } }, 5_439_018],
    [{ $dateTrunc: { date: 'x', unit: 'day' } }, 5_166_307],
    [{ $dateDiff: { startDate: day, endDate: day, unit: 'week', startOfWeek: 7 } }, 5_439_015],
    [{ $dateToParts: { date: day, iso8601: 1 } }, 40_521],
    [{ $dateFromString: { dateString: '2026', format: 7 } }, 40_684],
    [{ $round: [{ $toLong: '9223372036854775807' }, -1] }, 51_080],
  ])('is refused as %j', async ([expression, code], { client }) => {
    expect(await refusalOf(client, expression, { list: [3, 1] })).toBe(code)
  })

  it.for<[Record<string, unknown>, unknown]>([
    [{ $indexOfCP: ['🙂🙂a', 'a'] }, new Int32(2)],
    [{ $indexOfCP: ['abc', '', 3] }, new Int32(-1)],
    [{ $strcasecmp: ['É', 'é'] }, new Int32(-1)],
    [{ $substrBytes: ['abcdef', { $literal: new Double(1.9) }, 2] }, 'bc'],
    [{ $slice: ['$list', 1, '$missing'] }, null],
    [{ $sqrt: decimal('4') }, decimal('2')],
    [{ $sqrt: decimal('10') }, decimal('3.162277660168379331998893544432719')],
    [{ $trunc: [decimal('1.1'), 2] }, decimal('1.10')],
    [{ $trunc: { $literal: new Double(-0.5) } }, new Double(-0)],
    [{ $log: [decimal('100'), 10] }, decimal('2')],
    [{ $toDecimal: { $literal: new Double(42) } }, decimal('42.0000000000000')],
    [{ $allElementsTrue: [[decimal('1E-6176')]] }, true],
    [{ $add: [day, { $literal: new Double(-0.5) }] }, new Date(day.getTime() - 1)],
  ])('has the value of the server for %j', async ([expression, expected], { client }) => {
    expect(await valueOf(client, expression, { list: [3, 1] })).toEqual(expected)
  })
})

describe('matches of a pattern', () => {
  it.for<readonly [input: string, matches: number]>([
    ['aaa', 3],
    ['', 1],
  ])('an empty one is before each character of %j, and not behind the last', async ([input, matches], { client }) => {
    const found = await valueOf(client, { $size: { $regexFindAll: { input, regex: 'b*' } } })
    expect(found).toEqual(new Int32(matches))
  })

  it('$regexMatch refuses a pattern that does not compile with a code of its own', async ({ client }) => {
    expect(await refusalOf(client, { $regexMatch: { input: 'a', regex: '(' } })).toBe(51_111)
  })
})

describe('numbers and places', () => {
  it.for<readonly [expression: object, value: unknown]>([
    [{ $mod: [new Int32(8), new Double(3)] }, new Int32(2)],
    [{ $pow: [new Int32(1), new Int32(-2)] }, new Int32(1)],
    [{ $pow: [new Int32(-1), Long.fromNumber(-3)] }, Long.fromNumber(-1)],
    [{ $mod: [new Int32(8), new Double(3.25)] }, new Double(1.5)],
    [{ $mod: [new Double(8), new Int32(3)] }, new Double(2)],
    [{ $log: [new Double(Number.NaN), new Double(10)] }, new Double(Number.NaN)],
    [{ $indexOfCP: ['', ''] }, new Int32(0)],
    [{ $indexOfCP: ['', '', 3] }, new Int32(-1)],
  ])('%j', async ([expression, value], { client }) => {
    expect(await valueOf(client, expression)).toEqual(value)
  })

  it.for<readonly [expression: object, code: number]>([
    [{ $slice: [[1], 0, 1.5] }, 28_728],
    [{ $slice: [[1], 0, 'a'] }, 28_727],
    [{ $sin: Infinity }, 50_989],
  ])('refuses %j', async ([expression, code], { client }) => {
    expect(await refusalOf(client, expression)).toBe(code)
  })
})
