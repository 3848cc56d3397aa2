import { Double } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { valueOf } from './expression.fixture.ts'

const it = databaseTest()

const document = { four: new Double(4), nested: { four: new Double(8) }, list: [{ a: 'x' }, { a: 'y' }] }

describe('CURRENT', () => {
  it.for<readonly [expression: object, value: unknown]>([
    [{ $let: { vars: { CURRENT: '$nested' }, in: '$four' } }, new Double(8)],
    [{ $let: { vars: { CURRENT: '$nested' }, in: '$$CURRENT.four' } }, new Double(8)],
    [{ $let: { vars: { CURRENT: '$nested' }, in: '$$ROOT.four' } }, new Double(4)],
    [{ $let: { vars: { CURRENT: 5 }, in: { $ifNull: ['$four', 'none'] } } }, 'none'],
    [{ $map: { input: '$list', as: 'CURRENT', in: '$a' } }, ['x', 'y']],
    [{ $filter: { input: '$list', as: 'CURRENT', cond: { $eq: ['$a', 'y'] } } }, [{ a: 'y' }]],
  ])('is where the paths of fields begin: %j', async ([expression, value], { client }) => {
    expect(await valueOf(client, expression, document)).toEqual(value)
  })
})
