import type { CodehostCall, CodehostContext, Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { ItemEvent } from '#codehost/schema/events.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { DraftIssue, Project, ProjectField, ProjectItem, ProjectValue } from '#codehost/schema/projects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { insertIssue, emitIssue } from '../issues/issues.ts'

/** The fields of a draft. */
export type DraftInput = Pick<DraftIssue, 'title' | 'body' | 'assigneeIds'>

/** Adds an issue or a pull request to a project. Returns the present item where it is in the project already. */
export function addItem(context: CodehostContext, project: Project, issue: Issue, creator: Account): ProjectItem {
  const present = context.rows.projectItems.find('content', project.id, issue.id)
  return present ?? insertItem(context, project, { issueId: issue.id, draftId: null }, creator)
}

/** Adds a draft to a project. */
export function addDraft(context: CodehostContext, project: Project, input: DraftInput, creator: Account): ProjectItem {
  const at = context.clock.now()
  const { title, body, assigneeIds } = input
  if (title.trim() === '') throw unprocessable("Title can't be blank")
  const draft = context.rows.draftIssues.insert({
    projectId: project.id,
    creatorId: creator.id,
    title,
    body,
    assigneeIds,
    createdAt: at,
    updatedAt: at,
  })
  return insertItem(context, project, { issueId: null, draftId: draft.id }, creator)
}

function insertItem(
  context: CodehostContext,
  project: Project,
  content: Pick<ProjectItem, 'issueId' | 'draftId'>,
  creator: Account,
): ProjectItem {
  const { rows, clock } = context
  const at = clock.now()
  const total = rows.projectItems.count('byPosition', project.id)
  const [last] = rows.projectItems.page('byPosition', [project.id], { offset: Math.max(0, total - 1), limit: 1 }).rows
  const item = rows.projectItems.insert({
    projectId: project.id,
    position: (last?.position ?? -1) + 1,
    ...content,
    creatorId: creator.id,
    archivedAt: null,
    createdAt: at,
    updatedAt: at,
  })
  emitItem(context, item, creator, { action: 'created' })
  return item
}

/** Changes the text or the assignees of a draft. Emits `edited`. */
export function updateDraft(
  call: CodehostCall,
  before: DraftIssue,
  changes: Partial<DraftInput>,
  sender: Account,
): DraftIssue {
  const { rows, clock } = call
  const draft = rows.draftIssues.update(before.id, { ...changes, updatedAt: clock.now() })
  const [item] = rows.projectItems.referring('draftId', draft.id)
  const isEdited = draft.body !== before.body
  if (item !== undefined && isEdited) {
    emitItem(call, item, sender, { action: 'edited', changes: { body: { from: before.body, to: draft.body } } })
  }
  return draft
}

/** Makes an issue of a draft, in a repository. Emits `issues.opened` and `converted`. */
export function convertDraft(call: CodehostCall, item: ProjectItem, repo: Repo, sender: Account): ProjectItem {
  const { rows } = call
  const draft = rows.draftIssues.get(item.draftId)
  if (draft === undefined) throw unprocessable('Only draft issues can be converted')
  const issue = insertIssue(call, repo, sender, { title: draft.title, body: draft.body, isPull: false })
  for (const userId of draft.assigneeIds) rows.issueAssignees.insert({ issueId: issue.id, userId })
  emitIssue(call, issue, 'opened', sender)
  const converted = touch(call, item, { issueId: issue.id, draftId: null })
  rows.draftIssues.delete(draft.id)
  emitItem(call, converted, sender, {
    action: 'converted',
    changes: { content_type: { from: 'DraftIssue', to: 'Issue' } },
  })
  return converted
}

/** Takes an item out of its project. Emits `deleted`. */
export function deleteItem(call: CodehostCall, item: ProjectItem, sender: Account): void {
  emitItem(call, item, sender, { action: 'deleted' })
  if (item.draftId === null) call.rows.projectItems.delete(item.id)
  else call.rows.draftIssues.delete(item.draftId)
}

/** Archives an item, or brings it back. Emits `archived` or `restored`, where that changes it. */
export function archiveItem(call: CodehostCall, item: ProjectItem, archived: boolean, sender: Account): ProjectItem {
  if ((item.archivedAt !== null) === archived) return item
  const changed = touch(call, item, { archivedAt: archived ? call.clock.now() : null })
  emitItem(call, changed, sender, { action: archived ? 'archived' : 'restored', archivedBefore: item.archivedAt })
  return changed
}

/** Moves an item behind another one; to the first place for null. Emits `reordered`. */
export function moveItem(call: CodehostCall, item: ProjectItem, after: ProjectItem | null, sender: Account): void {
  const { rows } = call
  const all = rows.projectItems.list('byPosition', item.projectId)
  const before = all[all.findIndex(({ id }) => id === item.id) - 1] ?? null
  const rest = all.filter(({ id }) => id !== item.id)
  rest.splice(after === null ? 0 : rest.findIndex(({ id }) => id === after.id) + 1, 0, item)
  for (const [position, each] of rest.entries()) {
    if (each.position !== position) rows.projectItems.update(each.id, { position })
  }
  emitItem(call, rows.projectItems.require(item.id), sender, { action: 'reordered', previous: { before, after } })
}

/** The value of a field, as a request names it: exactly one member. */
export interface ValueInput {
  readonly text?: string | null | undefined
  readonly number?: number | null | undefined
  readonly date?: string | null | undefined
  readonly singleSelectOptionId?: string | null | undefined
  readonly iterationId?: string | null | undefined
}

/**
 * Sets the value of a field that users made. Emits `edited`.
 *
 * @throws 422 for a built-in field, a value of another type, and an option or iteration that the field lacks.
 */
export function setValue(
  context: CodehostContext,
  item: ProjectItem,
  field: ProjectField,
  input: ValueInput,
  sender: Account,
): ProjectItem {
  const { rows, clock } = context
  const value = valueFor(field, input)
  const before = rows.projectValues.find('field', item.id, field.id)
  const at = clock.now()
  if (before === undefined) {
    const times = { createdAt: at, updatedAt: at }
    rows.projectValues.insert({ itemId: item.id, fieldId: field.id, value, creatorId: sender.id, ...times })
  } else rows.projectValues.update(before.id, { value, updatedAt: at })
  return emitValue(context, item, field, { before, after: value }, sender)
}

/** Deletes the value of a field, if the item has one. Emits `edited`. */
export function clearValue(call: CodehostCall, item: ProjectItem, field: ProjectField, sender: Account): ProjectItem {
  const before = call.rows.projectValues.find('field', item.id, field.id)
  if (before === undefined) return item
  call.rows.projectValues.delete(before.id)
  return emitValue(call, item, field, { before, after: null }, sender)
}

function valueFor(field: ProjectField, input: ValueInput): string | number {
  const missing = (what: string): Error =>
    unprocessable(`Did not receive a ${what} to update a field of type ${field.dataType.toLowerCase()}`)
  switch (field.dataType) {
    case 'TEXT':
      if (input.text == null) throw missing('text value')
      return input.text
    case 'NUMBER':
      if (input.number == null) throw missing('number value')
      return input.number
    case 'DATE':
      if (input.date == null) throw missing('date value')
      return input.date
    case 'SINGLE_SELECT':
      if (input.singleSelectOptionId == null) throw missing('single select option Id')
      if (!field.options.some(({ id }) => id === input.singleSelectOptionId)) {
        throw unprocessable('The single select option Id does not belong to the field')
      }
      return input.singleSelectOptionId
    case 'ITERATION':
      if (input.iterationId == null) throw missing('iteration Id')
      if (field.iterations?.iterations.some(({ id }) => id === input.iterationId) !== true) {
        throw unprocessable('The iteration Id does not belong to the field')
      }
      return input.iterationId
    default:
      throw unprocessable(`The field of type ${field.dataType.toLowerCase()} is currently not supported.`)
  }
}

function emitValue(
  context: CodehostContext,
  item: ProjectItem,
  field: ProjectField,
  { before, after }: { before: ProjectValue | undefined; after: string | number | null },
  sender: Account,
): ProjectItem {
  const changed = touch(context, item, {})
  emitItem(context, changed, sender, { action: 'edited', value: { field, from: before?.value ?? null, to: after } })
  return changed
}

function touch({ rows, clock }: CodehostContext, item: ProjectItem, changes: Partial<ProjectItem>): ProjectItem {
  return rows.projectItems.update(item.id, { ...changes, updatedAt: clock.now() })
}

function emitItem({ rows, emit }: CodehostContext, item: ProjectItem, sender: Account, subject: ItemEvent): void {
  const project = rows.projects.require(item.projectId)
  const org = rows.accounts.require(project.ownerId)
  if (org.type === 'Organization') emit({ event: 'projects_v2_item', ...subject, project, item, org, sender })
}

/** Returns the title of what an item is about. */
export function itemTitle(rows: Rows, { issueId, draftId }: ProjectItem): string {
  return rows.issues.get(issueId)?.title ?? rows.draftIssues.get(draftId)?.title ?? ''
}
