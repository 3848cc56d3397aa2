import { CommandError } from '#docdb/errors/command-error.ts'

/** Returns whether a text matches. */
export type TextTest = (text: string) => boolean

/**
 * Compiles a regular expression of the server's syntax (PCRE). JavaScript's own engine matches it: it has look-around,
 * back-references and named groups, and lacks possessive quantifiers, atomic groups and recursion.
 *
 * @throws CommandError 51091 for one that does not compile.
 */
export function compileRegex(pattern: string, options: string): TextTest {
  const regex = regexOf(pattern, options)
  return (text) => regex.test(text)
}

/** Returns the JavaScript expression of a pattern of the server; `extra` are further flags. */
export function regexOf(pattern: string, options: string, extra = ''): RegExp {
  const unknown = /[^imsxu]/.exec(options)
  if (unknown !== null) throw new CommandError(51108, `invalid flag in regex options: ${unknown[0]}`)
  let source = options.includes('x') ? withoutSpace(pattern) : pattern
  let flags = [...new Set(options)].filter((flag) => 'ims'.includes(flag)).join('')
  const inline = /^\(\?([imsx]+)\)/.exec(source)
  if (inline !== null) {
    source = source.slice(inline[0].length)
    if (inline[1]?.includes('x') === true) source = withoutSpace(source)
    flags = [...new Set(flags + (inline[1] ?? ''))].filter((flag) => 'ims'.includes(flag)).join('')
  }
  source = source
    .replaceAll(/\\A/g, '^')
    .replaceAll(/\\[zZ]/g, '$')
    .replaceAll('(?P<', '(?<')
    .replaceAll('[[:alpha:]]', '[A-Za-z]')
  try {
    return compile(source, flags + extra)
  } catch (error) {
    throw new CommandError(
      51091,
      `Regular expression is invalid: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    // The mode for Unicode refuses escapes that have no meaning, which PCRE reads as the character itself.
    return new RegExp(source, flags)
  }
}

/** Removes white space and comments, as the option `x` demands. */
function withoutSpace(pattern: string): string {
  return pattern.replaceAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|#.*|\s+/g, (part) =>
    /^(?:#|\s)/.test(part) ? '' : part,
  )
}
