import type { Rows } from '#codehost/call.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { pullChanges } from './changes.ts'

/** Returns the pull requests of a repository that contain a commit or were merged by it, newest first. */
export function pullsWith(rows: Rows, repo: Repo, sha: string): Pull[] {
  const found = rows.pulls.referring('repoId', repo.id).filter((pull) => {
    if (pull.headSha === sha || (pull.merged && pull.mergeCommitSha === sha)) return true
    return pullChanges(rows, pull).commits.some((commit) => commit.sha === sha)
  })
  return found.toReversed()
}
