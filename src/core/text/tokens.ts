/** The deepest nesting of parentheses, lists and negations that an expression may have. */
const DEEPEST = 100

/** The largest number of tokens of an expression. Its tree is at most as deep, whatever its operators are. */
const MOST = 5000

/** The words of an expression language, and the vendor's failures for a text that has none. */
export interface Lexicon<K extends string> {
  /** The regular expression of each kind of token, without flags and capture groups. The first that matches counts. */
  readonly kinds: Readonly<Record<K, RegExp>>
  /** The failure for a text that cannot be split from a position on, such as a string without its end. */
  readonly unreadable: (source: string, at: number) => Error
  /** The failure for an expression that is too long or nested too deeply. */
  readonly tooComplex: (source: string) => Error
}

/** A token of an expression. */
export interface Token<K extends string> {
  readonly kind: K
  /** The text as it stands in the source. */
  readonly text: string
  /** The position after the token before it, from 0. */
  readonly at: number
}

/**
 * The tokens of an expression, for a recursive descent parser. Filters of the vendors (SCIM, OData) and their
 * expression languages are split by it, so that none of them overflows the stack.
 */
export class Tokens<K extends string> {
  readonly source: string
  readonly #lexicon: Lexicon<K>
  readonly #tokens: readonly Token<K>[]
  #position = 0
  #depth = 0

  /**
   * Splits a text.
   *
   * @throws the failures of the lexicon.
   */
  constructor(lexicon: Lexicon<K>, source: string) {
    this.source = source
    this.#lexicon = lexicon
    this.#tokens = split(lexicon, source)
  }

  /** Returns the next token without taking it; undefined at the end. */
  get next(): Token<K> | undefined {
    return this.#tokens[this.#position]
  }

  /** Takes the next token; undefined at the end. */
  take(): Token<K> | undefined {
    const token = this.next
    if (token !== undefined) this.#position += 1
    return token
  }

  /** Takes the next token if it is of this kind and `matches` accepts its text. */
  takeIf(kind: K, matches: (text: string) => boolean): boolean {
    const token = this.next
    if (token?.kind !== kind || !matches(token.text)) return false
    this.#position += 1
    return true
  }

  /**
   * Runs the parser of a nested part.
   *
   * @throws the lexicon's failure when parts are nested too deeply.
   */
  nested<T>(parse: () => T): T {
    if (this.#depth === DEEPEST) throw this.#lexicon.tooComplex(this.source)
    this.#depth += 1
    const part = parse()
    this.#depth -= 1
    return part
  }
}

function split<K extends string>(lexicon: Lexicon<K>, source: string): Token<K>[] {
  const kinds = Object.keys(lexicon.kinds) as K[] // the keys of a record of K
  const pattern = new RegExp(kinds.map((kind) => `(${lexicon.kinds[kind].source})`).join('|'), 'y')
  const tokens: Token<K>[] = []
  const end = source.trimEnd().length
  for (let at = 0; at < end; at = pattern.lastIndex) {
    pattern.lastIndex = skipSpace(source, at)
    const match = pattern.exec(source)
    const kind = kinds.find((_, index) => match?.[index + 1] !== undefined)
    if (match === null || kind === undefined) throw lexicon.unreadable(source, at)
    if (tokens.length === MOST) throw lexicon.tooComplex(source)
    tokens.push({ kind, text: match[0], at })
  }
  return tokens
}

function skipSpace(source: string, from: number): number {
  let at = from
  while (at < source.length && /\s/.test(source.charAt(at))) at += 1
  return at
}
