import { compilePosition } from '#docdb/query/position.ts'
import { valueAt } from '#docdb/query/path.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { isDocument, setField, typeOf, type Document, type Timestamp, type Value } from '#docdb/values/value.ts'
import { checkOperand } from './operand.ts'
import { UPDATE_OPERATORS } from './operators.ts'
import { checkConflicts, checkIdentifiers, checkPath, comparePaths, expandPath, readArrayFilters } from './paths.ts'
import { changeable, targetAt } from './target.ts'

/** The settings of an update. */
export interface UpdateOptions {
  readonly environment: Environment
  readonly filter: Document
  readonly arrayFilters?: Value | undefined
  /** Epoch milliseconds. */
  readonly now: number
  readonly timestamp: Timestamp
  /** Compiles the stages of an update that is a pipeline; returns how a document looks after them. */
  readonly pipeline: (stages: readonly Value[]) => (document: Document) => Document
}

/** A compiled update. */
export interface Update {
  /** True for a document that replaces the whole one. */
  readonly isReplacement: boolean
  /** Returns the document after the update; the given one stays as it is. */
  apply(document: Document, isInsert: boolean): Document
}

/** One operator on one path. */
interface Change {
  readonly operator: string
  readonly path: readonly string[]
  readonly operand: Value
}

/**
 * Compiles an update: operators, a replacement, or a pipeline.
 *
 * @throws CommandError in the server's words for an update that is none.
 */
export function compileUpdate(update: Value, options: UpdateOptions): Update {
  if (Array.isArray(update)) {
    // The server's own spelling.
    if (options.arrayFilters !== undefined)
      throw new CommandError('FailedToParse', 'arrayFilters may not be specified for pipeline-syle updates')
    const change = options.pipeline(update)
    return { isReplacement: false, apply: (document) => withSameId(document, change(document)) }
  }
  if (!isDocument(update))
    throw new CommandError('FailedToParse', 'Update argument must be either an object or an array')
  const names = Object.keys(update)
  if (names[0]?.startsWith('$') !== true) return replacement(update)
  const changes = names.flatMap((name) => changesOf(name, update[name] ?? null))
  checkChanges(changes, options.environment)
  const filters = readArrayFilters(options.arrayFilters, options.environment)
  for (const { path } of changes) checkIdentifiers(path, filters)
  checkUnused(filters.keys(), changes, update)
  const isPositional = changes.some(({ path }) => path.includes('$'))
  const matched = isPositional ? compilePosition(options.filter, options.environment) : () => -1
  const ordered = [...changes].sort((left, right) => comparePaths(placeOf(left), placeOf(right)))
  return {
    isReplacement: false,
    apply: (document, isInsert) => {
      if (!isInsert) refuseDollarFields(changes)
      const made = changeable(document)
      const context = { ...options, id: document['_id'] }
      const applied: string[] = []
      for (const { operator, path, operand } of ordered) {
        if (operator === '$setOnInsert' && !isInsert) continue
        if (operator === '$rename') {
          rename(made, path, textOfAny(operand).split('.'))
          continue
        }
        const apply = UPDATE_OPERATORS[operator === '$setOnInsert' ? '$set' : operator]
        const paths = expandPath(made, path, filters, () => (isInsert ? -1 : matched(document)))
        for (const each of paths) {
          applied.push(each.join('.'))
          apply?.(targetAt(made, each), operand, context)
        }
      }
      checkConflicts(applied)
      return withSameId(document, made, true)
    },
  }
}

/** Refuses operands that their operators cannot have, and paths within each other, in the order of their reading. */
function checkChanges(changes: readonly Change[], environment: Environment): void {
  const paths: string[] = []
  for (const change of changes) {
    const path = change.path.join('.')
    if (change.operator === '$rename') paths.push(path)
    try {
      checkOperand(change.operator, path, change.operand, environment)
    } catch (error) {
      checkConflicts(paths)
      throw error
    }
    paths.push(placeOf(change).join('.'))
  }
  checkConflicts(paths)
}

/** Returns the path that a change writes, by which the server orders changes. */
function placeOf({ operator, path, operand }: Change): readonly string[] {
  return operator === '$rename' ? textOfAny(operand).split('.') : path
}

/**
 * Refuses to give a document that is stored a field at its top whose name begins with `$`. An upsert may, as an insert.
 * https://www.mongodb.com/docs/manual/core/dot-dollar-considerations/dollar-prefix/
 */
function refuseDollarFields(changes: readonly Change[]): void {
  for (const change of changes) {
    const path = placeOf(change)
    const [top = ''] = path
    if (!/^\$(?!(?:ref|id|db)?$|\[)/.test(top)) continue
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${top}' in '${path.join('.')}' is not valid for storage.`,
    )
  }
}

/** Refuses array filters whose identifiers no path of an update has. */
function checkUnused(identifiers: Iterable<string>, changes: readonly Change[], update: Document): void {
  const used = new Set(
    changes.flatMap(({ path }) => path.filter((part) => /^\$\[.+\]$/.test(part)).map((part) => part.slice(2, -1))),
  )
  for (const name of identifiers) {
    if (used.has(name)) continue
    throw new CommandError(
      'FailedToParse',
      `The array filter for identifier '${name}' was not used in the update ${show(update)}`,
    )
  }
}

