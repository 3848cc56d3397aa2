import {
  anyCharacter,
  anyDirectories,
  inBrackets,
  inName,
  literal,
  many,
  matchesGlob,
  one,
  optional,
  type Glob,
} from './glob.ts'

/**
 * Returns whether a branch, tag or path matches a list of patterns. The last matching pattern decides; one that begins
 * with `!` excludes.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPatterns(patterns: readonly string[], name: string): boolean {
  let matched = false
  for (const pattern of patterns) {
    const negates = pattern.startsWith('!')
    if (matchesGlob(compile(negates ? pattern.slice(1) : pattern), name)) matched = !negates
  }
  return matched
}

interface Part {
  readonly glob: Glob
  /** A single character, which `?` and `+` can follow. */
  readonly isSingle: boolean
}

/** Compiles a pattern. A pattern with a `?` or `+` that has nothing to refer to matches only itself. */
function compile(pattern: string): Glob {
  const parts: Part[] = []
  for (const [token] of pattern.matchAll(/\*\*\/|\*\*|\*|\[[^\]]{0,100}\]|\\?[^]/g)) {
    const before = parts.at(-1)
    if (token !== '?' && token !== '+') {
      parts.push(partOf(token))
    } else if (before?.isSingle === true) {
      const glob = token === '?' ? optional(before.glob) : [...before.glob, ...repeated(before.glob)]
      parts[parts.length - 1] = { glob, isSingle: false }
    } else if (before === undefined || token === '+') {
      return literal(pattern)
    }
  }
  return parts.flatMap(({ glob }) => glob)
}

function partOf(token: string): Part {
  if (token === '**/') return { glob: anyDirectories(), isSingle: false }
  if (token === '**') return { glob: many(anyCharacter), isSingle: false }
  if (token === '*') return { glob: many(inName), isSingle: false }
  if (token.length > 1 && token.startsWith('[')) return { glob: one(inBrackets(token.slice(1, -1))), isSingle: true }
  return { glob: literal(token.length > 1 ? token.slice(1) : token), isSingle: true }
}

function repeated(glob: Glob): Glob {
  return glob.map((step) => (step.kind === 'character' ? { ...step, repeats: true } : step))
}
