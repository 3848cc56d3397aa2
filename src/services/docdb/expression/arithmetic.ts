import { CommandError } from '#docdb/errors/command-error.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { dateWithin } from './calendar.ts'
import {
  atPlace,
  calculate,
  decimalOf,
  exactDecimal,
  roundedDecimal,
  squareRoot,
  toDecimal128,
  withAllDigits,
  type Decimal,
  type Finite,
} from '#docdb/values/decimal.ts'
import {
  angle,
  cosine,
  degreesOf,
  exponential,
  hyperbolicCosine,
  hyperbolicSine,
  hyperbolicTangent,
  inverseCosine,
  inverseHyperbolicCosine,
  inverseHyperbolicSine,
  inverseHyperbolicTangent,
  inverseSine,
  inverseTangent,
  logarithm,
  logarithmTo,
  powerOf,
  radiansOf,
  sine,
  tangent,
} from '#docdb/values/decimal-functions.ts'
import { combineWidening, fitsLong, integerOf, isDouble, wholeNumber, type Numeric } from '#docdb/values/number.ts'
import { Decimal128, double, integer, isInt32, isNumber, toNumber, typeOf, type Value } from '#docdb/values/value.ts'
import { isNullish, operator, unary, variadic, type Operator } from './evaluate.ts'

function numeric(name: string, value: Value, code = 28765): Numeric {
  if (!isNumber(value)) throw new CommandError(code, `${name} only supports numeric types, not ${typeOf(value)}`)
  return value
}

/** An operator of one number; null for null. */
function onNumber(apply: (value: Numeric, name: string) => Value): Operator {
  return unary((value, { name }) => (isNullish(value) ? null : apply(numeric(name, value), name)))
}

/** An operator of one number that is calculated with doubles, or with decimals. */
function onReal(apply: (value: number) => number, applyDecimal: (value: Decimal) => Decimal): Operator {
  return onNumber((value) =>
    value instanceof Decimal128 ? toDecimal128(applyDecimal(decimalOf(value))) : double(apply(toNumber(value))),
  )
}

const ONE: Decimal = { coefficient: 1n, exponent: 0 }

function sigmoid(value: Decimal): Decimal {
  const opposite = calculate('multiply', value, { coefficient: -1n, exponent: 0 })
  return calculate('divide', ONE, calculate('add', ONE, exponential(opposite)))
}

/** Rounds to a whole number, and halves away from zero. */
function roundedAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}

function dateOverflow(name: string): CommandError {
  return new CommandError('Overflow', `date overflow in ${name}`)
}

const add = variadic((values, { name }) => {
  let sum: Numeric = 0
  let date: number | undefined
  for (const value of values) {
    if (isNullish(value)) return null
    if (value instanceof Date) {
      if (date !== undefined) throw new CommandError(16612, 'only one date allowed in an $add expression')
      date = value.getTime()
    } else if (isNumber(value)) sum = combineWidening('add', sum, value)
    else throw new CommandError('TypeMismatch', `${name} only supports numeric or date types, not ${typeOf(value)}`)
  }
  return date === undefined ? sum : dateWithin(date + roundedAway(toNumber(sum)), dateOverflow(name))
})

const subtract = operator(2, 2, ([left, right], { name }) => {
  if (isNullish(left) || isNullish(right)) return null
  if (left instanceof Date) {
    if (right instanceof Date) return BigInt(left.getTime() - right.getTime())
    if (isNumber(right)) return dateWithin(left.getTime() - roundedAway(toNumber(right)), dateOverflow(name))
  } else if (isNumber(left) && isNumber(right)) return combineWidening('subtract', left, right)
  throw new CommandError('TypeMismatch', `can't $subtract ${typeOf(right)} from ${typeOf(left)}`)
})

const multiply = variadic((values, { name }) => {
  let product: Numeric = 1
  for (const value of values) {
    if (isNullish(value)) return null
    if (!isNumber(value))
      throw new CommandError('TypeMismatch', `${name} only supports numeric types, not ${typeOf(value)}`)
    product = combineWidening('multiply', product, value)
  }
  return product
})

/** True for zero of any type; false for a Decimal128 that is nearer to zero than a Double can be. */
function isZero(value: Numeric): boolean {
  if (!(value instanceof Decimal128)) return toNumber(value) === 0
  const decimal = decimalOf(value)
  return typeof decimal !== 'string' && decimal.coefficient === 0n
}

