import { ACCUMULATORS, compileAccumulator } from '#docdb/expression/accumulators.ts'
import { added, unitOf, type Unit } from '#docdb/expression/calendar.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import { readSort, sorted, sortKey, type SortPart } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { targetAt, changeable } from '#docdb/update/target.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { double, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type StageCompiler } from './context.ts'

/** The documents of a partition in order, with the values that they are ordered by. */
interface Partition {
  readonly documents: readonly Document[]
  readonly keys: readonly (Value | undefined)[]
  readonly sort: readonly SortPart[]
}

/** Returns the positions of the window of a document: from the first up to, but not including, the second. */
type Window = (partition: Partition, at: number) => readonly [number, number]

/** Returns the value of a field for each document of a partition. */
type Output = (partition: Partition) => (Value | undefined)[]

/** Returns the documents in groups with the same value, each in order. */
export function partitions(
  documents: readonly Document[],
  by: Evaluate,
  sort: readonly SortPart[],
  { environment }: PipelineContext,
): Partition[] {
  const groups = new Map<string, Document[]>()
  for (const each of documents) {
    const key = keyString(by(each, { ...environment.variables, ROOT: each }) ?? null, environment.collation?.key)
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [each])
    else own.push(each)
  }
  return [...groups]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, own]) => {
      const ordered = sort.length === 0 ? own : sorted(own, sort, environment.collation?.order)
      const [first] = sort
      const keys = first === undefined ? [] : ordered.map((each) => sortKey(each, first.path, first.descending))
      return { documents: ordered, keys, sort }
    })
}

const setWindowFields: StageCompiler = (operand, context) => {
  const { partitionBy, sortBy, output } = documentIn('$setWindowFields', operand, 9)
  if (!isDocument(output))
    throw new CommandError('FailedToParse', "BSON field '$setWindowFields.output' is missing but a required field")
  const by = compileExpression(partitionBy ?? null, context.environment)
  const sort = isDocument(sortBy) ? readSort(sortBy) : []
  const outputs = Object.entries(output).map(
    ([name, spec]) => [name.split('.'), outputOf(name, spec, sort, context)] as const,
  )
  return (documents) =>
    partitions(documents, by, sort, context).flatMap((partition) => {
      const made = partition.documents.map(changeable)
      for (const [path, compute] of outputs) {
        for (const [at, value] of compute(partition).entries()) {
          const document = made[at]
          if (value !== undefined && document !== undefined) targetAt(document, path).set(value)
        }
      }
      return made
    })
}

function outputOf(name: string, spec: Value, sort: readonly SortPart[], context: PipelineContext): Output {
  if (!isDocument(spec)) throw new CommandError('FailedToParse', `The field '${name}' must be an object`)
  const { window, ...rest } = spec
  const [operator = ''] = Object.keys(rest)
  const ranked = rankOutput(operator, sort)
  if (ranked !== null) return ranked
  const { environment } = context
  const compile = (inner: Value): Evaluate => compileExpression(inner, environment)
  const evaluate = (part: Evaluate, each: Document): Value | undefined =>
    part(each, { ...environment.variables, ROOT: each })
  const operandOf = rest[operator] ?? null
  const special = specialOutput(operator, operandOf, { compile, evaluate, sort, window: windowOf(window, sort) })
  if (special !== null) return special
  if (!ACCUMULATORS.has(operator)) throw new CommandError('FailedToParse', `Unrecognized window function, ${operator}`)
  const { input, make } = compileAccumulator(name, rest, environment, compile)
  const bounds = windowOf(window, sort)
  return (partition) => {
    const values = partition.documents.map((each) => evaluate(input, each))
    return values.map((_, at) => {
      const accumulator = make()
      const [from, to] = bounds(partition, at)
      for (let index = from; index < to; index++) accumulator.add(values[index])
      return accumulator.result()
    })
  }
}

function rankOutput(operator: string, sort: readonly SortPart[]): Output | null {
  if (!['$documentNumber', '$rank', '$denseRank'].includes(operator)) return null
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

interface SpecialContext {
  readonly compile: (spec: Value) => Evaluate
  readonly evaluate: (part: Evaluate, document: Document) => Value | undefined
  readonly sort: readonly SortPart[]
  readonly window: Window
}

const UNIT_LENGTHS: Readonly<Record<string, number>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
}

