import { atPlace, calculate, exactDecimal, roundedDecimal, toDecimal128 } from './decimal.ts'
import { Decimal128, double, Double, integer, isInt32, toNumber } from './value.ts'

/** A value of one of the four number types. */
export type Numeric = number | bigint | Double | Decimal128

const LONGEST = 2n ** 63n

/** Returns whether a whole number fits into an Int64. */
export function fitsLong(value: bigint): boolean {
  return value >= -LONGEST && value < LONGEST
}

/** True for a Double, in either of its forms. */
export function isDouble(value: Numeric): boolean {
  return value instanceof Double || (typeof value === 'number' && !isInt32(value))
}

/** Returns the value of an Int32 or Int64. */
export function integerOf(value: Numeric): bigint {
  return BigInt(value as number | bigint) // of one of the two types
}

/** True for NaN of any type. */
export function isNaNValue(value: Numeric): boolean {
  return Number.isNaN(toNumber(value))
}

/**
 * Adds, subtracts or multiplies two numbers in the wider of their types: Int32, Int64, Double, Decimal128. An Int32
 * that does not fit becomes an Int64. An Int64 that does not fit is null.
 */
export function combine(operation: 'add' | 'subtract' | 'multiply', left: Numeric, right: Numeric): Numeric | null {
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return toDecimal128(calculate(operation, roundedDecimal(left), roundedDecimal(right)))
  }
  if (isDouble(left) || isDouble(right)) {
    const [first, second] = [toNumber(left), toNumber(right)]
    return double(operation === 'add' ? first + second : operation === 'subtract' ? first - second : first * second)
  }
  const [first, second] = [integerOf(left), integerOf(right)]
  const result = operation === 'add' ? first + second : operation === 'subtract' ? first - second : first * second
  if (typeof left === 'bigint' || typeof right === 'bigint') return fitsLong(result) ? result : null
  return integer(result)
}

/**
 * Combines two numbers as {@link combine} does, with a Double in place of an Int64 that does not fit, as expressions
 * have it.
 */
export function combineWidening(operation: 'add' | 'subtract' | 'multiply', left: Numeric, right: Numeric): Numeric {
  const result = combine(operation, left, right)
  if (result !== null) return result
  const [first, second] = [toNumber(left), toNumber(right)]
  return double(operation === 'add' ? first + second : operation === 'subtract' ? first - second : first * second)
}

/** Returns a number as a whole number; null when it is not one, or is not finite. */
export function wholeNumber(value: Numeric): bigint | null {
  if (typeof value === 'bigint') return value
  const decimal = exactDecimal(value)
  if (typeof decimal === 'string') return null
  if (decimal.exponent >= 0) return decimal.coefficient * 10n ** BigInt(Math.min(decimal.exponent, 40))
  const divisor = 10n ** BigInt(-decimal.exponent)
  return decimal.coefficient % divisor === 0n ? decimal.coefficient / divisor : null
}

/**
 * Returns a number without its fraction, as an Int32 where it fits, else as an Int64: NaN is 0, and what is beyond an
 * Int64 is the nearest one. A Decimal128 is rounded to the nearest whole number, a half to the even one.
 */
export function wholeOf(value: Numeric): number | bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && isInt32(value))) return value
  if (value instanceof Decimal128) return wholeOfDecimal(value)
  const number = Math.trunc(toNumber(value))
  if (Number.isNaN(number)) return 0
  return withinLong(Math.abs(number) < 2 ** 63 ? BigInt(number) : number > 0 ? LONGEST : -LONGEST)
}

function wholeOfDecimal(value: Decimal128): number | bigint {
  const decimal = exactDecimal(value)
  if (typeof decimal === 'string')
    return Number.isNaN(toNumber(value)) ? 0 : withinLong(toNumber(value) > 0 ? LONGEST : -LONGEST)
  const { coefficient, exponent } = atPlace(decimal, 0, false)
  return withinLong(coefficient * 10n ** BigInt(Math.min(exponent, 40)))
}

function withinLong(whole: bigint): number | bigint {
  return integer(whole >= LONGEST ? LONGEST - 1n : whole < -LONGEST ? -LONGEST : whole)
}
