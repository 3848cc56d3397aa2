import { calculate, exactDecimal, type Finite } from './decimal.ts'
import { typeOrder, type StringOrder } from './compare.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  ObjectId,
  Timestamp,
  toNumber,
  type Document,
  type Value,
} from './value.ts'

/** Returns the key of a string under a collation: strings with the same key are equal. */
export type StringKey = (text: string) => string

/** A text above every key that begins like the text before it: no part of a key begins with this character. */
export const ABOVE = '\uffff'

/** The end of a string, a document or an array within a key: below every character that may follow. */
const END = '\u0000'

/**
 * Returns a text for a value, such that texts order as {@link compareValues} orders the values. `stringKey` replaces
 * strings by what their collation compares; the order of the texts then only tells equal strings from different ones.
 */
export function keyString(value: Value | undefined, stringKey?: StringKey): string {
  return String.fromCharCode(typeOrder(value) + 2) + contentKey(value, stringKey)
}

/** Returns the key of several values, in order; each may be descending. */
export function compoundKey(parts: readonly string[], descending: readonly boolean[]): string {
  let key = ''
  for (const [at, part] of parts.entries()) key += descending[at] === true ? inverted(part) : part
  return key
}

/** The least and the greatest text that the key of a value of one type can begin with. */
export function typeRange(value: Value): readonly [string, string] {
  const order = typeOrder(value) + 2
  return [String.fromCharCode(order), String.fromCharCode(order + 1)]
}

/** Returns the beginning that the keys of all strings with a prefix share. */
export function prefixKey(prefix: string): string {
  return keyString(prefix).slice(0, -END.length)
}

/** Turns the order of a key around. A key is never the beginning of another, so the longer one needs no care. */
export function inverted(key: string): string {
  let text = ''
  for (let at = 0; at < key.length; at++) text += String.fromCharCode(0xffff - key.charCodeAt(at))
  return text
}

function contentKey(value: Value | undefined, stringKey: StringKey | undefined): string {
  switch (typeof value) {
    case 'string':
      return textKey(stringKey === undefined ? value : stringKey(value))
    case 'number':
      return doubleKey(value) + ZERO
    case 'bigint':
      return numberKey(value)
    case 'boolean':
      return value ? '\u0002' : '\u0001'
    case 'undefined':
      return ''
    default:
      return value === null ? '' : objectKey(value, stringKey)
  }
}

function objectKey(value: Exclude<Value, null | string | number | bigint | boolean>, stringKey?: StringKey): string {
  if (value instanceof ObjectId) return bytesKey(value.id)
  if (value instanceof Date) return doubleKey(value.getTime())
  if (Array.isArray(value)) {
    let key = ''
    for (const each of value) key += keyString(each, stringKey)
    return key + END
  }
  if (value instanceof Double) return doubleKey(value.value) + ZERO
  if (value instanceof Decimal128) return numberKey(value)
  if (value instanceof BSONSymbol) return textKey(stringKey === undefined ? value.value : stringKey(value.value))
  if (value instanceof Binary)
    return doubleKey(value.length()) + String.fromCharCode(value.sub_type) + bytesKey(value.value())
  if (value instanceof Timestamp) return doubleKey(value.t) + doubleKey(value.i)
  if (value instanceof BSONRegExp) return textKey(value.pattern) + textKey(value.options)
  if (value instanceof Code) return textKey(value.code) + contentKey(value.scope, stringKey)
  if (Object.getPrototypeOf(value) !== Object.prototype) return '' // MinKey and MaxKey
  let key = ''
  for (const [name, each] of Object.entries(value as Document)) {
    key += String.fromCharCode(typeOrder(each) + 2) + textKey(name) + contentKey(each, stringKey)
  }
  return key + END
}

/** Characters are moved up by one, so that the end of the text is below all of them. */
function textKey(text: string): string {
  if (isPlain(text)) return text + END
  let key = ''
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit <= 1) key += `\u0001${String.fromCharCode(unit + 1)}`
    // The order of UTF-8: see compareBytewise.
    else if (unit >= 0xd800) key += String.fromCharCode(unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)
    else key += text[at]
  }
  return key + END
}

/** Returns whether a text has only characters between the escaped ones and the surrogates. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit <= 1 || unit >= 0xd800) return false
  }
  return true
}

function bytesKey(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.toString('latin1')
}

const scratch = new DataView(new ArrayBuffer(8)) // only used within one call of doubleKey

/**
 * The 64 bits of a double as eight characters, with the sign turned so that they order as the numbers do. NaN is below
 * all. Characters of one byte: V8 compares texts of others by a call out of JavaScript.
 */
function doubleKey(number: number): string {
  if (Number.isNaN(number)) return NAN_KEY
  scratch.setFloat64(0, number === 0 ? 0 : number)
  const flip = number < 0 ? 0xff : 0
  return String.fromCharCode(
    scratch.getUint8(0) ^ (number < 0 ? 0xff : 0x80),
    scratch.getUint8(1) ^ flip,
    scratch.getUint8(2) ^ flip,
    scratch.getUint8(3) ^ flip,
    scratch.getUint8(4) ^ flip,
    scratch.getUint8(5) ^ flip,
    scratch.getUint8(6) ^ flip,
    scratch.getUint8(7) ^ flip,
  )
}

const NAN_KEY = '\u0000'.repeat(8)

const ZERO = doubleKey(0) + doubleKey(0)

/**
 * The key of an Int64 or Decimal128: the nearest double, and the two doubles that are nearest to the rest. Rounding
 * keeps the order of numbers, so numbers with the same nearest double are ordered by their rests.
 */
function numberKey(value: bigint | Decimal128): string {
  const nearest = toNumber(value)
  if (typeof value === 'bigint' && Number.isSafeInteger(nearest)) return doubleKey(nearest) + ZERO
  const exact = exactDecimal(value)
  if (exact === 'NaN') return doubleKey(Number.NaN) + ZERO
  if (typeof exact === 'string') return doubleKey(nearest) + ZERO
  if (!Number.isFinite(nearest)) {
    // Beyond the doubles, but below infinity.
    const edge = nearest > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE
    return doubleKey(edge) + doubleKey(nearest > 0 ? magnitude(exact) : -magnitude(exact)) + doubleKey(0)
  }
  const rest = calculate('subtract', exact, exactDecimal(nearest)) as Finite // both are finite
  const nearestRest = approximate(rest)
  const last = calculate('subtract', rest, exactDecimal(nearestRest)) as Finite // both are finite
  return doubleKey(nearest) + doubleKey(nearestRest) + doubleKey(approximate(last))
}

function approximate({ coefficient, exponent }: Finite): number {
  return coefficient === 0n ? 0 : Number(`${coefficient}e${exponent}`)
}

function magnitude({ coefficient, exponent }: Finite): number {
  const text = (coefficient < 0n ? -coefficient : coefficient).toString()
  return 1e300 * (text.length + exponent) + Number(`0.${text}`) * 1e300
}

/** Compares keys as the ordered maps of the store do. */
export const compareKeys: StringOrder = (left, right) => (left < right ? -1 : left > right ? 1 : 0)
