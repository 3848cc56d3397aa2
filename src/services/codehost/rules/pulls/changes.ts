import { changedFiles, type FileChange } from '#codehost/git/changes.ts'
import { aheadBehind, mergeBase } from '#codehost/git/history.ts'
import { commitAt, type Commit } from '#codehost/git/objects.ts'
import type { Rows } from '#codehost/call.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { branchTip, objectsOf } from '../git/objects.ts'

/** The changes of a pull request: its commits, oldest first, and the files that differ from the merge base. */
export interface PullDiff {
  readonly commits: readonly Commit[]
  readonly files: readonly FileChange[]
}

/**
 * Returns the SHA that a pull request is compared with: the tip of its base branch while it is open, and afterwards the
 * tip at the time it was merged or closed.
 */
export function comparedBase(rows: Rows, pull: Pull): string {
  if (rows.issues.require(pull.issueId).state === 'closed') return pull.baseSha
  return branchTip(rows, { id: pull.repoId }, pull.baseRef)?.sha ?? pull.baseSha
}

/** Returns the changes between the base of a pull request and its head. */
export function pullChanges(rows: Rows, pull: Pull): PullDiff {
  return changesUpTo(rows, pull, pull.headSha)
}

// The changes between two commits never change, because commits are immutable. All instances share this cache.
const known = new WeakMap<Commit, { readonly base: string; readonly changes: PullDiff }>()

/** Returns the changes between the base of a pull request and one of its commits. */
export function changesUpTo(rows: Rows, pull: Pull, sha: string): PullDiff {
  const objects = objectsOf(rows, { id: pull.repoId })
  const base = comparedBase(rows, pull)
  const head = commitAt(objects, sha)
  const before = known.get(head)
  if (before?.base === base) return before.changes
  const shared = mergeBase(objects, base, sha)
  const changes = {
    commits: aheadBehind(objects, base, sha).ahead,
    files: changedFiles(objects, shared === null ? null : commitAt(objects, shared).tree, head.tree),
  }
  known.set(head, { base, changes })
  return changes
}

/** Returns a text that is equal for two commits when the pull request changes the same up to either of them. */
export function diffKey(rows: Rows, pull: Pull, sha: string): string {
  const { files } = changesUpTo(rows, pull, sha)
  return JSON.stringify(files.map(({ filename, status, patch, sha }) => [filename, status, patch ?? sha]))
}
