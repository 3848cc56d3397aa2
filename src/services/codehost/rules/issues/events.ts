import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, IssueEvent } from '#codehost/schema/issues.ts'
import { performedVia } from '../apps/performed-via.ts'

/**
 * Records an event of an issue or pull request. `details` are the vendor's extra members with their wire names. Use
 * {@link person} and {@link team} for accounts and teams, which are written in full when the event is read.
 */
export function recordIssueEvent(
  { rows, clock, principal }: Pick<CodehostCall, 'rows' | 'clock' | 'principal'>,
  issue: Issue,
  actor: Account,
  event: string,
  details: Readonly<Record<string, unknown>> = {},
  commit?: CommitOfRepo,
): IssueEvent {
  return rows.issueEvents.insert({
    // Events share the id sequence of comments, so that a timeline can order entries of the same millisecond.
    id: rows.comments.nextId(),
    repoId: issue.repoId,
    issueId: issue.id,
    actorId: actor.id,
    event,
    commitId: commit?.sha ?? null,
    // The URL of a commit is that of the repository it was pushed to.
    details:
      commit === undefined || commit.repoId === issue.repoId ? details : { ...details, commit_url: urlOf(commit) },
    createdAt: clock.now(),
    ...performedVia({ principal }),
  })
}

/** A commit and the repository that it was pushed to. */
export interface CommitOfRepo {
  readonly repoId: number
  readonly sha: string
}

/** A reference to a commit's URL in the details of an event. */
interface CommitUrlDetail {
  readonly $commit: string
  readonly $repo: number
}

/** A reference to an account in the details of an event. */
export interface PersonDetail {
  readonly $account: number
}

/** A reference to a team in the details of an event. */
export interface TeamDetail {
  readonly $team: number
}

/** Returns a reference to an account for the details of an event. */
export function person({ id }: Pick<Account, 'id'>): PersonDetail {
  return { $account: id }
}

/** Returns a reference to a team for the details of an event. */
export function team({ id }: { readonly id: number }): TeamDetail {
  return { $team: id }
}

function urlOf({ repoId, sha }: CommitOfRepo): CommitUrlDetail {
  return { $commit: sha, $repo: repoId }
}
