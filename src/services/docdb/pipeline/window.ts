import { accumulatorOf, ACCUMULATORS } from '#docdb/expression/accumulators.ts'
import { added, unitOf, type Unit } from '#docdb/expression/calendar.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import { readSort, type SortPart } from '#docdb/expression/sort-order.ts'
import { stageMemory } from '#docdb/query/memory.ts'
import type { TimeLimit } from '#docdb/query/time-limit.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { targetAt, changeable } from '#docdb/update/target.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type StageCompiler } from './context.ts'
import { partitions } from './partitions.ts'
import { compileWindowFunction, rankOutput, RANKS, type Output, type Window } from './window-functions.ts'

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

function windowOf(bounds: Value | undefined, sort: readonly SortPart[], time: TimeLimit | undefined): Window {
  if (!isDocument(bounds) || Object.keys(bounds).length === 0) return ({ documents }) => [0, documents.length]
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
  return rangeWindow(range, typeof unit === 'string' ? unitOf(unit, '$setWindowFields') : undefined, time)
}

function rangeWindow([low, high]: readonly Value[], unit: Unit | undefined, time: TimeLimit | undefined): Window {
  const limit = (current: Value | undefined, bound: Value | undefined, absent: number): number => {
    if (bound === 'unbounded') return absent
    const by = isNumber(bound) ? toNumber(bound) : 0
    if (current instanceof Date) return unit === undefined ? current.getTime() + by : added(current.getTime(), unit, by)
    return isNumber(current) ? toNumber(current) + by : Number.NaN
  }
  return ({ keys }, at) => {
    time?.step(keys.length)
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
