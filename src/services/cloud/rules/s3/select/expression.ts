import { Tokens, type Lexicon } from '#core/text/tokens.ts'
import { selectFailure } from '#cloud/errors/s3-select.ts'

// The SQL of S3 Select. https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-select-sql-reference.html

/** A step of a path: a member, an index, or every item of a list. */
export type PathStep = { readonly member: string; readonly exact: boolean } | { readonly index: number } | 'every'

/** An expression over the values of a record. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'path'; readonly steps: readonly PathStep[] }
  | { readonly kind: 'unary'; readonly operator: 'NOT' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'is'; readonly operand: Expression; readonly absence: 'NULL' | 'MISSING' }
  | { readonly kind: 'in'; readonly operand: Expression; readonly options: readonly Expression[] }
  | {
      readonly kind: 'like'
      readonly operand: Expression
      readonly pattern: Expression
      readonly escape: string | null
    }
  | { readonly kind: 'cast'; readonly operand: Expression; readonly type: string }
  | {
      readonly kind: 'case'
      readonly branches: readonly { readonly when: Expression; readonly result: Expression }[]
      readonly otherwise: Expression
    }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly Expression[] }
  | Aggregate

/** An aggregate over all records. */
export interface Aggregate {
  readonly kind: 'aggregate'
  readonly name: string
  /** Null for `COUNT(*)`. */
  readonly parameter: Expression | null
  /** The position among the aggregates of the query. */
  readonly position: number
}

/** A column of the answer. */
interface Column {
  readonly expression: Expression
  /** The name after AS, otherwise that of the last member; null for other expressions. */
  readonly name: string | null
}

/** A query. */
export interface Query {
  /** Null for `*`. */
  readonly columns: readonly Column[] | null
  /** The path after `S3Object`, from each record. */
  readonly from: readonly PathStep[]
  readonly alias: string | null
  readonly where: Expression | null
  readonly limit: number | null
  /** The aggregates of the columns, by their positions. */
  readonly aggregates: readonly Aggregate[]
}

const AGGREGATES = new Set(['AVG', 'COUNT', 'MAX', 'MIN', 'SUM'])

/** The functions, with the numbers of parameters that they take. */
const FUNCTIONS: Readonly<Record<string, readonly [number, number]>> = {
  COALESCE: [1, Infinity],
  NULLIF: [2, 2],
  CHAR_LENGTH: [1, 1],
  CHARACTER_LENGTH: [1, 1],
  LOWER: [1, 1],
  UPPER: [1, 1],
  SUBSTRING: [2, 3],
  UTCNOW: [0, 0],
}

type Kind = 'string' | 'number' | 'quoted' | 'word' | 'symbol'

const LEXICON: Lexicon<Kind> = {
  kinds: {
    string: /'(?:[^']|'')*'/,
    number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/,
    quoted: /"(?:[^"]|"")*"/,
    word: /[A-Za-z_][\w$]*/,
    symbol: /<>|!=|<=|>=|\|\||[-+*/%=<>(),.[\]]/,
  },
  unreadable: (source, at) =>
    selectFailure('LexerInvalidChar', `Invalid character at position ${at + 1} of ${source}.`),
  tooComplex: () => selectFailure('ExpressionTooLong', 'The SQL expression is too long.'),
}

/**
 * Parses a query.
 *
 * @throws the vendor's failures for a text that is none, such as `ParseUnexpectedToken`.
 */
export function parseQuery(source: string): Query {
  return new Parser(source).query()
}

class Parser {
  readonly #tokens: Tokens<Kind>
  readonly #aggregates: Aggregate[] = []

  constructor(source: string) {
    this.#tokens = new Tokens(LEXICON, source.replace(/;\s*$/, ''))
  }

