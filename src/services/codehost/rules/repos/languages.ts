import { walkTree } from '#codehost/git/trees.ts'
import type { Rows } from '#codehost/call.ts'
import type { Tree } from '#codehost/git/objects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { branchTip, objectsOf } from '../git/objects.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  clj: 'Clojure',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  go: 'Go',
  h: 'C',
  hs: 'Haskell',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  lua: 'Lua',
  mjs: 'JavaScript',
  php: 'PHP',
  pl: 'Perl',
  py: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  scss: 'SCSS',
  sh: 'Shell',
  sql: 'SQL',
  svelte: 'Svelte',
  swift: 'Swift',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
  zig: 'Zig',
}

/** Returns the language of a file by its extension; undefined for prose, data and unknown extensions. */
export function languageOf(path: string): string | undefined {
  return EXTENSIONS[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
}

// The languages of a tree never change. All instances share this cache.
const known = new WeakMap<Tree, Readonly<Record<string, number>>>()

/** Returns the bytes of code by language on the default branch, largest first. Prose and data do not count. */
export function languagesOf(rows: Rows, repo: Repo): Readonly<Record<string, number>> {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return {}
  const objects = objectsOf(rows, repo)
  const tree = objects.get(tip.tree)
  if (tree.kind !== 'tree') return {}
  const before = known.get(tree)
  if (before !== undefined) return before
  const bytes = new Map<string, number>()
  for (const { path, sha, mode } of walkTree(objects, tree.sha, { recursive: true })) {
    const language = languageOf(path)
    const object = mode === '100644' || mode === '100755' ? objects.get(sha) : null
    if (language === undefined || object?.kind !== 'blob' || object.size === 0) continue
    bytes.set(language, (bytes.get(language) ?? 0) + object.size)
  }
  const languages = Object.fromEntries([...bytes].sort(([, left], [, right]) => right - left))
  known.set(tree, languages)
  return languages
}
