import { ownMember } from '#core/objects.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import type { SortPart } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { double, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
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

/** Returns the rank of each document in its partition, of the kind that the operator names. */
export function rankOutput(operator: string, sort: readonly SortPart[]): Output {
  if (sort.length === 0)
    throw new CommandError(
      5371602,
      `${operator} must be specified with a top level sortBy expression with exactly one element`,
    )
  return ({ keys }) => {
    let rank = 0
    let dense = 0
    return keys.map((key, at) => {
      const isNew = at === 0 || compareValues(key, keys[at - 1]) !== 0
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

/** Returns the function for the covariance of two expressions; a sample has one degree of freedom fewer. */
function covariance(operator: string, isSample: boolean): WindowFunction {
  return (operand, { compile, evaluate, window }) => {
    const [first, second] = (Array.isArray(operand) ? operand : []).map(compile)
    if (first === undefined || second === undefined)
      throw new CommandError(5424700, `${operator} requires two expressions`)
    return (partition) => {
      const pairs = partition.documents.map((each) => [evaluate(first, each), evaluate(second, each)] as const)
      return pairs.map((_, at) => {
        const [from, to] = window(partition, at)
        const numbers = pairs
          .slice(from, to)
          .flatMap(([x, y]) => (isNumber(x) && isNumber(y) ? [[toNumber(x), toNumber(y)] as const] : []))
        const count = numbers.length - (isSample ? 1 : 0)
        if (count <= 0) return null
        const meanX = numbers.reduce((sum, [x]) => sum + x, 0) / numbers.length
        const meanY = numbers.reduce((sum, [, y]) => sum + y, 0) / numbers.length
        return double(numbers.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / count)
      })
    }
  }
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
    $covariancePop: covariance('$covariancePop', false),
    $covarianceSamp: covariance('$covarianceSamp', true),
    $minMaxScaler: minMaxScaler,
    $locf: lastObservation,
    $linearFill: linearFill,
  }),
)
