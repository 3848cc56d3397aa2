import type { CodehostCall } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { permissionOf } from '../repos/permissions.ts'
import { closeMentioned } from './closing-keywords.ts'
import { recordIssueEvent } from './events.ts'
import { mentionedIssues } from './mentions.ts'

/**
 * Applies the messages of commits that were pushed to a branch: records `referenced` on the issues and pull requests
 * that they mention, once for each commit, and on the default branch closes the issues that they name after a closing
 * keyword. https://docs.github.com/rest/using-the-rest-api/issue-event-types#referenced
 */
export function applyCommitMessages(
  call: CodehostCall,
  repo: Repo,
  branch: string,
  commits: readonly Commit[],
  pusher: Account,
): void {
  for (const commit of commits) {
    recordCommit(call, repo, commit, pusher)
    if (branch === repo.defaultBranch) {
      closeMentioned(call, repo, commit.message, pusher, { repoId: repo.id, sha: commit.sha })
    }
  }
}

function recordCommit(call: CodehostCall, repo: Repo, { sha, message }: Commit, pusher: Account): void {
  const { rows } = call
  for (const issue of mentionedIssues(rows, repo, message)) {
    // Lists of events do not depend on the reader, so that a private repository leaves no traces in others.
    if (issue.repoId !== repo.id && (repo.private || isHidden(call, issue.repoId, pusher))) continue
    // The merge of a pull request names it, and is recorded as `merged`.
    if (rows.pulls.find('issue', issue.id)?.mergeCommitSha === sha) continue
    const events = rows.issueEvents.list('byIssue', issue.id)
    if (events.some(({ event, commitId }) => event === 'referenced' && commitId === sha)) continue
    recordIssueEvent(call, issue, pusher, 'referenced', {}, { repoId: repo.id, sha })
  }
}

function isHidden({ rows }: CodehostCall, repoId: number, user: Account): boolean {
  return permissionOf(rows, rows.repos.require(repoId), user) === null
}
