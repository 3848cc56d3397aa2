import { Tokens, type Lexicon, type Token } from '#core/text/tokens.ts'

/** The tree of a `$filter`. https://learn.microsoft.com/graph/filter-query-parameter */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'compare'; readonly property: string; readonly operator: Operator; readonly value: Literal }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly property: string; readonly value: string }
  | { readonly kind: 'any'; readonly property: string; readonly value: string }

/** The comparison operators. */
export type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** The functions, which take a property and a text. */
type FunctionName = 'startswith' | 'endswith' | 'contains'

/** The value that a property is compared with; a date is in epoch milliseconds. */
type Literal = string | number | boolean | null | { readonly date: number }

/** Returns the value of a row's property, for a filter. */
export type Values = (property: string) => string | boolean | readonly string[] | null

/** Thrown for text that is not a filter. */
export class FilterFlaw extends Error {
  override name = 'FilterFlaw'
}

type Word = Token<'text' | 'sign' | 'word'>

const LEXICON: Lexicon<Word['kind']> = {
  kinds: { text: /'(?:[^']|'')*'/, sign: /[(),]/, word: /[^\s(),']+/ },
  unreadable: (source) =>
    new FilterFlaw(`There is an unterminated string literal at position ${source.length} in '${source}'`),
  tooComplex: () => new FilterFlaw('The node count limit has been exceeded or the filter is nested too deeply.'),
}

const OPERATORS: readonly string[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
const FUNCTIONS: readonly string[] = ['startswith', 'endswith', 'contains']

/**
 * Reads a `$filter`: comparisons, `in`, `startswith`, `endswith`, `contains`, `any`, joined with `and`, `or`, `not` and
 * parentheses.
 *
 * @throws FilterFlaw with what was expected, and where.
 */
export function parseFilter(text: string): Filter {
  const reader = new Reader(new Tokens(LEXICON, text))
  const filter = reader.either()
  reader.end()
  return filter
}

/** A comparison or a call: a part of a filter that is not made of other parts. */
export type Clause = Extract<Filter, { kind: 'compare' | 'call' | 'any' }>

/** Returns the clauses of a filter, in their order. */
export function clausesOf(filter: Filter): Clause[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...clausesOf(filter.left), ...clausesOf(filter.right)]
    case 'not':
      return clausesOf(filter.of)
    case 'compare':
    case 'call':
    case 'any':
      return [filter]
  }
}

/** Returns whether `matches` is true for a part of a filter. */
export function has(filter: Filter, matches: (part: Filter) => boolean): boolean {
  if (matches(filter)) return true
  if (filter.kind === 'and' || filter.kind === 'or') return has(filter.left, matches) || has(filter.right, matches)
  return filter.kind === 'not' && has(filter.of, matches)
}

/** Returns whether a row matches a filter. Text is compared without regard to case, as at the vendor. */
export function matchesFilter(filter: Filter, values: Values): boolean {
  switch (filter.kind) {
    case 'and':
      return matchesFilter(filter.left, values) && matchesFilter(filter.right, values)
    case 'or':
      return matchesFilter(filter.left, values) || matchesFilter(filter.right, values)
    case 'not':
      return !matchesFilter(filter.of, values)
    case 'call':
      return called(filter.name, values(filter.property), filter.value)
    case 'compare':
      return compared(filter.operator, values(filter.property), filter.value)
    case 'any':
      return isAmong(values(filter.property), filter.value)
  }
}

function called(name: FunctionName, value: ReturnType<Values>, operand: string): boolean {
  if (typeof value !== 'string') return false
  const [one, other] = [value.toLowerCase(), operand.toLowerCase()]
  if (name === 'startswith') return one.startsWith(other)
  return name === 'endswith' ? one.endsWith(other) : one.includes(other)
}

function isAmong(list: ReturnType<Values>, value: string): boolean {
  return Array.isArray(list) && list.some((each) => each.toLowerCase() === value.toLowerCase())
}

function compared(operator: Operator, value: ReturnType<Values>, operand: Literal): boolean {
  const order = orderOf(value, operand)
  if (operator === 'eq') return order === 0
  if (operator === 'ne') return order !== 0
  if (order === null) return false
  if (operator === 'gt') return order > 0
  if (operator === 'ge') return order >= 0
  return operator === 'lt' ? order < 0 : order <= 0
}

/** Returns a negative number, zero or a positive number; null when the values have no order. */
function orderOf(value: ReturnType<Values>, operand: Literal): number | null {
  if (value === null || operand === null) return value === operand ? 0 : null
  if (typeof operand === 'object') return typeof value === 'string' ? Date.parse(value) - operand.date : null
  if (typeof value === 'string' && typeof operand === 'string') {
    const [one, other] = [value.toLowerCase(), operand.toLowerCase()]
    return one < other ? -1 : Number(one > other)
  }
  return typeof value === typeof operand && value === operand ? 0 : null
}

