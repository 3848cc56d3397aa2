import { ownMember } from '#core/objects.ts'
import { fromEjson, MalformedEjson } from './ejson.ts'
import type { Value } from './value.ts'

/**
 * Thrown for text that is neither Extended JSON nor in the form of the shell; the message names the line and the
 * column.
 */
export class MalformedShell extends Error {
  override name = 'MalformedShell'
  readonly reason: string
  /** The place in the text, both counted from 1; null for a mistake that is not at one place. */
  readonly place: { readonly line: number; readonly column: number } | null

  constructor(reason: string, place: MalformedShell['place'] = null) {
    super(place === null ? reason : `line ${place.line}, column ${place.column}: ${reason}`)
    this.reason = reason
    this.place = place
  }
}

/**
 * Reads a value as people write it in `mongosh`, of which Extended JSON is a part: names without quotes, single quotes,
 * comments, commas at the end, `/regular expressions/i`, and the constructors `ObjectId`, `ISODate`, `NumberLong`,
 * `NumberDecimal`, `UUID` and their like. Nothing is evaluated. Numbers are read as in Extended JSON: a whole number is
 * an Int32 or Int64, and `Double(5)` is a Double.
 *
 * @throws MalformedShell
 */
export function readShell(source: string): Value {
  const reader = new ShellReader(source)
  const json = reader.document()
  try {
    return fromEjson(json)
  } catch (error) {
    if (error instanceof MalformedEjson) throw new MalformedShell(error.message)
    throw error
  }
}

/** Constructors by name: each returns the Extended JSON of its value; undefined for arguments that it does not take. */
const CONSTRUCTORS: Readonly<Record<string, (values: readonly unknown[]) => unknown>> = {
  ObjectId: ([hex]) => ({ $oid: hex }),
  ISODate: ([date]) => dateOf(date),
  Date: ([date]) => dateOf(date),
  NumberInt: ([number]) => ({ $numberInt: textOf(number) }),
  Int32: ([number]) => ({ $numberInt: textOf(number) }),
  NumberLong: ([number]) => ({ $numberLong: textOf(number) }),
  Long: ([number]) => ({ $numberLong: textOf(number) }),
  Double: ([number]) => ({ $numberDouble: textOf(number) }),
  NumberDecimal: ([number]) => ({ $numberDecimal: textOf(number) }),
  Decimal128: ([number]) => ({ $numberDecimal: textOf(number) }),
  UUID: ([uuid]) => (/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(String(uuid)) ? { $uuid: uuid } : undefined),
  BinData: ([subtype, base64]) => binary(subtype, base64),
  HexData: ([subtype, hex]) => binary(subtype, Buffer.from(String(hex), 'hex').toString('base64')),
  Timestamp: ([first, i]) => ({ $timestamp: typeof first === 'object' ? first : { t: first, i } }),
  RegExp: ([pattern, options = '']) => ({ $regularExpression: { pattern, options } }),
  Code: ([code]) => ({ $code: code }),
  MinKey: () => ({ $minKey: 1 }),
  MaxKey: () => ({ $maxKey: 1 }),
}

function textOf(number: unknown): unknown {
  return typeof number === 'number' ? String(number) : number
}

function dateOf(date: unknown): unknown {
  return typeof date === 'number' ? { $date: { $numberLong: String(date) } } : { $date: date }
}

function binary(subtype: unknown, base64: unknown): unknown {
  if (typeof subtype !== 'number' || !Number.isInteger(subtype) || subtype < 0 || subtype > 255) return undefined
  return { $binary: { base64, subType: subtype.toString(16).padStart(2, '0') } }
}

/** Words that are values. */
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  NaN: NaN,
  Infinity: Infinity,
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }

/** The deepest nesting, as deep as that of BSON documents. */
const MOST_LEVELS = 100

/** Reads one text, from its beginning to its end, into Extended JSON. */
class ShellReader {
  readonly #source: string
  #at = 0
  #level = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Reads the whole text as one value. */
  document(): unknown {
    const value = this.#value()
    this.#skipSpace()
    if (this.#at < this.#source.length) throw this.#unexpected('the end')
    return value
  }

  #value(): unknown {
    this.#skipSpace()
    const letter = this.#source[this.#at] ?? ''
    if (letter === '{') return this.#nested(() => this.#object())
    if (letter === '[') return this.#nested(() => this.#list('[', ']'))
    if (letter === '"' || letter === "'" || letter === '`') return this.#string(letter)
    if (letter === '/') return this.#regularExpression()
    const number = this.#take(/[-+]?\s*(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|Infinity\b)/iy)
    if (number !== null) return numberOf(number)
    const word = this.#take(/[A-Za-z_$][\w$]*/y)
    if (word === null) throw this.#unexpected('a value')
    return this.#named(word)
  }

