import { ownMember } from '#core/objects.ts'
import { CommandError } from '#docdb/errors/command-error.ts'

/** White space as PCRE has it, inside a class. */
const SPACE = String.raw`\t\n\v\f\r `

/** A pattern of PCRE in the words that both RE2 and JavaScript know. */
interface TranslatedPattern {
  readonly source: string
  /** The options that it was given, and those at its beginning: `i`, `m`, `s`. */
  readonly flags: string
  /** True for a pattern that JavaScript's own engine matches in a time that is linear in the text. */
  readonly isPlain: boolean
}

/** Escapes whose words differ: in PCRE they stand for ASCII, or have another name. */
const ESCAPES: Readonly<Record<string, string>> = {
  A: '^',
  Z: '$',
  z: '$',
  s: `[${SPACE}]`,
  S: `[^${SPACE}]`,
  h: String.raw`[\t ]`,
  R: String.raw`(?:\r\n|[\n\v\f\r])`,
  e: String.raw`\x1b`,
  a: String.raw`\x07`,
}

const ESCAPES_IN_CLASS: Readonly<Record<string, string>> = { s: SPACE, h: String.raw`\t `, e: String.raw`\x1b` }

/** The classes of POSIX. https://www.pcre.org/current/doc/html/pcre2pattern.html#SEC10 */
const POSIX: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: SPACE,
  blank: String.raw`\t `,
  punct: String.raw`!-\/:-@\[-\x60{-~`,
  xdigit: '0-9A-Fa-f',
  word: String.raw`\w`,
  cntrl: String.raw`\x00-\x1f\x7f`,
  print: String.raw`\x20-\x7e`,
  graph: String.raw`\x21-\x7e`,
}

/** The longest pattern for JavaScript's own engine, which tries it at every place of a text. */
const LONGEST_PLAIN = 256

/**
 * Translates a pattern of PCRE, in one pass over it. https://www.pcre.org/current/doc/html/pcre2pattern.html
 *
 * A pattern is plain when it has neither groups nor repetitions, apart from one `?`.
 */
export function translatePattern(pattern: string, options: string): TranslatedPattern {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern)
  const flags = [...new Set(options + (inline?.[1] ?? ''))]
  const own = { isExtended: flags.includes('x'), isDotAll: flags.includes('s') }
  const { source, isPlain } = translated(pattern.slice(inline?.[0].length ?? 0), own)
  return { source, isPlain, flags: flags.filter((flag) => 'ims'.includes(flag)).join('') }
}

function translated(
  pattern: string,
  { isExtended, isDotAll }: { readonly isExtended: boolean; readonly isDotAll: boolean },
): { source: string; isPlain: boolean } {
  const parts: string[] = []
  let optional = 0
  let isPlain = pattern.length <= LONGEST_PLAIN
  for (let at = 0; at < pattern.length;) {
    const character = pattern.charAt(at)
    const from = at
    if (character === '\\') {
      const [part, end] = escapeAt(pattern, at)
      if (!/^\\[^\w]$|^\\[dDwWbBtnrf]$|^\[/.test(part)) isPlain = false
      parts.push(part)
      at = end
    } else if (character === '[') {
      const [part, end] = classAt(pattern, at)
      parts.push(part)
      at = end
    } else if (isExtended && character === '#') {
      const end = pattern.indexOf('\n', at)
      at = end < 0 ? pattern.length : end + 1
    } else {
      if (character === '?') optional += 1
      else if ('(*+{'.includes(character)) isPlain = false
      at += 1
      if (isExtended && /\s/.test(character)) continue
      if (character === '.' && !isDotAll) parts.push(String.raw`[^\n]`)
      else if (pattern.startsWith('(?P<', from)) {
        parts.push('(?<')
        at = from + 4
      } else parts.push(character)
    }
  }
  return { source: parts.join(''), isPlain: isPlain && optional < 2 }
}

/** Returns the escape at a place, in other words where they differ, and the place after it. */
function escapeAt(pattern: string, at: number): readonly [string, number] {
  const letter = pattern.charAt(at + 1)
  if (letter === 'Q') {
    const found = pattern.indexOf(String.raw`\E`, at)
    const end = found < 0 ? pattern.length : found
    const literal = pattern.slice(at + 2, end).replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`)
    return [literal === '' ? '(?:)' : literal, Math.min(pattern.length, end + 2)]
  }
  if (letter === 'x' && pattern.charAt(at + 2) === '{') {
    const digits = /\{([0-9a-fA-F]{1,6})\}/y
    digits.lastIndex = at + 2
    const code = Number.parseInt(digits.exec(pattern)?.[1] ?? 'ffffff', 16)
    if (code <= 0x10_ff_ff) return [literalOf(String.fromCodePoint(code)), digits.lastIndex]
  }
  const words = ownMember(ESCAPES, letter)
  // A sign that needs no escape, which JavaScript's mode for Unicode refuses.
  if (/[^\w$()*+.?[\\\]^{|}/]/.test(letter)) return [letter, at + 2]
  return [words ?? `\\${letter}`, at + 2]
}

function literalOf(character: string): string {
  return /[$()*+.?[\\\]^{|}/]/.test(character) ? `\\${character}` : character
}

/**
 * Returns the class at a place, and the place after it.
 *
 * @throws CommandError 51091 for a class that does not end.
 */
function classAt(pattern: string, from: number): readonly [string, number] {
  const parts = ['[']
  let at = from + 1
  if (pattern.charAt(at) === '^') {
    parts.push('^')
    at += 1
  }
  const first = at
  for (; at < pattern.length;) {
    const character = pattern.charAt(at)
    if (character === ']' && at > first) return [`${parts.join('')}]`, at + 1]
    if (character === '\\') {
      const letter = pattern.charAt(at + 1)
      parts.push(ownMember(ESCAPES_IN_CLASS, letter) ?? `\\${letter}`)
      at += 2
      continue
    }
    const posix = character === '[' ? /\[:([a-z]+):\]/y : null
    if (posix !== null) posix.lastIndex = at
    const name = posix?.exec(pattern)?.[1] ?? ''
    if (posix !== null && Object.hasOwn(POSIX, name)) {
      parts.push(POSIX[name] ?? '')
      at = posix.lastIndex
      continue
    }
    // A hyphen beside a set of characters is itself, which JavaScript's mode for Unicode wants to be told.
    const isBeside =
      character === '-' &&
      (/\\[dwsDWSh]$/.test(pattern.slice(from, at)) || /^-\\[dwsDWSh]/.test(pattern.slice(at, at + 3)))
    parts.push(character === '[' || character === ']' || isBeside ? `\\${character}` : character)
    at += 1
  }
  throw new CommandError(51091, 'Regular expression is invalid: missing terminating ] for character class')
}
