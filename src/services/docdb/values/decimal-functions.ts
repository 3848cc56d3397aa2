import { compareDecimals, type Decimal, type Finite } from './decimal.ts'

/**
 * Functions of decimals, correct to the 34 digits of a Decimal128.
 *
 * They calculate with whole numbers that stand for multiples of 10 ** -places: enough places for the digits of the
 * result and some more, so that the last digit is rounded from what follows it.
 */

/** The digits that a result has before it is rounded. */
const WORKING_DIGITS = 44

/** A whole number that stands for a multiple of 10 ** -places. */
interface Fixed {
  readonly value: bigint
  readonly places: number
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value
}

function fixed({ coefficient, exponent }: Finite, places: number): bigint {
  const shift = exponent + places
  return shift >= 0 ? coefficient * powerOfTen(shift) : coefficient / powerOfTen(-shift)
}

function finite({ value, places }: Fixed): Finite {
  return { coefficient: value, exponent: -places }
}

function digits(coefficient: bigint): number {
  return size(coefficient).toString().length
}

/** Returns the power of ten of the first digit: 0 for 1 to 9, -1 for 0.1. */
function magnitude({ coefficient, exponent }: Finite): number {
  return digits(coefficient) - 1 + exponent
}

/** Sums terms until they are too small to count; `next` makes each of the one before. */
function series(first: bigint, next: (term: bigint, at: bigint) => bigint): bigint {
  let sum = 0n
  let term = first
  for (let at = 1n; term !== 0n; at++) {
    sum += term
    term = next(term, at)
  }
  return sum
}

/** Returns a number that is worked out once for each number of places. */
function constant(compute: (places: number) => bigint): (places: number) => bigint {
  const known = new Map<number, bigint>()
  return (places) => {
    const found = known.get(places) ?? compute(places)
    if (known.size < 64) known.set(places, found)
    return found
  }
}

/** Returns the inverse hyperbolic or circular tangent of 1 / divisor. */
function inverseTangentOf(divisor: bigint, places: number, sign: 1n | -1n): bigint {
  let power = powerOfTen(places) / divisor
  let sum = 0n
  for (let at = 1n; power !== 0n; at += 2n) {
    sum += (sign === 1n || at % 4n === 1n ? 1n : -1n) * (power / at)
    power /= divisor * divisor
  }
  return sum
}

/** π by Machin's formula. */
const pi = constant((places) => {
  const more = places + 5
  return (16n * inverseTangentOf(5n, more, -1n) - 4n * inverseTangentOf(239n, more, -1n)) / powerOfTen(5)
})

const logarithmOfTwo = constant((places) => (2n * inverseTangentOf(3n, places + 5, 1n)) / powerOfTen(5))

const logarithmOfTen = constant(
  (places) => (3n * logarithmOfTwo(places + 5) + 2n * inverseTangentOf(9n, places + 5, 1n)) / powerOfTen(5),
)

/** The exponents beyond which e to their power is too large or too small for a Decimal128. */
const LARGEST_POWER = 14_200

/** Returns e to the power of a decimal. */
export function exponential(value: Decimal): Decimal {
  if (value === '-Infinity') return { coefficient: 0n, exponent: 0 }
  if (typeof value === 'string') return value
  if (value.coefficient === 0n) return { coefficient: 1n, exponent: 0 }
  const isHuge = magnitude(value) > 4 || size(fixed(value, 0)) > BigInt(LARGEST_POWER)
  if (isHuge) return value.coefficient > 0n ? 'Infinity' : { coefficient: 0n, exponent: -6176 }
  // e ** x = 10 ** tens × e ** rest, where the rest is small.
  const places = WORKING_DIGITS + 10
  const one = powerOfTen(places)
  const x = fixed(value, places)
  const ten = logarithmOfTen(places)
  const tens = x / ten
  // Halved several times, the rest needs few terms; the result is squared as often.
  const halvings = 12n
  const rest = (x - tens * ten) >> halvings
  let power = series(one, (term, at) => (term * rest) / (one * at))
  for (let step = 0n; step < halvings; step++) power = (power * power) / one
  return { coefficient: power, exponent: Number(tens) - places }
}

/** Returns the natural logarithm of a decimal above 0. */
export function logarithm(value: Decimal): Decimal {
  if (typeof value === 'string') return value
  const scale = magnitude(value)
  // Near 1 the result is small, and needs as many places more.
  const places = 2 * WORKING_DIGITS
  const one = powerOfTen(places)
  let mantissa = fixed({ coefficient: value.coefficient, exponent: value.exponent - scale }, places)
  let twos = 0n
  // From 1 to 10, halved until it is below 4/3, above 2/3.
  while (mantissa * 3n > one * 4n) {
    mantissa /= 2n
    twos += 1n
  }
  const ratio = ((mantissa - one) * one) / (mantissa + one)
  const square = (ratio * ratio) / one
  let sum = 0n
  let power = ratio
  for (let at = 1n; power !== 0n; at += 2n) {
    sum += power / at
    power = (power * square) / one
  }
  const result = 2n * sum + twos * logarithmOfTwo(places) + BigInt(scale) * logarithmOfTen(places)
  return finite({ value: result, places })
}

