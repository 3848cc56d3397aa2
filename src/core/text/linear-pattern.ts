import { re2 } from './re2.ts'

/** A regular expression that must match a whole text. Its time is linear in the length of the text. */
export interface LinearPattern {
  matches(text: string): boolean
}

/**
 * Letters, digits and a few signs, with at most one `.*`: JavaScript's own engine matches such a pattern in linear
 * time.
 */
const SIMPLE = /^[\w @-]*(?:\.\*[\w @-]*)?$/

/**
 * Compiles a regular expression of a user, in RE2's syntax: JavaScript's without look-around and back-references, which
 * cannot be matched in linear time. https://github.com/google/re2/wiki/Syntax
 *
 * @throws SyntaxError when the source is not such a regular expression.
 */
export function linearPattern(source: string): LinearPattern {
  if (SIMPLE.test(source)) {
    const simple = new RegExp(`^${source}$`)
    return { matches: (text) => simple.test(text) }
  }
  const { RE2JS, RE2JSException } = re2()
  try {
    const compiled = RE2JS.compile(source)
    return { matches: (text) => compiled.testExact(text) }
  } catch (error) {
    if (error instanceof RE2JSException) throw new SyntaxError(`${source}: ${error.message}`)
    throw error
  }
}
