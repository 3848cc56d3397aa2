import { isTruthy } from '#docdb/expression/truth.ts'
import { fieldOf, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { compileQuery, elementPredicate } from './compile.ts'
import { operatorsOf } from './operators.ts'
import { positionOf } from './path.ts'
import type { Environment } from './predicate.ts'

/** Returns the position that one condition of a filter has found in an array of a document; -1 for none. */
type Finder = (document: Document) => number

/** A condition with what decides when it is asked. */
interface Condition {
  /** The place of its kind in {@link ORDER}. */
  readonly rank: number
  readonly path: string
  readonly find: Finder
}

/**
 * Conditions of a filter in the order in which the server asks them, by kind; the last one that has found an element
 * decides. Kinds that are not listed, such as `$ne` and `$not`, find no element.
 */
const ORDER =
  '$or $elemMatch $size $eq $lte $lt $gt $gte $regex $mod $exists $in $bits $type $geoWithin $geoIntersects'.split(' ')

/** The kinds that ask for an array as a whole: they find an element of the arrays above it only. */
const OF_WHOLE_VALUES = ['$size', '$exists']

/**
 * Compiles a search for the position that the positional operator `$` stands for: that of the element that a filter has
 * matched, in whichever array of the document; -1 where it has matched no element.
 * https://www.mongodb.com/docs/manual/reference/operator/projection/positional/
 */
export function compilePosition(filter: Document, environment: Environment): Finder {
  const lastFirst = conditionsOf(filter, environment)
    .toSorted((left, right) => left.rank - right.rank || (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
    .toReversed()
  return (document) => {
    for (const { find } of lastFirst) {
      const at = find(document)
      if (at >= 0) return at
    }
    return -1
  }
}

function conditionsOf(filter: Document, environment: Environment): Condition[] {
  return Object.entries(filter).flatMap(([name, condition]): Condition[] => {
    if (name === '$and' && Array.isArray(condition))
      return condition.flatMap((each) => (isDocument(each) ? conditionsOf(each, environment) : []))
    if (name === '$or' && Array.isArray(condition)) return [oneOf(condition, environment)]
    return name.startsWith('$') ? [] : fieldConditions(name, condition, environment)
  })
}

/** The first branch that matches decides. */
function oneOf(branches: readonly Value[], environment: Environment): Condition {
  const compiled = branches
    .filter(isDocument)
    .map((each) => ({ matches: compileQuery(each, environment), find: compilePosition(each, environment) }))
  const find: Finder = (document) =>
    compiled.find(({ matches }) => matches(document, environment.variables))?.find(document) ?? -1
  return { rank: 0, path: '', find }
}

function fieldConditions(path: string, condition: Value, environment: Environment): Condition[] {
  const operators = operatorsOf(condition)
  if (operators === null) return [leaf(path, '$eq', condition, environment)]
  return Object.entries(operators).flatMap(([name, operand]): Condition[] => {
    if (name === '$all' && Array.isArray(operand))
      return operand.flatMap((each) => fieldConditions(path, each, environment))
    const kind = name.startsWith('$bits') ? '$bits' : name
    if (!ORDER.includes(kind) || (name === '$exists' && !isTruthy(operand))) return []
    const { $options } = operators
    const alone = name === '$regex' && $options !== undefined ? { $regex: operand, $options } : { [name]: operand }
    return [leaf(path, kind, alone, environment)]
  })
}

function leaf(path: string, kind: string, condition: Value, environment: Environment): Condition {
  const parts = path.split('.')
  const last = OF_WHOLE_VALUES.includes(kind) ? () => false : elementTest(condition, environment)
  const rests = parts.map((_part, at) =>
    at === parts.length - 1
      ? last
      : documentTest(compileQuery({ [parts.slice(at + 1).join('.')]: condition }, environment), environment),
  )
  return { rank: ORDER.indexOf(kind), path, find: (document) => firstElement(document, parts, rests) }
}

type ElementTest = (element: Value) => boolean

function documentTest(test: ReturnType<typeof compileQuery>, environment: Environment): ElementTest {
  return (element) => isDocument(element) && test(element, environment.variables)
}

function elementTest(condition: Value, environment: Environment): ElementTest {
  const operators = operatorsOf(condition)
  if (operators !== null && isDocument(operators['$elemMatch']))
    return elementPredicate(operators['$elemMatch'], environment)
  if (operators !== null) return elementPredicate(operators, environment)
  const test = compileQuery({ element: condition }, environment)
  return (element) => test({ element }, environment.variables)
}

/**
 * Returns the position of the first element that matches in the first array on a path. An element that the path names
 * by its position is not one that the filter has found.
 */
function firstElement(document: Document, path: readonly string[], tests: readonly ElementTest[]): number {
  let at: Value | undefined = document
  for (let index = 0; index < path.length; index++) {
    at = isDocument(at) ? fieldOf(at, path[index] ?? '') : undefined
    while (Array.isArray(at)) {
      const test = tests[index]
      const found = at.findIndex((element) => test?.(element))
      const position = positionOf(path[index + 1] ?? '')
      if (found >= 0 || position < 0) return found
      at = at[position]
      index += 1
    }
  }
  return -1
}
