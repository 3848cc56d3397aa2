/**
 * Returns whether a text matches a pattern, in which `*` is any number of characters and `?` is one. The runs between
 * two `*` are searched one after the other, each at its first position, and no search begins again: the time is in
 * proportion to the lengths, and for a long run with `?` to their product divided by the bits of a machine word.
 */
export function like(pattern: readonly PatternPart[], text: string): boolean {
  const runs = runsOf(pattern)
  const [first = [], last = []] = [runs[0], runs.at(-1)]
  if (runs.length === 1) return text.length === first.length && matchesAt(first, text, 0)
  const end = text.length - last.length
  if (pattern.length - runs.length + 1 > text.length) return false
  if (!matchesAt(first, text, 0) || !matchesAt(last, text, end)) return false
  let at = first.length
  for (const run of runs.slice(1, -1)) {
    const found = positionOf(run, text, at, end)
    if (found < 0) return false
    at = found + run.length
  }
  return true
}

type Run = readonly (string | typeof ONE)[]

/** Splits a pattern at its `*`. */
function runsOf(pattern: readonly PatternPart[]): Run[] {
  const runs: (string | typeof ONE)[][] = [[]]
  for (const part of pattern) {
    if (part === ANY) runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs
}

function matchesAt(run: Run, text: string, at: number): boolean {
  return run.every((part, index) => part === ONE || part === text[at + index])
}

/** The longest run that is compared position by position. */
const SHORT_RUN = 32

/** Returns the first position of a run that ends before `end`; -1 when there is none. */
function positionOf(run: Run, text: string, from: number, end: number): number {
  if (run.length > SHORT_RUN) return (run.includes(ONE) ? positionWithOne : positionOfLiteral)(run, text, from, end)
  for (let at = from; at + run.length <= end; at++) if (matchesAt(run, text, at)) return at
  return -1
}

/**
 * The same for a long run without `?`, in linear time: after a mismatch the longest beginning of the run that still
 * matches is continued. https://en.wikipedia.org/wiki/Knuth–Morris–Pratt_algorithm
 */
function positionOfLiteral(run: Run, text: string, from: number, end: number): number {
  const fallbacks = [0] // the length of the longest beginning that the first 1, 2, … parts of the run also end with
  for (let index = 1, length = 0; index < run.length; index++) {
    while (length > 0 && run[index] !== run[length]) length = fallbacks[length - 1] ?? 0
    if (run[index] === run[length]) length++
    fallbacks.push(length)
  }
  for (let at = from, matched = 0; at < end; at++) {
    const letter = text.charAt(at)
    while (matched > 0 && letter !== run[matched]) matched = fallbacks[matched - 1] ?? 0
    if (letter === run[matched]) matched++
    if (matched === run.length) return at - run.length + 1
  }
  return -1
}

/**
 * The same for a long run with `?`, by the Shift-And algorithm: bit `n` of `state` says that the run's first `n + 1`
 * parts match the characters read last, so each character is read once. https://en.wikipedia.org/wiki/Bitap_algorithm
 */
function positionWithOne(run: Run, text: string, from: number, end: number): number {
  if (from + run.length > end) return -1
  let anyLetter = 0n
  const byLetter = new Map<string, bigint>()
  for (const [index, part] of run.entries()) {
    const bit = 1n << BigInt(index)
    if (part === ONE) anyLetter |= bit
    else byLetter.set(part, (byLetter.get(part) ?? 0n) | bit)
  }
  const whole = 1n << BigInt(run.length - 1)
  let state = 0n
  for (let at = from; at < end; at++) {
    state = ((state << 1n) | 1n) & (anyLetter | (byLetter.get(text.charAt(at)) ?? 0n))
    if ((state & whole) !== 0n) return at - run.length + 1
  }
  return -1
}

/** The wildcard of any number of characters. */
export const ANY: unique symbol = Symbol('*')

/** The wildcard of one character. */
export const ONE: unique symbol = Symbol('?')

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
    const colon = letters.indexOf(':' as P, from) // both kinds of parts contain texts
    if (colon < 0) return null
    parts.push(letters.slice(from, colon))
    from = colon + 1
  }
  return [...parts, letters.slice(from)]
}
