import { Tokens, type Lexicon, type Token } from '../../../core/text/tokens.ts'

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
  return (kind === 'name' ? WORDS[text.toLowerCase()] : undefined) ?? text
}

/** Parses an expression. Throws ExpressionFlaw. */
export function parseClaimExpression(source: string): ClaimExpression {
  const tokens = new Tokens(LEXICON, source)
  const next = (): string | undefined => (tokens.next === undefined ? undefined : symbolOf(tokens.next))
  const flaw = (expected: string): ExpressionFlaw =>
    new ExpressionFlaw(`${source}: expected ${expected}, got ${next() ?? 'its end'}`)
  const take = (text: string): boolean => {
    if (next() !== text) return false
    tokens.take()
    return true
  }
  const need = (text: string): void => {
    if (!take(text)) throw flaw(text)
  }
  const listUntil = (end: string): ClaimExpression[] => {
    const items: ClaimExpression[] = []
    if (take(end)) return items
    do items.push(tokens.nested(choice))
    while (take(','))
    need(end)
    return items
  }
  const choice = (): ClaimExpression => {
    const condition = level(0)
    if (take('?:')) return { kind: 'default', value: condition, otherwise: tokens.nested(choice) }
    if (!take('?')) return condition
    const whenTrue = tokens.nested(choice)
    need(':')
    return { kind: 'choice', condition, whenTrue, otherwise: tokens.nested(choice) }
  }
  const level = (depth: number): ClaimExpression => {
    const operators = LEVELS[depth]
    if (operators === undefined) return unary()
    let left = level(depth + 1)
    for (;;) {
      const operator = next()
      if (operator === undefined || !operators.includes(operator)) return left
      tokens.take()
      left = { kind: 'binary', operator, left, right: level(depth + 1) }
    }
  }
  const unary = (): ClaimExpression => (take('!') ? { kind: 'not', inner: tokens.nested(unary) } : primary())
  const primary = (): ClaimExpression => {
    if (take('(')) {
      const inner = tokens.nested(choice)
      need(')')
      return inner
    }
    if (take('{')) return { kind: 'list', items: listUntil('}') }
    const token = next()
    if (token === undefined) throw flaw('a value')
    const literal = literalOf(token)
    if (literal !== undefined) {
      tokens.take()
      return { kind: 'literal', value: literal }
    }
    return reference()
  }
  const reference = (): ClaimExpression => {
    const path: string[] = [word()]
    for (;;) {
      if (take('.')) path.push(word())
      else if (take('[')) {
        const key = literalOf(next() ?? '')
        if (typeof key !== 'string') throw flaw('a name in quotes')
        tokens.take()
        need(']')
        path.push(key)
      } else if (take('(')) return { kind: 'call', name: path.join('.'), args: listUntil(')') }
      else return { kind: 'name', path }
    }
  }
  const word = (): string => {
    const token = next()
    if (token === undefined || !/^[A-Za-z_]\w*$/.test(token)) throw flaw('a name')
    tokens.take()
    return token
  }
  const expression = choice()
  if (tokens.next !== undefined) throw flaw('an operator or the end')
  return expression
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

/** Evaluates an expression. A missing value is null. Throws ExpressionFlaw for an unknown function. */
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
