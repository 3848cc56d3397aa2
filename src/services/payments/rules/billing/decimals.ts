/**
 * The number of digits after the point that a price may have.
 * https://docs.stripe.com/api/prices/create#create_price-unit_amount_decimal
 */
const PLACES = 12
const SCALE = 10n ** BigInt(PLACES)

/**
 * An exact amount in the minor unit of a currency: billionths of billionths would be lost in a floating-point number.
 */
export type Exact = bigint

const DECIMAL = new RegExp(`^(-?)(\\d+)(?:\\.(\\d{1,${PLACES}}))?$`)

/**
 * Returns the exact amount of a decimal text such as `0.5` or `1000`; undefined when it is none or has more than 12
 * decimal places.
 */
export function parseDecimal(text: string): Exact | undefined {
  const [matched, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (matched === undefined) return undefined
  const amount = BigInt(whole) * SCALE + BigInt(fraction.padEnd(PLACES, '0'))
  return sign === '-' ? -amount : amount
}

/** Returns the exact amount of a whole number of minor units. */
export function exact(amount: number): Exact {
  return BigInt(amount) * SCALE
}

/** Returns the text of an exact amount, without zeros at the end: `0.5`, `1000`. */
export function decimalText(amount: Exact): string {
  const size = amount < 0n ? -amount : amount
  const fraction = String(size % SCALE)
    .padStart(PLACES, '0')
    .replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / SCALE}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns an exact amount in whole minor units, rounded half away from zero. */
export function roundExact(amount: Exact): number {
  return Number(divideRounded(amount, SCALE))
}

/** Returns `numerator / denominator`, rounded half away from zero. The denominator is positive. */
function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/**
 * Returns `amount × part / whole` in whole minor units, rounded half away from zero, for whole numbers. The product is
 * exact, so that large amounts over long periods do not lose a cent.
 */
export function share(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number(divideRounded(BigInt(amount) * BigInt(part), BigInt(whole)))
}

/**
 * Returns `amount × part / whole` in whole minor units, rounded half down, for whole numbers: `-2.5` is `-3`, and `4.5`
 * is `4`.
 */
export function shareDown(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const [numerator, denominator] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  const twice = denominator - 2n * numerator
  const quotient = twice / (2n * denominator)
  return Number(twice < 0n && twice % (2n * denominator) !== 0n ? 1n - quotient : -quotient)
}

/**
 * Returns `percent` percent of an amount, rounded half away from zero. A percentage has at most four decimal places.
 */
export function percentOf(amount: number, percent: number): number {
  return share(amount, Math.round(percent * 10_000), 1_000_000)
}

/**
 * Divides an amount among weights in proportion to them. The parts are whole, and their sum is the amount: what
 * rounding leaves over goes to the parts that lost most by it, the earlier first. All weights zero: the parts are zero.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  const exactParts = weights.map((weight) => ({ numerator: BigInt(amount) * BigInt(weight) }))
  const whole = BigInt(total)
  const floors = exactParts.map(({ numerator }) => floorDivide(numerator, whole))
  let rest = amount - floors.reduce((sum, each) => sum + Number(each), 0)
  const remainders = exactParts.map(({ numerator }, at) => ({ at, rest: numerator - (floors[at] ?? 0n) * whole }))
  const order = remainders.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  const parts = floors.map(Number)
  for (const { at } of order) {
    if (rest <= 0) break
    parts[at] = (parts[at] ?? 0) + 1
    rest--
  }
  return parts
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator % denominator < 0n ? quotient - 1n : quotient
}
