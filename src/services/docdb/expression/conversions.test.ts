import { Binary, Code, Decimal128, Double, Int32, Long, ObjectId, Timestamp, UUID } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { refusalOf, valueOf } from './expression.fixture.ts'

const it = databaseTest()

const literal = (value: unknown) => ({ $literal: value })
const bytes = (text: string, subtype = 0) => new Binary(Buffer.from(text, 'hex'), subtype)
const id = '01020304-0506-0708-090a-0b0c0d0e0f10'

describe('$convert to bytes', () => {
  it.for<[Record<string, unknown>, Binary]>([
    [{ input: 'Pj4+Pg==', format: 'base64' }, bytes('3e3e3e3e')],
    [{ input: 'Pj4-Pg', format: 'base64url' }, bytes('3e3e3e3e')],
    [{ input: 'hé', format: 'utf8' }, bytes('68c3a9')],
    [{ input: '68C3a9', format: 'hex' }, bytes('68c3a9')],
    [{ input: new Int32(258) }, bytes('02010000')],
    [{ input: new Int32(258), byteOrder: 'big' }, bytes('00000102')],
    [{ input: Long.fromNumber(-1) }, bytes('ffffffffffffffff')],
    [{ input: new Double(0.5) }, bytes('000000000000e03f')],
  ])('makes them of %j', async ([options, expected], { client }) => {
    expect(await valueOf(client, { $convert: { to: 'binData', ...options } })).toEqual(expected)
  })

  it('makes a UUID of its text', async ({ client }) => {
    const to = { type: 'binData', subtype: new Int32(4) }
    expect(await valueOf(client, { $convert: { input: id, to, format: 'uuid' } })).toEqual(new UUID(id).toBinary())
    expect(await valueOf(client, { $toUUID: id })).toEqual(new UUID(id).toBinary())
  })

  it.for<[Record<string, unknown>, number]>([
    [{ input: 'Pj4+Pg==' }, 4_341_115],
    [{ input: 'Pj4+Pg==', format: 'xml' }, 4_341_125],
    [{ input: 'Pj4+Pg==', format: 7 }, 4_341_114],
    [{ input: 1, byteOrder: 'medium' }, 9_130_002],
    [{ input: 1, byteOrder: 7 }, 9_130_001],
    [{ input: 'Pj4', format: 'base64' }, 241],
    [{ input: 'abc', format: 'hex' }, 241],
    [{ input: id, format: 'uuid' }, 241],
    [{ input: 'text', format: 'auto' }, 241],
    [{ input: bytes('00', 128) }, 241],
    [{ input: 'ff', format: 'hex', to: { type: 'binData', subtype: 4 } }, 241],
    [{ input: 'ff', format: 'hex', to: { type: 'binData', subtype: 100 } }, 4_341_107],
    [{ input: 'ff', format: 'hex', to: { type: 'binData', subtype: 1.5 } }, 4_341_106],
    [{ input: 'ff', format: 'hex', to: { type: 'binData', subtype: 'uuid' } }, 4_341_108],
  ])('is refused as %j', async ([options, code], { client }) => {
    const expression = { $convert: { to: 'binData', ...options } }
    expect(await refusalOf(client, expression)).toBe(code)
  })
})

describe('a conversion of bytes', () => {
  it.for<[string, Binary, string]>([
    ['base64', bytes('3e3e3e3e'), 'Pj4+Pg=='],
    ['base64url', bytes('3e3e3e3e'), 'Pj4-Pg'],
    ['utf8', bytes('68c3a9'), 'hé'],
    ['hex', bytes('68c3a9'), '68C3A9'],
    ['uuid', new UUID(id).toBinary(), id],
    ['auto', new UUID(id).toBinary(), id],
    ['auto', bytes('3e3e'), 'Pj4='],
  ])('makes a text by the format %s', async ([format, input, expected], { client }) => {
    expect(await valueOf(client, { $convert: { input, to: 'string', format } })).toBe(expected)
  })

  it('makes numbers of their bytes', async ({ client }) => {
    expect(await valueOf(client, { $toInt: bytes('ff7f') })).toEqual(new Int32(32_767))
    expect(await valueOf(client, { $toLong: bytes('feffffffffffffff') })).toEqual(Long.fromNumber(-2))
    expect(await valueOf(client, { $toDouble: bytes('0000003f') })).toEqual(new Double(0.5))
    const big = { $convert: { input: bytes('00000102'), to: 'int', byteOrder: 'big' } }
    expect(await valueOf(client, big)).toEqual(new Int32(258))
    expect(await refusalOf(client, { $toInt: bytes('000000') })).toBe(241)
  })

  it('needs a format for a text, and refuses a wrong one', async ({ client }) => {
    const convert = (input: Binary, format: string | null) =>
      refusalOf(client, { $convert: { input, to: 'string', format } })
    expect(await convert(bytes('00'), null)).toBe(4_341_115)
    expect(await convert(bytes('00'), 'uuid')).toBe(241)
    expect(await convert(bytes('ff'), 'utf8')).toBe(241)
  })
})

