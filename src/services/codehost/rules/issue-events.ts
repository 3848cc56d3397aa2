import type { CodehostCall } from '../call.ts'
import type { Account, Issue, IssueEvent } from '../schema.ts'

/** Records something that happened to an issue or pull request. `details` are the members the vendor adds, wire names. */
export function recordIssueEvent(
  { rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>,
  issue: Issue,
  actor: Account,
  event: string,
  details: Readonly<Record<string, unknown>> = {},
  commitId: string | null = null,
): IssueEvent {
  return rows.issueEvents.insert({
    repoId: issue.repoId,
    issueId: issue.id,
    actorId: actor.id,
    event,
    commitId,
    details,
    createdAt: clock.now(),
  })
}
