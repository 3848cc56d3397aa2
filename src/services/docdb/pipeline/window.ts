import { accumulatorOf, ACCUMULATORS } from '#docdb/expression/accumulators.ts'
import { added, unitOf, type Unit } from '#docdb/expression/calendar.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import { readSort, type SortPart } from '#docdb/expression/sort-order.ts'
import { stageMemory } from '#docdb/query/memory.ts'
import type { TimeLimit } from '#docdb/query/time-limit.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { wholeNumber } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import { targetAt, changeable } from '#docdb/update/target.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type StageCompiler } from './context.ts'
import { partitions } from './partitions.ts'
import { checkOptions } from './stage-options.ts'
import { compileWindowFunction, rankOutput, RANKS, type Output, type Window } from './window-functions.ts'

const setWindowFields: StageCompiler = (operand, context) => {
  const spec = documentIn('$setWindowFields', operand, 9)
  checkOptions('$setWindowFields', spec, { partitionBy: 'any', sortBy: 'object?', output: 'object' })
  const { partitionBy, sortBy, output } = spec
  if (!isDocument(output))
    throw new CommandError('IDLFailedToParse', "BSON field '$setWindowFields.output' is missing but a required field")
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
  const { environment } = context
  const { window } = spec
  const operator = Object.keys(spec).find((each) => each.startsWith('$'))
  if (operator === undefined) throw new CommandError('FailedToParse', 'Expected a $-prefixed window function')
  if (RANKS.has(operator)) return rankOutput(operator, spec, sort, environment.collation?.order)
  checkMembers(operator, spec)
  const compile = (inner: Value): Evaluate => compileExpression(inner, environment)
  const evaluate = (part: Evaluate, each: Document): Value | undefined =>
    part(each, { ...environment.variables, ROOT: each })
  const operand = spec[operator] ?? null
  const bounds = timed(windowOf(window, sort, environment.time), environment.time)
  const special = compileWindowFunction(operator, operand, { compile, evaluate, sort, window: bounds })
  if (special !== null) return special
  if (!ACCUMULATORS.has(operator)) throw new CommandError('FailedToParse', `Unrecognized window function, ${operator}`)
  const { input, make } = accumulatorOf(operator, operand, environment, compile)
  return (partition) => {
    const values = partition.documents.map((each) => evaluate(input, each))
    const memory = stageMemory('$setWindowFields')
    return values.map((_, at) => {
      const accumulator = make()
      const [from, to] = bounds(partition, at)
      for (let index = from; index < to; index++) accumulator.add(values[index])
      const result = accumulator.result()
      memory.add(result ?? null)
      return result
    })
  }
}

/** Refuses members beside the function and the window of it. */
function checkMembers(operator: string, spec: Document): void {
  if (spec['window'] !== undefined && !isDocument(spec['window']))
    throw new CommandError('FailedToParse', "'window' field must be an object")
  const other = Object.keys(spec).find((each) => each !== operator && each !== 'window')
  if (other !== undefined)
    throw new CommandError('FailedToParse', `Window function found an unknown argument: ${other}`)
}

/** Counts the documents of each window as work, as every window function reads all of them. */
function timed(window: Window, time: TimeLimit | undefined): Window {
  if (time === undefined) return window
  return (partition, at) => {
    const [from, to] = window(partition, at)
    time.step(Math.max(1, to - from))
    return [from, to]
  }
}

/** The members of a window. */
const WINDOW_MEMBERS: ReadonlySet<string> = new Set(['documents', 'range', 'unit'])

const WRONG_MEMBERS =
  "'window' field can only contain 'documents' as the only argument or 'range' with an optional 'unit' field"

function parseFailure(message: string): CommandError {
  return new CommandError('FailedToParse', message)
}

function windowOf(spec: Value | undefined, sort: readonly SortPart[], time: TimeLimit | undefined): Window {
  if (!isDocument(spec)) return ({ documents }) => [0, documents.length]
  const { documents, range, unit } = spec
  if (Object.keys(spec).some((name) => !WINDOW_MEMBERS.has(name))) throw parseFailure(WRONG_MEMBERS)
  if (documents !== undefined) {
    if (range !== undefined || unit !== undefined) throw parseFailure(WRONG_MEMBERS)
    return documentWindow(boundsIn('documents', documents), sort)
  }
  if (range === undefined) {
    if (unit === undefined) return ({ documents: all }) => [0, all.length]
    throw parseFailure("Window bounds can only specify 'unit' with range-based bounds")
  }
  if (unit !== undefined && typeof unit !== 'string') throw parseFailure("'unit' must be a string")
  const bounds = boundsIn('range', range)
  const [only] = sort
  if (sort.length !== 1 || only === undefined)
    throw new CommandError(5339902, 'Range-based bounds require sortBy a single field')
  if (only.descending) throw new CommandError(8_947_401, 'Range-based bounds require an ascending sortBy')
  return rangeWindow(bounds, unit === undefined ? undefined : unitOf(unit, '$setWindowFields'), time)
}