/** The window functions that are no accumulators. */
function specialOutput(
  operator: string,
  operand: Value,
  { compile, evaluate, sort, window }: SpecialContext,
): Output | null {
  const fields = isDocument(operand) ? operand : {}
  switch (operator) {
    case '$shift': {
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
    case '$derivative':
    case '$integral': {
      const input = compile(fields['input'] ?? null)
      const unit = typeof fields['unit'] === 'string' ? (UNIT_LENGTHS[fields['unit']] ?? 1) : 1
      const number = (value: Value | undefined): number =>
        value instanceof Date ? value.getTime() / unit : isNumber(value) ? toNumber(value) : Number.NaN
      return (partition) => {
        const values = partition.documents.map((each) => number(evaluate(input, each)))
        const times = partition.keys.map(number)
        return values.map((_, at) => {
          const [from, to] = window(partition, at)
          if (operator === '$derivative') {
            const rise = (values[to - 1] ?? 0) - (values[from] ?? 0)
            const run = (times[to - 1] ?? 0) - (times[from] ?? 0)
            return to - from < 2 || run === 0 ? null : double(rise / run)
          }
          let area = 0
          for (let index = from + 1; index < to; index++) {
            area +=
              (((values[index] ?? 0) + (values[index - 1] ?? 0)) / 2) * ((times[index] ?? 0) - (times[index - 1] ?? 0))
          }
          return double(area)
        })
      }
    }
    case '$expMovingAvg': {
      const input = compile(fields['input'] ?? null)
      const n = fields['N']
      const alpha = isNumber(n)
        ? 2 / (toNumber(n) + 1)
        : isNumber(fields['alpha'])
          ? toNumber(fields['alpha'])
          : Number.NaN
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
    case '$covariancePop':
    case '$covarianceSamp': {
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
          const count = numbers.length - (operator === '$covarianceSamp' ? 1 : 0)
          if (count <= 0) return null
          const meanX = numbers.reduce((sum, [x]) => sum + x, 0) / numbers.length
          const meanY = numbers.reduce((sum, [, y]) => sum + y, 0) / numbers.length
          return double(numbers.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / count)
        })
      }
    }
    case '$minMaxScaler': {
      const input = compile(fields['input'] ?? null)
      const least = isNumber(fields['min']) ? toNumber(fields['min']) : 0
      const most = isNumber(fields['max']) ? toNumber(fields['max']) : 1
      return (partition) => {
        const values = partition.documents.map((each) => evaluate(input, each))
        return values.map((value, at) => {
          const numbers = values
            .slice(...window(partition, at))
            .flatMap((each) => (isNumber(each) ? [toNumber(each)] : []))
          if (!isNumber(value) || numbers.length === 0) return null
          const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
          return double(high === low ? least : least + ((toNumber(value) - low) / (high - low)) * (most - least))
        })
      }
    }
    case '$locf': {
      const input = compile(operand)
      return ({ documents }) => {
        let last: Value = null
        return documents.map((each) => (last = evaluate(input, each) ?? last))
      }
    }
    case '$linearFill': {
      const input = compile(operand)
      return ({ documents, keys }) =>
        interpolated(
          documents.map((each) => evaluate(input, each) ?? null),
          keys,
        )
    }
    default:
      return null
  }
}

/** Returns values with nulls replaced by what lies on the line between their neighbours. */
export function interpolated(values: readonly Value[], keys: readonly (Value | undefined)[]): Value[] {
  const number = (value: Value | undefined): number =>
    value instanceof Date ? value.getTime() : isNumber(value) ? toNumber(value) : Number.NaN
  return values.map((value, at) => {
    if (value !== null) return value
    const before = values.slice(0, at).findLastIndex((each) => each !== null)
    const after = values.findIndex((each, index) => index > at && each !== null)
    if (before < 0 || after < 0) return null
    const [x0, x1, x] = [number(keys[before]), number(keys[after]), number(keys[at])]
    const [y0, y1] = [number(values[before]), number(values[after])]
    return double(y0 + ((y1 - y0) * (x - x0)) / (x1 - x0))
  })
}

function windowOf(bounds: Value | undefined, sort: readonly SortPart[]): Window {
  if (!isDocument(bounds)) return ({ documents }) => [0, documents.length]
  const { documents: byDocuments, range, unit } = bounds
  if (Array.isArray(byDocuments)) {
    if (sort.length === 0 && byDocuments.some((each) => each !== 'unbounded'))
      throw new CommandError(5339901, 'Document-based bounds require a sortBy')
    const [low, high] = byDocuments.map((each) =>
      each === 'unbounded' ? null : each === 'current' ? 0 : isNumber(each) ? toNumber(each) : Number.NaN,
    )
    if ([low, high].some((each) => Number.isNaN(each)))
      throw new CommandError(5339902, 'Numeric document-based bounds must be an integer')
    return ({ documents: own }, at) => [
      low === null || low === undefined ? 0 : Math.min(own.length, Math.max(0, at + low)),
      high === null || high === undefined ? own.length : Math.max(0, Math.min(own.length, at + high + 1)),
    ]
  }
  if (!Array.isArray(range))
    throw new CommandError('FailedToParse', "'window' field can only contain 'documents' or 'range'")
  if (sort.length !== 1) throw new CommandError(5339902, 'Range-based bounds require sortBy a single field')
  return rangeWindow(range, typeof unit === 'string' ? unitOf(unit, '$setWindowFields') : undefined)
}

function rangeWindow([low, high]: readonly Value[], unit: Unit | undefined): Window {
  const limit = (current: Value | undefined, bound: Value | undefined, absent: number): number => {
    if (bound === 'unbounded') return absent
    const by = isNumber(bound) ? toNumber(bound) : 0
    if (current instanceof Date) return unit === undefined ? current.getTime() + by : added(current.getTime(), unit, by)
    return isNumber(current) ? toNumber(current) + by : Number.NaN
  }
  return ({ keys }, at) => {
    const current = keys[at]
    const [least, most] = [limit(current, low, -Infinity), limit(current, high, Infinity)]
    const isIn = (key: Value | undefined): boolean => {
      const number = key instanceof Date ? key.getTime() : isNumber(key) ? toNumber(key) : Number.NaN
      return number >= least && number <= most
    }
    const from = keys.findIndex(isIn)
    return from < 0 ? [0, 0] : [from, keys.findLastIndex(isIn) + 1]
  }
}

/** Stages on partitions in order. */
export const windowStages: Readonly<Record<string, StageCompiler>> = { $setWindowFields: setWindowFields }
