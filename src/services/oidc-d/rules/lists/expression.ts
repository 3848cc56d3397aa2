import { Tokens, type Lexicon, type Token } from '#core/text/tokens.ts'
import { invalidSearch } from '#oidc-d/errors.ts'

// The expression language of `filter` and `search`: that of SCIM
// (https://datatracker.ietf.org/doc/html/rfc7644#section-3.4.2.2), in the vendor's form:
// https://developer.okta.com/docs/api/#filter

const OPERATORS = ['eq', 'ne', 'sw', 'co', 'ew', 'gt', 'ge', 'lt', 'le'] as const

/** An operator that compares an attribute with a value. */
export type Operator = (typeof OPERATORS)[number]

/** The value in a comparison. */
type Value = string | number | boolean | null

/** The tree of an expression. */
export type Expression =
  | { readonly kind: 'compared'; readonly attribute: string; readonly operator: Operator; readonly value: Value }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly inner: Expression }

type Word = Token<'text' | 'bracket' | 'word'>

const LEXICON: Lexicon<Word['kind']> = {
  kinds: { text: /"(?:[^"\\]|\\.)*"/, bracket: /[()]/, word: /[^\s()"]+/ },
  unreadable: (source, at) => invalidSearch(`${source}: a string is not closed: ${source.slice(at).trim()}`),
  tooComplex: () => invalidSearch('the expression is too complex: it is nested too deeply or has too many parts'),
}

/**
 * Parses an expression: `and` binds tighter than `or`, `not` tighter than both.
 *
 * @throws 400 E0000031 with the position of an error.
 */
export function parseExpression(source: string): Expression {
  const tokens = new Tokens(LEXICON, source)
  const takeWord = (word: string): boolean => tokens.takeIf('word', (text) => text.toLowerCase() === word)
  const take = (expected: string): Word => {
    const token = tokens.take()
    if (token === undefined) throw invalidSearch(`${source}: expected ${expected} at the end`)
    return token
  }
  const expect = (bracket: '(' | ')'): void => {
    const token = take(bracket)
    if (token.kind !== 'bracket' || token.text !== bracket) throw unexpected(source, token, bracket)
  }
  const alternatives = (): Expression => {
    let left = conjunction()
    while (takeWord('or')) left = { kind: 'or', left, right: conjunction() }
    return left
  }
  const conjunction = (): Expression => {
    let left = term()
    while (takeWord('and')) left = { kind: 'and', left, right: term() }
    return left
  }
  const term = (): Expression => {
    const token = take('an attribute')
    if (token.kind === 'bracket' && token.text === '(') {
      const inner = tokens.nested(alternatives)
      expect(')')
      return inner
    }
    if (token.kind !== 'word') throw unexpected(source, token, 'an attribute')
    if (token.text.toLowerCase() === 'not') return { kind: 'not', inner: tokens.nested(term) }
    return comparison(token.text)
  }
  const comparison = (attribute: string): Expression => {
    const token = take('an operator')
    const operator = token.kind === 'word' ? token.text.toLowerCase() : ''
    if (operator === 'pr') return { kind: 'present', attribute }
    const known = OPERATORS.find((each) => each === operator)
    if (known === undefined) throw unexpected(source, token, `pr, ${OPERATORS.join(', ')}`)
    return { kind: 'compared', attribute, operator: known, value: valueOf(source, take('a value')) }
  }
  const expression = alternatives()
  const rest = tokens.next
  if (rest !== undefined) throw unexpected(source, rest, 'and, or, or the end')
  return expression
}

function unexpected(source: string, token: Word, expected: string): Error {
  return invalidSearch(`${source}: expected ${expected}, got ${token.kind === 'text' ? unquoted(token) : token.text}`)
}

function unquoted({ text }: Word): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}

function valueOf(source: string, token: Word): Value {
  if (token.kind === 'text') return unquoted(token)
  const { text } = token
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  throw unexpected(source, token, 'a value in double quotes, a number, true, false or null')
}

/** The attributes and operators that a list supports in expressions. */
export interface Vocabulary {
  /** Returns the operators of an attribute, including `pr`; null for an unknown attribute. */
  operatorsOf(attribute: string): readonly (Operator | 'pr')[] | null
  /** True when the list supports `not`. */
  readonly not: boolean
}