  query(): Query {
    if (!this.#word('SELECT')) throw selectFailure('ParseExpectedKeyword', 'The SQL expression must begin with SELECT.')
    const columns = this.#symbol('*') ? null : this.#list(() => this.#column())
    if (!this.#word('FROM')) throw selectFailure('ParseSelectMissingFrom', 'The SELECT clause is missing a FROM.')
    if (!this.#word('S3OBJECT')) throw this.#unexpected()
    const from = this.#steps()
    const alias = this.#word('AS') || !this.#isWord('WHERE', 'LIMIT') ? this.#name() : null
    const where = this.#word('WHERE') ? this.#expression() : null
    const limit = this.#word('LIMIT') ? this.#count() : null
    if (this.#tokens.next !== undefined) throw this.#unexpected()
    return { columns, from, alias, where, limit, aggregates: this.#aggregates }
  }

  #column(): Column {
    const expression = this.#expression()
    const named = this.#word('AS') || !this.#isWord('FROM') ? this.#name() : null
    return { expression, name: named ?? lastMember(expression) }
  }

  #expression(): Expression {
    return this.#tokens.nested(() => this.#binary(['OR'], () => this.#binary(['AND'], () => this.#negation())))
  }

  #negation(): Expression {
    if (!this.#word('NOT')) return this.#comparison()
    return { kind: 'unary', operator: 'NOT', operand: this.#tokens.nested(() => this.#negation()) }
  }

  #comparison(): Expression {
    const operand = this.#sum()
    if (this.#word('IS')) {
      const negated = this.#word('NOT')
      const absence = this.#word('MISSING') ? 'MISSING' : 'NULL'
      if (absence === 'NULL' && !this.#word('NULL')) throw this.#unexpected()
      return negatedIf(negated, { kind: 'is', operand, absence })
    }
    const negated = this.#word('NOT')
    if (this.#word('BETWEEN')) return negatedIf(negated, this.#between(operand))
    if (this.#word('IN')) return negatedIf(negated, { kind: 'in', operand, options: this.#parenthesized() })
    if (this.#word('LIKE')) return negatedIf(negated, this.#like(operand))
    if (negated) throw this.#unexpected()
    for (const operator of ['=', '<>', '!=', '<=', '>=', '<', '>']) {
      if (this.#symbol(operator)) {
        return { kind: 'binary', operator: operator === '!=' ? '<>' : operator, left: operand, right: this.#sum() }
      }
    }
    return operand
  }

  #between(operand: Expression): Expression {
    const low = this.#sum()
    if (!this.#word('AND')) throw this.#unexpected()
    const high = this.#sum()
    return {
      kind: 'binary',
      operator: 'AND',
      left: { kind: 'binary', operator: '>=', left: operand, right: low },
      right: { kind: 'binary', operator: '<=', left: operand, right: high },
    }
  }

  #like(operand: Expression): Expression {
    const pattern = this.#sum()
    const escape = this.#word('ESCAPE') ? textOf(this.#tokens.take()?.text ?? '') : null
    return { kind: 'like', operand, pattern, escape }
  }

  #sum(): Expression {
    return this.#binary(['||'], () =>
      this.#binary(['+', '-'], () => this.#binary(['*', '/', '%'], () => this.#factor())),
    )
  }

  /** Parses operands between operators of one precedence, which group to the left. */
  #binary(operators: readonly string[], operand: () => Expression): Expression {
    let left = operand()
    for (;;) {
      const operator = operators.find((each) => (/[A-Z]/.test(each) ? this.#word(each) : this.#symbol(each)))
      if (operator === undefined) return left
      left = { kind: 'binary', operator, left, right: operand() }
    }
  }

  #factor(): Expression {
    if (this.#symbol('-')) return { kind: 'unary', operator: '-', operand: this.#tokens.nested(() => this.#factor()) }
    if (this.#symbol('(')) {
      const inner = this.#expression()
      this.#expect(')')
      return inner
    }
    const { next } = this.#tokens
    if (next?.kind === 'string') return { kind: 'literal', value: textOf(this.#tokens.take()?.text ?? '') }
    if (next?.kind === 'number') return { kind: 'literal', value: Number(this.#tokens.take()?.text) }
    if (next?.kind === 'word') {
      const keyword = this.#keyword(next.text.toUpperCase())
      if (keyword !== null) return keyword
    }
    const first = this.#name()
    if (first === null) throw this.#unexpected()
    if (next?.kind === 'word' && this.#symbol('(')) return this.#call(first.toUpperCase())
    return { kind: 'path', steps: [{ member: first, exact: next?.kind === 'quoted' }, ...this.#steps()] }
  }

  #keyword(word: string): Expression | null {
    if (word === 'NULL' || word === 'TRUE' || word === 'FALSE') {
      this.#tokens.take()
      return { kind: 'literal', value: word === 'NULL' ? null : word === 'TRUE' }
    }
    if (word === 'CASE') return this.#case()
    if (word !== 'CAST') return null
    this.#tokens.take()
    this.#expect('(')
    const operand = this.#expression()
    if (!this.#word('AS')) throw this.#unexpected()
    const type = this.#name()?.toUpperCase() ?? ''
    if (this.#symbol('(')) {
      this.#list(() => this.#count())
      this.#expect(')')
    }
    this.#expect(')')
    return { kind: 'cast', operand, type }
  }

  #case(): Expression {
    this.#tokens.take()
    const subject = this.#isWord('WHEN') ? null : this.#expression()
    const branches: { when: Expression; result: Expression }[] = []
    while (this.#word('WHEN')) {
      const tested = this.#expression()
      if (!this.#word('THEN')) throw this.#unexpected()
      const when: Expression =
        subject === null ? tested : { kind: 'binary', operator: '=', left: subject, right: tested }
      branches.push({ when, result: this.#expression() })
    }
    const otherwise: Expression = this.#word('ELSE') ? this.#expression() : { kind: 'literal', value: null }
    if (!this.#word('END')) throw this.#unexpected()
    return { kind: 'case', branches, otherwise }
  }

  #call(name: string): Expression {
    if (AGGREGATES.has(name)) return this.#aggregate(name)
    if (name === 'TRIM') return this.#trim()
    const parameters: Expression[] = []
    while (!this.#symbol(')')) {
      parameters.push(this.#expression())
      // SUBSTRING(text FROM start FOR length)
      if (!this.#symbol(',') && !this.#word('FROM') && !this.#word('FOR') && !this.#isSymbol(')')) {
        throw this.#unexpected()
      }
    }
    const [least, most] = FUNCTIONS[name] ?? []
    if (least === undefined || most === undefined) {
      throw selectFailure('UnsupportedFunction', `Encountered an unsupported SQL function: ${name}.`)
    }
    if (parameters.length < least || parameters.length > most) {
      throw selectFailure('EvaluatorInvalidArguments', `Incorrect number of arguments for ${name}.`)
    }
    return { kind: 'call', name, parameters }
  }

  #aggregate(name: string): Expression {
    const parameter = name === 'COUNT' && this.#symbol('*') ? null : this.#expression()
    this.#expect(')')
    const aggregate = { kind: 'aggregate', name, parameter, position: this.#aggregates.length } as const
    this.#aggregates.push(aggregate)
    return aggregate
  }

  /** TRIM([[LEADING | TRAILING | BOTH] characters FROM] text) */
  #trim(): Expression {
    const side = ['LEADING', 'TRAILING', 'BOTH'].find((word) => this.#word(word)) ?? 'BOTH'
    const blank: Expression = { kind: 'literal', value: ' ' }
    const first = this.#word('FROM') ? blank : this.#expression()
    const isLast = first !== blank && this.#isSymbol(')')
    if (!isLast && first !== blank && !this.#word('FROM')) throw this.#unexpected()
    const operand = isLast ? first : this.#expression()
    this.#expect(')')
    return { kind: 'call', name: `TRIM ${side}`, parameters: [operand, isLast ? blank : first] }
  }

  #steps(): PathStep[] {
    const steps: PathStep[] = []
    for (;;) {
      if (this.#symbol('.')) {
        const exact = this.#tokens.next?.kind === 'quoted'
        const member = this.#name()
        if (member === null) throw this.#unexpected()
        steps.push({ member, exact })
      } else if (this.#symbol('[')) {
        if (this.#symbol('*')) steps.push('every')
        else if (this.#tokens.next?.kind === 'string') {
          steps.push({ member: textOf(this.#tokens.take()?.text ?? ''), exact: true })
        } else steps.push({ index: this.#count() })
        this.#expect(']')
      } else return steps
    }
  }

  #parenthesized(): Expression[] {
    this.#expect('(')
    const items = this.#list(() => this.#expression())
    this.#expect(')')
    return items
  }

  #list<T>(item: () => T): T[] {
    const items = [item()]
    while (this.#symbol(',')) items.push(item())
    return items
  }

  #count(): number {
    const token = this.#tokens.take()
    if (token?.kind !== 'number' || !/^\d+$/.test(token.text)) throw this.#unexpected()
    return Number(token.text)
  }

  /** Takes a name, with or without quotation marks; null for another token. */
  #name(): string | null {
    const { next } = this.#tokens
    if (next?.kind !== 'word' && next?.kind !== 'quoted') return null
    this.#tokens.take()
    return next.kind === 'word' ? next.text : textOf(next.text)
  }

  #word(word: string): boolean {
    return this.#tokens.takeIf('word', (text) => text.toUpperCase() === word)
  }

  #isWord(...words: readonly string[]): boolean {
    const { next } = this.#tokens
    return next?.kind === 'word' && words.includes(next.text.toUpperCase())
  }

  #symbol(symbol: string): boolean {
    return this.#tokens.takeIf('symbol', (text) => text === symbol)
  }

  #isSymbol(symbol: string): boolean {
    const { next } = this.#tokens
    return next?.kind === 'symbol' && next.text === symbol
  }

  #expect(symbol: string): void {
    if (!this.#symbol(symbol)) throw this.#unexpected()
  }

  #unexpected(): Error {
    const { next } = this.#tokens
    return selectFailure('ParseUnexpectedToken', `Unexpected token found: ${next?.text ?? 'the end'}.`)
  }
}

function negatedIf(negated: boolean, operand: Expression): Expression {
  return negated ? { kind: 'unary', operator: 'NOT', operand } : operand
}

function lastMember(expression: Expression): string | null {
  const last = expression.kind === 'path' ? expression.steps.at(-1) : undefined
  return typeof last === 'object' && 'member' in last ? last.member : null
}

/** Returns a text without its quotation marks, which are doubled inside. */
function textOf(quoted: string): string {
  const mark = quoted.charAt(0)
  return quoted.slice(1, -1).replaceAll(mark + mark, mark)
}
