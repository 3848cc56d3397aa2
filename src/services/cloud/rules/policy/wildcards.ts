/**
 * Returns whether a text matches a pattern, in which `*` is any number of characters and `?` is one. Takes at most time
 * in proportion to the product of their lengths.
 */
export function like(pattern: readonly PatternPart[], text: string): boolean {
  let at = 0
  let read = 0
  let star = -1
  let resumed = 0
  while (read < text.length) {
    const part = pattern[at]
    if (part !== undefined && part !== ANY && (part === ONE || part === text[read])) {
      at++
      read++
    } else if (part === ANY) {
      star = at++
      resumed = read
    } else if (star >= 0) {
      at = star + 1
      read = ++resumed
    } else {
      return false
    }
  }
  while (pattern[at] === ANY) at++
  return at === pattern.length
}

/** The wildcard of any number of characters. */
const ANY = Symbol('*')

/** The wildcard of one character. */
const ONE = Symbol('?')

/** A literal character, or a wildcard. */
export type PatternPart = string | typeof ANY | typeof ONE

/** Parses a text with `*` and `?` into a pattern. */
export function patternOf(text: string): PatternPart[] {
  return text.split('').map((letter) => (letter === '*' ? ANY : letter === '?' ? ONE : letter))
}

/** Returns whether an action matches one of a policy, such as `s3:Get*`, ignoring case. */
export function actionMatches(pattern: string, action: string): boolean {
  return like(patternOf(pattern.toLowerCase()), action.toLowerCase())
}

/**
 * Returns whether an ARN matches a pattern, part by part: a wildcard does not match a colon except in the sixth part.
 * `*` alone matches every ARN. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
export function arnMatches(pattern: readonly PatternPart[], arn: string): boolean {
  if (pattern.length === 1 && pattern[0] === ANY) return true
  const patternParts = splitArn(pattern)
  const arnParts = splitArn(arn.split(''))
  if (patternParts === null) return false
  if (arnParts === null) return like(pattern, arn)
  return patternParts.every((part, index) => like(part, arnParts[index]?.join('') ?? ''))
}

/** Splits an ARN at its first five colons; null when it has fewer. */
function splitArn<P extends PatternPart>(letters: readonly P[]): P[][] | null {
  const parts: P[][] = []
  let from = 0
  while (parts.length < 5) {
    const colon = letters.indexOf(':' as P, from)
    if (colon < 0) return null
    parts.push(letters.slice(from, colon))
    from = colon + 1
  }
  return [...parts, letters.slice(from)]
}
