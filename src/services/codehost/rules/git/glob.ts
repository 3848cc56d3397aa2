/**
 * A compiled pattern. Patterns come from files of the repository, so they are matched by following all alternatives at
 * once: the time is proportional to the lengths of pattern and text, which backtracking expressions do not guarantee.
 */
export type Glob = readonly GlobStep[]

type GlobStep =
  /** Consumes one accepted character; any number of them, also none, with `repeats`. */
  | { readonly kind: 'character'; readonly accepts: (character: string) => boolean; readonly repeats: boolean }
  /** May leave out the next `length` steps. */
  | { readonly kind: 'optional'; readonly length: number }

/** Returns the steps of a text that stands for itself. */
export function literal(text: string): GlobStep[] {
  return [...text].flatMap((character) => one((each) => each === character))
}

/** Returns the step for one character. */
export function one(accepts: (character: string) => boolean): GlobStep[] {
  return [{ kind: 'character', accepts, repeats: false }]
}

/** Returns the step for any number of characters, also none. */
export function many(accepts: (character: string) => boolean): GlobStep[] {
  return [{ kind: 'character', accepts, repeats: true }]
}

/** Returns steps that may be left out together. */
export function optional(steps: readonly GlobStep[]): GlobStep[] {
  return [{ kind: 'optional', length: steps.length }, ...steps]
}

/** True for every character. */
export function anyCharacter(): boolean {
  return true
}

/** True for every character of a file or directory name. */
export function inName(character: string): boolean {
  return character !== '/'
}

/** Returns the predicate of the content of brackets, such as `0-9a-f` and `^x`. */
export function inBrackets(content: string): (character: string) => boolean {
  const negates = content.startsWith('^')
  const ranges = [...content.slice(negates ? 1 : 0).matchAll(/([^])-([^])|([^])/g)].map(
    ([, first, last, only = '']) => [first ?? only, last ?? only] as const,
  )
  return (character) => ranges.some(([first, last]) => first <= character && character <= last) !== negates
}

/** Returns the steps for any number of directories, also none: `**` and a slash. */
export function anyDirectories(): GlobStep[] {
  return optional([...many(anyCharacter), ...literal('/')])
}

/** Returns whether a pattern matches a text from its beginning to its end. */
export function matchesGlob(glob: Glob, text: string): boolean {
  let reached = new Set<number>()
  enter(glob, 0, reached)
  for (const character of text) {
    const next = new Set<number>()
    for (const index of reached) {
      const step = glob[index]
      if (step?.kind !== 'character' || !step.accepts(character)) continue
      enter(glob, step.repeats ? index : index + 1, next)
    }
    if (next.size === 0) return false
    reached = next
  }
  return reached.has(glob.length)
}

/** Adds a step to those reached, together with the steps that follow without consuming a character. */
function enter(glob: Glob, first: number, reached: Set<number>): void {
  const pending = [first]
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (reached.has(index)) continue
    reached.add(index)
    const step = glob[index]
    if (step?.kind === 'optional') pending.push(index + 1, index + 1 + step.length)
    else if (step?.kind === 'character' && step.repeats) pending.push(index + 1)
  }
}
