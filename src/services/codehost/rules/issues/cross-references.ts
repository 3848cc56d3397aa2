import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, IssueEvent } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { permissionOf } from '../repos/permissions.ts'
import { recordIssueEvent } from './events.ts'
import { linkedIssues, mentionedIssues } from './mentions.ts'

/** The event that timelines contain and lists of events do not. */
export const CROSS_REFERENCED = 'cross-referenced'

/**
 * Records a cross-reference from `source` on the timeline of each issue that its text mentions, once for each issue.
 * Issues of repositories that the author cannot read are not referenced.
 */
export function recordReferences(call: CodehostCall, source: Issue, text: string | null, actor: Account): void {
  const { rows } = call
  for (const target of mentionedIssues(rows, rows.repos.require(source.repoId), text)) {
    if (target.id === source.id || permissionOf(rows, rows.repos.require(target.repoId), actor) === null) continue
    const isRecorded = rows.issueEvents.list('byIssue', target.id).some((event) => sourceOf(event) === source.id)
    if (!isRecorded) recordIssueEvent(call, target, actor, CROSS_REFERENCED, { source: { $issue: source.id } })
  }
}

/** Returns the id of the issue that a cross-reference comes from; null for other events. */
export function sourceOf({ event, details: { source } }: IssueEvent): number | null {
  if (event !== CROSS_REFERENCED || typeof source !== 'object' || source === null || !('$issue' in source)) return null
  return Number(source.$issue)
}

/** Returns the pull requests, open or not, whose texts name an issue after a closing keyword, oldest first. */
export function closersOf(rows: Rows, issue: Issue): Pull[] {
  return rows.issueEvents.list('byIssue', issue.id).flatMap((event) => {
    const source = rows.issues.get(sourceOf(event))
    const pull = source === undefined ? undefined : rows.pulls.find('issue', source.id)
    if (source === undefined || pull === undefined) return []
    const repo = rows.repos.require(source.repoId)
    const isCloser =
      pull.baseRef === repo.defaultBranch && linkedIssues(rows, repo, source.body).some(({ id }) => id === issue.id)
    return isCloser ? [pull] : []
  })
}