/** Returns the logarithm to a base: whole where the value is a whole power of a base of ten. */
export function logarithmTo(value: Decimal, base: Decimal): Decimal {
  if (typeof value === 'string' || typeof base === 'string') return quotientOf(logarithm(value), logarithm(base))
  if (compareDecimals(value, base) === 0) return { coefficient: 1n, exponent: 0 }
  const isTen = compareDecimals(base, { coefficient: 10n, exponent: 0 }) === 0
  const power = magnitude(value)
  if (isTen && compareDecimals(value, { coefficient: 1n, exponent: power }) === 0)
    return { coefficient: BigInt(power), exponent: 0 }
  return quotientOf(logarithm(value), logarithm(base))
}

function quotientOf(left: Decimal, right: Decimal): Decimal {
  if (typeof left === 'string' || typeof right === 'string') return left === 'Infinity' ? left : 'NaN'
  const places = Math.max(0, WORKING_DIGITS + digits(right.coefficient) - digits(left.coefficient))
  const shift = powerOfTen(places)
  return {
    coefficient: (left.coefficient * shift) / right.coefficient,
    exponent: left.exponent - right.exponent - places,
  }
}

/** Returns a decimal above 0 to the power of another. */
export function powerOf(base: Finite, exponent: Finite): Decimal {
  const log = logarithm(base)
  if (typeof log === 'string') return log
  return exponential({
    coefficient: log.coefficient * exponent.coefficient,
    exponent: log.exponent + exponent.exponent,
  })
}

/**
 * Returns the sine and the cosine of an angle in radians, with so many places: as many as give both enough digits, also
 * next to a whole quarter of a turn, where one of them is small.
 */
function circle(value: Finite, places = WORKING_DIGITS + 6 + Math.max(0, -magnitude(value))): Circle {
  const found = circleAt(value, places)
  const fewest = Math.min(digits(found.sine), digits(found.cosine))
  return fewest < WORKING_DIGITS ? circle(value, places + WORKING_DIGITS - fewest + 2) : found
}

interface Circle {
  readonly sine: bigint
  readonly cosine: bigint
  readonly places: number
}

function circleAt(value: Finite, places: number): Circle {
  // A large angle loses the digits of its whole turns.
  const one = powerOfTen(places)
  const turning = places + Math.max(0, magnitude(value))
  const turn = 2n * pi(turning)
  const angle = (fixed(value, turning) % turn) / powerOfTen(turning - places)
  const quarter = pi(places) / 2n
  const quarters = angle / quarter
  const rest = angle - quarters * quarter
  const square = (rest * rest) / one
  const sine = series(rest, (term, at) => (-term * square) / (one * 2n * at * (2n * at + 1n)))
  const cosine = series(one, (term, at) => (-term * square) / (one * 2n * at * (2n * at - 1n)))
  switch (((Number(quarters) % 4) + 4) % 4) {
    case 0:
      return { sine, cosine, places }
    case 1:
      return { sine: cosine, cosine: -sine, places }
    case 2:
      return { sine: -sine, cosine: -cosine, places }
    default:
      return { sine: -cosine, cosine: sine, places }
  }
}

/** Returns a function of finite decimals that is NaN of all others. */
function ofFinite(apply: (value: Finite) => Decimal): (value: Decimal) => Decimal {
  return (value) => (typeof value === 'string' ? 'NaN' : apply(value))
}

const ZERO: Finite = { coefficient: 0n, exponent: 0 }
const ONE: Finite = { coefficient: 1n, exponent: 0 }

/** Returns the sine of an angle in radians. */
export const sine = ofFinite((value) => {
  if (value.coefficient === 0n) return value
  const { sine: found, places } = circle(value)
  return finite({ value: found, places })
})

/** Returns the cosine of an angle in radians. */
export const cosine = ofFinite((value) => {
  if (value.coefficient === 0n) return ONE
  const { cosine: found, places } = circle(value)
  return finite({ value: found, places })
})

/** Returns the tangent of an angle in radians. */
export const tangent = ofFinite((value) => {
  if (value.coefficient === 0n) return value
  const { sine: over, cosine: under, places } = circle(value)
  return quotientOf(finite({ value: over, places }), finite({ value: under, places }))
})

/** Returns the whole root of a number that is not negative. */
function root(value: bigint): bigint {
  if (value < 2n) return value
  let found = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (found + value / found) / 2n
    if (next >= found) return found
    found = next
  }
}