const divide = operator(2, 2, ([left, right]) => {
  if (isNullish(left) || isNullish(right)) return null
  if (!isNumber(left) || !isNumber(right)) {
    throw new CommandError(
      'TypeMismatch',
      `$divide only supports numeric types, not ${typeOf(left)} and ${typeOf(right)}`,
    )
  }
  if (isZero(right)) throw new CommandError('BadValue', "can't $divide by zero")
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return toDecimal128(calculate('divide', roundedDecimal(left), roundedDecimal(right)))
  }
  return double(toNumber(left) / toNumber(right))
})

const mod = operator(2, 2, ([left, right]) => {
  if (isNullish(left) || isNullish(right)) return null
  if (!isNumber(left) || !isNumber(right)) {
    throw new CommandError(16611, `$mod only supports numeric types, not ${typeOf(left)} and ${typeOf(right)}`)
  }
  if (isZero(right)) throw new CommandError(16610, "can't $mod by zero")
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    return toDecimal128(calculate('mod', roundedDecimal(left), roundedDecimal(right)))
  }
  // A Double that is a whole number of 32 bits divides as an Int32.
  const divisor = isDouble(right) && isInt32(toNumber(right)) ? toNumber(right) : right
  if (isDouble(left) || isDouble(divisor)) return double(toNumber(left) % toNumber(right))
  const result = integerOf(left) % integerOf(divisor)
  return typeof left === 'bigint' || typeof divisor === 'bigint' ? result : Number(result)
})

const pow = operator(2, 2, ([base, exponent]) => {
  if (isNullish(base) || isNullish(exponent)) return null
  if (!isNumber(base)) throw new CommandError(28762, `$pow's base must be numeric, not ${typeOf(base)}`)
  if (!isNumber(exponent)) throw new CommandError(28763, `$pow's exponent must be numeric, not ${typeOf(exponent)}`)
  if (toNumber(base) === 0 && toNumber(exponent) < 0) {
    throw new CommandError(28764, '$pow cannot take a base of 0 and a negative exponent')
  }
  const whole = wholeNumber(exponent)
  if (base instanceof Decimal128 || exponent instanceof Decimal128) return decimalPower(base, exponent, whole)
  const isWhole = !isDouble(base) && !isDouble(exponent) && whole !== null
  // Of negative powers, those of 1 and -1 are whole.
  if (!isWhole || (whole < 0n && Math.abs(toNumber(base)) !== 1)) {
    return double(toNumber(base) ** toNumber(exponent))
  }
  const result = toNumber(base) ** Number(whole)
  if (Math.abs(result) >= 2 ** 64) return double(result)
  const exact = integerOf(base) ** (whole < 0n ? -whole : whole)
  if (!fitsLong(exact)) return double(result)
  return typeof base === 'bigint' || typeof exponent === 'bigint' ? exact : integer(exact)
})

/** Returns a power with all of its digits, as the server has it. */
function decimalPower(base: Numeric, exponent: Numeric, whole: bigint | null): Value {
  const [from, to] = [roundedDecimal(base), roundedDecimal(exponent)]
  const isPlain = typeof from !== 'string' && typeof to !== 'string' && from.coefficient !== 0n && whole !== 0n
  if (!isPlain || (from.coefficient < 0n && whole === null))
    return Decimal128.fromString(String(toNumber(base) ** toNumber(exponent)))
  const result =
    whole !== null && whole >= -1000n && whole <= 1000n ? wholePower(from, whole) : powerOf(positive(from), to)
  if (typeof result === 'string') return toDecimal128(result)
  const isNegative = from.coefficient < 0n && whole !== null && whole % 2n !== 0n && result.coefficient > 0n
  const { coefficient, exponent: places } = withAllDigits(result)
  return toDecimal128({ coefficient: isNegative ? -coefficient : coefficient, exponent: places })
}

function positive({ coefficient, exponent }: Finite): Finite {
  return { coefficient: coefficient < 0n ? -coefficient : coefficient, exponent }
}

function wholePower({ coefficient, exponent }: Finite, power: bigint): Decimal {
  const count = power < 0n ? -power : power
  const result = { coefficient: coefficient ** count, exponent: exponent * Number(count) }
  return power < 0n ? calculate('divide', ONE, result) : result
}

function placeOf(name: string, value: Value | undefined): number | null {
  if (value === undefined) return 0
  if (value === null) return null
  if (!isNumber(value)) throw new CommandError(16_004, `can't convert from BSON type ${typeOf(value)} to long`)
  const place = wholeNumber(value)
  if (place === null) throw new CommandError(51_082, `precision argument to  ${name} must be a integral value`)
  if (place < -20n || place > 100n)
    throw new CommandError(51_083, `cannot apply ${name} with precision value ${place} value must be in [-20, 100]`)
  return Number(place)
}

