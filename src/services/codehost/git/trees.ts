import { compareNames } from './names.ts'
import { EMPTY_TREE, tree, treeEntries } from './objects.ts'
import type { Objects, TreeEntry } from './objects.ts'

/**
 * Returns every blob, symbolic link and submodule below a tree by its full path, which is also each entry's `path`, in
 * the order of `walkTree`.
 */
export function readTree(objects: Objects, treeSha: string): Map<string, TreeEntry> {
  const files = new Map<string, TreeEntry>()
  for (const entry of walkTree(objects, treeSha, { recursive: true })) {
    if (entry.mode !== '040000') files.set(entry.path, entry)
  }
  return files
}

/**
 * Returns the entries of a tree with full paths, directories included. With `recursive`, each directory is followed by
 * its content, in the order of `git ls-tree -r -t` and of GitHub's recursive tree.
 */
export function walkTree(objects: Objects, treeSha: string, options: { recursive?: boolean } = {}): TreeEntry[] {
  const found: TreeEntry[] = []
  const walk = (sha: string, prefix: string): void => {
    for (const entry of treeEntries(objects, sha)) {
      const path = prefix + entry.path
      found.push({ path, mode: entry.mode, sha: entry.sha })
      if (options.recursive === true && entry.mode === '040000') walk(entry.sha, `${path}/`)
    }
  }
  walk(treeSha, '')
  return found
}

/**
 * Returns the entry at a path like `src/index.ts`, with its last segment as name; null when nothing is there or the
 * path is empty.
 */
export function entryAt(objects: Objects, treeSha: string, path: string): TreeEntry | null {
  let sha: string | null = treeSha
  let found: TreeEntry | null = null
  for (const name of path.split('/')) {
    if (sha === null) return null
    found = treeEntries(objects, sha).find((entry) => entry.path === name) ?? null
    if (found === null) return null
    sha = found.mode === '040000' ? found.sha : null
  }
  return found
}

/** A path that differs between two trees: its entry on each side, with the full path, or null where it is missing. */
export interface TreeDifference {
  path: string
  before: TreeEntry | null
  after: TreeEntry | null
}

/**
 * Returns the files that differ between two trees (null is the empty tree), sorted by the bytes of their paths.
 * Directories that are equal on both sides are never read. A file that a directory replaces is one removed path and
 * some added ones.
 */
export function treeDifferences(objects: Objects, before: string | null, after: string | null): TreeDifference[] {
  const found: TreeDifference[] = []
  const compare = (left: string | null, right: string | null, prefix: string): void => {
    const others = new Map<string, TreeEntry>()
    if (right !== null) for (const entry of treeEntries(objects, right)) others.set(entry.path, entry)
    if (left !== null) {
      for (const entry of treeEntries(objects, left)) {
        visit(entry, others.get(entry.path) ?? null, prefix + entry.path)
        others.delete(entry.path)
      }
    }
    for (const entry of others.values()) visit(null, entry, prefix + entry.path)
  }
  const visit = (left: TreeEntry | null, right: TreeEntry | null, path: string): void => {
    if (left?.sha === right?.sha && left?.mode === right?.mode) return
    const leftTree = left?.mode === '040000' ? left.sha : null
    const rightTree = right?.mode === '040000' ? right.sha : null
    const leftFile = left !== null && leftTree === null ? { ...left, path } : null
    const rightFile = right !== null && rightTree === null ? { ...right, path } : null
    if (leftFile !== null || rightFile !== null) found.push({ path, before: leftFile, after: rightFile })
    if (leftTree !== null || rightTree !== null) compare(leftTree, rightTree, `${path}/`)
  }
  if (before !== after) compare(before, after, '')
  return found.sort((a, b) => compareNames(a.path, b.path))
}

/**
 * One change for `writeTree`: the object to put at a full path, or `sha: null` to delete the file or directory there.
 */
export interface TreeChange {
  path: string
  /**
   * Defaults to the existing mode at this path; else to a directory's mode for a tree, and to `100644` for a new file.
   */
  mode?: TreeEntry['mode']
  sha: string | null
}

/** Linux's limit of a path, in bytes. */
const LONGEST_PATH = 4096

