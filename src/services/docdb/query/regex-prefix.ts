/** The text that every string which matches a pattern begins with. */
export interface RegexPrefix {
  readonly prefix: string
  /** True where every string with the prefix matches. */
  readonly isWhole: boolean
}

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
  if (!isAnchored || /[^msx]/.test(options) || pattern.includes('|')) return null
  return prefixOf(pattern.slice(pattern.startsWith('^') ? 1 : 2), options.includes('x'))
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
    // A letter or digit behind a backslash is a class of characters, or a quotation.
    if (next === '' || /[0-9A-Za-z]/.test(next)) return ended()
    prefix += next
    at += 1
  }
  return prefix === '' ? null : { prefix, isWhole: true }
}
