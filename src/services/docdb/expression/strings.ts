import type { PatternMatch, PatternSearch } from '#core/text/pattern-search.ts'
import { refuseLength, refuseMemory } from '#docdb/query/memory.ts'
import { searchFor, withinLimit } from '#docdb/query/regex.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareBytewise } from '#docdb/values/compare.ts'
import { atPlace, decimalOf } from '#docdb/values/decimal.ts'
import { isDouble, wholeNumber } from '#docdb/values/number.ts'
import { textOfAny } from '#docdb/values/show.ts'
import {
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  isDocument,
  isNumber,
  Timestamp,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { shortDoubleText } from './number-text.ts'
import { checkMembers, isNullish, operator, unary, variadic, type Evaluate, type Operator } from './evaluate.ts'

function refuse(code: number, message: string): CommandError {
  return new CommandError(code, message)
}

/** Returns a value as the server makes a string of it for `$toLower`, `$substr` and their like; null becomes empty. */
function loose(value: Value | undefined): string {
  if (isNullish(value)) return ''
  if (typeof value === 'string') return value
  if (isNumber(value)) return isDouble(value) ? shortDoubleText(toNumber(value)) : value.toString()
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Code) return value.code
  if (value instanceof BSONSymbol) return value.value
  if (value instanceof Timestamp) return timestampText(value)
  throw refuse(16007, `can't convert from BSON type ${typeOf(value)} to String`)
}

/** Returns a timestamp as `Jan  1 00:00:01:7`: its time in UTC without the year, and its increment. */
function timestampText({ t, i }: Timestamp): string {
  const [, day = '', month = '', , time = ''] = new Date(t * 1000).toUTCString().split(' ')
  return `${month} ${day.replace(/^0/, ' ')} ${time}:${i}`
}

/** Returns a position of bytes: a Double without its fraction, a Decimal128 rounded, and one too large as below 0. */
function bytePosition(name: string, value: Value | undefined, code: number, what: string): number {
  if (!isNumber(value)) throw refuse(code, `${name}:  ${what} must be a numeric type (is BSON type ${typeOf(value)})`)
  if (value instanceof Decimal128) {
    const exact = decimalOf(value)
    const rounded = typeof exact === 'string' ? null : atPlace(exact, 0, false)
    const number = rounded === null ? Infinity : Number(`${rounded.coefficient}e${rounded.exponent}`)
    return Math.abs(number) < LONG ? number : -LONG
  }
  const number = Math.trunc(toNumber(value))
  if (Math.abs(number) < LONG || typeof value === 'bigint') return number
  throw refuse(31_109, `Can't coerce out of range value ${textOfAny(value)} to long`)
}

/** The first number that is too large for an Int64. */
const LONG = 2 ** 63

/** Returns a position of characters. `codes` are those of another type, and of a number that is no Int32. */
function position(
  name: string,
  value: Value | undefined,
  codes: readonly [type: number, range: number],
  what: string,
): number {
  if (!isNumber(value))
    throw refuse(codes[0], `${name}: ${what} must be a numeric type (is BSON type ${typeOf(value)})`)
  const number = wholeNumber(value)
  if (number !== null && BigInt.asIntN(32, number) === number) return Number(number)
  throw refuse(codes[1], `${name}: ${what} cannot be represented as a 32-bit integral value: ${textOfAny(value)}`)
}

const concat = variadic((values) => {
  let text = ''
  for (const value of values) {
    if (isNullish(value)) return null
    if (typeof value !== 'string') throw refuse(16702, `$concat only supports strings, not ${typeOf(value)}`)
    refuseMemory('$concat', text.length + value.length)
    text += value
  }
  return text
})

