import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mergeTrees } from '#codehost/git/merge.ts'
import { commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { branchTip, commitAt, objectsOf } from '../git/objects.ts'
import { setRef } from '../git/refs.ts'
import { signatureOf } from '../repos/repositories.ts'
import { openPull } from './create.ts'
import { webFlow } from './mergeable.ts'

/** The texts of a pull request that takes another back; null for the usual ones. */
export interface RevertInput {
  readonly title: string | null
  readonly body: string | null
  readonly draft: boolean
}

/**
 * Opens a pull request that takes a merged one back, from a new branch with one commit.
 *
 * @throws 422 for a pull request that is not merged, and where later changes conflict.
 */
export function revertPull(call: CodehostCall, pull: Pull, user: Account, input: RevertInput): Pull {
  const { rows, clock } = call
  const repo = rows.repos.require(pull.repoId)
  const issue = rows.issues.require(pull.issueId)
  const merged = pull.mergeCommitSha === null ? null : commitAt(rows, repo, pull.mergeCommitSha)
  const tip = branchTip(rows, repo, pull.baseRef)
  if (!pull.merged || merged === null || tip === null) throw unprocessable('Pull request is not merged.')
  const objects = objectsOf(rows, repo)
  const before = commitAt(rows, repo, pull.baseSha)
  if (before === null) throw unprocessable('The base of the pull request is gone.')
  const result = mergeTrees(objects, merged.tree, tip.tree, before.tree)
  if ('conflicts' in result) throw unprocessable('This pull request cannot be reverted automatically.')
  const title = input.title ?? `Revert "${issue.title}"`
  const fullName = `${rows.accounts.require(repo.ownerId).login}/${repo.name}`
  const body = `Reverts ${fullName}#${issue.number}`
  const at = clock.now()
  const made = commit({
    tree: result.tree,
    parents: [tip.sha],
    author: signatureOf(user, at),
    committer: webFlow(at),
    message: `Revert "${issue.title}"\n\nThis reverts commit ${merged.sha}.`,
  })
  objects.put(made)
  const branch = `revert-${issue.number}-${pull.headRef}`
  if (rows.refs.find('name', repo.id, `refs/heads/${branch}`) !== undefined) {
    throw unprocessable(`A branch named ${branch} already exists.`)
  }
  setRef(call, repo, `refs/heads/${branch}`, made.sha, user)
  const { draft } = input
  return openPull(call, repo, user, { title, body: input.body ?? body, head: branch, base: pull.baseRef, draft })
}
