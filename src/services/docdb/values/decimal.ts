import type { Double } from './value.ts'
import { Decimal128, isInt32 } from './value.ts'

/** A finite decimal number: `coefficient` × 10 ** `exponent`. */
export interface Finite {
  readonly coefficient: bigint
  readonly exponent: number
}

/** A decimal number, finite or not. */
export type Decimal = Finite | 'NaN' | 'Infinity' | '-Infinity'

const DIGITS = 34
const LARGEST_EXPONENT = 6111
const SMALLEST_EXPONENT = -6176

/** Returns the value of a Decimal128. */
export function decimalOf(value: Decimal128): Decimal {
  return decimalIn(value.toString())
}

/** Returns the decimal that a text is: digits, with a point and an exponent or without, or a word. */
export function decimalIn(text: string): Decimal {
  const word = /^([-+]?)(inf(?:inity)?|nan)$/i.exec(text)
  if (word !== null) return /nan/i.test(text) ? 'NaN' : word[1] === '-' ? '-Infinity' : 'Infinity'
  const [mantissa = '0', exponent = '0'] = text.split(/e/i)
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { coefficient: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** Returns a number of any type as a decimal, exactly. */
export function exactDecimal(value: number | bigint | Double | Decimal128): Decimal {
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 }
  if (value instanceof Decimal128) return decimalOf(value)
  const number = typeof value === 'number' ? value : value.value
  if (Number.isNaN(number)) return 'NaN'
  if (!Number.isFinite(number)) return number > 0 ? 'Infinity' : '-Infinity'
  if (Number.isSafeInteger(number)) return { coefficient: BigInt(number), exponent: 0 }
  return exactFraction(number)
}

/** Returns a number as a decimal, with the digits that the server keeps of a Double: 15. */
export function roundedDecimal(value: number | bigint | Double | Decimal128): Decimal {
  if (typeof value === 'bigint' || value instanceof Decimal128) return exactDecimal(value)
  const number = typeof value === 'number' ? value : value.value
  if (!Number.isFinite(number) || number === 0 || (typeof value === 'number' && isInt32(number)))
    return exactDecimal(number)
  return decimalIn(number.toExponential(14))
}

function exactFraction(number: number): Finite {
  // A double is mantissa × 2 ** power. For a negative power, 2 ** power = 5 ** -power × 10 ** power.
  let power = 0
  let mantissa = number
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    power -= 1
  }
  if (power === 0) return { coefficient: BigInt(mantissa), exponent: 0 }
  return { coefficient: BigInt(mantissa) * 5n ** BigInt(-power), exponent: power }
}

/** Returns the Decimal128 of a decimal, rounded half to even to 34 digits. */
export function toDecimal128(value: Decimal): Decimal128 {
  if (typeof value === 'string') return Decimal128.fromString(value)
  let { coefficient, exponent } = rounded(value, DIGITS)
  if (exponent < SMALLEST_EXPONENT) {
    coefficient = divideRounded(coefficient, 10n ** BigInt(Math.min(SMALLEST_EXPONENT - exponent, 100)))
    exponent = SMALLEST_EXPONENT
  }
  while (exponent > LARGEST_EXPONENT && digits(coefficient) < DIGITS && coefficient !== 0n) {
    coefficient *= 10n
    exponent -= 1
  }
  if (exponent > LARGEST_EXPONENT) {
    return Decimal128.fromString(coefficient === 0n ? '0E+6111' : coefficient > 0n ? 'Infinity' : '-Infinity')
  }
  return Decimal128.fromString(`${coefficient}E${exponent}`)
}

/** Returns a decimal with all of the 34 digits, so that zeros follow the last one of fewer. */
export function withAllDigits(value: Finite): Finite {
  const missing = DIGITS - digits(value.coefficient)
  if (missing <= 0 || value.coefficient === 0n) return value
  return { coefficient: value.coefficient * 10n ** BigInt(missing), exponent: value.exponent - missing }
}

function digits(coefficient: bigint): number {
  return (coefficient < 0n ? -coefficient : coefficient).toString().length
}

/** Rounds half to even to a number of digits. */
function rounded(value: Finite, most: number): Finite {
  const excess = digits(value.coefficient) - most
  if (excess <= 0) return value
  const coefficient = divideRounded(value.coefficient, 10n ** BigInt(excess))
  return rounded({ coefficient, exponent: value.exponent + excess }, most)
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const twice = 2n * (dividend % divisor)
  const size = twice < 0n ? -twice : twice
  if (size < divisor || (size === divisor && quotient % 2n === 0n)) return quotient
  return quotient + (dividend < 0n ? -1n : 1n)
}

/** Rounds to a number of digits after the point: half to even, or towards zero. */
export function atPlace(value: Finite, place: number, towardsZero: boolean): Finite {
  const excess = -place - value.exponent
  if (excess <= 0) return value
  const divisor = 10n ** BigInt(Math.min(excess, 7000))
  const coefficient = towardsZero ? value.coefficient / divisor : divideRounded(value.coefficient, divisor)
  return { coefficient, exponent: -place }
}