/** `$round` and `$trunc`: to a number of digits after the point; half to even, or towards zero. */
function toPlace(towardsZero: boolean): Operator {
  return operator(1, 2, ([value, digits], { name }) => {
    const place = placeOf(name, digits)
    if (isNullish(value) || place === null) return null
    const number = numeric(name, value, 51081)
    const exact = exactDecimal(number)
    if (typeof exact === 'string') return number
    const result = atPlace(exact, place, towardsZero)
    if (number instanceof Decimal128) return toDecimal128(withPlaces(result, place))
    if (isDouble(number)) {
      const size = Math.abs(Number(`${result.coefficient}e${result.exponent}`))
      return double(toNumber(number) < 0 || Object.is(toNumber(number), -0) ? -size : size)
    }
    const whole = result.coefficient * 10n ** BigInt(Math.max(0, result.exponent))
    if (!fitsLong(whole))
      throw new CommandError(
        51_080,
        `invalid conversion from Decimal128 result in ${name} resulting from arguments: [${textOfAny(value)}, ${place}]`,
      )
    return typeof number === 'bigint' ? whole : integer(whole)
  })
}

/** Returns a decimal with at least so many digits after the point. */
function withPlaces(value: Finite, place: number): Finite {
  const missing = place + value.exponent
  if (place <= 0 || missing <= 0) return value
  return { coefficient: value.coefficient * 10n ** BigInt(missing), exponent: -place }
}

/** `$ceil` and `$floor` */
function toWhole(round: (value: number) => number, up: boolean): Operator {
  return onNumber((value) => {
    if (!(value instanceof Decimal128)) return isDouble(value) ? double(round(toNumber(value))) : value
    const exact = decimalOf(value)
    if (typeof exact === 'string') return value
    const cut = atPlace(exact, 0, true)
    const rest = calculate('subtract', exact, cut)
    const sign = typeof rest === 'string' ? 0n : rest.coefficient
    const step = up ? (sign > 0n ? 1n : 0n) : sign < 0n ? -1n : 0n
    return toDecimal128(calculate('add', cut, { coefficient: step, exponent: 0 }))
  })
}

const abs = onNumber((value) => {
  if (value instanceof Decimal128) return Decimal128.fromString(value.toString().replace('-', ''))
  if (typeof value === 'bigint') {
    if (value === -(2n ** 63n)) throw new CommandError(28680, "can't take $abs of long long min")
    return value < 0n ? -value : value
  }
  return isDouble(value) ? double(Math.abs(toNumber(value))) : integer(Math.abs(toNumber(value)))
})

const sqrt = onNumber((value) => {
  if (toNumber(value) < 0) throw new CommandError(28714, "$sqrt's argument must be greater than or equal to 0")
  if (value instanceof Decimal128) {
    const exact = decimalOf(value)
    return typeof exact === 'string' ? value : toDecimal128(squareRoot(exact))
  }
  return double(Math.sqrt(toNumber(value)))
})

const log = operator(2, 2, ([value, base]) => {
  if (isNullish(value) || isNullish(base)) return null
  if (!isNumber(value)) throw new CommandError(28756, `$log's argument must be numeric, not ${typeOf(value)}`)
  if (!isNumber(base)) throw new CommandError(28757, `$log's base must be numeric, not ${typeOf(base)}`)
  if (toNumber(value) <= 0)
    throw new CommandError(28758, `$log's argument must be a positive number, but is ${toNumber(value)}`)
  if (toNumber(base) <= 0 || toNumber(base) === 1) {
    throw new CommandError(28759, `$log's base must be a positive number not equal to 1, but is ${toNumber(base)}`)
  }
  // The server has a Double for a NaN of either type.
  if (Number.isNaN(toNumber(value) + toNumber(base))) return double(Number.NaN)
  if (value instanceof Decimal128 || base instanceof Decimal128)
    return toDecimal128(logarithmTo(roundedDecimal(value), roundedDecimal(base)))
  return double(Math.log(toNumber(value)) / Math.log(toNumber(base)))
})

function ofPositive(
  code: number,
  apply: (value: number) => number,
  applyDecimal: (value: Decimal) => Decimal,
): Operator {
  return onNumber((value, name) => {
    if (toNumber(value) <= 0) {
      throw new CommandError(code, `${name}'s argument must be a positive number, but is ${toNumber(value)}`)
    }
    return value instanceof Decimal128 ? toDecimal128(applyDecimal(decimalOf(value))) : double(apply(toNumber(value)))
  })
}

