import { CommandError } from '#docdb/errors/command-error.ts'
import { areEqual, compareValues, typeOrder, type StringOrder } from '#docdb/values/compare.ts'
import { fitsLong, isNaNValue, wholeNumber, type Numeric } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  firstName,
  isDocument,
  isNumber,
  MaxKey,
  MinKey,
  toNumber,
  TYPE_NUMBERS,
  typeOf,
  type Document,
  type TypeName,
  type Value,
} from '#docdb/values/value.ts'
import { compileRegex } from './regex.ts'
import type { LeafMode } from './path.ts'

/** A test of one value at a path; undefined stands for a missing value. */
export interface LeafTest {
  readonly mode: LeafMode
  readonly test: (value: Value | undefined) => boolean
}

function bad(message: string): CommandError {
  return new CommandError('BadValue', message)
}

/** Equality, which takes a missing value as null. */
export function equalTo(operand: Value, order: StringOrder | undefined): LeafTest {
  if (operand === null) return { mode: 'elements too', test: (value) => value === null || value === undefined }
  return { mode: 'elements too', test: (value) => value !== undefined && areEqual(value, operand, order) }
}

/** Equality as a filter without an operator has it, where a regular expression is a pattern. */
export function matching(operand: Value, order: StringOrder | undefined): LeafTest {
  return operand instanceof BSONRegExp ? regexTest(operand.pattern, operand.options) : equalTo(operand, order)
}

/** `$regex`: strings that match, and the same expression as a value. */
export function regexTest(pattern: string, options: string): LeafTest {
  const matches = compileRegex(pattern, options)
  return {
    mode: 'elements too',
    test: (value) => {
      if (typeof value === 'string') return matches(value)
      if (value instanceof BSONSymbol) return matches(value.value)
      return value instanceof BSONRegExp && value.pattern === pattern && value.options === options
    },
  }
}

/** `$gt`, `$gte`, `$lt`, `$lte`: only values of the operand's type are compared. */
export function comparison(operator: string, operand: Value, order: StringOrder | undefined): LeafTest {
  const passes: (compared: number) => boolean = {
    $gt: (compared: number) => compared > 0,
    $gte: (compared: number) => compared >= 0,
    $lt: (compared: number) => compared < 0,
    $lte: (compared: number) => compared <= 0,
  }[operator] as (compared: number) => boolean // one of the four
  const withEqual = operator.endsWith('e')
  if (operand === null) return withEqual ? equalTo(null, order) : { mode: 'elements too', test: () => false }
  if (operand instanceof MinKey || operand instanceof MaxKey) {
    return {
      mode: 'elements too',
      test: (value) => value !== undefined && passes(compareValues(value, operand, order)),
    }
  }
  const type = typeOrder(operand)
  const operandIsNaN = isNumber(operand) && isNaNValue(operand)
  return {
    mode: 'elements too',
    test: (value) => {
      if (value === undefined || typeOrder(value) !== type) return false
      if (isNumber(value) && (operandIsNaN || isNaNValue(value))) return withEqual && operandIsNaN && isNaNValue(value)
      return passes(compareValues(value, operand, order))
    },
  }
}

/** `$in`: one of the values, or a string that one of the patterns matches. */
export function inList(operand: Value, order: StringOrder | undefined): LeafTest {
  if (!Array.isArray(operand)) throw bad('$in needs an array')
  for (const each of operand) {
    if (isDocument(each) && Object.keys(each)[0]?.startsWith('$') === true && !('$ref' in each)) {
      throw bad(`cannot nest $ under $in`)
    }
  }
  const tests = operand.map((each) => matching(each, order).test)
  const strings = new Set(operand.filter((each) => typeof each === 'string'))
  const plain = order === undefined && strings.size === operand.length
  return {
    mode: 'elements too',
    test: plain
      ? (value) => typeof value === 'string' && strings.has(value)
      : (value) => tests.some((test) => test(value)),
  }
}

/** `$exists` */
export function exists(): LeafTest {
  return { mode: 'whole', test: (value) => value !== undefined }
}

const NUMBER_TYPES: ReadonlySet<TypeName> = new Set(['int', 'long', 'double', 'decimal'])

/** Returns the types that `$type` names. */
export function typesOf(operand: Value): ReadonlySet<TypeName> {
  const types = new Set<TypeName>()
  for (const each of Array.isArray(operand) ? operand : [operand]) {
    if (each === 'number') for (const type of NUMBER_TYPES) types.add(type)
    else types.add(typeNamed(each))
  }
  return types
}

function typeNamed(nameOrNumber: Value): TypeName {
  if (typeof nameOrNumber === 'string') {
    if (Object.hasOwn(TYPE_NUMBERS, nameOrNumber)) return nameOrNumber as TypeName // its own name
    throw bad(`Unknown type name alias: ${nameOrNumber}`)
  }
  if (!isNumber(nameOrNumber))
    throw new CommandError('TypeMismatch', 'type must be represented as a number or a string')
  const number = toNumber(nameOrNumber)
  const found = Object.entries(TYPE_NUMBERS).find(([, each]) => each === number)
  if (found === undefined) throw bad(`Invalid numerical type code: ${show(nameOrNumber)}`)
  return found[0] as TypeName // a name of the table
}

