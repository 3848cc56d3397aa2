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

/** The CODEOWNERS file of a commit. */
export interface OwnersFile {
  readonly path: string
  readonly blob: Blob
}

/** A word of a line, and its column, from 1. */
export interface OwnersWord {
  readonly text: string
  readonly column: number
}

/** The rules of a blob never change. All instances share this cache. */
const known = new WeakMap<Blob, readonly OwnersRule[]>()

/**
 * Returns the rules of the CODEOWNERS file of a commit; none without the file.
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
export function ownersRules(objects: Objects, { tree }: Commit): readonly OwnersRule[] {
  const file = ownersFile(objects, tree)
  if (file === null) return []
  const before = known.get(file.blob)
  const rules = before ?? parse(ownersText(file))
  if (before === undefined) known.set(file.blob, rules)
  return rules
}

/** Returns the CODEOWNERS file of a tree; null where there is none. */
export function ownersFile(objects: Objects, tree: string): OwnersFile | null {
  for (const path of PATHS) {
    const entry = entryAt(objects, tree, path)
    const blob = entry === null ? null : objects.get(entry.sha)
    if (blob?.kind === 'blob') return { path, blob }
  }
  return null
}

/** Returns the text of a file; an empty one for a file that is too large, or no text. */
export function ownersText({ blob }: OwnersFile): string {
  const text = blobText(blob) ?? ''
  return Buffer.byteLength(text) > LARGEST_FILE ? '' : text
}

/** Returns the words of a line before its comment: a pattern, then owners. */
export function ownersWords(line: string): readonly OwnersWord[] {
  // A space of a path is written with a backslash.
  const words = Array.from(line.matchAll(/(?:\\[^]|[^\s\\])+/g), ({ 0: text, index }) => ({ text, column: index + 1 }))
  const comment = words.findIndex(({ text }) => text.startsWith('#'))
  return comment < 0 ? words : words.slice(0, comment)
}

/** Returns whether a pattern is in the syntax: the negation and the ranges of .gitignore are not. */
export function isOwnersPattern(pattern: string): boolean {
  return !/^!|[[\]]/.test(pattern)
}

/** Returns the rule of a path: the last one that matches. */
export function ruleFor(rules: readonly OwnersRule[], path: string): OwnersRule | undefined {
  return rules.findLast(({ glob }) => matchesGlob(glob, path))
}

function parse(text: string): OwnersRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [pattern, ...owners] = ownersWords(line).map((word) => word.text)
    return pattern === undefined || !isOwnersPattern(pattern) ? [] : [{ glob: compile(pattern), owners }]
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
