import { isTruthy } from '#docdb/expression/truth.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { operatorsOf } from '#docdb/query/operators.ts'
import { isSameCollation, type Collation } from '#docdb/values/collation.ts'
import { areEqual, compareValues, typeOrder } from '#docdb/values/compare.ts'
import { isNaNValue } from '#docdb/values/number.ts'
import { BSONRegExp, isDocument, isNumber, type Document, type Value } from '#docdb/values/value.ts'
import { PLAIN_ENVIRONMENT, type IndexShape } from './index-shape.ts'

/** One condition of a filter on one field, by its operator. */
interface Condition {
  readonly field: string
  readonly operator: string
  readonly operand: Value
}

/** Returns whether a document that fulfils one condition fulfils another of the same field. */
type Entails = (own: Condition, wanted: Condition) => boolean

/**
 * Returns whether every document that a filter matches is in a partial index, as far as the server sees that: by the
 * conditions of `$and` and `$or`, equal values, ranges within ranges, and existence.
 * https://www.mongodb.com/docs/manual/core/index-partial/#query-coverage
 */
export function impliesIndex(filter: Document, { spec, collation: own }: IndexShape, used?: Collation): boolean {
  const partial = spec['partialFilterExpression']
  if (!isDocument(partial)) return true
  const isSame = isSameCollation(own, used)
  return impliesFilter(filter, partial, (has, wanted) => {
    // Strings that are equal to the query may not be equal to the index.
    if (!isSame && (mayHoldStrings(has.operand) || mayHoldStrings(wanted.operand))) return false
    return entails(has, wanted, own)
  })
}

function impliesFilter(filter: Document, wanted: Document, by: Entails): boolean {
  return Object.entries(wanted).every(([field, condition]) => {
    if (field === '$and') return clausesOf(condition).every((each) => impliesFilter(filter, each, by))
    if (field === '$or') return clausesOf(condition).some((each) => impliesFilter(filter, each, by))
    return conditionsOf(field, condition).every((each) => impliesCondition(filter, each, by))
  })
}

function impliesCondition(filter: Document, wanted: Condition, by: Entails): boolean {
  return Object.entries(filter).some(([field, condition]) => {
    const clauses = clausesOf(condition)
    if (field === '$and') return clauses.some((each) => impliesCondition(each, wanted, by))
    if (field === '$or') return clauses.length > 0 && clauses.every((each) => impliesCondition(each, wanted, by))
    return field === wanted.field && conditionsOf(field, condition).some((each) => by(each, wanted))
  })
}

function clausesOf(value: Value): Document[] {
  return Array.isArray(value) ? value.filter((each) => isDocument(each)) : []
}

function conditionsOf(field: string, condition: Value): Condition[] {
  const operators = operatorsOf(condition)
  if (operators === null) return [{ field, operator: '$eq', operand: condition }]
  return Object.entries(operators).map(([operator, operand]) => ({ field, operator, operand }))
}

const RANGES: ReadonlySet<string> = new Set(['$lt', '$lte', '$gt', '$gte'])

/** The conditions beside comparisons that no document without the field fulfils. */
const OF_PRESENT: ReadonlySet<string> = new Set(['$type', '$regex', '$mod', '$elemMatch', '$size'])

function entails(own: Condition, wanted: Condition, collation: Collation | undefined): boolean {
  if (own.operator === wanted.operator && areEqual(own.operand, wanted.operand)) return true
  if (own.operator === '$eq') return isValueWithin(own.operand, wanted, collation)
  if (own.operator === '$in')
    return Array.isArray(own.operand) && own.operand.every((each) => isValueWithin(each, wanted, collation))
  if (wanted.operator === '$exists') {
    const isPresent = OF_PRESENT.has(own.operator) || (RANGES.has(own.operator) && own.operand !== null)
    return isPresent && isTruthy(wanted.operand)
  }
  return isRangeWithin(own, wanted, collation)
}

/** Returns whether a condition holds for a value that a field, or one of its elements, is equal to. */
function isValueWithin(value: Value, { operator, operand }: Condition, collation: Collation | undefined): boolean {
  // A missing field is equal to null, an element to an array, and a pattern is no value.
  if (value === null || Array.isArray(value) || value instanceof BSONRegExp) return false
  return compileQuery({ value: { [operator]: operand } }, { ...PLAIN_ENVIRONMENT, collation })({ value }, {})
}

function isRangeWithin(own: Condition, wanted: Condition, collation: Collation | undefined): boolean {
  if (!RANGES.has(own.operator) || !RANGES.has(wanted.operator)) return false
  const isBelow = own.operator.startsWith('$lt')
  if (isBelow !== wanted.operator.startsWith('$lt')) return false
  if (typeOrder(own.operand) !== typeOrder(wanted.operand)) return false
  if (isNaNOf(own.operand) || isNaNOf(wanted.operand)) return false
  const order = compareValues(own.operand, wanted.operand, collation?.order)
  if (order === 0) return !own.operator.endsWith('e') || wanted.operator.endsWith('e')
  return isBelow ? order < 0 : order > 0
}

function isNaNOf(value: Value): boolean {
  return isNumber(value) && isNaNValue(value)
}

function mayHoldStrings(value: Value): boolean {
  return typeof value === 'string' || Array.isArray(value) || isDocument(value)
}
