/**
 * Whether `text` is matched by `pattern`, in which `*` stands for any number of characters and `?` for one. Takes time in
 * proportion to the product of their lengths at worst, whatever the pattern.
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

/** Any number of characters. */
const ANY = Symbol('*')

/** One character. */
const ONE = Symbol('?')

/** A character that stands for itself, or a wildcard. */
export type PatternPart = string | typeof ANY | typeof ONE

/** The pattern that `*` and `?` of a text make. */
export function patternOf(text: string): PatternPart[] {
  return text.split('').map((letter) => (letter === '*' ? ANY : letter === '?' ? ONE : letter))
}

/** Whether an action is matched by one of a policy: `s3:Get*`, in any case. */
export function actionMatches(pattern: string, action: string): boolean {
  return like(patternOf(pattern.toLowerCase()), action.toLowerCase())
}

/**
 * Whether an ARN is matched by a pattern, each of its six parts by the part of the pattern: a wildcard does not reach across
 * a colon but in the last. `*` alone matches all. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
export function arnMatches(pattern: readonly PatternPart[], arn: string): boolean {
  if (pattern.length === 1 && pattern[0] === ANY) return true
  const wanted = inSix(pattern)
  const given = inSix(arn.split(''))
  if (wanted === null) return false
  if (given === null) return like(pattern, arn)
  return wanted.every((part, index) => like(part, given[index]?.join('') ?? ''))
}

/** The parts of an ARN between its first five colons; null when it has fewer. */
function inSix<P extends PatternPart>(letters: readonly P[]): P[][] | null {
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
