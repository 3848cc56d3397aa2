import { ownMember } from '#core/objects.ts'
import { fitsLong } from './number.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  double,
  Double,
  isDocument,
  isInt32,
  MaxKey,
  MinKey,
  ObjectId,
  setField,
  Timestamp,
  type Document,
  type Value,
} from './value.ts'

/** The two forms of MongoDB Extended JSON: `canonical` keeps the types of numbers, `relaxed` reads like JSON. */
export type Form = 'canonical' | 'relaxed'

/** JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Thrown for JSON that is no Extended JSON. */
export class MalformedEjson extends Error {
  override name = 'MalformedEjson'
}

/**
 * Returns a value as Extended JSON.
 * https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md
 */
export function toEjson(value: Value, form: Form): Json {
  if (typeof value === 'number') return numberJson(value, form)
  if (typeof value === 'bigint') return form === 'relaxed' ? Number(value) : { $numberLong: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => toEjson(each, form))
  if (value instanceof ObjectId) return { $oid: value.toHexString() }
  if (value instanceof Date) return dateJson(value, form)
  if (value instanceof Double) {
    return form === 'relaxed' ? value.value : { $numberDouble: `${value.value}.0` }
  }
  if (value instanceof Decimal128) return { $numberDecimal: value.toString() }
  if (isDocument(value)) {
    const made: { [name: string]: Json } = {}
    for (const name of Object.keys(value)) setField(made, name, toEjson(value[name] as Value, form)) // its own field
    return made
  }
  return rareJson(value, form)
}

function rareJson(value: Exclude<Value, null | string | number | bigint | boolean | Document>, form: Form): Json {
  if (value instanceof Binary) {
    const base64 = Buffer.from(value.value()).toString('base64')
    return { $binary: { base64, subType: value.sub_type.toString(16).padStart(2, '0') } }
  }
  if (value instanceof Timestamp) return { $timestamp: { t: value.t, i: value.i } }
  if (value instanceof BSONRegExp) {
    return { $regularExpression: { pattern: value.pattern, options: value.options } }
  }
  if (value instanceof BSONSymbol) return { $symbol: value.value }
  if (value instanceof Code) {
    const scope = value.scope === null ? {} : { $scope: toEjson(value.scope, form) } // decoded as a document
    return { $code: value.code, ...scope }
  }
  return value instanceof MinKey ? { $minKey: 1 } : { $maxKey: 1 }
}

function numberJson(value: number, form: Form): Json {
  if (isInt32(value)) return form === 'relaxed' ? value : { $numberInt: String(value) }
  if (!Number.isFinite(value)) return { $numberDouble: String(value) }
  if (form === 'relaxed') return value
  if (Object.is(value, -0)) return { $numberDouble: '-0.0' }
  return {
    $numberDouble: Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value).toUpperCase(),
  }
}

function dateJson(value: Date, form: Form): Json {
  const time = value.getTime()
  if (form === 'relaxed' && time >= 0 && time <= 253_402_300_799_999) {
    return { $date: value.toISOString().replace('.000Z', 'Z') }
  }
  return { $date: { $numberLong: String(time) } }
}

/**
 * Reads Extended JSON, in both forms. A whole number is an Int32 where it fits, else an Int64, else a Double. Instances
 * of `Date`, which YAML has, and of the `bson` package are taken as they are.
 *
 * @throws MalformedEjson
 */
export function fromEjson(json: unknown): Value {
  switch (typeof json) {
    case 'string':
    case 'boolean':
      return json
    case 'number':
      return isInt32(json) || !Number.isSafeInteger(json) || Object.is(json, -0) ? json : BigInt(json)
    case 'bigint':
      return json
    case 'object':
      if (json === null) return null
      if (Array.isArray(json)) return json.map(fromEjson)
      if (json instanceof Date) return json
      return '_bsontype' in json ? fromInstance(json) : fromObject(json as Record<string, unknown>)
    default:
      throw new MalformedEjson(`${typeof json} is no Extended JSON`)
  }
}

/** Reads a value of another copy of the `bson` package. */
function fromInstance(instance: object): Value {
  const foreign = instance as { readonly toExtendedJSON?: (options: object) => unknown; readonly _bsontype: unknown }
  if (typeof foreign.toExtendedJSON !== 'function') return fromObject(instance as Record<string, unknown>)
  return fromEjson(foreign.toExtendedJSON({ relaxed: false }))
}

function fromObject(json: Record<string, unknown>): Value {
  const names = Object.keys(json)
  const first = names[0]
  if (first !== undefined && first.startsWith('$')) {
    const read = ownMember(READERS, first)
    if (read !== undefined && (names.length === 1 || TWO_MEMBERS.has(first))) {
      const value = read(json[first], json)
      if (value !== undefined) return value
    }
  }
  const made: Document = {}
  for (const name of names) setField(made, withoutZero(name, 'a name'), fromEjson(json[name]))
  return made
}

