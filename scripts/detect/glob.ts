import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A glob of directories, cut at its slashes: each part a plain name, a pattern, or `**` for any number of directories. */
export type GlobPath = readonly GlobPart[]
type GlobPart = '**' | { readonly name: string } | { readonly pattern: RegExp }

/**
 * The paths one workspace glob stands for, as package managers read it: `*`, `?`, `[a-z]`, `{a,b}`, `@(a|b)` and `**`.
 * Braces may hold slashes, so that one glob can become several paths.
 */
export function parseGlob(glob: string): GlobPath[] {
  return expandBraces(glob.replaceAll('\\', '/')).map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .map(parsePart),
  )
}

/** The directories below `root` that a path stands for. `node_modules` and hidden directories are entered only by name. */
export async function* directoriesOf(root: string, path: GlobPath): AsyncGenerator<string> {
  const [part, ...rest] = path
  if (part === undefined) {
    yield root
  } else if (part === '**') {
    yield* directoriesOf(root, rest)
    for (const entry of await entriesOf(root)) {
      // A link may lead back up, and `**` would follow it for ever.
      if (!entry.isSymbolicLink()) yield* directoriesOf(join(root, entry.name), path)
    }
  } else if ('name' in part) {
    const directory = join(root, part.name)
    if (await isDirectory(directory)) yield* directoriesOf(directory, rest)
  } else {
    for (const entry of await entriesOf(root)) {
      if (part.pattern.test(entry.name)) yield* directoriesOf(join(root, entry.name), rest)
    }
  }
}

/** Whether a path stands for the directory reached through these names. */
export function matchesGlob(path: GlobPath, names: readonly string[]): boolean {
  const [part, ...rest] = path
  const [name, ...deeper] = names
  if (part === undefined) return name === undefined
  if (part === '**') return matchesGlob(rest, names) || (name !== undefined && matchesGlob(path, deeper))
  if (name === undefined) return false
  return ('name' in part ? part.name === name : part.pattern.test(name)) && matchesGlob(rest, deeper)
}

/** What can't be read can't be a workspace member either, and is passed over as package managers pass over it. */
const unreadable: Dirent[] = []

async function entriesOf(directory: string): Promise<Dirent[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => unreadable)
  const visible = entries.filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
  const kept: Dirent[] = []
  for (const entry of visible) {
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(join(directory, entry.name))))) {
      kept.push(entry)
    }
  }
  return kept.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function expandBraces(glob: string): string[] {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(glob)
  if (!braces) return [glob]
  const before = glob.slice(0, braces.index)
  const after = glob.slice(braces.index + braces[0].length)
  return (braces[1] ?? '').split(',').flatMap((choice) => expandBraces(before + choice + after))
}

function parsePart(part: string): GlobPart {
  if (part === '**') return '**'
  return /[*?[\]]|[@+!]\(/.test(part) ? { pattern: new RegExp(`^${expressionOf(part)}$`) } : { name: part }
}

function expressionOf(part: string): string {
  return part.replaceAll(/([@?+*!])\(([^()]*)\)|\[[!^]?[^\]]+\]|\*+|[^]/g, (token, sign?: string, choices?: string) => {
    if (sign !== undefined && choices !== undefined) {
      const group = `(?:${choices.split('|').map(expressionOf).join('|')})`
      return sign === '!' ? `(?!${group}$).*` : group + (sign === '@' ? '' : sign)
    }
    if (token.startsWith('*')) return '.*'
    if (token === '?') return '.'
    if (token.length > 1) return token.replace(/^\[!/, '[^')
    return token.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`)
  })
}