const split = operator(2, 2, ([text, separator]) => {
  if (isNullish(text) || isNullish(separator)) return null
  if (typeof text !== 'string')
    throw refuse(
      40085,
      `$split requires an expression that evaluates to a string as a first argument, found: ${typeOf(text)}`,
    )
  if (typeof separator !== 'string')
    throw refuse(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeOf(separator)}`,
    )
  if (separator === '') throw refuse(40087, '$split requires a non-empty separator')
  refuseLength('$split', countOf(text, separator))
  return text.split(separator)
})

const substrBytes = operator(3, 3, ([value, from, count], { name }) => {
  const bytes = Buffer.from(loose(value))
  const start = bytePosition(name, from, 16034, 'starting index')
  const length = bytePosition(name, count, 16035, 'length')
  if (start < 0) throw refuse(50752, `${name}:  starting index must be non-negative (got: ${start})`)
  const end = length < 0 ? bytes.length : Math.min(bytes.length, start + length)
  if (((bytes[start] ?? 0) & 0xc0) === 0x80)
    throw refuse(28656, `${name}:  Invalid range, starting index is a UTF-8 continuation byte.`)
  if (((bytes[end] ?? 0) & 0xc0) === 0x80)
    throw refuse(28657, `${name}:  Invalid range, ending index is in the middle of a UTF-8 character.`)
  return bytes.toString('utf8', start, end)
})

const substrCP = operator(3, 3, ([value, from, count], { name }) => {
  const characters = [...loose(value)]
  const start = position(name, from, [34450, 34451], 'starting index')
  const length = position(name, count, [34452, 34453], 'length')
  if (length < 0) throw refuse(34454, `${name}: length must be a nonnegative integer.`)
  if (start < 0) throw refuse(34455, `${name}: the starting index must be nonnegative integer.`)
  return characters.slice(start, start + length).join('')
})

/** The codes of `$indexOfBytes` and of `$indexOfCP` for operands that are no strings. */
const NO_STRING = { $indexOfBytes: [40_091, 40_092], $indexOfCP: [40_093, 40_094] } as const

function indexOf(name: keyof typeof NO_STRING): Operator {
  return operator(2, 4, (values) => {
    const [value, searched, from, to] = values
    if (isNullish(value)) return null
    for (const [at, each] of [value, searched].entries()) {
      if (typeof each !== 'string')
        throw refuse(
          NO_STRING[name][at] ?? 0,
          `${name} requires a string as the ${at === 0 ? 'first' : 'second'} argument, found: ${typeOf(each)}`,
        )
    }
    const [text, part] = [value, searched] as [string, string] // seen above
    const length = name === '$indexOfBytes' ? Buffer.byteLength(text) : [...text].length
    const start = values.length < 3 ? 0 : position(name, from, [40_096, 40_096], 'starting index')
    const end = values.length < 4 ? length : Math.min(length, position(name, to, [40_096, 40_096], 'ending index'))
    if (start < 0 || end < 0) throw refuse(40097, `${name} requires a nonnegative index`)
    if (start > end) return -1
    if (name === '$indexOfBytes') return Buffer.from(text).subarray(0, end).indexOf(part, start)
    // The server looks at each character, so that nothing is found behind the last one, but in an empty text.
    if (start === end) return start === 0 && text === '' && part === '' ? 0 : -1
    const head = [...text].slice(start, end).join('')
    const at = head.indexOf(part)
    return at < 0 ? -1 : start + Array.from(head.slice(0, at)).length
  })
}

const SPACE = '\u0000\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'

function trimming(left: boolean, right: boolean): Operator {
  return (operand, { name, compile }) => {
    if (!isDocument(operand))
      throw refuse(50696, `${name} only supports an object as an argument, found ${typeOf(operand)}`)
    checkMembers(name, operand, ['input', 'chars'], 50694)
    if (operand['input'] === undefined) throw refuse(50695, `${name} requires an 'input' field`)
    const input = compile(operand['input'])
    const chars = operand['chars'] === undefined ? undefined : compile(operand['chars'])
    return (document, variables) => {
      const text = input(document, variables)
      const cut = chars === undefined ? SPACE : chars(document, variables)
      if (isNullish(text)) return null
      if (typeof text !== 'string')
        throw refuse(50699, `${name} requires its input to be a string, got ${typeOf(text)} instead.`)
      if (isNullish(cut)) return null
      if (typeof cut !== 'string')
        throw refuse(50700, `${name} requires 'chars' to be a string, got ${typeOf(cut)} instead.`)
      const removed = new Set(cut)
      const characters = [...text]
      let [start, end] = [0, characters.length]
      if (left) while (start < end && removed.has(characters[start] ?? '')) start += 1
      if (right) while (end > start && removed.has(characters[end - 1] ?? '')) end -= 1
      return characters.slice(start, end).join('')
    }
  }
}

/** Returns how often a text has another in it; an empty one is at every place. */
function countOf(text: string, searched: string): number {
  if (searched === '') return text.length + 1
  let count = 0
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + searched.length)) count += 1
  return count
}

function replacing(every: boolean): Operator {
  return (operand, { name, compile }) => {
    if (!isDocument(operand))
      throw refuse(51751, `${name} requires an object as an argument, found: ${typeOf(operand)}`)
    checkMembers(name, operand, ['input', 'find', 'replacement'], 51750)
    const parts = (['input', 'find', 'replacement'] as const).map((each, at) => {
      const spec = operand[each]
      if (spec === undefined) throw refuse(51749 - at, `${name} requires '${each}' to be specified`)
      return compile(spec)
    })
    return (document, variables) => {
      const [input, find, replacement] = parts.map((part) => part(document, variables))
      for (const [at, each] of [input, find, replacement].entries()) {
        if (!isNullish(each) && typeof each !== 'string') {
          throw refuse(
            51746 - at,
            `${name} requires that '${['input', 'find', 'replacement'][at] ?? ''}' be a string, found: ${typeOf(each)}`,
          )
        }
      }
      if (typeof input !== 'string' || typeof find !== 'string' || typeof replacement !== 'string') return null
      if (every) refuseMemory(name, input.length + countOf(input, find) * (replacement.length - find.length))
      return every ? input.replaceAll(find, () => replacement) : input.replace(find, () => replacement)
    }
  }
}

/** The input and the expression of `$regexMatch` and its relatives. */
function regexParts(
  operand: Value,
  name: string,
  compile: (spec: Value) => Evaluate,
): (document: Document, variables: Parameters<Evaluate>[1]) => { text: string; search: PatternSearch } | null {
  if (!isDocument(operand))
    throw refuse(51103, `${name} expects an object of named arguments but found: ${typeOf(operand)}`)
  checkMembers(name, operand, ['input', 'regex', 'options'], 31024)
  if (operand['input'] === undefined) throw refuse(31022, `${name} requires 'input' parameter`)
  if (operand['regex'] === undefined) throw refuse(31023, `${name} requires 'regex' parameter`)
  const input = compile(operand['input'])
  const pattern = compile(operand['regex'])
  const flags = compile(operand['options'] ?? null)
  // Most patterns are the same for every document.
  let latest: { readonly source: string; readonly flags: string; readonly search: PatternSearch } | undefined
  return (document, variables) => {
    const [text, regex, options] = [
      input(document, variables),
      pattern(document, variables),
      flags(document, variables),
    ]
    const own = regex instanceof BSONRegExp ? regex.options : ''
    const wanted = isNullish(options) ? own : regexOptions(name, options, own)
    if (!isNullish(text) && typeof text !== 'string') throw refuse(51104, `${name} needs 'input' to be of type string`)
    if (!isNullish(regex) && typeof regex !== 'string' && !(regex instanceof BSONRegExp))
      throw refuse(51105, `${name} needs 'regex' to be of type string or regex`)
    if (isNullish(text) || isNullish(regex)) return null
    const source = typeof regex === 'string' ? regex : regex.pattern
    if (source.includes('\0')) throw refuse(51109, `${name}: regular expression cannot contain an embedded null byte`)
    if (latest?.source !== source || latest.flags !== wanted)
      latest = { source, flags: wanted, search: searchIn(name, source, wanted) }
    return { text, search: latest.search }
  }
}

/** Compiles the pattern of an operator. @throws CommandError 51111 for one that does not compile. */
function searchIn(name: string, source: string, flags: string): PatternSearch {
  try {
    return searchFor(source, flags)
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 51_091) throw error
    throw refuse(51_111, `Invalid Regex in ${name}: ${error.message.replace('Regular expression is invalid: ', '')}`)
  }
}

/** Returns the `options` of an operator. @throws CommandError for other types, and beside a pattern with its own. */
function regexOptions(name: string, options: Value, own: string): string {
  if (typeof options !== 'string') throw refuse(51106, `${name} needs 'options' to be of type string`)
  if (options.includes('\0'))
    throw refuse(51110, `${name}: regular expression options cannot contain an embedded null byte`)
  if (own !== '') throw refuse(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`)
  return options
}

