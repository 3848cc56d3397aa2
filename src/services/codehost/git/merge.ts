import { byteText } from './changes.ts'
import { mergeBases } from './history.ts'
import { mergeLines } from './merge-lines.ts'
import { compareNames } from './names.ts'
import { EMPTY_TREE, blob, blobAt, commit, commitAt, isBinary, tree, treeEntries } from './objects.ts'
import type { Commit, GitObject, GitSignature, Objects, TreeEntry } from './objects.ts'
import { followRenames } from './merge-renames.ts'

/**
 * The result of a merge: the sha of the merged tree, which is written, or the full paths in conflict, sorted by bytes.
 */
export type MergeResult = { tree: string } | { conflicts: string[] }

/**
 * Merges two trees with a common base (null when they share nothing) like `git merge-tree`: file by file, text that
 * both sides changed by line, and a file that one side renamed under its new name. Conflicts are changes of the same or
 * adjacent lines, a file deleted on one side and changed on the other, two different additions, binary files changed on
 * both sides, a file where the other side has a directory, and different renames of one file. Objects are written only
 * when the merge has no conflict.
 */
export function mergeTrees(
  objects: Objects,
  baseTree: string | null,
  oursTree: string,
  theirsTree: string,
): MergeResult {
  if (oursTree === theirsTree || baseTree === theirsTree) return { tree: oursTree }
  if (baseTree === oursTree) return { tree: theirsTree }
  const draft = new Draft(objects)
  const followed = followRenames(draft, baseTree, oursTree, theirsTree)
  const merger = new Merger(draft)
  const merged = merger.directory('', followed.base, followed.ours, followed.theirs) ?? EMPTY_TREE
  const conflicts = new Set([...followed.conflicts, ...merger.conflicts])
  if (conflicts.size > 0) return { conflicts: [...conflicts].sort(compareNames) }
  if (merged === EMPTY_TREE) draft.put(tree([]))
  draft.keep(merged)
  return { tree: merged }
}

/**
 * Merges one commit's tree into another's from their merge base. Several merge bases are first merged with each other;
 * without any, both sides count as having added all their files.
 */
export function mergeCommits(objects: Objects, base: string, head: string): MergeResult {
  const baseTree = baseTreeOf(objects, mergeBases(objects, base, head))
  return mergeTrees(objects, baseTree, commitAt(objects, base).tree, commitAt(objects, head).tree)
}

/**
 * Returns the base tree of a merge. Of several bases, the oldest is merged with each newer one in turn; a base that
 * conflicts is skipped.
 */
function baseTreeOf(objects: Objects, bases: readonly string[]): string | null {
  const [oldest, ...newer] = bases.toReversed()
  if (oldest === undefined) return null
  let merged = commitAt(objects, oldest).tree
  let reached = oldest
  for (const sha of newer) {
    const shared = baseTreeOf(objects, mergeBases(objects, reached, sha))
    const result = mergeTrees(objects, shared, merged, commitAt(objects, sha).tree)
    if ('tree' in result) merged = result.tree
    reached = sha
  }
  return merged
}

/**
 * Replays commits, oldest first, on top of another like `git cherry-pick`: author and message stay, the committer is
 * new, and a commit that no longer changes anything stays as an empty one. Merge commits are left out and signatures
 * are dropped. Writes the new commits when all of them apply; otherwise returns the paths in conflict of the first
 * commit that does not.
 */
export function rebaseCommits(
  objects: Objects,
  onto: string,
  commits: readonly Commit[],
  committer: GitSignature,
): { commits: Commit[] } | { conflicts: string[] } {
  const replayed: Commit[] = []
  let parent = onto
  let parentTree = commitAt(objects, onto).tree
  for (const original of commits) {
    if (original.parents.length > 1) continue
    const [origin] = original.parents
    const base = origin === undefined ? null : commitAt(objects, origin).tree
    const result = mergeTrees(objects, base, parentTree, original.tree)
    if ('conflicts' in result) return result
    const { author, message } = original
    const added = commit({ tree: result.tree, parents: [parent], author, committer, message })
    replayed.push(added)
    parent = added.sha
    parentTree = added.tree
  }
  for (const added of replayed) if (!objects.has(added.sha)) objects.put(added)
  return { commits: replayed }
}

/** The objects of an unfinished merge, layered over the stored ones. */
class Draft implements Objects {
  readonly #stored: Objects
  readonly #added = new Map<string, GitObject>()

  constructor(stored: Objects) {
    this.#stored = stored
  }

  get(sha: string): GitObject {
    return this.#added.get(sha) ?? this.#stored.get(sha)
  }

  has(sha: string): boolean {
    return this.#added.has(sha) || this.#stored.has(sha)
  }

