import { ownMember } from '#core/objects.ts'
import { Tokens, type Lexicon, type Token } from '#core/text/tokens.ts'

// The language of claims' values: https://developer.okta.com/docs/reference/okta-expression-language/

/** The value of an expression. */
export type ClaimValue = unknown

/** The tree of a claim expression. */
export type ClaimExpression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly ClaimExpression[] }
  | { readonly kind: 'name'; readonly path: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly ClaimExpression[] }
  | { readonly kind: 'not'; readonly inner: ClaimExpression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: ClaimExpression
      readonly right: ClaimExpression
    }
  | {
      readonly kind: 'choice'
      readonly condition: ClaimExpression
      readonly whenTrue: ClaimExpression
      readonly otherwise: ClaimExpression
    }
  /** `a ?: b` */
  | { readonly kind: 'default'; readonly value: ClaimExpression; readonly otherwise: ClaimExpression }

/** Thrown for a text that is no expression. The message names the position of the error. */
export class ExpressionFlaw extends Error {
  override name = 'ExpressionFlaw'
}

/** The binary operators by precedence, the lowest first. */
const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-']]

/** Words for operators, in upper or lower case. */
const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', eq: '==', ne: '!=' }

const LEXICON: Lexicon<'text' | 'number' | 'name' | 'sign'> = {
  kinds: {
    text: /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/,
    number: /\d+(?:\.\d+)?/,
    name: /[A-Za-z_]\w*/,
    sign: /\?:|&&|\|\||[=!<>]=|[-+!<>?:(){},.[\]]/,
  },
  unreadable: (source, at) => new ExpressionFlaw(`${source}: cannot be read from ${source.slice(at).trim()} on`),
  tooComplex: () => new ExpressionFlaw('the expression is nested too deeply or has too many parts'),
}

/** Returns the text of a token, and for a word that stands for an operator the operator. */
function symbolOf({ kind, text }: Token<keyof typeof LEXICON.kinds>): string {
  return (kind === 'name' ? ownMember(WORDS, text.toLowerCase()) : undefined) ?? text
}

/**
 * Parses an expression.
 *
 * @throws ExpressionFlaw.
 */
export function parseClaimExpression(source: string): ClaimExpression {
  return new Parser(source).whole()
}

/** A recursive descent parser, from the weakest binding to the strongest. */
class Parser {
  readonly #source: string
  readonly #tokens: Tokens<keyof typeof LEXICON.kinds>

  constructor(source: string) {
    this.#source = source
    this.#tokens = new Tokens(LEXICON, source)
  }

