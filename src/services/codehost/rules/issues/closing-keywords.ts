import type { CodehostCall } from '../../call.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import { closeIssue } from './issues.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'

const KEYWORD =
  /\b(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?):?\s+(?:https?:\/\/[^\s/]+\/(?=[\w.-]+\/[\w.-]+\/issues\/))?(?:([\w-]+)\/([\w.-]+))?(?:#|\/issues\/)(\d{1,9})\b/gi

/**
 * Closes the issues that texts say are fixed (`closes #1`, `fixes octocat/hello-world#2`), where the person may push.
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */
export function closeMentioned(
  call: CodehostCall,
  repo: Repo,
  texts: readonly (string | null)[],
  sender: Account,
): void {
  const { rows } = call
  for (const text of texts) {
    for (const [, login, name, number] of (text ?? '').matchAll(KEYWORD)) {
      const owner = login === undefined ? undefined : rows.accounts.find('login', login.toLowerCase())
      const named = owner === undefined ? undefined : rows.repos.find('name', owner.id, (name ?? '').toLowerCase())
      const target = login === undefined ? repo : named
      if (target === undefined || !permissionIncludes(permissionOf(rows, target, sender), 'push')) continue
      const issue = rows.issues.find('number', target.id, Number(number))
      if (issue !== undefined && !issue.isPull && issue.state === 'open') closeIssue(call, issue, sender)
    }
  }
}
