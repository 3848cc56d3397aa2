import { elementPredicate } from '#docdb/query/compile.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { operatorsOf } from '#docdb/query/operators.ts'
import { readSort, sorted } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { combine, integerOf, isDouble, wholeNumber } from '#docdb/values/number.ts'
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
  const verb = name === '$inc' ? 'increment' : 'multiply'
  return (target, operand, { id }) => {
    const field = target.path.split('.').at(-1) ?? ''
    if (!isNumber(operand)) {
      throw new CommandError(
        'TypeMismatch',
        `Cannot ${verb} with non-numeric argument: {${target.path}: ${show(operand)}}`,
      )
    }
    const before = target.get()
    if (before === undefined) {
      target.set(name === '$inc' ? operand : (combine('multiply', operand, 0) ?? 0))
      return
    }
    if (!isNumber(before)) {
      throw new CommandError(
        'TypeMismatch',
        `Cannot apply ${name} to a value of non-numeric type. {_id: ${show(id)}} has the field '${field}' of non-numeric type ${typeOf(before)}`,
      )
    }
    const result = combine(name === '$inc' ? 'add' : 'multiply', before, operand)
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
  const type = isDocument(operand) ? operand['$type'] : operand === true || operand === false ? 'date' : undefined
  if (type !== 'date' && type !== 'timestamp') {
    throw bad(
      isDocument(operand)
        ? `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}`
        : `${typeOf(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    )
  }
  target.set(type === 'date' ? new Date(now) : timestamp)
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

const PUSH_MODIFIERS = ['$each', '$slice', '$sort', '$position']

const push: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$push') ?? []
  const modifiers = isDocument(operand) && '$each' in operand ? operand : null
  const unknown = Object.keys(modifiers ?? {}).find((name) => !PUSH_MODIFIERS.includes(name))
  if (unknown !== undefined) throw bad(`Unrecognized clause in $push: ${unknown}`)
  const added = modifiers === null ? [operand] : modifiers['$each']
  if (!Array.isArray(added))
    throw bad(`The argument to $each in $push must be an array but it was of type: ${typeOf(added)}`)
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
  if (operand === undefined) return undefined
  const whole = isNumber(operand) ? wholeNumber(operand) : null
  if (whole === null) throw bad(`The value for ${name} must be an integer value but was given type: ${typeOf(operand)}`)
  return Number(whole)
}

function sortedElements(array: Value[], sort: Value, { environment }: UpdateContext): Value[] {
  const order = environment.collation?.order
  if (isNumber(sort)) {
    const sign = toNumber(sort)
    if (sign !== 1 && sign !== -1) throw bad('The $sort element value must be either 1 or -1')
    return array.toSorted((left, right) => sign * compareValues(left, right, order))
  }
  if (!isDocument(sort))
    throw bad('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields')
  return sorted(array as Document[], readSort(sort), order)
}

/** Returns a text for each value; equal values have equal texts. */
function keysOf(values: readonly Value[], { environment }: UpdateContext): Set<string> {
  return new Set(values.map((each) => keyString(each, environment.collation?.key)))
}

const addToSet: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$addToSet') ?? []
  const isEach = isDocument(operand) && '$each' in operand
  const added = isEach ? operand['$each'] : [operand]
  if (!Array.isArray(added))
    throw new CommandError(
      'TypeMismatch',
      `The argument to $each in $addToSet must be an array but it was of type ${typeOf(added)}`,
    )
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
  const sign = isNumber(operand) ? toNumber(operand) : Number.NaN
  if (sign !== 1 && sign !== -1)
    throw new CommandError('FailedToParse', `$pop expects 1 or -1, found: ${show(operand)}`)
  const before = target.get()
  if (before === undefined) return
  if (!Array.isArray(before)) {
    throw new CommandError(
      'TypeMismatch',
      `Path '${target.path}' contains an element of non-array type '${typeOf(before)}'`,
    )
  }
  target.set(sign === 1 ? before.slice(0, -1) : before.slice(1))
}

const pull: UpdateOperator = (target, operand, context) => {
  const array = arrayAt(target, context, '$pull')
  if (array === undefined) return
  const { environment } = context
  const test =
    isDocument(operand) || operatorsOf(operand) !== null
      ? elementPredicate(operand as Document, environment) // a document
      : elementPredicate({ $eq: operand }, environment)
  const byRegex = typeOf(operand) === 'regex' ? elementPredicate({ $regex: operand }, environment) : test
  target.set(array.filter((each) => !byRegex(each)))
}

const pullAll: UpdateOperator = (target, operand, context) => {
  if (!Array.isArray(operand)) throw bad('$pullAll requires an array argument but was given a ' + typeOf(operand))
  const array = arrayAt(target, context, '$pullAll')
  if (array === undefined) return
  const keys = keysOf(operand, context)
  target.set(array.filter((each) => !keys.has(keyString(each, context.environment.collation?.key))))
}

const bit: UpdateOperator = (target, operand) => {
  if (!isDocument(operand))
    throw bad(
      `The $bit modifier is not compatible with a ${typeOf(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    )
  const before = target.get() ?? 0
  if (!isNumber(before) || isDouble(before) || before instanceof Decimal128) {
    throw bad(
      `Cannot apply $bit to a value of non-integral type.${target.path} has the value of non-integer type ${typeOf(before)}`,
    )
  }
  let result = integerOf(before)
  let isLong = typeof before === 'bigint'
  for (const [name, mask] of Object.entries(operand)) {
    if (!isNumber(mask) || isDouble(mask) || mask instanceof Decimal128)
      throw bad(`The $bit modifier field must be an Integer(32/64 bit); a '${typeOf(mask)}' is not supported here`)
    isLong ||= typeof mask === 'bigint'
    if (name === 'and') result &= integerOf(mask)
    else if (name === 'or') result |= integerOf(mask)
    else if (name === 'xor') result ^= integerOf(mask)
    else throw bad(`The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator`)
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
