import { ownMember } from '#core/objects.ts'
import { compileAccumulator } from '#docdb/expression/accumulators.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import type { Accumulator, Evaluate } from '#docdb/expression/evaluate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { refuseSortMemory, spillingMemory, type StageMemory } from '#docdb/query/memory.ts'
import { checkFieldName } from '#docdb/query/path.ts'
import { compareValues, type StringOrder } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { wholeNumber } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import {
  double,
  firstName,
  isDocument,
  isEmpty,
  isNumber,
  setField,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type Stage, type StageCompiler } from './context.ts'

type Accumulate = (documents: readonly Document[], memory: Pick<StageMemory, 'add'>) => Document

/** Compiles the accumulators of a stage by the fields that they fill. */
function accumulating(spec: Document, context: PipelineContext): Accumulate {
  const { environment } = context
  const compile = (inner: Value): Evaluate => compileExpression(inner, environment)
  const parts = Object.entries(spec).map(([name, each]) => {
    if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`)
    if (name.startsWith('$')) throw new CommandError(40236, `The field name '${name}' cannot be an operator name`)
    return [name, compileAccumulator(name, each, environment, compile)] as const
  })
  return (documents, memory) => {
    const made: Document = {}
    for (const [name, { input, make }] of parts) {
      const accumulator: Accumulator = make()
      for (const each of documents) {
        environment.time?.step()
        accumulator.add(input(each, { ...environment.variables, ROOT: each }))
      }
      const result = accumulator.result()
      if (result !== undefined) setField(made, name, result)
    }
    memory.add(made)
    return made
  }
}

/** Returns documents in groups with the same value of an expression, in the order in which the values first come. */
function grouped(
  documents: readonly Document[],
  evaluate: Evaluate,
  { environment }: PipelineContext,
  memory: Pick<StageMemory, 'add'>,
): { id: Value; documents: Document[] }[] {
  const groups = new Map<string, { id: Value; documents: Document[] }>()
  for (const each of documents) {
    environment.time?.step()
    const id = evaluate(each, { ...environment.variables, ROOT: each }) ?? null
    const key = keyString(id, environment.collation?.key)
    const group = groups.get(key)
    if (group === undefined) {
      memory.add(id)
      groups.set(key, { id, documents: [each] })
    } else group.documents.push(each)
  }
  return [...groups.values()]
}

/** Refuses fields of a compound `_id` that are flags, as those of a projection are. */
function checkGroupId(id: Value): void {
  if (!isDocument(id) || Object.keys(id).some((name) => name.startsWith('$'))) return
  for (const [name, value] of Object.entries(id)) {
    checkFieldName(name)
    if (isNumber(value) || typeof value === 'boolean')
      throw new CommandError(17_390, '$group does not support inclusion-style expressions')
  }
}

/** Compiles the `_id` of groups. A missing value is null where it is the only field of a compound `_id`. */
function compileGroupId(id: Value, { environment }: PipelineContext): Evaluate {
  const evaluate = compileExpression(id, environment)
  const [name, ...others] = isDocument(id) ? Object.keys(id) : []
  if (name === undefined || others.length > 0 || name.startsWith('$')) return evaluate
  return (document, variables) => {
    const found = evaluate(document, variables)
    return isDocument(found) && isEmpty(found) ? { [name]: null } : found
  }
}

const group: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw new CommandError(15947, "a group's fields must be specified in an object")
  if (operand['_id'] === undefined) throw new CommandError(15955, 'a group specification must include an _id')
  const { _id, ...fields } = operand
  checkGroupId(_id)
  const evaluate = compileGroupId(_id, context)
  const accumulate = accumulating(fields, context)
  return (documents) => {
    const memory = spillingMemory('$group', context.environment.allowDiskUse)
    return grouped(documents, evaluate, context, memory).map(({ id, documents: own }) => ({
      _id: id,
      ...accumulate(own, memory),
    }))
  }
}

/** Reads the boundaries of `$bucket`, which ascend. */
function boundsOf(boundaries: Value, context: PipelineContext): Value[] {
  if (!Array.isArray(boundaries))
    throw new CommandError(
      40200,
      `The $bucket 'boundaries' field must be an array, but found type: ${typeOf(boundaries)}.`,
    )
  const order = context.environment.collation?.order
  const bounds = boundaries.map(
    (each) => compileExpression(each, context.environment)({}, context.environment.variables) ?? null,
  )
  if (bounds.length < 2)
    throw new CommandError(
      40192,
      `The $bucket 'boundaries' field must have at least 2 values, but found ${bounds.length} value(s).`,
    )
  for (let at = 1; at < bounds.length; at++) {
    const [first, second] = [bounds[at - 1], bounds[at]]
    if (typeOf(first) !== typeOf(second) && !(isNumber(first) && isNumber(second)))
      throw new CommandError(
        40_193,
        `All values in the 'boundaries' option to $bucket must have the same type. Found conflicting types ${typeOf(first)} and ${typeOf(second)}.`,
      )
    if (compareValues(bounds[at - 1], bounds[at], order) >= 0) {
      throw new CommandError(
        40194,
        "The 'boundaries' option to $bucket must be sorted, but elements " +
          `${at - 1} and ${at} are not in ascending order (${show(bounds[at - 1])} is not less than ${show(bounds[at])}).`,
      )
    }
  }
  return bounds
}

/** Returns whether a value is a path or an expression, and no constant. */
function isExpression(spec: Value): boolean {
  return isDocument(spec) || (typeof spec === 'string' && spec.startsWith('$'))
}

/** Returns the accumulators of the fields of buckets: by default, one that counts. */
function outputOf(stage: string, output: Value | undefined, code: number): Document {
  if (output === undefined) return { count: { $sum: 1 } }
  if (!isDocument(output))
    throw new CommandError(code, `The ${stage} 'output' field must be an object, but found type: ${typeOf(output)}.`)
  if (output['_id'] !== undefined) throw new CommandError(15_948, "a group's _id may only be specified once")
  return output
}

/** Refuses a default that is the name of one of the buckets. */
function checkDefault(other: Value, bounds: readonly Value[], order: StringOrder | undefined): void {
  const [lowest, highest] = [bounds[0] ?? null, bounds.at(-1) ?? null]
  if (compareValues(other, lowest, order) < 0 || compareValues(other, highest, order) >= 0) return
  throw new CommandError(
    40199,
    "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
  )
}

const bucket: StageCompiler = (operand, context) => {
  const { groupBy, boundaries, default: other, output } = documentIn('$bucket', operand, 40201)
  if (groupBy === undefined || boundaries === undefined)
    throw new CommandError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.")
  if (!isExpression(groupBy))
    throw new CommandError(
      40_202,
      `The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression, but found: ${show(groupBy)}.`,
    )
  const fields = outputOf('$bucket', output, 40_196)
  const bounds = boundsOf(boundaries, context)
  const order = context.environment.collation?.order
  if (other !== undefined) checkDefault(other, bounds, order)
  const evaluate = compileExpression(groupBy, context.environment)
  const accumulate = accumulating(fields, context)
  return (documents) => {
    const memory = spillingMemory('$group', context.environment.allowDiskUse)
    const buckets = new Map<number, Document[]>()
    for (const each of documents) {
      const value = evaluate(each, { ...context.environment.variables, ROOT: each }) ?? null
      let at = bounds.findLastIndex((bound) => compareValues(bound, value, order) <= 0)
      if (at === bounds.length - 1) at = -1
      if (at < 0 && other === undefined) {
        throw new CommandError(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified.',
        )
      }
      const own = buckets.get(at)
      if (own === undefined) buckets.set(at, [each])
      else own.push(each)
    }
    return [...buckets]
      .map(([at, own]): Document => ({
        _id: at < 0 ? (other ?? null) : (bounds[at] ?? null),
        ...accumulate(own, memory),
      }))
      .toSorted((left, right) => compareValues(left['_id'], right['_id'], order))
  }
}

/** Returns how many buckets a stage asks for. @throws CommandError unless it is a whole number above 0. */
function numberOfBuckets(buckets: Value): number {
  const number = isNumber(buckets) ? wholeNumber(buckets) : null
  if (number === null)
    throw new CommandError(
      40241,
      `The $bucketAuto 'buckets' field must be a numeric value, but found type: ${typeOf(buckets)}.`,
    )
  if (number < 1n)
    throw new CommandError(40243, `The $bucketAuto 'buckets' field must be greater than 0, but found: ${number}.`)
  return Number(number)
}

const bucketAuto: StageCompiler = (operand, context) => {
  const { groupBy, buckets, output, granularity } = documentIn('$bucketAuto', operand, 40240)
  if (groupBy === undefined || buckets === undefined)
    throw new CommandError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.")
  if (!isExpression(groupBy))
    throw new CommandError(
      40_239,
      `The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an expression object, but found: ${show(groupBy)}`,
    )
  const fields = outputOf('$bucketAuto', isDocument(output) && isEmpty(output) ? undefined : output, 40_244)
  const number = numberOfBuckets(buckets)
  const evaluate = compileExpression(groupBy, context.environment)
  const accumulate = accumulating(fields, context)
  return (documents) => {
    const { allowDiskUse, collation } = context.environment
    refuseSortMemory(documents, allowDiskUse)
    const memory = spillingMemory('$group', allowDiskUse)
    const valued = documents
      .map((each) => ({ value: evaluate(each, { ...context.environment.variables, ROOT: each }) ?? null, each }))
      .toSorted((left, right) => compareValues(left.value, right.value, collation?.order))
    const made: { min: Value; max: Value; own: Document[] }[] = []
    let at = 0
    const size = Math.max(1, Math.round(valued.length / number))
    for (let bucketsLeft = number; bucketsLeft > 0 && at < valued.length; bucketsLeft--) {
      let end = bucketsLeft === 1 ? valued.length : Math.min(valued.length, at + size)
      // Equal values stay together.
      while (end < valued.length && compareValues(valued[end - 1]?.value, valued[end]?.value, collation?.order) === 0)
        end += 1
      let max = valued[end]?.value ?? valued[end - 1]?.value ?? null
      if (typeof granularity === 'string') {
        const limit = roundedLimit(valued[end - 1]?.value, granularity)
        // Values below the rounded limit belong to the bucket, too.
        while (end < valued.length && compareValues(valued[end]?.value, limit) < 0) end += 1
        max = limit
      }
      made.push({
        min: valued[at]?.value ?? null,
        max,
        own: valued.slice(at, end).map(({ each }) => each),
      })
      at = end
    }
    if (typeof granularity === 'string') joinBounds(made, granularity)
    return made.map(({ min, max, own }) => ({ _id: { min, max }, ...accumulate(own, memory) }))
  }
}

const SERIES: Readonly<Record<string, readonly number[]>> = {
  R5: [10, 16, 25, 40, 63],
  R10: [100, 125, 160, 200, 250, 315, 400, 500, 630, 800],
  R20: [100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710, 800, 900],
  R40: [
    100, 106, 112, 118, 125, 132, 140, 150, 160, 170, 180, 190, 200, 212, 224, 236, 250, 265, 280, 300, 315, 335, 355,
    375, 400, 425, 450, 475, 500, 530, 560, 600, 630, 670, 710, 750, 800, 850, 900, 950,
  ],
  R80: [
    100, 103, 106, 109, 112, 115, 118, 122, 125, 128, 132, 136, 140, 145, 150, 155, 160, 165, 170, 175, 180, 185, 190,
    195, 200, 206, 212, 218, 224, 230, 236, 243, 250, 258, 265, 272, 280, 290, 300, 307, 315, 325, 335, 345, 355, 365,
    375, 387, 400, 412, 425, 437, 450, 462, 475, 487, 500, 515, 530, 545, 560, 580, 600, 615, 630, 650, 670, 690, 710,
    730, 750, 775, 800, 825, 850, 875, 900, 925, 950, 975,
  ],
  '1-2-5': [10, 20, 50],
  E6: [10, 15, 22, 33, 47, 68],
  E12: [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82],
  E24: [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91],
}

/** Returns the series of so many numbers in a decade: https://en.wikipedia.org/wiki/E_series_of_preferred_numbers */
function fineSeries(numbers: number): number[] {
  const series = Array.from({ length: numbers }, (_, at) => Math.round(10 ** (2 + at / numbers)))
  return series.map((each) => (each === 919 ? 920 : each)) // as the standard has it
}

/** Returns the next preferred number above a number, or below it. */
function preferred(number: number, granularity: string, up: boolean): number {
  if (number <= 0) return 0
  if (granularity === 'POWERSOF2')
    return 2 ** (up ? Math.floor(Math.log2(number)) + 1 : Math.ceil(Math.log2(number)) - 1)
  const fine = /^E(48|96|192)$/.exec(granularity)
  const series = fine === null ? ownMember(SERIES, granularity) : fineSeries(Number(fine[1]))
  if (series === undefined) throw new CommandError(40257, `Unknown rounding granularity '${granularity}'`)
  const candidates = Array.from({ length: 40 }, (_, power) =>
    series.map((each) => (each / (series[0] ?? 1)) * 10 ** (power - 20)),
  ).flat()
  const exact = candidates.map((each) => Number(each.toPrecision(6)))
  return up ? (exact.find((each) => each > number) ?? number) : (exact.findLast((each) => each < number) ?? number)
}

/** Returns the preferred number above the last value of a bucket. */
function roundedLimit(last: Value | undefined, granularity: string): Value {
  if (!isNumber(last))
    throw new CommandError(
      40258,
      `$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value with type: ${typeOf(last)}`,
    )
  return double(preferred(toNumber(last), granularity, true))
}

/** Lets each bucket begin where the one before ends, and the first at a preferred number. */
function joinBounds(made: { min: Value; readonly max: Value }[], granularity: string): void {
  for (const [at, each] of made.entries()) {
    const before = made[at - 1]
    const min = isNumber(each.min) ? toNumber(each.min) : 0
    each.min = before === undefined ? double(preferred(min, granularity, false)) : before.max
  }
}

const countStage: StageCompiler = (operand) => {
  if (typeof operand !== 'string') throw new CommandError(40156, 'the count field must be a non-empty string')
  if (operand === '') throw new CommandError(40157, 'the count field must be a non-empty string')
  if (operand.startsWith('$')) throw new CommandError(40158, 'the count field cannot be a $-prefixed path')
  if (operand.includes('\0')) throw new CommandError(40_159, 'the count field cannot contain a null byte')
  if (operand === '_id') throw new CommandError(9_039_800, "the count field cannot be '_id'")
  if (operand.includes('.')) throw new CommandError(40160, "the count field cannot contain '.'")
  const stage: Stage = (documents) => (documents.length === 0 ? [] : [{ [operand]: documents.length }])
  return stage
}

const sortByCount: StageCompiler = (operand, context) => {
  if (typeof operand !== 'string' && !isDocument(operand))
    throw new CommandError(40149, 'the sortByCount field must be specified as a string or as an object')
  const named = typeof operand === 'string' ? operand : firstName(operand)
  if (!named.startsWith('$')) {
    throw new CommandError(
      typeof operand === 'string' ? 40148 : 40147,
      'the sortByCount field must be defined as a $-prefixed path or an expression inside an object',
    )
  }
  const evaluate = compileExpression(operand, context.environment)
  return (documents) =>
    grouped(documents, evaluate, context, spillingMemory('$group', context.environment.allowDiskUse))
      .map(({ id, documents: own }) => ({ _id: id, count: own.length }))
      .toSorted((left, right) => right.count - left.count)
}

/** Stages that make one document of several. */
export const groupStages: Readonly<Record<string, StageCompiler>> = {
  $group: group,
  $bucket: bucket,
  $bucketAuto: bucketAuto,
  $count: countStage,
  $sortByCount: sortByCount,
}