/** Returns both with the smaller exponent. */
function aligned(left: Finite, right: Finite): readonly [bigint, bigint, number] {
  const exponent = Math.min(left.exponent, right.exponent)
  return [
    left.coefficient * 10n ** BigInt(left.exponent - exponent),
    right.coefficient * 10n ** BigInt(right.exponent - exponent),
    exponent,
  ]
}

/** Compares two decimals; NaN is below all others. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const places: readonly unknown[] = ['NaN', '-Infinity', 'finite', 'Infinity']
  const place = (value: Decimal): number => places.indexOf(typeof value === 'string' ? value : 'finite')
  if (typeof left === 'string' || typeof right === 'string') return place(left) - place(right)
  const leftSign = left.coefficient > 0n ? 1 : left.coefficient < 0n ? -1 : 0
  const rightSign = right.coefficient > 0n ? 1 : right.coefficient < 0n ? -1 : 0
  if (leftSign !== rightSign || leftSign === 0) return leftSign - rightSign
  // The magnitudes decide first, so that no power of ten gets thousands of digits.
  const leftSize = digits(left.coefficient) + left.exponent
  const rightSize = digits(right.coefficient) + right.exponent
  if (leftSize !== rightSize) return leftSize > rightSize ? leftSign : -leftSign
  const [first, second] = aligned(left, right)
  return first < second ? -1 : first > second ? 1 : 0
}

/** The operations on two decimals. */
export type DecimalOperation = 'add' | 'subtract' | 'multiply' | 'divide' | 'mod'

/** Calculates with two decimals; the result is exact, or has more digits than a Decimal128. */
export function calculate(operation: DecimalOperation, left: Decimal, right: Decimal): Decimal {
  if (typeof left === 'string' || typeof right === 'string') return withInfinity(operation, left, right)
  switch (operation) {
    case 'multiply':
      return { coefficient: left.coefficient * right.coefficient, exponent: left.exponent + right.exponent }
    case 'divide':
      return divide(left, right)
    case 'mod': {
      if (right.coefficient === 0n) return 'NaN'
      const [first, second, exponent] = aligned(left, right)
      return { coefficient: first % second, exponent }
    }
    default: {
      const [first, second, exponent] = aligned(left, right)
      return { coefficient: operation === 'add' ? first + second : first - second, exponent }
    }
  }
}

function divide(left: Finite, right: Finite): Decimal {
  if (right.coefficient === 0n) {
    return left.coefficient === 0n ? 'NaN' : left.coefficient > 0n ? 'Infinity' : '-Infinity'
  }
  const scale = BigInt(DIGITS + 4 + digits(right.coefficient))
  const scaled = left.coefficient * 10n ** scale
  let coefficient = scaled / right.coefficient
  let exponent = left.exponent - right.exponent - Number(scale)
  if (coefficient * right.coefficient === scaled) {
    // An exact quotient has no more zeros at its end than the operands give it.
    const ideal = left.exponent - right.exponent
    while (exponent < ideal && coefficient % 10n === 0n) {
      coefficient /= 10n
      exponent += 1
    }
  }
  return { coefficient, exponent }
}

function withInfinity(operation: DecimalOperation, left: Decimal, right: Decimal): Decimal {
  const number = (value: Decimal): number =>
    typeof value === 'string' ? Number(value) : value.coefficient > 0n ? 1 : value.coefficient < 0n ? -1 : 0
  const [first, second] = [number(left), number(right)]
  if (operation === 'mod') {
    return typeof left !== 'string' && typeof right === 'string' && right !== 'NaN' ? left : 'NaN'
  }
  const result = { add: first + second, subtract: first - second, multiply: first * second, divide: first / second }[
    operation
  ]
  if (Number.isNaN(result)) return 'NaN'
  if (Number.isFinite(result)) return { coefficient: 0n, exponent: 0 }
  return result > 0 ? 'Infinity' : '-Infinity'
}

/** Returns the square root of a finite decimal that is not negative, correct to 34 digits. */
export function squareRoot({ coefficient, exponent }: Finite): Finite {
  const ideal = Math.floor(exponent / 2)
  if (coefficient === 0n) return { coefficient, exponent: ideal }
  // The radicand is a whole number, with twice as many digits as the root is to have.
  const radicand = exponent % 2 === 0 ? coefficient : coefficient * 10n
  const exact = wholeRoot(radicand)
  if (exact * exact === radicand) return { coefficient: exact, exponent: ideal }
  const shift = DIGITS + 2
  const root = wholeRoot(radicand * 100n ** BigInt(shift))
  // A digit behind the last one says that the root goes on, so that it is rounded as the whole of it.
  return { coefficient: root * 10n + 1n, exponent: ideal - shift - 1 }
}

/** Returns the greatest whole number whose square is not above another, by Newton's method. */
function wholeRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}
