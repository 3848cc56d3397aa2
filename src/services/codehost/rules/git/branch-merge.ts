import type { CodehostCall } from '#codehost/call.ts'
import { conflict, notFound } from '#codehost/errors.ts'
import { isAncestor } from '#codehost/git/history.ts'
import { mergeCommits } from '#codehost/git/merge.ts'
import { commit, type Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { obstacleToMove } from '../protection/rule-suites.ts'
import { webFlow } from '../pulls/mergeable.ts'
import { signatureOf } from '../repos/repositories.ts'
import { branchTip, objectsOf, resolveCommit } from './objects.ts'
import { setRef } from './refs.ts'

/** A merge of one branch into another. */
interface BranchMerge {
  readonly base: string
  readonly head: string
  /** Default: `Merge head into base` */
  readonly message?: string | null | undefined
}

/**
 * Merges a branch, or a commit, into a branch, without a pull request; returns the merge, or null where the branch has
 * it already.
 *
 * @throws 404 for an unknown branch, 409 for a conflict or a protection.
 */
export function mergeBranch(call: CodehostCall, repo: Repo, merge: BranchMerge, user: Account): Commit | null {
  const base = branchTip(call.rows, repo, merge.base)
  if (base === null) throw notFound('Base does not exist')
  const head = resolveCommit(call.rows, repo, merge.head)
  if (head === null) throw notFound('Head does not exist')
  if (isAncestor(objectsOf(call.rows, repo), head.sha, base.sha)) return null
  const made = mergeInto(call, repo, base, head, merge.message ?? `Merge ${merge.head} into ${merge.base}`, user)
  if (made === null) throw conflict('Merge conflict')
  moveBranch(call, repo, merge.base, base, made, user)
  return made
}

/** Writes the merge of two commits, without a pull request; null when they conflict. */
export function mergeInto(
  { rows, clock }: CodehostCall,
  repo: Repo,
  base: Commit,
  head: Commit,
  message: string,
  user: Account,
): Commit | null {
  const objects = objectsOf(rows, repo)
  const merged = mergeCommits(objects, base.sha, head.sha)
  if ('conflicts' in merged) return null
  const now = clock.now()
  const parents = [base.sha, head.sha]
  const author = signatureOf(user, now)
  const made = commit({ tree: merged.tree, parents, author, committer: webFlow(now), message })
  objects.put(made)
  return made
}

/**
 * Moves a branch, if its protection lets the user do it.
 *
 * @throws 409.
 */
export function moveBranch(
  call: CodehostCall,
  repo: Repo,
  branch: string,
  from: Commit,
  to: Commit,
  user: Account,
): void {
  const obstacle = obstacleToMove(call, repo, { branch, before: from.sha, after: to.sha, user })
  if (obstacle !== null) throw conflict(obstacle)
  setRef(call, repo, `refs/heads/${branch}`, to.sha, user)
}