  put(object: GitObject): void {
    if (!this.#stored.has(object.sha)) this.#added.set(object.sha, object)
  }

  /** Stores an object and all new objects below it. */
  keep(sha: string): void {
    const object = this.#added.get(sha)
    if (object === undefined) return
    this.#added.delete(sha)
    if (object.kind === 'tree') for (const entry of object.entries) this.keep(entry.sha)
    this.#stored.put(object)
  }
}

type Side = 'base' | 'ours' | 'theirs'
type Sides = Record<Side, TreeEntry | null>

class Merger {
  readonly conflicts: string[] = []
  readonly #objects: Objects

  constructor(objects: Objects) {
    this.#objects = objects
  }

  /** Merges a directory. A side without the directory is null. Returns null when the merged directory is empty. */
  directory(path: string, base: string | null, ours: string | null, theirs: string | null): string | null {
    if (ours === theirs || base === theirs) return ours
    if (base === ours) return theirs
    const names = new Map<string, Sides>()
    const read = (side: Side, sha: string | null): void => {
      if (sha === null) return
      for (const entry of treeEntries(this.#objects, sha)) {
        const sides = names.get(entry.path) ?? { base: null, ours: null, theirs: null }
        sides[side] = entry
        names.set(entry.path, sides)
      }
    }
    read('base', base)
    read('ours', ours)
    read('theirs', theirs)
    const entries: TreeEntry[] = []
    for (const [name, sides] of names) {
      const entry = this.#entry(path === '' ? name : `${path}/${name}`, name, sides)
      if (entry !== null) entries.push(entry)
    }
    if (entries.length === 0) return null
    const merged = tree(entries)
    this.#objects.put(merged)
    return merged.sha
  }

  /**
   * Merges one name. Files and directories under this name are merged separately, and only one of the two may remain.
   */
  #entry(path: string, name: string, { base, ours, theirs }: Sides): TreeEntry | null {
    if (equal(ours, theirs) || equal(base, theirs)) return ours
    if (equal(base, ours)) return theirs
    const below = this.directory(path, treeOf(base), treeOf(ours), treeOf(theirs))
    const file = this.#file(path, fileOf(base), fileOf(ours), fileOf(theirs))
    if (below === null) return file
    if (file !== null) this.conflicts.push(path)
    return { path: name, mode: '040000', sha: below }
  }

  #file(path: string, base: TreeEntry | null, ours: TreeEntry | null, theirs: TreeEntry | null): TreeEntry | null {
    if (equal(ours, theirs) || equal(base, theirs)) return ours
    if (equal(base, ours)) return theirs
    if (ours === null || theirs === null) {
      this.conflicts.push(path)
      return ours ?? theirs
    }
    const mode = pick(base?.mode, ours.mode, theirs.mode)
    const sha = pick(base?.sha, ours.sha, theirs.sha) ?? this.#content(base, ours, theirs)
    if (mode === null || sha === null || kindOf(ours) !== kindOf(theirs)) {
      this.conflicts.push(path)
      return ours
    }
    return { path: ours.path, mode, sha }
  }

  #content(base: TreeEntry | null, ours: TreeEntry, theirs: TreeEntry): string | null {
    if (kindOf(ours) !== '100' || kindOf(theirs) !== '100') return null
    const original = base !== null && kindOf(base) === '100' ? blobAt(this.#objects, base.sha) : null
    const our = blobAt(this.#objects, ours.sha)
    const their = blobAt(this.#objects, theirs.sha)
    if ((original !== null && isBinary(original)) || isBinary(our) || isBinary(their)) return null
    const asText = original?.encoding !== 'base64' && our.encoding !== 'base64' && their.encoding !== 'base64'
    const merged = asText
      ? mergeLines(original?.content ?? '', our.content, their.content)
      : mergeLines(byteText(original), byteText(our), byteText(their))
    if (merged === null) return null
    const written = blob(asText ? merged : Buffer.from(merged, 'latin1'))
    this.#objects.put(written)
    return written.sha
  }
}

/**
 * Merges three values: returns the changed one when only one side changed it or both agree; null when they disagree.
 */
function pick<Value extends string>(base: Value | undefined, ours: Value, theirs: Value): Value | null {
  if (ours === theirs || base === theirs) return ours
  return base === ours ? theirs : null
}

function equal(one: TreeEntry | null, other: TreeEntry | null): boolean {
  return one?.sha === other?.sha && one?.mode === other?.mode
}

function treeOf(entry: TreeEntry | null): string | null {
  return entry?.mode === '040000' ? entry.sha : null
}

function fileOf(entry: TreeEntry | null): TreeEntry | null {
  return entry?.mode === '040000' ? null : entry
}

/** Returns the part of a mode that distinguishes files, links and submodules. */
function kindOf(entry: TreeEntry): string {
  return entry.mode.slice(0, 3)
}