/** Returns the angle whose tangent is over / under, for numbers of the same places, of which `under` is above 0. */
function angleOf(over: bigint, under: bigint, places: number): bigint {
  const one = powerOfTen(places)
  let tangentOf = (over * one) / under
  // Halving the angle three times: tan(a / 2) = tan a / (1 + √(1 + tan² a)).
  const halvings = 3n
  for (let step = 0n; step < halvings; step++)
    tangentOf = (tangentOf * one) / (one + root(one * one + tangentOf * tangentOf))
  const square = (tangentOf * tangentOf) / one
  let sum = 0n
  let power = tangentOf
  for (let at = 1n; power !== 0n; at += 2n) {
    sum += (at % 4n === 1n ? power : -power) / at
    power = (power * square) / one
  }
  return sum << halvings
}

/** Returns a part of π: half of it, for example. */
function partOfPi(over: bigint, under: bigint): Finite {
  const places = WORKING_DIGITS
  return finite({ value: (over * pi(places)) / under, places })
}

/** Returns the angle in radians of the point with a height and a width. */
export function angle(height: Decimal, width: Decimal): Decimal {
  if (height === 'NaN' || width === 'NaN') return 'NaN'
  const [up, right] = [height, width].map((each): Finite =>
    typeof each === 'string' ? { coefficient: each === 'Infinity' ? 1n : -1n, exponent: 0 } : each,
  ) as [Finite, Finite] // one for each
  const sign = up.coefficient < 0n ? -1n : 1n
  if (typeof height === 'string' && typeof width === 'string')
    return partOfPi(sign * (right.coefficient < 0n ? 3n : 1n), 4n)
  if (typeof height === 'string') return partOfPi(sign, 2n)
  if (typeof width === 'string') return right.coefficient < 0n ? partOfPi(sign, 1n) : ZERO
  if (right.coefficient === 0n) return up.coefficient === 0n ? ZERO : partOfPi(sign, 2n)
  if (up.coefficient === 0n) return right.coefficient < 0n ? partOfPi(1n, 1n) : ZERO
  const difference = magnitude(up) - magnitude(right)
  if (Math.abs(difference) > 2 * WORKING_DIGITS)
    return difference > 0 ? partOfPi(sign, 2n) : right.coefficient < 0n ? partOfPi(sign, 1n) : quotientOf(up, right)
  const places = 2 * WORKING_DIGITS + Math.abs(difference)
  const scale = -magnitude(right)
  const [over, under] = [up, right].map((each) =>
    fixed({ coefficient: each.coefficient, exponent: each.exponent + scale }, places),
  ) as [bigint, bigint] // one for each
  const first = angleOf(size(over), size(under), places)
  const turned = right.coefficient < 0n ? pi(places) - first : first
  return finite({ value: sign * turned, places })
}

/** Returns the angle in radians whose tangent is a decimal. */
export function inverseTangent(value: Decimal): Decimal {
  return typeof value !== 'string' && value.coefficient === 0n ? value : angle(value, ONE)
}

/** Returns √(1 - x²) of a decimal from -1 to 1, or √(x² ± 1). */
function rootOf(value: Finite, sign: 1n | -1n, addend: 1n | -1n): Finite {
  const square = { coefficient: value.coefficient * value.coefficient, exponent: 2 * value.exponent }
  const exponent = Math.min(square.exponent, 0)
  const total = sign * square.coefficient * powerOfTen(square.exponent - exponent) + addend * powerOfTen(-exponent)
  // The root of a power of ten needs an even exponent.
  const shift = 4 * WORKING_DIGITS + (exponent % 2 === 0 ? 0 : 1)
  return { coefficient: root(total * powerOfTen(shift)), exponent: (exponent - shift) / 2 }
}

/** Returns the angle in radians whose sine is a decimal from -1 to 1. */
export const inverseSine = ofFinite((value) =>
  value.coefficient === 0n ? value : angle(value, rootOf(value, -1n, 1n)),
)

/** Returns the angle in radians whose cosine is a decimal from -1 to 1. */
export const inverseCosine = ofFinite((value) =>
  compareDecimals(value, ONE) === 0 ? ZERO : angle(rootOf(value, -1n, 1n), value),
)

function sum(left: Finite, right: Finite): Finite {
  const exponent = Math.min(left.exponent, right.exponent)
  const [first, second] = [left, right].map((each) => each.coefficient * powerOfTen(each.exponent - exponent)) as [
    bigint,
    bigint,
  ] // one for each
  return { coefficient: first + second, exponent }
}

function negated<T extends Decimal>(value: T): Decimal {
  if (typeof value !== 'string') return { coefficient: -value.coefficient, exponent: value.exponent }
  return value === 'Infinity' ? '-Infinity' : value === '-Infinity' ? 'Infinity' : value
}

