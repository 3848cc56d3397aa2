import { isAncestor } from '#codehost/git/history.ts'
import { mergeCommits, rebaseCommits } from '#codehost/git/merge.ts'
import { commit, commitAt, type Commit, type GitObject, type Objects } from '#codehost/git/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { objectsOf, commitAt as storedCommit } from '../git/objects.ts'
import { changesUpTo, comparedBase } from './changes.ts'
import { setPullRef } from './refs.ts'
import { signatureOf } from '../repos/repositories.ts'
import { checksOf, unmetRequirements } from './merge-requirements.ts'

/** The mergeability of a pull request. https://docs.github.com/rest/pulls/pulls#get-a-pull-request */
export interface Mergeability {
  /** Null for a merged pull request. A closed one keeps what it had with the base at that time. */
  readonly mergeable: boolean | null
  readonly rebaseable: boolean | null
  readonly state: 'clean' | 'dirty' | 'blocked' | 'behind' | 'unstable' | 'draft' | 'unknown'
}

/** Returns the signature of commits that the vendor makes on behalf of users. */
export function webFlow(at: number) {
  return { name: 'GitHub', email: 'noreply@github.com', at: Math.floor(at / 1000) * 1000 }
}

/**
 * Returns whether a pull request can be merged, and the state that the vendor derives from its protection and checks.
 */
export function mergeabilityOf(rows: Rows, pull: Pull): Mergeability {
  if (pull.mergedAt !== null) return { mergeable: null, rebaseable: null, state: 'unknown' }
  const { mergeable, rebaseable } = attemptMerge(rows, pull)
  return { mergeable, rebaseable, state: mergeable ? stateOf(rows, pull) : 'dirty' }
}

function stateOf(rows: Rows, pull: Pull): Mergeability['state'] {
  if (pull.draft && rows.issues.require(pull.issueId).state === 'open') return 'draft'
  const repo = rows.repos.require(pull.repoId)
  const unmet = unmetRequirements(rows, repo, pull)
  if (unmet.some(({ kind }) => kind !== 'behind')) return 'blocked'
  if (unmet.length > 0) return 'behind'
  return [...checksOf(rows, repo, pull.headSha).values()].every((state) => state === 'success') ? 'clean' : 'unstable'
}

interface MergeAttempt {
  readonly mergeable: boolean
  readonly rebaseable: boolean
}

// The result of merging two commits never changes. All instances share this cache.
const known = new WeakMap<Commit, MergeAttempt & { readonly base: string }>()

/** Tries a merge and a rebase without storing the result. */
function attemptMerge(rows: Rows, pull: Pull): MergeAttempt {
  const stored = objectsOf(rows, { id: pull.repoId })
  const base = comparedBase(rows, pull)
  const head = commitAt(stored, pull.headSha)
  const before = known.get(head)
  if (before?.base === base) return before
  const objects = scratch(stored)
  const mergeable = 'tree' in mergeCommits(objects, base, head.sha)
  const { commits } = changesUpTo(rows, pull, head.sha)
  const rebaseable = mergeable && 'commits' in rebaseCommits(objects, base, commits, webFlow(0))
  const result = { base, mergeable, rebaseable }
  known.set(head, result)
  return result
}

/**
 * Updates the test merge of an open pull request: `merge_commit_sha` and `refs/pull/<number>/merge`. A conflict removes
 * both. Returns the pull request.
 */
export function updateTestMerge({ rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>, pull: Pull): Pull {
  const issue = rows.issues.require(pull.issueId)
  if (issue.state === 'closed') return pull
  const base = comparedBase(rows, pull)
  const current = pull.mergeCommitSha === null ? null : storedCommit(rows, { id: pull.repoId }, pull.mergeCommitSha)
  if (current?.parents[0] === base && current.parents[1] === pull.headSha) return pull
  const objects = objectsOf(rows, { id: pull.repoId })
  const merged = attemptMerge(rows, pull).mergeable ? mergeCommits(objects, base, pull.headSha) : null
  if (merged === null || 'conflicts' in merged) {
    setPullRef(rows, issue, 'merge', null)
    return pull.mergeCommitSha === null ? pull : rows.pulls.update(pull.id, { mergeCommitSha: null })
  }
  const at = clock.now()
  const made = commit({
    tree: merged.tree,
    parents: [base, pull.headSha],
    author: signatureOf(rows.accounts.require(issue.userId), at),
    committer: webFlow(at),
    message: `Merge ${pull.headSha} into ${base}`,
  })
  objects.put(made)
  setPullRef(rows, issue, 'merge', made.sha)
  return rows.pulls.update(pull.id, { mergeCommitSha: made.sha })
}

/** Returns whether the head contains all commits of the base branch. */
export function isUpToDate(rows: Rows, pull: Pull): boolean {
  return isAncestor(objectsOf(rows, { id: pull.repoId }), comparedBase(rows, pull), pull.headSha)
}

/** Returns an object store on top of the stored objects, for objects that are not kept. */
function scratch(stored: Objects): Objects {
  const added = new Map<string, GitObject>()
  return {
    get: (sha) => added.get(sha) ?? stored.get(sha),
    has: (sha) => added.has(sha) || stored.has(sha),
    put: (object) => void added.set(object.sha, object),
  }
}
