import type { ConditionContext } from './context.ts'
import { isAddressIn } from './addresses.ts'
import { expandedPattern, expandedText } from './variables.ts'
import { arnMatches, like } from './wildcards.ts'

/** One line of a `Condition` block: an operator, a key, and values of which one must match. */
export interface Condition {
  /** As written: `StringLikeIfExists`, `ForAnyValue:StringEquals`. */
  readonly operator: string
  readonly key: string
  readonly values: readonly string[]
}

/** Compares a value of the request with a value of the policy. The context is null when the policy has no variables. */
type Test = (wanted: string, given: string, context: ConditionContext | null) => boolean

interface Operator {
  readonly test: Test
  readonly negated: boolean
}

const equals: Test = (wanted, given, context) => expandedText(wanted, context) === given
const equalsIgnoringCase: Test = (wanted, given, context) =>
  expandedText(wanted, context)?.toLowerCase() === given.toLowerCase()

const isLike: Test = (wanted, given, context) => {
  const pattern = expandedPattern(wanted, context)
  return pattern !== null && like(pattern, given)
}

const isArnLike: Test = (wanted, given, context) => {
  const pattern = expandedPattern(wanted, context)
  return pattern !== null && arnMatches(pattern, given)
}

function numeric(compare: (given: number, wanted: number) => boolean): Test {
  return (wanted, given) => wanted.trim() !== '' && given.trim() !== '' && compare(Number(given), Number(wanted))
}

function dated(compare: (given: number, wanted: number) => boolean): Test {
  return (wanted, given) => compare(moment(given), moment(wanted))
}

/** Parses epoch seconds or an ISO 8601 date into epoch milliseconds. */
function moment(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) && !/^\d{4}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
}

const is = (test: Test): Operator => ({ test, negated: false })
const isNot = (test: Test): Operator => ({ test, negated: true })

/** The operators by name, in lower case. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    StringEquals: is(equals),
    StringNotEquals: isNot(equals),
    StringEqualsIgnoreCase: is(equalsIgnoringCase),
    StringNotEqualsIgnoreCase: isNot(equalsIgnoringCase),
    StringLike: is(isLike),
    StringNotLike: isNot(isLike),
    NumericEquals: is(numeric((given, wanted) => given === wanted)),
    NumericNotEquals: isNot(numeric((given, wanted) => given === wanted)),
    NumericLessThan: is(numeric((given, wanted) => given < wanted)),
    NumericLessThanEquals: is(numeric((given, wanted) => given <= wanted)),
    NumericGreaterThan: is(numeric((given, wanted) => given > wanted)),
    NumericGreaterThanEquals: is(numeric((given, wanted) => given >= wanted)),
    DateEquals: is(dated((given, wanted) => given === wanted)),
    DateNotEquals: isNot(dated((given, wanted) => given === wanted)),
    DateLessThan: is(dated((given, wanted) => given < wanted)),
    DateLessThanEquals: is(dated((given, wanted) => given <= wanted)),
    DateGreaterThan: is(dated((given, wanted) => given > wanted)),
    DateGreaterThanEquals: is(dated((given, wanted) => given >= wanted)),
    Bool: is((wanted, given) => wanted.toLowerCase() === given.toLowerCase()),
    BinaryEquals: is((wanted, given) => wanted === given),
    IpAddress: is((wanted, given) => isAddressIn(given, wanted)),
    NotIpAddress: isNot((wanted, given) => isAddressIn(given, wanted)),
    ArnEquals: is(isArnLike),
    ArnLike: is(isArnLike),
    ArnNotEquals: isNot(isArnLike),
    ArnNotLike: isNot(isArnLike),
  }).map(([name, operator]) => [name.toLowerCase(), operator]),
)

interface Parsed {
  readonly name: string
  readonly quantifier: 'all' | 'any' | null
  readonly ifExists: boolean
}

function parsed(operator: string): Parsed {
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
  const { name, ifExists } = parsed(operator)
  return OPERATORS.has(name) || (name === 'null' && !ifExists)
}

/**
 * Returns whether a condition holds. A key that is missing from the request satisfies only negated operators, those
 * with `IfExists`, and `ForAllValues`.
 *
 * @param variables false when the policy's version has no policy variables
 */
export function isMet({ operator, key, values }: Condition, context: ConditionContext, variables: boolean): boolean {
  const { name, quantifier, ifExists } = parsed(operator)
  const given = context.get(key.toLowerCase())
  if (name === 'null') return values.some((value) => (value.toLowerCase() === 'true') === (given === undefined))
  const found = OPERATORS.get(name)
  if (found === undefined) return false
  const { test, negated } = found
  if (given === undefined || given.length === 0)
    return ifExists || quantifier === 'all' || (negated && quantifier === null)
  const scope = variables ? context : null
  const fits = (each: string): boolean => values.some((wanted) => test(wanted, each, scope)) !== negated
  if (quantifier === 'all') return given.every(fits)
  if (quantifier === 'any') return given.some(fits)
  return negated ? given.every(fits) : given.some(fits)
}
