import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import type { CommitOfRepo } from './events.ts'
import { closeIssue } from './issues.ts'
import { closedIssues } from './mentions.ts'

/**
 * Closes the issues that a text names after a closing keyword, in repositories where the user may push. `commit` is the
 * commit whose message is the text; absent for other texts.
 */
export function closeMentioned(
  call: CodehostCall,
  repo: Repo,
  text: string | null,
  sender: Account,
  commit?: CommitOfRepo,
): void {
  const { rows } = call
  for (const issue of closedIssues(rows, repo, text)) {
    const target = rows.repos.require(issue.repoId)
    if (!permissionIncludes(permissionOf(rows, target, sender), 'push')) continue
    closeIssue(call, issue, sender, 'completed', commit)
  }
}
