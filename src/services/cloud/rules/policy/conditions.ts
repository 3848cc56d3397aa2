import type { ConditionContext } from './context.ts'
import { isAddressIn } from './addresses.ts'
import { expandedPattern, expandedText } from './variables.ts'
import { arnMatches, like } from './wildcards.ts'

/** One line of a `Condition` block: an operator, a key, and values, one of which must match. */
export interface Condition {
  /** The operator as the policy writes it: `StringLikeIfExists`, `ForAnyValue:StringEquals`. */
  readonly operator: string
  readonly key: string
  readonly values: readonly string[]
}

/** Compares a value of the request with a value of the policy. The context is null when the policy has no variables. */
type Comparison = (expected: string, actual: string, context: ConditionContext | null) => boolean

interface Operator {
  readonly test: Comparison
  readonly negated: boolean
}

const equals: Comparison = (expected, actual, context) => expandedText(expected, context) === actual
const equalsIgnoringCase: Comparison = (expected, actual, context) =>
  expandedText(expected, context)?.toLowerCase() === actual.toLowerCase()

const isLike: Comparison = (expected, actual, context) => {
  const pattern = expandedPattern(expected, context)
  return pattern !== null && like(pattern, actual)
}

const isArnLike: Comparison = (expected, actual, context) => {
  const pattern = expandedPattern(expected, context)
  return pattern !== null && arnMatches(pattern, actual)
}

function numeric(compare: (actual: number, expected: number) => boolean): Comparison {
  return (expected, actual) =>
    expected.trim() !== '' && actual.trim() !== '' && compare(Number(actual), Number(expected))
}

function dated(compare: (actual: number, expected: number) => boolean): Comparison {
  return (expected, actual) => compare(moment(actual), moment(expected))
}

/** Parses epoch seconds or an ISO 8601 date into epoch milliseconds. */
function moment(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) && !/^\d{4}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
}

const is = (test: Comparison): Operator => ({ test, negated: false })
const isNot = (test: Comparison): Operator => ({ test, negated: true })

/**
 * The operators by name, in lower case.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    StringEquals: is(equals),
    StringNotEquals: isNot(equals),
    StringEqualsIgnoreCase: is(equalsIgnoringCase),
    StringNotEqualsIgnoreCase: isNot(equalsIgnoringCase),
    StringLike: is(isLike),
    StringNotLike: isNot(isLike),
    NumericEquals: is(numeric((actual, expected) => actual === expected)),
    NumericNotEquals: isNot(numeric((actual, expected) => actual === expected)),
    NumericLessThan: is(numeric((actual, expected) => actual < expected)),
    NumericLessThanEquals: is(numeric((actual, expected) => actual <= expected)),
    NumericGreaterThan: is(numeric((actual, expected) => actual > expected)),
    NumericGreaterThanEquals: is(numeric((actual, expected) => actual >= expected)),
    DateEquals: is(dated((actual, expected) => actual === expected)),
    DateNotEquals: isNot(dated((actual, expected) => actual === expected)),
    DateLessThan: is(dated((actual, expected) => actual < expected)),
    DateLessThanEquals: is(dated((actual, expected) => actual <= expected)),
    DateGreaterThan: is(dated((actual, expected) => actual > expected)),
    DateGreaterThanEquals: is(dated((actual, expected) => actual >= expected)),
    Bool: is((expected, actual) => expected.toLowerCase() === actual.toLowerCase()),
    BinaryEquals: is((expected, actual) => expected === actual),
    IpAddress: is((expected, actual) => isAddressIn(actual, expected)),
    NotIpAddress: isNot((expected, actual) => isAddressIn(actual, expected)),
    ArnEquals: is(isArnLike),
    ArnLike: is(isArnLike),
    ArnNotEquals: isNot(isArnLike),
    ArnNotLike: isNot(isArnLike),
  }).map(([name, operator]) => [name.toLowerCase(), operator]),
)

interface ParsedOperator {
  readonly name: string
  readonly quantifier: 'all' | 'any' | null
  readonly ifExists: boolean
}

function parseOperator(operator: string): ParsedOperator {
  const [, set, rest = operator] = /^(?:(ForAllValues|ForAnyValue):)?(.*)$/i.exec(operator) ?? []
  const ifExists = /IfExists$/i.test(rest)
  return {
    name: (ifExists ? rest.slice(0, -'IfExists'.length) : rest).toLowerCase(),
    quantifier: set === undefined ? null : set.toLowerCase() === 'forallvalues' ? 'all' : 'any',
    ifExists,
  }
}

/** Returns whether an operator of this name exists. */
export function isOperator(operator: string): boolean {
  const { name, ifExists } = parseOperator(operator)
  return OPERATORS.has(name) || (name === 'null' && !ifExists)
}

/**
 * Returns whether a condition holds. A key that is missing from the request satisfies only negated operators, those
 * with `IfExists`, and `ForAllValues`.
 *
 * @param variables false when the policy's version has no policy variables
 */
export function conditionHolds(
  { operator, key, values }: Condition,
  context: ConditionContext,
  variables: boolean,
): boolean {
  const { name, quantifier, ifExists } = parseOperator(operator)
  const actual = context.get(key.toLowerCase())
  if (name === 'null') return values.some((value) => (value.toLowerCase() === 'true') === (actual === undefined))
  const found = OPERATORS.get(name)
  if (found === undefined) return false
  const { test, negated } = found
  if (actual === undefined || actual.length === 0)
    return ifExists || quantifier === 'all' || (negated && quantifier === null)
  const scope = variables ? context : null
  const matches = (each: string): boolean => values.some((expected) => test(expected, each, scope)) !== negated
  if (quantifier === 'all') return actual.every(matches)
  if (quantifier === 'any') return actual.some(matches)
  return negated ? actual.every(matches) : actual.some(matches)
}
