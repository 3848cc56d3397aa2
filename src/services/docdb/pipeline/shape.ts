import { binding, compileExpression } from '#docdb/expression/compile.ts'
import { readSort, sorted } from '#docdb/expression/sort-order.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { nearClause } from '#docdb/query/near.ts'
import { compileProjection } from '#docdb/query/projection.ts'
import { refuseSortMemory, stageMemory } from '#docdb/query/memory.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { wholeNumber, wholeOf } from '#docdb/values/number.ts'
import {
  copyOf,
  fieldOf,
  isDocument,
  isNumber,
  setField,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { targetAt } from '#docdb/update/target.ts'
import { checkedFieldPath, type Path } from '#docdb/query/path.ts'
import { documentIn, type PipelineContext, type Stage, type StageCompiler } from './context.ts'

function variablesOf(context: PipelineContext, document: Document) {
  return { ...context.environment.variables, ROOT: document }
}

/** Refuses a filter whose result is in the order of distance, which only a find can give. */
export function refuseInPipeline(filter: Document): void {
  if (hasWhere(filter)) throw new CommandError('BadValue', '$where is not allowed in this context')
  if (nearClause(filter) === null) return
  throw new CommandError(
    5626500,
    '$geoNear, $near, and $nearSphere are not allowed in this context, as these operators require sorting geospatial data. If you do not need sort, consider using $geoWithin instead. Check out https://dochub.mongodb.org/core/near-sort-operation and https://dochub.mongodb.org/core/nearSphere-sort-operation for more details.',
  )
}

function hasWhere(filter: Document): boolean {
  if (Object.hasOwn(filter, '$where')) return true
  return ['$and', '$or', '$nor'].some((name) => {
    const clauses = filter[name]
    return Array.isArray(clauses) && clauses.some((each) => isDocument(each) && hasWhere(each))
  })
}

/** Says which stage a specification is wrong for. */
function inStage<T>(stage: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(error.code, `Invalid ${stage} :: caused by :: ${error.message}`, error.extra)
  }
}

const match: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw new CommandError(15_959, 'the match filter must be an expression in an object')
  const filter = operand
  refuseInPipeline(filter)
  const test = compileQuery(filter, context.environment)
  const { time, variables } = context.environment
  return (documents) =>
    documents.filter((each) => {
      time?.step()
      return test(each, variables)
    })
}

function projecting(use: '$project' | '$addFields', stage: string = use): StageCompiler {
  return (operand, context) => {
    const spec = documentIn(stage, operand, use === '$project' ? 15969 : 40272)
    if (use === '$project' && Object.keys(spec).length === 0) {
      throw new CommandError(
        51272,
        'Invalid $project :: caused by :: projection specification must have at least one field',
      )
    }
    if (use === '$addFields' && Object.keys(spec).length === 0)
      throw new CommandError(40177, `Invalid ${stage} :: caused by :: specification must have at least one field`)
    const project = inStage(stage, () => compileProjection(spec, use, context.environment))
    return (documents) => {
      const memory = stageMemory(stage)
      return documents.map((each) => {
        context.environment.time?.step()
        const made = project(each, variablesOf(context, each))
        memory.addMade(made)
        return made
      })
    }
  }
}

const unset: StageCompiler = (operand, context) => {
  const must = '$unset specification must be a string or an array'
  if (!Array.isArray(operand) && typeof operand !== 'string') throw new CommandError(31002, must)
  const names = Array.isArray(operand) ? operand : [operand]
  if (names.length === 0) throw new CommandError(31119, `${must} with at least one field`)
  if (!names.every((each) => typeof each === 'string'))
    throw new CommandError(31120, `${must} containing only string values`)
  const read = new Set<string>()
  for (const name of names) {
    if (read.has(name)) throw new CommandError(31250, `Invalid $unset :: caused by :: Path collision at ${name}`)
    read.add(name)
  }
  const spec = Object.fromEntries(names.map((name) => [name, 0]))
  return projecting('$project', '$unset')(spec, context)
}

const sort: StageCompiler = (operand, context) => {
  const parts = readSort(documentIn('$sort', operand, 15973), context.environment.meta)
  if (parts.length === 0) throw new CommandError(15976, '$sort stage must have at least one sort key')
  const { collation, time, allowDiskUse } = context.environment
  return (documents) => {
    const ordered = sorted(documents, parts, collation?.order, time)
    refuseSortMemory(ordered, allowDiskUse, context.taken)
    return ordered
  }
}

