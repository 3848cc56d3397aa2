import type { CodehostCall } from '#codehost/call.ts'
import { conflict } from '#codehost/errors.ts'
import { mergeCommits } from '#codehost/git/merge.ts'
import { commit, type Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { directMoveObstacle } from '../protection/direct-moves.ts'
import { webFlow } from '../pulls/mergeable.ts'
import { signatureOf } from '../repos/repositories.ts'
import { objectsOf } from './objects.ts'
import { setRef } from './refs.ts'

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
  const obstacle = directMoveObstacle(call.rows, repo, { branch, before: from.sha, after: to.sha, user })
  if (obstacle !== null) throw conflict(obstacle)
  setRef(call, repo, `refs/heads/${branch}`, to.sha, user)
}
