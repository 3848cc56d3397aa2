import { changedFiles, type FileChange } from '../../git/changes.ts'
import { aheadBehind, mergeBase } from '../../git/history.ts'
import { commitAt, type Commit } from '../../git/objects.ts'
import type { Rows } from '../../call.ts'
import type { Pull } from '../../schema/pulls.ts'
import { branchTip, objectsOf } from '../git/objects.ts'

/** What a pull request brings: its commits, oldest first, and the files that differ from where it branched off. */
export interface PullChanges {
  readonly commits: readonly Commit[]
  readonly files: readonly FileChange[]
}

/**
 * The commit that a pull request is compared with: the tip of its base branch while it is open, what that was when it was
 * merged or closed.
 */
export function comparedBase(rows: Rows, pull: Pull): string {
  if (rows.issues.require(pull.issueId).state === 'closed') return pull.baseSha
  return branchTip(rows, { id: pull.repoId }, pull.baseRef)?.sha ?? pull.baseSha
}

/** What a pull request brings to its base. */
export function pullChanges(rows: Rows, pull: Pull): PullChanges {
  return changesUpTo(rows, pull, pull.headSha)
}

// Commits never change, so what lies between two of them does not either; shared by all instances on purpose.
const known = new WeakMap<Commit, { readonly base: string; readonly changes: PullChanges }>()

/** What a pull request brings up to one of its commits. */
export function changesUpTo(rows: Rows, pull: Pull, sha: string): PullChanges {
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
