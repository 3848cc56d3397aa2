import { isTruthy } from '#docdb/expression/truth.ts'
import { areEqual, compareBytewise, compareValues } from '#docdb/values/compare.ts'
import { BSONRegExp, isDocument, TYPE_NUMBERS, type Document, type Value } from '#docdb/values/value.ts'
import { operatorsOf, typesOf } from './operators.ts'

/** The order in which the server puts the conditions of a filter; those that are not here come last. */
const ORDER = [
  '$and',
  '$or',
  '$elemMatch',
  '$size',
  '$eq',
  '$lte',
  '$lt',
  '$gt',
  '$gte',
  '$regex',
  '$mod',
  '$exists',
  '$in',
  '$bitsAllSet',
  '$bitsAllClear',
  '$bitsAnySet',
  '$bitsAnyClear',
  '$not',
  '$nor',
  '$type',
]

/** One condition of a filter as plans show it: `{ total: { $gt: 10 } }`, or `{ $or: […] }`. */
export type ParsedCondition = Document

/**
 * Returns a filter as plans show it: each condition by its operator, in the order of the server.
 * https://www.mongodb.com/docs/manual/reference/explain-results/#mongodb-data-explain.queryPlanner.parsedQuery
 */
export function parsedFilter(filter: Document): Document {
  return joined(parsedConditions(filter))
}

/** Returns conditions that hold together as one filter. */
export function joined(conditions: readonly ParsedCondition[]): Document {
  const [only] = conditions
  return conditions.length > 1 ? { $and: [...conditions] } : (only ?? {})
}

/** Returns the conditions of a filter, which hold together, as plans show them. */
export function parsedConditions(filter: Document): ParsedCondition[] {
  const conditions = Object.entries(filter).flatMap(([name, condition]) =>
    name.startsWith('$') ? parsedClause(name, condition) : parsedField(name, condition),
  )
  return conditions.toSorted((left, right) => {
    const [first, second] = [kindOf(left), kindOf(right)]
    return first.rank - second.rank || compareBytewise(first.path, second.path)
  })
}

function kindOf(condition: ParsedCondition): { readonly rank: number; readonly path: string } {
  const [[name, operand] = ['', null]] = Object.entries(condition)
  const operator = name.startsWith('$') ? name : (Object.keys(isDocument(operand) ? operand : {})[0] ?? '')
  const rank = ORDER.indexOf(operator)
  return { rank: rank < 0 ? ORDER.length : rank, path: name.startsWith('$') ? '' : name }
}

function parsedClause(name: string, clause: Value): ParsedCondition[] {
  if (name === '$comment') return []
  if (!Array.isArray(clause)) return [{ [name]: clause }]
  const filters = clause.filter(isDocument)
  if (name === '$and') return filters.flatMap(parsedConditions)
  const parsed = filters.map(parsedFilter)
  if (name !== '$or') return [{ [name]: parsed }]
  const [only] = parsed
  if (only !== undefined && parsed.length === 1) return filters.flatMap(parsedConditions)
  return [asList(parsed) ?? { $or: parsed }]
}

/** Returns equalities of one field as one list; null for other conditions. */
function asList(parsed: readonly ParsedCondition[]): ParsedCondition | null {
  const equalities = parsed.flatMap((each) => {
    const [[name, condition] = ['', null], ...others] = Object.entries(each)
    const value = isDocument(condition) ? condition['$eq'] : undefined
    return others.length > 0 || value === undefined ? [] : [{ name, value }]
  })
  const [first] = equalities
  const isOfOne = equalities.length === parsed.length && equalities.every(({ name }) => name === first?.name)
  return first === undefined || !isOfOne ? null : { [first.name]: listOf(equalities.map(({ value }) => value)) }
}

function parsedField(name: string, condition: Value): ParsedCondition[] {
  const operators = operatorsOf(condition)
  if (operators === null) return [{ [name]: equality(condition) }]
  const { $options: options, ...others } = operators
  return Object.entries(others).flatMap(([operator, operand]) =>
    parsedOperator(operator, operand, options).map((each) => ({ [name]: each })),
  )
}

/** Returns the condition of a value without an operator, where a regular expression is a pattern. */
function equality(value: Value): Document {
  return value instanceof BSONRegExp ? pattern(value.pattern, value.options) : { $eq: value }
}

function pattern(source: Value, options: Value): Document {
  return { $regex: source, ...(options === '' ? {} : { $options: options }) }
}

/** Returns an operator as plans show it: by several ones where it stands for them. */
function parsedOperator(operator: string, operand: Value, options: Value = ''): Document[] {
  switch (operator) {
    case '$ne':
      return [{ $not: { $eq: operand } }]
    case '$in':
      return [Array.isArray(operand) ? listOf(operand) : { $in: operand }]
    case '$nin':
      return [{ $not: Array.isArray(operand) ? listOf(operand) : { $in: operand } }]
    case '$exists':
      return [isTruthy(operand) ? { $exists: true } : { $not: { $exists: true } }]
    case '$regex':
      return [
        operand instanceof BSONRegExp
          ? pattern(operand.pattern, options === '' ? operand.options : options)
          : pattern(operand, options),
      ]
    case '$not':
      return [{ $not: negated(operand) }]
    case '$all':
      return Array.isArray(operand) && operand.every((each) => operatorsOf(each) === null)
        ? operand.map(equality)
        : [{ $all: operand }]
    case '$elemMatch':
      return [{ $elemMatch: elementCondition(operand) }]
    case '$type':
      return [{ $type: shownTypes(operand) }]
    default:
      return [{ [operator]: operand }]
  }
}

function negated(operand: Value): Document {
  if (operand instanceof BSONRegExp) return pattern(operand.pattern, operand.options)
  const { $options: options, ...others } = isDocument(operand) ? operand : {}
  return Object.assign({}, ...Object.entries(others).flatMap(([name, each]) => parsedOperator(name, each, options)))
}

function elementCondition(operand: Value): Value {
  if (!isDocument(operand)) return operand
  const operators = operatorsOf(operand)
  if (operators === null) return parsedFilter(operand)
  const { $options: options, ...others } = operators
  return Object.assign({}, ...Object.entries(others).flatMap(([name, each]) => parsedOperator(name, each, options)))
}

/** Returns the condition of a list: its values once each, in order; that of the value where there is one only. */
function listOf(values: readonly Value[]): Document {
  const sorted = values.toSorted((left, right) => compareValues(left, right))
  const different = sorted.filter((each, at) => at === 0 || !areEqual(each, sorted[at - 1]))
  const [only] = different
  return only !== undefined && different.length === 1 ? equality(only) : { $in: different }
}

function shownTypes(operand: Value): Value[] {
  const all = Array.isArray(operand) ? operand : [operand]
  return all.flatMap((each): Value[] =>
    each === 'number' ? ['number'] : [...typesOf(each)].map((type) => TYPE_NUMBERS[type]),
  )
}