describe('$convert', () => {
  it.for<[unknown, number]>([
    ['number', 2],
    ['object', 241],
    [true, 9],
    [1.5, 9],
    [99, 9],
  ])('refuses the type %j', async ([to, code], { client }) => {
    expect(await refusalOf(client, { $convert: { input: 'x', to } })).toBe(code)
  })

  it('takes onError for values that cannot be converted, not for a wrong type', async ({ client }) => {
    expect(await valueOf(client, { $convert: { input: 'x', to: 'int', onError: 'no' } })).toBe('no')
    const wrong = { $convert: { input: 'x', to: 'number', onError: 'no' } }
    expect(await refusalOf(client, wrong)).toBe(2)
  })

  it('has one operand in its short forms', async ({ client }) => {
    expect(await refusalOf(client, { $toInt: [1, 2] })).toBe(50_723)
  })
})

describe('a number of a text', () => {
  it.for<[string, number]>([
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['+0x1.8p1', 3],
    ['-0xff', -255],
    ['1e10', 1e10],
  ])('is read from %s', async ([text, expected], { client }) => {
    expect(await valueOf(client, { $toDouble: text })).toEqual(new Double(expected))
  })

  it('is refused where it is out of range', async ({ client }) => {
    for (const text of ['1e309', '1e-400']) {
      expect(await refusalOf(client, { $toDouble: text })).toBe(241)
    }
    for (const text of ['1e7000', '1e-7000']) {
      expect(await refusalOf(client, { $toDecimal: text })).toBe(241)
    }
  })

  it('is rounded to the 34 digits of a Decimal128', async ({ client }) => {
    const text = '1234567890123456789012345678901234567'
    const expected = Decimal128.fromString('1.234567890123456789012345678901235E+36')
    expect(await valueOf(client, { $toDecimal: text })).toEqual(expected)
  })
})

describe('a text of a number', () => {
  it.for<[number, string]>([
    [1e16, '1e+16'],
    [1e15, '1000000000000000'],
    [0.0001, '0.0001'],
    [0.000_09, '9e-05'],
    [-0, '-0'],
  ])('is written in full by $toString: %d', async ([number, expected], { client }) => {
    expect(await valueOf(client, { $toString: literal(new Double(number)) })).toBe(expected)
  })

  it.for<[unknown, string]>([
    [new Double(123_456.789), '123457'],
    [new Double(1e6), '1e+06'],
    [new Double(Number.NaN), 'nan'],
    [new Double(-0), '-0'],
    [Long.fromNumber(123_456_789), '123456789'],
    [new Timestamp({ t: 1_704_067_200, i: 7 }), 'jan  1 00:00:00:7'],
    [new Code('return A'), 'return a'],
  ])('has six digits in $toLower and its like: %j', async ([value, expected], { client }) => {
    expect(await valueOf(client, { $toLower: literal(value) })).toBe(expected)
  })

  it.for<[unknown]>([[true], [new ObjectId()], [bytes('00')], [[1]]])(
    '$toUpper makes none of %j',
    async ([value], { client }) => {
      expect(await refusalOf(client, { $toUpper: literal(value) })).toBe(16_007)
    },
  )
})

it('a date outside of the years 0 to 9999 has no text', async ({ client }) => {
  expect(await refusalOf(client, { $toString: new Date('+010000-01-01T00:00:00Z') })).toBe(18_537)
})

it('the time of an ObjectId has a sign', async ({ client }) => {
  const early = ObjectId.createFromHexString('800000000000000000000000')
  expect(await valueOf(client, { $toDate: early })).toEqual(new Date('1901-12-13T20:45:52Z'))
})
