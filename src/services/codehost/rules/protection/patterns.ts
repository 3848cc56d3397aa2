import { linearSearch, type PatternSearch } from '#core/text/pattern-search.ts'
import type { Rule } from '#codehost/schema/rulesets.ts'

interface PatternParameters {
  readonly operator: 'starts_with' | 'ends_with' | 'contains' | 'regex'
  readonly pattern: string
  readonly negate?: boolean
}

/** The vendor's words for the requirements of patterns. */
const REQUIREMENTS = {
  starts_with: 'start with a matching pattern',
  ends_with: 'end with a matching pattern',
  contains: 'contain a matching pattern',
  regex: 'match a given regex pattern',
} as const

/**
 * Returns the test of a rule with a pattern, and the sentence by which it refuses: `Branch name must start with a
 * matching pattern: feature/`. Expressions are RE2's and are searched for in linear time.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/creating-rulesets-for-a-repository#using-regular-expressions-for-commit-metadata
 */
export function patternRule(
  { parameters }: Rule,
  subject: string,
): { readonly accepts: (text: string) => boolean; readonly message: string } {
  const { operator, pattern, negate = false } = parameters as unknown as PatternParameters // by its schema
  const matches = matcherOf(operator, pattern)
  return {
    accepts: (text) => matches(text) !== negate,
    message: `${subject} must ${negate ? 'not ' : ''}${REQUIREMENTS[operator]}: ${pattern}`,
  }
}

function matcherOf(operator: PatternParameters['operator'], pattern: string): (text: string) => boolean {
  if (operator === 'starts_with') return (text) => text.startsWith(pattern)
  if (operator === 'ends_with') return (text) => text.endsWith(pattern)
  if (operator === 'contains') return (text) => text.includes(pattern)
  const search: PatternSearch | null = linearSearch(pattern, '')
  return (text) => search?.test(text) === true
}

/** Returns whether a text is an expression that rules can have: one that RE2 reads. */
export function isPattern(source: string): boolean {
  return linearSearch(source, '') !== null
}
