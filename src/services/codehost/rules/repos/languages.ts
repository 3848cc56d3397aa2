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

const COLORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    C: '#555555',
    'C#': '#7355dd',
    'C++': '#f34b7d',
    CSS: '#663399',
    Clojure: '#db5855',
    Dart: '#00B4AB',
    Elixir: '#6e4a7e',
    Go: '#00ADD8',
    HTML: '#e34c26',
    Haskell: '#5e5086',
    Java: '#b07219',
    JavaScript: '#f1e05a',
    Kotlin: '#A97BFF',
    Lua: '#000080',
    PHP: '#4F5D95',
    Perl: '#0298c3',
    Python: '#3572A5',
    R: '#198CE7',
    Ruby: '#701516',
    Rust: '#dea584',
    SCSS: '#c6538c',
    SQL: '#e38c00',
    Scala: '#c22d40',
    Shell: '#89e051',
    Svelte: '#ff3e00',
    Swift: '#F05138',
    TypeScript: '#3178c6',
    Vue: '#41b883',
    Zig: '#ec915c',
  }),
)

/** Returns the color in which the vendor shows a language; null for one without a color. */
export function colorOf(language: string): string | null {
  return COLORS.get(language) ?? null
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