/** A recursive descent parser, from the weakest binding to the strongest. */
class Reader {
  readonly #tokens: Tokens<Word['kind']>

  constructor(tokens: Tokens<Word['kind']>) {
    this.#tokens = tokens
  }

  either(): Filter {
    let left = this.#both()
    while (this.#takes('or')) left = { kind: 'or', left, right: this.#both() }
    return left
  }

  end(): void {
    const token = this.#tokens.next
    if (token !== undefined) throw flaw('the end, and or or', token)
  }

  #both(): Filter {
    let left = this.#one()
    while (this.#takes('and')) left = { kind: 'and', left, right: this.#one() }
    return left
  }

  #one(): Filter {
    if (this.#takes('not')) return { kind: 'not', of: this.#tokens.nested(() => this.#one()) }
    if (this.#takes('(')) {
      const inner = this.#tokens.nested(() => this.either())
      this.#expect(')')
      return inner
    }
    const name = this.#word('a property')
    const call = name.toLowerCase()
    if (this.#takes('(')) {
      if (call.endsWith('/any')) return this.#anyOf(name.slice(0, -4))
      if (!FUNCTIONS.includes(call)) throw new FilterFlaw(`An unknown function with name '${name}' was found`)
      const property = this.#word('a property')
      this.#expect(',')
      const value = this.#text()
      this.#expect(')')
      return { kind: 'call', name: call as FunctionName, property, value } // it is one of FUNCTIONS
    }
    if (this.#takes('in')) return this.#oneOf(name)
    const operator = this.#word('an operator')
    if (!OPERATORS.includes(operator)) {
      throw new FilterFlaw(`Syntax error: ${operator} is no operator; expected ${OPERATORS.join(', ')} or in`)
    }
    return { kind: 'compare', property: name, operator: operator as Operator, value: this.#literal() } // it is one of OPERATORS
  }

  /** Reads the rest of `groupTypes/any(c:c eq 'Unified')`. */
  #anyOf(property: string): Filter {
    const word = this.#word('a range variable')
    const [variable, same] = word.split(':')
    if (variable !== same) {
      throw new FilterFlaw(`Syntax error: ${word} is no range variable; expected one such as c:c`)
    }
    const operator = this.#word('eq')
    if (operator !== 'eq') throw new FilterFlaw(`Syntax error: ${operator} came in any; expected eq`)
    const value = this.#text()
    this.#expect(')')
    return { kind: 'any', property, value }
  }

  /** Reads `property in ('a', 'b')` as a chain of comparisons. */
  #oneOf(property: string): Filter {
    this.#expect('(')
    const is = (value: Literal): Filter => ({ kind: 'compare', property, operator: 'eq', value })
    let filter = is(this.#literal())
    while (this.#takes(',')) filter = { kind: 'or', left: filter, right: is(this.#literal()) }
    this.#expect(')')
    return filter
  }

  #literal(): Literal {
    const token = this.#next('a literal')
    if (token.kind === 'text') return unquoted(token)
    if (token.kind === 'word') {
      const { text } = token
      if (text === 'true' || text === 'false') return text === 'true'
      if (text === 'null') return null
      if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
      if (/^\d{4}-\d\d-\d\d/.test(text)) return { date: dateOf(text) }
    }
    throw flaw('a literal such as ‘text’ in quotes, true, null or a date', token)
  }

  #text(): string {
    const token = this.#next('text in quotes')
    if (token.kind !== 'text') throw flaw('text in quotes', token)
    return unquoted(token)
  }

  #word(expected: string): string {
    const token = this.#next(expected)
    if (token.kind !== 'word') throw flaw(expected, token)
    return token.text
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw flaw(`'${sign}'`, this.#tokens.next)
  }

  #takes(text: string): boolean {
    const kind = /^[(),]$/.test(text) ? 'sign' : 'word'
    return this.#tokens.takeIf(kind, (each) => each === text)
  }

  #next(expected: string): Word {
    const token = this.#tokens.take()
    if (token === undefined) throw flaw(expected, undefined)
    return token
  }
}

function dateOf(text: string): number {
  const date = Date.parse(text)
  if (Number.isNaN(date)) throw new FilterFlaw(`Unrecognized 'Edm.DateTimeOffset' literal '${text}'`)
  return date
}

function unquoted({ text }: Word): string {
  return text.slice(1, -1).replaceAll("''", "'")
}

function flaw(expected: string, token: Word | undefined): FilterFlaw {
  if (token === undefined) return new FilterFlaw(`Syntax error: expected ${expected} at the end`)
  return new FilterFlaw(
    `Syntax error at position ${token.at}: expected ${expected}, got ${token.kind === 'text' ? unquoted(token) : token.text}`,
  )
}
