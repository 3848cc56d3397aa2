import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'

export { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp }

/** A document. Its fields are in order, but for names that are whole numbers, which JavaScript puts first. */
export interface Document {
  [name: string]: Value
}

/**
 * A BSON value. Each of the four number types has a form of its own: a `number` that is a whole number of 32 bits is an
 * Int32, any other `number` is a Double, a {@link Double} is a Double that would otherwise read as an Int32 (`5.0`), a
 * `bigint` is an Int64. Values are never changed in place.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Double
  | Decimal128
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | BSONSymbol
  | Code
  | MinKey
  | MaxKey
  | Value[]
  | Document

/** The names of the BSON types, as `$type` has them. https://www.mongodb.com/docs/manual/reference/bson-types/ */
export type TypeName =
  | 'double'
  | 'string'
  | 'object'
  | 'array'
  | 'binData'
  | 'undefined'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'null'
  | 'regex'
  | 'javascript'
  | 'javascriptWithScope'
  | 'symbol'
  | 'int'
  | 'timestamp'
  | 'long'
  | 'decimal'
  | 'minKey'
  | 'maxKey'

/** The numbers of the BSON types on the wire. */
export const TYPE_NUMBERS: Readonly<Record<TypeName, number>> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  javascript: 13,
  javascriptWithScope: 15,
  symbol: 14,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
}

const BY_PROTOTYPE = new Map<object | null, TypeName>([
  [Object.prototype, 'object'],
  [Array.prototype, 'array'],
  [Date.prototype, 'date'],
  [ObjectId.prototype, 'objectId'],
  [Double.prototype, 'double'],
  [Decimal128.prototype, 'decimal'],
  [Binary.prototype, 'binData'],
  [Timestamp.prototype, 'timestamp'],
  [BSONRegExp.prototype, 'regex'],
  [BSONSymbol.prototype, 'symbol'],
  [Code.prototype, 'javascript'],
  [MinKey.prototype, 'minKey'],
  [MaxKey.prototype, 'maxKey'],
])

/** Returns the BSON type of a value; `undefined` for a missing one. */
export function typeOf(value: Value | undefined): TypeName {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return isInt32(value) ? 'int' : 'double'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'long'
    case 'undefined':
      return 'undefined'
    default:
      if (value === null) return 'null'
      if (value instanceof Code && value.scope !== null) return 'javascriptWithScope'
      return BY_PROTOTYPE.get(Object.getPrototypeOf(value) as object | null) ?? 'object'
  }
}

/** True for a `number` that stands for an Int32. */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !(value === 0 && 1 / value < 0)
}

/** True for a document: not for an array, nor for a value of another type. */
export function isDocument(value: Value | undefined): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Returns the name of the first field of a document, such as that of a command; an empty text when it has none. */
export function firstName(document: Document): string {
  for (const name in document) return name
  return ''
}

/** Returns whether a document has no field. */
export function isEmpty(document: Document): boolean {
  return firstName(document) === '' && !Object.hasOwn(document, '')
}

/** True for a value of one of the four number types. */
export function isNumber(value: Value | undefined): value is number | bigint | Double | Decimal128 {
  return (
    typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Decimal128
  )
}

/** Returns a field of a document; undefined when it has none of this name. */
export function fieldOf(document: Document, name: string): Value | undefined {
  return Object.hasOwn(document, name) ? document[name] : undefined
}

/** Adds or replaces a field of a document that is being made. `__proto__` is a name like any other. */
export function setField(document: Document, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true })
  } else document[name] = value
}

/** Returns a document made of these fields. */
export function documentOf(fields: Iterable<readonly [string, Value]>): Document {
  const made: Document = {}
  for (const [name, value] of fields) setField(made, name, value)
  return made
}

/** Returns a copy of a document, one level deep. */
export function copyOf(document: Document): Document {
  if (!Object.hasOwn(document, '__proto__')) return { ...document }
  return documentOf(Object.entries(document))
}

/** Returns a Double with this number. */
export function double(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value
}

/** Returns a whole number as an Int32 where it fits, else as an Int64. */
export function integer(value: number | bigint): number | bigint {
  const number = Number(value)
  return isInt32(number) ? number : BigInt(value)
}

/** Returns a number as a JavaScript number, which may round it. Decimal128 beyond the range becomes infinite. */
export function toNumber(value: number | bigint | Double | Decimal128): number {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Double ? value.value : Number(value.toString())
}
