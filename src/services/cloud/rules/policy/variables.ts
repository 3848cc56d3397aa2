import type { ConditionContext } from './context.ts'
import { patternOf, type PatternPart } from './wildcards.ts'

const VARIABLE = /\$\{([^}]*)\}/g

/**
 * Returns the pattern of a policy's value with its variables (`${aws:username}`, `${aws:PrincipalTag/team, 'none'}`)
 * replaced. A wildcard in a variable's value is literal. Null when a variable has no value, because then nothing
 * matches. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
export function expandedPattern(value: string, context: ConditionContext | null): PatternPart[] | null {
  if (context === null || !value.includes('${')) return patternOf(value)
  const pattern: PatternPart[] = []
  let from = 0
  for (const match of value.matchAll(VARIABLE)) {
    pattern.push(...patternOf(value.slice(from, match.index)))
    const text = valueOf(match[1] ?? '', context)
    if (text === null) return null
    pattern.push(...text.split(''))
    from = match.index + match[0].length
  }
  pattern.push(...patternOf(value.slice(from)))
  return pattern
}

/** Returns a policy's value with its variables replaced; null when a variable has no value. */
export function expandedText(value: string, context: ConditionContext | null): string | null {
  if (context === null || !value.includes('${')) return value
  let missing = false
  const text = value.replaceAll(VARIABLE, (_, variable: string) => {
    const found = valueOf(variable, context)
    missing ||= found === null
    return found ?? ''
  })
  return missing ? null : text
}

/** Returns the value of a variable. `${*}`, `${?}` and `${$}` are those characters. */
function valueOf(variable: string, context: ConditionContext): string | null {
  if (variable === '*' || variable === '?' || variable === '$') return variable
  const [, key = variable, fallback] = /^\s*([^,]*?)\s*(?:,\s*'([^']*)'\s*)?$/.exec(variable) ?? []
  const values = context.get(key.toLowerCase())
  // A key with several values cannot be a variable.
  return values?.length === 1 ? (values[0] ?? null) : (fallback ?? null)
}
