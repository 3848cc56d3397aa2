import type { CodehostCall } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { IssueSubject } from '#codehost/schema/events.ts'
import type { Issue, Milestone } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { recordReferences } from './cross-references.ts'
import { recordIssueEvent, type CommitOfRepo } from './events.ts'
import { performedVia } from '../apps/performed-via.ts'
import { emitPullOfIssue } from '../pulls/events.ts'
import { emitAndRun } from '../actions/run-transitions.ts'

/** The fields of a new issue, or of the issue side of a new pull request. */
export interface IssueFields {
  readonly title: string
  readonly body: string | null
  readonly isPull: boolean
  readonly milestoneId?: number | null
}

/**
 * Adds an open issue (or the issue side of a pull request) with the repository's next number, and records
 * cross-references for the issues that its text mentions. Emits nothing.
 */
export function insertIssue(call: CodehostCall, repo: Repo, author: Account, fields: IssueFields): Issue {
  const at = call.clock.now()
  const issue = call.rows.issues.insert({
    milestoneId: null,
    ...fields,
    repoId: repo.id,
    number: call.rows.issueNumbers.next(repo.id),
    userId: author.id,
    state: 'open',
    stateReason: null,
    locked: false,
    activeLockReason: null,
    comments: 0,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedById: null,
    ...performedVia(call),
  })
  recordReferences(call, issue, issue.body, author)
  return issue
}

/** Emits `issues` with `action`, or `pull_request` when the issue is a pull request. */
export function emitIssue(
  call: CodehostCall,
  issue: Issue,
  action: string,
  sender: Account,
  subject: IssueSubject = {},
): void {
  if (issue.isPull) return emitPullOfIssue(call, issue, action, sender, subject)
  const repo = call.rows.repos.require(issue.repoId)
  emitAndRun(call, { event: 'issues', action, repo, sender, issue, ...subject }, { title: issue.title })
}

/**
 * Changes title and body. Records `renamed` and references to issues that only the new body mentions, emits `edited`.
 * Absent fields stay. Returns the issue.
 */
export function editIssue(
  call: CodehostCall,
  issue: Issue,
  { title = issue.title, body = issue.body }: { title?: string | undefined; body?: string | null | undefined },
  sender: Account,
): Issue {
  if (title === issue.title && body === issue.body) return issue
  const edited = call.rows.issues.update(issue.id, { title, body, updatedAt: call.clock.now() })
  if (title !== issue.title)
    recordIssueEvent(call, issue, sender, 'renamed', { rename: { from: issue.title, to: title } })
  if (body !== issue.body) recordReferences(call, edited, body, sender)
  emitIssue(call, edited, 'edited', sender, { before: issue })
  return edited
}

/**
 * Closes an open issue or pull request. Emits `closed`. `reason` applies to issues only; `commitId` is the commit that
 * closed it. Returns the issue.
 */
export function closeIssue(
  call: CodehostCall,
  issue: Issue,
  sender: Account,
  reason: Issue['stateReason'] = 'completed',
  commit?: CommitOfRepo,
): Issue {
  if (issue.state === 'closed') return issue
  const at = call.clock.now()
  const stateReason = issue.isPull ? null : reason
  const closed = call.rows.issues.update(issue.id, {
    state: 'closed',
    stateReason,
    closedAt: at,
    closedById: sender.id,
    updatedAt: at,
  })
  recordIssueEvent(call, issue, sender, 'closed', issue.isPull ? {} : { state_reason: stateReason }, commit)
  emitIssue(call, closed, 'closed', sender)
  return closed
}

/**
 * Reopens a closed issue or pull request. Emits `reopened`. Returns the issue.
 *
 * @throws 422 for a merged pull request.
 */
export function reopenIssue(call: CodehostCall, issue: Issue, sender: Account): Issue {
  if (issue.state === 'open') return issue
  const { rows, clock } = call
  if (issue.isPull && rows.pulls.find('issue', issue.id)?.merged === true) throw cannotReopen()
  const reopened = rows.issues.update(issue.id, {
    state: 'open',
    stateReason: issue.isPull ? null : 'reopened',
    closedAt: null,
    closedById: null,
    updatedAt: clock.now(),
  })
  recordIssueEvent(call, issue, sender, 'reopened', issue.isPull ? {} : { state_reason: null })
  emitIssue(call, reopened, 'reopened', sender)
  return reopened
}

/** Sets or clears the milestone of an issue. Emits `demilestoned` and `milestoned`. Returns the issue. */
export function setMilestone(call: CodehostCall, issue: Issue, milestone: Milestone | null, sender: Account): Issue {
  const id = milestone?.id ?? null
  if (issue.milestoneId === id) return issue
  const { rows, clock } = call
  const before = rows.milestones.get(issue.milestoneId)
  let changed = rows.issues.update(issue.id, { milestoneId: null, updatedAt: clock.now() })
  if (before !== undefined) {
    recordIssueEvent(call, issue, sender, 'demilestoned', { milestone: { title: before.title } })
    emitIssue(call, changed, 'demilestoned', sender, { milestone: before })
  }
  if (milestone === null) return changed
  changed = rows.issues.update(issue.id, { milestoneId: milestone.id })
  emitMilestoned(call, changed, milestone, sender)
  return changed
}

/** Records and emits that an issue was added to a milestone. */
export function emitMilestoned(call: CodehostCall, issue: Issue, milestone: Milestone, sender: Account): void {
  recordIssueEvent(call, issue, sender, 'milestoned', { milestone: { title: milestone.title } })
  emitIssue(call, issue, 'milestoned', sender, { milestone })
}

/** Locks the conversation. Emits `locked`. Returns the issue. */
export function lockIssue(call: CodehostCall, issue: Issue, reason: Issue['activeLockReason'], sender: Account): Issue {
  if (issue.locked && issue.activeLockReason === reason) return issue
  const { rows, clock } = call
  const locked = rows.issues.update(issue.id, { locked: true, activeLockReason: reason, updatedAt: clock.now() })
  recordIssueEvent(call, issue, sender, 'locked', { lock_reason: reason })
  emitIssue(call, locked, 'locked', sender)
  return locked
}

/** Unlocks the conversation. Emits `unlocked`. Returns the issue. */
export function unlockIssue(call: CodehostCall, issue: Issue, sender: Account): Issue {
  if (!issue.locked) return issue
  const { rows, clock } = call
  const unlocked = rows.issues.update(issue.id, { locked: false, activeLockReason: null, updatedAt: clock.now() })
  recordIssueEvent(call, issue, sender, 'unlocked')
  emitIssue(call, unlocked, 'unlocked', sender)
  return unlocked
}

function cannotReopen() {
  return validationFailed({
    resource: 'Issue',
    code: 'custom',
    field: 'state',
    message: 'state cannot be changed. The pull request cannot be reopened.',
  })
}