  /** Reads the whole source as one expression. */
  whole(): ClaimExpression {
    const expression = this.#choice()
    if (this.#tokens.next !== undefined) throw this.#flaw('an operator or the end')
    return expression
  }

  #choice(): ClaimExpression {
    const condition = this.#level(0)
    if (this.#take('?:')) return { kind: 'default', value: condition, otherwise: this.#nestedChoice() }
    if (!this.#take('?')) return condition
    const whenTrue = this.#nestedChoice()
    this.#need(':')
    return { kind: 'choice', condition, whenTrue, otherwise: this.#nestedChoice() }
  }

  #nestedChoice(): ClaimExpression {
    return this.#tokens.nested(() => this.#choice())
  }

  /** Reads the binary operators of one of the {@link LEVELS}, and those that bind more strongly. */
  #level(depth: number): ClaimExpression {
    const operators = LEVELS[depth]
    if (operators === undefined) return this.#unary()
    let left = this.#level(depth + 1)
    for (;;) {
      const operator = this.#next()
      if (operator === undefined || !operators.includes(operator)) return left
      this.#tokens.take()
      left = { kind: 'binary', operator, left, right: this.#level(depth + 1) }
    }
  }

  #unary(): ClaimExpression {
    if (!this.#take('!')) return this.#primary()
    return { kind: 'not', inner: this.#tokens.nested(() => this.#unary()) }
  }

  #primary(): ClaimExpression {
    if (this.#take('(')) {
      const inner = this.#nestedChoice()
      this.#need(')')
      return inner
    }
    if (this.#take('{')) return { kind: 'list', items: this.#listUntil('}') }
    const token = this.#next()
    if (token === undefined) throw this.#flaw('a value')
    const literal = literalOf(token)
    if (literal !== undefined) {
      this.#tokens.take()
      return { kind: 'literal', value: literal }
    }
    return this.#reference()
  }

  /** Reads a name such as `user.profile['city']`, or a call such as `String.toUpperCase(name)`. */
  #reference(): ClaimExpression {
    const path: string[] = [this.#word()]
    for (;;) {
      if (this.#take('.')) path.push(this.#word())
      else if (this.#take('[')) {
        const key = literalOf(this.#next() ?? '')
        if (typeof key !== 'string') throw this.#flaw('a name in quotes')
        this.#tokens.take()
        this.#need(']')
        path.push(key)
      } else if (this.#take('(')) return { kind: 'call', name: path.join('.'), args: this.#listUntil(')') }
      else return { kind: 'name', path }
    }
  }

  #word(): string {
    const token = this.#next()
    if (token === undefined || !/^[A-Za-z_]\w*$/.test(token)) throw this.#flaw('a name')
    this.#tokens.take()
    return token
  }

  #listUntil(end: string): ClaimExpression[] {
    const items: ClaimExpression[] = []
    if (this.#take(end)) return items
    do items.push(this.#nestedChoice())
    while (this.#take(','))
    this.#need(end)
    return items
  }

  #next(): string | undefined {
    return this.#tokens.next === undefined ? undefined : symbolOf(this.#tokens.next)
  }

  /** Takes the next token when it is this one. Returns whether it was. */
  #take(text: string): boolean {
    if (this.#next() !== text) return false
    this.#tokens.take()
    return true
  }

  #need(text: string): void {
    if (!this.#take(text)) throw this.#flaw(text)
  }

  #flaw(expected: string): ExpressionFlaw {
    return new ExpressionFlaw(`${this.#source}: expected ${expected}, got ${this.#next() ?? 'its end'}`)
  }
}

function literalOf(token: string): string | number | boolean | null | undefined {
  if (/^['"]/.test(token)) return token.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  if (/^\d/.test(token)) return Number(token)
  if (token === 'true' || token === 'false') return token === 'true'
  return token === 'null' ? null : undefined
}

/** A call of a function in an expression. */
export type ClaimCall = Extract<ClaimExpression, { readonly kind: 'call' }>

/** Returns the calls of functions in an expression. */
export function callsIn(expression: ClaimExpression): ClaimCall[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return []
    case 'list':
      return expression.items.flatMap(callsIn)
    case 'call':
      return [expression, ...expression.args.flatMap(callsIn)]
    case 'not':
      return callsIn(expression.inner)
    case 'binary':
      return [...callsIn(expression.left), ...callsIn(expression.right)]
    case 'choice':
      return [expression.condition, expression.whenTrue, expression.otherwise].flatMap(callsIn)
    case 'default':
      return [...callsIn(expression.value), ...callsIn(expression.otherwise)]
  }
}

/** The values of names and the functions of an evaluation. */
export interface ClaimScope {
  /** Returns null for a missing value. */
  read(path: readonly string[]): ClaimValue
  /** Returns undefined for an unknown function. */
  call(name: string, args: readonly ClaimValue[]): ClaimValue
}

/**
 * Evaluates an expression. A missing value is null.
 *
 * @throws ExpressionFlaw for an unknown function.
 */
export function evaluateClaim(expression: ClaimExpression, scope: ClaimScope): ClaimValue {
  const valueOf = (each: ClaimExpression): ClaimValue => evaluateClaim(each, scope)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'list':
      return expression.items.map(valueOf)
    case 'name':
      return scope.read(expression.path)
    case 'not':
      return !isTrue(valueOf(expression.inner))
    case 'choice':
      return valueOf(isTrue(valueOf(expression.condition)) ? expression.whenTrue : expression.otherwise)
    case 'default': {
      const value = valueOf(expression.value)
      return value === null || value === '' ? valueOf(expression.otherwise) : value
    }
    case 'call': {
      const value = scope.call(expression.name, expression.args.map(valueOf))
      if (value === undefined) throw new ExpressionFlaw(`there is no function ${expression.name}`)
      return value
    }
    case 'binary':
      return combined(expression.operator, valueOf(expression.left), () => valueOf(expression.right))
  }
}

function combined(operator: string, left: ClaimValue, right: () => ClaimValue): ClaimValue {
  switch (operator) {
    case '&&':
      return isTrue(left) && isTrue(right())
    case '||':
      return isTrue(left) || isTrue(right())
    case '==':
      return left === right()
    case '!=':
      return left !== right()
    case '+':
    case '-':
      return sum(operator, left, right())
    default:
      return ordered(operator, left, right())
  }
}

function sum(operator: '+' | '-', left: ClaimValue, right: ClaimValue): ClaimValue {
  if (typeof left === 'number' && typeof right === 'number') return operator === '+' ? left + right : left - right
  return operator === '+' ? `${textOf(left)}${textOf(right)}` : null
}

function ordered(operator: string, left: ClaimValue, right: ClaimValue): boolean {
  if (typeof left !== 'number' || typeof right !== 'number') return false
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  return operator === '<=' ? left <= right : left >= right
}

function isTrue(value: ClaimValue): boolean {
  return value === true
}

/** Converts a value to text; null becomes an empty text. */
export function textOf(value: ClaimValue): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
