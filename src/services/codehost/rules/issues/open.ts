import type { CodehostCall } from '#codehost/call.ts'
import { Failure } from '#core/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label, Milestone } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { IssueType } from '#codehost/schema/sub-issues.ts'
import { missingField } from '#codehost/errors.ts'
import { refuseInteraction } from '../accounts/interactions.ts'
import { arrangement, checkedBody, checkedTitle, type IssueInput } from './input.ts'
import { MOST_ASSIGNEES, emitAssigned } from './assignees.ts'
import { emitLabeled } from './issue-labels.ts'
import { setIssueType } from './issue-types.ts'
import { emitIssue, insertIssue, emitMilestoned } from './issues.ts'

/** The checked input of a new issue. */
interface NewIssue {
  readonly title: string
  readonly body: string | null
  readonly labels: readonly Label[]
  readonly assignees: readonly Account[]
  readonly milestone: Milestone | null
  readonly type: IssueType | null
}

/**
 * Opens an issue. Like the vendor, emits `opened` with the complete issue and then one event for each label and
 * assignee.
 */
function openIssue(call: CodehostCall, repo: Repo, author: Account, input: NewIssue): Issue {
  const { rows } = call
  const { title, body, labels, milestone } = input
  const assignees = input.assignees.slice(0, MOST_ASSIGNEES)
  const issue = insertIssue(call, repo, author, { title, body, isPull: false, milestoneId: milestone?.id ?? null })
  for (const { id } of labels) rows.issueLabels.insert({ issueId: issue.id, labelId: id })
  for (const { id } of assignees) rows.issueAssignees.insert({ issueId: issue.id, userId: id })
  emitIssue(call, issue, 'opened', author)
  for (const label of labels) emitLabeled(call, issue, label, author)
  for (const user of assignees) emitAssigned(call, issue, user, author)
  if (milestone !== null) emitMilestoned(call, issue, milestone, author)
  return input.type === null ? issue : setIssueType(call, issue, input.type, author)
}

/**
 * Opens the issue that a body asks for. Labels, assignees and milestone of users without triage permission are ignored.
 *
 * @throws 410 where issues are disabled, 403 where a limit keeps the author out, and 422.
 */
export function createIssue(call: CodehostCall, repo: Repo, author: Account, input: IssueInput): Issue {
  if (!repo.hasIssues) throw issuesDisabled()
  refuseInteraction(call, repo, author, 'Issue')
  if (input.title == null) throw missingField('Issue', 'title')
  const title = checkedTitle(input.title)
  const body = checkedBody(input.body ?? null)
  const { labels = [], assignees = [], milestone = null, type = null } = arrangement(call, repo, author, input, null)
  return openIssue(call, repo, author, { title, body, labels, assignees, milestone, type })
}

/** Returns the 410 for a repository whose issues are disabled. */
function issuesDisabled(): Failure {
  return new Failure(410, 'Issues are disabled for this repo')
}