/** Reads the two bounds of a window. @throws CommandError for others, and for a lower one above the upper one. */
function boundsIn(kind: 'documents' | 'range', bounds: Value): readonly [lower: Value, upper: Value] {
  const [lower = null, upper = null] = Array.isArray(bounds) ? bounds : []
  if (!Array.isArray(bounds) || bounds.length !== 2)
    throw parseFailure(`Window bounds must be a 2-element array: ${kind}: ${show(bounds)}`)
  for (const each of bounds) {
    const isWord = each === 'unbounded' || each === 'current'
    if (!isWord && !isNumber(each))
      throw parseFailure(`Window bounds must be 'unbounded', 'current', or a number: ${show(each)}`)
    if (kind === 'documents' && isNumber(each) && wholeNumber(each) === null)
      throw parseFailure(`Numeric document-based bounds must be an integer: ${show(each)}`)
  }
  if (distanceOf(lower, -Infinity) > distanceOf(upper, Infinity))
    throw new CommandError(5_339_900, `Lower bound must not exceed upper bound: ${show(bounds)}`)
  return [lower, upper]
}

/** Returns how far a bound is from the current document; `unbounded` for a bound without end. */
function distanceOf(bound: Value, unbounded: number): number {
  return bound === 'unbounded' ? unbounded : isNumber(bound) ? toNumber(bound) : 0
}

function documentWindow([lower, upper]: readonly [Value, Value], sort: readonly SortPart[]): Window {
  if (sort.length === 0 && (lower !== 'unbounded' || upper !== 'unbounded'))
    throw new CommandError(5339901, 'Document-based bounds require a sortBy')
  const [low, high] = [distanceOf(lower, -Infinity), distanceOf(upper, Infinity)]
  return ({ documents }, at) => [
    Math.min(documents.length, Math.max(0, at + low)),
    Math.max(0, Math.min(documents.length, at + high + 1)),
  ]
}

function rangeWindow([low, high]: readonly Value[], unit: Unit | undefined, time: TimeLimit | undefined): Window {
  const limit = (current: Value | undefined, bound: Value | undefined, absent: number): number => {
    if (bound === 'unbounded') return absent
    const by = isNumber(bound) ? toNumber(bound) : 0
    if (current instanceof Date) return unit === undefined ? current.getTime() + by : added(current.getTime(), unit, by)
    return isNumber(current) ? toNumber(current) + by : Number.NaN
  }
  const isBound = low !== 'unbounded' || high !== 'unbounded'
  return ({ keys }, at) => {
    time?.step(keys.length)
    const current = keys[at]
    if (isBound) checkPosition(current, unit)
    const [least, most] = [limit(current, low, -Infinity), limit(current, high, Infinity)]
    const isIn = (key: Value | undefined): boolean => {
      const number = key instanceof Date ? key.getTime() : isNumber(key) ? toNumber(key) : Number.NaN
      return number >= least && number <= most
    }
    const from = keys.findIndex(isIn)
    return from < 0 ? [0, 0] : [from, keys.findLastIndex(isIn) + 1]
  }
}

/** Refuses a value that a range cannot be measured from: a date needs a unit, and a number has none. */
function checkPosition(current: Value | undefined, unit: Unit | undefined): void {
  const type = typeOf(current) === 'undefined' ? 'missing' : typeOf(current)
  if (unit === undefined && !isNumber(current))
    throw new CommandError(5_429_414, `Invalid range: Expected the sortBy field to be a number, but it was ${type}`)
  if (unit !== undefined && !(current instanceof Date))
    throw new CommandError(5_429_513, `Invalid range: Expected the sortBy field to be a Date, but it was ${type}`)
}

/** Stages on partitions in order. */
export const windowStages: Readonly<Record<string, StageCompiler>> = { $setWindowFields: setWindowFields }