/** @throws 400 E0000031 when an expression uses an attribute or operator that the list does not support. */
export function checkVocabulary(expression: Expression, vocabulary: Vocabulary): void {
  if (expression.kind === 'and' || expression.kind === 'or') {
    checkVocabulary(expression.left, vocabulary)
    checkVocabulary(expression.right, vocabulary)
    return
  }
  if (expression.kind === 'not') {
    if (!vocabulary.not) throw invalidSearch('the operator not is not supported here')
    checkVocabulary(expression.inner, vocabulary)
    return
  }
  const { attribute } = expression
  const operator = expression.kind === 'present' ? 'pr' : expression.operator
  const operators = vocabulary.operatorsOf(attribute)
  if (operators === null)
    throw invalidSearch(`${attribute} is no attribute by which this list can be searched or filtered`)
  if (!operators.includes(operator)) {
    throw invalidSearch(`${attribute} does not support the operator ${operator}; expected ${operators.join(', ')}`)
  }
}

/**
 * Returns an own member of an object by a name from a request; undefined for inherited members such as `constructor`.
 */
export function ownMember(of: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name] : undefined
}

/**
 * Returns true when a record matches. `read` returns the value of an attribute: a scalar, a list of scalars, or
 * undefined.
 */
export function matches(
  expression: Expression,
  read: (attribute: string) => unknown,
  { caseSensitive }: { readonly caseSensitive: boolean },
): boolean {
  const isTrue = (each: Expression): boolean => {
    switch (each.kind) {
      case 'and':
        return isTrue(each.left) && isTrue(each.right)
      case 'or':
        return isTrue(each.left) || isTrue(each.right)
      case 'not':
        return !isTrue(each.inner)
      case 'present':
        return isPresent(read(each.attribute))
      case 'compared': {
        const actual = read(each.attribute)
        // A list matches when one of its values does; for `ne` all values must differ.
        const values: readonly unknown[] = Array.isArray(actual) ? actual : [actual]
        if (each.operator === 'ne') return !values.some((value) => compare('eq', value, each.value, caseSensitive))
        return values.some((value) => compare(each.operator, value, each.value, caseSensitive))
      }
    }
  }
  return isTrue(expression)
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function compare(operator: Operator, actual: unknown, expected: Value, caseSensitive: boolean): boolean {
  if (expected === null) return operator === 'eq' && (actual === null || actual === undefined)
  if (actual === null || actual === undefined) return false
  if (typeof actual !== typeof expected) return false
  const [left, right] = comparable(actual, expected, caseSensitive)
  switch (operator) {
    case 'eq':
    case 'ne':
      return left === right
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    case 'le':
      return left <= right
    case 'sw':
      return String(left).startsWith(String(right))
    case 'ew':
      return String(left).endsWith(String(right))
    case 'co':
      return String(left).includes(String(right))
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Makes two values comparable: dates become numbers, texts become lower case unless case matters. */
function comparable(actual: unknown, expected: Value, caseSensitive: boolean): [string | number, string | number] {
  if (typeof actual === 'string' && typeof expected === 'string') {
    if (DATE.test(actual) && DATE.test(expected)) return [Date.parse(actual), Date.parse(expected)]
    return caseSensitive ? [actual, expected] : [actual.toLowerCase(), expected.toLowerCase()]
  }
  return [Number(actual), Number(expected)] // numbers or booleans, both of one type
}

/**
 * Sorts records by an attribute: records without it come last, equal records keep their order. `descending` reverses
 * the order of the attribute, not that of equal records.
 */
export function sortedBy<R>(records: readonly R[], read: (record: R) => unknown, descending: boolean): R[] {
  return records.toSorted((one, other) => {
    const [left, right] = [read(one), read(other)]
    if (!isPresent(left) || !isPresent(right)) return Number(isPresent(right)) - Number(isPresent(left))
    const [first, second] =
      typeof left === 'number' && typeof right === 'number'
        ? [left, right]
        : [String(left).toLowerCase(), String(right).toLowerCase()]
    const order = first < second ? -1 : first > second ? 1 : 0
    return descending ? -order : order
  })
}
