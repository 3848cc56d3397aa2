import { ownMember } from '#core/objects.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import type { SortPart } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareValues, type StringOrder } from '#docdb/values/compare.ts'
import { calculate, roundedDecimal, toDecimal128, type Decimal } from '#docdb/values/decimal.ts'
import type { Numeric } from '#docdb/values/number.ts'
import { Decimal128, double, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { interpolated, type Partition } from './partitions.ts'

/** Returns the positions of the window of a document: from the first up to, but not including, the second. */
export type Window = (partition: Partition, at: number) => readonly [number, number]

/** Returns the value of a field for each document of a partition. */
export type Output = (partition: Partition) => (Value | undefined)[]

/** The surroundings in which a window function is compiled. */
interface WindowFunctionContext {
  readonly compile: (spec: Value) => Evaluate
  readonly evaluate: (part: Evaluate, document: Document) => Value | undefined
  readonly sort: readonly SortPart[]
  readonly window: Window
}

type WindowFunction = (operand: Value, context: WindowFunctionContext) => Output

/**
 * Returns what a window function that is no accumulator computes; null for an accumulator.
 *
 * @throws CommandError for an operand that the function cannot have.
 */
export function compileWindowFunction(operator: string, operand: Value, context: WindowFunctionContext): Output | null {
  return WINDOW_FUNCTIONS.get(operator)?.(operand, context) ?? null
}

/** The operators that rank documents. */
export const RANKS: ReadonlySet<string> = new Set(['$documentNumber', '$rank', '$denseRank'])

/**
 * Returns the rank of each document in its partition, of the kind that the operator names.
 *
 * @throws CommandError for a definition with anything but an empty operand, and for another order than by one field.
 */
export function rankOutput(
  operator: string,
  spec: Document,
  sort: readonly SortPart[],
  order: StringOrder | undefined,
): Output {
  if (sort.length !== 1)
    throw new CommandError(
      5371602,
      `${operator} must be specified with a top level sortBy expression with exactly one element`,
    )
  const operand = spec[operator]
  if (!isDocument(operand) || Object.keys(operand).length > 0)
    throw new CommandError(5371603, `${operator} must be specified with '{}' as the value`)
  if (Object.keys(spec).length > 1)
    throw new CommandError(5371601, 'Rank style window functions take no other arguments')
  return ({ keys }) => {
    let rank = 0
    let dense = 0
    return keys.map((key, at) => {
      const isNew = at === 0 || compareValues(key, keys[at - 1], order) !== 0
      if (isNew) {
        rank = at + 1
        dense += 1
      }
      return operator === '$documentNumber' ? at + 1 : operator === '$rank' ? rank : dense
    })
  }
}

function membersOf(operand: Value): Document {
  return isDocument(operand) ? operand : {}
}

const shift: WindowFunction = (operand, { compile, evaluate, sort }) => {
  const fields = membersOf(operand)
  const by = isNumber(fields['by']) ? toNumber(fields['by']) : 0
  const output = compile(fields['output'] ?? null)
  const absent = compile(fields['default'] ?? null)
  if (sort.length === 0) throw new CommandError(5424300, '$shift requires a sortBy')
  return ({ documents }) =>
    documents.map((each, at) => {
      const other = documents[at + by]
      return other === undefined ? (evaluate(absent, each) ?? null) : (evaluate(output, other) ?? null)
    })
}

const UNIT_LENGTHS: Readonly<Record<string, number>> = {
  week: 7 * DAY,
  day: DAY,
  hour: HOUR,
  minute: MINUTE,
  second: SECOND,
  millisecond: 1,
}

/** The values of a partition and the positions on the axis that they are measured along, as numbers. */
interface Curve {
  readonly values: readonly number[]
  readonly positions: readonly number[]
}

/** Returns a window function of the curve of a partition, of which a window is from one position to another. */
function ofCurve(compute: (curve: Curve, from: number, to: number) => Value): WindowFunction {
  return (operand, { compile, evaluate, window }) => {
    const fields = membersOf(operand)
    const input = compile(fields['input'] ?? null)
    const unit = typeof fields['unit'] === 'string' ? (ownMember(UNIT_LENGTHS, fields['unit']) ?? 1) : 1
    const number = (value: Value | undefined): number =>
      value instanceof Date ? value.getTime() / unit : isNumber(value) ? toNumber(value) : Number.NaN
    return (partition) => {
      const values = partition.documents.map((each) => number(evaluate(input, each)))
      const curve = { values, positions: partition.keys.map(number) }
      return values.map((_, at) => {
        const [from, to] = window(partition, at)
        return compute(curve, from, to)
      })
    }
  }
}

function slope({ values, positions }: Curve, from: number, to: number): Value {
  const rise = (values[to - 1] ?? 0) - (values[from] ?? 0)
  const run = (positions[to - 1] ?? 0) - (positions[from] ?? 0)
  return to - from < 2 || run === 0 ? null : double(rise / run)
}

/** Returns the area under a curve, by the trapezoidal rule. */
function area({ values, positions }: Curve, from: number, to: number): Value {
  let total = 0
  for (let index = from + 1; index < to; index++) {
    const height = ((values[index] ?? 0) + (values[index - 1] ?? 0)) / 2
    total += height * ((positions[index] ?? 0) - (positions[index - 1] ?? 0))
  }
  return double(total)
}

const movingAverage: WindowFunction = (operand, { compile, evaluate }) => {
  const fields = membersOf(operand)
  const input = compile(fields['input'] ?? null)
  const n = fields['N']
  const alpha = isNumber(n) ? 2 / (toNumber(n) + 1) : isNumber(fields['alpha']) ? toNumber(fields['alpha']) : Number.NaN
  return ({ documents }) => {
    let average: number | undefined
    return documents.map((each) => {
      const value = evaluate(input, each)
      if (!isNumber(value)) return average === undefined ? null : double(average)
      average = average === undefined ? toNumber(value) : toNumber(value) * alpha + average * (1 - alpha)
      return double(average)
    })
  }
}

/**
 * Returns the function for the covariance of two expressions; a sample has one degree of freedom fewer. It is null for
 * any other operand.
 */
function covariance(isSample: boolean): WindowFunction {
  return (operand, { compile, evaluate, window }) => {
    const input = compile(operand)
    return (partition) => {
      const pairs = partition.documents.map((each) => numbersOf(evaluate(input, each)))
      return pairs.map((_, at) => {
        const [from, to] = window(partition, at)
        const own = pairs.slice(from, to).filter((each) => each !== null)
        const freedom = own.length - (isSample ? 1 : 0)
        return freedom <= 0 ? null : covarianceOf(own, freedom)
      })
    }
  }
}

type Pair = readonly [x: Numeric, y: Numeric]

function numbersOf(value: Value | undefined): Pair | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [x, y] = value
  return isNumber(x) && isNumber(y) ? [x, y] : null
}

