import { blobText, type Blob, type Commit, type Objects } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import {
  anyCharacter,
  anyDirectories,
  inName,
  literal,
  many,
  matchesGlob,
  one,
  optional,
  type Glob,
} from '../git/glob.ts'

/** A line of a CODEOWNERS file. */
export interface OwnersRule {
  readonly glob: Glob
  /** `@login`, `@organization/team` or an e-mail address; empty for files without owners. */
  readonly owners: readonly string[]
}

/** The places of the file; the first that exists counts. */
const PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

/** In bytes: the vendor ignores larger files. */
const LARGEST_FILE = 3 * 1024 * 1024

/** The rules of a blob never change. All instances share this cache. */
const known = new WeakMap<Blob, readonly OwnersRule[]>()

/**
 * Returns the rules of the CODEOWNERS file of a commit; none without the file.
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
export function ownersRules(objects: Objects, { tree }: Commit): readonly OwnersRule[] {
  for (const path of PATHS) {
    const entry = entryAt(objects, tree, path)
    const file = entry === null ? null : objects.get(entry.sha)
    if (file?.kind !== 'blob') continue
    const before = known.get(file)
    const rules = before ?? parse(blobText(file) ?? '')
    if (before === undefined) known.set(file, rules)
    return rules
  }
  return []
}

/** Returns the rule of a path: the last one that matches. */
export function ruleFor(rules: readonly OwnersRule[], path: string): OwnersRule | undefined {
  return rules.findLast(({ glob }) => matchesGlob(glob, path))
}

function parse(text: string): OwnersRule[] {
  if (Buffer.byteLength(text) > LARGEST_FILE) return []
  return text.split(/\r?\n/).flatMap((line) => {
    // A space of a path is written with a backslash; the rest of a line after # is a comment.
    const words = line.match(/(?:\\[^]|[^\s\\])+/g) ?? []
    const comment = words.findIndex((word) => word.startsWith('#'))
    const [pattern, ...owners] = comment < 0 ? words : words.slice(0, comment)
    // The vendor does not support the negation and the ranges of .gitignore here.
    if (pattern === undefined || /^!|[[\]]/.test(pattern)) return []
    return [{ glob: compile(pattern), owners }]
  })
}

/** Compiles a pattern in the syntax of .gitignore, as far as CODEOWNERS has it. */
function compile(pattern: string): Glob {
  const path = pattern.replace(/^\//, '')
  const anchored = pattern.startsWith('/') || /\/[^]/.test(pattern)
  const steps = [
    ...(anchored ? [] : anyDirectories()),
    ...[...path.matchAll(/\*\*\/|\*+|\?|\\?[^]/g)].flatMap(([token]) => stepsOf(token)),
  ]
  if (path.endsWith('/') || path === '') return [...steps, ...many(anyCharacter)]
  // `docs/*` is for the files of the directory alone; other patterns name a file, or a directory with all that is below
  // it.
  const isFlat = pattern.endsWith('/*')
  return isFlat ? steps : [...steps, ...optional([...literal('/'), ...many(anyCharacter)])]
}

function stepsOf(token: string): Glob {
  if (token === '**/') return anyDirectories()
  if (token === '?') return one(inName)
  if (token.startsWith('*')) return many(token === '*' ? inName : anyCharacter)
  return literal(token.length > 1 ? token.slice(1) : token)
}
