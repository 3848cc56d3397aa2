import { compileExpression } from '#docdb/expression/compile.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { StringOrder } from '#docdb/values/compare.ts'
import { show } from '#docdb/values/show.ts'
import {
  BSONRegExp,
  Code,
  firstName,
  isDocument,
  isNumber,
  toNumber,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { geoTest } from './geo.ts'
import { jsonSchema } from './json-schema.ts'
import {
  bits,
  comparison,
  equalTo,
  exists,
  inList,
  matching,
  ofSize,
  ofType,
  operatorsOf,
  regexTest,
  remainder,
  type LeafTest,
} from './operators.ts'
import { someAt, type Path } from './path.ts'
import type { Environment, Predicate } from './predicate.ts'
import { readTextOperand } from './text-operand.ts'

function bad(message: string): CommandError {
  return new CommandError('BadValue', message)
}

/**
 * Compiles a filter. https://www.mongodb.com/docs/manual/reference/operator/query/
 *
 * @throws CommandError in the server's words for a filter that is none.
 */
export function compileQuery(filter: Document, environment: Environment): Predicate {
  let only: Predicate | null = null
  let tests: Predicate[] | null = null
  for (const name in filter) {
    const condition = filter[name] as Value // its own field
    const test = name.startsWith('$') ? topLevel(name, condition, environment) : field(name, condition, environment)
    // Most filters have one condition.
    if (tests !== null) tests.push(test)
    else if (only === null) only = test
    else tests = [only, test]
  }
  return only !== null && tests === null ? only : all(tests ?? [])
}

function all(tests: readonly Predicate[]): Predicate {
  const [first, second] = tests
  if (first === undefined) return () => true
  if (second === undefined) return first
  return (document, variables) => {
    for (const test of tests) if (!test(document, variables)) return false
    return true
  }
}

function topLevel(name: string, operand: Value, environment: Environment): Predicate {
  switch (name) {
    case '$and':
      return all(clauses(name, operand, environment))
    case '$or': {
      const tests = clauses(name, operand, environment)
      return (document, variables) => tests.some((test) => test(document, variables))
    }
    case '$nor': {
      const tests = clauses(name, operand, environment)
      return (document, variables) => !tests.some((test) => test(document, variables))
    }
    case '$expr': {
      const evaluate = compileExpression(operand, environment)
      return (document, variables) => isTruthy(evaluate(document, { ...environment.variables, ...variables }))
    }
    case '$jsonSchema':
      return jsonSchema(operand)
    case '$text':
      return textPredicate(operand, environment)
    case '$comment':
    case '$alwaysTrue':
      return () => true
    case '$alwaysFalse':
      return () => false
    case '$sampleRate': {
      const rate = isNumber(operand) ? toNumber(operand) : Number.NaN
      if (!(rate >= 0 && rate <= 1)) throw bad('numeric argument to $sampleRate must be in [0, 1]')
      return () => environment.random() < rate
    }
    case '$where':
      return wherePredicate(operand, environment)
    default:
      throw bad(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      )
  }
}

function wherePredicate(operand: Value, { scripts }: Environment): Predicate {
  if (scripts === undefined) throw bad('$where is not allowed in this context')
  const isScript = typeof operand === 'string' || (operand instanceof Code && operand.scope === null)
  if (!isScript) throw bad('$where got bad type')
  const run = scripts.compile(operand)
  return (document) => run(document, []).isTrue
}

function textPredicate(operand: Value, { text }: Environment): Predicate {
  if (!isDocument(operand)) throw bad('$text expects an object')
  readTextOperand(operand)
  if (text === undefined) throw new CommandError('IndexNotFound', 'text index required for $text query')
  const search = text(operand)
  return (document) => search.score(document) > 0
}

function clauses(name: string, operand: Value, environment: Environment): Predicate[] {
  if (!Array.isArray(operand)) throw bad(`${name} must be an array`)
  if (operand.length === 0) throw bad('$and/$or/$nor must be a nonempty array')
  return operand.map((each) => {
    if (!isDocument(each)) throw bad('$or/$and/$nor entries need to be full objects')
    return compileQuery(each, environment)
  })
}

function field(name: string, condition: Value, environment: Environment): Predicate {
  const path = name.split('.')
  const order = environment.collation?.order
  const operators = operatorsOf(condition)
  if (operators === null) return leaf(path, matching(condition, order))
  return conditions(path, operators, environment)
}

function leaf(path: Path, { mode, test }: LeafTest): Predicate {
  return (document) => someAt(document, path, mode, test)
}

/** The conditions on one path: `{ $gt: 1, $lt: 5 }`. Each may hold for another element of an array. */
function conditions(path: Path, operators: Document, environment: Environment): Predicate {
  const entries = Object.entries(operators)
  return all(entries.map(([name, operand]) => condition(path, name, operand, operators, environment)))
}

function condition(path: Path, name: string, operand: Value, operators: Document, environment: Environment): Predicate {
  const order = environment.collation?.order
  const simple = leafOperator(name, operand, operators, order)
  if (simple !== null) return leaf(path, simple)
  switch (name) {
    case '$ne':
      if (operand instanceof BSONRegExp) throw bad("Can't have regex as arg to $ne.")
      return not(leaf(path, equalTo(operand, order)))
    case '$nin':
      if (!Array.isArray(operand)) throw bad('$nin needs an array')
      return not(leaf(path, inList(operand, order)))
    case '$exists': {
      const present = leaf(path, exists())
      return isTruthy(operand) ? present : not(present)
    }
    case '$not':
      return not(negated(path, operand, environment))
    case '$all':
      return allOf(path, operand, environment)
    case '$elemMatch':
      return leaf(path, elementTest(operand, environment))
    case '$options':
      if (!('$regex' in operators)) throw bad('$options needs a $regex')
      return () => true
    case '$comment':
    case '$maxDistance':
    case '$minDistance':
    case '$uniqueDocs':
      return () => true
    case '$geoWithin':
    case '$within':
    case '$geoIntersects':
    case '$near':
    case '$nearSphere':
    case '$geoNear':
      return leaf(path, geoTest(name, operand, operators, environment.time))
    default:
      throw bad(`unknown operator: ${name}`)
  }
}

function leafOperator(
  name: string,
  operand: Value,
  operators: Document,
  order: StringOrder | undefined,
): LeafTest | null {
  switch (name) {
    case '$eq':
      return equalTo(operand, order)
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (operand instanceof BSONRegExp) throw bad(`Can't have RegEx as arg to predicate over field '${name}'.`)
      return comparison(name, operand, order)
    case '$in':
      return inList(operand, order)
    case '$regex':
      return regexOperator(operand, operators['$options'])
    case '$type':
      return ofType(operand)
    case '$size':
      return ofSize(operand)
    case '$mod':
      return remainder(operand)
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return bits(name, operand)
    default:
      return null
  }
}

function regexOperator(operand: Value, options: Value | undefined): LeafTest {
  if (options !== undefined && typeof options !== 'string') throw bad('$options has to be a string')
  if (options?.includes('\0') === true)
    throw bad('Regular expression options string cannot contain an embedded null byte')
  if (operand instanceof BSONRegExp) {
    if (options !== undefined && operand.options !== '')
      throw new CommandError(51074, 'options set in both $regex and $options')
    return regexTest(operand.pattern, options ?? operand.options)
  }
  if (typeof operand !== 'string') throw bad('$regex has to be a string')
  if (operand.includes('\0')) throw bad('Regular expression cannot contain an embedded null byte')
  return regexTest(operand, options ?? '')
}

function not(test: Predicate): Predicate {
  return (document, variables) => !test(document, variables)
}

function negated(path: Path, operand: Value, environment: Environment): Predicate {
  if (operand instanceof BSONRegExp) return leaf(path, regexTest(operand.pattern, operand.options))
  const operators = operatorsOf(operand)
  if (operators === null) {
    if (isDocument(operand) && Object.keys(operand).length > 0) {
      throw bad(`unknown operator: ${Object.keys(operand)[0] ?? ''}`)
    }
    throw bad(isDocument(operand) ? '$not cannot be empty' : '$not needs a regex or a document')
  }
  return conditions(path, operators, environment)
}

/** The operators that a condition on a field may begin with. */
const OPERATORS_OF_FIELDS: ReadonlySet<string> = new Set(
  'all bitsAllClear bitsAllSet bitsAnyClear bitsAnySet elemMatch eq exists geoIntersects geoNear geoWithin gt gte in lt lte maxDistance minDistance mod ne near nearSphere nin not options regex size type within'
    .split(' ')
    .map((name) => `$${name}`),
)

function allOf(path: Path, operand: Value, environment: Environment): Predicate {
  if (!Array.isArray(operand)) throw bad('$all needs an array')
  if (operand.length === 0) return () => false
  const isElemMatch = (each: Value | undefined): each is Document =>
    isDocument(each) && Object.keys(each)[0] === '$elemMatch'
  const isOfElements = isElemMatch(operand[0])
  return all(
    operand.map((each) => {
      if (isOfElements) {
        if (!isElemMatch(each)) throw bad('$all/$elemMatch has to be consistent')
        return leaf(path, elementTest(each['$elemMatch'] ?? null, environment))
      }
      // A name that is no operator is that of a field.
      if (isDocument(each) && OPERATORS_OF_FIELDS.has(firstName(each))) throw bad('no $ expressions in $all')
      return leaf(path, matching(each, environment.collation?.order))
    }),
  )
}

/**
 * Returns the test of one element of an array, as `$elemMatch` and `$pull` have it. To conditions on fields, a list
 * within the array is a document whose fields are its positions.
 */
export function elementPredicate(operand: Document, environment: Environment): (element: Value) => boolean {
  const operators = operatorsOf(operand)
  const isAboutValues =
    operators !== null && !['$and', '$or', '$nor', '$expr', '$jsonSchema'].includes(Object.keys(operand)[0] ?? '')
  if (isAboutValues) {
    const test = conditions([], operators, environment)
    // A path without parts leads to the value itself.
    return (element) => test(element as Document, environment.variables)
  }
  const test = all(
    Object.entries(operand).map(([name, condition]) =>
      // The members of a DBRef are fields here, as the server has it; at the top of a filter they are refused.
      name.startsWith('$') && !/^\$(?:ref|id|db)$/.test(name)
        ? topLevel(name, condition, environment)
        : field(name, condition, environment),
    ),
  )
  return (element) => {
    const fields = Array.isArray(element) ? { ...element } : element
    return isDocument(fields) && test(fields, environment.variables)
  }
}

/** Refuses `$expr` where a filter is about a part of the document, in its clauses too. */
function refuseExpr(filter: Document): void {
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$expr') throw bad('$expr can only be applied to the top-level document')
    if (name === '$and' || name === '$or' || name === '$nor')
      for (const each of Array.isArray(operand) ? operand.filter(isDocument) : []) refuseExpr(each)
  }
}

function elementTest(operand: Value, environment: Environment): LeafTest {
  if (!isDocument(operand)) throw bad(`$elemMatch needs an Object, not ${show(operand)}`)
  refuseExpr(operand)
  const test = elementPredicate(operand, environment)
  return { mode: 'whole', test: (value) => Array.isArray(value) && value.some(test) }
}
