import { Binary, Decimal128, Double, Long, ObjectId } from 'bson'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import type { TestDocument } from './emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

interface Order {
  readonly number: number
  readonly status: string
}

describe('docdb.collection', () => {
  let docdb: Emulator<'docdb'>
  beforeAll(async () => {
    docdb = await startDatabase({
      clusters: [{ name: 'Cluster0' }, { name: 'Reports' }],
      data: [
        {
          database: 'shop',
          collection: 'orders',
          documents: [
            { _id: 1, number: 1, status: 'open' },
            { _id: 2, number: 2, status: 'paid' },
            { _id: 3, number: 3, status: 'open' },
          ],
        },
      ],
    })
  })
  afterAll(() => docdb.close())
  beforeEach(() => docdb.reset())

  const orders = () => docdb.collection<Order>('shop.orders')

  it('finds, counts and aggregates', () => {
    expect(orders().find({ status: 'open' })).toEqual([
      { _id: 1, number: 1, status: 'open' },
      { _id: 3, number: 3, status: 'open' },
    ])
    expect(orders().find({}, { sort: { number: -1 }, projection: { _id: 0, number: 1 }, skip: 1, limit: 1 })).toEqual([
      { number: 2 },
    ])
    expect(orders().findOne({ number: { $gt: 1 } })).toMatchObject({ number: 2 })
    expect(orders().findOne({ number: 9 })).toBeNull()
    expect([orders().count(), orders().count({ status: /^OP/i })]).toEqual([3, 2])
    expect(orders().aggregate([{ $group: { _id: '$status', count: { $sum: 1 } } }, { $sort: { _id: 1 } }])).toEqual([
      { _id: 'open', count: 2 },
      { _id: 'paid', count: 1 },
    ])
    expect(docdb.collection('shop.nothing').find()).toEqual([])
    expectTypeOf(orders().find()).toEqualTypeOf<Order[]>()
    expectTypeOf(docdb.collection('shop.orders').findOne()).toEqualTypeOf<TestDocument | null>()
  })

  it('inserts, updates and deletes, and creates indexes', () => {
    expect(orders().insert({ number: 4, status: 'open' })).toBe(1)
    expect(orders().insert([{ number: 5 }, { number: 6 }])).toBe(2)
    expect(orders().update({ number: { $gte: 4 } }, { $set: { status: 'new' } })).toBe(3)
    expect(orders().update({}, [{ $set: { text: { $concat: ['#', { $toString: '$number' }] } } }])).toBe(6)
    expect(orders().findOne({ number: 4 })).toMatchObject({ status: 'new', text: '#4' })
    expect(orders().delete({ status: 'new' })).toBe(3)
    orders().createIndex({ number: 1 }, { unique: true })
    expect(() => orders().insert([{ number: 7 }, { number: 3 }])).toThrow(
      expect.objectContaining({
        code: 11000,
        message: 'E11000 duplicate key error collection: shop.orders index: number_1 dup key: { number: 3 }',
      }),
    )
    expect(orders().count()).toBe(3)
    expect(orders().delete()).toBe(3)
  })

  it('takes values of every type, and gives relaxed Extended JSON', () => {
    const _id = new ObjectId()
    const at = new Date('2026-01-01T00:00:00Z')
    const total = Decimal128.fromString('1.10')
    orders().insert({
      _id,
      at,
      total,
      long: 5n,
      big: Long.fromNumber(6),
      double: new Double(7),
      bytes: Buffer.from('ab'),
    })
    orders().insert({
      _id: 'ejson',
      at: { $date: '2026-01-01T00:00:00Z' },
      uuid: new Binary(Buffer.alloc(16), 4),
      none: undefined,
    })
    expect(orders().findOne({ _id })).toEqual({
      _id: { $oid: _id.toHexString() },
      at: { $date: '2026-01-01T00:00:00Z' },
      total: { $numberDecimal: '1.10' },
      long: 5,
      big: 6,
      double: 7,
      bytes: { $binary: { base64: 'YWI=', subType: '00' } },
    })
    expect(orders().count({ at })).toBe(2)
    for (const [name, type] of Object.entries({ long: 'long', big: 'long', double: 'double', total: 'decimal' })) {
      expect(orders().count({ [name]: { $type: type } }), name).toBe(1)
    }
    expect(orders().findOne({ _id: 'ejson' })).not.toHaveProperty('none')
  })

  it('gives all documents, also more than one batch of a driver has', () => {
    const text = 'x'.repeat(1_000_000)
    const many = docdb.collection('shop.many')
    many.insert(Array.from({ length: 300 }, (_, index) => (index % 20 === 0 ? { index, text } : { index })))
    expect(many.find()).toHaveLength(300)
    expect(many.aggregate([{ $match: {} }])).toHaveLength(300)
  })

  it('names a cluster, and refuses a name that is none', () => {
    docdb.collection('Reports/shop.orders').insert({ number: 100 })
    expect(docdb.collection('Reports/shop.orders').count()).toBe(1)
    expect(docdb.collection('Cluster0/shop.orders').count()).toBe(3)
    expect(() => docdb.collection('Other/shop.orders').find()).toThrow('no cluster is named "Other"')
    expect(() => docdb.collection('orders').find()).toThrow('expected \'database.collection\', got "orders"')
    expect(() => orders().find({ $nope: 1 })).toThrow('unknown top level operator: $nope')
  })

  it('is reset with everything else', () => {
    orders().insert({ number: 4 })
    docdb.reset()
    expect(orders().count()).toBe(3)
  })
})