/** Reads the number of a stage: a whole number from 0. */
function count(stage: string, operand: Value, code: number): number {
  const number = isNumber(operand) ? wholeNumber(operand) : null
  const problem = !isNumber(operand)
    ? 'Expected a number in'
    : number === null
      ? 'Expected an integer'
      : number < 0n
        ? 'Expected a non-negative number in'
        : null
  if (problem !== null)
    throw new CommandError(code, `invalid argument to ${stage} stage: ${problem}: ${stage}: ${show(operand)}`)
  return Number(number)
}

/** The bytes that are counted for each document that `$unwind` makes. */
const COPY = 56

/** An `$unwind` as its operand says it. */
interface Unwind {
  readonly path: string
  readonly indexField: string | undefined
  readonly keepsEmpty: boolean
}

function readUnwind(operand: Value): Unwind {
  if (typeof operand !== 'string' && !isDocument(operand))
    throw new CommandError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeOf(operand)}`,
    )
  const spec: Document = isDocument(operand) ? operand : { path: operand }
  for (const [name, value] of Object.entries(spec)) checkUnwindOption(name, value)
  const { path = '', includeArrayIndex } = spec as Record<string, string | undefined> // checked above
  if (path === '') throw new CommandError(28812, 'no path specified to $unwind stage')
  if (!path.startsWith('$'))
    throw new CommandError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`)
  if (includeArrayIndex !== undefined) checkedFieldPath(includeArrayIndex)
  return { path, indexField: includeArrayIndex, keepsEmpty: spec['preserveNullAndEmptyArrays'] === true }
}

function checkUnwindOption(name: string, value: Value): void {
  const wrong = (code: number, expected: string): CommandError =>
    new CommandError(code, `expected a ${expected} option to $unwind stage, got ${typeOf(value)}`)
  if (name === 'path') {
    if (typeof value !== 'string')
      throw new CommandError(28808, `expected a string as the path for $unwind stage, got ${typeOf(value)}`)
  } else if (name === 'preserveNullAndEmptyArrays') {
    if (typeof value !== 'boolean') throw wrong(28809, 'boolean for the preserveNullAndEmptyArrays')
  } else if (name === 'includeArrayIndex') {
    if (typeof value !== 'string' || value === '') throw wrong(28810, 'non-empty string for the includeArrayIndex ')
    if (value.startsWith('$'))
      throw new CommandError(
        28822,
        `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${value}`,
      )
  } else throw new CommandError(28811, `unrecognized option to $unwind stage: ${name}`)
}

const unwind: StageCompiler = (operand, { environment: { time } }) => {
  const { path, indexField, keepsEmpty } = readUnwind(operand)
  const parts = checkedFieldPath(path.slice(1))
  return (documents) => {
    const memory = stageMemory('$unwind')
    return documents.flatMap((document): Document[] => {
      const value = straightValue(document, parts)
      const withIndex = (made: Document, at: number | null): Document => {
        if (typeof indexField !== 'string') return made
        const copy = copyOf(made)
        targetAt(copy, indexField.split('.')).set(at === null ? null : BigInt(at))
        return copy
      }
      if (!Array.isArray(value)) {
        if (value === undefined || value === null) return keepsEmpty ? [withIndex(document, null)] : []
        return [withIndex(document, null)]
      }
      if (value.length === 0) return keepsEmpty ? [withIndex(without(document, parts), null)] : []
      return value.map((each, at) => {
        time?.step()
        const made = withIndex(replaced(document, parts, each), at)
        memory.addMade(made, COPY)
        return made
      })
    })
  }
}

/** Returns the value at a path that leads through documents only. */
function straightValue(document: Document, path: Path): Value | undefined {
  let value: Value | undefined = document
  for (const part of path) value = isDocument(value) ? fieldOf(value, part) : undefined
  return value
}

/** Returns a document with another value at a path. */
function replaced(document: Document, [name = '', ...rest]: Path, value: Value): Document {
  const copy = copyOf(document)
  const inner = fieldOf(document, name)
  setField(copy, name, rest.length === 0 || !isDocument(inner) ? value : replaced(inner, rest, value))
  return copy
}

