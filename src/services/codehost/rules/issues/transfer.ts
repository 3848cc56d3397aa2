import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { recordIssueEvent } from './events.ts'
import { labelsOf } from './issue-labels.ts'
import { createLabel } from './labels.ts'
import { emitIssue } from './issues.ts'

/**
 * Moves an issue with its comments to another repository of the same owner, where it gets a new number. Labels stay
 * where the other repository has one of the same name (`createLabels` adds those that it lacks), and milestone and pin
 * do not. Emits `transferred` and `opened`. Returns the issue.
 *
 * @throws 422 for a pull request, and for a repository of another owner.
 */
export function transferIssue(
  call: CodehostCall,
  issue: Issue,
  target: Repo,
  createLabels: boolean,
  sender: Account,
): Issue {
  const { rows, clock } = call
  const source = rows.repos.require(issue.repoId)
  if (issue.isPull) throw unprocessable('Pull requests cannot be transferred.')
  if (source.ownerId !== target.ownerId)
    throw unprocessable('Issues can only be transferred to repositories of the same owner.')
  if (source.id === target.id) throw unprocessable('The issue is in this repository already.')
  const names = labelsOf(call, issue)
  const moved = rows.issues.update(issue.id, {
    repoId: target.id,
    number: rows.issueNumbers.next(target.id),
    milestoneId: null,
    updatedAt: clock.now(),
  })
  emitIssue(call, issue, 'transferred', sender, { transferredTo: moved })
  for (const { id } of rows.issueLabels.referring('issueId', issue.id)) rows.issueLabels.delete(id)
  const pin = rows.pinnedIssues.find('issue', issue.id)
  if (pin !== undefined) rows.pinnedIssues.delete(pin.id)
  for (const { id } of rows.comments.referring('issueId', issue.id)) rows.comments.update(id, { repoId: target.id })
  for (const { id } of rows.issueEvents.referring('issueId', issue.id))
    rows.issueEvents.update(id, { repoId: target.id })
  moveReactions(call, source, target, moved)
  for (const label of names) {
    const same = rows.labels.find('name', target.id, label.name.toLowerCase())
    const kept = same ?? (createLabels ? createLabel(call, target, copyOf(label), sender) : undefined)
    if (kept !== undefined) rows.issueLabels.insert({ issueId: issue.id, labelId: kept.id })
  }
  recordIssueEvent(call, moved, sender, 'transferred', { $repo: source.id })
  emitIssue(call, moved, 'opened', sender)
  return moved
}

/** Moves the reactions to an issue and its comments, which are found by their repository. */
function moveReactions({ rows }: CodehostCall, source: Repo, target: Repo, issue: Issue): void {
  const comments = rows.comments.referring('issueId', issue.id)
  for (const subject of [`issue ${issue.id}`, ...comments.map(({ id }) => `comment ${id}`)]) {
    for (const { id } of rows.reactions.list('bySubject', source.id, subject)) {
      rows.reactions.update(id, { repoId: target.id })
    }
  }
}

function copyOf({ name, color, description }: Label): Pick<Label, 'name' | 'color' | 'description'> {
  return { name, color, description }
}