/**
 * The most levels of directories that git reads (`core.maxTreeDepth`). No tree of the store has more, so that a
 * function may call itself for each level.
 */
export const MOST_LEVELS = 2048

/**
 * Returns the number of levels of the deepest of some trees: 1 for a tree without directories, 0 for no tree. `levels`
 * keeps the number of each tree that was visited, so that a later call with it visits none again.
 *
 * @throws as {@link treeEntries} does.
 */
export function levelsOf(objects: Objects, trees: readonly string[], levels = new Map<string, number>()): number {
  const pending = trees.filter((sha) => !levels.has(sha))
  for (let sha = pending.at(-1); sha !== undefined; sha = pending.at(-1)) {
    const directories = treeEntries(objects, sha).filter(({ mode }) => mode === '040000')
    const open = directories.filter((entry) => !levels.has(entry.sha))
    for (const entry of open) pending.push(entry.sha)
    if (open.length > 0) continue
    pending.pop()
    levels.set(sha, 1 + directories.reduce((most, entry) => Math.max(most, levels.get(entry.sha) ?? 0), 0))
  }
  return trees.reduce((most, sha) => Math.max(most, levels.get(sha) ?? 0), 0)
}

interface Directory {
  files: Map<string, TreeChange>
  directories: Map<string, Directory>
}

/**
 * Writes the tree that results from changes to another tree (null is the empty tree) and returns its sha. Only
 * directories on a changed path are read or written, and an empty directory disappears. Of two changes to one path, the
 * later one applies. Deleting a missing path does nothing. A file written below another file turns that file into a
 * directory.
 * @throws Error like `tree` for a malformed name, for a path of more than 4,096 bytes, which git cannot check out, and
 * for more than 2,048 levels.
 */
export function writeTree(objects: Objects, baseTree: string | null, changes: readonly TreeChange[]): string {
  const root: Directory = { files: new Map(), directories: new Map() }
  for (const change of changes) {
    if (Buffer.byteLength(change.path) > LONGEST_PATH) throw new Error('malformed tree entry: the path is too long')
    const names = change.path.split('/')
    const { mode, sha } = change
    if (mode === '040000' && sha !== null && names.length + levelsOf(objects, [sha]) > MOST_LEVELS)
      throw new Error('malformed tree entry: the tree is too deep')
    const last = names.pop() ?? ''
    let directory = root
    for (const name of names) {
      let next = directory.directories.get(name)
      if (next === undefined) {
        next = { files: new Map(), directories: new Map() }
        directory.directories.set(name, next)
      }
      directory = next
    }
    directory.files.set(last, change)
  }
  return writeDirectory(objects, baseTree, root) ?? put(objects, [])
}

function writeDirectory(objects: Objects, base: string | null, changed: Directory): string | null {
  const entries = new Map<string, TreeEntry>()
  if (base !== null) for (const entry of treeEntries(objects, base)) entries.set(entry.path, entry)
  for (const [name, change] of changed.files) {
    if (change.sha === null) entries.delete(name)
    else
      entries.set(name, { path: name, mode: modeOf(objects, change.sha, change, entries.get(name)), sha: change.sha })
  }
  for (const [name, directory] of changed.directories) {
    const existing = entries.get(name)
    const wasTree = existing?.mode === '040000'
    const sha = writeDirectory(objects, wasTree ? existing.sha : null, directory)
    if (sha !== null) entries.set(name, { path: name, mode: '040000', sha })
    else if (wasTree) entries.delete(name)
  }
  return entries.size === 0 ? null : put(objects, [...entries.values()])
}

function modeOf(objects: Objects, sha: string, change: TreeChange, existing?: TreeEntry): TreeEntry['mode'] {
  if (change.mode !== undefined) return change.mode
  if (sha === EMPTY_TREE || (objects.has(sha) && objects.get(sha).kind === 'tree')) return '040000'
  return existing === undefined || existing.mode === '040000' ? '100644' : existing.mode
}

function put(objects: Objects, entries: readonly TreeEntry[]): string {
  const written = tree(entries)
  if (!objects.has(written.sha)) objects.put(written)
  return written.sha
}