function without(document: Document, [name = '', ...rest]: Path): Document {
  const copy = copyOf(document)
  const inner = fieldOf(document, name)
  if (rest.length === 0) delete copy[name]
  else if (isDocument(inner)) setField(copy, name, without(inner, rest))
  return copy
}

function replacingRoot(specOf: (operand: Value) => Value): StageCompiler {
  return (operand, context) => {
    const evaluate = compileExpression(specOf(operand), context.environment)
    return (documents) => {
      const memory = stageMemory('$replaceRoot')
      return documents.map((each): Document => {
        const root = evaluate(each, variablesOf(context, each))
        if (isDocument(root)) {
          memory.addMade(root)
          return root
        }
        throw new CommandError(
          40228,
          `'newRoot' expression must evaluate to an object, but resulting value was: ${show(root)}. Type of resulting value: '${root === undefined ? 'missing' : typeOf(root)}'. Input document: ${show(each)}`,
        )
      })
    }
  }
}

/** Returns documents by the instance's own chance. */
const sample: StageCompiler = (operand, { environment }) => {
  if (!isDocument(operand)) throw new CommandError(28745, 'the $sample stage specification must be an object')
  for (const [name, value] of Object.entries(operand)) {
    if (name !== 'size') throw new CommandError(28748, `unrecognized option to $sample: ${name}`)
    if (!isNumber(value)) throw new CommandError(28746, 'size argument to $sample must be a number')
  }
  const { size } = operand
  if (!isNumber(size)) throw new CommandError(28749, '$sample stage must specify a size')
  const number = wholeOf(size)
  if (number <= 0) throw new CommandError(28747, 'size argument to $sample must be a positive integer')
  return (documents) => {
    const candidates = [...documents]
    const taken: Document[] = []
    while (taken.length < Number(number) && candidates.length > 0) {
      const at = Math.min(candidates.length - 1, Math.floor(environment.random() * candidates.length))
      for (const each of candidates.splice(at, 1)) taken.push(each)
    }
    return taken
  }
}

const redact: StageCompiler = (operand, context) => {
  const marks = { DESCEND: 'descend', PRUNE: 'prune', KEEP: 'keep' }
  const evaluate = compileExpression(operand, binding(context.environment, Object.keys(marks)))
  const apply = (document: Document, root: Document): Document | null => {
    const decision = evaluate(document, { ...variablesOf(context, root), ...marks })
    if (decision === 'prune') return null
    if (decision === 'keep') return document
    if (decision !== 'descend') {
      throw new CommandError(
        17053,
        `$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned ${show(decision)}`,
      )
    }
    const made: Document = {}
    for (const [name, value] of Object.entries(document)) {
      const result = through(value, root)
      if (result !== null) setField(made, name, result.value)
    }
    return made
  }
  const through = (value: Value, root: Document): { value: Value } | null => {
    if (Array.isArray(value)) {
      return {
        value: value.flatMap((each) => {
          const result = through(each, root)
          return result === null ? [] : [result.value]
        }),
      }
    }
    if (!isDocument(value)) return { value }
    const result = apply(value, root)
    return result === null ? null : { value: result }
  }
  return (documents) =>
    documents.flatMap((each): Document[] => {
      const result = apply(each, each)
      return result === null ? [] : [result]
    })
}

/** Stages that take and give documents one by one, or change their number and order. */
export const shapeStages: Readonly<Record<string, StageCompiler>> = {
  $match: match,
  $project: projecting('$project'),
  $addFields: projecting('$addFields'),
  $set: projecting('$addFields', '$set'),
  $unset: unset,
  $sort: sort,
  $limit: (operand): Stage => {
    const number = count('$limit', operand, 5_107_201)
    if (number === 0) throw new CommandError(15_958, 'the limit must be positive')
    return (documents) => documents.slice(0, number)
  },
  $skip: (operand): Stage => {
    const number = count('$skip', operand, 5_107_200)
    return (documents) => documents.slice(number)
  },
  $unwind: unwind,
  $replaceRoot: replacingRoot((operand) => documentIn('$replaceRoot', operand, 40229)['newRoot'] ?? null),
  $replaceWith: replacingRoot((operand) => operand),
  $sample: sample,
  $redact: redact,
  $_internalInhibitOptimization: (): Stage => (documents) => documents,
}
