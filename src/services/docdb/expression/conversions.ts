import { textOfAny } from '#docdb/values/show.ts'
import { CommandError, ERROR_CODES } from '#docdb/errors/command-error.ts'
import { hashedKey } from '#docdb/values/hashed-key.ts'
import { atPlace, decimalIn, decimalOf, exactDecimal, roundedDecimal, toDecimal128 } from '#docdb/values/decimal.ts'
import { fitsLong, isDouble, wholeNumber, type Numeric } from '#docdb/values/number.ts'
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
import {
  binaryOfNumber,
  binaryOfText,
  doubleOfBinary,
  readByteOrder,
  readFormat,
  SHORT_FORM,
  textOfBinary,
  UUID_FORM,
  wholeOfBinary,
  type BinaryOptions,
} from './binary-conversions.ts'
import { timeOf } from './object-time.ts'
import { doubleText } from './number-text.ts'
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
function textOf(value: Value, options: BinaryOptions): string | null {
  if (typeof value === 'string') return value
  if (value instanceof BSONSymbol) return value.value
  if (value instanceof Date) return dateText(value)
  if (value instanceof ObjectId) return value.toHexString()
  if (isNumber(value)) return isDouble(value) ? doubleText(toNumber(value)) : value.toString()
  if (typeof value === 'boolean') return String(value)
  return value instanceof Binary ? textOfBinary(value, options) : null
}

/** Returns a date as text. @throws CommandError for one outside of the years 0 to 9999. */
function dateText(value: Date): string {
  const year = value.getUTCFullYear()
  if (year >= 0 && year <= 9999) return value.toISOString()
  throw new CommandError(
    18_537,
    'Could not convert date to string: date component was outside the supported range of 0-9999',
  )
}

function toText(value: Value, options: BinaryOptions): string {
  const text = textOf(value, options)
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

/** Returns the whole number that a value is; null for a value of a type that is none. */
function wholeIn(value: Value, type: 'int' | 'long', options: BinaryOptions): bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'string') return BigInt(parsedNumber(value, /^[-+]?\d+$/))
  if (value instanceof Binary) return wholeOfBinary(value, type === 'int' ? 4 : 8, options)
  return isNumber(value) ? truncated(value, type) : null
}

function toInt(value: Value, options: BinaryOptions): number {
  const whole = wholeIn(value, 'int', options)
  if (whole === null) throw unsupported(value, 'int')
  if (!isInt32(Number(whole))) throw overflow(value, 'int')
  return Number(whole)
}

function toLong(value: Value, options: BinaryOptions): bigint {
  const whole = value instanceof Date ? BigInt(value.getTime()) : wholeIn(value, 'long', options)
  if (whole === null) throw unsupported(value, 'long')
  if (!fitsLong(whole)) throw overflow(value, 'long')
  return whole
}

const NUMBER_TEXT = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$|^[-+]?(?:Infinity|inf|NaN)$/i

/** A number of the base 16, as C reads it: `0x1.8p-3`. */
const HEXADECIMAL = /^([-+]?)0x([\da-f]+)(?:\.([\da-f]*))?(?:p([-+]?\d+))?$/i

/** Returns the double that a text is. @throws CommandError 241 for a text of none, and of one that is out of range. */
function parsedDouble(text: string): number {
  const hexadecimal = HEXADECIMAL.exec(text)
  if (hexadecimal !== null) {
    const [, sign, whole = '', fraction = '', power = '0'] = hexadecimal
    const digits = Number.parseInt(whole + fraction, 16)
    return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(power) - 4 * fraction.length)
  }
  const [, sign, word] = /^([-+]?)(inf)$/i.exec(parsedNumber(text, NUMBER_TEXT)) ?? []
  const number = word === undefined ? Number(text) : Number(`${sign ?? ''}Infinity`)
  const isWrong = number === 0 ? /[1-9]/.test(text.replace(/e.*$/i, '')) : /\d/.test(text) && !Number.isFinite(number)
  if (isWrong) throw failed(`Failed to parse number '${text}' in $convert with no onError value: Out of range`)
  return number
}

function toDouble(value: Value, options: BinaryOptions): Value {
  if (typeof value === 'boolean') return double(value ? 1 : 0)
  if (value instanceof Date) return double(value.getTime())
  if (typeof value === 'string') return double(parsedDouble(value))
  if (value instanceof Binary) return doubleOfBinary(value, options)
  if (!isNumber(value)) throw unsupported(value, 'double')
  const number = toNumber(value)
  if (!Number.isFinite(number) && value instanceof Decimal128 && /\d/.test(value.toString()))
    throw overflow(value, 'double')
  return double(number)
}

/** Returns the Decimal128 that a text is, rounded to 34 digits. @throws CommandError 241 for a text that is none. */
function parsedDecimal(text: string): Decimal128 {
  const decimal = toDecimal128(decimalIn(parsedNumber(text, NUMBER_TEXT)))
  const isFinite = /\d/.test(text)
  const isLost = isFinite && (/inf/i.test(decimal.toString()) || (isZeroText(decimal.toString()) && !isZeroText(text)))
  if (isLost) throw failed(`Failed to parse number '${text}' in $convert with no onError value: Out of range`)
  return decimal
}

