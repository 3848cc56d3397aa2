import type { CodehostCall, Rows } from '#codehost/call.ts'
import { invalidField } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { markAsDuplicate } from './duplicates.ts'
import { replaceAssignees } from './assignees.ts'
import { replaceLabels } from './issue-labels.ts'
import { arrangement, checkedBody, checkedTitle, type IssueInput } from './input.ts'
import { setIssueType } from './issue-types.ts'
import { closeIssue, editIssue, reopenIssue, setMilestone } from './issues.ts'
import { canRead } from '../repos/visibility.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'

/** Returns whether a user may change an issue. Its author may, and users with triage permission. */
export function canChange(rows: Rows, repo: Repo, issue: Issue, user: Account): boolean {
  return issue.userId === user.id || permissionIncludes(permissionOf(rows, repo, user), 'triage')
}

/**
 * Changes the fields of an issue or pull request that a body names. Each change emits its own events. Returns the
 * issue.
 *
 * @throws 422.
 */
export function updateIssue(call: CodehostCall, issue: Issue, input: IssueInput, user: Account): Issue {
  const repo = call.rows.repos.require(issue.repoId)
  const title = input.title == null ? undefined : checkedTitle(input.title)
  const body = input.body === undefined ? undefined : checkedBody(input.body)
  const { labels, assignees, milestone, type } = arrangement(call, repo, user, input, issue)
  let changed = editIssue(call, issue, { title, body }, user)
  if (labels !== undefined) changed = replaceLabels(call, changed, labels, user)
  if (assignees !== undefined) changed = replaceAssignees(call, changed, assignees, user)
  if (milestone !== undefined) changed = setMilestone(call, changed, milestone, user)
  if (type !== undefined) changed = setIssueType(call, changed, type, user)
  if (input.state === 'open') return reopenIssue(call, changed, user)
  if (input.state !== 'closed') return changed
  const reason = closingReason(input.state_reason)
  if (reason === 'duplicate' && input.duplicate_issue_id != null) {
    markAsDuplicate(call, changed, canonicalIssue(call, input.duplicate_issue_id), user)
  }
  return closeIssue(call, changed, user, reason)
}

/** Returns the issue that a body names as the one that is repeated. @throws 422 for one that cannot be read. */
function canonicalIssue(call: CodehostCall, id: number): Issue {
  const issue = call.rows.issues.get(id)
  if (issue === undefined || issue.isPull || !canRead(call, call.rows.repos.require(issue.repoId))) {
    throw invalidField('Issue', 'duplicate_issue_id', String(id))
  }
  return issue
}

function closingReason(reason: IssueInput['state_reason']): Issue['stateReason'] {
  return reason == null || reason === 'reopened' ? 'completed' : reason
}
