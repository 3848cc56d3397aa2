import { defined } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { alreadyExists } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { checkLabel } from './label-names.ts'

/**
 * Adds a label to a repository. Emits `created`.
 *
 * @throws 422 for a wrong or taken name and a long description.
 */
export function createLabel(
  call: CodehostCall,
  repo: Repo,
  fields: Pick<Label, 'name' | 'color' | 'description'>,
  sender: Account,
): Label {
  checkLabel(fields)
  refuseTaken(call.rows, repo, fields.name)
  const label = call.rows.labels.insert({ repoId: repo.id, ...fields })
  emitAndRun(call, { event: 'label', action: 'created', repo, sender, label })
  return label
}

/** The changes to a label. Undefined fields stay. */
interface LabelChanges {
  readonly name?: string | undefined
  readonly color?: string | undefined
  readonly description?: string | null | undefined
}

/**
 * Changes a label. Emits `edited`.
 *
 * @throws 422 for a wrong or taken name and a long description.
 */
export function updateLabel(call: CodehostCall, before: Label, changes: LabelChanges, sender: Account): Label {
  const { rows } = call
  const repo = rows.repos.require(before.repoId)
  const { name = before.name, ...rest } = changes
  checkLabel(changes)
  if (name.toLowerCase() !== before.name.toLowerCase()) refuseTaken(rows, repo, name)
  const label = rows.labels.update(before.id, { name, ...defined(rest) })
  emitAndRun(call, { event: 'label', action: 'edited', repo, sender, label, before })
  return label
}

/** Deletes a label. Emits `deleted`. */
export function deleteLabel(call: CodehostCall, label: Label, sender: Account): void {
  const repo = call.rows.repos.require(label.repoId)
  call.rows.labels.delete(label.id)
  emitAndRun(call, { event: 'label', action: 'deleted', repo, sender, label })
}

function refuseTaken(rows: Rows, repo: Repo, name: string): void {
  if (rows.labels.find('name', repo.id, name.toLowerCase()) !== undefined) throw alreadyExists('Label', 'name')
}
