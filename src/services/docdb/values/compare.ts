import { textOfAny } from '../values/show.ts'
import { compareDecimals, exactDecimal } from './decimal.ts'
import type { Binary, BSONRegExp, Code, ObjectId, Timestamp } from './value.ts'
import { BSONSymbol, Decimal128, Double, type Document, type TypeName, type Value } from './value.ts'
import { typeOf } from './value.ts'

/** Compares two strings: negative when the first comes first. */
export type StringOrder = (left: string, right: string) => number

/** The order of the types. https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/ */
const ORDER: Readonly<Record<TypeName, number>> = {
  minKey: -1,
  undefined: 0,
  null: 5,
  int: 10,
  double: 10,
  long: 10,
  decimal: 10,
  string: 15,
  symbol: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  javascript: 60,
  javascriptWithScope: 65,
  maxKey: 127,
}

/** Returns the place of a value's type in the order of the types; types with the same place are compared by value. */
export function typeOrder(value: Value | undefined): number {
  return ORDER[typeOf(value)]
}

/** Compares two values as the server orders them: first by type, then by value. A missing value is below null. */
export function compareValues(left: Value | undefined, right: Value | undefined, order?: StringOrder): number {
  if (left === right) return 0
  if (typeof left === 'number' && typeof right === 'number') return compareDoubles(left, right)
  if (typeof left === 'string' && typeof right === 'string') return (order ?? compareBytewise)(left, right)
  const [leftType, rightType] = [typeOf(left), typeOf(right)]
  const types = ORDER[leftType] - ORDER[rightType]
  return types !== 0 ? types : compareSameType(leftType, left as Value, right as Value, order) // both exist: their types agree
}

/** Returns whether two values are equal to the server. */
export function areEqual(left: Value | undefined, right: Value | undefined, order?: StringOrder): boolean {
  return compareValues(left, right, order) === 0
}

function compareSameType(type: TypeName, left: Value, right: Value, order: StringOrder | undefined): number {
  switch (type) {
    case 'int':
    case 'double':
    case 'long':
    case 'decimal':
      return compareNumbers(left as number, right as number) // of any number type
    case 'string':
    case 'symbol':
      return (order ?? compareBytewise)(textOf(left), textOf(right))
    case 'object':
      return compareDocuments(left as Document, right as Document, order)
    case 'array':
      return compareArrays(left as Value[], right as Value[], order)
    case 'bool':
      return Number(left) - Number(right)
    case 'date':
      return (left as Date).getTime() - (right as Date).getTime()
    case 'objectId':
      return Buffer.compare((left as ObjectId).id, (right as ObjectId).id)
    case 'binData':
      return compareBinaries(left as Binary, right as Binary)
    case 'timestamp':
      return compareTimestamps(left as Timestamp, right as Timestamp)
    case 'regex':
      return compareRegexes(left as BSONRegExp, right as BSONRegExp)
    case 'javascript':
    case 'javascriptWithScope':
      return compareCodes(left as Code, right as Code, order)
    default:
      return 0 // null, MinKey and MaxKey have one value each
  }
}

function textOf(value: Value): string {
  return value instanceof BSONSymbol ? value.value : textOfAny(value)
}

function compareDoubles(left: number, right: number): number {
  if (left < right) return -1
  if (left > right) return 1
  if (left === right) return 0
  return Number.isNaN(left) ? (Number.isNaN(right) ? 0 : -1) : 1
}

/** Compares two numbers of any types, exactly. NaN is below all others. */
export function compareNumbers(left: NumberValue, right: NumberValue): number {
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return compareDecimals(exactDecimal(left), exactDecimal(right))
  }
  const first = left instanceof Double ? left.value : left
  const second = right instanceof Double ? right.value : right
  if (typeof first === 'number' && typeof second === 'number') return compareDoubles(first, second)
  // JavaScript compares a bigint with a number exactly.
  if (first < second) return -1
  if (first > second) return 1
  return first == second ? 0 : Number.isNaN(Number(first)) ? -1 : 1
}

type NumberValue = number | bigint | Double | Decimal128

/** Compares by the bytes of UTF-8, as the server does without a collation. */
export function compareBytewise(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const [first, second] = [left.charCodeAt(at), right.charCodeAt(at)]
    if (first === second) continue
    // In UTF-16, the halves of characters beyond the basic plane are below the last characters of that plane.
    return (first >= 0xd800 ? lifted(first) : first) - (second >= 0xd800 ? lifted(second) : second)
  }
  return left.length - right.length
}

function lifted(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}

function compareDocuments(left: Document, right: Document, order: StringOrder | undefined): number {
  const [first, second] = [Object.entries(left), Object.entries(right)]
  for (const [at, [name, value]] of first.entries()) {
    const other = second[at]
    if (other === undefined) return 1
    const types = ORDER[typeOf(value)] - ORDER[typeOf(other[1])]
    if (types !== 0) return types
    const names = compareBytewise(name, other[0])
    if (names !== 0) return names
    const values = compareValues(value, other[1], order)
    if (values !== 0) return values
  }
  return first.length - second.length
}

function compareArrays(left: readonly Value[], right: readonly Value[], order: StringOrder | undefined): number {
  for (const [at, value] of left.entries()) {
    if (at >= right.length) return 1
    const compared = compareValues(value, right[at], order)
    if (compared !== 0) return compared
  }
  return left.length - right.length
}

function compareBinaries(left: Binary, right: Binary): number {
  const lengths = left.length() - right.length()
  if (lengths !== 0) return lengths
  if (left.sub_type !== right.sub_type) return left.sub_type - right.sub_type
  return Buffer.compare(left.value(), right.value())
}

function compareTimestamps(left: Timestamp, right: Timestamp): number {
  return left.t !== right.t ? left.t - right.t : left.i - right.i
}

function compareRegexes(left: BSONRegExp, right: BSONRegExp): number {
  return compareBytewise(left.pattern, right.pattern) || compareBytewise(left.options, right.options)
}

function compareCodes(left: Code, right: Code, order: StringOrder | undefined): number {
  const codes = compareBytewise(left.code, right.code)
  if (codes !== 0 || (left.scope === null && right.scope === null)) return codes
  return compareDocuments(left.scope ?? {}, right.scope ?? {}, order) // decoded as values
}
