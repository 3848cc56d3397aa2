import type { Objects, TreeEntry } from './objects.ts'
import { findRenames } from './renames.ts'
import { treeDifferences, writeTree } from './trees.ts'
import type { TreeChange, TreeDifference } from './trees.ts'

/**
 * Three trees in which a file that one side renamed has its new name everywhere, and the paths where that is
 * impossible.
 */
export interface FollowedTrees {
  base: string | null
  ours: string
  theirs: string
  conflicts: string[]
}

interface SideChanges {
  byPath: Map<string, TreeDifference>
  /** New entries of renamed files by old path, only for files that the other side changed as well. */
  renames: Map<string, TreeEntry>
  moves: TreeChange[]
}

/**
 * Prepares a merge for renames: where one side renamed a file that the other side changed in place, the file is moved
 * in the base and on the other side too, so that a merge path by path compares both changes. Conflicts are a file
 * renamed on one side and deleted on the other, renamed to two names, or renamed to a name that the other side added.
 * Returns equal trees when there are no such renames. A directory renamed as a whole is not followed: files that the
 * other side adds to it stay in the old directory.
 */
export function followRenames(objects: Objects, base: string | null, ours: string, theirs: string): FollowedTrees {
  if (base === null) return { base, ours, theirs, conflicts: [] }
  const our = sideChanges(objects, base, ours)
  const their = sideChanges(objects, base, theirs)
  findSideRenames(objects, our, their)
  findSideRenames(objects, their, our)
  if (our.renames.size === 0 && their.renames.size === 0) return { base, ours, theirs, conflicts: [] }
  const conflicts: string[] = []
  const baseMoves: TreeChange[] = []
  const follow = (side: SideChanges, other: SideChanges): void => {
    for (const [source, target] of side.renames) {
      const { before = null, after = null } = other.byPath.get(source) ?? {}
      if (before === null) continue
      const otherTarget = other.renames.get(source)
      if (otherTarget === undefined) {
        if (after === null || other.byPath.get(target.path)?.after) {
          conflicts.push(target.path)
          continue
        }
        other.moves.push({ path: source, sha: null }, { path: target.path, mode: after.mode, sha: after.sha })
      } else if (otherTarget.path !== target.path) {
        conflicts.push(target.path)
        continue
      }
      baseMoves.push({ path: source, sha: null }, { path: target.path, mode: before.mode, sha: before.sha })
    }
  }
  follow(our, their)
  follow(their, our)
  return {
    base: moved(objects, base, baseMoves),
    ours: moved(objects, ours, our.moves),
    theirs: moved(objects, theirs, their.moves),
    conflicts,
  }
}

function moved(objects: Objects, tree: string, moves: readonly TreeChange[]): string {
  return moves.length === 0 ? tree : writeTree(objects, tree, moves)
}

function sideChanges(objects: Objects, base: string, tree: string): SideChanges {
  const byPath = new Map(treeDifferences(objects, base, tree).map((difference) => [difference.path, difference]))
  return { byPath, renames: new Map(), moves: [] }
}

function findSideRenames(objects: Objects, side: SideChanges, other: SideChanges): void {
  const removed: TreeEntry[] = []
  const added: TreeEntry[] = []
  let matters = false
  for (const { path, before, after } of side.byPath.values()) {
    if (before !== null && after === null) {
      removed.push(before)
      matters ||= other.byPath.has(path)
    } else if (after !== null && before === null) added.push(after)
  }
  if (!matters || added.length === 0) return
  for (const { before, after } of findRenames(objects, removed, added).values()) {
    if (other.byPath.has(before.path) && !isEmpty(objects, before)) side.renames.set(before.path, after)
  }
}

/** Returns whether a file is empty. All empty files are equal, so an empty file is never taken for renamed. */
function isEmpty(objects: Objects, entry: TreeEntry): boolean {
  const object = entry.mode === '160000' ? null : objects.get(entry.sha)
  return object?.kind === 'blob' && object.size === 0
}
