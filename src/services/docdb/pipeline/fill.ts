import { textOfAny } from '#docdb/values/show.ts'
import { added, dateWithin, unitOf, type Unit } from '#docdb/expression/calendar.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import { readSort, type SortPart } from '#docdb/expression/sort-order.ts'
import type { TimeLimit } from '#docdb/query/time-limit.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { valueAt } from '#docdb/query/path.ts'
import { changeable, targetAt } from '#docdb/update/target.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { combineWidening, type Numeric } from '#docdb/values/number.ts'
import { documentOf, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type StageCompiler } from './context.ts'
import { interpolated, partitions } from './partitions.ts'

/** The most documents that `$densify` makes. */
const MOST_MADE = 500_000

const densify: StageCompiler = (operand, context) => {
  const { field, partitionByFields, range } = documentIn('$densify', operand, 5733200)
  if (typeof field !== 'string')
    throw new CommandError('IDLFailedToParse', "BSON field '$densify.field' is missing but a required field")
  if (!isDocument(range))
    throw new CommandError('IDLFailedToParse', "BSON field '$densify.range' is missing but a required field")
  const { step, bounds, unit } = range
  if (!isNumber(step) || toNumber(step) <= 0)
    throw new CommandError(5733401, 'The step parameter in a range statement must be a strictly positive numeric value')
  const by = typeof unit === 'string' ? unitOf(unit, '$densify') : undefined
  const names = (Array.isArray(partitionByFields) ? partitionByFields : []).map((each) => textOfAny(each).split('.'))
  const path = field.split('.')
  const next = stepping(step, by)
  const partitionKey = (document: Document): Value[] => names.map((each) => valueAt(document, each) ?? null)
  return (documents) => {
    const present = documents.filter((each) => isDensifiable(valueAt(each, path), by))
    const ordered = present
      .map((each) => valueAt(each, path) as Value)
      .toSorted((left, right) => compareValues(left, right)) // present
    const groups = partitions(documents, (each) => partitionKey(each), [{ path, descending: false }], context)
    const made: Document[] = []
    for (const { documents: own } of groups) {
      const values = own.map((each) => valueAt(each, path)).filter((each) => isDensifiable(each, by)) as Value[] // filtered
      const [low, high, includesHigh] = limits(bounds, ordered, values)
      const key = own[0] === undefined ? [] : partitionKey(own[0])
      const all = filled(own, path, { low, high, includesHigh, next, time: context.environment.time }, (value) => {
        const document: Document = {}
        for (const [at, name] of names.entries()) if (key[at] !== null) targetAt(document, name).set(key[at] ?? null)
        targetAt(document, path).set(value)
        return document
      })
      for (const each of all) made.push(each)
      if (made.length > MOST_MADE)
        throw new CommandError(
          5897900,
          `Generated ${made.length} documents in $densify, which is over the limit of ${MOST_MADE}.`,
        )
    }
    return made
  }
}

function isDensifiable(value: Value | undefined, unit: Unit | undefined): boolean {
  if (value === undefined || value === null) return false
  if (unit === undefined ? isNumber(value) : value instanceof Date) return true
  throw new CommandError(
    5733201,
    `$densify can only be used on ${unit === undefined ? 'numeric' : 'date'} values here, found ${typeOf(value)}`,
  )
}

function stepping(step: Numeric, unit: Unit | undefined): (from: Value, count: number) => Value {
  return (from, count) => {
    if (from instanceof Date) {
      const time = added(from.getTime(), unit ?? 'millisecond', toNumber(step) * count)
      return dateWithin(time, new CommandError(5166406, '$densify overflowed'))
    }
    return combineWidening('add', from as Numeric, combineWidening('multiply', step, count)) // a number, as it is no date
  }
}

function limits(
  bounds: Value | undefined,
  all: readonly Value[],
  own: readonly Value[],
): readonly [Value | undefined, Value | undefined, boolean] {
  if (bounds === 'full') return [all[0], all.at(-1), true]
  if (bounds === 'partition') return [own[0], own.at(-1), true]
  if (Array.isArray(bounds) && bounds.length === 2) return [bounds[0], bounds[1], false]
  throw new CommandError(
    5733402,
    "the bounds in a range statement must be the string 'full', 'partition', or an ascending array of two numbers or two dates",
  )
}

