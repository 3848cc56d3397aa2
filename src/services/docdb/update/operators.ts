import { elementPredicate } from '#docdb/query/compile.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { operatorsOf } from '#docdb/query/operators.ts'
import { readSort, sorted } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { combine, integerOf, isDouble, type Numeric } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import type { Timestamp } from '#docdb/values/value.ts'
import { Decimal128, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { changeable, type Target } from './target.ts'

/** The input of an update operator beside its place. */
interface UpdateContext {
  readonly environment: Environment
  /** Epoch milliseconds. */
  readonly now: number
  /** The time of the operation. */
  readonly timestamp: Timestamp
  readonly id: Value | undefined
}

/** Changes one place of a document. */
export type UpdateOperator = (target: Target, operand: Value, context: UpdateContext) => void

function bad(message: string): CommandError {
  return new CommandError('BadValue', message)
}

function arithmetic(name: '$inc' | '$mul'): UpdateOperator {
  return (target, operand, { id }) => {
    const field = target.path.split('.').at(-1) ?? ''
    const number = operand as Numeric // checked with the update
    const before = target.get()
    if (before === undefined) {
      target.set(name === '$inc' ? number : (combine('multiply', number, 0) ?? 0))
      return
    }
    if (!isNumber(before)) {
      throw new CommandError(
        'TypeMismatch',
        `Cannot apply ${name} to a value of non-numeric type. {_id: ${show(id)}} has the field '${field}' of non-numeric type ${typeOf(before)}`,
      )
    }
    const result = combine(name === '$inc' ? 'add' : 'multiply', before, number)
    if (result === null) {
      throw bad(
        `Failed to apply ${name} operations to current value ((NumberLong)${String(before)}) for document {_id: ${show(id)}}`,
      )
    }
    target.set(result)
  }
}

function extreme(sign: 1 | -1): UpdateOperator {
  return (target, operand, { environment }) => {
    const before = target.get()
    if (before === undefined || sign * compareValues(operand, before, environment.collation?.order) > 0)
      target.set(operand)
  }
}

const currentDate: UpdateOperator = (target, operand, { now, timestamp }) => {
  target.set(isDocument(operand) && operand['$type'] === 'timestamp' ? timestamp : new Date(now))
}

function arrayAt(target: Target, context: UpdateContext, what: string): Value[] | undefined {
  const before = target.get()
  if (before === undefined) return undefined
  if (!Array.isArray(before)) {
    const field = target.path.split('.').at(-1) ?? ''
    throw bad(
      what === '$push'
        ? `The field '${target.path}' must be an array but is of type ${typeOf(before)} in document {_id: ${show(context.id)}}`
        : what === '$addToSet'
          ? `Cannot apply $addToSet to non-array field. Field named '${field}' has non-array type ${typeOf(before)}`
          : `Cannot apply ${what} to a non-array value`,
    )
  }
  return before
}

const push: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$push') ?? []
  const modifiers = isDocument(operand) && '$each' in operand ? operand : null
  const added = modifiers === null ? [operand] : (modifiers['$each'] as Value[]) // checked with the update
  const position = wholeIn(modifiers, '$position')
  const start =
    position === undefined
      ? array.length
      : position < 0
        ? Math.max(0, array.length + position)
        : Math.min(position, array.length)
  let result = array.slice(0, start).concat(added.map(changeable), array.slice(start))
  const sort = modifiers?.['$sort']
  if (sort !== undefined) result = sortedElements(result, sort, context)
  const slice = wholeIn(modifiers, '$slice')
  if (slice !== undefined) result = slice >= 0 ? result.slice(0, slice) : result.slice(slice)
  target.set(result)
}

function wholeIn(modifiers: Document | null, name: string): number | undefined {
  const operand = modifiers?.[name]
  return operand === undefined ? undefined : toNumber(operand as Numeric) // checked with the update
}

function sortedElements(array: Value[], sort: Value, { environment }: UpdateContext): Value[] {
  const order = environment.collation?.order
  if (isDocument(sort)) return sorted(array as Document[], readSort(sort), order)
  const sign = toNumber(sort as Numeric) // checked with the update
  return array.toSorted((left, right) => sign * compareValues(left, right, order))
}

/** Returns a text for each value; equal values have equal texts. */
function keysOf(values: readonly Value[], { environment }: UpdateContext): Set<string> {
  return new Set(values.map((each) => keyString(each, environment.collation?.key)))
}

const addToSet: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$addToSet') ?? []
  const isEach = isDocument(operand) && Object.keys(operand)[0] === '$each'
  const added = isEach ? (operand['$each'] as Value[]) : [operand] // checked with the update
  const result = [...array]
  const keys = keysOf(array, context)
  for (const each of added) {
    const key = keyString(each, context.environment.collation?.key)
    if (!keys.has(key)) result.push(changeable(each))
    keys.add(key)
  }
  target.set(result)
}

const pop: UpdateOperator = (target, operand) => {
  target.requireViable()
  const before = target.get()
  if (before === undefined) return
  if (!Array.isArray(before)) {
    throw new CommandError(
      'TypeMismatch',
      `Path '${target.path}' contains an element of non-array type '${typeOf(before)}'`,
    )
  }
  target.set(toNumber(operand as Numeric) === 1 ? before.slice(0, -1) : before.slice(1))
}

const pull: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$pull')
  if (array === undefined) return
  const test = pulledBy(operand, context)
  target.set(array.filter((each) => !test(each)))
}

/** Returns whether `$pull` removes an element: by equality, by a condition on it, or by one on its fields. */
function pulledBy(operand: Value, context: UpdateContext): (element: Value) => boolean {
  const { environment } = context
  if (typeOf(operand) === 'regex') return elementPredicate({ $regex: operand }, environment)
  if (isDocument(operand)) {
    const test = elementPredicate(operand, environment)
    return operatorsOf(operand) === null ? (element) => isDocument(element) && test(element) : test
  }
  const keys = keysOf([operand], context)
  return (element) => keys.has(keyString(element, environment.collation?.key))
}

const pullAll: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$pullAll')
  if (array === undefined) return
  const keys = keysOf(operand as Value[], context) // checked with the update
  target.set(array.filter((each) => !keys.has(keyString(each, context.environment.collation?.key))))
}

const bit: UpdateOperator = (target, operand, { id }) => {
  const found = target.get()
  const before = found === undefined ? 0 : found
  if (!isNumber(before) || isDouble(before) || before instanceof Decimal128) {
    const field = target.path.split('.').at(-1) ?? ''
    throw bad(
      `Cannot apply $bit to a value of non-integral type._id: ${show(id)} has the field ${field} of non-integer type ${typeOf(before)}`,
    )
  }
  let result = integerOf(before)
  let isLong = typeof before === 'bigint'
  for (const [name, mask] of Object.entries(operand as Record<string, number | bigint>)) {
    // checked with the update
    isLong ||= typeof mask === 'bigint'
    if (name === 'and') result &= integerOf(mask)
    else if (name === 'or') result |= integerOf(mask)
    else result ^= integerOf(mask)
  }
  target.set(isLong ? result : Number(result))
}

/** The update operators. https://www.mongodb.com/docs/manual/reference/operator/update/ */
export const UPDATE_OPERATORS: Readonly<Record<string, UpdateOperator>> = {
  $set: (target, operand) => target.set(changeable(operand)),
  $unset: (target) => target.remove(),
  $inc: arithmetic('$inc'),
  $mul: arithmetic('$mul'),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
  $bit: bit,
}