/** Returns a Decimal128 where one of the numbers is one, and a Double for others. */
function covarianceOf(pairs: readonly Pair[], freedom: number): Numeric {
  const sides = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
  if (!sides.flat().some((each) => each instanceof Decimal128)) {
    const [xs = [], ys = []] = sides.map((side) => fromMean(side.map(toNumber)))
    return double(xs.reduce((sum, x, at) => sum + x * (ys[at] ?? 0), 0) / freedom)
  }
  const [xs = [], ys = []] = sides.map((side) => decimalsFromMean(side.map(roundedDecimal)))
  const products = xs.map((x, at) => calculate('multiply', x, ys[at] ?? ZERO))
  const sum = products.reduce((left, right) => calculate('add', left, right), ZERO)
  return toDecimal128(calculate('divide', sum, { coefficient: BigInt(freedom), exponent: 0 }))
}

/** Returns the distances of numbers from their mean. */
function fromMean(numbers: readonly number[]): number[] {
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length
  return numbers.map((each) => each - mean)
}

const ZERO: Decimal = { coefficient: 0n, exponent: 0 }

function decimalsFromMean(decimals: readonly Decimal[]): Decimal[] {
  const sum = decimals.reduce((left, right) => calculate('add', left, right), ZERO)
  const mean = calculate('divide', sum, { coefficient: BigInt(decimals.length), exponent: 0 })
  return decimals.map((each) => calculate('subtract', each, mean))
}

const minMaxScaler: WindowFunction = (operand, { compile, evaluate, window }) => {
  const fields = membersOf(operand)
  const input = compile(fields['input'] ?? null)
  const least = isNumber(fields['min']) ? toNumber(fields['min']) : 0
  const most = isNumber(fields['max']) ? toNumber(fields['max']) : 1
  return (partition) => {
    const values = partition.documents.map((each) => evaluate(input, each))
    return values.map((value, at) => {
      const [from, to] = window(partition, at)
      const numbers = values.slice(from, to).filter(isNumber).map(toNumber)
      if (!isNumber(value) || numbers.length === 0) return null
      const [low, high] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))]
      return double(high === low ? least : least + ((toNumber(value) - low) / (high - low)) * (most - least))
    })
  }
}

/** Carries the last value that is not null forward. */
const lastObservation: WindowFunction = (operand, { compile, evaluate }) => {
  const input = compile(operand)
  return ({ documents }) => {
    let last: Value = null
    return documents.map((each) => (last = evaluate(input, each) ?? last))
  }
}

const linearFill: WindowFunction = (operand, { compile, evaluate }) => {
  const input = compile(operand)
  return ({ documents, keys }) => {
    const values = documents.map((each) => evaluate(input, each) ?? null)
    return interpolated(values, keys)
  }
}

/** The window functions that are no accumulators. */
const WINDOW_FUNCTIONS: ReadonlyMap<string, WindowFunction> = new Map(
  Object.entries({
    $shift: shift,
    $derivative: ofCurve(slope),
    $integral: ofCurve(area),
    $expMovingAvg: movingAverage,
    $covariancePop: covariance(false),
    $covarianceSamp: covariance(true),
    $minMaxScaler: minMaxScaler,
    $locf: lastObservation,
    $linearFill: linearFill,
  }),
)