  /** Reads what a word at the place of a value begins: a constant or a constructor. */
  #named(word: string): unknown {
    if (Object.hasOwn(WORDS, word)) return WORDS[word]
    const start = this.#at - word.length
    this.#skipSpace()
    const name = word === 'new' ? (this.#take(/[A-Za-z_$][\w$]*/y) ?? '') : word
    const make = ownMember(CONSTRUCTORS, name)
    if (make === undefined) {
      throw this.#error(`${name === '' ? word : name} is unknown here: put quotes around a text`, start)
    }
    this.#skipSpace()
    const hasArguments = this.#source[this.#at] === '('
    if (!hasArguments && name !== 'MinKey' && name !== 'MaxKey') throw this.#unexpected(`'(' after ${name}`)
    const values = hasArguments ? this.#nested(() => this.#list('(', ')')) : []
    const json = make(values)
    try {
      if (json === undefined) throw new MalformedEjson(`arguments that it does not take`)
      fromEjson(json)
    } catch (error) {
      if (error instanceof MalformedEjson) throw this.#error(`${name}: ${error.message}`, start)
      throw error
    }
    return json
  }

  #object(): unknown {
    const made: Record<string, unknown> = {}
    this.#at += 1
    for (;;) {
      this.#skipSpace()
      if (this.#source[this.#at] === '}') break
      const name = this.#name()
      this.#skipSpace()
      if (this.#source[this.#at] !== ':') throw this.#unexpected(`':' after ${JSON.stringify(name)}`)
      this.#at += 1
      // Defined, not assigned: `__proto__` is a name like any other.
      Object.defineProperty(made, name, { value: this.#value(), enumerable: true, configurable: true, writable: true })
      if (!this.#hasNext('}')) break
    }
    this.#at += 1
    return made
  }

  #name(): string {
    const letter = this.#source[this.#at] ?? ''
    if (letter === '"' || letter === "'") return this.#string(letter)
    const name = this.#take(/[\p{L}_$][\p{L}\p{N}_$]*|\d+/uy)
    if (name === null) throw this.#unexpected("a name or '}'")
    return name
  }

  #list(open: '[' | '(', close: ']' | ')'): unknown[] {
    const values: unknown[] = []
    this.#at += open.length
    for (;;) {
      this.#skipSpace()
      if (this.#source[this.#at] === close) break
      values.push(this.#value())
      if (!this.#hasNext(close)) break
    }
    this.#at += 1
    return values
  }

  /** Reads the comma between two members; returns false at the end of the list. */
  #hasNext(close: string): boolean {
    this.#skipSpace()
    const letter = this.#source[this.#at]
    if (letter === close) return false
    if (letter !== ',') throw this.#unexpected(`',' or '${close}'`)
    this.#at += 1
    return true
  }

  #string(quote: string): string {
    const start = this.#at
    let text = ''
    for (this.#at += 1; ; this.#at += 1) {
      const letter = this.#source[this.#at]
      if (letter === undefined || (letter === '\n' && quote !== '`')) throw this.#error('this text has no end', start)
      if (letter === quote) break
      text += letter === '\\' ? this.#escape() : letter
    }
    this.#at += 1
    return text
  }

  /** Reads an escape sequence; stops at its last letter. */
  #escape(): string {
    const code = this.#take(/\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/iy)
    if (code !== null) {
      this.#at -= 1
      const point = Number.parseInt(code.replaceAll(/[\\ux{}]/g, ''), 16)
      if (point > 0x10_ff_ff) throw this.#error('this character does not exist', this.#at)
      return String.fromCodePoint(point)
    }
    this.#at += 1
    const letter = this.#source[this.#at] ?? ''
    return letter === '\n' ? '' : (ESCAPES[letter] ?? letter)
  }

  #regularExpression(): unknown {
    const start = this.#at
    const literal = this.#take(/\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/[a-z]*/y)
    if (literal === null) throw this.#error('this regular expression has no end', start)
    const end = literal.lastIndexOf('/')
    const options = [...new Set(literal.slice(end + 1))].toSorted().join('')
    if (/[^imsux]/.test(options)) throw this.#error(`/${options}: expected the options i, m, s, u and x`, start)
    return { $regularExpression: { pattern: literal.slice(1, end), options } }
  }

  #nested<T>(read: () => T): T {
    this.#level += 1
    if (this.#level > MOST_LEVELS) throw this.#error(`nested more than ${MOST_LEVELS} levels deep`, this.#at)
    const value = read()
    this.#level -= 1
    return value
  }

  #skipSpace(): void {
    this.#take(/(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/y)
  }

  /** Reads what a sticky pattern matches here; null when it does not match. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match === null) return null
    this.#at = pattern.lastIndex
    return match[0]
  }

  #unexpected(expected: string): MalformedShell {
    const found = this.#source[this.#at]
    return this.#error(`expected ${expected}, found ${found === undefined ? 'the end' : `'${found}'`}`, this.#at)
  }

  #error(message: string, at: number): MalformedShell {
    const before = this.#source.slice(0, at).split('\n')
    return new MalformedShell(message, { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 })
  }
}

function numberOf(text: string): number {
  const compact = text.replaceAll(/\s/g, '')
  const [sign, digits] = /^[-+]/.test(compact) ? [compact[0], compact.slice(1)] : ['', compact]
  return sign === '-' ? -Number(digits) : Number(digits)
}
