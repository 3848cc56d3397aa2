import { CommandError } from '#docdb/errors/command-error.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { typeOf, type Value } from '#docdb/values/value.ts'
import { isNullish, operator, unary, variadic, type Operator, type OperatorContext } from './evaluate.ts'
import { isTruthy } from './truth.ts'

function arrayOf(value: Value, code: number, message: string): readonly Value[] {
  if (!Array.isArray(value)) throw new CommandError(code, `${message}${typeOf(value)}`)
  return value
}

function keysOf(values: readonly Value[], { environment }: OperatorContext): Map<string, Value> {
  const found = new Map<string, Value>()
  for (const each of values) {
    const key = keyString(each, environment.collation?.key)
    if (!found.has(key)) found.set(key, each)
  }
  return found
}

const union = variadic((values, context) => {
  if (values.some(isNullish)) return null
  const all = values.flatMap((each) =>
    arrayOf(each ?? null, 17043, 'All operands of $setUnion must be arrays. One argument is of type: '),
  )
  return [...keysOf(all, context)].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
})

const intersection = variadic((values, context) => {
  if (values.some(isNullish)) return null
  const [first = [], ...others] = values.map((each) =>
    arrayOf(each ?? null, 17047, 'All operands of $setIntersection must be arrays. One argument is of type: '),
  )
  const keys = others.map((each) => keysOf(each, context))
  return [...keysOf(first, context)]
    .filter(([key]) => keys.every((each) => each.has(key)))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, each]) => each)
})

const difference = operator(2, 2, ([left, right], context) => {
  if (isNullish(left) || isNullish(right)) return null
  const first = arrayOf(left, 17048, 'both operands of $setDifference must be arrays. First argument is of type: ')
  const second = keysOf(
    arrayOf(right, 17049, 'both operands of $setDifference must be arrays. Second argument is of type: '),
    context,
  )
  return [...keysOf(first, context)].filter(([key]) => !second.has(key)).map(([, each]) => each)
})

const equals = operator(2, Infinity, (values, context) => {
  const sets = values.map((each) =>
    keysOf(
      arrayOf(each ?? null, 17044, 'All operands of $setEquals must be arrays. One argument is of type: '),
      context,
    ),
  )
  const [first, ...others] = sets
  return others.every((each) => each.size === first?.size && [...each.keys()].every((key) => first.has(key)))
})

const isSubset = operator(2, 2, ([left, right], context) => {
  const first = arrayOf(
    left ?? null,
    17046,
    'both operands of $setIsSubset must be arrays. First argument is of type: ',
  )
  const second = keysOf(
    arrayOf(right ?? null, 17042, 'both operands of $setIsSubset must be arrays. Second argument is of type: '),
    context,
  )
  return [...keysOf(first, context).keys()].every((key) => second.has(key))
})

/** Set operators: arrays without regard to order and repetition. */
export const sets: Readonly<Record<string, Operator>> = {
  $setUnion: union,
  $setIntersection: intersection,
  $setDifference: difference,
  $setEquals: equals,
  $setIsSubset: isSubset,
  $allElementsTrue: unary((value) =>
    arrayOf(value ?? null, 17040, "$allElementsTrue's argument must be an array, but is ").every(isTruthy),
  ),
  $anyElementTrue: unary((value) =>
    arrayOf(value ?? null, 17041, "$anyElementTrue's argument must be an array, but is ").some(isTruthy),
  ),
}
