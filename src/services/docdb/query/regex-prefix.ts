/** The text that every string which matches a pattern begins with. */
export interface RegexPrefix {
  readonly prefix: string
  /** True where every string with the prefix matches. */
  readonly isWhole: boolean
}

/** A bar that no backslash escapes, as the server sees it: also one behind two backslashes, or in a quotation. */
const ALTERNATIVES = /(?:^|[^\\])\||\\\\\|/

/** The characters that end the plain text of a pattern. */
const META = new Set('^$.[()+{')

/** The characters that make the one before them optional. */
const OPTIONAL = new Set('*?')

/**
 * Returns the prefix of a pattern that is anchored at the start of the string, as the server reads it to bound an
 * index; null for another pattern, or one that ignores case.
 * https://www.mongodb.com/docs/manual/reference/operator/query/regex/#index-use
 */
export function regexPrefix(pattern: string, options: string): RegexPrefix | null {
  const isAnchored = pattern.startsWith('^') ? !options.includes('m') : pattern.startsWith('\\A')
  if (!isAnchored || /[^msx]/.test(options) || ALTERNATIVES.test(pattern)) return null
  return prefixOf(pattern.slice(pattern.startsWith('^') ? 1 : 2), options.includes('x'))
}

/** Returns the place of the last character of the quotation that begins at a place. */
function endOfQuotation(pattern: string, start: number): number {
  const end = pattern.indexOf('\\E', start)
  return end < 0 ? pattern.length : end + 1
}

function prefixOf(rest: string, isExtended: boolean): RegexPrefix | null {
  let prefix = ''
  const ended = (): RegexPrefix | null => (prefix === '' ? null : { prefix, isWhole: false })
  for (let at = 0; at < rest.length; at++) {
    const [character = '', next = ''] = rest.slice(at, at + 2)
    if (OPTIONAL.has(character)) {
      prefix = prefix.slice(0, -1)
      return ended()
    }
    if (META.has(character) || (isExtended && /[\s#]/.test(character))) return ended()
    if (character !== '\\') {
      prefix += character
      continue
    }
    if (next === 'Q') {
      const end = endOfQuotation(rest, at)
      prefix += rest.slice(at + 2, end === rest.length ? end : end - 1)
      at = end
      continue
    }
    // A letter or digit behind a backslash is a class of characters, or an assertion.
    if (next === '' || /[0-9A-Za-z]/.test(next)) return ended()
    prefix += next
    at += 1
  }
  return prefix === '' ? null : { prefix, isWhole: true }
}
