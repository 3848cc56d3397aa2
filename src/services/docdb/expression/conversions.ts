import { textOfAny } from '#docdb/values/show.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { hashedKey } from '#docdb/values/hashed-key.ts'
import { atPlace, decimalOf, exactDecimal, roundedDecimal, toDecimal128 } from '#docdb/values/decimal.ts'
import { fitsLong, isDouble, type Numeric } from '#docdb/values/number.ts'
import {
  Binary,
  BSONSymbol,
  Decimal128,
  double,
  isDocument,
  isInt32,
  isNumber,
  ObjectId,
  Timestamp,
  toNumber,
  TYPE_NUMBERS,
  typeOf,
  type TypeName,
  type Value,
} from '#docdb/values/value.ts'
import { checkMembers, isNullish, unary, type Operator } from './evaluate.ts'
import { isTruthy } from './truth.ts'
import { parseDate } from './date-text.ts'

function failed(message: string): CommandError {
  return new CommandError('ConversionFailure', message)
}

function unsupported(value: Value, type: string): CommandError {
  return failed(`Unsupported conversion from ${typeOf(value)} to ${type} in $convert with no onError value`)
}

/** Returns a value as `$toString` writes it; null for a type that has no text. */
export function textOf(value: Value): string | null {
  if (typeof value === 'string') return value
  if (value instanceof BSONSymbol) return value.value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof ObjectId) return value.toHexString()
  if (isNumber(value)) return numberText(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`
  if (value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID) {
    return Buffer.from(value.value())
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  return null
}

function numberText(value: Numeric): string {
  if (!isDouble(value)) return value.toString()
  const number = toNumber(value)
  if (Number.isNaN(number)) return 'NaN'
  return String(number)
}

function toText(value: Value): string {
  const text = textOf(value)
  if (text === null) throw unsupported(value, 'string')
  return text
}

function toBoolean(value: Value): boolean {
  return isTruthy(value)
}

/** Returns the whole part of a number; throws for one that is not finite. */
function truncated(value: Numeric, type: string): bigint {
  if (typeof value === 'bigint') return value
  const exact = value instanceof Decimal128 ? decimalOf(value) : exactDecimal(value)
  if (typeof exact === 'string') {
    throw failed(
      `Attempt to convert ${exact === 'NaN' ? 'NaN' : 'infinity'} value to integer type in $convert with no onError value`,
    )
  }
  const cut = atPlace(exact, 0, true)
  if (cut.exponent > 40) throw overflow(value, type)
  return cut.coefficient * 10n ** BigInt(cut.exponent)
}

function overflow(value: Value, type: string): CommandError {
  return failed(
    `Conversion would overflow target type in $convert with no onError value: ${textOfAny(value)} (${type})`,
  )
}

function parsedNumber(text: string, pattern: RegExp): string {
  if (!pattern.test(text))
    throw failed(`Failed to parse number '${text}' in $convert with no onError value: Did not consume whole string.`)
  return text
}

function toInt(value: Value): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  const whole =
    typeof value === 'string'
      ? BigInt(parsedNumber(value, /^[-+]?\d+$/))
      : isNumber(value)
        ? truncated(value, 'int')
        : null
  if (whole === null) throw unsupported(value, 'int')
  if (!isInt32(Number(whole))) throw overflow(value, 'int')
  return Number(whole)
}

function toLong(value: Value): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value instanceof Date) return BigInt(value.getTime())
  const whole =
    typeof value === 'string'
      ? BigInt(parsedNumber(value, /^[-+]?\d+$/))
      : isNumber(value)
        ? truncated(value, 'long')
        : null
  if (whole === null) throw unsupported(value, 'long')
  if (!fitsLong(whole)) throw overflow(value, 'long')
  return whole
}

const NUMBER_TEXT = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$|^[-+]?(?:Infinity|inf|NaN)$/i

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return double(value ? 1 : 0)
  if (value instanceof Date) return double(value.getTime())
  if (typeof value === 'string') return double(Number(parsedNumber(value, NUMBER_TEXT)))
  if (!isNumber(value)) throw unsupported(value, 'double')
  const number = toNumber(value)
  if (!Number.isFinite(number) && value instanceof Decimal128 && /\d/.test(value.toString()))
    throw overflow(value, 'double')
  return double(number)
}

function toDecimal(value: Value): Decimal128 {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0')
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()))
  if (typeof value === 'string') return Decimal128.fromString(parsedNumber(value, NUMBER_TEXT))
  if (!isNumber(value)) throw unsupported(value, 'decimal')
  return toDecimal128(roundedDecimal(value))
}

/** Returns a value as a date. */
function toDate(value: Value): Date {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return value.getTimestamp()
  if (value instanceof Timestamp) return new Date(value.t * 1000)
  if (typeof value === 'string') return parseDate(value, undefined, undefined)
  if (isNumber(value) && !(typeof value === 'number' && isInt32(value)))
    return new Date(Number(truncated(value, 'date')))
  throw unsupported(value, 'date')
}

function toObjectId(value: Value): ObjectId {
  if (value instanceof ObjectId) return value
  if (typeof value !== 'string') throw unsupported(value, 'objectId')
  if (!/^[0-9a-fA-F]{24}$/.test(value)) {
    throw failed(
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    )
  }
  return ObjectId.createFromHexString(value)
}

function toBinary(value: Value): Binary {
  if (value instanceof Binary) return value
  if (typeof value !== 'string') throw unsupported(value, 'binData')
  return new Binary(Buffer.from(value.replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID)
}

const CONVERSIONS: Readonly<Partial<Record<TypeName, (value: Value) => Value>>> = {
  string: toText,
  bool: toBoolean,
  int: toInt,
  long: toLong,
  double: toDouble,
  decimal: toDecimal,
  date: toDate,
  objectId: toObjectId,
  binData: toBinary,
}

function conversion(type: TypeName): Operator {
  const convert = CONVERSIONS[type]
  if (convert === undefined) throw new Error(`no conversion to ${type}`)
  return unary((value) => (isNullish(value) ? null : convert(value)))
}

const convert: Operator = (operand, { compile }) => {
  if (!isDocument(operand))
    throw new CommandError(
      'FailedToParse',
      `$convert expects an object of named arguments but found: ${typeOf(operand)}`,
    )
  checkMembers('$convert', operand, ['input', 'to', 'onError', 'onNull', 'format', 'byteOrder', 'base'], 9)
  if (operand['input'] === undefined) throw new CommandError('FailedToParse', "Missing 'input' parameter to $convert")
  if (operand['to'] === undefined) throw new CommandError('FailedToParse', "Missing 'to' parameter to $convert")
  const input = compile(operand['input'])
  const target = compile(operand['to'])
  const onError = operand['onError'] === undefined ? undefined : compile(operand['onError'])
  const onNull = compile(operand['onNull'] ?? null)
  return (document, variables) => {
    const value = input(document, variables)
    if (isNullish(value)) return onNull(document, variables)
    try {
      return targetOf(target(document, variables))?.(value) ?? null
    } catch (error) {
      if (onError !== undefined && error instanceof CommandError) return onError(document, variables)
      throw error
    }
  }
}

function targetOf(to: Value | undefined): ((value: Value) => Value) | null {
  if (isNullish(to)) return null
  const type = isDocument(to) ? to['type'] : to
  const name = isNumber(type) ? Object.entries(TYPE_NUMBERS).find(([, number]) => number === toNumber(type))?.[0] : type
  const found = typeof name === 'string' && Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name as TypeName] : undefined
  if (found === undefined) throw new CommandError('BadValue', `Unknown type name: ${textOfAny(name)}`)
  return found
}

/** Operators that tell and change the types of values. */
export const conversions: Readonly<Record<string, Operator>> = {
  $convert: convert,
  $toString: conversion('string'),
  $toBool: conversion('bool'),
  $toInt: conversion('int'),
  $toLong: conversion('long'),
  $toDouble: conversion('double'),
  $toDecimal: conversion('decimal'),
  $toDate: conversion('date'),
  $toObjectId: conversion('objectId'),
  $toUUID: conversion('binData'),
  $toHashedIndexKey: unary((value) => hashedKey(value ?? null)),
  $type: unary((value) => (value === undefined ? 'missing' : typeOf(value))),
  $isNumber: unary((value) => isNumber(value)),
  $tsSecond: unary((value) =>
    value instanceof Timestamp ? BigInt(value.t) : isNullish(value) ? null : wrongTimestamp(value),
  ),
  $tsIncrement: unary((value) =>
    value instanceof Timestamp ? BigInt(value.i) : isNullish(value) ? null : wrongTimestamp(value),
  ),
}

function wrongTimestamp(value: Value): never {
  throw new CommandError(5687301, `Argument must be a timestamp, but is ${typeOf(value)}`)
}
