import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { branchRef, branchTip } from './objects.ts'
import { isRefName } from './ref-names.ts'
import { deleteRef, refuseCollision, setRef } from './refs.ts'
import { emitRepositoryChanges } from '../repos/changes.ts'

/**
 * Returns the tip of a branch.
 *
 * @throws 404 for an unknown branch.
 */
export function findBranchTip({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo, branch: string): Commit {
  const tip = branchTip(rows, repo, branch)
  if (tip === null) throw notFound('Branch not found')
  return tip
}

/**
 * Renames a branch, together with its protection, its pull requests and, where it applies, the repository's default
 * branch.
 *
 * @throws 404 and 422.
 */
export function renameBranch(call: CodehostCall, repo: Repo, from: string, to: string, sender: Account): void {
  const { rows, clock } = call
  const { sha } = findBranchTip(call, repo, from)
  if (!isRefName(`refs/heads/${to}`)) {
    throw validationFailed({ resource: 'Branch', code: 'invalid', field: 'new_name', value: to })
  }
  if (branchRef(rows, repo, to) !== undefined) throw unprocessable('Branch already exists')
  refuseCollision(rows, repo, `refs/heads/${to}`, `refs/heads/${from}`)
  const protection = rows.protections.find('branch', repo.id, from)
  if (protection !== undefined) rows.protections.update(protection.id, { branch: to })
  for (const pull of rows.pulls.list('head', repo.id, from)) rows.pulls.update(pull.id, { headRef: to })
  for (const pull of rows.pulls.list('base', repo.id, from)) rows.pulls.update(pull.id, { baseRef: to })
  setRef(call, repo, `refs/heads/${to}`, sha, sender)
  if (repo.defaultBranch === from) {
    const after = rows.repos.update(repo.id, { defaultBranch: to, updatedAt: clock.now() })
    emitRepositoryChanges(call, repo, after, sender)
  }
  const old = branchRef(rows, repo, from)
  if (old !== undefined) deleteRef(call, old)
}