/** Returns half of the sum or the difference of e ** x and e ** -x. */
function hyperbolic(value: Finite, sign: 1n | -1n): Decimal {
  const grown = exponential(value)
  const shrunk = exponential({ coefficient: -value.coefficient, exponent: value.exponent })
  if (typeof grown === 'string') return grown
  if (typeof shrunk === 'string') return sign === 1n ? shrunk : '-Infinity'
  const both = sum(grown, { coefficient: sign * shrunk.coefficient, exponent: shrunk.exponent })
  return { coefficient: both.coefficient * 5n, exponent: both.exponent - 1 }
}

/** Returns x + x³/6 + …, for an x so small that the difference of two powers would have too few digits. */
function smallHyperbolicSine(value: Finite): Finite {
  const places = WORKING_DIGITS - magnitude(value)
  const one = powerOfTen(places)
  const x = fixed(value, places)
  const square = (x * x) / one
  return finite({ value: series(x, (term, at) => (term * square) / (one * 2n * at * (2n * at + 1n))), places })
}

/** Returns the hyperbolic sine. */
export function hyperbolicSine(value: Decimal): Decimal {
  if (typeof value === 'string' || value.coefficient === 0n) return value
  return magnitude(value) < 0 ? smallHyperbolicSine(value) : hyperbolic(value, -1n)
}

/** Returns the hyperbolic cosine. */
export function hyperbolicCosine(value: Decimal): Decimal {
  if (typeof value === 'string') return value === 'NaN' ? value : 'Infinity'
  return value.coefficient === 0n ? ONE : hyperbolic(value, 1n)
}

/** Returns the hyperbolic tangent. */
export function hyperbolicTangent(value: Decimal): Decimal {
  if (value === 'NaN') return value
  if (typeof value === 'string' || magnitude(value) > 2)
    return value === '-Infinity' || (typeof value !== 'string' && value.coefficient < 0n) ? negated(ONE) : ONE
  if (value.coefficient === 0n) return value
  return quotientOf(hyperbolicSine(value), hyperbolicCosine(value))
}

/** Returns the inverse hyperbolic sine. */
export function inverseHyperbolicSine(value: Decimal): Decimal {
  if (typeof value === 'string' || value.coefficient === 0n) return value
  const isNegative = value.coefficient < 0n
  const positive = { coefficient: size(value.coefficient), exponent: value.exponent }
  // asinh x = atanh(x / √(x² + 1)) keeps the digits of a small x.
  const found = inverseHyperbolicTangent(quotientOf(positive, rootOf(positive, 1n, 1n)))
  const result = magnitude(positive) < 0 ? found : logarithm(sum(positive, rootOf(positive, 1n, 1n)))
  return isNegative ? negated(result) : result
}

/** Returns the inverse hyperbolic cosine of a decimal from 1. */
export function inverseHyperbolicCosine(value: Decimal): Decimal {
  if (typeof value === 'string') return value
  return compareDecimals(value, ONE) === 0 ? ZERO : logarithm(sum(value, rootOf(value, 1n, -1n)))
}

/** Returns the inverse hyperbolic tangent of a decimal from -1 to 1. */
export function inverseHyperbolicTangent(value: Decimal): Decimal {
  if (typeof value === 'string') return 'NaN'
  if (value.coefficient === 0n) return value
  const above = sum(ONE, value)
  const below = sum(ONE, { coefficient: -value.coefficient, exponent: value.exponent })
  if (below.coefficient === 0n) return 'Infinity'
  if (above.coefficient === 0n) return '-Infinity'
  const places = 2 * WORKING_DIGITS + Math.max(0, -2 * magnitude(value))
  if (magnitude(value) < -WORKING_DIGITS / 2 - 2) return value
  const ratio = { coefficient: (above.coefficient * powerOfTen(places)) / below.coefficient, exponent: -places }
  const log = logarithm(ratio)
  return typeof log === 'string' ? log : { coefficient: log.coefficient * 5n, exponent: log.exponent - 1 }
}

/** Returns an angle in degrees as radians. */
export function radiansOf(value: Decimal): Decimal {
  if (typeof value === 'string' || value.coefficient === 0n) return value
  const places = WORKING_DIGITS
  const product = { coefficient: value.coefficient * pi(places), exponent: value.exponent - places }
  return quotientOf(product, { coefficient: 180n, exponent: 0 })
}

/** Returns an angle in radians as degrees. */
export function degreesOf(value: Decimal): Decimal {
  if (typeof value === 'string' || value.coefficient === 0n) return value
  const places = WORKING_DIGITS
  return quotientOf(
    { coefficient: value.coefficient * 180n, exponent: value.exponent },
    finite({ value: pi(places), places }),
  )
}