/** `$type` */
export function ofType(operand: Value): LeafTest {
  if (Array.isArray(operand) && operand.length === 0)
    throw new CommandError('FailedToParse', '$type must match at least one type')
  const types = typesOf(operand)
  return { mode: 'elements too', test: (value) => value !== undefined && types.has(typeOf(value)) }
}

/** `$size` */
export function ofSize(operand: Value): LeafTest {
  const size = isNumber(operand) ? wholeNumber(operand) : null
  if (!isNumber(operand)) throw bad(`Failed to parse $size. Expected a number in: $size: ${show(operand)}`)
  if (size === null) throw bad(`Failed to parse $size. Expected an integer: $size: ${show(operand)}`)
  if (size < 0n) throw bad(`Failed to parse $size. Expected a non-negative number in: $size: ${show(operand)}`)
  return { mode: 'whole', test: (value) => Array.isArray(value) && BigInt(value.length) === size }
}

/** `$mod` */
export function remainder(operand: Value): LeafTest {
  if (!Array.isArray(operand)) throw bad('malformed mod, needs to be an array')
  if (operand.length < 2) throw bad('malformed mod, not enough elements')
  if (operand.length > 2) throw bad('malformed mod, too many elements')
  const [divisor, expected] = operand.map((each) => (isNumber(each) ? truncated(each) : null))
  if (divisor === null || divisor === undefined) throw bad('malformed mod, divisor not a number')
  if (expected === null || expected === undefined) throw bad('malformed mod, remainder not a number')
  if (divisor === 0n) throw bad('divisor cannot be 0')
  return {
    mode: 'elements too',
    test: (value) => {
      const number = isNumber(value) ? truncated(value) : null
      return number !== null && number % divisor === expected
    },
  }
}

function truncated(value: Parameters<typeof toNumber>[0]): bigint | null {
  const whole = wholeNumber(value)
  if (whole !== null) return whole
  const number = Math.trunc(toNumber(value))
  return Number.isFinite(number) ? BigInt(number) : null
}

/** `$bitsAllSet` and its three relatives. */
export function bits(operator: string, operand: Value): LeafTest {
  const positions = bitPositions(operator, operand)
  const isSet = operator.endsWith('Set')
  const every = operator.startsWith('$bitsAll')
  return {
    mode: 'elements too',
    test: (value) => {
      const bitAt = bitReader(value)
      if (bitAt === null) return false
      return every
        ? positions.every((position) => bitAt(position) === isSet)
        : positions.some((position) => bitAt(position) === isSet)
    },
  }
}

function bitPositions(operator: string, operand: Value): readonly number[] {
  if (Array.isArray(operand)) {
    return operand.map((each) => {
      const position = isNumber(each) ? wholeNumber(each) : null
      if (position === null || position < 0n)
        throw bad(`Failed to parse bit position. Expected a non-negative number in: ${show(each)}`)
      return Number(position)
    })
  }
  if (operand instanceof Binary) return setBits((position) => binaryBit(operand, position), operand.length() * 8)
  if (!isNumber(operand))
    throw bad(`${operator} takes an Array, a number, or a BinData but received: ${operator}: ${show(operand)}`)
  const mask = bitMask(`${operator}: ${show(operand)}`, operand)
  return setBits((position) => ((mask >> BigInt(position)) & 1n) === 1n, 64)
}

/** Reads a number whose bits are meant. @throws CommandError for one that is no Int64 from 0. */
function bitMask(text: string, operand: Numeric): bigint {
  const mask = wholeNumber(operand)
  const problem =
    mask === null
      ? 'Expected an integer'
      : mask < 0n
        ? 'Expected a non-negative number in'
        : fitsLong(mask)
          ? null
          : 'Cannot represent as a 64-bit integer'
  if (mask === null || problem !== null) throw new CommandError('FailedToParse', `${problem}: ${text}`)
  return mask
}

function setBits(isSet: (position: number) => boolean, length: number): number[] {
  return Array.from({ length }, (_, position) => position).filter(isSet)
}

function bitReader(value: Value | undefined): ((position: number) => boolean) | null {
  if (value instanceof Binary) return (position) => binaryBit(value, position)
  const whole = isNumber(value) ? wholeNumber(value) : null
  return whole === null || !fitsLong(whole)
    ? null
    : (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n
}

function binaryBit(value: Binary, position: number): boolean {
  return (((value.value()[position >> 3] ?? 0) >> (position & 7)) & 1) === 1
}

/** Returns the operators of a condition document; null when it is a value to compare with. */
export function operatorsOf(condition: Value): Document | null {
  if (!isDocument(condition)) return null
  const first = firstName(condition)
  if (!first.startsWith('$')) return null
  return first === '$ref' || first === '$id' || first === '$db' ? null : condition
}
