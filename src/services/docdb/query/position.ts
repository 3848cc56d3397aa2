import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { compileQuery, elementPredicate } from './compile.ts'
import { operatorsOf } from './operators.ts'
import { valueAt, type Path } from './path.ts'
import type { Environment } from './predicate.ts'

type ElementTest = (element: Value) => boolean

/**
 * Returns the position of the element of an array that a filter has matched, for the positional operator `$`; -1 when
 * the filter says nothing about the array.
 */
export function matchedPosition(document: Document, array: Path, filter: Document, environment: Environment): number {
  const elements = valueAt(document, array)
  if (!Array.isArray(elements)) return -1
  const tests = elementTests(array.join('.'), filter, environment)
  if (tests.length === 0) return -1
  const ofAll = elements.findIndex((each) => tests.every((test) => test(each)))
  // Where each condition holds for another element, the last condition decides.
  return ofAll >= 0 ? ofAll : elements.findIndex((each) => tests.at(-1)?.(each))
}

function elementTests(array: string, filter: Document, environment: Environment): ElementTest[] {
  return Object.entries(filter).flatMap(([name, condition]): ElementTest[] => {
    if ((name === '$and' || name === '$or') && Array.isArray(condition)) {
      return condition.flatMap((each) => (isDocument(each) ? elementTests(array, each, environment) : []))
    }
    if (name === array) return conditionTests(condition, environment)
    if (!name.startsWith(`${array}.`)) return []
    const test = compileQuery({ [name.slice(array.length + 1)]: condition }, environment)
    return [(element) => isDocument(element) && test(element, environment.variables)]
  })
}

/** Operators that hold for an array as a whole, and so match no element. */
const NEGATIONS = ['$ne', '$nin', '$not']

function conditionTests(condition: Value, environment: Environment): ElementTest[] {
  if (isDocument(condition) && isDocument(condition['$elemMatch'])) {
    return [elementPredicate(condition['$elemMatch'], environment)]
  }
  const operators = operatorsOf(condition)
  if (operators !== null) {
    const positive = Object.entries(operators).filter(([name]) => !NEGATIONS.includes(name))
    return positive.length === 0 ? [] : [elementPredicate(Object.fromEntries(positive), environment)]
  }
  const test = compileQuery({ element: condition }, environment)
  return [(element) => test({ element }, environment.variables)]
}
