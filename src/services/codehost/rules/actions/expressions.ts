/** A value of an expression. */
export type ExpressionValue = string | number | boolean | null | readonly unknown[]

/** The names and functions that an expression may read. Undefined is for those that are not known. */
export interface ExpressionScope {
  valueOf(name: string): ExpressionValue | undefined
  /** Functions about the state of a run, such as `success`. */
  stateOf(name: string): boolean | undefined
}

/** Thrown for an expression that reads something unknown, or that cannot be parsed. */
export class UnknownExpression extends Error {
  override name = 'UnknownExpression'
}

type Token =
  | { readonly kind: 'value'; readonly value: ExpressionValue }
  | { readonly kind: 'name' | 'sign'; readonly text: string }

/** The most parentheses and negations within one another. */
const DEEPEST = 100

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|'((?:[^']|'')*)'|(&&|\|\||[=!<>]=|[<>!(),])|([A-Za-z_][\w-]*(?:\.[\w-]+)*))\s*/y

/** The operators of each level, those that bind least first. */
const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>=']]

/**
 * Evaluates an expression of a workflow, without `${{ }}`.
 * https://docs.github.com/actions/reference/workflows-and-actions/expressions
 *
 * @throws UnknownExpression.
 */
export function evaluate(source: string, scope: ExpressionScope): ExpressionValue {
  const tokens = tokensOf(source)
  const reader = { tokens, at: 0, depth: 0, scope }
  const value = readLevel(reader, 0)
  if (reader.at < tokens.length) throw new UnknownExpression(source)
  return value
}

/** Returns whether a value counts as true. */
export function isTruthy(value: ExpressionValue): boolean {
  return !(value === false || value === null || value === '' || value === 0 || Number.isNaN(value))
}

interface Reader {
  readonly tokens: readonly Token[]
  at: number
  depth: number
  readonly scope: ExpressionScope
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  let end = 0
  for (let found = TOKEN.exec(source); found !== null; found = TOKEN.exec(source)) {
    const [, digits, quoted, sign, name] = found
    end = TOKEN.lastIndex
    if (digits !== undefined) tokens.push({ kind: 'value', value: Number(digits) })
    else if (quoted !== undefined) tokens.push({ kind: 'value', value: quoted.replaceAll("''", "'") })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else tokens.push({ kind: 'name', text: name ?? '' })
  }
  if (end < source.trimEnd().length) throw new UnknownExpression(source)
  return tokens
}

/** Reads operations of a level. Both sides are read, as nothing in an expression has an effect. */
function readLevel(reader: Reader, level: number): ExpressionValue {
  const operators = LEVELS[level]
  if (operators === undefined) return readUnary(reader)
  let left = readLevel(reader, level + 1)
  for (let sign = takeSign(reader, operators); sign !== null; sign = takeSign(reader, operators)) {
    const right = readLevel(reader, level + 1)
    left = operate(sign, left, right)
  }
  return left
}

function operate(sign: string, left: ExpressionValue, right: ExpressionValue): ExpressionValue {
  if (sign === '||') return isTruthy(left) ? left : right
  if (sign === '&&') return isTruthy(left) ? right : left
  if (sign === '==') return isEqual(left, right)
  if (sign === '!=') return !isEqual(left, right)
  const [one, other] = [numberOf(left), numberOf(right)]
  return { '<': one < other, '<=': one <= other, '>': one > other }[sign] ?? one >= other
}

/** Texts are equal whatever their case; values of different types are compared as numbers. */
function isEqual(left: ExpressionValue, right: ExpressionValue): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase()
  return left === right || (typeof left !== typeof right && numberOf(left) === numberOf(right))
}

function numberOf(value: ExpressionValue): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value)
}

function readUnary(reader: Reader): ExpressionValue {
  reader.depth += 1
  if (reader.depth > DEEPEST) throw new UnknownExpression('too deep')
  const value = takeSign(reader, ['!']) === null ? readPrimary(reader) : !isTruthy(readUnary(reader))
  reader.depth -= 1
  return value
}

function readPrimary(reader: Reader): ExpressionValue {
  if (takeSign(reader, ['(']) !== null) {
    const value = readLevel(reader, 0)
    expectSign(reader, ')')
    return value
  }
  const token = reader.tokens[reader.at]
  if (token === undefined || token.kind === 'sign') throw new UnknownExpression('a value is missing')
  reader.at += 1
  if (token.kind === 'value') return token.value
  const value = takeSign(reader, ['(']) === null ? namedValue(reader, token.text) : call(reader, token.text)
  if (value === undefined) throw new UnknownExpression(token.text)
  return value
}

function namedValue({ scope }: Reader, name: string): ExpressionValue | undefined {
  if (name === 'true' || name === 'false') return name === 'true'
  return name === 'null' ? null : scope.valueOf(name)
}

function call(reader: Reader, name: string): ExpressionValue | undefined {
  const values: ExpressionValue[] = []
  while (takeSign(reader, [')']) === null) {
    if (values.length > 0) expectSign(reader, ',')
    values.push(readLevel(reader, 0))
  }
  return reader.scope.stateOf(name) ?? FUNCTIONS[name.toLowerCase()]?.(...values)
}

const lower = (value: ExpressionValue | undefined): string => (value == null ? '' : String(value).toLowerCase())

const FUNCTIONS: Readonly<Record<string, (...values: readonly ExpressionValue[]) => ExpressionValue>> = {
  contains: (within, item = null) =>
    Array.isArray(within)
      ? within.some((each) => isEqual(each as ExpressionValue, item)) // of JSON
      : lower(within).includes(lower(item)),
  startswith: (text, beginning) => lower(text).startsWith(lower(beginning)),
  endswith: (text, end) => lower(text).endsWith(lower(end)),
  fromjson: (text) => parsed(String(text)),
  format: (template, ...values) =>
    String(template).replaceAll(/\{(\d+)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole)),
}

function parsed(text: string): ExpressionValue {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || Array.isArray(value) || typeof value !== 'object') return value as ExpressionValue // of JSON
  } catch {
    // The same as for an object, whose members are not read.
  }
  throw new UnknownExpression(text)
}

function takeSign(reader: Reader, signs: readonly string[]): string | null {
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'sign' || !signs.includes(token.text)) return null
  reader.at += 1
  return token.text
}

function expectSign(reader: Reader, sign: string): void {
  if (takeSign(reader, [sign]) === null) throw new UnknownExpression(`${sign} is missing`)
}