function replacement(update: Document): Update {
  const dollar = Object.keys(update).find((name) => name.startsWith('$'))
  const requireStorable = (isInsert: boolean): void => {
    if (dollar === undefined || isInsert) return
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    )
  }
  return {
    isReplacement: true,
    apply: (document, isInsert) => {
      requireStorable(isInsert)
      const id = Object.hasOwn(update, '_id') ? update['_id'] : document['_id']
      const made: Document = id === undefined ? {} : { _id: id }
      for (const [name, value] of Object.entries(update)) if (name !== '_id') setField(made, name, value)
      return withSameId(document, made)
    },
  }
}

const CHANGES_ID = "Performing an update on the path '_id' would modify the immutable field '_id'"

/** Refuses a change of the field `_id`, and puts it first. `byOperators` is true for an update that names fields. */
function withSameId(before: Document, after: Document, byOperators = false): Document {
  const [old, changed] = [before['_id'], after['_id']]
  if (old !== undefined && (changed === undefined || !areEqual(old, changed) || typeOf(old) !== typeOf(changed))) {
    if (changed === undefined) {
      return { _id: old, ...after }
    }
    throw new CommandError(
      'ImmutableField',
      byOperators
        ? CHANGES_ID
        : `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(changed)}`,
    )
  }
  return after
}

function changesOf(operator: string, operand: Value): Change[] {
  if (!Object.hasOwn(UPDATE_OPERATORS, operator) && operator !== '$setOnInsert' && operator !== '$rename') {
    throw new CommandError(
      'FailedToParse',
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  }
  if (!isDocument(operand)) {
    throw new CommandError(
      'FailedToParse',
      `Modifiers operate on fields but we found type ${typeOf(operand)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${show(operand)}}`,
    )
  }
  return Object.entries(operand).flatMap(([name, value]): Change[] => {
    const path = checkPath(name)
    if (path[0] === '_id' && ['$unset', '$rename'].includes(operator)) {
      throw new CommandError('ImmutableField', CHANGES_ID)
    }
    if (operator !== '$rename') return [{ operator, path, operand: value }]
    if (typeof value !== 'string')
      throw new CommandError('BadValue', `The 'to' field for $rename must be a string: ${name}: ${show(value)}`)
    checkPath(value)
    return [{ operator, path, operand: value }]
  })
}

function rename(document: Document, from: readonly string[], to: readonly string[]): void {
  const source = targetAt(document, from)
  source.requireViable()
  const value = source.get()
  if (value === undefined) return
  refuseArrays(document, from, 'source')
  refuseArrays(document, to, 'destination')
  if (to[0] === '_id' && document['_id'] !== undefined) throw new CommandError('ImmutableField', CHANGES_ID)
  targetAt(document, to).set(value)
  source.remove()
}

/** Refuses a path of `$rename` that leads through an array. */
function refuseArrays(document: Document, path: readonly string[], place: 'source' | 'destination'): void {
  for (let length = path.length - 1; length > 0; length--) {
    if (!Array.isArray(valueAt(document, path.slice(0, length)))) continue
    throw new CommandError(
      'BadValue',
      `The ${place} field cannot be an array element, '${path.join('.')}' in doc with _id: ${show(document['_id'])} has an array field called '${path[length - 1] ?? ''}'`,
    )
  }
}

/** Returns the document that an upsert begins with: the values that the filter demands. */
export function upsertBase(filter: Document): Document {
  const made: Document = {}
  const seen: string[] = []
  const collect = (conditions: Document): void => {
    for (const [name, condition] of Object.entries(conditions)) {
      if (name === '$and' && Array.isArray(condition)) {
        for (const each of condition) if (isDocument(each)) collect(each)
      } else if (name === '$or' && Array.isArray(condition) && condition.length === 1 && isDocument(condition[0])) {
        collect(condition[0])
      } else if (!name.startsWith('$')) {
        const value = demanded(condition)
        if (value === undefined) continue
        for (const other of seen) refuseSamePath(other, name)
        seen.push(name)
        targetAt(made, name.split('.')).set(changeable(value))
      }
    }
  }
  collect(filter)
  return made
}

/** Refuses two conditions of a filter that would set one field of a new document. */
function refuseSamePath(first: string, second: string): void {
  if (first === second)
    throw new CommandError('NotSingleValueField', `cannot infer query fields to set, path '${first}' is matched twice`)
  if (first.startsWith(`${second}.`) || second.startsWith(`${first}.`))
    throw new CommandError(
      'NotSingleValueField',
      `cannot infer query fields to set, both paths '${first}' and '${second}' are matched`,
    )
}

function demanded(condition: Value): Value | undefined {
  if (!isDocument(condition)) return typeOf(condition) === 'regex' ? undefined : condition
  const names = Object.keys(condition)
  if (names[0]?.startsWith('$') !== true) return condition
  if ('$eq' in condition) return condition['$eq']
  const list = condition['$in'] ?? condition['$all']
  return Array.isArray(list) && list.length === 1 && typeOf(list[0]) !== 'regex' ? list[0] : undefined
}