function isZeroText(text: string): boolean {
  return !/[1-9]/.test(text.replace(/e.*$/i, ''))
}

function toDecimal(value: Value): Decimal128 {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0')
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()))
  if (typeof value === 'string') return parsedDecimal(value)
  if (!isNumber(value)) throw unsupported(value, 'decimal')
  return toDecimal128(roundedDecimal(value))
}

/** Returns a value as a date. */
function toDate(value: Value): Date {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return timeOf(value)
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

function toBinary(value: Value, options: BinaryOptions): Binary {
  if (typeof value === 'string') return binaryOfText(value, options)
  if (value instanceof Binary) {
    if (value.sub_type === options.subtype) return value
    throw failed('Conversions between different binData subtypes are not supported')
  }
  const bytes = isNumber(value) ? binaryOfNumber(value, options) : null
  if (bytes === null) throw unsupported(value, 'binData')
  return bytes
}

type Conversion = (value: Value, options: BinaryOptions) => Value

const CONVERSIONS: Readonly<Partial<Record<TypeName, Conversion>>> = {
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

/** Returns the operator that converts to a type, in the short form. */
function conversion(type: TypeName, options: BinaryOptions = SHORT_FORM): Operator {
  const convert = CONVERSIONS[type]
  if (convert === undefined) throw new Error(`no conversion to ${type}`)
  const operator = unary((value) => (isNullish(value) ? null : convert(value, options)))
  return (operand, context) => {
    if (Array.isArray(operand) && operand.length !== 1)
      throw new CommandError(50_723, `${context.name} requires a single argument, got ${operand.length}`)
    return operator(operand, context)
  }
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
  const format = compile(operand['format'] ?? null)
  const byteOrder = compile(operand['byteOrder'] ?? null)
  return (document, variables) => {
    const value = input(document, variables)
    const to = target(document, variables)
    if (isNullish(value)) return onNull(document, variables)
    if (isNullish(to)) return null
    const convertTo = targetOf(isDocument(to) ? to['type'] : to)
    const options = {
      format: readFormat(format(document, variables)),
      isBigEndian: readByteOrder(byteOrder(document, variables)),
      subtype: subtypeOf(isDocument(to) ? to['subtype'] : undefined),
    }
    try {
      return convertTo(value, options)
    } catch (error) {
      const isFailure = error instanceof CommandError && error.code === ERROR_CODES.ConversionFailure
      if (onError !== undefined && isFailure) return onError(document, variables)
      throw error
    }
  }
}

/** Returns the conversion to a type. @throws CommandError unless it is the name or the number of one. */
function targetOf(type: Value | undefined): Conversion {
  const name = typeof type === 'string' ? type : typeNumbered(type)
  if (!Object.hasOwn(TYPE_NUMBERS, name)) throw new CommandError('BadValue', `Unknown type name: ${name}`)
  return (
    CONVERSIONS[name as TypeName] ?? // one of the names
    ((value) => {
      throw unsupported(value, name)
    })
  )
}

function typeNumbered(type: Value | undefined): string {
  if (!isNumber(type))
    throw new CommandError(
      'FailedToParse',
      `$convert's 'to' argument must be a string or number, but is ${typeOf(type)}`,
    )
  if (wholeNumber(type) === null)
    throw new CommandError('FailedToParse', "In $convert, numeric 'to' argument is not an integer")
  const found = Object.entries(TYPE_NUMBERS).find(([, number]) => number === toNumber(type))
  if (found !== undefined) return found[0]
  throw new CommandError(
    'FailedToParse',
    `In $convert, numeric value for 'to' does not correspond to a BSON type: ${textOfAny(type)}`,
  )
}

/** The numbers from which on the subtypes of bytes are the users' own. */
const [MOST_SUBTYPE, FIRST_OWN_SUBTYPE, LAST_OWN_SUBTYPE] = [9, 128, 255]

/** Returns the subtype that a conversion names. @throws CommandError for one that does not exist. */
function subtypeOf(value: Value | undefined): number {
  if (isNullish(value)) return SHORT_FORM.subtype
  if (!isNumber(value))
    throw new CommandError(4_341_108, `$convert's 'subtype' argument must be a number, but is ${typeOf(value)}`)
  const whole = wholeNumber(value)
  if (whole === null) throw new CommandError(4_341_106, "In $convert, numeric 'subtype' argument is not an integer")
  const subtype = Number(whole)
  const isKnown =
    (subtype >= 0 && subtype <= MOST_SUBTYPE) || (subtype >= FIRST_OWN_SUBTYPE && subtype <= LAST_OWN_SUBTYPE)
  if (isKnown) return subtype
  throw new CommandError(
    4_341_107,
    `In $convert, numeric value for 'subtype' does not correspond to a BinData type: ${subtype}`,
  )
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
  $toUUID: conversion('binData', UUID_FORM),
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