interface FillRange {
  readonly low: Value | undefined
  readonly high: Value | undefined
  readonly includesHigh: boolean
  readonly next: (from: Value, count: number) => Value
  readonly time: TimeLimit | undefined
}

function filled(
  own: readonly Document[],
  path: readonly string[],
  { low, high, includesHigh, next, time }: FillRange,
  make: (value: Value) => Document,
): Document[] {
  if (low === undefined || high === undefined) return [...own]
  const made: Document[] = []
  let at = 0
  for (let count = 0; count <= MOST_MADE; count++) {
    time?.step()
    const value = next(low, count)
    const compared = compareValues(value, high)
    if (compared > 0 || (compared === 0 && !includesHigh)) break
    while (at < own.length && compareValues(valueAt(own[at] as Document, path) ?? null, value) < 0)
      made.push(own[at++] as Document) // at < own.length
    if (at < own.length && compareValues(valueAt(own[at] as Document, path), value) === 0) continue // at < own.length
    made.push(make(value))
  }
  for (; at < own.length; at++) made.push(own[at] as Document) // at < own.length
  return made
}

/** How `$fill` finds the missing values of a field. */
interface Fill {
  readonly path: readonly string[]
  /** Undefined for a field whose missing values are those of an expression. */
  readonly method: 'linear' | 'locf' | undefined
  readonly value: Evaluate | undefined
}

function fillOf(name: string, spec: Value, sort: readonly SortPart[], { environment }: PipelineContext): Fill {
  if (!isDocument(spec)) throw new CommandError(6050202, 'Fields in $fill.output must be objects')
  const { method, value = null } = spec
  const path = name.split('.')
  if (method === undefined) return { path, method, value: compileExpression(value, environment) }
  if (method !== 'linear' && method !== 'locf')
    throw new CommandError(6050202, "Method must be either 'locf' or 'linear'")
  if (method === 'linear' && sort.length !== 1)
    throw new CommandError(
      605001,
      '$linearFill must be specified with a top level sortBy expression with exactly one element',
    )
  return { path, method, value: undefined }
}

/** Sets the missing values of a field in the documents of a partition. */
function fillIn(
  documents: readonly Document[],
  keys: readonly (Value | undefined)[],
  { path, method, value }: Fill,
  { environment }: PipelineContext,
): void {
  const before = documents.map((each) => valueAt(each, path) ?? null)
  const linear = method === 'linear' ? interpolated(before, keys) : []
  let last: Value = null
  for (const [at, document] of documents.entries()) {
    const old = before[at] ?? null
    if (old !== null) {
      last = old
      continue
    }
    const missing =
      method === 'linear'
        ? (linear[at] ?? null)
        : method === 'locf'
          ? last
          : (value?.(document, environment.variables) ?? null)
    targetAt(document, path).set(missing)
  }
}

const fill: StageCompiler = (operand, context) => {
  const { partitionBy, partitionByFields, sortBy, output } = documentIn('$fill', operand, 6050200)
  if (!isDocument(output))
    throw new CommandError('IDLFailedToParse', "BSON field '$fill.output' is missing but a required field")
  const byFields = Array.isArray(partitionByFields)
    ? documentOf(
        partitionByFields.map((each) => [textOfAny(each).replaceAll('.', '_'), `$${textOfAny(each)}`] as const),
      )
    : null
  const by = compileExpression(byFields ?? partitionBy ?? null, context.environment)
  const sort = isDocument(sortBy) ? readSort(sortBy) : []
  const fills = Object.entries(output).map(([name, spec]) => fillOf(name, spec, sort, context))
  return (documents) =>
    partitions(documents, by, sort, context).flatMap(({ documents: own, keys }) => {
      const made = own.map(changeable)
      for (const each of fills) fillIn(made, keys, each, context)
      return made
    })
}

/** Stages that add missing documents and values. */
export const fillStages: Readonly<Record<string, StageCompiler>> = { $densify: densify, $fill: fill }