const TWO_MEMBERS = new Set(['$binary', '$code'])

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new MalformedEjson(`${name}: expected a text`)
  return value
}

/** Refuses a zero byte, with which a name or a pattern ends in BSON. */
function withoutZero(value: string, name: string): string {
  if (value.includes('\0')) throw new MalformedEjson(`${name}: expected a text without a zero byte`)
  return value
}

function unsigned(value: unknown, name: string): number {
  if (typeof value !== 'number' || value >>> 0 !== value)
    throw new MalformedEjson(`${name}: expected a whole number of 32 bits that is not negative`)
  return value
}

function members(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new MalformedEjson(`${name}: expected an object`)
  return value as Record<string, unknown>
}

/** A reader returns undefined for an object that only looks like a value, such as a query with `$regex`. */
type EjsonReader = (value: unknown, whole: Record<string, unknown>) => Value | undefined

const READERS: Readonly<Record<string, EjsonReader>> = {
  $oid: (value) => {
    if (!/^[0-9a-fA-F]{24}$/.test(text(value, '$oid'))) throw new MalformedEjson(`$oid: expected 24 hexadecimal digits`)
    return ObjectId.createFromHexString(text(value, '$oid'))
  },
  $date: (value) => {
    const date = new Date(typeof value === 'number' ? value : dateOf(value))
    if (Number.isNaN(date.getTime())) throw new MalformedEjson('$date: expected a date')
    return date
  },
  $numberInt: (value) => {
    const number = Number(text(value, '$numberInt'))
    if (!isInt32(number)) throw new MalformedEjson('$numberInt: expected a whole number of 32 bits')
    return number
  },
  $numberLong: (value) => {
    if (!/^-?\d+$/.test(text(value, '$numberLong')) || !fitsLong(BigInt(text(value, '$numberLong')))) {
      throw new MalformedEjson('$numberLong: expected a whole number of 64 bits')
    }
    return BigInt(text(value, '$numberLong'))
  },
  $numberDouble: (value) => {
    const number = Number(text(value, '$numberDouble'))
    if (Number.isNaN(number) && value !== 'NaN') throw new MalformedEjson('$numberDouble: expected a number')
    return double(number)
  },
  $numberDecimal: (value) => {
    try {
      return Decimal128.fromString(text(value, '$numberDecimal'))
    } catch {
      throw new MalformedEjson('$numberDecimal: expected a decimal number')
    }
  },
  $binary: (value, whole) => {
    if (typeof value === 'string') return binary(value, text(whole['$type'], '$type'))
    const { base64, subType } = members(value, '$binary')
    return binary(text(base64, 'base64'), text(subType, 'subType'))
  },
  $uuid: (value) => {
    const hex = text(value, '$uuid').replaceAll('-', '')
    if (!/^[0-9a-fA-F]{32}$/.test(hex)) throw new MalformedEjson('$uuid: expected 32 hexadecimal digits')
    return new Binary(Buffer.from(hex, 'hex'), Binary.SUBTYPE_UUID)
  },
  $timestamp: (value) => {
    const { t, i } = members(value, '$timestamp')
    return new Timestamp({ t: unsigned(t, 't'), i: unsigned(i, 'i') })
  },
  $regularExpression: (value) => {
    const { pattern, options } = members(value, '$regularExpression')
    const flags = text(options, 'options')
    if (!/^[ilmsux]*$/.test(flags)) throw new MalformedEjson('options: expected the letters i, l, m, s, u and x')
    return new BSONRegExp(withoutZero(text(pattern, 'pattern'), 'pattern'), flags)
  },
  $symbol: (value) => new BSONSymbol(text(value, '$symbol')),
  $code: (value, { $scope }) => {
    if ($scope === undefined) return new Code(text(value, '$code'))
    const scope = fromEjson($scope)
    if (!isDocument(scope)) throw new MalformedEjson('$scope: expected an object')
    return new Code(text(value, '$code'), scope)
  },
  $minKey: (value) => (value === 1 ? new MinKey() : undefined),
  $maxKey: (value) => (value === 1 ? new MaxKey() : undefined),
  $undefined: () => null,
}

function dateOf(value: unknown): number {
  if (typeof value === 'string') {
    const time = Date.parse(value)
    if (Number.isNaN(time)) throw new MalformedEjson('$date: expected a date')
    return time
  }
  return Number(fromEjson(value))
}

function binary(base64: string, subtype: string): Binary {
  if (!/^[0-9a-fA-F]{1,2}$/.test(subtype)) throw new MalformedEjson('subType: expected one or two hexadecimal digits')
  return new Binary(Buffer.from(base64, 'base64'), Number.parseInt(subtype, 16))
}
