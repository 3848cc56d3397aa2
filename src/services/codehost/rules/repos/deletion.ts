import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { closeIssue } from '../issues/issues.ts'
import { orphanForks } from './changes.ts'

/**
 * Deletes a repository with all that it has. Its forks stay, and pull requests from its branches to other repositories
 * are closed. Emits `repository.deleted` first, because the repository's own webhooks receive it too.
 */
export function deleteRepo(call: CodehostCall, repo: Repo, sender: Account): void {
  const { rows } = call
  call.emit({ event: 'repository', action: 'deleted', repo, sender })
  orphanForks(rows, repo)
  const proposals = rows.pulls.referring('headRepoId', repo.id).filter(({ repoId }) => repoId !== repo.id)
  rows.repos.delete(repo.id)
  for (const { issueId } of proposals) closeIssue(call, rows.issues.require(issueId), sender)
}
