import type { CodehostCall } from '../../call.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Issue, IssueEvent } from '../../schema/issues.ts'
import { performedVia } from '../apps/performed-via.ts'

/**
 * Records something that happened to an issue or pull request. `details` are the members the vendor adds, wire names; for
 * a person write {@link person}, for a team {@link team}: they are written out when read.
 */
export function recordIssueEvent(
  { rows, clock, principal }: Pick<CodehostCall, 'rows' | 'clock' | 'principal'>,
  issue: Issue,
  actor: Account,
  event: string,
  details: Readonly<Record<string, unknown>> = {},
  commitId: string | null = null,
): IssueEvent {
  return rows.issueEvents.insert({
    // One sequence with comments, so that a timeline knows what came first within a millisecond.
    id: rows.comments.nextId(),
    repoId: issue.repoId,
    issueId: issue.id,
    actorId: actor.id,
    event,
    commitId,
    details,
    createdAt: clock.now(),
    ...performedVia({ principal }),
  })
}

/** A person in the details of an event. */
export interface PersonDetail {
  readonly $account: number
}

/** A team in the details of an event. */
export interface TeamDetail {
  readonly $team: number
}

/** A person, for the details of an event. */
export function person({ id }: Pick<Account, 'id'>): PersonDetail {
  return { $account: id }
}

/** A team, for the details of an event. */
export function team({ id }: { readonly id: number }): TeamDetail {
  return { $team: id }
}
