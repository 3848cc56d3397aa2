import { errorMessage } from '#core/error-message.ts'
import {
  linearSearch,
  PatternTooSlow,
  plainSearch,
  timedSearch,
  type PatternSearch,
} from '#core/text/pattern-search.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { withoutAtomicGroups } from './atomic-groups.ts'
import { translatePattern } from './regex-syntax.ts'

/** Returns whether a text matches. */
export type TextTest = (text: string) => boolean

/** The longest pattern, in bytes. */
const LONGEST_PATTERN = 32_764

/**
 * Compiles a regular expression of the server's syntax (PCRE). It has look-around, back-references, named groups and
 * atomic groups and possessive quantifiers, and lacks recursion and conditions.
 *
 * @throws CommandError 51091 for one that does not compile. The test throws 51156 for one that takes too long.
 */
export function compileRegex(pattern: string, options: string): TextTest {
  const search = searchFor(pattern, options)
  return (text) => withinLimit(() => search.test(text))
}

/** Runs a search. @throws CommandError 51156 when it takes longer than it may. */
export function withinLimit<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PatternTooSlow)) throw error
    throw new CommandError(
      51156,
      'Error occurred while executing the regular expression. Result code: match limit exceeded',
    )
  }
}

/**
 * Returns the search for a pattern: with JavaScript's own engine where that is linear, else with RE2, and for a limited
 * time where the pattern has look-around or back-references.
 */
export function searchFor(pattern: string, options: string): PatternSearch {
  const unknown = /[^imsxu]/.exec(options)
  if (unknown !== null) throw new CommandError(51108, `invalid flag in regex options: ${unknown[0]}`)
  if (Buffer.byteLength(pattern) > LONGEST_PATTERN) throw invalid('the pattern is too long')
  const { source, flags, isPlain } = translatePattern(pattern, options)
  try {
    if (isPlain) return plainSearch(source, flags)
    return linearSearch(source, flags) ?? backtrackingSearch(source, flags)
  } catch (error) {
    throw invalid(errorMessage(error))
  }
}

/** Searches for a pattern with look-around, back-references, atomic groups or possessive quantifiers. */
function backtrackingSearch(pattern: string, flags: string): PatternSearch {
  const { source, added } = withoutAtomicGroups(pattern)
  const search = timedSearch(source, flags)
  if (added.size === 0) return search
  return {
    test: (text) => search.test(text),
    matches: (text) =>
      Array.from(search.matches(text), (match) => ({
        ...match,
        groups: match.groups.filter((_, at) => !added.has(at + 1)),
      })),
  }
}

function invalid(reason: string): CommandError {
  return new CommandError(51091, `Regular expression is invalid: ${reason}`)
}
