import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { recordIssueEvent } from './events.ts'
import { emitIssue } from './issues.ts'
import { checkNewName } from './label-names.ts'
import { emitAndRun } from '../actions/run-transitions.ts'

/** Returns the labels of an issue in the order in which they were added. */
export function labelsOf({ rows }: { readonly rows: Rows }, issue: Pick<Issue, 'id'>): Label[] {
  return rows.issueLabels.referring('issueId', issue.id).map(({ labelId }) => rows.labels.require(labelId))
}

/**
 * Returns the labels with these names, ignoring case. Unknown labels are created when `create` is true (with `label`
 * created), and otherwise ignored, as the vendor does for users without push permission.
 *
 * @throws 422 for an invalid name.
 */
export function labelsNamed(
  call: CodehostCall,
  repo: Repo,
  names: readonly string[],
  sender: Account,
  { create }: { readonly create: boolean },
): Label[] {
  const { rows } = call
  const found = new Map<number, Label>()
  for (const name of names) {
    let label = rows.labels.find('name', repo.id, name.toLowerCase())
    if (label === undefined && create) {
      checkNewName(name)
      const made = rows.labels.insert({ repoId: repo.id, name, color: 'ededed', description: null })
      emitAndRun(call, { event: 'label', action: 'created', repo, sender, label: made })
      label = made
    }
    if (label !== undefined) found.set(label.id, label)
  }
  return [...found.values()]
}

/** Adds labels that the issue does not have yet. Emits one `labeled` for each. Returns the issue. */
export function addLabels(call: CodehostCall, issue: Issue, labels: readonly Label[], sender: Account): Issue {
  const { rows, clock } = call
  let changed = issue
  for (const label of labels) {
    if (rows.issueLabels.find('label', issue.id, label.id) !== undefined) continue
    rows.issueLabels.insert({ issueId: issue.id, labelId: label.id })
    changed = rows.issues.update(issue.id, { updatedAt: clock.now() })
    emitLabeled(call, changed, label, sender)
  }
  return changed
}

/** Records and emits that a label was added to an issue. */
export function emitLabeled(call: CodehostCall, issue: Issue, label: Label, sender: Account): void {
  recordIssueEvent(call, issue, sender, 'labeled', { label: { name: label.name, color: label.color } })
  emitIssue(call, issue, 'labeled', sender, { label })
}

/** Removes labels from an issue. Emits one `unlabeled` for each. Returns the issue. */
export function removeLabels(call: CodehostCall, issue: Issue, labels: readonly Label[], sender: Account): Issue {
  const { rows, clock } = call
  let changed = issue
  for (const label of labels) {
    const held = rows.issueLabels.find('label', issue.id, label.id)
    if (held === undefined) continue
    rows.issueLabels.delete(held.id)
    changed = rows.issues.update(issue.id, { updatedAt: clock.now() })
    recordIssueEvent(call, issue, sender, 'unlabeled', { label: { name: label.name, color: label.color } })
    emitIssue(call, changed, 'unlabeled', sender, { label })
  }
  return changed
}

/** Makes these labels the only labels of an issue. Returns the issue. */
export function replaceLabels(call: CodehostCall, issue: Issue, labels: readonly Label[], sender: Account): Issue {
  const keptIds = new Set(labels.map(({ id }) => id))
  const gone = labelsOf(call, issue).filter(({ id }) => !keptIds.has(id))
  return addLabels(call, removeLabels(call, issue, gone, sender), labels, sender)
}
