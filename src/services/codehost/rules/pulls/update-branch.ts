import { mergeCommits, rebaseCommits } from '#codehost/git/merge.ts'
import { commit } from '#codehost/git/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { isUpToDate, webFlow } from './mergeable.ts'
import { objectsOf } from '../git/objects.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { comparedBase, pullChanges } from './changes.ts'
import { fetchCommit } from './refs.ts'
import { setRef } from '../git/refs.ts'
import { signatureOf } from '../repos/repositories.ts'

/** Makes the commits that bring a head branch up to date. Returns the SHA of the new tip. */
type MakeTip = (call: CodehostCall, pull: Pull, user: Account) => string

/**
 * Brings the head branch of a pull request up to date with its base branch, by a merge unless `tipOf` rebases it.
 *
 * @throws 403 without push permission there; 422 when the head is not the expected one, when there is nothing to merge,
 * and for conflicts.
 */
export function updateHead(
  call: CodehostCall,
  pull: Pull,
  user: Account,
  expected: string | null,
  tipOf: MakeTip = mergedHead,
): void {
  const { rows } = call
  const repo = rows.repos.require(pull.repoId)
  const head = rows.repos.get(pull.headRepoId)
  if (head === undefined || rows.issues.require(pull.issueId).state === 'closed') {
    throw unprocessable('Cannot update this pull request.')
  }
  const maintains = pull.maintainerCanModify && permissionIncludes(permissionOf(rows, repo, user), 'push')
  if (!maintains && !permissionIncludes(permissionOf(rows, head, user), 'push')) throw mustHaveAdminRights()
  if (expected !== null && expected !== pull.headSha) {
    throw unprocessable('expected head sha didn’t match current head ref.')
  }
  if (isUpToDate(rows, pull)) throw unprocessable('There are no new commits on the base branch.')
  const sha = tipOf(call, pull, user)
  fetchCommit(rows, repo, head, sha)
  setRef(call, head, `refs/heads/${pull.headRef}`, sha, user)
}

/** Merges the base branch into the head. @throws 422 for conflicts. */
export const mergedHead: MakeTip = ({ rows, clock }, pull, user) => {
  const base = comparedBase(rows, pull)
  const objects = objectsOf(rows, { id: pull.repoId })
  const merged = mergeCommits(objects, pull.headSha, base)
  if ('conflicts' in merged) throw conflicting()
  const made = commit({
    tree: merged.tree,
    parents: [pull.headSha, base],
    author: signatureOf(user, clock.now()),
    committer: webFlow(clock.now()),
    message: `Merge branch '${pull.baseRef}' into ${pull.headRef}`,
  })
  objects.put(made)
  return made.sha
}

/** Puts the commits of the head on top of the base branch. @throws 422 for conflicts. */
export const rebasedHead: MakeTip = ({ rows, clock }, pull, user) => {
  const base = comparedBase(rows, pull)
  const objects = objectsOf(rows, { id: pull.repoId })
  const result = rebaseCommits(objects, base, pullChanges(rows, pull).commits, signatureOf(user, clock.now()))
  if ('conflicts' in result) throw conflicting()
  return result.commits.at(-1)?.sha ?? base
}

function conflicting() {
  return unprocessable('merge conflict between base and head')
}