/** A trigonometric function with the range of numbers that it takes. */
function within(
  least: number,
  most: number,
  apply: (value: number) => number,
  applyDecimal: (value: Decimal) => Decimal,
): Operator {
  return onNumber((value, name) => {
    const number = toNumber(value)
    if (number < least || number > most) {
      throw new CommandError(50989, `cannot apply ${name} to ${number}, value must be in [${least},${most}]`)
    }
    return value instanceof Decimal128 ? toDecimal128(applyDecimal(decimalOf(value))) : double(apply(number))
  })
}

/** A function of an angle, which is finite. */
function ofAngle(apply: (value: number) => number, applyDecimal: (value: Decimal) => Decimal): Operator {
  return onNumber((value, name) => {
    if (Math.abs(toNumber(value)) === Infinity)
      throw new CommandError(50_989, `cannot apply ${name} to ${toNumber(value)}, value must be in (-inf,inf)`)
    return value instanceof Decimal128 ? toDecimal128(applyDecimal(decimalOf(value))) : double(apply(toNumber(value)))
  })
}

const atan2 = operator(2, 2, ([y, x], { name }) => {
  if (isNullish(y) || isNullish(x)) return null
  const [height, width] = [numeric(name, y), numeric(name, x)]
  if (height instanceof Decimal128 || width instanceof Decimal128)
    return toDecimal128(angle(roundedDecimal(height), roundedDecimal(width)))
  return double(Math.atan2(toNumber(height), toNumber(width)))
})

function bitwise(start: bigint, apply: (left: bigint, right: bigint) => bigint): Operator {
  return variadic((values, { name }) => {
    let result = start
    let isLong = false
    for (const value of values) {
      if (isNullish(value)) return null
      const whole = isNumber(value) && !isDouble(value) && !(value instanceof Decimal128) ? integerOf(value) : null
      if (whole === null) throw new CommandError('TypeMismatch', `${name} only supports int and long operands.`)
      isLong ||= typeof value === 'bigint'
      result = apply(result, whole)
    }
    return isLong ? result : Number(result)
  })
}

const bitNot = unary((value, { name }) => {
  if (isNullish(value)) return null
  if (typeof value === 'bigint') return ~value
  if (typeof value === 'number' && !isDouble(value)) return ~value
  throw new CommandError('TypeMismatch', `${name} only supports int and long, not: ${typeOf(value)}.`)
})

/** Arithmetic, trigonometric and bitwise operators. */
export const arithmetic: Readonly<Record<string, Operator>> = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: divide,
  $mod: mod,
  $pow: pow,
  $abs: abs,
  $sqrt: sqrt,
  $log: log,
  $ln: ofPositive(28766, Math.log, logarithm),
  $log10: ofPositive(28761, Math.log10, (value) => logarithmTo(value, { coefficient: 10n, exponent: 0 })),
  $exp: onReal(Math.exp, exponential),
  $ceil: toWhole(Math.ceil, true),
  $floor: toWhole(Math.floor, false),
  $round: toPlace(false),
  $trunc: toPlace(true),
  $sigmoid: onReal((value) => 1 / (1 + Math.exp(-value)), sigmoid),
  $sin: ofAngle(Math.sin, sine),
  $cos: ofAngle(Math.cos, cosine),
  $tan: ofAngle(Math.tan, tangent),
  $asin: within(-1, 1, Math.asin, inverseSine),
  $acos: within(-1, 1, Math.acos, inverseCosine),
  $atan: onReal(Math.atan, inverseTangent),
  $atan2: atan2,
  $sinh: onReal(Math.sinh, hyperbolicSine),
  $cosh: onReal(Math.cosh, hyperbolicCosine),
  $tanh: onReal(Math.tanh, hyperbolicTangent),
  $asinh: onReal(Math.asinh, inverseHyperbolicSine),
  $acosh: within(1, Infinity, Math.acosh, inverseHyperbolicCosine),
  $atanh: within(-1, 1, Math.atanh, inverseHyperbolicTangent),
  $degreesToRadians: onReal((value) => (value * Math.PI) / 180, radiansOf),
  $radiansToDegrees: onReal((value) => (value * 180) / Math.PI, degreesOf),
  $bitAnd: bitwise(-1n, (left, right) => left & right),
  $bitOr: bitwise(0n, (left, right) => left | right),
  $bitXor: bitwise(0n, (left, right) => left ^ right),
  $bitNot: bitNot,
}
