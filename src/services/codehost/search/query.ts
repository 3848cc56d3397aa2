/** A word, or a phrase in quotation marks, to find in a text. */
export interface Term {
  readonly kind: 'term'
  readonly text: string
  readonly isPhrase: boolean
}

/** A qualifier: `name:value`. */
export interface Qualifier {
  readonly kind: 'qualifier'
  /** In lower case. */
  readonly name: string
  /** Without quotation marks. */
  readonly value: string
  /** The value split at the commas outside quotation marks. */
  readonly values: readonly string[]
}

/** One condition of a search, or a combination of several. */
export type Condition =
  | Term
  | Qualifier
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'all'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'any'; readonly conditions: readonly Condition[] }

/**
 * A parsed search query.
 * https://docs.github.com/search-github/getting-started-with-searching-on-github/understanding-the-search-syntax
 */
export interface Query {
  /** The conditions, all of which must hold. */
  readonly conditions: readonly Condition[]
  /** The number of `AND`, `OR` and `NOT` operators. */
  readonly operators: number
  /** The number of characters without operators and qualifiers. */
  readonly length: number
}

type Token =
  | { readonly kind: 'open' | 'close' | 'AND' | 'OR' | 'NOT' }
  | { readonly kind: 'word'; readonly negated: boolean; readonly condition: Term | Qualifier }

/** The depth from which on parentheses are ignored, so that a query cannot overflow the stack. */
const DEEPEST = 100

// A value may have quoted parts. A quotation mark without a counterpart quotes the rest of the text.
const WORD = /(-?)(?:([A-Za-z][\w-]*):(?=[^\s)]))?((?:"(?:[^"\\]|\\.)*"?|[^\s"])+)/y

/** Parses a query. Never fails: a misplaced operator or parenthesis is ignored. */
export function parseQuery(text: string): Query {
  const tokens = tokensOf(text)
  const words = tokens.flatMap((token) =>
    token.kind === 'word' && token.condition.kind === 'term' ? [token.condition.text] : [],
  )
  const parser = new Parser(tokens)
  const conditions: Condition[] = []
  while (!parser.isAtEnd) conditions.push(...flat(parser.any()))
  return {
    conditions,
    operators: tokens.filter(({ kind }) => kind === 'AND' || kind === 'OR' || kind === 'NOT').length,
    length: words.join(' ').length,
  }
}

/** Yields the qualifiers of a query that must hold, at any depth. Negated ones are left out. */
export function* qualifiersOf(conditions: readonly Condition[]): Generator<Qualifier> {
  for (const condition of conditions) {
    if (condition.kind === 'qualifier') yield condition
    else if (condition.kind === 'all' || condition.kind === 'any') yield* qualifiersOf(condition.conditions)
  }
}

/** Yields the words of a query that must occur, at any depth. Negated ones are left out. */
export function* termsOf(conditions: readonly Condition[]): Generator<Term> {
  for (const condition of conditions) {
    if (condition.kind === 'term') yield condition
    else if (condition.kind === 'all' || condition.kind === 'any') yield* termsOf(condition.conditions)
  }
}

function flat(condition: Condition): readonly Condition[] {
  return condition.kind === 'all' ? condition.conditions : [condition]
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (/\s/.test(character)) at += 1
    else if (character === '(' || character === ')') {
      const outer = depth
      depth = Math.max(0, depth + (character === '(' ? 1 : -1))
      if (Math.max(outer, depth) <= DEEPEST) tokens.push({ kind: character === '(' ? 'open' : 'close' })
      at += 1
    } else {
      WORD.lastIndex = at
      const [whole = character, sign = '', name, written = ''] = WORD.exec(text) ?? []
      const raw = depth > 0 ? withoutClosing(written) : written
      tokens.push(wordToken(sign === '-', name, raw))
      at += whole.length - (written.length - raw.length)
    }
  }
  return tokens
}

/** Removes the parentheses at the end of a word that close an earlier one. */
function withoutClosing(raw: string): string {
  let word = raw
  const count = (character: string): number => word.split(character).length - 1
  while (word.length > 1 && word.endsWith(')') && count(')') > count('(')) word = word.slice(0, -1)
  return word
}

function wordToken(negated: boolean, name: string | undefined, raw: string): Token {
  if (name === undefined && !negated && (raw === 'AND' || raw === 'OR' || raw === 'NOT')) return { kind: raw }
  const values = partsOf(raw)
  const value = values.join(',')
  const condition: Term | Qualifier =
    name === undefined
      ? { kind: 'term', text: value, isPhrase: raw.startsWith('"') }
      : { kind: 'qualifier', name: name.toLowerCase(), value, values }
  return { kind: 'word', negated, condition }
}

function partsOf(raw: string): string[] {
  const parts = ['']
  for (const [piece] of raw.matchAll(/"(?:[^"\\]|\\.)*"?|,|[^",]+/g)) {
    if (piece === ',') parts.push('')
    else parts.push((parts.pop() ?? '') + unquoted(piece))
  }
  return parts
}

function unquoted(piece: string): string {
  if (!piece.startsWith('"')) return piece
  return piece.replace(/^"/, '').replace(/"$/, '').replaceAll(/\\(.)/g, '$1')
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /**
   * Parses `a b OR c`, where adjacent conditions bind closer than `OR`. Consumes the closing parenthesis, if there is
   * one.
   */
  any(): Condition {
    const sides = [this.#all()]
    while (this.#tokens[this.#at]?.kind === 'OR') {
      this.#at += 1
      sides.push(this.#all())
    }
    this.#at += 1
    const there = sides.filter(({ length }) => length > 0)
    const conditions = there.map((side): Condition => ({ kind: 'all', conditions: side }))
    return conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : anyOf(conditions)
  }

  #all(): Condition[] {
    const conditions: Condition[] = []
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token.kind === 'OR' || token.kind === 'close') break
      const one = this.#one()
      if (one !== null) conditions.push(...flat(one))
    }
    return conditions
  }

  #one(): Condition | null {
    const token = this.#tokens[this.#at]
    if (token === undefined || token.kind === 'OR' || token.kind === 'close') return null
    this.#at += 1
    if (token.kind === 'AND') return null
    if (token.kind === 'open') return this.any()
    if (token.kind === 'word') return token.negated ? { kind: 'not', condition: token.condition } : token.condition
    // Counted instead of nested: a query may have thousands of them before it is refused for their number.
    let negations = 1
    for (; this.#tokens[this.#at]?.kind === 'NOT'; negations += 1) this.#at += 1
    let condition = this.#one()
    for (; condition !== null && negations > 0; negations -= 1) condition = { kind: 'not', condition }
    return condition
  }
}

function anyOf(conditions: readonly Condition[]): Condition {
  // Empty parentheses restrict nothing.
  return conditions.length === 0 ? { kind: 'all', conditions } : { kind: 'any', conditions }
}