/** Returns the matches in a text as documents, at most so many. `idx` counts code points. */
function matchDocuments(name: string, found: { text: string; search: PatternSearch }, most: number): Document[] {
  const made: Document[] = []
  let [at, idx, size] = [0, 0, 0]
  for (const { text, groups, index } of found.search.matches(found.text)) {
    // Behind the last character nothing is looked for, but in an empty text.
    if (index === found.text.length && index > 0 && most > 1) break
    for (; at < index; idx++) at += (found.text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1
    size += sizeOfMatch(text, groups)
    if (size > LARGEST_OUTPUT)
      throw refuse(51151, `${name}: the size of buffer to store output exceeded the 64MB limit`)
    made.push({ match: text, idx, captures: [...groups] })
    if (made.length === most) break
  }
  return made
}

/** The most bytes of the matches that one expression returns. */
const LARGEST_OUTPUT = 64 * 1024 * 1024

function sizeOfMatch(text: string, groups: PatternMatch['groups']): number {
  return groups.reduce((sum, each) => sum + 16 + (each?.length ?? 0), 64 + text.length)
}

const regexMatch: Operator = (operand, { name, compile }) => {
  const parts = regexParts(operand, name, compile)
  return (document, variables) => {
    const found = parts(document, variables)
    return found !== null && withinLimit(() => found.search.test(found.text))
  }
}

const regexFind: Operator = (operand, { name, compile }) => {
  const parts = regexParts(operand, name, compile)
  return (document, variables) => {
    const found = parts(document, variables)
    return found === null ? null : (withinLimit(() => matchDocuments(name, found, 1))[0] ?? null)
  }
}

const regexFindAll: Operator = (operand, { name, compile }) => {
  const parts = regexParts(operand, name, compile)
  return (document, variables) => {
    const found = parts(document, variables)
    return found === null ? [] : withinLimit(() => matchDocuments(name, found, Infinity))
  }
}

const length = (measure: (text: string) => number, code: number): Operator =>
  unary((value, { name }) => {
    if (typeof value !== 'string')
      throw refuse(
        code,
        `${name} requires a string argument, found: ${typeOf(value) === 'undefined' ? 'missing' : typeOf(value)}`,
      )
    return measure(value)
  })

/** Returns a text with the ASCII letters alone in lower case, as the server changes no others. */
function lowered(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function raised(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** String operators. */
export const strings: Readonly<Record<string, Operator>> = {
  $concat: concat,
  $split: split,
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $indexOfBytes: indexOf('$indexOfBytes'),
  $indexOfCP: indexOf('$indexOfCP'),
  $trim: trimming(true, true),
  $ltrim: trimming(true, false),
  $rtrim: trimming(false, true),
  $replaceOne: replacing(false),
  $replaceAll: replacing(true),
  $regexMatch: regexMatch,
  $regexFind: regexFind,
  $regexFindAll: regexFindAll,
  $toLower: unary((value) => lowered(loose(value))),
  $toUpper: unary((value) => raised(loose(value))),
  $strcasecmp: operator(2, 2, ([left, right]) => Math.sign(compareBytewise(raised(loose(left)), raised(loose(right))))),
  $strLenBytes: length(Buffer.byteLength, 34473),
  $strLenCP: length((text) => [...text].length, 34471),
}
