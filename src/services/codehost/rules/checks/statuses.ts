import type { Rows } from '#codehost/call.ts'
import type { CommitStatus } from '#codehost/schema/commits.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** Returns the latest status of each context on a commit, newest first. */
export function latestStatuses(rows: Rows, repo: Pick<Repo, 'id'>, sha: string): CommitStatus[] {
  const latest = new Map<string, CommitStatus>()
  for (const status of rows.commitStatuses.scan('byCommit', [repo.id, sha], { descending: true })) {
    if (!latest.has(status.context)) latest.set(status.context, status)
  }
  return [...latest.values()]
}
