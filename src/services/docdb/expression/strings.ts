import type { PatternMatch, PatternSearch } from '#core/text/pattern-search.ts'
import { refuseLength, refuseMemory } from '#docdb/query/memory.ts'
import { searchFor, withinLimit } from '#docdb/query/regex.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareBytewise } from '#docdb/values/compare.ts'
import { wholeNumber } from '#docdb/values/number.ts'
import { BSONRegExp, isDocument, isNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { textOf } from './conversions.ts'
import { checkMembers, isNullish, operator, unary, variadic, type Evaluate, type Operator } from './evaluate.ts'

function refuse(code: number, message: string): CommandError {
  return new CommandError(code, message)
}

/** Returns a value as the server makes a string of it for `$toLower`, `$substr` and their like; null becomes empty. */
function loose(name: string, value: Value | undefined): string {
  if (isNullish(value)) return ''
  if (typeof value === 'string') return value
  const text = textOf(value)
  if (text === null) throw refuse(16007, `can't convert from BSON type ${typeOf(value)} to String`)
  return text
}

function position(name: string, value: Value | undefined, code: number, what: string): number {
  const number = isNumber(value) ? wholeNumber(value) : null
  if (number === null) throw refuse(code, `${name}:  ${what} must be a numeric type (is BSON type ${typeOf(value)})`)
  return Number(number)
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
  const bytes = Buffer.from(loose(name, value))
  const start = position(name, from, 16034, 'starting index')
  const length = position(name, count, 16035, 'length')
  if (start < 0) throw refuse(50752, `${name}:  starting index must be non-negative (got: ${start})`)
  const end = length < 0 ? bytes.length : Math.min(bytes.length, start + length)
  if (((bytes[start] ?? 0) & 0xc0) === 0x80)
    throw refuse(28656, `${name}:  Invalid range, starting index is a UTF-8 continuation byte.`)
  if (((bytes[end] ?? 0) & 0xc0) === 0x80)
    throw refuse(28657, `${name}:  Invalid range, ending index is in the middle of a UTF-8 character.`)
  return bytes.toString('utf8', start, end)
})

const substrCP = operator(3, 3, ([value, from, count], { name }) => {
  const characters = [...loose(name, value)]
  const start = position(name, from, 34450, 'starting index')
  const length = position(name, count, 34452, 'length')
  if (start < 0) throw refuse(34455, `${name}: the starting index must be nonnegative integer.`)
  if (length < 0) throw refuse(34454, `${name}: length must be a nonnegative integer.`)
  return characters.slice(start, start + length).join('')
})

function indexOf(isBytes: boolean): Operator {
  return operator(2, 4, ([value, searched, from, to], { name }) => {
    if (isNullish(value)) return null
    if (typeof value !== 'string')
      throw refuse(40091, `${name} requires a string as the first argument, found: ${typeOf(value)}`)
    if (typeof searched !== 'string')
      throw refuse(40092, `${name} requires a string as the second argument, found: ${typeOf(searched)}`)
    const units: { length: number } = isBytes ? Buffer.from(value) : [...value]
    const start = from === undefined ? 0 : position(name, from, 40096, 'starting index')
    const end = to === undefined ? units.length : Math.min(units.length, position(name, to, 40096, 'ending index'))
    if (start < 0 || end < 0) throw refuse(40097, `${name} requires a nonnegative index`)
    if (start > end) return -1
    if (isBytes) return Buffer.from(value).subarray(0, end).indexOf(searched, start)
    const head = [...value].slice(start, end).join('')
    const at = head.indexOf(searched)
    return at < 0 ? -1 : start + head.slice(0, at).length
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
      if (isNullish(text) || isNullish(cut)) return null
      if (typeof text !== 'string')
        throw refuse(50699, `${name} requires its input to be a string, got ${typeOf(text)} instead.`)
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
    if (isNullish(text) || isNullish(regex)) return null
    if (typeof text !== 'string') throw refuse(51104, `${name} needs 'input' to be of type string`)
    if (typeof regex !== 'string' && !(regex instanceof BSONRegExp))
      throw refuse(51105, `${name} needs 'regex' to be of type string or regex`)
    const own = typeof regex === 'string' ? '' : regex.options
    const source = typeof regex === 'string' ? regex : regex.pattern
    const wanted = typeof options === 'string' ? options : own
    if (latest?.source !== source || latest.flags !== wanted)
      latest = { source, flags: wanted, search: searchFor(source, wanted) }
    return { text, search: latest.search }
  }
}

/** Returns the matches in a text as documents, at most so many. `idx` counts code points. */
function matchDocuments(name: string, found: { text: string; search: PatternSearch }, most: number): Document[] {
  const made: Document[] = []
  let [at, idx, size] = [0, 0, 0]
  for (const { text, groups, index } of found.search.matches(found.text)) {
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

/** String operators. */
export const strings: Readonly<Record<string, Operator>> = {
  $concat: concat,
  $split: split,
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $indexOfBytes: indexOf(true),
  $indexOfCP: indexOf(false),
  $trim: trimming(true, true),
  $ltrim: trimming(true, false),
  $rtrim: trimming(false, true),
  $replaceOne: replacing(false),
  $replaceAll: replacing(true),
  $regexMatch: regexMatch,
  $regexFind: regexFind,
  $regexFindAll: regexFindAll,
  // The server changes the case of ASCII letters only.
  $toLower: unary((value, { name }) => loose(name, value).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  $toUpper: unary((value, { name }) => loose(name, value).replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())),
  $strcasecmp: operator(2, 2, ([left, right], { name }) =>
    Math.sign(compareBytewise(loose(name, left).toUpperCase(), loose(name, right).toUpperCase())),
  ),
  $strLenBytes: length(Buffer.byteLength, 34473),
  $strLenCP: length((text) => [...text].length, 34471),
}
